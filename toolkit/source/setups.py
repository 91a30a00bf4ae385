"""Boxes beside the map, the hexes marked for the set-up, and set-ups: which counter starts where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.source.corrections import ReadDocument, corrected
from toolkit.source.document import Document
from toolkit.source.json_value import JsonValue
from toolkit.source.names import Names
from toolkit.source.provenance import Provenance
from toolkit.source.schema import suggestion
from toolkit.source.values import Known, mapping


@dataclass(frozen=True, slots=True)
class Box(JsonValue):
    """A place for counters that is no hex.

    Attributes
    ----------
    id : str
        Slug; `Setup.placements` names it.
    kind : str
        ``"pool"``, ``"tray"``, ``"rail"``, ``"eliminated"``, ``"withdrawn"``, ``"chits_hand"``,
        ``"chits_used"``, ``"cup"``, ``"turn"``, ``"reinforcement"``, ``"markers"``, ``"hand"``, ``"deck"``,
        ``"pile"``, ``"battle"``, ``"phase"``.
    index : int or None
        Number of a turn box or of a reinforcement column.
    rect : (int, int, int, int) or None
        Left, top, width and height in pixels, for a box on the board.
    """

    id: str
    names: Names
    kind: str
    side: str | None = None
    index: int | None = None
    rect: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class SetupHex(JsonValue):
    """A coloured set-up symbol printed in a hex (2.1(1)2, 4.0).

    Attributes
    ----------
    hex : str
        Printed number.
    army : str
        ``"6A"`` …, ``"front"`` for a front-line hex; for a headquarters' place the chit name of that
        headquarters.
    kind : str
        ``"army"`` | ``"panzer"`` | ``"hq"`` | ``"front"``.
    place : Place
        Where the source says so; not part of the value.
    """

    hex: str
    army: str
    kind: str
    side: str
    provenance: Provenance
    place: Place = field(default=Place(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Setup:
    """A start of the game.

    Attributes
    ----------
    empty : bool
        True for a start in which the players place the units of chapter 4 themselves.
    on_map : mapping of str to str
        Counter id → printed hex number, in file order.
    in_boxes : mapping of str to str
        Counter id → box id, in file order.
    where : mapping of str to Place
        Counter id → where the source places it, and ``""`` → the set-up itself; not part of the value.
    in_areas : mapping of str to str
        Counter id → area id, in file order.
    like : str or None
        The set-up that places the counters which this one does not, until it is `completed`; not part of
        the value.
    """

    id: str
    names: Names
    empty: bool
    on_map: Mapping[str, str]
    in_boxes: Mapping[str, str]
    provenance: Provenance
    where: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)
    in_areas: Mapping[str, str] = field(default_factory=dict)
    like: str | None = field(default=None, compare=False, repr=False)

    @property
    def placements(self) -> Mapping[str, str]:
        """Counter id → hex number, area id or box id."""
        return {**self.on_map, **self.in_areas, **self.in_boxes}

    def by_hex(self) -> dict[str, list[str]]:
        """Return the counter ids of each occupied hex, in file order."""
        return _grouped(self.on_map)

    def by_area(self) -> dict[str, list[str]]:
        """Return the counter ids of each occupied area, in file order."""
        return _grouped(self.in_areas)

    def by_box(self) -> dict[str, list[str]]:
        """Return the counter ids of each filled box, in file order."""
        return _grouped(self.in_boxes)

    def completed(self, other: Setup) -> Setup:
        """Return the set-up with every counter that it does not place standing where another has it."""
        own = self.placements

        def both(theirs: Mapping[str, str], mine: Mapping[str, str]) -> dict[str, str]:
            return {counter: place for counter, place in theirs.items() if counter not in own} | dict(mine)

        return replace(
            self,
            on_map=both(other.on_map, self.on_map),
            in_boxes=both(other.in_boxes, self.in_boxes),
            in_areas=both(other.in_areas, self.in_areas),
            where={**other.where, **self.where},
            like=None,
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setup:
        """Read a set-up, already checked against the schema.

        The source form groups counters by place (``hexes: {"1419": [id, …]}``, ``boxes: {id: [id, …]}``).
        """
        origin = Provenance.from_json(data["provenance"])
        on_map, in_boxes = _spread(data.get("hexes", {})), _spread(data.get("boxes", {}))
        in_areas = _spread(data.get("areas", {}))
        names = Names.from_json(data["names"])
        like = data.get("like")
        return cls(data["id"], names, data["empty"], on_map, in_boxes, origin, in_areas=in_areas, like=like)

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        result = {
            "id": self.id,
            "names": self.names.to_json(),
            "empty": self.empty,
            "provenance": self.provenance.to_json(),
            "hexes": self.by_hex(),
            "boxes": self.by_box(),
        }
        # Only where there are any, so that games on hexes keep their digest.
        return {**result, "areas": self.by_area()} if self.in_areas else result


def _spread(places: Mapping[str, list[str]]) -> dict[str, str]:
    return {counter: place for place, counters in places.items() for counter in counters}


def _grouped(placements: Mapping[str, str]) -> dict[str, list[str]]:
    places: dict[str, list[str]] = {}
    for counter, place in placements.items():
        places.setdefault(place, []).append(counter)
    return places


def read_boxes(document: Document, known: Known | None = None) -> tuple[tuple[Box, ...], list[Finding]]:
    """Return the boxes of a game; ``SET001`` when an id stands twice, ``SRC020`` a side that is none."""
    boxes = tuple(Box.from_json(entry) for entry in mapping(document)["boxes"])
    findings = []
    seen: set[str] = set()
    for index, box in enumerate(boxes):
        if box.id in seen:
            place = document.place("boxes", index, "id")
            findings.append(Finding("SET001", Severity.ERROR, f"two boxes have the id {box.id}", place))
        seen.add(box.id)
        findings += [] if known is None else known.check(document, ("boxes", index))
    return boxes, findings


def read_setup_hexes(document: Document, known: Known | None = None) -> tuple[SetupHex, ...]:
    """Return the set-up symbols of a map file checked against ``setup_hexes.schema.json``.

    Raises
    ------
    InputError
        SRC020 for a side that the game does not have.
    """
    content = mapping(document)
    default = content["provenance"]
    groups: list[dict[str, Any]] = content["groups"]
    wrong = [
        finding
        for at in range(len(groups) if known is not None else 0)
        for finding in (known.check(document, ("groups", at)) if known is not None else ())
    ]
    if wrong:
        raise InputError(wrong)
    return tuple(
        replace(
            SetupHex.from_json({**group, "provenance": group.get("provenance", default), "hex": number}),
            place=replace(document.place("groups", at, "hexes", index), hex=number),
        )
        for at, group in enumerate(groups)
        for index, number in enumerate(group["hexes"])
    )


def read_setup(document: Document) -> tuple[Setup, list[Finding]]:
    """Return a set-up file's content; ``SET002`` when a counter is placed twice."""
    content = mapping(document)
    findings = []
    first: dict[str, str] = {}
    places = {"": document.place()}
    for part in ("hexes", "areas", "boxes"):
        for place, counters in content.get(part, {}).items():
            for index, counter in enumerate(counters):
                if counter in first:
                    text = (
                        f"{counter} stands in {first[counter]} and again in {place}; a counter has one place"
                    )
                    where = document.place(part, place, index)
                    data = {"counter": counter, "places": [first[counter], place]}
                    findings.append(Finding("SET002", Severity.ERROR, text, where, data=data))
                first.setdefault(counter, place)
                at = document.place(part, place, index)
                places[counter] = replace(at, hex=place) if part == "hexes" else at
    return replace(Setup.from_json(content), where=places), findings


def load_boxes(
    folder: Path, read: ReadDocument | None = None, known: Known | None = None
) -> tuple[tuple[Box, ...], list[Finding]]:
    """Return the boxes of a game folder (``setups/boxes.yaml``); raises InputError when unreadable."""
    read = corrected(folder, read)
    return read_boxes(read(folder / "setups" / "boxes.yaml", "boxes.schema.json"), known)


def load_setup_hexes(
    folder: Path, read: ReadDocument | None = None, known: Known | None = None
) -> tuple[SetupHex, ...]:
    """Return the set-up symbols of a game folder (``map/setup_hexes.yaml``), or raise InputError."""
    read = corrected(folder, read)
    document = read(folder / "map" / "setup_hexes.yaml", "setup_hexes.schema.json")
    return read_setup_hexes(document, known)


def load_setups(
    folder: Path, read: ReadDocument | None = None, others: Sequence[Setup] = ()
) -> tuple[tuple[Setup, ...], list[Finding]]:
    """Return the set-ups of a game folder (``setups/*.yaml`` but the boxes), by file name, and their faults.

    Errata are applied; `read` is for callers that choose them, `others` are set-ups of elsewhere that these
    may be like.  ``SET003``: a set-up is like one that is not there, or goes round in a circle.

    Raises
    ------
    InputError
        A file that cannot be read or that its schema does not allow.
    """
    files = sorted(file for file in (folder / "setups").glob("*.yaml") if file.name != "boxes.yaml")
    read = corrected(folder, read)
    setups = [read_setup(read(file, "setup.schema.json")) for file in files]
    findings = [finding for _, found in setups for finding in found]
    done = {setup.id: setup for setup in others}
    waiting = [setup for setup, _ in setups]
    while ready := [setup for setup in waiting if setup.like is None or setup.like in done]:
        done |= {s.id: s if s.like is None else s.completed(done[s.like]) for s in ready}
        waiting = [setup for setup in waiting if setup not in ready]
    for setup in waiting:
        text = f"{setup.id} is like '{setup.like}', and no set-up that is whole has this id"
        hint = suggestion(setup.like or "", done)
        findings.append(Finding("SET003", Severity.ERROR, text + hint, setup.where[""]))
        done[setup.id] = setup
    return tuple(done[setup.id] for setup, _ in setups), findings
