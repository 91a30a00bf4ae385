"""Logs of Rattenkrieg put in order: how two of its tables differ, and what that says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from toolkit.audit.joining import Chain, Difference, Joints, join
from toolkit.audit.rattenkrieg.reader import ReadLog
from toolkit.audit.rattenkrieg.records import Laid, Place, Step

_DECISION = "Step"
"""The property that counts decisions."""


def chain(games: Sequence[ReadLog], names: Sequence[str]) -> Chain[ReadLog]:
    """Put logs in order and join them.

    Parameters
    ----------
    games : sequence of ReadLog
    names : sequence of str
        What the logs are called.
    """
    joints: Joints[ReadLog, Laid] = Joints(
        deeds=lambda game: tuple(map(_deed, game.steps)),
        tables=lambda game: (game.begin, game.end),
        differences=differences,
        progress=_progress,
        is_gap=_is_gap,
        without=lambda game, steps, begin: replace(game, steps=game.steps[steps:], begin=begin),
    )
    return join(games, names, joints)


def differences(one: Laid, other: Laid) -> tuple[Difference, ...]:
    """Return what differs between two tables."""
    found = [*_places("unit", one.units, other.units), *_places("card", one.cards, other.cards)]
    if one.deck != other.deck:
        found.append(Difference("card", "deck", f"{len(one.deck)} cards", f"{len(other.deck)} cards"))
    for what, mine, theirs in (("down", one.down, other.down), ("isolated", one.isolated, other.isolated)):
        for unit in sorted(mine ^ theirs):
            words = (what, f"not {what}") if unit in mine else (f"not {what}", what)
            found.append(Difference("unit", unit, *words))
    if one.turn != other.turn:
        before, after = (" ".join(map(str, turn)) for turn in (one.turn, other.turn))
        found.append(Difference("turn", "turn", before, after))
    for name in sorted(one.properties.keys() & other.properties.keys()):
        if one.properties[name] != other.properties[name]:
            found.append(Difference("property", name, one.properties[name], other.properties[name]))
    return tuple(found)


def _places(what: str, one: Mapping[str, Place], other: Mapping[str, Place]) -> Iterator[Difference]:
    for name in sorted(one.keys() | other.keys()):
        before, after = one.get(name), other.get(name)
        if before != after:
            yield Difference(what, name, _words(before), _words(after))


def _words(place: Place | None) -> str:
    if place is None:
        return "nowhere"
    return place.area or place.spot or place.box or "beside the board"


def _deed(step: Step) -> Step:
    """Return what a step shows; two logs of one session differ in numbers and in who is named."""
    return replace(step, number=0, shifts=tuple(replace(shift, actor=None) for shift in step.shifts))


def _progress(laid: Laid) -> tuple[int, int]:
    decisions = laid.properties.get(_DECISION, "")
    return laid.turn[0], int(decisions) if decisions.isdigit() else 0


def _is_gap(end: Laid, begin: Laid, found: Sequence[Difference]) -> bool:
    """Return whether differing tables mean that play is missing, and not that a start was edited.

    Play goes on with decisions, cards and the turn; a start that was edited differs in places of units only.
    """
    del end, begin
    return any(item.what != "unit" for item in found)
