"""What cards do to a move or fire that they are laid for."""

from __future__ import annotations

from toolkit.games.storm.rules.activation import Act, divisions, start_of
from toolkit.games.storm.rules.data import Card, Use
from toolkit.games.storm.rules.position import Position
from toolkit.games.storm.rules.readings import laid_for
from toolkit.rules.registry import Kind, asked, rule

JOINED = 2


@rule("CARD march", "The group that moves has so many points more.", Kind.EFFECT)
def extra_movement(position: Position) -> int:
    """Return the movement points that laid cards give.

    Checks: Nothing of its own: what a move costs is held against them.
    Legal: Infantry with 2 and a card of 2 go four areas.
    Illegal: They go five.
    """
    effects = [position.data.cards[id].effect for id in laid_for(position, Use.MARCH)]
    return sum(effect.amount for effect in effects if effect is not None)


@rule(
    "CARD infiltrate", "The group that moves pays nothing extra for enemies and enemy control.", Kind.EFFECT
)
def pays_no_extra(position: Position) -> bool:
    """Return whether a laid card takes the extra costs away.

    Checks: Nothing of its own: what a move costs follows from it.
    Legal: A unit with 1 point enters an area with Germans.
    Illegal: It does so without the card.
    """
    return bool(laid_for(position, Use.INFILTRATE))


@asked("CARD overrun", "A group moves one area and fires from there in the same action.", Kind.RESTRICTION)
def one_area_only(_position: Position, card: Card, _act: Act, path: tuple[str, ...]) -> str | None:
    """Judge the move of an overrun.

    Checks: That it goes one area. The fire that follows is an action of the same units.
    Legal: Tanks enter the House and fire on the Soviets in it.
    Illegal: They go two areas and fire.
    """
    if not card.does(Use.OVERRUN) or len(path) == 1:
        return None
    return "an overrun goes one area"


@asked("CARD joint", "Units of two divisions act together.", Kind.RESTRICTION)
def two_divisions(position: Position, card: Card, act: Act, _path: tuple[str, ...]) -> str | None:
    """Judge a group of several divisions.

    Checks: That no more than two act together.
    Legal: Regiments of 71 and 29 fire together.
    Illegal: Those of 71, 29 and 94 do.
    """
    if not card.does(Use.JOINT) or len(divisions(position, act.units)) <= JOINED:
        return None
    return "more than two divisions act together"


@asked("CARD ferry", "So many units leave one ferry box together.", Kind.RESTRICTION)
def out_of_one_box(position: Position, card: Card, act: Act, _path: tuple[str, ...]) -> str | None:
    """Judge a group that leaves a ferry box by a card.

    Checks: That it starts in a box, and its number.
    Legal: Three units leave the northern box.
    Illegal: Four do.
    """
    if not card.does(Use.FERRY) or card.effect is None:
        return None
    if start_of(position, act) not in position.data.ferries:
        return "the card is for units in a ferry box"
    most = card.effect.amount
    return f"{len(act.units)} units leave, not {most}" if len(act.units) > most else None


ON_ACT = (one_area_only, two_divisions, out_of_one_box)
