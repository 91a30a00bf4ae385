"""REF 3.3 and SEED 流程2(2): which cards can be played when; what every card's text asks for."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.activation import in_overrun
from toolkit.games.storm.rules.data import Card, Timing, Use, Where
from toolkit.games.storm.rules.moments import Moment, due
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.readings import controls, name
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.registry import Kind, asked, judges, rule
from toolkit.rules.rulings import Rulings

# Uses of cards that are laid before the act, or come between the declaration of a fire and its roll.
ON_SHOT = (Use.FIRE_BONUS, Use.NO_TERRAIN, Use.ATTACKER_ALLOTS)
LAYS = (*ON_SHOT, Use.OVERRUN, Use.MARCH, Use.INFILTRATE, Use.JOINT, Use.FERRY)
BEFORE_FIRE = (Timing.OWN_FIRE,)
BEFORE_MOVE = (Timing.OWN_MOVE, Timing.ACTION)


@rule(
    "REF 3.3",
    "Each side has its own deck, hand and pile; a card is played from the hand when its condition is met.",
    Kind.RESTRICTION,
)
def from_the_hand_in_time(position: Position, action: a.Play | a.Shuffle, rulings: Rulings) -> str | None:
    """Judge where a card comes from and whether it is its time; what a new deck is made of.

    Checks: That the card is in the hand of its side, that its moment is there, that a card laid for a fire or
    move is followed by one. A deck is all cards at first, later the pile, when nothing is left of it.
    Legal: The German fires, the Soviet plays Rubble, then the dice are rolled.
    Illegal: Rubble is played after the roll; a card of the pile is played.
    Unclear: St-16: whether the pile becomes the deck. St-22: whether several cards may be played with one
    act. St-29: whether cards against fire answer a bombardment by a card.
    """
    if isinstance(action, a.Shuffle):
        return _shuffled(position, action, rulings)
    card = position.data.cards[action.card]
    if card.side is not action.side or card.id not in position.hands[action.side]:
        return f"{card.name or card.id} is not in the {action.side.id} hand"
    if card.timing is None:
        return None
    return _time(position, card, rulings) or _several(position, card, rulings)


def _shuffled(position: Position, action: a.Shuffle, rulings: Rulings) -> str | None:
    deck = position.decks[action.side]
    if deck and sorted(action.order) == sorted(deck):
        return "the cards of the deck are put in another order"
    if deck:
        return f"the deck still has {len(deck)} cards"
    pile, new = position.piles[action.side], position.phase is Phase.PREPARATION
    if new and sorted(action.order) == sorted(position.data.decks[action.side]):
        return None
    if sorted(action.order) != sorted(pile) or not pile:
        return "the pile is shuffled, all of it"
    return "no new deck is made" if rulings.says("St-16", "stop") else None


def _time(position: Position, card: Card, rulings: Rulings) -> str | None:
    """Return what is wrong about the moment of a card that is no action of its own."""
    now, done, shot, toll = due(position, rulings), position.done, position.shot, position.toll
    side, idle = card.side, now.moment is not Moment.LAID and position.shot is None
    match card.timing:
        case Timing.OWN_FIRE | Timing.OWN_MOVE if card.does(Use.UNSPENT):
            fired = card.timing is Timing.OWN_FIRE
            if idle and done is not None and done.side is side and bool(done.path) is not fired:
                return None
            return "there was no own fire just now" if fired else "there was no own move just now"
        case Timing.OWN_FIRE if shot is not None:
            own = shot.side is side and shot.units
            return (
                None if own and (card.effect is None or card.does(*ON_SHOT)) else "it is laid before the fire"
            )
        case Timing.OWN_MOVE:
            late = shot is not None or (now.moment is Moment.LAID and in_overrun(position, side))
            return "it is laid before the move" if late else None
        case Timing.ENEMY_FIRE:
            if shot is None or shot.side is side:
                return "there is no enemy fire to answer"
            barred = not shot.units and rulings.says("St-29", "no")
            return "a bombardment by a card is not answered" if barred else None
        case Timing.ENEMY_LOSS:
            hit = toll is not None and toll.rolled and toll.victim is side and now.moment is Moment.LOSSES
            return None if hit else "there are no losses by a roll"
        case Timing.ENEMY_MOVE:
            moved = idle and done is not None and done.side is side.enemy and done.path
            return None if moved else "the enemy has not just moved"
    return None


def _several(position: Position, card: Card, rulings: Rulings) -> str | None:
    """Return whether a second card is played with one act (St-22); the act's own card does not count."""
    before: Sequence[str] = ()
    match card.timing:
        case Timing.OWN_FIRE | Timing.OWN_MOVE:
            source = position.shot or (position.done if card.does(Use.UNSPENT) else None)
            before = source.cards if source is not None else [laid.card for laid in position.laid]
        case Timing.ENEMY_FIRE if position.shot is not None:
            before = position.shot.cards
        case Timing.ENEMY_LOSS if position.toll is not None:
            before = position.toll.cards
        case Timing.ENEMY_MOVE if position.done is not None:
            before = position.done.cards
    known = position.data.cards
    wanted = (card.timing,) if card.timing is Timing.ENEMY_LOSS else tuple(set(Timing) - {Timing.ACTION})
    same = [id for id in before if known[id].side is card.side and known[id].timing in wanted]
    return "one card is played with one act" if same and rulings.says("St-22", "one") else None


@judges("REF 3.3")
def laid_for_this(position: Position, action: a.Move | a.Fire, _rulings: Rulings) -> str | None:
    """Judge that a card laid for a fire is followed by a fire, one for a move by a move."""
    wanted = BEFORE_FIRE if isinstance(action, a.Fire) else BEFORE_MOVE
    cards = position.data.cards
    wrong = [laid.card for laid in position.laid if cards[laid.card].timing not in wanted]
    return f"{cards[wrong[0]].name} was laid for another act" if wrong else None


@rule("SEED 流程2(2)", "An action of cards: a card is played as the impulse.", Kind.PROCEDURE)
def as_the_impulse(position: Position, action: a.Play, rulings: Rulings) -> str | None:
    """Judge a card that is an action: it is the only one of its impulse.

    Checks: That no other act is under way. Cards played out of impulses stand here as well.
    Legal: The Soviet plays his gunboats instead of moving or firing.
    Illegal: He plays them while the German's fire waits for its roll, or beside another action card.
    """
    card = position.data.cards[action.card]
    if card.timing is not Timing.ACTION:
        return None
    if position.shot is not None or due(position, rulings).moment is Moment.LAID:
        return f"{card.name} is an action of its own"
    return None


@asked("CARD where", "What a card's text asks of the area that it is about.", Kind.RESTRICTION)
def about_this_area(position: Position, card: Card, area: str, rulings: Rulings) -> str | None:
    """Judge the area that a card is about.

    Checks: Its name, terrain, place on the river, worth, control, and own units in it or beside it.
    Legal: A card for riverside areas bombards the Works.
    Illegal: It bombards the Park.
    Unclear: St-21, St-14: by control alone.
    """
    wish, found = card.where, position.data.areas.get(area)
    if wish == Where():
        return None
    if found is None:
        return "no area is named"
    side = card.side
    facts: list[tuple[bool | None, bool, str]] = [
        (wish.riverside, found.riverside, "on the river"),
        (wish.victory, found.victory, "a victory area"),
        (wish.own_units, bool(position.units_in(area, side)), "with own units"),
        (wish.beside_own, _beside(position, area, side), "beside own units"),
    ]
    for wanted, holds, text in facts:
        if wanted is not None and wanted is not holds:
            place = name(position, area)
            return f"{place} is not {text}" if wanted else f"{place} is {text}"
    if wish.areas and area not in wish.areas:
        return f"it is not for {name(position, area)}"
    low, high = wish.terrain_least, wish.terrain_most
    if (low is not None and found.terrain < low) or (high is not None and found.terrain > high):
        return f"it is not for terrain of {found.terrain}"
    if wish.own_control is not None and wish.own_control is not controls(position, side, area, rulings):
        place = name(position, area)
        return f"{place} is not under own control" if wish.own_control else f"{place} is under own control"
    return None


def _beside(position: Position, area: str, side: Side) -> bool:
    """Return whether own units stand next to an area, in a ferry box beside it as well."""
    return any(
        area in position.data.neighbours[near] and position.units_in(near, side)
        for near in position.data.areas
    )


@asked("CARD units", "What a card's text asks of the units that it is for.", Kind.RESTRICTION)
def for_these_units(position: Position, card: Card, units: Sequence[str]) -> str | None:
    """Judge the units that act with a card, or that it is for.

    Checks: Their class, their division and their number.
    Legal: Two motorised units march with a card for two.
    Illegal: Three do, or infantry with it.
    """
    known = position.data.units
    for unit in units:
        if card.classes and known[unit].kind not in card.classes:
            return f"{name(position, unit)} is {known[unit].kind}"
        if card.division and known[unit].division != card.division:
            return f"{name(position, unit)} is not of {card.division}"
    if card.most and len(units) > card.most:
        return f"{len(units)} units, not {card.most}"
    return None


@asked(
    "CARD cost",
    "What a card costs beside itself: other cards, or a fresh unit that becomes spent.",
    Kind.RESTRICTION,
)
def price_paid(position: Position, card: Card, paid: Sequence[str]) -> str | None:
    """Judge what was paid for a card; where the unit stands is judged with the area.

    Checks: The number of cards and that they are in hand; side, class and face of the unit.
    Legal: One other card of the hand is laid on the pile.
    Illegal: None is; a spent unit is named.
    """
    if card.spends:
        units = position.data.units
        unit = units.get(paid[0]) if len(paid) == 1 else None
        if unit is None or unit.side is not card.side or unit.kind != card.spends:
            return f"it costs a fresh {card.spends} unit"
        fresh = position.on_map(unit.id) and unit.id not in position.spent
        return None if fresh else f"{name(position, unit.id)} cannot be spent"
    hand = set(position.hands[card.side]) - {card.id}
    if len(set(paid)) != card.discards or len(paid) != card.discards or not set(paid) <= hand:
        return f"it costs {card.discards} cards of the hand"
    return None


def far_from(
    position: Position, card: Card, paid: Sequence[str], area: str, group: Sequence[str]
) -> str | None:
    """Return what is wrong about the unit spent for a card, once the area and the acting units are known."""
    if not card.spends or len(paid) != 1 or area not in position.data.areas:
        return None
    if paid[0] in group:
        return f"{name(position, paid[0])} acts itself"
    at = position.where.get(paid[0], "")
    near = at == area or area in position.data.neighbours.get(at, ())
    return None if near else f"{name(position, paid[0])} is not in or next to {name(position, area)}"


def shuffle(position: Position, action: a.Shuffle) -> None:
    """Make a new deck of these cards; they leave the pile."""
    deck, pile = position.decks[action.side], position.piles[action.side]
    free = set(position.data.decks[action.side]).difference(position.hands[action.side])
    new = [card for card in dict.fromkeys(action.order) if card in free]
    deck[:] = [card for card in deck if card not in new] + new
    pile[:] = [card for card in pile if card not in new]
