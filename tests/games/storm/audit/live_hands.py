"""From actions of the rules to keys, buttons and drags at the Storm module in the running engine.

What chance gives is the engine's: it is read from the table afterwards, not here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tests.audit.decisions.gestures import Gestures
from tests.module.two_players import NAMES
from toolkit.audit.module_data import ModuleData
from toolkit.engine.record import Session
from toolkit.games.storm import gestures as g
from toolkit.games.storm.play.impulses import BEGINS_FIRE
from toolkit.games.storm.play.paper import ATTACK, FIRE_DESK, PHASE_DESK, TARGET_DESK
from toolkit.games.storm.play.performer import drags_of, key_to_draw, sent_back
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.position import ELIMINATED, Position
from toolkit.games.storm.rules.sides import Side
from toolkit.module.gestures import Gesture
from toolkit.module.keys import shown


class Hands:
    """Does actions of the rules.

    Parameters
    ----------
    position : Position
        Followed by the caller: an action is done before it is applied.
    seats : collection of Side
        Who sits here; what the other side is to do, somebody here does for it.
    """

    def __init__(
        self, session: Session, data: ModuleData, position: Position, seats: Collection[Side] = tuple(Side)
    ) -> None:
        self.position = position
        self.areas: Mapping[str, str] = data.manifest["areas"]
        self.sides = {side: data.game.labels["side"][side.id].en for side in Side}
        self.gestures = Gestures(session, {self.sides[side]: NAMES[self.sides[side]] for side in seats})
        self._does: Mapping[type, Callable[[Any], None]] = MappingProxyType(
            {
                a.Bid: self._bid,
                a.OpenBids: self._open_bids,
                a.Shuffle: self._shuffle,
                a.Draw: self._draw,
                a.EndDraw: lambda _: self._turn(),
                a.Play: self._play,
                a.Discard: self._discard,
                a.Move: self._move,
                a.Fire: self._fire,
                a.Roll: self._roll,
                a.Pass: lambda act: self.press(act.side, self._desk(act.side), g.SIDE_DESK["pass"]),
                a.EndImpulses: lambda _: self._turn(),
                a.Spend: lambda act: self.press(act.side, act.unit, g.UNIT["loss_spend"]),
                a.Retreat: self._retreat,
                a.Drive: self._retreat,
                a.Eliminate: self._eliminate,
                a.CloseLosses: lambda act: self.press(act.side, FIRE_DESK, g.FIRE_DESK["close"]),
                a.EndHands: self._end_hands,
                a.Place: self._place,
                a.Lost: lambda act: self.press(position.side(act.unit), act.unit, g.UNIT["lost"]),
                a.Withdraw: self._withdraw,
                a.EndTurn: self._end_turn,
            }
        )

    def do(self, action: a.Action) -> None:
        """Do an action; the position is still the one before it."""
        does = self._does.get(type(action))
        if does is not None:
            does(action)

    # -- gestures -----------------------------------------------------------------------------------------

    def press(self, side: Side, pieces: str | Sequence[str], gesture: Gesture, at: int = 0) -> None:
        """Let a side press the key of a gesture on pieces, of several the one at a place."""
        self.gestures.press(self._seat(side), pieces, shown(gesture.keys[at]))

    def drag(self, side: Side, piece: str, area: str) -> None:
        """Let a side drag a piece into an area."""
        self.gestures.drag(self._seat(side), piece, self.areas[area])

    def value(self, name: str) -> str:
        """Return a property that the module shows to everybody."""
        return self.gestures.session.module_values(name)[name]

    def _seat(self, side: Side) -> str:
        here = self.gestures.seats
        return self.sides[side] if self.sides[side] in here else self.gestures.anybody

    def _turn(self) -> None:
        """Advance the turn track."""
        self.gestures.hotkey(self.gestures.anybody, "Alt-T")

    def _desk(self, side: Side) -> str:
        return f"{side.id}-desk"

    # -- before the game, cards ---------------------------------------------------------------------------

    def _bid(self, action: a.Bid) -> None:
        bid = f"bid-{action.bidder.id}"
        self.press(action.bidder, bid, g.BID["number"], action.target - 1)
        self.press(action.bidder, bid, g.BID["seal"])

    def _open_bids(self, action: a.OpenBids) -> None:
        self.press(Side.GERMAN, TARGET_DESK, g.TARGET_DESK["open_bids"])
        if len(set(self.position.bids.values())) == 1 < len(self.position.bids):
            self.agree_target(str(action.target))

    def agree_target(self, target: str) -> None:
        """Choose the target that both players have agreed on."""
        if self.value("Target") == target:
            return  # it says so already: nothing would be logged
        self.gestures.button(self.gestures.anybody, "Target", target)

    def _shuffle(self, action: a.Shuffle) -> None:
        # The first draw of a whole deck shuffles it.
        if self.position.piles[action.side]:
            self.press(action.side, self._desk(action.side), g.SIDE_DESK["shuffle"])

    def _draw(self, action: a.Draw) -> None:
        hill = self.value("Control_mamayev_kurgan")
        word = key_to_draw(self.position, action, more=hill == self.sides[action.side])
        for drawn in ["draw_one"] * len(action.cards) if word is None else [word]:
            self.press(action.side, self._desk(action.side), g.SIDE_DESK[drawn])

    def _discard(self, action: a.Discard) -> None:
        for card in action.cards:
            self.press(action.side, card, g.CARD["discard"])

    def _play(self, action: a.Play) -> None:
        side, position = action.side, self.position
        if position.data.cards[action.card].does(*BEGINS_FIRE):
            self._drop_fire(side)
        self.press(side, action.card, g.CARD["play"])
        for paid in action.paid:
            self.press(side, paid, g.CARD["pay"] if paid in position.data.cards else g.UNIT["pay"])
        card = position.data.cards[action.card]
        if card.does(Use.BOMBARD, Use.SNIPE) and action.area in self.areas:
            self.drag(side, ATTACK, action.area)
        for unit in action.units if card.does(Use.RALLY, Use.UNSPENT) else ():
            self.press(side, unit, g.UNIT["ready"])
        for unit in action.units if card.does(Use.REPLACE) else ():
            self.press(side, unit, g.UNIT["return"])
            self.drag(side, unit, action.area)
        done, back = position.done, sent_back(position, card)
        if done is not None and back:
            self.press(done.side, back, g.UNIT["back"])
            for unit in back:
                self.drag(done.side, unit, done.start)

    # -- impulses -----------------------------------------------------------------------------------------

    def _move(self, action: a.Move) -> None:
        self.press(action.side, action.units, g.UNIT["move"])
        for area in drags_of(self.position, action):
            for unit in action.units:
                self.drag(action.side, unit, area)

    def _fire(self, action: a.Fire) -> None:
        self._drop_fire(action.side)
        areas = {self.position.where.get(unit) for unit in action.units}
        # The engine has an order of its own among stacks; where the last unit stands the marker will lie.
        for units in [action.units] if len(areas) == 1 else [(unit,) for unit in action.units]:
            self.press(action.side, units, g.UNIT["fire"])
        if action.aimed:
            there = self.position.units_in(action.target, action.side.enemy)
            self.press(action.side, [unit for unit in there if unit not in action.aimed], g.UNIT["leave_out"])
        self.drag(action.side, ATTACK, action.target)

    def _drop_fire(self, side: Side) -> None:
        """Take a fire off the table for which nobody rolled."""
        if self.position.shot is None and self.value("FireState") == "declared":
            self.press(side, FIRE_DESK, g.FIRE_DESK["close"])

    def _roll(self, action: a.Roll) -> None:
        del action
        shot = self.position.shot
        self.press(Side.GERMAN if shot is None else shot.side, FIRE_DESK, g.FIRE_DESK["roll"])

    # -- losses -------------------------------------------------------------------------------------------

    def _retreat(self, action: a.Retreat | a.Drive) -> None:
        word, cost = ("loss_retreat", 1) if isinstance(action, a.Retreat) else ("loss_drive", 2)
        if action.lost or not action.path or not self._drag_says_it(action.unit, cost):
            self.press(action.side, action.unit, g.UNIT[word])
        if action.lost:
            self.press(action.side, action.unit, g.UNIT["lost"])
        elif action.path:
            self.drag(action.side, action.unit, action.path[-1])

    def _drag_says_it(self, unit: str, cost: int) -> bool:
        """Return whether the module takes a drag out of the area for the loss that it is."""
        once = self.gestures.session.values(unit, "LossIn")["LossIn"] != self.value("FireNo")
        return once and self.value("FireState") == "rolled" and int(self.value("Left")) >= cost

    def _eliminate(self, action: a.Eliminate) -> None:
        self.press(action.side, action.unit, g.UNIT["loss_eliminate"], action.unit not in self.position.spent)

    # -- end of a turn ------------------------------------------------------------------------------------

    def _end_hands(self, action: a.EndHands) -> None:
        del action
        self.press(Side.GERMAN, PHASE_DESK, g.PHASE_DESK["end_phase"])
        self._turn()

    def _place(self, action: a.Place) -> None:
        side, entry = self.position.side(action.unit), self.position.data.units[action.unit].entry
        arrives = g.ARRIVING["arrive"]
        if action.area in entry[: len(arrives.keys)]:
            self.press(side, action.unit, arrives, entry.index(action.area))
        else:
            self.drag(side, action.unit, action.area)

    def _withdraw(self, action: a.Withdraw) -> None:
        black = action.instead_of
        if black != action.unit and self.position.where.get(black) == ELIMINATED:
            self.press(Side.GERMAN, black, g.LEAVING["replaced"])
        self.press(Side.GERMAN, action.unit, g.LEAVING["withdraw"])

    def _end_turn(self, action: a.EndTurn) -> None:
        del action
        if self.position.turn < self.position.data.last_turn:
            self._turn()
