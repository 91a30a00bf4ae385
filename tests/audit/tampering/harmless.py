"""Disturbances that break no rule: whoever makes them accuses nobody.

Each puts something into a log that comes to nothing, or returns False where there is no occasion.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from tests.audit.tampering.hand import PLAYERS, Hand
from tests.audit.tampering.violations import next_turn, turned_control
from toolkit.vassal.commands import AddPiece, Chat, MovePiece, RemovePiece
from toolkit.vassal.events import Spot
from toolkit.vassal.things import Thing, state_of

Kind = Callable[[Hand], bool]


def _any_unit(hand: Hand) -> Thing | None:
    units = hand.units()
    return hand.rng.choice(units) if units else None


def _between(hand: Hand) -> Thing | None:
    """Go to where a unit is dragged next, and return another unit that lies in the same place."""
    own = {t.id for t in hand.units()}
    for place, step in enumerate(hand.rest[:60]):
        moved = [c for c in step if isinstance(c, MovePiece) and c.id in own and c.player]
        if moved:
            for done in hand.rest[:place]:
                hand.made.append(done)
                hand.table.apply(done)
            del hand.rest[:place]
            here = hand.table.spot(moved[0].id or "")
            near = [t for t in hand.units() if t.id != moved[0].id and hand.name_of(here) == hand.where(t)]
            others = near or [t for t in hand.units() if t.id != moved[0].id]
            return hand.rng.choice(others) if others else None
    return None


def there_and_back(hand: Hand) -> bool:
    unit = _any_unit(hand)
    if unit is None:
        return False
    here = hand.spot(unit)
    hand.put(unit, hand.far(unit))
    hand.put(unit, here)
    return True


def there_and_back_by_other(hand: Hand) -> bool:
    unit = _any_unit(hand)
    if unit is None:
        return False
    here, other = hand.spot(unit), hand.stranger(unit)
    hand.put(unit, hand.far(unit), other)
    hand.put(unit, here, other)
    return True


def there_and_undone(hand: Hand) -> bool:
    unit = _any_unit(hand)
    if unit is None:
        return False
    hand.undo(*hand.put(unit, hand.far(unit)))
    return True


def there_two_stops_and_back(hand: Hand) -> bool:
    unit = _any_unit(hand)
    if unit is None:
        return False
    here = hand.spot(unit)
    hand.put(unit, hand.far(unit, 100))
    hand.put(unit, hand.far(unit, 100))
    hand.put(unit, here)
    return True


def beside_the_board_and_back(hand: Hand) -> bool:
    unit = _any_unit(hand)
    if unit is None:
        return False
    here = hand.spot(unit)
    hand.put(unit, Spot(hand.data.map_name, 3, 3))
    hand.put(unit, here)
    return True


def two_lifted_and_put_back(hand: Hand) -> bool:
    units = hand.units()
    if len(units) < 2:
        return False
    one, two = hand.rng.sample(units, 2)
    first, second = hand.spot(one), hand.spot(two)
    hand.put(one, hand.far(one))
    hand.put(two, hand.far(two))
    hand.put(one, first)
    hand.put(two, second)
    return True


def stack_looked_through(hand: Hand) -> bool:
    """All units of one place are laid aside and put back in another order."""
    unit = _any_unit(hand)
    if unit is None:
        return False
    here, place = hand.spot(unit), hand.where(unit)
    stack = [t for t in hand.units() if hand.where(t) == place][:4]
    aside = hand.far(unit, 100)
    spots = {t.id: hand.spot(t) for t in stack}
    for one in stack:
        hand.put(one, aside)
    for one in reversed(stack):
        hand.put(one, spots.get(one.id, here))
    return True


def turned_and_back(hand: Hand) -> bool:
    unit = _any_unit(hand)
    if unit is None:
        return False
    hand.turn_over(unit)
    hand.turn_over(unit)
    return True


def turned_and_undone(hand: Hand) -> bool:
    unit = _any_unit(hand)
    if unit is None:
        return False
    hand.undo(*hand.turn_over(unit))
    return True


def turned_and_back_later(hand: Hand) -> bool:
    """A nudge lies between both."""
    unit = _any_unit(hand)
    if unit is None:
        return False
    hand.turn_over(unit)
    nudged(hand)
    hand.turn_over(unit)
    return True


def two_turned_and_back(hand: Hand) -> bool:
    units = hand.units()
    if len(units) < 2:
        return False
    one, two = hand.rng.sample(units, 2)
    for unit in (one, two, one, two):
        hand.turn_over(unit)
    return True


def nudged(hand: Hand) -> bool:
    unit = _any_unit(hand)
    if unit is None:
        return False
    here = hand.spot(unit)
    there = Spot(here.map, here.x + 5, here.y - 4)
    if hand.name_of(there) != hand.name_of(here):
        return False
    hand.put(unit, there)
    return True


def nudged_by_other(hand: Hand) -> bool:
    unit = _any_unit(hand)
    if unit is None:
        return False
    here = hand.spot(unit)
    there = Spot(here.map, here.x - 5, here.y + 4)
    if hand.name_of(there) != hand.name_of(here):
        return False
    hand.put(unit, there, hand.stranger(unit))
    return True


def bystander_turned(hand: Hand) -> bool:
    """Just before a unit is dragged, perhaps after its key, another one is turned over and back."""
    other = _between(hand)
    if other is None:
        return False
    hand.turn_over(other)
    hand.turn_over(other)
    return True


def bystander_turned_and_undone(hand: Hand) -> bool:
    other = _between(hand)
    if other is None:
        return False
    hand.undo(*hand.turn_over(other))
    return True


def bystander_dragged(hand: Hand) -> bool:
    other = _between(hand)
    if other is None:
        return False
    here = hand.spot(other)
    hand.put(other, hand.far(other))
    hand.put(other, here)
    return True


def bystander_dragged_and_undone(hand: Hand) -> bool:
    other = _between(hand)
    if other is None:
        return False
    hand.undo(*hand.put(other, hand.far(other)))
    return True


def misdrop(hand: Hand) -> bool:
    """The next drag ends wrongly first and is put right at once."""
    if _between(hand) is None:
        return False
    step = hand.rest[0]
    moves = [c for c in step if isinstance(c, MovePiece)]
    if len(moves) != 1:
        return False
    wrong = hand.far(hand.table.things[moves[0].id or ""])
    hand.do(replace(moves[0], map=wrong.map, x=wrong.x, y=wrong.y))
    return True


def misdrop_put_back_first(hand: Hand) -> bool:
    """The next drag ends wrongly, goes back, and is done again."""
    if _between(hand) is None:
        return False
    moves = [c for c in hand.rest[0] if isinstance(c, MovePiece)]
    if len(moves) != 1:
        return False
    thing = hand.table.things[moves[0].id or ""]
    here, wrong = hand.spot(thing), hand.far(thing)
    hand.do(replace(moves[0], map=wrong.map, x=wrong.x, y=wrong.y))
    hand.put(thing, here)
    return True


def next_undone_and_again(hand: Hand) -> bool:
    """The next drag is taken back and done again."""
    if _between(hand) is None:
        return False
    step = hand.rest[0]
    if any(not isinstance(c, MovePiece) for c in step):
        return False
    hand.do(*step)
    hand.undo(*step)
    return True


def tracker_and_back(hand: Hand) -> bool:
    before = hand.tracker()[1]
    hand.set_turn(next_turn(hand, 1))
    hand.set_turn(before)
    return True


def property_written_again(hand: Hand) -> bool:
    """A house rule is set to what it is."""
    point = hand.rng.choice([o.id for o in hand.data.game.options if hand.glob(o.id)])
    hand.set(point, hand.glob(point))
    return True


def control_turned_and_back(hand: Hand) -> bool:
    if not turned_control(hand):
        return False
    hand.undo(*hand.made[-1], marked=False)
    return True


def card_lifted(hand: Hand) -> bool:
    """A card of a hand is laid beside the others and back, masked all the time."""
    cards = [
        card
        for side in ("german", "soviet")
        for card in (hand.in_box(hand.all("card"), f"hand-{side}") if hand.game != "gj47" else [])
    ]
    if not cards:
        return False
    card = hand.rng.choice(cards)
    here = hand.spot(card)
    owner = PLAYERS["Soviet" in (here.map or "")]
    hand.put(card, Spot(here.map, here.x + 9, here.y + 9), owner)
    hand.put(card, here, owner)
    return True


def card_lifted_far(hand: Hand) -> bool:
    """A card of a hand is dragged onto the map and back, masked all the time."""
    cards = [
        card
        for side in ("german", "soviet")
        for card in (hand.in_box(hand.all("card"), f"hand-{side}") if hand.game != "gj47" else [])
    ]
    if not cards:
        return False
    card = hand.rng.choice(cards)
    here = hand.spot(card)
    owner = PLAYERS["Soviet" in (here.map or "")]
    hand.put(card, Spot(hand.data.map_name, 3, 3), owner)
    hand.put(card, here, owner)
    return True


def chit_lifted(hand: Hand) -> bool:
    """A used chit is looked at and put back."""
    if hand.game != "gj47":
        return False
    chits = hand.in_box(hand.all("chit"), "chits-used")
    if not chits:
        return False
    chit = hand.rng.choice(chits)
    here = hand.spot(chit)
    hand.put(chit, Spot(here.map, here.x + 12, here.y))
    hand.put(chit, here)
    return True


def talk(hand: Hand) -> bool:
    hand.do(Chat("<Anna> - where were we?"))
    hand.do(Chat("* a report that nobody asked for"))
    return True


def marker_moved(hand: Hand) -> bool:
    """A marker that says nothing to the rules is laid elsewhere and back."""
    markers = hand.all("marker", "march", "void", "retreated", "out-of-supply")
    markers = [m for m in markers if hand.value(m, "Role") not in ("turn", "fort")]
    if hand.game == "gj47":
        markers = [m for m in markers if hand.value(m, "Kind") != "marker"]
    if not markers:
        return False
    marker = hand.rng.choice(markers)
    here = hand.spot(marker)
    hand.put(marker, hand.rng.choice(hand.places()), PLAYERS[0])
    hand.put(marker, here, PLAYERS[0])
    return True


def removed_and_brought_back(hand: Hand) -> bool:
    """A unit is deleted by mistake; undo brings it back."""
    unit = _any_unit(hand)
    if unit is None:
        return False
    thing = hand.table.things[unit.id]
    here = hand.spot(unit)
    state = state_of(thing)
    hand.do(RemovePiece(unit.id))
    hand.do(AddPiece(unit.id, thing.type, state), MovePiece(unit.id, *here, None, None, 0, 0, None, None))
    return True


def deck_untouched(hand: Hand) -> bool:
    """A deck is written as it is."""
    decks = hand.decks()
    if not decks:
        return False
    deck = hand.rng.choice(decks)
    hand.do(hand.deck(deck, deck.members))
    return True


HARMLESS: Mapping[str, Kind] = MappingProxyType(
    {
        kind.__name__: kind
        for kind in (
            there_and_back, there_and_back_by_other, there_and_undone, there_two_stops_and_back,
            beside_the_board_and_back, two_lifted_and_put_back, stack_looked_through, turned_and_back,
            turned_and_undone, turned_and_back_later, two_turned_and_back, nudged, nudged_by_other,
            bystander_turned, bystander_turned_and_undone, bystander_dragged, bystander_dragged_and_undone,
            misdrop, misdrop_put_back_first, next_undone_and_again, tracker_and_back, property_written_again,
            control_turned_and_back, card_lifted, card_lifted_far, chit_lifted, talk, marker_moved,
            removed_and_brought_back, deck_untouched,
        )
    }
)  # fmt: skip
