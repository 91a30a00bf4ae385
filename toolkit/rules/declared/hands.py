"""Cards in the hands of the sides: drawing them, playing them, and what holds because of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from toolkit.rules.declared import actions as a
from toolkit.rules.declared.battles import fought
from toolkit.rules.declared.position import Battle, Position
from toolkit.rules.declared.rules import Numbered
from toolkit.rules.judging import Breach
from toolkit.rules.mechanisms.cards import DECK, HAND, PLAYED, Card, Cards, Discard, HeldCard, Lasts, Part
from toolkit.rules.mechanisms.sequence import holds_in

CardAction = a.Deal | a.Reshuffle | a.Discard | a.Play


def deck_clause(position: Position, side: str) -> Numbered[Cards] | None:
    """Return the clause of a side's deck, None for a side without one."""
    return next((clause for clause in position.rules.of(Cards) if clause.rule.side == side), None)


def owner(position: Position, card: str) -> str:
    """Return whose card it is: of a deck common to the sides, who drew it last; "" for nobody."""
    return position.rules.cards[card].side or position.holders.get(card, "")


def lying(position: Position, side: str, pile: str) -> list[str]:
    """Return the cards in a side's hand, or in the deck from which it draws, or those played of it."""
    own = position.rules.cards
    there = (card for card, where in position.cards.items() if where == pile)
    if pile == HAND:
        return [card for card in there if owner(position, card) == side]
    return [card for card in there if own[card].side in ("", side)]


def lasts(position: Position, card: str) -> Lasts | None:
    """Return how long what a card is played for holds; None where no clause says it."""
    rule = kind_of(position, card)
    return None if rule is None else rule.lasts


def may_draw(position: Position, side: str) -> bool:
    """Return whether a side draws another card in this phase, from the deck or from a new one."""
    clause = deck_clause(position, side)
    if clause is None or "deal" not in position.phase.does:
        return False
    rule = clause.rule
    drawn = position.dealt.get(side, 0)
    open_ = not rule.phases or position.phase.id in rule.phases
    left = lying(position, side, DECK) or (rule.reshuffle and lying(position, side, PLAYED))
    wants = len(lying(position, side, HAND)) < rule.hand and (rule.draw is None or drawn < rule.draw)
    return open_ and wants and bool(left)


def discard_clause(position: Position, side: str) -> Numbered[Discard] | None:
    """Return the clause by which a side discards cards in this phase, None where it does not."""
    if side not in position.phase.sides:
        return None
    return next((clause for clause in position.holding(Discard) if clause.rule.side == side), None)


def to_discard(position: Position, side: str) -> int:
    """Return how many cards a side may still discard in this phase."""
    clause = discard_clause(position, side)
    if clause is None:
        return 0
    rule, held = clause.rule, len(lying(position, side, HAND))
    over = held if rule.down_to is None else max(held - rule.down_to, 0)
    return over if rule.limit is None else min(over, rule.limit - position.discarded.get(side, 0))


def judge_card(position: Position, action: CardAction) -> Iterator[Breach]:
    """Yield what it breaks to do something with cards."""
    match action:
        case a.Deal():
            return judge_deal(position, action)
        case a.Reshuffle():
            return judge_reshuffle(position, action)
        case a.Discard():
            return judge_discard(position, action)
        case a.Play():
            return judge_play(position, action)


def judge_deal(position: Position, action: a.Deal) -> Iterator[Breach]:
    """Yield what it breaks to draw a card."""
    card = position.rules.cards.get(action.card)
    if card is None:
        yield Breach(position.number(Cards), f"there is no card {action.card}")
        return
    side = card.side or action.side
    clause = deck_clause(position, side)
    number = position.number(Cards) if clause is None else clause.number
    if position.cards[card.id] != DECK:
        yield Breach(number, f"{card.name} is not in the deck")
    elif not may_draw(position, side):
        yield Breach(number, f"{position.name(side)} draws no more cards now")


def judge_reshuffle(position: Position, action: a.Reshuffle) -> Iterator[Breach]:
    """Yield what it breaks to shuffle cards into a deck: all of the pile when none is left to draw."""
    side, clause = action.side, deck_clause(position, action.side)
    number = position.number(Cards) if clause is None else clause.number
    if lying(position, side, DECK) or not may_draw(position, side):
        yield Breach(number, f"{position.name(side)} has no new deck to make now")
    elif set(action.cards) != set(lying(position, side, PLAYED)):
        yield Breach(number, f"the whole pile of {position.name(side)} becomes the deck, and nothing else")


def judge_discard(position: Position, action: a.Discard) -> Iterator[Breach]:
    """Yield what it breaks to discard a card."""
    card = position.rules.cards.get(action.card)
    if card is None:
        yield Breach(position.number(Cards), f"there is no card {action.card}")
        return
    side = owner(position, card.id)
    clause = discard_clause(position, side)
    number = position.number(Discard, Cards) if clause is None else clause.number
    if position.cards[card.id] != HAND:
        yield Breach(number, f"{card.name} is not in hand")
    elif to_discard(position, side) <= 0:
        yield Breach(number, f"{position.name(side)} discards no more cards now")


def judge_hand(position: Position, side: str) -> Iterator[Breach]:
    """Yield what it breaks that a side ends its phase: it has cards to draw, or to discard."""
    clause, discard = deck_clause(position, side), discard_clause(position, side)
    if clause is not None and may_draw(position, side):
        yield Breach(clause.number, f"{position.name(side)} has cards to draw")
    if discard is not None and discard.rule.down_to is not None and to_discard(position, side) > 0:
        yield Breach(discard.number, f"{position.name(side)} has cards to discard")


def judge_play(position: Position, action: a.Play) -> Iterator[Breach]:
    """Yield what it breaks to play a card."""
    card, rules = position.rules.cards.get(action.card), position.rules
    if card is None:
        yield Breach(position.number(Cards), f"there is no card {action.card}")
        return
    clause = next((clause for clause in rules.of(Card) if clause.rule.id == card.kind), None)
    if clause is None:
        yield Breach(position.number(Card, Cards), f"no clause says what {card.name} is played for")
        return
    side = owner(position, card.id)
    yield from _misdirected(position, action, card, clause)
    deck = deck_clause(position, side)
    if position.cards[card.id] != HAND:
        yield Breach(position.number(Cards) if deck is None else deck.number, f"{card.name} is not in hand")
        return
    if not holds_in(clause.rule, position.phase.id, position.kinds):
        yield Breach(clause.number, f"{card.name} is not played in {position.name(position.phase.id)}")
        return
    if clause.rule.lasts == "battle":
        battle = _open(position, action.targets)
        if battle is None:
            yield Breach(clause.number, "no battle there waits for a roll")
            return
        if _part(position, battle, side) not in clause.rule.part:
            yield Breach(clause.number, f"{card.name} is not played on this side of a battle")
        before: Iterable[str] = battle.cards
    else:
        if side not in position.phase.sides or side in position.ended:
            text = f"{position.name(side)} does not act in {position.name(position.phase.id)}"
            yield Breach(clause.number, text)
        before = position.played
    most = None if deck is None else deck.rule.limit
    played = sum(owner(position, other) == side for other in before)
    if deck is not None and most is not None and played >= most:
        yield Breach(deck.number, f"{position.name(side)} has played {played} here, as many as it may")


def _misdirected(
    position: Position, action: a.Play, card: HeldCard, clause: Numbered[Card]
) -> Iterator[Breach]:
    """Yield what it breaks on which unit or place a card is played, or that it is played on one at all."""
    battle = _open(position, action.targets)
    if action.on not in bearers(position, owner(position, card.id), clause.rule, battle):
        said = f"{card.name} is not played on {position.name(action.on)}"
        yield Breach(clause.number, said if action.on else f"nobody says on what {card.name} is played")


def bearers(position: Position, side: str, rule: Card, battle: Battle | None = None) -> Collection[str]:
    """Return the units or places on which a side may play a card; "" for one that is played on none.

    Of one that lasts a battle they take part in it.
    """
    if rule.played_on == "place":
        return sorted(position.board.chosen(rule.places))
    if rule.played_on is None:
        return ("",)
    there: Iterable[str] = filter(position.on_map, position.units)
    if rule.lasts == "battle" and battle is not None:
        found = fought(position, battle)
        there = [unit for unit, _, _ in (*found.attackers, *found.defenders, *found.supporters)]
    units = (position.units[unit] for unit in there)
    return [u.id for u in units if rule.units.take(u) and ("enemy", "own")[u.side == side] in rule.whose]


def kind_of(position: Position, card: str) -> Card | None:
    """Return what a card is played for; None where no clause says it."""
    kind = position.rules.cards[card].kind
    return next((clause.rule for clause in position.rules.of(Card) if clause.rule.id == kind), None)


def _open(position: Position, targets: tuple[str, ...]) -> Battle | None:
    return next((b for b in position.battles if b.targets == targets and b.waits and not b.shots), None)


def _part(position: Position, battle: Battle, side: str) -> Part:
    attacks = any(position.units[unit].side == side for unit in battle.attackers)
    return "attacker" if attacks else "defender"


def handle(position: Position, action: CardAction) -> None:
    """Carry out what is done with cards."""
    cards = position.rules.cards
    match action:
        case a.Deal(card, side) if card in cards:
            if not cards[card].side:
                position.holders[card] = side
            _goes(position, card, HAND, position.dealt)
        case a.Discard(card) if card in cards:
            _goes(position, card, PLAYED, position.discarded)
        case a.Reshuffle(_, shuffled):
            for card in cards.keys() & set(shuffled):
                position.cards[card] = DECK
                position.holders.pop(card, None)
        case a.Play():
            play(position, action)


def _goes(position: Position, card: str, pile: str, counted: dict[str, int]) -> None:
    side = owner(position, card)
    position.cards[card] = pile
    counted[side] = counted.get(side, 0) + 1


def play(position: Position, action: a.Play) -> None:
    """Let a card be played: what it stands for holds from now on."""
    known = position.rules.cards.get(action.card)
    if known is None:
        return
    position.cards[known.id] = PLAYED
    rule = kind_of(position, known.id)
    battle = _open(position, action.targets)
    if rule is None or (rule.lasts == "battle" and battle is None):
        return
    if rule.played_on is not None and battle is not None and rule.lasts == "battle":
        battle.bears.append((action.on, known.kind))
    elif rule.played_on is not None:
        position.bear(position.borne | {(action.on, known.kind): rule.lasts})
    elif rule.lasts != "battle":
        position.in_force[known.kind] = rule.lasts
    (battle.cards if rule.lasts == "battle" and battle is not None else position.played).append(known.id)


def deals(position: Position, sides: Iterable[str]) -> Iterator[a.Deal | a.Reshuffle]:
    """Yield the cards that sides could draw next, and the piles from which they make a new deck for it."""
    for side in sides:
        if may_draw(position, side):
            left = lying(position, side, DECK)
            cards = position.rules.cards
            yield from (a.Deal(card, "" if cards[card].side else side) for card in left)
            if not left:
                yield a.Reshuffle(side, tuple(lying(position, side, PLAYED)))


def discards(position: Position, sides: Iterable[str]) -> Iterator[a.Discard]:
    """Yield the cards that sides could discard."""
    for side in sides:
        if to_discard(position, side) > 0:
            yield from (a.Discard(card) for card in lying(position, side, HAND))


def plays(position: Position) -> Iterator[a.Play]:
    """Yield how cards could be played now; not all of it is legal."""
    for card, where in position.cards.items():
        if where != HAND:
            continue
        rule = kind_of(position, card)
        if rule is None:
            continue
        side = owner(position, card)
        fights = [one for one in position.battles if one.waits] if rule.lasts == "battle" else [None]
        for battle in fights:
            targets = () if battle is None else battle.targets
            yield from (a.Play(card, targets, on) for on in bearers(position, side, rule, battle))
