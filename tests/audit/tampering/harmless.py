"""Disturbances that break no rule: whoever makes them accuses nobody.

Each puts something into a log that comes to nothing, or raises `NoOccasionError` where there is no occasion.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from tests.audit.tampering.hand import PLAYERS, Hand, NoOccasionError
from tests.audit.tampering.violations import cards, next_turn, turned_control
from toolkit.vassal.commands import AddPiece, Chat, MovePiece, RemovePiece
from toolkit.vassal.events import Spot
from toolkit.vassal.things import Thing, state_of

Kind = Callable[[Hand], None]


def _between(hand: Hand) -> Thing:
    """Go to where a unit is dragged next, and return another unit that lies in the same place."""
    own = {t.id for t in hand.units()}
    for place, step in enumerate(hand.rest[:60]):
        moved = [c for c in step if isinstance(c, MovePiece) and c.id in own and c.player]
        if moved:
            hand.go_on(place)
            here = hand.table.spot(moved[0].id or "")
            near = [t for t in hand.units() if t.id != moved[0].id and hand.name_of(here) == hand.where(t)]
            others = near or [t for t in hand.units() if t.id != moved[0].id]
            return hand.one(others)
    raise NoOccasionError


def there_and_back(hand: Hand) -> None:
    unit = hand.one(hand.units())
    here = hand.spot(unit)
    hand.put(unit, hand.far(unit))
    hand.put(unit, here)


def there_and_back_by_other(hand: Hand) -> None:
    unit = hand.one(hand.units())
    here, other = hand.spot(unit), hand.stranger(unit)
    hand.put(unit, hand.far(unit), other)
    hand.put(unit, here, other)


def there_and_undone(hand: Hand) -> None:
    unit = hand.one(hand.units())
    hand.undo(*hand.put(unit, hand.far(unit)))


def there_two_stops_and_back(hand: Hand) -> None:
    unit = hand.one(hand.units())
    here = hand.spot(unit)
    hand.put(unit, hand.far(unit, 100))
    hand.put(unit, hand.far(unit, 100))
    hand.put(unit, here)


def beside_the_board_and_back(hand: Hand) -> None:
    unit = hand.one(hand.units())
    here = hand.spot(unit)
    hand.put(unit, Spot(hand.data.map_name, 3, 3))
    hand.put(unit, here)


def two_lifted_and_put_back(hand: Hand) -> None:
    units = hand.units()
    hand.need(len(units) > 1)
    one, two = hand.rng.sample(units, 2)
    first, second = hand.spot(one), hand.spot(two)
    hand.put(one, hand.far(one))
    hand.put(two, hand.far(two))
    hand.put(one, first)
    hand.put(two, second)


def stack_looked_through(hand: Hand) -> None:
    """All units of one place are laid aside and put back in another order."""
    unit = hand.one(hand.units())
    here, place = hand.spot(unit), hand.where(unit)
    stack = [t for t in hand.units() if hand.where(t) == place][:4]
    aside = hand.far(unit, 100)
    spots = {t.id: hand.spot(t) for t in stack}
    for one in stack:
        hand.put(one, aside)
    for one in reversed(stack):
        hand.put(one, spots.get(one.id, here))


def turned_and_back(hand: Hand) -> None:
    unit = hand.one(hand.units())
    hand.turn_over(unit)
    hand.turn_over(unit)


def turned_and_undone(hand: Hand) -> None:
    unit = hand.one(hand.units())
    hand.undo(*hand.turn_over(unit))


def turned_and_back_later(hand: Hand) -> None:
    """A nudge lies between both."""
    unit = hand.one(hand.units())
    hand.turn_over(unit)
    nudged(hand)
    hand.turn_over(unit)


def two_turned_and_back(hand: Hand) -> None:
    units = hand.units()
    hand.need(len(units) > 1)
    one, two = hand.rng.sample(units, 2)
    for unit in (one, two, one, two):
        hand.turn_over(unit)


def _nudged(hand: Hand, unit: Thing, x: int, y: int, by: str | None = None) -> None:
    here = hand.spot(unit)
    there = Spot(here.map, here.x + x, here.y + y)
    hand.need(hand.name_of(there) == hand.name_of(here))
    hand.put(unit, there, by)


def nudged(hand: Hand) -> None:
    unit = hand.one(hand.units())
    _nudged(hand, unit, 5, -4)


def nudged_by_other(hand: Hand) -> None:
    unit = hand.one(hand.units())
    _nudged(hand, unit, -5, 4, hand.stranger(unit))


def bystander_turned(hand: Hand) -> None:
    """Just before a unit is dragged, perhaps after its key, another one is turned over and back."""
    other = _between(hand)
    hand.turn_over(other)
    hand.turn_over(other)


def bystander_turned_and_undone(hand: Hand) -> None:
    other = _between(hand)
    hand.undo(*hand.turn_over(other))


def bystander_dragged(hand: Hand) -> None:
    other = _between(hand)
    here = hand.spot(other)
    hand.put(other, hand.far(other))
    hand.put(other, here)


def bystander_dragged_and_undone(hand: Hand) -> None:
    other = _between(hand)
    hand.undo(*hand.put(other, hand.far(other)))


def misdrop(hand: Hand) -> None:
    """The next drag ends wrongly first and is put right at once."""
    _between(hand)
    step = hand.rest[0]
    moves = [c for c in step if isinstance(c, MovePiece)]
    hand.need(len(moves) == 1)
    wrong = hand.far(hand.table.things[moves[0].id or ""])
    hand.do(replace(moves[0], map=wrong.map, x=wrong.x, y=wrong.y))


def misdrop_put_back_first(hand: Hand) -> None:
    """The next drag ends wrongly, goes back, and is done again."""
    _between(hand)
    moves = [c for c in hand.rest[0] if isinstance(c, MovePiece)]
    hand.need(len(moves) == 1)
    thing = hand.table.things[moves[0].id or ""]
    here, wrong = hand.spot(thing), hand.far(thing)
    hand.do(replace(moves[0], map=wrong.map, x=wrong.x, y=wrong.y))
    hand.put(thing, here)


def next_undone_and_again(hand: Hand) -> None:
    """The next drag is taken back and done again."""
    _between(hand)
    step = hand.rest[0]
    hand.need(all(isinstance(c, MovePiece) for c in step))
    hand.do(*step)
    hand.undo(*step)


def tracker_and_back(hand: Hand) -> None:
    before = hand.tracker()[1]
    hand.set_turn(next_turn(hand, 1))
    hand.set_turn(before)


def property_written_again(hand: Hand) -> None:
    """A house rule is set to what it is."""
    point = hand.rng.choice([o.id for o in hand.data.game.options if hand.glob(o.id)])
    hand.set(point, hand.glob(point))


def control_turned_and_back(hand: Hand) -> None:
    turned_control(hand)
    hand.undo(*hand.made[-1], marked=False)


def _card_lifted(hand: Hand, there: Callable[[Spot], Spot]) -> None:
    card = hand.one(cards(hand, "hand-german", "hand-soviet"))
    here = hand.spot(card)
    owner = PLAYERS["Soviet" in (here.map or "")]
    hand.put(card, there(here), owner)
    hand.put(card, here, owner)


def card_lifted(hand: Hand) -> None:
    """A card of a hand is laid beside the others and back, masked all the time."""
    _card_lifted(hand, lambda here: Spot(here.map, here.x + 9, here.y + 9))


def card_lifted_far(hand: Hand) -> None:
    """A card of a hand is dragged onto the map and back, masked all the time."""
    _card_lifted(hand, lambda _: Spot(hand.data.map_name, 3, 3))


def chit_lifted(hand: Hand) -> None:
    """A used chit is looked at and put back."""
    hand.need(hand.game == "gj47")
    chits = hand.in_box(hand.all("chit"), "chits-used")
    chit = hand.one(chits)
    here = hand.spot(chit)
    hand.put(chit, Spot(here.map, here.x + 12, here.y))
    hand.put(chit, here)


def talk(hand: Hand) -> None:
    hand.do(Chat("<Anna> - where were we?"))
    hand.do(Chat("* a report that nobody asked for"))


def marker_moved(hand: Hand) -> None:
    """A marker that says nothing to the rules is laid elsewhere and back."""
    markers = hand.all("marker", "march", "void", "retreated", "out-of-supply")
    markers = [m for m in markers if hand.value(m, "Role") not in ("turn", "fort")]
    if hand.game == "gj47":
        markers = [m for m in markers if hand.value(m, "Kind") != "marker"]
    marker = hand.one(markers)
    here = hand.spot(marker)
    hand.put(marker, hand.rng.choice(hand.places()), PLAYERS[0])
    hand.put(marker, here, PLAYERS[0])


def removed_and_brought_back(hand: Hand) -> None:
    """A unit is deleted by mistake; undo brings it back."""
    unit = hand.one(hand.units())
    thing = hand.table.things[unit.id]
    here = hand.spot(unit)
    state = state_of(thing)
    hand.do(RemovePiece(unit.id))
    hand.do(AddPiece(unit.id, thing.type, state), MovePiece(unit.id, *here, None, None, 0, 0, None, None))


def deck_untouched(hand: Hand) -> None:
    """A deck is written as it is."""
    decks = hand.decks()
    deck = hand.one(decks)
    hand.do(hand.deck(deck, deck.members))


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
