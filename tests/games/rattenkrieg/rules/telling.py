"""A game as text that a person can read: one line an action, a picture of the table at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.actions import Action
from toolkit.games.rattenkrieg.rules.position import OFF_MAP, Position
from toolkit.games.rattenkrieg.rules.readings import owner_of
from toolkit.games.rattenkrieg.rules.sides import Side

_NOTHING = "-"


def tell(position: Position, action: Action) -> str:  # noqa: PLR0912
    """Return an action in a few words; every card is named, as a referee sees it.

    Parameters
    ----------
    position : Position
        Before the action.
    """
    match action:
        case a.Shuffle():
            return f"shuffle {len(action.order)}: {_cards(reversed(action.order))}"
        case a.Place() | a.Reinforce():
            return f"{'place' if isinstance(action, a.Place) else 'arrives'} {action.unit} {action.area}"
        case a.DealSteps():
            return f"steps {action.unit} {_cards(action.cards)}"
        case a.DealHand() | a.Draw() | a.Discard():
            return f"{_WORDS[type(action)]} {action.side.id} {_cards(action.cards)}"
        case a.ReturnT34():
            return f"T-34 returns {action.area}"
        case a.Activate():
            return f"ACT {action.unit}{' + T-34' if action.with_t34 else ''}"
        case a.Pass():
            return f"PASS {action.side.id} {action.unit or _NOTHING}"
        case a.End():
            return f"END {' '.join(action.flipped) or _NOTHING}"
        case a.Replenish():
            return f"REPLENISH {action.unit} {action.card}{_up(action.down)}"
        case a.MoveFriendly() | a.EnterEmpty() | a.EnterBattle():
            return _move(position, action)
        case a.Attack():
            return f"attack {action.unit}{' T-34 supports' if action.support else ''}"
        case a.NameDefender():
            return f"defender {action.unit}{' T-34 supports' if action.support else ''}"
        case a.PlayCard() | a.Raise():
            word = "card" if isinstance(action, a.PlayCard) else "raise"
            return f"{word} {action.side.id} {action.card} {_source(position, action.card)}" + (
                " openly" if action.face_up else ""
            )
        case a.TakeLoss():
            return f"fold {action.side.id}, card {action.folded}"
        case a.Stand():
            return f"stand {action.side.id}"
        case a.Open():
            return f"open {action.side.id}"
        case a.TakeBack():
            return f"takes back {action.side.id} {action.card}"
        case a.Retreat():
            together = " + T-34" if action.with_t34 else ""
            return f"RETREAT {action.unit}{together} > {action.area}{_up(action.down)}"
        case a.LoseStep():
            return f"LOSES STEP {action.unit} {action.card}"
        case a.Remove():
            return f"REMOVED {action.unit}"
        case a.T34Out():
            return "REMOVED T-34 instead"
        case a.Isolate():
            return f"ISOLATED {action.unit}"
        case a.Bombard() | a.AirSupport():
            word = "bombard" if isinstance(action, a.Bombard) else "air support"
            return f"event {action.card} {word} {action.target}, drawn {action.drawn}"
        case a.Sniper():
            return f"event {action.card} sniper, piled {action.taken or _NOTHING}"
        case a.ChuikovReady():
            return f"event {action.card} Chuikov, face-up {action.unit}"
        case a.AssaultGun() | a.Engineers() | a.Molotov() | a.ChuikovBattle():
            return f"event {action.card} {_WORDS[type(action)]}"
        case a.FlipUp():
            return f"face-up {' '.join(action.units)}"
        case a.EndTurn():
            won = "" if action.winner is None else f", {action.winner.id} wins"
            return f"end of turn {position.turn}{won}"
        case _:
            return _WORDS[type(action)]


_WORDS: Mapping[type, str] = MappingProxyType(
    {
        a.DealHand: "hand",
        a.Draw: "draws",
        a.Discard: "lays down",
        a.AssaultGun: "assault guns",
        a.Engineers: "engineers",
        a.Molotov: "Molotov cocktails",
        a.ChuikovBattle: "Chuikov leads",
        a.EndSetUp: "set-up is over",
        a.EndReinforcement: "arrivals are over",
        a.EndOperations: "operations are over",
        a.FightOn: "tie: fight on",
        a.Stop: "the attacker gives up",
    }
)


def _move(position: Position, action: a.MoveFriendly | a.EnterEmpty | a.EnterBattle) -> str:
    together = " + T-34" if action.with_t34 else ""
    way = f"{action.unit}{together} {position.where.get(action.unit, OFF_MAP)} > {action.area}"
    if isinstance(action, a.MoveFriendly):
        return f"move {way}"
    if isinstance(action, a.EnterEmpty):
        paid = f"{action.card} {_source(position, action.card)}" if action.card else "nothing"
        return f"enter {way}, pays {paid}"
    paid = f", pays {action.card}" if action.card else ""
    return f"BATTLE {way}{' T-34 supports' if action.support else ''}{paid}"


def _cards(cards: Iterator[str] | tuple[str, ...]) -> str:
    return " ".join(cards) or _NOTHING


def _source(position: Position, card: str) -> str:
    """Return where a card comes from: hand or step."""
    if owner_of(position, card) is None:
        return "from nowhere"
    return "hand" if any(card in hand for hand in position.hands) else "step"


def _up(down: bool) -> str:
    return "" if down else ", left face-up"


def picture(position: Position) -> Iterator[str]:
    """Yield the table in lines: who holds which area and stands there, the hands, how many cards are left.

    A unit shows its steps; ``v`` lies face-down, ``!`` is isolated.
    """
    for area in position.data.areas:
        units = []
        for unit in position.units_in(area):
            marks = ("v" if unit in position.down else "") + ("!" if unit in position.cut_off[0] else "")
            units.append(f"{unit}{marks}({','.join(position.steps[unit])})")
        holder = position.held[0][area].id
        yield f"  {area:18} {holder:7} {' '.join(units)}".rstrip()
    for side in Side:
        yield f"  hand {side.id}: {_cards(tuple(position.hands[side]))}"
    yield f"  deck {len(position.deck)}, pile {len(position.pile)}"
