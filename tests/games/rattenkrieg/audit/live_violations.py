"""Violations that can be planted in a live game of Rattenkrieg: what the mutators make of it
(`tests.violations.rattenkrieg.mutators`), as far as the keys and drags of the module can do them.
"""

from __future__ import annotations

from tests.audit.decisions.violations import Ways
from tests.violations.rattenkrieg.mutators import MUTATORS, Scene
from tests.violations.rattenkrieg.not_in_logs import NOT_IN_LOGS
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules import game as rules
from toolkit.games.rattenkrieg.rules.data import KURGAN
from toolkit.games.rattenkrieg.rules.events import uses
from toolkit.games.rattenkrieg.rules.player import Player
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.games.rattenkrieg.rules.sides import Side

_QUIET = (a.Place, a.DealSteps, a.DealHand, a.EndSetUp, a.Shuffle, a.Reinforce, a.ReturnT34)
"""What a key does by itself: nobody can do it otherwise."""
_TOGETHER = (a.Activate, a.MoveFriendly, a.EnterEmpty, a.EnterBattle, a.Retreat)


def goes_on(position: Position) -> bool:
    """Return whether there is something to do in a position."""
    try:
        Player(position, 0).next()
    except LookupError:
        return False
    return True


def doable(position: Position, action: a.Action) -> bool:  # noqa: PLR0912
    """Return whether the module's keys and drags do just this."""
    if isinstance(action, _TOGETHER) and action.with_t34 and not _takes_tank(position, action.unit):
        return False
    if isinstance(action, _QUIET) or any(
        owner(position, card) is not side for card, side in _laid(position, action)
    ):
        return False
    match action:
        case a.EnterBattle(unit=unit, area=area, with_t34=along, support=support, card=card):
            return card is None and (not support or along or _tank_helps(position, unit, area))
        case a.Attack(unit=unit, support=support):
            return not support or _beside_tank(position, unit)
        case a.TakeBack(side=side, card=card):
            laid = () if position.battle is None else position.battle.of(side)
            # The key gives it to the hand, also one of a unit's strip.  Who has no card left has none to open
            # either: what follows shows by no key.
            return len(laid) > 1 and any(each.card == card and each.source == side.id for each in laid)
        case a.Open(side=side):
            # Who has laid no card has none to open.
            return position.battle is not None and bool(position.battle.of(side))
        case a.NameDefender(side=side, unit=unit, support=support):
            return position.side(unit) is side and (not support or _beside_tank(position, unit))
        case a.Activate(unit=unit):
            # A player may think again before the unit that he named has done anything.
            again = position.act is not None and not position.act.operations
            return unit not in position.down and not again
        case a.Pass(unit=str(unit)):
            # The keys of a unit that lies face down do nothing.
            return unit not in position.down
        case a.MoveFriendly(unit=unit, area=area):
            # Where enemies stand a battle may follow: then the drag was the way into it.
            return not position.units_in(area, position.side(unit).enemy)
        case a.Replenish(unit=unit, card=card, down=down):
            room = len(position.steps[unit]) < position.data.units[unit].steps
            return down and room and position.deck[-1:] == [card] and unit not in position.down
        case a.ChuikovReady(unit=unit):
            return unit in position.down
        case a.End(flipped=flipped):
            act = position.act
            acting = () if act is None else (act.unit, position.data.tank) if act.with_t34 else (act.unit,)
            # Who goes on before the others have chosen says that they stay.
            return bool(acting) and set(flipped) == set(acting) and position.broken is None
        case a.Draw(side=side, cards=drawn):
            figures = position.data.figures
            held = position.held[0][KURGAN] is side
            limit = figures.hand_limit_mamayev if held else figures.hand_limit
            on_top = tuple(position.deck[: -len(drawn) - 1 : -1])
            return drawn == on_top and len(position.hands[side]) + len(drawn) == limit
        case a.Discard(cards=cards):
            return bool(cards)
        case a.FlipUp(units=units):
            return set(units) == position.down
        case a.EndOperations():
            return position.phase is Phase.OPERATIONS
        case a.EndTurn(winner=winner):
            return position.phase is Phase.REPLENISHMENT and winner is None
        case a.Remove(unit=unit):
            # Its cards would stay in its strip.
            return not position.steps[unit]
        case _ if isinstance(action, a.Event):
            # The module says which event a card is.
            return type(action) in uses(position.data, action.card, position.actor) and (
                not isinstance(action, a.Sniper) or action.taken in position.hands[Side.GERMAN]
            )
    return True


def _takes_tank(position: Position, unit: str) -> bool:
    """Return whether a unit and the T-34 can be dragged together: from afar they are two drags, and the T-34
    that takes itself along is one unit that moves.
    """
    return unit != position.data.tank and _beside_tank(position, unit)


def _beside_tank(position: Position, unit: str) -> bool:
    return _tank_helps(position, unit, position.where[unit])


def _tank_helps(position: Position, unit: str, area: str) -> bool:
    """Return whether the T-34 supports a unit when nobody presses a key: it does so where it stands."""
    return position.side(unit) is Side.SOVIET and position.where.get(position.data.tank) == area


def owner(position: Position, card: str) -> Side | None:
    """Return who holds a card and may touch it: in hand, as a step, or closed in a battle."""
    place = position.place_of(card)
    if place in position.steps:
        return position.side(place)
    if place == "battle" and position.battle is not None:
        return next(played.side for played in position.battle.cards if played.card == card)
    return next((side for side in Side if side.id == place), None)


def _laid(position: Position, action: a.Action) -> list[tuple[str, Side]]:
    """Return the cards on which an action presses a key, and who presses it."""
    match action:
        case (
            a.PlayCard(side=side, card=card)
            | a.Raise(side=side, card=card)
            | a.TakeBack(side=side, card=card)
        ):
            return [(card, side)]
        case a.Discard(side=side, cards=cards):
            return [(card, side) for card in cards]
        case a.LoseStep(unit=unit, card=card) | a.EnterEmpty(unit=unit, card=str(card)):
            return [(card, position.side(unit))]
        case _ if isinstance(action, a.Event):
            return [(action.card, position.actor)]
    return []


def shows(position: Position, action: a.Action, clause: str) -> bool:
    """Return whether a log shows that an action breaks a clause, whatever is done after it."""
    return not any(clause in known.clauses and known.test(position, action, ()) for known in NOT_IN_LOGS)


WAYS: Ways[Position, Scene, a.Action] = Ways(
    MUTATORS,
    Scene,
    rules.check,
    rules.apply,
    doable,
    goes_on,
    lambda position: position.turn,
    shows,
    (a.Pass, a.EndOperations),
)
