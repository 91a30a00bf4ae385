"""A small language for tests: a table in a few words, and what is said about an action on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tests.rules.rattenkrieg import world
from toolkit.rules.rattenkrieg import game
from toolkit.rules.rattenkrieg.actions import Action
from toolkit.rules.rattenkrieg.cards import DECK
from toolkit.rules.rattenkrieg.data import Side
from toolkit.rules.rattenkrieg.points import READINGS
from toolkit.rules.rattenkrieg.position import Act, Position, position_of
from toolkit.rules.verdict import Verdict

G, S = Side.GERMAN, Side.SOVIET
PROPOSED = {point: values[0] for point, values in READINGS.items()}


def points(text: str) -> dict[str, str]:
    """Return settings: ``"U09"`` leaves a point open, ``"U09=any-earlier"`` fixes it, others as proposed."""
    fixed = dict(PROPOSED)
    for item in text.split():
        point, _, value = item.partition("=")
        if value:
            fixed[point] = value
        else:
            del fixed[point]
    return fixed


def table(
    units: str,
    *,
    actor: Side = G,
    act: str = "",
    joint: bool = False,
    operations: int = 1,
    steps: str = "",
    german: str = "4H 9H",
    soviet: str = "5H 9S",
    deck: str = "",
    held: str = "",
    down: str = "",
    isolated: str = "",
    turn: int = 1,
    reading: str = "",
) -> Position:
    """Return a position in the middle of operations.

    Parameters
    ----------
    units : str
        ``"14pz@german_rear rifle_3@airfield"``.
    act : str
        The acting unit, with `joint` the T-34 beside it.
    steps : str
        ``"14pz:7S,8S rifle_3:2D"``.
    german, soviet : str
        The hands.
    deck : str
        The next cards, the first one first; all that is left lies below them.
    held : str
        Areas of the Germans, beside those where only they stand; ``"-area"`` for one of the Soviets.
    """
    where = dict(item.split("@") for item in units.split())
    given = dict(item.split(":") for item in steps.split())
    stacks = {unit: cards.split(",") for unit, cards in given.items()}
    first, hands = deck.split(), (german.split(), soviet.split())
    used = {*first, *hands[0], *hands[1], *(card for cards in stacks.values() for card in cards)}
    rest = [card for card in DECK if card not in used]
    position = position_of(
        world.data(points(reading)),
        where,
        steps=stacks,
        german=hands[0],
        soviet=hands[1],
        deck=[*rest, *reversed(first)],
    )
    for area in held.split():
        for control in position.held:
            control[area.lstrip("-")] = S if area.startswith("-") else G
    for unit in isolated.split():
        position.isolate(unit)
    position.down.update(down.split())
    position.turn, position.actor = turn, actor
    if act:
        position.act = Act(act, joint, operations)
    return position


def verdict(position: Position, action: Action) -> Verdict:
    """Return what is said about an action."""
    return game.check(position, action)


def said(position: Position, action: Action) -> tuple[str, ...]:
    """Return ``()`` for a legal action, the decisive rule for an illegal one, with the points if unclear."""
    found = game.check(position, action)
    return (*found.rules[:1], *found.unclear)


def broken(position: Position, action: Action) -> tuple[str, ...]:
    """Return every rule that an action breaks under the reading of its table."""
    found = game.check(position, action)
    assert not found.unclear
    return found.rules


def do(position: Position, *actions: Action) -> Position:
    """Carry legal actions out and return the position."""
    for action in actions:
        found = game.check(position, action)
        assert found.legal, f"{action}: {found}"
        game.apply(position, action)
    return position


def force(position: Position, *actions: Action) -> Position:
    """Carry actions out, legal or not."""
    for action in actions:
        game.apply(position, action)
    return position


def where(position: Position, units: Iterable[str]) -> Mapping[str, str]:
    """Return where units stand."""
    return {unit: position.where[unit] for unit in units}
