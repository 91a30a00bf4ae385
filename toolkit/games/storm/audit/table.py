"""Keeping the position with the table: after everything that was judged play goes on from what lies there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from toolkit.audit.decisions.records import Place, Step
from toolkit.audit.ledger import Entry, What
from toolkit.games.storm.audit.story import SIDES, Table
from toolkit.games.storm.audit.vocabulary import DOWN, PHASES, deck_side, is_pile, where
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.sides import Side
from toolkit.vassal.commands.properties import DICE_ENDINGS

_PHASES = dict(zip((Phase.DRAW, Phase.IMPULSES, Phase.HANDS, Phase.ARRIVALS), PHASES, strict=True))


class Keeper:
    """Follows the table where it and the position differ.

    Only what a step changed is followed at once: a card may have sent units back that nobody has dragged yet.
    When a new impulse begins everything counts as it lies.

    Attributes
    ----------
    by_hand : set of str
        Units that were turned over without a word, and lie so.
    """

    def __init__(self, position: Position, table: Table) -> None:
        self.position = position
        self.table = table
        # In the order of the log, so that decks are the same at every run.
        self._units: dict[str, None] = {}
        self._cards: dict[str, None] = {}
        self._turned: dict[str, bool] = {}
        self.by_hand: set[str] = set()
        self._strayed: dict[str, tuple[str, Mapping[str, int]]] = {}

    def take(self, step: Step) -> None:
        """Go on to the table after a step."""
        self.table.take(step)
        for shift in step.shifts:
            moved = self._cards if shift.kind == "card" else self._units
            moved[shift.counter] = None
        self._turned.update(step.turned)
        for box, order in step.decks.items():
            side = SIDES.get(box.removeprefix("deck-"))
            if side is not None:
                deck = self.position.decks[side]
                if set(deck) <= set(order):
                    deck.sort(key=order.index)

    def follow(self) -> None:
        """Put what the last steps changed to where it lies."""
        self._put(self._units)
        for card in self._cards:
            self._card(card)
        for unit, down in self._turned.items():
            self._face(unit, down=down)
        self._units, self._cards, self._turned = {}, {}, {}

    def lead(self, units: Iterable[str], cards: Iterable[str] = ()) -> None:
        """Put units and cards to where they lie, whatever else is not whole yet."""
        self._put(units)
        self.forget(units)
        for card in cards:
            self._card(card)

    def forget(self, units: Iterable[str]) -> None:
        """Leave units where an action has put them: their drags are to come."""
        for unit in units:
            self._units.pop(unit, None)

    def settle(self) -> None:
        """Put all units to where they lie, but those that a step has just moved."""
        self._strayed.clear()
        if self.position.phase is not Phase.PREPARATION:
            self._put([unit for unit in self.table.units if unit not in self._units])

    def shows(self, entry: Entry) -> bool:
        """Return whether the position has it as the table has it after an entry."""
        position, subject, after = self.position, entry.key.subject, entry.after
        match entry.key.what:
            case What.PLACE if isinstance(after, Place):
                # Who lays the next card clears the last one away.
                before = entry.before.box if isinstance(entry.before, Place) else ""
                if before.startswith("pile-") and after.box.startswith("played-"):
                    return False
                cleared = before.startswith("played-") and after.box.startswith("pile-")
                return cleared or self._shows_place(subject, entry.kind, after)
            case What.FACE:
                # Units are made fresh when the impulses are over, one by one or all at once.
                fresh = after != DOWN and position.phase is not Phase.IMPULSES
                if fresh or not position.on_map(subject):
                    return True
                return (after == DOWN) == (subject in position.spent)
            case What.VALUE if entry.kind in ("control", "fire"):
                # Markers are compared when an impulse is over.
                return True
            case What.VALUE if entry.kind == "bid":
                # Until it is sealed, a bid may be changed at will.
                return SIDES.get(subject.removeprefix("bid-")) not in position.bids
            case What.PROPERTY if subject == "Target" and position.phase is Phase.PREPARATION:
                # After equal bids players agree on it.
                return not position.target or len(set(position.bids.values())) == 1
            case What.PROPERTY if subject.startswith("Control_") or subject.endswith(DICE_ENDINGS):
                # They say what their markers do; the toolbar's dice may be thrown for fun.
                return True
            case What.TURN:
                return after == (position.turn, _PHASES.get(position.phase))
            case What.MASK:
                # Who plays or lays down a card shows it; what is in a hand is shown by mistake.
                return bool(after) or not self.table.cards.get(subject, Place()).hand
            case _:
                return False

    def _shows_place(self, piece: str, kind: str, place: Place) -> bool:
        position = self.position
        if kind == "unit":
            return position.where.get(piece) == where(place)
        if kind != "card":
            return True
        try:
            lies = position.place_of(piece)
        except KeyError:
            return False
        goal = (
            "pile" if is_pile(place) else "deck" if deck_side(place) else "hand" if place.hand else "beside"
        )
        if goal in ("deck", "pile") and place.box.rpartition("-")[2] != position.data.cards[piece].side.id:
            return False
        return lies == goal and (goal != "hand" or piece in position.hands[SIDES[place.hand]])

    def _put(self, units: Iterable[str]) -> None:
        position, lies = self.position, self.table.units
        for unit in units:
            place, stands = lies.get(unit), position.where.get(unit)
            if place is None or stands is None or stands == place.area:
                continue
            goal = where(place)
            if stands != goal:
                self._move(unit, stands, goal)

    def _move(self, unit: str, stands: str, goal: str) -> None:
        """Put a unit to where it was dragged without a word; put back it has taken and given up nothing."""
        position = self.position
        spent, held = unit in position.spent, position.held
        before = {area: held[area] for area in (stands, goal) if area in held}
        position.put(unit, goal)
        if spent and position.on_map(unit):
            position.spent.add(unit)
        start, control = self._strayed.pop(unit, ("", {}))
        if goal == start and stands in control:
            held.update(control)
        else:
            self._strayed[unit] = stands, before

    def _face(self, unit: str, *, down: bool) -> None:
        """Follow a unit turned over without a word: spent it is, fresh only where that was undone."""
        spent = self.position.spent
        if down and self.position.on_map(unit) and unit not in spent:
            if self.position.phase is Phase.IMPULSES:
                spent.add(unit)
                self.by_hand.add(unit)
        elif not down and unit in self.by_hand:
            spent.discard(unit)
            self.by_hand.discard(unit)

    def _card(self, card: str) -> None:
        position, place = self.position, self.table.cards.get(card)
        known = position.data.cards.get(card)
        if place is None or known is None:
            return
        lies = position.place_of(card)
        held = SIDES.get(place.hand)
        if held is not None and card not in position.hands[held]:
            self._take_out(card)
            position.hands[held].append(card)
        elif is_pile(place) and lies not in ("pile",):
            self._take_out(card)
            position.piles[known.side].append(card)
        elif deck_side(place) and lies != "deck":
            self._take_out(card)
            position.decks[known.side].insert(0, card)

    def _take_out(self, card: str) -> None:
        position = self.position
        for side in Side:
            for cards in (position.hands[side], position.decks[side], position.piles[side]):
                if card in cards:
                    cards.remove(card)
