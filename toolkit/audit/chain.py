"""Logs of one game put in order: the end table of one joined to the start of the next.

Players hand over in the middle of anything, record the same session twice, or send a log again.  What does
not fit is reported and never silently repaired.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from toolkit.audit.events import Actor, Event, Handled, Known, Relocation
from toolkit.audit.reader import CHIT_NUMBER, ReadGame
from toolkit.audit.report import Notice
from toolkit.audit.table_state import Standing, TableState, number

_DERIVED = ("Chosen_", "Mode", "CurBattle", "CurTarget", "RiverSides", "ShiftTable")
_ANYBODY = Actor(None, Known.INFERRED)
_MANY = 6
_EXACT = 9


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not on one table what it is on the other.

    Attributes
    ----------
    what : str
        ``"unit"``, ``"chit"``, ``"marker"``, ``"property"``, ``"turn"``.
    name : str
    one, other : str
    """

    what: str
    name: str
    one: str
    other: str


@dataclass(slots=True)
class Link:
    """A log in its place.

    Attributes
    ----------
    log : int
        Place in the list as given.
    game : ReadGame
        Without steps that an earlier log already holds.
    gap : bool
        Whether play is missing between the log before and this one; the first begins a part as well.
    """

    log: int
    game: ReadGame
    gap: bool
    differences: tuple[Difference, ...] = ()


@dataclass(slots=True)
class Chain:
    """Logs in order, and what is to be said of them."""

    links: list[Link] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


def differences(one: TableState, other: TableState, hexes: Sequence[str] = ()) -> tuple[Difference, ...]:
    """Return what differs between two tables, nudged pieces and helps for players aside.

    `hexes` are printed numbers, for people.
    """
    found = list(_units(one, other, hexes))
    for chit in sorted(one.chits.keys() | other.chits.keys()):
        before, after = one.chits.get(chit, "-"), other.chits.get(chit, "-")
        if before != after:
            found.append(Difference("chit", chit, before, after))
    for piece in sorted(one.markers.keys() | other.markers.keys()):
        mine, theirs = one.markers.get(piece), other.markers.get(piece)
        places = [None if m is None else (m.hex, m.box, m.level) for m in (mine, theirs)]
        if places[0] != places[1]:
            marker = mine or theirs
            name = piece if marker is None else marker.counter
            found.append(Difference("marker", name, str(places[0]), str(places[1])))
    if one.turn != other.turn:
        found.append(Difference("turn", "turn", str(one.turn), str(other.turn)))
    for name in sorted(one.properties.keys() & other.properties.keys()):
        if not name.startswith(_DERIVED) and one.properties[name] != other.properties[name]:
            found.append(Difference("property", name, one.properties[name], other.properties[name]))
    return tuple(found)


def _units(one: TableState, other: TableState, hexes: Sequence[str]) -> Iterator[Difference]:
    for unit in sorted(one.units.keys() | other.units.keys()):
        mine, theirs = one.units.get(unit), other.units.get(unit)
        if mine != theirs:
            yield Difference("unit", unit, _standing(mine, hexes), _standing(theirs, hexes))


def _standing(where: Standing | None, hexes: Sequence[str]) -> str:
    if where is None:
        return "nowhere"
    place = where.box or "off the map"
    if where.hex >= 0:
        place = hexes[where.hex] if where.hex < len(hexes) else f"hex {where.hex}"
    return f"{place}, reduced" if where.reduced else place


def chain(games: Sequence[ReadGame], names: Sequence[str], hexes: Sequence[str]) -> Chain:
    """Put logs in order and join them.

    Parameters
    ----------
    games : sequence of ReadGame
    names : sequence of str
        What the logs are called.
    hexes : sequence of str
        Printed numbers.

    Returns
    -------
    Chain
    """
    found = Chain()
    if len(games) == 1:
        found.links.append(Link(0, games[0], gap=True))
        return found
    kept = _without_doubles(games, names, found)
    order = _order([games[i] for i in kept])
    previous: Link | None = None
    for place in order:
        log = kept[place]
        game = games[log]
        if previous is not None:
            game = _without_overlap(previous.game, game, names, (previous.log, log), found)
        gaps = () if previous is None else differences(previous.game.end, game.begin, hexes)
        link = Link(log, game, gap=previous is None, differences=gaps)
        if previous is not None and gaps:
            link.gap = _is_gap(previous.game.end, game.begin, gaps)
            found.notices.append(_join_notice(previous.log, link, names))
        found.links.append(link)
        previous = link
    given = [kept[place] for place in order]
    if given != sorted(given):
        text = f"the logs were put in order: {', '.join(names[i] for i in given)}"
        found.notices.append(Notice("AUD035", None, text, {"order": given}, given[0]))
    return found


# -- doubles and overlaps ----------------------------------------------------------------------------


def _key(game: ReadGame) -> tuple[str, ...]:
    """Return what was done step by step; two logs of one session differ in numbers and in who is named."""
    return tuple(repr([_deed(event) for event in step.events]) for step in game.steps)


def _deed(event: Event) -> Event:
    return replace(event, actor=_ANYBODY) if isinstance(event, Handled | Relocation) else event


def _without_doubles(games: Sequence[ReadGame], names: Sequence[str], found: Chain) -> list[int]:
    """Leave out logs that another one holds completely."""
    keys = [_key(game) for game in games]
    kept: list[int] = []
    for log, key in enumerate(keys):
        others = [other for other in range(len(games)) if other != log and _within(key, keys[other])]
        equal = [other for other in others if keys[other] == key]
        if others and not (equal == others and log < min(equal)):
            other = min(equal or others)
            same = not differences(games[log].begin, games[other].begin)
            code, words = ("AUD031", "is the same log as") if same and equal else ("AUD032", "is a part of")
            if equal and not same:
                code, words = "AUD032", "records the same session as"
            text = f"{names[log]} {words} {names[other]}; it is left out"
            found.notices.append(Notice(code, None, text, {"log": names[log], "other": names[other]}, log))
        else:
            kept.append(log)
    return kept


def _within(key: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether one row of deeds stands in another one without a break."""
    if not key or len(key) > len(other):
        return False
    first = key[0]
    return any(other[i] == first and other[i : i + len(key)] == key for i in range(len(other) - len(key) + 1))


def _without_overlap(
    before: ReadGame, game: ReadGame, names: Sequence[str], logs: tuple[int, int], found: Chain
) -> ReadGame:
    """Leave out the first steps of a log that the one before it ends with."""
    one, two = _key(before), _key(game)
    for length in range(min(len(one), len(two)), 0, -1):
        if one[-length:] == two[:length] and (length > 1 or not _fits(before, game)):
            last = game.steps[length - 1].step
            text = f"{names[logs[1]]} begins with {length} steps that end {names[logs[0]]}; they count once"
            found.notices.append(Notice("AUD033", last, text, {"steps": length}, logs[1]))
            return replace(game, steps=game.steps[length:], begin=before.end)
    return game


def _fits(before: ReadGame, game: ReadGame) -> bool:
    return not differences(before.end, game.begin)


# -- order -------------------------------------------------------------------------------------------


def _progress(state: TableState) -> tuple[int, int]:
    return state.turn, number(state.properties.get(CHIT_NUMBER, ""), 0)


def _order(games: Sequence[ReadGame]) -> list[int]:
    """Return the order in which the tables fit best; ties go by turn and chit, then as given."""
    n = len(games)
    if n < 2:
        return list(range(n))
    cost = [
        [len(differences(a.end, b.begin)) + 1000 * (_progress(a.end) > _progress(b.begin)) for b in games]
        for a in games
    ]
    if n > _EXACT:
        return sorted(range(n), key=lambda i: (_progress(games[i].begin), _progress(games[i].end), i))

    @cache
    def best(last: int, rest: frozenset[int]) -> tuple[int, tuple[int, ...]]:
        if not rest:
            return 0, ()
        options = []
        for following in sorted(rest):
            later, path = best(following, rest - {following})
            options.append((cost[last][following] + later, (following, *path)))
        return min(options)

    starts = []
    for first in range(n):
        total, path = best(first, frozenset(range(n)) - {first})
        starts.append((total, _progress(games[first].begin), (first, *path)))
    return list(min(starts)[2])


# -- joins -------------------------------------------------------------------------------------------


def _is_gap(end: TableState, begin: TableState, found: Sequence[Difference]) -> bool:
    """Return whether differing tables mean that play is missing, and not that a start was edited.

    Play leaves traces: the turn, the number of chits, dice, marks of moved units.  A start that was edited
    differs in places only.
    """
    if _progress(end) != _progress(begin):
        return True
    if any(item.what in ("property", "turn") for item in found):
        return True
    units = [item.name for item in found if item.what == "unit"]
    traced = [unit for unit in units if _moved(begin, unit) and not _moved(end, unit)]
    return bool(traced) and len(traced) * 2 >= len(units)


def _moved(state: TableState, unit: str) -> bool:
    return "Moved" in state.pending.get(unit, {})


def _join_notice(before: int, link: Link, names: Sequence[str]) -> Notice:
    one, two = names[before], names[link.log]
    shown = [_words(item) for item in link.differences if item.what != "chit"][:_MANY]
    hidden = [item for item in link.differences if item.what == "chit"]
    rest = len(link.differences) - len(shown) - len(hidden)
    tail = f" and {rest} more" if rest > 0 else ""
    if link.gap:
        count = len(link.differences)
        text = f"play is missing between {one} and {two}: their tables differ in {count} places"
        code = "AUD030"
    else:
        text = f"{two} does not begin as {one} ends: its start was changed"
        code = "AUD034"
    if shown:
        text += f" ({'; '.join(shown)}{tail})"
    facts: Mapping[str, object] = {"before": one, "after": two, "differences": shown, "chits": len(hidden)}
    return Notice(code, None, text, facts, link.log)


def _words(item: Difference) -> str:
    return f"{item.name}: {item.one} → {item.other}"
