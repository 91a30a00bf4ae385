"""Logs of a game put in order: how two of its tables differ, and what that says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from toolkit.audit.decisions.reader import ReadLog
from toolkit.audit.decisions.records import Laid, Place, Step
from toolkit.audit.facts import number
from toolkit.audit.joining import Chain, Difference, Joints, Link, join
from toolkit.audit.report import Notice

_DECISION = "Step"
"""The property that counts decisions."""

_MARKED = ("Control", "Fire")
"""Values of markers that everybody sees."""

_SET = ("Isolated",)
"""Marks of units that everybody sees: set or not."""


def chain(games: Sequence[ReadLog], names: Sequence[str]) -> Chain[ReadLog]:
    """Put logs in order and join them.

    Parameters
    ----------
    names : sequence of str
        What the logs are called.
    """
    joints: Joints[ReadLog, Laid] = Joints(
        changes=lambda game: tuple(map(_change, game.steps)),
        tables=lambda game: (game.begin, game.end),
        differences=differences,
        progress=_progress,
        is_gap=_is_gap,
        without=lambda game, steps, begin: replace(game, steps=game.steps[steps:], begin=begin),
    )
    joined = join(games, names, joints)
    _settle_shuffles(joined, names)
    _pass_on_talk(joined)
    return joined


def _pass_on_talk(joined: Chain[ReadLog]) -> None:
    """Let what was said at the end of a log, a pass perhaps, come before the first step of the next one."""
    for one, two in pairwise(joined.links):
        if one.game.talk and two.game.steps and not two.gap:
            first, *rest = two.game.steps
            two.game = replace(two.game, steps=(replace(first, talk=True), *rest))


def _settle_shuffles(joined: Chain[ReadLog], names: Sequence[str]) -> None:
    """Give a shuffled deck the order in which the next log begins with it.

    Builds of VASSAL shortly before 3.6.0 leave a deck in its old order when they replay a shuffle, so that
    who goes on from such a replay plays with another order than the one in the log.  Nobody has seen a card
    of that deck by then: the order that is played with is the one that counts.  Without a shuffle another
    order is an edited start.
    """
    for one, two in pairwise(joined.links):
        if two.gap or two.differences:
            continue
        for box, deck in two.game.begin.decks.items():
            if one.game.end.decks.get(box) != deck:
                _settle(one, two, box, (names[one.log], names[two.log]), joined.notices)


def _settle(
    one: Link[ReadLog], two: Link[ReadLog], box: str, names: tuple[str, str], notices: list[Notice]
) -> None:
    before, after = names
    game = _with_deck(one.game, box, two.game.begin.decks[box])
    facts: Mapping[str, object] = {"before": before, "after": after}
    if game is None:
        two.differences = (Difference("card", box, "an order", "another order"),)
        text = f"{after} does not begin as {before} ends: its start was changed"
        facts = {**facts, "differences": [], "hidden": 1}
        notices.append(Notice("AUD034", None, text, facts, two.log, private=("hidden",)))
        return
    one.game = game
    text = (
        f"the deck lies in another order at the start of {after} than it was shuffled to in {before}: "
        "a replay in a build of VASSAL before 3.6.0 does that"
    )
    notices.append(Notice("AUD036", None, text, facts, two.log))


def _with_deck(game: ReadLog, box: str, deck: tuple[str, ...]) -> ReadLog | None:
    """Return a log whose last shuffle leaves a deck in another order; None where it holds none."""
    steps, left = list(game.steps), game.end.decks.get(box, ())
    for place, step in reversed(list(enumerate(steps))):
        order = step.decks.get(box)
        if order is not None:
            if order[: len(left)] != left:
                return None
            steps[place] = replace(step, decks={**step.decks, box: (*deck, *order[len(left) :])})
            end = replace(game.end, decks={**game.end.decks, box: deck})
            return replace(game, steps=tuple(steps), end=end)
    return None


def differences(one: Laid, other: Laid) -> tuple[Difference, ...]:
    """Return what differs between two tables; the order of decks aside."""
    found = [*_places("unit", one.units, other.units), *_places("card", one.cards, other.cards)]
    for box in sorted(one.decks.keys() | other.decks.keys()):
        mine, theirs = one.decks.get(box, ()), other.decks.get(box, ())
        if sorted(mine) != sorted(theirs):
            found.append(Difference("card", box, f"{len(mine)} cards", f"{len(theirs)} cards"))
    for unit in sorted(one.down ^ other.down):
        words = ("down", "not down") if unit in one.down else ("not down", "down")
        found.append(Difference("unit", unit, *words))
    found += _marked(one, other)
    if one.turn != other.turn:
        before, after = (" ".join(map(str, turn)) for turn in (one.turn, other.turn))
        found.append(Difference("turn", "turn", before, after))
    for name in sorted(one.properties.keys() & other.properties.keys()):
        if one.properties[name] != other.properties[name]:
            found.append(Difference("property", name, one.properties[name], other.properties[name]))
    return tuple(found)


def _marked(one: Laid, other: Laid) -> Iterator[Difference]:
    both = sorted(one.values.keys() & other.values.keys())
    for name in _SET:
        for counter in both:
            mine, theirs = (laid.value(counter, name) == "1" for laid in (one, other))
            if mine is not theirs:
                words = [name.lower() if is_set else f"not {name.lower()}" for is_set in (mine, theirs)]
                yield Difference("unit", counter, *words)
    for counter in both:
        for name in _MARKED:
            before, after = one.value(counter, name), other.value(counter, name)
            if before != after:
                yield Difference("marker", counter, before, after)


def _places(what: str, one: Mapping[str, Place], other: Mapping[str, Place]) -> Iterator[Difference]:
    for name in sorted(one.keys() | other.keys()):
        before, after = one.get(name), other.get(name)
        if before != after:
            words = ["nowhere" if place is None else place.words for place in (before, after)]
            yield Difference(what, name, *words)


def _change(step: Step) -> Step:
    """Return what a step shows; two logs of one session differ in numbers and in who is named."""
    shifts = tuple(replace(shift, actor=None) for shift in step.shifts)
    return replace(step, number=0, shifts=shifts, entries=())


def _progress(laid: Laid) -> tuple[int, int]:
    return laid.turn[0], number(laid.properties.get(_DECISION, ""))


def _is_gap(_end: Laid, _begin: Laid, found: Sequence[Difference]) -> bool:
    """Return whether differing tables mean that play is missing, and not that a start was edited.

    Play goes on with decisions, cards and the turn; a start that was edited differs in places of units only.
    """
    return any(item.what not in ("unit", "marker") for item in found)
