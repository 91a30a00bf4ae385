"""Counters as the YAML files give them: units, headquarters, command chits and markers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.source.branches import meant
from toolkit.source.corrections import ReadDocument, corrected
from toolkit.source.document import Document
from toolkit.source.errata import UNKNOWN
from toolkit.source.json_value import KEPT, JsonValue
from toolkit.source.names import Names
from toolkit.source.provenance import Provenance
from toolkit.source.schema import suggestion
from toolkit.source.values import Known, mapping

CounterKind = Literal["unit", "hq", "chit", "card", "marker"]


@dataclass(frozen=True, slots=True)
class Factors(JsonValue):
    """One face of a counter, in the units of the printed numbers.

    A unit that prints one strength for both uses has `attack` equal to `defence`.
    """

    attack: int
    defence: int
    movement: int

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Factors:
        """Read ``{strength, movement}`` or ``{attack, defence, movement}``."""
        strength = data.get("strength", 0)
        return cls(data.get("attack", strength), data.get("defence", strength), data["movement"])


@dataclass(frozen=True, slots=True)
class Chit(JsonValue):
    """What a command chit does when drawn, and which number of the turn track limits it.

    Attributes
    ----------
    order : str
        As the game's code reads it: ``"activate"``, ``"supply"`` …
    group : str
        ``"always"``, or a column of the turn track.
    hq : str or None
        Counter id of the headquarters that an ``"activate"`` chit activates.
    """

    order: str
    group: str
    hq: str | None = None


@dataclass(frozen=True, slots=True)
class Counter(JsonValue):
    """One counter of the game.

    Attributes
    ----------
    id : str
        Slug that never changes.
    gpid : int
        Piece number that never changes, over every rebuild; 0 when the file gives none (a finding says so).
    kind : {"unit", "hq", "chit", "card", "marker"}
    side : str or None
        One of the game's; None for what belongs to nobody.
    nationality : str or None
        ``"hungarian"`` …
    names : Names
        Full name.
    short : str
        As printed on the counter.
    symbol : str or None
        Branch, e.g. ``"infantry"``; None for chits and markers.
    size : str or None
        ``"division"``, ``"corps"`` …; None for no mark.
    full, reduced : Factors or None
        Front and back; no reduced face means a blank back (one step).
    further : tuple of Factors
        What it is worth with each step less, from the third on, where it has more than two.
    command_range : int or None
        In hexes; headquarters only.
    assignment : str or None
        Army of the set-up (``"6A"``), ``"front"``, ``"second"``; a headquarters that starts on the map: its
        own name; None for the reserve pool.
    pool_type : str or None
        Class in the withdrawal and reinforcement tables, e.g. ``"Pz"``.
    role : str or None
        What a marker marks: ``"turn"``, ``"fort"`` …
    unit_class : str or None
        What the rules call a unit, where they go by classes: ``"panzer"``; what a card is played for.
    combat : int or None
        Combat value, where it is one number for all uses.
    own_steps : int or None
        Steps of loss that are no faces of the counter, such as cards.
    enters : int or None
        Turn in which it enters; None for what is there at start.
    fresh : Factors or None
        Front of a unit that turns over when it has acted.
    spent_defence : int or None
        Defence on the back of such a unit; spent units neither attack nor move.
    division : str or None
        Units of one division act together; None for an independent unit.
    withdraws : bool
        Whether it leaves the battle when the rules say so (a black counter).
    starts : str or None
        Area in which it is set up.
    entry : tuple of str
        Areas in which it may be placed when it enters.
    provenance : mapping of str to Provenance
        By value group: ``identity`` and the keys of the values in the file (`_groups`).
    place : Place
        Where the source says so; not part of the value.
    """

    id: str
    gpid: int
    kind: CounterKind
    side: str | None
    nationality: str | None
    names: Names
    short: str
    symbol: str | None = None
    size: str | None = None
    mechanised: bool = False
    mountain: bool = False
    full: Factors | None = None
    reduced: Factors | None = None
    further: tuple[Factors, ...] = ()
    command_range: int | None = None
    assignment: str | None = None
    pool_type: str | None = None
    chit: Chit | None = None
    role: str | None = None
    provenance: Mapping[str, Provenance] = field(default_factory=dict, hash=False, metadata=KEPT)
    unit_class: str | None = None
    combat: int | None = None
    own_steps: int | None = None
    enters: int | None = None
    fresh: Factors | None = None
    spent_defence: int | None = None
    division: str | None = None
    withdraws: bool = False
    starts: str | None = None
    entry: tuple[str, ...] = ()
    place: Place = field(default=Place(), compare=False, repr=False)

    @property
    def steps(self) -> int:
        """Steps of loss the counter can take.

        Its `own_steps` where it has them; else one for each face, 0 for what does not fight.
        """
        if self.own_steps is not None:
            return self.own_steps
        return len(self.faces)

    @property
    def faces(self) -> tuple[Factors, ...]:
        """Its printed faces from the front on, of one that has factors: one for each step."""
        return tuple(face for face in (self.full, self.reduced, *self.further) if face is not None)

    @classmethod
    def from_json(cls, data: Mapping[str, Any], default: Mapping[str, Any] | None = None) -> Counter:
        """Read one entry, already checked against the schema; `default` gives provenance by value group."""
        origin = {**(default or {}), **data.get("provenance", {})}
        found = {"gpid": 0, "own_steps": data.get("steps"), **data}
        found["provenance"] = {group: origin[group] for group in _groups(data) if group in origin}
        found["spent_defence"] = data["spent"]["defence"] if "spent" in data else None
        if data.get("reduced") == UNKNOWN:
            found["reduced"] = None
        return super(Counter, cls).from_json(found)

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads, without what is unset."""
        found = super(Counter, self).to_json()
        if self.own_steps is not None:
            found["steps"] = found.pop("own_steps")
        if self.spent_defence is not None:
            found["spent"] = {"defence": found.pop("spent_defence")}
        return found


_OWN_GROUPS = (
    "command_range", "pool_type", "unit_class", "combat", "steps", "enters", "fresh", "spent", "starts",
    "entry",
)  # fmt: skip


def _groups(data: Mapping[str, Any]) -> list[str]:
    """Value groups an entry has: a blank back is a statement as well, so a unit always has ``reduced``."""
    groups = ["identity"]
    if "full" in data:
        groups += ["full", "reduced"]
    # That a unit is independent, or stays to the end, is a statement too.
    if "fresh" in data:
        groups += ["division", "withdraws"]
    groups += [name for name in _OWN_GROUPS if name in data]
    # Where units are told by classes, none is assigned to an army's set-up hexes.
    if data["kind"] in ("unit", "hq") and "unit_class" not in data:
        groups.append("assignment")
    return groups


@dataclass(frozen=True, slots=True)
class _Entry:
    """A counter and where it stands."""

    counter: Counter
    document: Document
    index: int

    def place(self, *path: str) -> Place:
        return self.document.place("counters", self.index, *path)


def load_counters(
    folder: Path,
    read: ReadDocument | None = None,
    known: Known | None = None,
    others: Sequence[Counter] = (),
) -> tuple[tuple[Counter, ...], list[Finding]]:
    """Return the counters of a game folder (``counters/*.yaml``, by file name), and their faults.

    Errata are applied; `read` is for callers that choose them, `known` for those who know the game's sides,
    `others` are counters that are there already.

    Raises
    ------
    InputError
        A file that cannot be read or that its schema does not allow.
    """
    files = sorted((folder / "counters").glob("*.yaml"))
    read = corrected(folder, read)
    return read_counters([read(file, "counters.schema.json") for file in files], known, others)


def read_counters(
    documents: Iterable[Document], known: Known | None = None, others: Sequence[Counter] = ()
) -> tuple[tuple[Counter, ...], list[Finding]]:
    """Return all counters in file order, and what is wrong with their numbers and names.

    Parameters
    ----------
    documents : iterable of Document
        Checked against ``counters.schema.json``.
    known : Known, optional
        The game's sides and nations.
    others : sequence of Counter
        Of a game to which these are added: their ids are taken, their numbers count apart.

    Returns
    -------
    tuple of Counter, list of Finding
        ``OOB001`` no gpid, ``OOB002`` gpid used twice or retired, ``OOB003`` id used twice, ``OOB004`` a
        chit whose headquarters is unknown, ``OOB005`` a reduced face that nobody has seen, ``OOB006`` a
        symbol that looks misspelt; ``SRC020`` a side or nation that the game does not have.
    """
    documents = tuple(documents)
    retired = {gpid for document in documents for gpid in mapping(document).get("retired_gpids", ())}
    entries = [
        _Entry(_counter(document, index, content.get("provenance")), document, index)
        for document in documents
        for content in (mapping(document),)
        for index in range(len(content["counters"]))
    ]
    findings = [*_check_numbers(entries, retired), *_check_ids(entries, others)]
    findings += [*_check_chits(entries, others), *_check_unknown(entries), *_check_symbols(entries)]
    if known is not None:
        for entry in entries:
            findings += known.check(entry.document, ("counters", entry.index))
    return tuple(entry.counter for entry in entries), findings


def _counter(document: Document, index: int, defaults: Mapping[str, Any] | None) -> Counter:
    entry = mapping(document)["counters"][index]
    return replace(Counter.from_json(entry, defaults), place=document.place("counters", index))


def _check_numbers(entries: Sequence[_Entry], retired: Collection[int]) -> list[Finding]:
    free = max([*retired, *(entry.counter.gpid for entry in entries)], default=0) + 1
    # Saved games may still hold pieces of counters that were taken out: their numbers stay taken.
    owner = dict.fromkeys(retired, "a counter that was taken out")
    findings = []
    for entry in entries:
        name, gpid = entry.counter.id, entry.counter.gpid
        if gpid == 0:
            text = f"counter {name} has no gpid; the next free number is {free}"
            findings.append(_error("OOB001", text, entry.place(), counter=name, free=free))
        elif gpid in owner:
            text = f"gpid {gpid} of {name} belongs to {owner[gpid]}; the next free number is {free}"
            findings.append(
                _error(
                    "OOB002", text, entry.place("gpid"), counter=name, gpid=gpid, owner=owner[gpid], free=free
                )
            )
        else:
            owner[gpid] = name
            continue
        free += 1
    return findings


def _check_ids(entries: Sequence[_Entry], others: Sequence[Counter]) -> list[Finding]:
    seen = {counter.id for counter in others}
    findings = []
    for entry in entries:
        name = entry.counter.id
        if name in seen:
            text = f"two counters have the id {name}; an id names one counter"
            findings.append(_error("OOB003", text, entry.place("id"), counter=name))
        seen.add(name)
    return findings


def _check_chits(entries: Sequence[_Entry], others: Sequence[Counter]) -> list[Finding]:
    every = (*others, *(entry.counter for entry in entries))
    known = sorted(counter.id for counter in every if counter.kind == "hq")
    findings = []
    for entry in entries:
        chit = entry.counter.chit
        if chit is None or chit.hq is None or chit.hq in known:
            continue
        meant = suggestion(chit.hq, known)
        text = f"chit {entry.counter.id} activates {chit.hq}, which is no headquarters{meant}"
        findings.append(
            _error("OOB004", text, entry.place("chit", "hq"), counter=entry.counter.id, hq=chit.hq)
        )
    return findings


def _check_unknown(entries: Sequence[_Entry]) -> list[Finding]:
    findings = []
    for entry in entries:
        if mapping(entry.document)["counters"][entry.index].get("reduced") == UNKNOWN:
            name = entry.counter.id
            text = f"the reduced face of {name} is unknown and no erratum gives it; taken as blank"
            data = {"counter": name}
            findings.append(Finding("OOB005", Severity.WARNING, text, entry.place("reduced"), data=data))
    return findings


def _check_symbols(entries: Sequence[_Entry]) -> list[Finding]:
    findings = []
    for entry in entries:
        name, symbol = entry.counter.id, entry.counter.symbol or ""
        near = meant(symbol)
        if near is not None:
            text = f"symbol '{symbol}' is drawn as letters; did you mean '{near}'?"
            data = {"counter": name, "symbol": symbol, "near": near}
            findings.append(Finding("OOB006", Severity.WARNING, text, entry.place("symbol"), data=data))
    return findings


def _error(code: str, message: str, place: Place, **data: object) -> Finding:
    return Finding(code, Severity.ERROR, message, place, data=data)
