"""A small language for tests: a table in a few words, and what is said about an action on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tests.games.rattenkrieg.rules import world
from tests.rules.area_battery import Written
from tests.rules.area_table import Referee, proposed, settings
from toolkit.games.rattenkrieg.rules import game
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.cards import DECK
from toolkit.games.rattenkrieg.rules.points import READINGS
from toolkit.games.rattenkrieg.rules.position import STATE, Act, Phase, Position
from toolkit.games.rattenkrieg.rules.sides import Side

G, S = Side.GERMAN, Side.SOVIET
PROPOSED = proposed(READINGS)
_REFEREE: Referee[Position, Action] = Referee(game.check, game.apply)
verdict, said, broken = _REFEREE.check, _REFEREE.said, _REFEREE.broken
do, force = _REFEREE.do, _REFEREE.force
WRITTEN = Written(STATE.write, lambda data, found: STATE.read(found, data=data))


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
    said = {area.lstrip("-"): S if area.startswith("-") else G for area in held.split()}
    position = Position(
        world.data(settings(reading, READINGS)),
        turn,
        Phase.OPERATIONS,
        actor,
        where=where,
        down=set(down.split()),
        held=(said, said),
        steps=stacks,
        hands=hands,
        deck=[*rest, *reversed(first)],
    )
    for unit in isolated.split():
        position.isolate(unit)
    if act:
        position.act = Act(act, joint, operations)
    return position


def where(position: Position, units: Iterable[str]) -> Mapping[str, str]:
    """Return where units stand."""
    return {unit: position.where[unit] for unit in units}
