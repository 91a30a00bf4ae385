"""From actions of the rules to keys and drags at the Storm module: what players would do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from toolkit.games.storm.play import impulses
from toolkit.games.storm.play.paper import FIRE_DESK, PHASE_DESK, TARGET_DESK, Paper
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import Card, Timing, Use
from toolkit.games.storm.rules.fire import attack_total, from_same_area, has_fired, highest_defence
from toolkit.games.storm.rules.position import OFF_MAP, Phase, Position
from toolkit.games.storm.rules.sides import Side
from toolkit.play.desk import Desk
from toolkit.rules.kinds import by_kind

_LOSSES: Mapping[type, str] = {
    a.Spend: "loss_spend",
    a.Retreat: "loss_retreat",
    a.Drive: "loss_drive",
    a.Eliminate: "loss_eliminate",
}


def key_to_draw(position: Position, action: a.Draw, *, more: bool) -> str | None:
    """Return the act of the key that draws as many cards, None where they are drawn one by one.

    Parameters
    ----------
    position : Position
        Before the draw.
    more : bool
        Whether the module counts Mamayev Kurgan for the side.
    """
    turn = position.data.turns[position.turn - 1][action.side]
    room = turn.limit + more - len(position.hands[action.side])
    there = len(position.decks[action.side])
    if position.phase is Phase.DRAW and not position.drawn[action.side]:
        return "draw" if len(action.cards) == min(turn.draw + more, room, there) else None
    if position.phase is Phase.HANDS:
        return "fill" if len(action.cards) == min(room, there) else None
    return None


def sent_back(position: Position, card: Card) -> tuple[str, ...]:
    """Return the units that mines send back to where they set out: those that are still there."""
    done, effect = position.done, card.effect
    if done is None or effect is None or effect.use is not Use.MINES or not effect.back:
        return ()
    group = done.units if done.start in position.data.areas else ()
    return tuple(unit for unit in group if position.on_map(unit))


def drags_of(position: Position, action: a.Move) -> tuple[str, ...]:
    """Return where a group is dragged: at once to its goal, but area by area where it takes some."""
    enemy = action.side.enemy
    takes = any(
        position.control(area) is enemy and not position.units_in(area, enemy)
        for area in action.path[:-1]
        if area in position.data.areas
    )
    return action.path if takes else action.path[-1:]


class Performer:
    """Does what a player does for each action, with the module's own keys.

    Parameters
    ----------
    position : Position
        Followed by the caller: each action is performed before it is applied.
    """

    def __init__(self, position: Position, paper: Paper) -> None:
        self.position = position
        self.paper = paper
        self._orders: dict[Side, tuple[str, ...]] = {}
        self._does: dict[type, Callable[[Any], None]] = {
            kind: getattr(self, does.__name__) for kind, does in _DOES.items()
        }

    def fork(self, position: Position, desk: Desk) -> Performer:
        """Return hands that go on from here at copies of the position and the table."""
        other = Performer(position, self.paper.fork(desk))
        other._orders = dict(self._orders)
        return other

    def perform(self, action: a.Action) -> None:
        """Do an action; what leaves no trace at the table does nothing."""
        does = self._does.get(type(action))
        if does is not None:
            does(action)

    # -- helpers

    def _as(self, side: Side) -> str:
        self.paper.side = self.paper.sides[side.id]
        return self.paper.side

    def _named(self, area: str) -> str:
        return f"@{self.paper.names.get(area, '')}"

    def _phase(self, phase: str) -> None:
        self.paper.show_turn(self.position.turn, phase)
        self.paper.end()

    # -- before the game

    def _bid(self, action: a.Bid) -> None:
        name, bid = self._as(action.bidder), f"bid-{action.bidder.id}"
        self.paper.desk.change(bid, {"Bid": action.target})
        self.paper.end()
        self.paper.decide(bid, "seal")
        self.paper.set(**{f"Sealed_{name}": 1})
        self.paper.end()

    def _open_bids(self, action: a.OpenBids) -> None:
        bids = self.position.bids
        one, other = bids.get(Side.GERMAN, 0), bids.get(Side.SOVIET, 0)
        seat = "tie" if one == other else self.paper.sides[action.soviet.id]
        self.paper.decide(TARGET_DESK, "open_bids")
        for side, number in ((Side.GERMAN, one), (Side.SOVIET, other)):
            self.paper.follow(f"bid-{side.id}", "opened")
            self.paper.set(**{f"Bid_{self.paper.sides[side.id]}": number})
        self.paper.set(SovietSeat=seat)
        if seat == "tie":
            self.paper.end()
        self.paper.desk.set_global("Target", action.target)
        self.paper.end()

    # -- cards

    def _end_draw(self, _action: a.EndDraw) -> None:
        self._phase("Impulses")

    def _shuffle(self, action: a.Shuffle) -> None:
        if self.position.phase is Phase.PREPARATION:
            # The first draw of a whole deck shuffles it.
            self._orders[action.side] = action.order
            return
        self._as(action.side)
        self.paper.decide(f"{action.side.id}-desk", "shuffle")
        for card in self.paper.lying(f"played-{action.side.id}"):
            self.paper.follow(card, "cleared")
        # The key shuffles whatever lies in the deck as well.
        rest = [card for card in self.position.decks[action.side] if card not in action.order]
        self.paper.shuffle(action.side.id, [*rest, *action.order])
        self.paper.end()

    def _draw(self, action: a.Draw) -> None:
        side = action.side.id
        desk = f"{side}-desk"
        self._as(action.side)
        first = self._orders.pop(action.side, None)
        hill = self.paper.desk.global_value("Control_mamayev_kurgan")
        key = key_to_draw(self.position, action, more=hill == self.paper.side)
        if key is None:
            if first is not None:
                self.paper.decide(desk, "shuffle")
                self.paper.shuffle(side, first)
                self.paper.end()
            for card in action.cards:
                self.paper.decide(desk, "draw_one")
                self.paper.deal(card, side)
                self.paper.end()
            return
        self.paper.decide(desk, key)
        if first is not None:
            self.paper.shuffle(side, first)
        for card in action.cards:
            self.paper.deal(card, side)
        self.paper.end()

    def _discard(self, action: a.Discard) -> None:
        self._as(action.side)
        for card in action.cards:
            self._lay_down(card, "discard")

    def _lay_down(self, card: str, act: str) -> None:
        known = self.position.data.cards[card].side
        self.paper.decide(card, act)
        self.paper.desk.mask(card, None)
        self.paper.send(card, f"pile-{known.id}")
        self.paper.end()

    def _play(self, action: a.Play) -> None:
        name = self._as(action.side)
        card = self.position.data.cards[action.card]
        if card.does(*impulses.BEGINS_FIRE):
            self._drop_fire()
            impulses.forget_fire(self.paper)
        before = self.paper.lying(f"played-{card.side.id}")
        self.paper.decide(card.id, "play")
        for known in before:
            self.paper.follow(known, "cleared")
            self.paper.send(known, f"pile-{card.side.id}")
        self.paper.desk.mask(card.id, None)
        self.paper.send(card.id, f"played-{card.side.id}")
        impulses.card_effect(self.paper, card, name)
        if card.timing is Timing.ACTION:
            impulses.begin_impulse(self.paper, "card", name)
        self.paper.end()
        for paid in action.paid:
            if paid in self.position.data.cards:
                self._lay_down(paid, "pay")
            else:
                self.paper.decide(paid, "pay")
                self.paper.turn_over([paid], down=True)
                self.paper.end()
        self._subject(action)

    def _subject(self, played: a.Play) -> None:
        """Show which area and units a card is for."""
        card = self.position.data.cards[played.card]
        if card.does(Use.BOMBARD, Use.SNIPE) and played.area in self.paper.names:
            impulses.declare(self.paper, played.area)
        for unit in played.units if card.does(Use.RALLY, Use.UNSPENT) else ():
            self.paper.decide(unit, "ready")
            self.paper.turn_over([unit], down=False)
            self.paper.end()
        for unit in played.units if card.does(Use.REPLACE) else ():
            self.paper.decide(unit, "return")
            self.paper.turn_over([unit], down=True)
            self.paper.end()
            self.paper.put([unit], played.area)
            self.paper.end()
        done, back = self.position.done, sent_back(self.position, card)
        if done is not None and back:
            self._as(done.side)
            for unit in back:
                self.paper.decide(unit, "back")
            self.paper.end()
            self.paper.put(back, done.start)
            self.paper.end()

    # -- impulses

    def _move(self, action: a.Move) -> None:
        name = self._as(action.side)
        for unit in action.units:
            start = self.position.where.get(unit, "")
            self.paper.decide(
                unit, "ferry" if start in self.position.data.ferries else "move", From=self._named(start)
            )
            self.paper.turn_over([unit], down=True)
            impulses.begin_impulse(self.paper, "move", name, self._named(start))
        self.paper.end()
        for area in drags_of(self.position, action):
            self.paper.put(action.units, area)
            self.paper.end()

    def _fire(self, action: a.Fire) -> None:
        name = self._as(action.side)
        self._drop_fire()
        impulses.forget_fire(self.paper)
        for unit in action.units:
            start = self._named(self.position.where.get(unit, ""))
            self.paper.decide(unit, "fire", Firing=1, From=start)
            self.paper.set(FireSide=name, FireFrom=start)
        self.paper.end()
        if action.aimed:
            for unit in self.position.units_in(action.target, action.side.enemy):
                if unit not in action.aimed:
                    self.paper.decide(unit, "leave_out", LeftOut=1)
            self.paper.end()
        impulses.declare(self.paper, action.target)

    def _drop_fire(self) -> None:
        """Take a fire off the table for which nobody rolled."""
        if self.position.shot is None and self.paper.desk.global_value("FireState") == "declared":
            self.paper.decide(FIRE_DESK, "close")
            impulses.close_fire(self.paper)
            self.paper.end()

    def _roll(self, action: a.Roll) -> None:
        shot, position = self.position.shot, self.position
        if shot is None:
            self.paper.decide(FIRE_DESK, "roll")
            self.paper.set(D1=action.dice[0], D2=action.dice[1])
            self.paper.end()
            return
        self._as(shot.side)
        bare = shot.bare or from_same_area(shot) or has_fired(position, shot)
        bare = bare or position.control(shot.target) is shot.side
        terrain = 0 if bare else position.data.areas[shot.target].terrain * shot.factor
        totals = attack_total(position, shot, action.dice), highest_defence(position, shot) + terrain
        mark = f"fire-{shot.start}-{shot.side.id}" if shot.units and shot.start != shot.target else ""
        impulses.roll(self.paper, action.dice, totals, mark)

    def _pass(self, action: a.Pass) -> None:
        name = self._as(action.side)
        self.paper.decide(f"{action.side.id}-desk", "pass")
        impulses.begin_impulse(self.paper, "pass", name)
        self.paper.end()

    def _end_impulses(self, _action: a.EndImpulses) -> None:
        self._phase("Hands")

    # -- losses

    def _loss(self, action: a.Loss) -> None:
        self._as(action.side)
        number, spent = self.paper.number("FireNo"), action.unit in self.position.spent
        cost = {a.Spend: 1, a.Retreat: 1, a.Drive: 2, a.Eliminate: 2 if spent else 3}[type(action)]
        self.paper.decide(action.unit, _LOSSES[type(action)], Cost=cost, LossIn=number)
        self.paper.set(Left=self.paper.number("Left") - cost)
        owner = self.position.side(action.unit)
        if isinstance(action, a.Eliminate):
            self.paper.leave(action.unit, f"eliminated-{owner.id}")
        elif not isinstance(action, a.Retreat):
            self.paper.turn_over([action.unit], down=True)
        self.paper.end()
        if isinstance(action, a.Retreat | a.Drive):
            self._go_back(action)

    def _go_back(self, loss: a.Retreat | a.Drive) -> None:
        if loss.lost:
            self.paper.decide(loss.unit, "lost")
            self.paper.leave(loss.unit, f"eliminated-{self.position.side(loss.unit).id}")
            self.paper.end()
        elif loss.path:
            self.paper.put([loss.unit], loss.path[-1])
            self.paper.end()

    def _close(self, action: a.CloseLosses) -> None:
        self._as(action.side)
        self.paper.decide(FIRE_DESK, "close")
        impulses.close_fire(self.paper)
        self.paper.end()

    # -- end of a turn

    def _end_hands(self, _action: a.EndHands) -> None:
        self.paper.decide(PHASE_DESK, "end_phase")
        for unit in sorted(self.position.spent):
            if self.paper.area(unit):
                self.paper.turn_over([unit], down=False)
        for area, side in sorted(self.position.markers):
            marker = f"fire-{area}-{side.id}"
            # A ferry box has no place for one.
            if marker in self.paper.desk.pieces:
                self.paper.desk.change(marker, {"Fire": 0})
        self.paper.set(
            NextSide=next(iter(self.paper.sides.values())), ActSide="", ActKind="", ActFrom="", Passes=0
        )
        self.paper.end()
        self._phase("Arrivals")

    def _place(self, action: a.Place) -> None:
        self._as(self.position.side(action.unit))
        if action.area in self.position.data.units[action.unit].entry:
            self.paper.decide(action.unit, "arrive")
            self.paper.put([action.unit], action.area, dragged=False)
        else:
            self.paper.put([action.unit], action.area)
        self.paper.end()

    def _lost(self, action: a.Lost) -> None:
        side = self.position.side(action.unit)
        self._as(side)
        self.paper.decide(action.unit, "lost")
        self.paper.leave(action.unit, f"eliminated-{side.id}")
        self.paper.end()

    def _withdraw(self, action: a.Withdraw) -> None:
        self._as(Side.GERMAN)
        if action.instead_of != action.unit:
            if self.position.where.get(action.instead_of) not in (OFF_MAP, None):
                self.paper.decide(action.instead_of, "replaced")
            self.paper.set(WithdrawFor=f"@{action.instead_of}")
            self.paper.end()
        self.paper.decide(action.unit, "withdraw", For=f"@{action.instead_of}")
        self.paper.set(WithdrawFor="")
        self.paper.leave(action.unit, "withdrawn-german")
        self.paper.end()

    def _end_turn(self, _action: a.EndTurn) -> None:
        if self.position.turn < self.position.data.last_turn:
            self.paper.show_turn(self.position.turn + 1, "Draw")
            self.paper.end()


_DOES = by_kind(vars(Performer).values())
