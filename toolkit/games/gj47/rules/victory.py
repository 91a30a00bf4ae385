"""Chapter 15: victory."""

from __future__ import annotations

from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.basics import in_enemy_zoc
from toolkit.games.gj47.rules.control import holds
from toolkit.games.gj47.rules.course import Cause, Loss, Phase
from toolkit.games.gj47.rules.lines import ends_beside, reaches
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.readings import Asked, settle
from toolkit.games.gj47.rules.sequence import next_turn
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule
from toolkit.rules.rulings import Rulings


def points(position: Position, rulings: Rulings) -> int:
    """Return the victory points of the Axis."""
    return hex_points(position, rulings) - lost_points(position, rulings)


@rule(
    "15.0(1)",
    "The Axis scores 10 for each VP hex that it controls and that has a line of communication.",
    Kind.VICTORY,
)
def hex_points(position: Position, rulings: Rulings) -> int:
    """Return the points of the VP hexes.

    Checks: Control and line of each VP hex. Four of them are Axis when the game starts, worth 40 points.
    Legal: Voronezh under control and six hexes from a connected railway counts 10.
    Illegal: Counting Astrakhan, reached by a corps without a line; or points for the Soviets.
    Unclear: U-57: an empty VP hex in an enemy zone. U-65, settled by the text of 3.3(1): players who let a
    line enter any zone answer U-57 by it. U-44, settled too: four hexes of 10. The others are those of
    control (U-33) and of lines (U-15, U-22, U-34, U-37, U-56, U-66).
    """
    each = position.data.charts.victory.hex_points
    return each * sum(scores(position, h, rulings) for h in sorted(position.data.board.vp_hexes))


def scores(position: Position, h: int, rulings: Rulings) -> bool:
    """Return whether a VP hex counts for the Axis now."""
    if not holds(position, Owner.AXIS, h, rulings):
        return False
    if reaches(position, Owner.AXIS, h, rulings):
        return True
    empty = not any(position.present[owner][h] for owner in Owner)
    if not empty or not in_enemy_zoc(position, Owner.AXIS, h, Asked(rulings)):
        return False
    return settle(rulings, lambda reading: ends_beside(position, h, reading, rulings)) and _may_end(rulings)


def _may_end(rulings: Rulings) -> bool:
    """Return whether a line may end in an empty VP hex in an enemy zone.

    Players who let lines enter any zone (U-65) have answered the question of U-57, unless they fixed it.
    """
    values = rulings.points.values
    if len(values["U-57"]) > 1 and "U-65" in values and rulings.says("U-65", "may-enter"):
        return True
    return rulings.says("U-57", "open")


@rule("15.0(2)", "Units of the Axis removed by combat or the supply check cost it points.", Kind.VICTORY)
def lost_points(position: Position, rulings: Rulings) -> int:
    """Return the points that removed Axis units cost.

    Checks: Every removal of the game; withdrawn divisions and those in the rail box cost nothing.
    Legal: A panzer division and an infantry division lost: 3 points.
    Illegal: Counting a withdrawn panzer division.
    Unclear: U-43: headquarters of the allies, and one lost twice. U-53: units lost while retreating.
    """
    counted: set[int] = set()
    total = 0
    for loss in position.losses:
        if position.data.units[loss.unit].owner is Owner.AXIS:
            total += _price(position, loss, rulings, again=loss.unit in counted)
            counted.add(loss.unit)
    return total


def _price(position: Position, loss: Loss, rulings: Rulings, *, again: bool) -> int:
    kind = position.data.units[loss.unit]
    price = price_of(position, loss.unit)
    if not price or (loss.cause is Cause.RETREAT and not rulings.says("U-53", "yes")):
        return 0
    if kind.headquarters and (kind.allied or again):
        value = rulings.of("U-43")
        if (kind.allied and value == "german-only") or (again and value == "once"):
            return 0
    return price


@rule("15.0(2)1", "A German mechanised combat unit costs 2.", Kind.VICTORY)
@rule("15.0(2)2", "A German combat unit that is not mechanised costs 1.", Kind.VICTORY)
@rule("15.0(2)3", "A combat unit of the allies costs nothing.", Kind.VICTORY)
@rule("15.0(2)4", "A headquarters costs 2.", Kind.VICTORY)
def price_of(position: Position, unit: int) -> int:
    """Return the price of an Axis unit by its kind.

    Checks: Panzer, motorised and SS divisions; infantry, Jäger, mountain and security divisions; Hungarian,
    Romanian and Italian divisions, mechanised ones too; headquarters, although they come back.
    Legal: A panzer division costs 2, an infantry division 1. The Italian Eighth Army loses five divisions: no
    points. The headquarters of 6A is lost twice: 4 points.
    Illegal: A panzer division costs 1, an infantry division nothing, a Romanian armoured division 2, a
    headquarters nothing because it returned.
    Unclear: U-43: headquarters of the allies, and the second loss.
    """
    kind = position.data.units[unit]
    if kind.headquarters:
        name = "hq"
    elif kind.allied:
        name = "allied"
    else:
        name = "german_mechanised" if kind.mechanised else "german_other"
    return position.data.charts.victory.losses[name]


@rule(
    "15.0(3)", "At the end of any turn the Axis wins with 85 points or more, and the game ends.", Kind.VICTORY
)
def axis_wins(position: Position, action: a.EndTurn, rulings: Rulings) -> str | None:
    """Judge an Axis victory, claimed or passed over.

    Checks: The points when the cup is empty, before the turn marker moves.
    Legal: 86 points at the end of turn 6: the Axis has won.
    Illegal: A victory claimed with 80 points; or the game goes on with 86.
    Unclear: U-45, which the text settles: the moment. What makes the points is under 15.0(1) and 15.0(2).
    """
    now = points(position, rulings)
    enough = now >= position.data.charts.victory.needed
    if enough == (action.winner is Owner.AXIS):
        return None
    return f"the Axis has {now} points"


@rule("15.0(4)", "When turn 9 has ended without that, the Soviets win.", Kind.VICTORY)
def soviets_win(position: Position, action: a.EndTurn, _rulings: Rulings) -> str | None:
    """Judge a Soviet victory, claimed or passed over.

    Checks: The number of the turn; points are for 15.0(3) to say.
    Legal: Turn 9 ends with 70 Axis points: the Soviets have won.
    Illegal: The Soviets claim victory on turn 5, or a tenth turn is played.
    """
    last = _is_last(position)
    if action.winner is Owner.SOVIET and not last:
        return "the Soviets win after the last turn only"
    if action.winner is None and last:
        return "the game is over after the last turn"
    return None


def _is_last(position: Position) -> bool:
    return position.turn.number >= len(position.data.charts.turn_track)


def winner(position: Position, rulings: Rulings) -> Owner | None:
    """Return who has won when the turn ends now, None when the game goes on."""
    if points(position, rulings) >= position.data.charts.victory.needed:
        return Owner.AXIS
    return Owner.SOVIET if _is_last(position) else None


def end_turn(position: Position, action: a.EndTurn) -> None:
    """Begin the next turn, or end the game as the players said; after the last turn it is over."""
    if action.winner is not None or _is_last(position):
        position.turn = replace(position.turn, phase=Phase.OVER, command=None, winner=action.winner)
    else:
        position.turn = next_turn(position.turn)
