"""Dice in a log: what was rolled, by whom and with which die, read from reports and properties.

Source: ``VASSAL.build.module.DiceButton`` (``FORMATTED``, ``reportResults``), ``SpecialDiceButton``,
``VASSAL.build.module.Chatter``, release-3.7.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from lxml import etree

from toolkit.audit.without_rules.history import History, Moment, undone_words
from toolkit.vassal import events as e
from toolkit.vassal.buildfile import BuildFile

_NUMBERS = r"-?\d{1,6}(?:\s*[,+]\s*-?\d{1,6}){0,99}"
# What the engine writes unless a module says otherwise, and what modules with a dice class of their own do.
_USUAL = (
    re.compile(
        rf"[*]{{2,3}} ?(?P<kind>[^=<>]{{1,60}}?) = (?P<values>{_NUMBERS}) ?[*]{{2,3}}\s*<(?P<player>[^<>]*)>"
    ),
    re.compile(
        rf"[*]{{3}} \((?P<kind>[^()<>]{{1,60}})\) (?P<values>{_NUMBERS}) [*]{{3}}\s*<(?P<player>[^<>]*)>"
    ),
)
_TYPED = re.compile(r"<[^<>]*> - (?P<said>.*)", re.DOTALL)
_DIE = re.compile(r"(?<![A-Za-z0-9])(\d{0,3})[dDwW](\d{1,4})(?![A-Za-z0-9])")
_RESULT = "_result"
_DICE = "VASSAL.build.module.DiceButton"
_SPECIAL = "VASSAL.build.module.SpecialDiceButton"
# A value of a piece or of the module that a key sets to a die.
_BY_KEY = re.compile(r"(?:PROP|setprop);([^;\t]+);[^\t]*\{Random\((\d{1,3})\)\}")
_VARIABLE = re.compile(r"\$([A-Za-z0-9_]+)\$")
_FIGURES = frozenset({"nDice", "nSides", "plus", "addToTotal", "numericalTotal", "total"})


@dataclass(frozen=True, slots=True)
class Die:
    """A button that rolls: how many dice of how many sides each; 0 where that is not known."""

    kind: str
    count: int = 0
    sides: int = 0


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll.

    Attributes
    ----------
    player : str
        A name, "" where nothing says it.
    undone : int
        The step that took it back; 0 for none.
    property_values : tuple of int or None
        What the property of the same roll holds; None where there is none.
    """

    log: int
    step: int
    die: Die
    values: tuple[int, ...]
    player: str
    undone: int = 0
    property_values: tuple[int, ...] | None = None


class Reports:
    """Knows the reports of dice: the usual ones, and those of a module's own format."""

    def __init__(self, module: BuildFile | None = None) -> None:
        self.dice: dict[str, Die] = {}
        self.keyed: dict[str, Die] = {}
        self._formats: list[tuple[re.Pattern[str], Die]] = []
        for element in () if module is None else module.root.iter(_DICE, _SPECIAL):
            name = str(element.get("name", ""))
            die = Die(name)
            if element.tag == _DICE and element.get("prompt") != "true":
                die = Die(name, _figure(element.get("nDice")), _figure(element.get("nSides")))
            self.dice.setdefault(name, die)
            pattern = _pattern(str(element.get("reportFormat") or element.get("format") or ""), name)
            if pattern is not None:
                self._formats.append((pattern, die))

        for element in () if module is None else module.root.iter(etree.Element):
            for name, sides in _BY_KEY.findall(element.text or ""):
                self.keyed[name] = Die(name, 1, int(sides))

    def read(self, text: str) -> tuple[Die, tuple[int, ...], str] | None:
        """Return die, values and player of a report; None for any other line."""
        for pattern, die in self._formats:
            found = pattern.fullmatch(text.strip())
            if found is not None and (values := _values(found)):
                return die, values, found.groupdict().get("player") or ""
        for usual in _USUAL:
            found = usual.match(text)
            if found is not None:
                return self.die(found["kind"].strip()), _values(found), found["player"].strip()
        return None

    def typed(self, text: str) -> bool:
        """Return whether somebody typed a line that looks like a report of dice."""
        found = _TYPED.match(text)
        return found is not None and self.read(found["said"].strip()) is not None

    def die(self, kind: str) -> Die:
        """Return a die by its name: the module's, else what the name says."""
        known = self.dice.get(kind)
        if known is not None:
            return known
        found = _DIE.search(kind)
        return Die(kind) if found is None else Die(kind, int(found[1] or 1), int(found[2]))


def _figure(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else 0


def _pattern(form: str, name: str) -> re.Pattern[str] | None:
    """Return what finds the reports of a format; None for one that is an expression or shows no result."""
    if form.startswith("{") or not re.search(r"\$(?:result\d*|numericalTotal)\$", form):
        return None
    parts, at, seen = [], 0, set[str]()
    for found in _VARIABLE.finditer(form):
        parts.append(re.escape(form[at : found.start()]).replace(r"\ ", r"\s*"))
        parts.append(_variable(found[1], name, seen))
        at = found.end()
    parts.append(re.escape(form[at:]).replace(r"\ ", r"\s*"))
    return re.compile("".join(parts).strip(), re.DOTALL)


def _variable(variable: str, name: str, seen: set[str]) -> str:
    if variable == "name":
        return re.escape(name)
    if variable.lower() == "playername":
        group = "" if "player" in seen else "?P<player>"
        seen.add("player")
        return rf"({group}[^<>]{{0,80}}?)"
    if variable.startswith("result"):
        if variable in seen:
            return rf"(?P={variable})" if variable != "result" else _NUMBERS
        seen.add(variable)
        return rf"(?P<{variable}>{_NUMBERS})"
    return r"-?\d{0,9}" if variable in _FIGURES else r".{0,80}?"


def _values(found: re.Match[str]) -> tuple[int, ...]:
    groups = found.groupdict()
    texts = [groups[key] for key in sorted(groups) if key == "values" or key.startswith("result")]
    return numbers(",".join(text for text in texts if text))


def numbers(text: str) -> tuple[int, ...]:
    """Return the whole numbers of a list; none where anything else stands in it."""
    if not re.fullmatch(rf"\s*{_NUMBERS}\s*", text):
        return ()
    return tuple(int(part) for part in re.findall(r"-?\d+", text))


def rolls_of(history: History, reports: Reports) -> Iterator[Roll]:
    """Yield the rolls of a log, those that were taken back among them."""
    for moment in history.moments:
        if moment.step in history.undoing:
            continue
        lines = [event.text for event in moment.events if isinstance(event, e.ChatLine)]
        said = [found for text in lines if undone_words(text) is None and (found := reports.read(text))]
        props = {
            event.name.removesuffix(_RESULT): numbers(event.new)
            for event in moment.events
            if isinstance(event, e.PropertyChanged) and event.name.endswith(_RESULT)
        }
        who = moment.actor.name if moment.actor is not None else ""
        place, step, undone = history.place, moment.step, history.undone.get(moment.step, 0)
        for die, values, player in said:
            own = props.pop(die.kind, None)
            yield Roll(place, step, die, values, player or who, undone, own or None)
        yield from _by_key(history, moment, reports)
        # Then those that nothing reports.
        for name, values in props.items():
            if values:
                yield Roll(place, step, reports.die(name), values, who, undone)


def _by_key(history: History, moment: Moment, reports: Reports) -> Iterator[Roll]:
    """Yield the dice that a key of the module threw: all those of a step that have one number of sides."""
    found: dict[int, list[int]] = {}
    words: list[str] = []
    for event in moment.events if reports.keyed else ():
        changes = [(event.name, event.new)] if isinstance(event, e.PropertyChanged) else []
        if isinstance(event, e.PieceChanged):
            changes = [(change.name or "", change.new) for change in event.changes]
        for name, value in changes:
            words.append(value)
            sides = reports.keyed[name].sides if name in reports.keyed else 0
            if value.isascii() and value.isdigit() and 1 <= int(value) <= sides:
                found.setdefault(sides, []).append(int(value))
    seats = [actor for actor in history.people.players if actor.side in words]
    who = moment.actor or (seats[0] if len(seats) == 1 else None)
    for sides, values in found.items():
        die, undone = Die(f"d{sides}", len(values), sides), history.undone.get(moment.step, 0)
        yield Roll(
            history.place, moment.step, die, tuple(values), who.name if who is not None else "", undone
        )


def with_sides(rolls: Iterable[Roll]) -> list[Roll]:
    """Return rolls, the sides of dice that nothing names taken from what they show.

    Thirty results and more that go up to the sides of a usual die, and no further, are of that one.
    """
    found = list(rolls)
    sides = _usual_sides([value for roll in found if not roll.die.sides for value in roll.values])
    return [roll if roll.die.sides else replace(roll, die=replace(roll.die, sides=sides)) for roll in found]


def _usual_sides(values: list[int]) -> int:
    if len(values) < 30 or min(values) < 1:
        return 0
    return next((sides for sides in (4, 6, 8, 10, 12, 20, 100) if max(values) == sides), 0)
