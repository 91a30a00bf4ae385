"""Acts that belong together, folded into one: a way of many drags, a stack, a row of rolls or markers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from toolkit.logs.transcript.acts import Act, Kind, Where

_NEAR = 30
"""Pixels between two places without a name that count as one: a counter lies on others, or is nudged."""
SHOWN = 4
"""Reports of one beginning that are told in full."""
"""So many reports of a row are told; how many there are is said."""
_LONG = 60
"""So many steps at most are one act."""


def folded(acts: Iterable[Act]) -> list[Act]:
    """Return acts with those that belong together folded, and without moves that lead nowhere."""
    found: list[Act] = []
    for act in _arrived(_dealt(_rolled_once(acts))):
        whole = next((made for fold in _FOLDS if found and (made := fold(found[-1], act)) is not None), None)
        if whole is None:
            found.append(act)
        else:
            found[-1] = whole
    return [act for act in found if not _nowhere(act)]


def _rolled_once(acts: Iterable[Act]) -> Iterator[Act]:
    """Yield acts without the property of a roll that a report of the same step tells."""
    rows: list[Act] = []
    for act in (*acts, None):
        if act is not None and (not rows or (act.log, act.first) == (rows[0].log, rows[0].first)):
            rows.append(act)
            continue
        said = {(one.text, one.values) for one in rows if one.kind is Kind.ROLL and one.old != "property"}
        reported = any(one.kind is Kind.ROLL and one.old != "property" for one in rows)
        for one in rows:
            if one.kind is not Kind.ROLL or one.old != "property":
                yield one
            elif (one.text, one.values) not in said and not reported:
                yield replace(one, old="")
        rows = [] if act is None else [act]


def _dealt(acts: Iterable[Act]) -> Iterator[Act]:
    """Yield acts of a step with the cards that leave a deck told as one draw, wherever they went."""
    rows: list[Act] = []
    for act in (*acts, None):
        if act is not None and (not rows or (act.log, act.first) == (rows[0].log, rows[0].first)):
            rows.append(act)
            continue
        yield from _of_step(rows)
        rows = [] if act is None else [act]


def _of_step(rows: Sequence[Act]) -> Iterator[Act]:
    draws = [one for one in rows if one.kind in {Kind.DRAW, Kind.PUT}]
    if not draws:
        yield from rows
        return
    told: set[str] = set()
    counted: dict[tuple[Kind, str, str], Act] = {}
    moves = {one.ids: one for one in rows if one.kind is Kind.MOVE}
    for draw in draws:
        ways = [move for ids, move in moves.items() if set(ids) & set(draw.ids)]
        told.update(draw.ids)
        to = ways[0].path[-1].map if ways and draw.kind is Kind.DRAW else ""
        name = ways[0].path[-1].name if ways and draw.kind is Kind.DRAW else ""
        who = next((way.who for way in ways if way.who), draw.who)
        key = (draw.kind, draw.text, to)
        known = counted.get(key)
        count = sum(draw.values) + (0 if known is None else sum(known.values))
        place = (Where(to, name if known is None else "", 0, 0),) if to else ()
        pieces = () if known is None else known.pieces
        shown = tuple(piece for way in ways for piece in way.pieces)
        counted[key] = replace(draw, who=who, values=(count,), path=place, pieces=(*pieces, *shown))
    for one in rows:
        if one.kind in {Kind.DRAW, Kind.PUT}:
            found = next((known for known in counted if known[:2] == (one.kind, one.text)), None)
            if found is not None:
                yield counted.pop(found)
        elif one.kind in {Kind.MOVE, Kind.COVER} and set(one.ids) <= told:
            continue
        else:
            yield one


def _close(one: Act, other: Act) -> bool:
    return one.log == other.log and one.who == other.who and other.last - one.first <= _LONG


def _same(one: Where, other: Where) -> bool:
    if one.map != other.map or one.name or other.name:
        return one[:2] == other[:2]
    return max(abs(one.x - other.x), abs(one.y - other.y)) <= _NEAR


def _way(one: Act, other: Act) -> Act | None:
    """Fold the next drag of the same pieces into their way."""
    if one.kind is not Kind.MOVE or other.kind is not Kind.MOVE or not _close(one, other):
        return None
    if set(one.ids) != set(other.ids) or one.path[-1] != other.path[0]:
        return None
    path = (*one.path, other.path[-1])
    hexes = one.hexes + other.hexes if one.hexes and other.hexes else 0
    return replace(one, last=other.last, path=_without_stops(path), hexes=hexes)


def _without_stops(path: tuple[Where, ...]) -> tuple[Where, ...]:
    found = [path[0]]
    for place in path[1:]:
        if not _same(found[-1], place):
            found.append(place)
    return tuple(found) if len(found) > 1 else (path[0], path[-1])


def _together(one: Act, other: Act) -> Act | None:
    """Fold pieces that go the same way into one move."""
    if one.kind is not Kind.MOVE or other.kind is not Kind.MOVE or not _close(one, other):
        return None
    if set(one.ids) & set(other.ids) or len(one.path) != len(other.path):
        return None
    if not all(_same(a, b) for a, b in zip(one.path, other.path, strict=True)) or _nowhere(one):
        return None
    return replace(one, last=other.last, pieces=(*one.pieces, *other.pieces), ids=(*one.ids, *other.ids))


def _arrived(acts: Iterable[Act]) -> Iterator[Act]:
    """Yield acts with the arrival of a new piece told by its placing."""
    held: Act | None = None
    for act in acts:
        if held is not None and act.kind is Kind.MOVE and act.ids == held.ids and act.last - held.last <= 1:
            held = replace(held, last=act.last, who=held.who or act.who, path=(act.path[-1],))
            continue
        if held is not None:
            yield held
        held = act if act.kind is Kind.PLACE else None
        if held is None:
            yield act
    if held is not None:
        yield held


def _reports(one: Act, other: Act) -> Act | None:
    """Fold reports that begin with the same two words: settings, counts."""
    if one.kind is not Kind.REPORT or other.kind is not Kind.REPORT or not _close(one, other):
        return None
    head = " ".join(one.text.split()[:2])
    if len(other.text.split()) < 3 or not other.text.startswith(f"{head} "):
        return None
    count = int(one.old or 1) + 1
    tail = other.text[len(head) + 1 :]
    text = f"{one.text}; {tail}" if count <= SHOWN else one.text
    return replace(one, last=other.last, text=text, old=str(count))


def _row(one: Act, other: Act) -> Act | None:
    """Fold markers of one name that come or go one after the other."""
    if one.kind is not other.kind or one.kind not in {Kind.PLACE, Kind.REMOVE} or not _close(one, other):
        return None
    if set(one.pieces) != set(other.pieces):
        return None
    return replace(one, last=other.last, path=(*one.path, *other.path), ids=(*one.ids, *other.ids))


def _rolls(one: Act, other: Act) -> Act | None:
    """Fold rolls of single dice one after the other."""
    if one.kind is not Kind.ROLL or other.kind is not Kind.ROLL or not _close(one, other):
        return None
    if one.text != other.text or len(other.values) != 1:
        return None
    return replace(one, last=other.last, values=(*one.values, *other.values))


def _alike(one: Act, other: Act) -> Act | None:
    """Fold the same change of several pieces, or of one piece again."""
    kinds = {Kind.FACE, Kind.COVER, Kind.SHOW, Kind.VALUE}
    if (
        one.kind is not other.kind
        or one.kind not in kinds
        or not _close(one, other)
        or one.aside != other.aside
    ):
        return None
    if one.text != other.text:
        return None
    if one.ids == other.ids and one.kind in {Kind.FACE, Kind.VALUE}:
        return replace(
            one, last=other.last, new=other.new, old=other.old if one.kind is Kind.FACE else one.old
        )
    if set(one.ids) & set(other.ids) or (one.old, one.new) != (other.old, other.new):
        return None
    return replace(one, last=other.last, pieces=(*one.pieces, *other.pieces), ids=(*one.ids, *other.ids))


def _deeds(one: Act, other: Act) -> Act | None:
    """Fold the same deed of several pieces."""
    if one.kind is not Kind.DEED or other.kind is not Kind.DEED or not _close(one, other):
        return None
    same = (one.text, one.path, one.new) == (other.text, other.path, other.new)
    if not same or not one.pieces or not other.pieces or set(one.pieces) & set(other.pieces):
        return None
    return replace(one, last=other.last, pieces=(*one.pieces, *other.pieces))


def _property(one: Act, other: Act) -> Act | None:
    """Fold the next change of a property."""
    if one.kind is not Kind.PROPERTY or other.kind is not Kind.PROPERTY or one.text != other.text:
        return None
    return replace(one, last=other.last, new=other.new) if _close(one, other) else None


def _nowhere(act: Act) -> bool:
    """Return whether an act comes to nothing: a move back to where it began, a value that is what it was."""
    if act.kind is Kind.MOVE:
        return _same(act.path[0], act.path[-1])
    return act.kind in {Kind.VALUE, Kind.PROPERTY} and act.old == act.new


_FOLDS: Sequence[Callable[[Act, Act], Act | None]] = (
    _way,
    _together,
    _row,
    _rolls,
    _alike,
    _deeds,
    _property,
    _reports,
)
