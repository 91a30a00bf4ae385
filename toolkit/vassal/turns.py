"""Turn trackers: where one stands, what it is called there, and whether it went on by one.

Source: ``TurnTracker``, ``TurnLevel``, ``CounterTurnLevel``, ``ListTurnLevel`` in
``VASSAL.build.module.turn``, release-3.7.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from lxml import etree

from toolkit.vassal import sequence
from toolkit.vassal.buildfile import BuildFile

_ROOM = "VASSAL.build.module.turn."
_TRACKER = f"{_ROOM}TurnTracker"
_COUNTER = f"{_ROOM}CounterTurnLevel"
_LIST = f"{_ROOM}ListTurnLevel"
_DEEP = 8


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a tracker: a counter, or a list of which some entries are active.

    Attributes
    ----------
    current : int
        The counter's figure, or the entry's place.
    child : int
        Which of its lower levels goes on.
    loop : bool
        Of a counter: whether it begins again after `limit`.
    first : int
        Of a list: the entry it begins with.
    active : tuple of bool
        Of a list; empty for a counter.
    levels : tuple of Level
        The lower ones.
    """

    current: int
    child: int = 0
    loop: bool = False
    limit: int = -1
    first: int = 0
    active: tuple[bool, ...] = ()
    levels: tuple[Level, ...] = ()

    @property
    def path(self) -> tuple[Level, ...]:
        """This level and the lower ones that are reached from it."""
        if not self.levels:
            return (self,)
        return (self, *self.levels[min(max(self.child, 0), len(self.levels) - 1)].path)

    @property
    def begins(self) -> int:
        """Where a list's round begins: its first entry, or the first active one after it."""
        return replace(self, current=(self.first - 1) % len(self.active)).next()[0]

    def next(self) -> tuple[int, bool]:
        """Return where a list goes from here, and whether that ends its round."""
        for place in range(self.current + 1, self.current + 1 + len(self.active)):
            at = place % len(self.active)
            if self.active[at]:
                return at, any(
                    (self.current + 1 + k) % len(self.active) == self.first
                    for k in range(place - self.current)
                )
        return self.current, True

    def ends(self, increment: int) -> bool:
        """Return whether the next step begins its round again."""
        return self.next()[1] if self.active else self.loop and self.current + increment > self.limit


def read_turn(state: str) -> tuple[int, tuple[Level, ...]] | None:
    """Return which top level a tracker is at, and all of them; None where the state has another form."""
    tokens = sequence.decode(state, "|")
    try:
        return int(tokens[0]), tuple(_level(token, 0) for token in tokens[1:])
    except (ValueError, IndexError):
        return None


def _level(text: str, deep: int) -> Level:
    if deep > _DEEP:
        raise ValueError("too deep")
    fields = sequence.decode(text, ";")
    current, child = int(fields[0]), int(fields[1])
    levels = tuple(_level(token, deep + 1) for token in fields[4:])
    if fields[2] in {"true", "false"}:
        return Level(current, child, loop=fields[2] == "true", limit=int(fields[3]), levels=levels)
    active = tuple(word == "true" for word in sequence.decode(fields[3], ","))
    return Level(current, child, first=int(fields[2]), active=active or (True,), levels=levels)


def path_of(state: str) -> tuple[Level, ...]:
    """Return the levels that a tracker shows, the highest first; none where the state has another form."""
    found = read_turn(state)
    if found is None or not 0 <= found[0] < len(found[1]):
        return ()
    return found[1][found[0]].path


def went_on(before: str, after: str, increment: int = 1) -> bool:
    """Return whether a tracker went on by one, or stayed where it was; what cannot be told counts as yes.

    Parameters
    ----------
    before, after : str
        States.
    increment : int
        By how much its counters go on.
    """
    old, new = path_of(before), path_of(after)
    if not old or not new or [one.current for one in old] == [one.current for one in new]:
        return True
    tops = read_turn(before), read_turn(after)
    if tops[0] is None or tops[1] is None or tops[0][0] != tops[1][0]:
        return True
    at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a.current != b.current), -1)
    changed = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a.child != b.child), -1)
    if changed >= 0 and (at < 0 or changed < at):
        return new[changed].child == old[changed].child + 1 and _over(old[changed + 1 :], increment)
    if at < 0:
        return True
    return _one_on(old[at], new[at], increment) and _over(old[at + 1 :], increment) and _low(new[at + 1 :])


def _one_on(old: Level, new: Level, increment: int) -> bool:
    if old.active:
        return new.current == old.next()[0]
    return new.current == old.current + increment or (old.ends(increment) and new.current < old.current)


def _over(levels: tuple[Level, ...], increment: int) -> bool:
    return all(level.ends(increment) and level.child + 1 >= len(level.levels) for level in levels)


def _low(levels: tuple[Level, ...]) -> bool:
    return all(level.child == 0 and (not level.active or level.current == level.begins) for level in levels)


@dataclass(slots=True)
class Trackers:
    """The turn trackers of a module, or what can be said without one."""

    module: BuildFile | None = None
    _elements: dict[str, etree._Element | None] = field(default_factory=dict)

    def name(self, id_: str) -> str:
        """Return what a tracker is called; "" where nothing says it."""
        element = self._element(id_)
        return "" if element is None else str(element.get("name", ""))

    def increment(self, id_: str) -> int:
        """Return by how much a tracker's counters go on."""
        element = self._element(id_)
        found = None if element is None else next(element.iter(_COUNTER), None)
        text = "" if found is None else str(found.get("incr", ""))
        return int(text) if re.fullmatch(r"-?[1-9]\d{0,3}", text) else 1

    def words(self, id_: str, state: str) -> tuple[str, ...]:
        """Return what a tracker shows at each level, the highest first.

        Without the module a list shows the place of its entry, counted from 1.
        """
        found = read_turn(state)
        if found is None or not 0 <= found[0] < len(found[1]):
            return ()
        element = self._element(id_)
        above = [] if element is None else _levels(element)
        here = above[found[0]] if found[0] < len(above) else None
        return tuple(_words(found[1][found[0]], here))

    def _element(self, id_: str) -> etree._Element | None:
        if id_ not in self._elements:
            number = re.search(r"(\d{1,4})$", id_)
            trackers = [] if self.module is None else list(self.module.root.iter(_TRACKER))
            place = int(number[1]) if number is not None else -1
            self._elements[id_] = trackers[place] if 0 <= place < len(trackers) else None
        return self._elements[id_]


def _levels(element: etree._Element) -> list[etree._Element]:
    return [child for child in element if child.tag in {_COUNTER, _LIST}]


def _words(level: Level, element: etree._Element | None) -> list[str]:
    word = str(level.current + 1 if level.active else level.current)
    lower = None
    if element is not None:
        names = sequence.decode(element.get("list", ""), ",")
        if level.active and 0 <= level.current < len(names):
            word = names[level.current]
        shown = str(element.get("turnFormat") or "$value$")
        word = shown.replace("$value$", word) if "$value$" in shown else word
        under = _levels(element)
        lower = under[level.child] if 0 <= level.child < len(under) else None
    if not level.levels:
        return [word]
    return [word, *_words(level.levels[min(max(level.child, 0), len(level.levels) - 1)], lower)]
