"""Cards: played with their price, their area and their units; drawn, laid down, shuffled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType

from toolkit.audit.actor import Actor, Known
from toolkit.audit.decisions.records import Shift, Step, Told
from toolkit.games.storm.audit.story import SIDES, Done, Finish, Held, Story, Word, joined
from toolkit.games.storm.audit.vocabulary import deck_side, is_pile
from toolkit.games.storm.audit.words import guessing, inferred, laid, later
from toolkit.games.storm.audit.words.aiming import targets_of
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import Timing, Use
from toolkit.games.storm.rules.position import ELIMINATED, Phase
from toolkit.games.storm.rules.sequence import begins_act
from toolkit.games.storm.rules.sides import Side

_UNSEEN = "the log does not show which losses it answers"
_AIMLESS = "the log does not show which area was fired on"
UNITS = (Use.RALLY, Use.REPLACE, Use.UNSPENT)
_LATE = 4


@dataclass(frozen=True, slots=True)
class Played(Held):
    """A card that was played.

    Attributes
    ----------
    before : Held or None
        What was under way when a card for it was laid.
    carried_out : bool
        Whether the table that the log begins with shows already what it does.
    targets : tuple of str
        Where nobody names an area that it fires on, those that it may be, the likeliest first; "" before them
        where nothing shows which one.
    """

    side: Side = Side.GERMAN
    card: str = ""
    area: str = ""
    units: tuple[str, ...] = ()
    paid: tuple[str, ...] = ()
    before: Held | None = None
    carried_out: bool = False
    targets: tuple[str, ...] = ()

    def owes_cards(self, story: Story) -> bool:
        """Return whether cards are still to be laid down for it."""
        known = story.position.data.cards.get(self.card)
        return known is not None and known.discards > len(self.paid)

    def about(self, story: Story, *uses: Use) -> bool:
        """Return whether the card does one of these."""
        known = story.position.data.cards.get(self.card)
        return known is not None and known.does(*uses)


@dataclass(frozen=True, slots=True)
class Drawn(Held):
    """Cards that are drawn one by one because a card says so."""

    side: Side = Side.GERMAN
    cards: tuple[str, ...] = ()


def side_of_card(story: Story, card: str, by: str = "") -> Side | None:
    """Return who plays or lays down a card: who pressed its key, else its side.

    Cards in a hand hear their own side's keys only, so that nobody does this for the other player.
    """
    known = story.position.data.cards.get(card)
    said = story.side_named(by)
    return said if said is not None or known is None else known.side


def play(story: Story, step: Step, told: Told) -> Iterator[Done]:
    """Hold a card that is played until all that belongs to it was seen."""
    side = side_of_card(story, told.counter, told.by)
    story.taken.add(told.counter)
    if side is None or story.taken_again(told.counter):
        return
    card = story.position.data.cards.get(told.counter)
    before = None
    paid, story.prepaid = tuple(story.prepaid), []
    if not isinstance(story.held, Played | Drawn) and laid.is_for(story, story.held, card, side):
        # A card for an act that is under way counts as laid before it.
        before, story.held = story.held, None
    else:
        yield from story.flush()
    late = before is None and laid.comes_late(story, card, side)
    if _begins(story, side, told.counter) and not late:
        yield from later.before_impulse(story, step, side)
    actor = story.by(told, side)
    targets = () if card is None or story.fires_by_key else targets_of(story, card)
    story.held = Played((step.number,), actor, side, told.counter, paid=paid, before=before, targets=targets)
    story.played = True


def _cleared(story: Story, step: Step, told: Told) -> Iterator[Done]:
    """Take a card that is cleared away and yet lies where it lay as played from there once more."""
    if not any(shift.counter == told.counter for shift in step.shifts):
        yield from play(story, step, told)


def _begins(story: Story, side: Side, card: str) -> bool:
    position = story.position
    if card not in position.data.cards:
        return position.phase is Phase.IMPULSES
    return begins_act(position, a.Play(side, card))


def _pay_card(story: Story, step: Step, told: Told) -> Iterator[Done]:
    yield from lay_down(story, step, told.counter, told)


def lay_down(
    story: Story, step: Step, card: str, told: Told | None = None, hand: Actor | None = None
) -> Iterator[Done]:
    """Yield or hold a card of the hand that goes to the pile: a price, or a discard."""
    held, side = story.held, side_of_card(story, card, "" if told is None else told.by)
    story.taken.add(card)
    if side is None or story.taken_again(card):
        return
    # Who plays a card and takes the price out of the other hand pays with that.
    payers = (side, None if hand is None or not story.two_hands else SIDES.get(hand.side or ""))
    if isinstance(held, Played) and held.side in payers and held.owes_cards(story):
        story.held = replace(held, paid=(*held.paid, card), steps=joined(held.steps, step.number))
        return
    if told is not None and told.act == "pay":
        if isinstance(held, Played) and held.side is side:
            story.held = replace(held, paid=(*held.paid, card), steps=joined(held.steps, step.number))
        else:
            story.prepaid.append(card)
        return
    yield from story.flush()
    if story.position.phase is Phase.IMPULSES and _ends_now(story):
        yield from inferred.before_hands(story, step)
    actor = story.by(told, side) if told is not None else hand or Actor(side.id, Known.INFERRED)
    yield story.one(step, actor, a.Discard(side, (card,)))


def _ends_now(story: Story) -> bool:
    """Return whether cards that are laid down or drawn now belong to the end of the turn."""
    position = story.position
    free = position.shot is None and not position.laid and position.owed is None
    return free and not story.goes_on and inferred.ends_here(story)


def _pay_unit(story: Story, step: Step, told: Told) -> Iterator[Done]:
    held = story.held
    if isinstance(held, Played):
        story.held = replace(held, paid=(*held.paid, told.counter), steps=joined(held.steps, step.number))
    else:
        story.prepaid.append(told.counter)
    return iter(())


def _pay(story: Story, step: Step, told: Told) -> Iterator[Done]:
    return (_pay_card if told.kind == "card" else _pay_unit)(story, step, told)


def shown_late(story: Story, side: Side | None, *uses: Use) -> Iterator[Done]:
    """Play a card of a side that is laid down only after what it does was done."""
    if side is None or story.position.phase is not Phase.IMPULSES or isinstance(story.held, Played):
        return
    known = story.position.data.cards
    for step in islice(story.ahead(), _LATE):
        for shift in step.shifts:
            card = known.get(shift.counter)
            if card is None or card.side is not side or not is_pile(shift.target) or not card.does(*uses):
                continue
            story.foreseen.add((step.number, card.id))
            yield from play(story, step, Told(card.id, "card", "play", ""))
            return
        if step.told and any(one.act not in ("turn", "draw_one", "return", "ready") for one in step.told):
            return


def leave_out(story: Story, unit: str) -> bool:
    """Count a unit no longer to those that the card in play is for; return whether it was one of them."""
    held = story.held
    if not isinstance(held, Played) or unit not in held.units:
        return False
    rest = tuple(one for one in held.units if one != unit)
    story.held = replace(held, units=rest, area=held.area if rest else "")
    return True


def name_unit(story: Story, step: Step, unit: str, area: str = "") -> bool:
    """Count a unit to those that the card in play is for; return whether there is such a card."""
    held = story.held
    if not isinstance(held, Played) or not held.about(story, *UNITS):
        return False
    if story.position.where.get(unit) == ELIMINATED and not held.about(story, Use.REPLACE):
        return False
    units = held.units if unit in held.units else (*held.units, unit)
    here = area or story.position.where.get(unit, "")
    rally = held.about(story, Use.RALLY)
    named = held.area if rally and held.area else here if not held.about(story, Use.UNSPENT) else ""
    story.held = replace(held, units=units, area=named, steps=joined(held.steps, step.number))
    return True


def _ready(story: Story, step: Step, told: Told) -> Iterator[Done]:
    name_unit(story, step, told.counter)
    return iter(())


def _return(story: Story, step: Step, told: Told) -> Iterator[Done]:
    place = next((shift.target.area for shift in step.shifts if shift.counter == told.counter), "")
    name_unit(story, step, told.counter, place)
    if place:
        story.taken.add(told.counter)
    return iter(())


def returns(story: Story, unit: str) -> bool:
    """Return whether a unit's key has said that the card in play brings it back, from wherever it is."""
    held = story.held
    return isinstance(held, Played) and held.about(story, Use.REPLACE) and unit in held.units


def lies_for(story: Story, unit: str, *uses: Use) -> bool:
    """Return whether a card of a unit's side lies in play that does one of these."""
    lying = (card for card, place in story.table.cards.items() if place.box.startswith("played-"))
    known = (story.position.data.cards[card] for card in lying if card in story.position.data.cards)
    return any(card.does(*uses) and card.side is story.side_of(unit) for card in known)


def _back(story: Story, step: Step, told: Told) -> Iterator[Done]:
    # The card has sent it back already; where it is dragged is no decision.
    story.taken.add(told.counter)
    del step
    return iter(())


def drawn(story: Story, step: Step) -> Iterator[Done]:
    """Yield the shuffles of a step and the cards that went from decks into hands in it, in their order."""
    hands: dict[Side, list[str]] = {}
    for shift in step.shifts:
        side = SIDES.get(shift.target.hand)
        seen = (step.number, shift.counter) in story.foreseen
        if shift.kind == "card" and side is not None and not seen and _comes_anew(story, shift):
            hands.setdefault(side, []).append(shift.counter)
            story.taken.add(shift.counter)
    shuffled = {SIDES[box.removeprefix("deck-")]: order for box, order in step.decks.items() if _is_deck(box)}
    if not hands and not shuffled:
        return
    by_hand = not (step.told or shuffled) and len(hands) == 1
    unasked = by_hand and story.position.owed is None and not isinstance(story.held, Drawn)
    if unasked:
        yield from shown_late(story, next(iter(hands)), Use.DRAW)
    mine = story.held if isinstance(story.held, Drawn) else None
    if mine is not None and not shuffled and set(hands) == {mine.side}:
        story.held = None
    else:
        mine = None
        # Where keys say what is under way, a card that is dragged to a hand in its midst ends nothing.
        amidst = unasked and story.fires_by_key and story.position.phase is Phase.IMPULSES
        if not (amidst and story.held is not None and not _ends_now(story)):
            yield from story.flush()
    told = next((one for one in step.told if one.act in ("draw", "fill", "draw_one", "shuffle")), None)
    for side, order in shuffled.items():
        if _is_known(story, side, order):
            continue
        yield from _before_cards(story, step, told, shuffles=True)
        yield story.one(step, _actor(story, told, side), a.Shuffle(side, order))
    for side, cards in hands.items():
        yield from _before_cards(story, step, told)
        actor = _actor(story, told, side)
        if story.position.owed is not None and not shuffled:
            before = mine.cards if mine is not None and mine.side is side else ()
            steps = joined(mine.steps, step.number) if before and mine is not None else (step.number,)
            story.held = Drawn(steps, actor, side, (*before, *cards))
        else:
            yield story.one(step, actor, a.Draw(side, tuple(cards)))


def _is_known(story: Story, side: Side, order: tuple[str, ...]) -> bool:
    """Return whether a whole deck is shuffled again before anybody has drawn of it: the last order counts."""
    deck = story.position.decks[side]
    return bool(deck) and sorted(deck) == sorted(order) == sorted(story.position.data.decks[side])


def _is_deck(box: str) -> bool:
    return box.startswith("deck-") and box.removeprefix("deck-") in SIDES


def _comes_anew(story: Story, shift: Shift) -> bool:
    """Return whether a card comes into a hand, and is not one that was laid down and taken back."""
    return bool(deck_side(shift.origin)) or (
        not shift.origin.hand and story.position.place_of(shift.counter) != "hand"
    )


def _actor(story: Story, told: Told | None, side: Side) -> Actor:
    return Actor(side.id, Known.INFERRED) if told is None else story.by(told, side)


def _before_cards(story: Story, step: Step, told: Told | None, *, shuffles: bool = False) -> Iterator[Done]:
    """Yield what comes before cards are drawn, by the part of the turn and what the key says."""
    position = story.position
    if position.phase is Phase.PREPARATION:
        if not shuffles:
            yield from inferred.begun(story, step)
        return
    for_turn = told is not None and told.act == "draw"
    if position.phase is Phase.IMPULSES and position.owed is None and not shuffles and _ends_now(story):
        yield from inferred.before_hands(story, step)
    later = for_turn or inferred.ahead_of(story)
    if position.phase is Phase.HANDS and later:
        yield from inferred.before_arrival(story, step)
    if position.phase is Phase.ARRIVALS and (later or inferred.arrived(story)):
        yield from inferred.to_next_turn(story, step)


def played(story: Story, held: Held) -> Iterator[Done]:
    """Yield a card that was played, then what was under way."""
    assert isinstance(held, Played)
    if held.carried_out:
        return
    known = story.position.data.cards.get(held.card)
    if held.owes_cards(story) and known is not None:
        missing = known.discards - len(held.paid)
        late = later.price(story, held.side, held.card, missing, held.steps[-1] + 1)
        steps = tuple(sorted({*held.steps, *(number for _, number in late)}))
        held = replace(held, paid=(*held.paid, *(card for card, _ in late)), steps=steps)
    if known is not None and known.spends and held.paid:
        held = replace(held, paid=held.paid[-1:])
    story.cheaper = False
    guessed = () if held.area else held.targets
    doubt = _AIMLESS if guessed[:1] == ("",) else ""
    story.doubted = bool(doubt) or (story.doubted and not held.about(story, Use.BOMBARD))
    possible = [area for area in guessed if area]
    area = held.area or next(iter(possible), "")
    hit = guessing.may_be_hit(story, held.side, (), possible) if guessed else story.exposed
    order = story.position.data.order
    units = tuple(sorted(held.units, key=lambda unit: order.get(unit, 0)))
    answers = known is not None and known.timing is Timing.ENEMY_LOSS
    excuse = _UNSEEN if answers and story.harmed is held.side else ""
    action = a.Play(held.side, held.card, area, units, held.paid)
    yield Done(action, held.steps, held.actor, doubt=doubt, excuse=excuse)
    story.exposed = hit
    if doubt and held.about(story, Use.SNIPE):
        story.harmed = held.side.enemy
    story.held = held.before


WORDS: Mapping[str, Word] = MappingProxyType(
    {
        "play": play,
        "cleared": _cleared,
        "pay": _pay,
        "discard": _pay_card,
        "ready": _ready,
        "return": _return,
        "back": _back,
    }
)


def _drew(story: Story, held: Held) -> Iterator[Done]:
    assert isinstance(held, Drawn)
    del story
    yield Done(a.Draw(held.side, held.cards), held.steps, held.actor)


FINISH: Mapping[type[Held], Finish] = MappingProxyType({Played: played, Drawn: _drew})
