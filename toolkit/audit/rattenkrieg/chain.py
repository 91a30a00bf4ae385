"""Logs of Rattenkrieg put in order: how two of its tables differ, and what that says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from toolkit.audit.joining import Chain, Difference, Joints, join
from toolkit.audit.rattenkrieg.reader import ReadLog
from toolkit.audit.rattenkrieg.records import Laid, Place, Step
from toolkit.audit.report import Notice

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
    joined = join(games, names, joints)
    _settle_shuffles(joined, names)
    return joined


def _settle_shuffles(joined: Chain[ReadLog], names: Sequence[str]) -> None:
    """Give a shuffled deck the order in which the next log begins with it.

    VASSAL 3.6 leaves a deck in its old order when it replays a shuffle, so that who goes on from such a
    replay plays with another order than the one in the log.  Nobody has seen a card of that deck by then: the
    order that is played with is the one that counts.  Without a shuffle another order is an edited start.
    """
    for one, two in pairwise(joined.links):
        begin = two.game.begin.deck
        if two.gap or two.differences or one.game.end.deck == begin:
            continue
        before, after = names[one.log], names[two.log]
        game = _with_deck(one.game, begin)
        if game is None:
            two.differences = (Difference("card", "deck", "an order", "another order"),)
            text = f"{after} does not begin as {before} ends: its start was changed"
            facts = {"before": before, "after": after, "differences": [], "hidden": 1}
            joined.notices.append(Notice("AUD034", None, text, facts, two.log))
            continue
        one.game = game
        text = (
            f"the deck lies in another order at the start of {after} than it was shuffled to in {before}: "
            "a replay in VASSAL 3.6 does that"
        )
        joined.notices.append(Notice("AUD036", None, text, {"before": before, "after": after}, two.log))


def _with_deck(game: ReadLog, deck: tuple[str, ...]) -> ReadLog | None:
    """Return a log whose last shuffle leaves a deck in another order; None where it holds none."""
    steps, left = list(game.steps), game.end.deck
    for place, step in reversed(list(enumerate(steps))):
        if step.deck is not None:
            if step.deck[: len(left)] != left:
                return None
            steps[place] = replace(step, deck=(*deck, *step.deck[len(left) :]))
            return replace(game, steps=tuple(steps), end=replace(game.end, deck=deck))
    return None


def differences(one: Laid, other: Laid) -> tuple[Difference, ...]:
    """Return what differs between two tables; the order of the deck aside."""
    found = [*_places("unit", one.units, other.units), *_places("card", one.cards, other.cards)]
    if sorted(one.deck) != sorted(other.deck):
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
