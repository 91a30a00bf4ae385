"""Violations that can be planted in a live game of Storm: what the mutators make of it
(`tests.violations.storm.mutators`), as far as the keys and drags of the module can do them.
"""

from __future__ import annotations

from tests.audit.decisions.violations import Ways
from tests.violations.storm.mutation_bench import judged
from tests.violations.storm.mutators import MUTATORS, Scene
from tests.violations.storm.not_in_logs import NOT_IN_LOGS
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules import game as rules
from toolkit.games.storm.rules.cards import LAYS
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.player import Player
from toolkit.games.storm.rules.position import ELIMINATED, Phase, Position
from toolkit.games.storm.rules.sides import Side

_BY_ITSELF = (a.Begin, a.OpenBids, a.Roll)
"""What the module or chance does: the bids are opened as they are, and nobody chooses the dice."""
_NAMING = (Use.RALLY, Use.UNSPENT, Use.REPLACE)
_AIMED = (Use.BOMBARD, Use.SNIPE)
_PHASES = {
    a.EndDraw: Phase.DRAW,
    a.EndImpulses: Phase.IMPULSES,
    a.EndHands: Phase.HANDS,
    a.EndTurn: Phase.ARRIVALS,
}


def goes_on(position: Position) -> bool:
    """Return whether there is something to do in a position."""
    try:
        Player(position, 0).next()
    except LookupError:
        return False
    return True


def doable(position: Position, action: a.Action) -> bool:
    """Return whether the module's keys and drags do just this."""
    if isinstance(action, _BY_ITSELF):
        return False
    if type(action) in _PHASES and position.phase is not _PHASES[type(action)]:
        # The turn track goes from phase to phase.
        return False
    if isinstance(action, a.Pass | a.Move | a.Fire) and position.shot is not None and position.shot.units:
        # The module turns firers over with the roll: whoever goes on without one leaves them fresh.
        return False
    if isinstance(action, a.Bid | a.Shuffle | a.Draw | a.Discard):
        return _off_map(position, action)
    match action:
        case a.Play():
            return _playable(position, action)
        case a.Move(units=units):
            # What is dragged onto the map from beside it arrives: it does not move.
            return all(position.on_map(unit) for unit in units)
        case a.Fire(units=units, target=target):
            # Nobody fires at a ferry box: the Attack marker says nothing there.
            return bool(units) and target not in position.data.ferries
        case a.Spend(unit=unit) | a.Drive(unit=unit):
            # What a point buys is said by the face of the unit on which the key is pressed.
            return unit not in position.spent
        case a.Retreat(unit=unit):
            return unit in position.spent
        case a.Withdraw(unit=unit, instead_of=black):
            # A unit that is black leaves for itself, any other for a black one that is eliminated.
            other = position.where[black] == ELIMINATED and unit not in position.data.black
            german = position.side(unit) is Side.GERMAN and position.on_map(unit)
            return german and (unit == black or other)
        case a.EndTurn(winner=winner):
            return winner is None and position.turn < position.data.last_turn
    return True


def _off_map(position: Position, action: a.Bid | a.Shuffle | a.Draw | a.Discard) -> bool:
    match action:
        case a.Bid(bidder=bidder, target=target):
            # A sealed bid stays; the key counts from 1 to the number of victory areas.
            return bidder not in position.bids and 1 <= target <= len(position.data.victory_areas)
        case a.Shuffle(side=side, order=order):
            # All cards that lie open go back, and those of the deck are shuffled with them.
            return bool(order) and set(order) == set(position.piles[side])
        case a.Draw(side=side, cards=cards):
            top = position.decks[side][-len(cards) :] if cards else []
            return bool(cards) and list(reversed(top)) == list(cards)
        case a.Discard(side=side, cards=cards):
            return set(cards) <= set(position.hands[side])


def _playable(position: Position, action: a.Play) -> bool:
    """Return whether a card lies in the hand of who plays it, and the keys say all that the play names."""
    hand, card = position.hands[action.side], position.data.cards[action.card]
    if action.card not in hand or card.effect is None:
        return False
    if any(paid in position.data.cards and (paid not in hand or paid == card.id) for paid in action.paid):
        return False
    if action.units and not card.does(*_NAMING):
        return False
    if card.does(*_AIMED) and action.area in position.data.ferries:
        return False
    return action.area == "" or card.does(*_AIMED, *_NAMING)


def shows(position: Position, action: a.Action, clause: str) -> bool:
    """Return whether a log shows that an action breaks a clause."""
    done = position.done
    if isinstance(action, a.Play) and done is not None and done.side is action.side:
        lays = position.data.cards[action.card].does(*LAYS)
        if lays:
            return False  # right after an act of one's own a card is laid for that
    hides = (entry for entry in NOT_IN_LOGS if not entry.clauses or clause in entry.clauses)
    return not any(entry.test(position, action) for entry in hides)


WAYS: Ways[Position, Scene, a.Action] = Ways(
    MUTATORS,
    Scene,
    judged,
    rules.apply,
    doable,
    goes_on,
    lambda position: position.turn,
    shows,
    (a.Pass, a.EndImpulses),
)
