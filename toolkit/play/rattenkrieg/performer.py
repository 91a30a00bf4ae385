"""From actions of the rules to keys and drags at the Rattenkrieg module: what players would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from toolkit.play.desk import Desk
from toolkit.play.rattenkrieg.paper import BATTLE_DESK, Paper
from toolkit.rules.rattenkrieg import actions as a
from toolkit.rules.rattenkrieg.data import Side
from toolkit.rules.rattenkrieg.position import Phase, Position

_EVENTS: Mapping[type, str] = MappingProxyType(
    {
        a.AssaultGun: "assault_gun",
        a.Engineers: "engineers",
        a.Molotov: "molotov",
        a.ChuikovBattle: "chuikov",
    }
)
_LASTING = {"assault_gun": "AssaultGun", "engineers": "Engineers", "molotov": "Molotov", "chuikov": "Chuikov"}


class Performer:
    """Does what a player does for each action, with the module's own keys.

    Parameters
    ----------
    position : Position
        Followed by the caller: each action is performed before it is applied.
    paper : Paper
    """

    def __init__(self, position: Position, paper: Paper) -> None:
        self.position = position
        self.paper = paper
        self._dealt: list[a.DealSteps | a.DealHand] = []
        self._rest: tuple[str, ...] = ()
        self._arriving: list[str] = []
        self._does: Mapping[type, Callable[[Any], None]] = MappingProxyType(
            {
                a.Place: self._place,
                a.Shuffle: self._shuffle,
                a.DealSteps: self._deal_steps,
                a.DealHand: self._deal_hand,
                a.EndSetUp: self._end_set_up,
                a.Reinforce: self._reinforce,
                a.ReturnT34: self._return,
                a.EndReinforcement: lambda _: self._phase("Operations"),
                a.EndOperations: lambda _: self._phase("Replenishment"),
                a.EndTurn: self._end_turn,
                a.Activate: self._activate,
                a.Pass: self._pass,
                a.End: self._end,
                a.Replenish: self._replenish,
                a.MoveFriendly: self._move,
                a.EnterEmpty: self._enter_empty,
                a.EnterBattle: self._enter_battle,
                a.Attack: self._attack,
                a.NameDefender: self._defend,
                a.PlayCard: self._play,
                a.Raise: self._play,
                a.TakeLoss: self._take_loss,
                a.Stand: lambda action: self._answer(action.side, "stand"),
                a.TakeBack: self._take_back,
                a.Open: self._open,
                a.FightOn: self._fight_on,
                a.Stop: lambda _: self._answer(self._attacker(), "stop"),
                a.Retreat: self._retreat,
                a.LoseStep: self._lose,
                a.T34Out: self._t34_out,
                a.Remove: self._remove,
                a.Isolate: self._isolate,
                a.Bombard: self._bombard,
                a.AirSupport: self._bombard,
                a.AssaultGun: self._event,
                a.Engineers: self._event,
                a.Molotov: self._event,
                a.ChuikovBattle: self._event,
                a.ChuikovReady: self._ready,
                a.Sniper: self._sniper,
                a.Discard: self._discard,
                a.Draw: self._draw,
                a.FlipUp: self._flip_up,
            }
        )

    def fork(self, position: Position, desk: Desk) -> Performer:
        """Return hands that go on from here at copies of the position and the table."""
        other = Performer(position, self.paper.fork(desk))
        other._dealt = list(self._dealt)
        other._rest = self._rest
        other._arriving = list(self._arriving)
        return other

    def perform(self, action: a.Action) -> None:
        """Do an action; what leaves no trace at the table does nothing."""
        self._keep_control()
        does = self._does.get(type(action))
        if does is not None:
            if not isinstance(action, a.Reinforce | a.DealSteps):
                for unit in tuple(self._arriving):
                    self._arrive(unit, ())
            self._tidy(action)
            does(action)

    def _keep_control(self) -> None:
        """Write who holds the areas after the last action, as the module does, and free who is free again."""
        desk = self.paper.desk
        for area in self.position.data.city:
            side = self.position.held[0].get(area)
            shown = "" if side is None else self.paper.sides[side.id]
            if shown and desk.global_value(f"Control_{area}") != shown:
                desk.set_global(f"Control_{area}", shown)
        desk.amend_step()
        for unit in self.position.where:
            if unit not in self.position.cut_off[0] and desk.value(unit, "Isolated") == "1":
                self._as_owner(unit)
                self.paper.decide(unit, "free", Isolated=0)
                self.paper.end()

    # -- helpers

    def _as(self, side: Side) -> str:
        self.paper.side = self.paper.sides[side.id]
        return self.paper.side

    def _as_owner(self, unit: str) -> str:
        return self._as(self.position.side(unit))

    def _attacker(self) -> Side:
        battle = self.position.battle
        return self.position.actor if battle is None else self.position.side(battle.attacker)

    def _global(self, **values: str | int) -> None:
        for name, value in values.items():
            self.paper.desk.set_global(name, value)

    def _tidy(self, action: a.Action) -> None:
        """Clear the cards of a battle that is over before anything else is done."""
        if self.position.battle is not None or isinstance(action, a.TakeBack):
            return
        rows = {box: self.paper.in_row(box) for box in ("battle-attacker", "battle-defender")}
        if not any(rows.values()):
            return
        for side in Side:
            name = self._as(side)
            mine = [
                card
                for cards in rows.values()
                for card in cards
                if not self.paper.masked(card) or self.paper.desk.value(card, "Owner") == name
            ]
            if not mine:
                continue
            self.paper.decide(BATTLE_DESK, "clear")
            for card in mine:
                self.paper.away(card, hidden=self.paper.masked(card))
            self.paper.end()
            rows = {box: self.paper.in_row(box) for box in rows}

    def _phase(self, phase: str) -> None:
        self.paper.show_turn(self.position.turn, phase)
        self.paper.end()

    # -- set-up and arrivals

    def _place(self, action: a.Place) -> None:
        if self.paper.place(action.unit) != self.paper.desk.data.manifest["areas"][action.area]:
            self._drag(action.unit, action.area, with_t34=False)

    def _shuffle(self, action: a.Shuffle) -> None:
        if self.position.phase is Phase.SETUP:
            self._rest = action.order
            return
        for box in ("event", "drawn"):
            for card in self.paper.in_row(box):
                self.paper.send(card, "pile")
                self.paper.end()
        self.paper.decide(BATTLE_DESK, "reshuffle")
        self.paper.shuffle([*self.position.deck, *action.order])
        self.paper.end()

    def _deal_steps(self, action: a.DealSteps) -> None:
        if self.position.phase is Phase.SETUP:
            self._dealt.append(action)
            return
        owner = self._as_owner(action.unit)
        if action.unit in self._arriving:
            self._arrive(action.unit, action.cards)
            return
        for card in action.cards:
            # More steps after a shuffle in between are taken off the deck by hand.
            self.paper.send(card, f"steps-{action.unit}")
            self.paper.desk.mask(card, owner)
            self.paper.end()

    def _deal_hand(self, action: a.DealHand) -> None:
        self._dealt.append(action)

    def _end_set_up(self, action: a.EndSetUp) -> None:
        """Deal side by side, as the module does; the shuffle was such that everybody gets what he got."""
        del action
        by_side = {side: [deal for deal in self._dealt if self._of(deal) is side] for side in Side}
        deals = [*by_side[Side.GERMAN], *by_side[Side.SOVIET]]
        given = [card for deal in deals for card in deal.cards]
        deck = [card for card in self._rest if card not in given]
        self._lay_aside()
        for side in Side:
            owner = self._as(side)
            self.paper.decide(f"{side.id}-desk", "deal")
            if side is Side.GERMAN and self._rest:
                self.paper.shuffle([*deck, *reversed(given)])
            for deal in by_side[side]:
                box = f"hand-{side.id}" if isinstance(deal, a.DealHand) else f"steps-{deal.unit}"
                for card in deal.cards:
                    self.paper.deal(card, box, owner)
            self.paper.end()

    def _lay_aside(self) -> None:
        """Drag units off the map that were not placed, and cards off the deck that are not shuffled."""
        areas = self.paper.desk.data.manifest["areas"].values()
        for unit in self.position.where:
            if not self.position.on_map(unit) and self.paper.place(unit) in areas:
                self._as_owner(unit)
                self.paper.send(unit, "turn-1", dragged=True)
                self.paper.end()
        for card in self.paper.deck_cards() if self._rest else ():
            if card not in self._rest:
                self.paper.send(card, "pile", dragged=True)
                self.paper.end()

    def _of(self, deal: a.DealSteps | a.DealHand) -> Side:
        return deal.side if isinstance(deal, a.DealHand) else self.position.side(deal.unit)

    def _reinforce(self, action: a.Reinforce) -> None:
        if action.area != self.position.data.rears[self.position.side(action.unit)]:
            # The key sends it to its rear: elsewhere it is dragged.
            self._drag(action.unit, action.area, with_t34=False)
            return
        self._arriving.append(action.unit)

    def _arrive(self, unit: str, cards: Iterable[str]) -> None:
        self._arriving.remove(unit)
        owner = self._as_owner(unit)
        self.paper.decide(unit, "arrive")
        self.paper.go(unit, self.position.data.rears[self.position.side(unit)])
        for card in cards:
            self.paper.deal(card, f"steps-{unit}", owner)
        self.paper.end()

    def _return(self, action: a.ReturnT34) -> None:
        tank = self.position.data.tank
        self._as(Side.SOVIET)
        self.paper.decide(tank, "return")
        self.paper.turn_over([tank], down=False)
        self.paper.go(tank, action.area)
        self.paper.end()

    # -- player turns

    def _activate(self, action: a.Activate) -> None:
        self._as_owner(action.unit)
        self.paper.decide(action.unit, "activate")
        self._global(Active=f"@{action.unit}", Passes=0, **dict.fromkeys(_LASTING.values(), 0))
        self.paper.end()
        if action.with_t34:
            self.paper.decide(self.position.data.tank, "join", Joined=1)
            self.paper.end()

    def _pass(self, action: a.Pass) -> None:
        self._as(action.side)
        counter = action.unit or f"{action.side.id}-desk"
        self.paper.decide(counter, "pass")
        if action.unit is not None:
            self.paper.turn_over([action.unit], down=True)
        self._global(Passes=int(self.paper.desk.global_value("Passes") or 0) + 1, Active="")
        self.paper.end()

    def _end(self, action: a.End) -> None:
        act, tank = self.position.act, self.position.data.tank
        self._as(self.position.actor)
        unit = act.unit if act is not None else next(iter(action.flipped), "")
        if not unit:
            return
        self.paper.decide(unit, "end")
        if tank in action.flipped and unit != tank:
            self.paper.follow(tank, "turned", Joined=0)
        self.paper.turn_over(action.flipped, down=True)
        self._global(Active="")
        self.paper.end()

    def _replenish(self, action: a.Replenish) -> None:
        owner = self._as_owner(action.unit)
        self.paper.decide(action.unit, "replenish")
        self.paper.deal(action.card, f"steps-{action.unit}", owner)
        if action.down:
            self.paper.turn_over([action.unit], down=True)
        self._global(Passes=0, Active="")
        self.paper.end()

    # -- movement

    def _drag(self, unit: str, area: str, *, with_t34: bool) -> None:
        self._as_owner(unit)
        self.paper.drag(unit, area)
        if with_t34:
            self.paper.drag(self.position.data.tank, area)
        self.paper.end()

    def _move(self, action: a.MoveFriendly) -> None:
        self._drag(action.unit, action.area, with_t34=action.with_t34)

    def _enter_empty(self, action: a.EnterEmpty) -> None:
        self._drag(action.unit, action.area, with_t34=action.with_t34)
        self._pay(action.card)

    def _pay(self, card: str | None) -> None:
        if card is not None:
            self.paper.leave(card, "pay")
            self.paper.desk.mask(card, None)
            self.paper.send(card, "pile")
            self.paper.end()

    def _enter_battle(self, action: a.EnterBattle) -> None:
        self._drag(action.unit, action.area, with_t34=action.with_t34)
        self._pay(action.card)
        self._begin(action.unit, action.area)
        if action.with_t34 and not action.support:
            self._waive()

    def _attack(self, action: a.Attack) -> None:
        self._as_owner(action.unit)
        area = self.position.where[action.unit]
        self._begin(action.unit, area)
        if not action.support and self._tank_beside(action.unit, area):
            self._waive()

    def _begin(self, unit: str, area: str) -> None:
        side = self._as_owner(unit)
        number = int(self.paper.desk.global_value("BattleNo") or 0) + 1
        self._global(BattleNo=number)
        self.paper.decide(unit, "attack")
        name = self.paper.desk.data.manifest["areas"][area]
        self._global(BattleArea=f"@{name}", Attacker=f"@{unit}", AttackerSide=side, Defender="")
        self._global(OpenA="", OpenD="")
        self.paper.end()

    def _tank_beside(self, unit: str, area: str) -> bool:
        tank = self.position.data.tank
        own = self.position.side(unit) is Side.SOVIET
        return own and unit != tank and self.position.where.get(tank) == area

    def _waive(self) -> None:
        self._as(Side.SOVIET)
        number = self.paper.desk.global_value("BattleNo")
        self.paper.decide(self.position.data.tank, "waive", Waived=number)
        self.paper.end()

    # -- battle

    def _defend(self, action: a.NameDefender) -> None:
        self._as(action.side)
        self.paper.decide(action.unit, "defend")
        self._global(Defender=f"@{action.unit}")
        self.paper.end()
        area = self.position.where.get(action.unit, "")
        if not action.support and self._tank_beside(action.unit, area):
            self._waive()

    def _play(self, action: a.PlayCard | a.Raise) -> None:
        self._as(action.side)
        number = self.paper.desk.global_value("BattleNo")
        self.paper.leave(action.card, "play_open" if action.face_up else "play", InBattle=number)
        if action.face_up:
            self.paper.desk.mask(action.card, None)
        attacks = action.side is self._attacker()
        self.paper.send(action.card, "battle-attacker" if attacks else "battle-defender")
        self.paper.end()

    def _answer(self, side: Side, act: str) -> None:
        self._as(side)
        self.paper.decide(BATTLE_DESK, act)
        self.paper.end()

    def _take_loss(self, action: a.TakeLoss) -> None:
        self._answer(action.side, "take_loss")
        battle = self.position.battle
        laid = () if battle is None else battle.of(action.side.enemy)
        owner = self._as(action.side.enemy)
        for played in laid:
            if action.folded == "shown":
                self._reveal(played.card)
            elif action.folded == "returned":
                self._back(played.card, owner, action.side.enemy, played.source)

    def _back(self, card: str, owner: str, side: Side, source: str) -> None:
        """Take a card back; the key puts it into the hand, a unit's step is dragged to it from there."""
        self.paper.leave(card, "take_back")
        self.paper.send(card, f"hand-{side.id}")
        self.paper.desk.mask(card, owner)
        self.paper.end()
        if source in self.position.steps:
            self.paper.send(card, f"steps-{source}", dragged=True)
            self.paper.end()

    def _take_back(self, action: a.TakeBack) -> None:
        battle = self.position.battle
        laid = () if battle is None else battle.cards
        found = [played for played in laid if played.card == action.card]
        source = found[0].source if found else action.side.id
        self._back(action.card, self._as(action.side), action.side, source)

    def _open(self, action: a.Open) -> None:
        self._as(action.side)
        battle = self.position.battle
        for played in () if battle is None else battle.of(action.side)[-1:]:
            if self.paper.masked(played.card):
                self._reveal(played.card)
            else:
                self.paper.leave(played.card, "open")
                self.paper.end()

    def _reveal(self, card: str) -> None:
        self.paper.leave(card, "open")
        self.paper.desk.mask(card, None)
        self.paper.end()

    def _fight_on(self, action: a.FightOn) -> None:
        del action
        self._answer(self._attacker(), "fight_on")
        # The cards of the tie make room for the next ones.
        for box in ("battle-attacker", "battle-defender"):
            for card in self.paper.in_row(box):
                self.paper.side = self.paper.desk.value(card, "Owner")
                self.paper.decide(BATTLE_DESK, "clear")
                self.paper.away(card, hidden=self.paper.masked(card))
                self.paper.end()

    # -- damage

    def _retreat(self, action: a.Retreat) -> None:
        self._as_owner(action.unit)
        tank = self.position.data.tank
        if action.down:
            for unit in (action.unit, tank) if action.with_t34 else (action.unit,):
                self.paper.decide(unit, "retreat", Retreating=1)
                self.paper.turn_over([unit], down=True)
                self.paper.end()
        self._drag(action.unit, action.area, with_t34=action.with_t34)

    def _lose(self, action: a.LoseStep) -> None:
        self._as_owner(action.unit)
        self.paper.leave(action.card, "lose")
        self.paper.desk.mask(action.card, None)
        self.paper.send(action.card, "hidden-pile")
        self.paper.end()

    def _gone(self, unit: str, act: str) -> None:
        side = self.position.side(unit)
        self._as(side)
        self.paper.decide(unit, act, GoneTurn=self.position.turn)
        self.paper.send(unit, f"eliminated-{side.id}")
        self.paper.end()

    def _t34_out(self, action: a.T34Out) -> None:
        del action
        self._gone(self.position.data.tank, "t34_out")

    def _remove(self, action: a.Remove) -> None:
        self._gone(action.unit, "remove")

    def _isolate(self, action: a.Isolate) -> None:
        self._as_owner(action.unit)
        self.paper.decide(action.unit, "isolate", Isolated=1)
        self.paper.end()

    # -- events

    def _show(self, card: str, act: str, use: str) -> None:
        self._as(self.position.actor)
        for before in self.paper.in_row("event"):
            self.paper.send(before, "pile")
        self.paper.leave(card, act, Event=use)
        self.paper.desk.mask(card, None)
        self.paper.send(card, "event")

    def _use(self, card: str) -> str:
        deck = self.paper.desk.data.game.deck
        use = None if deck is None else deck.use(card, self.position.actor.id)
        return "none" if use is None else use.id

    def _event(self, action: a.AssaultGun | a.Engineers | a.Molotov | a.ChuikovBattle) -> None:
        self._show(action.card, "event", self._use(action.card))
        name = _LASTING[_EVENTS[type(action)]]
        if self._use(action.card) == _EVENTS[type(action)]:
            self._global(**{name: int(self.paper.desk.global_value(name) or 0) + 1})
        self.paper.end()

    def _bombard(self, action: a.Bombard | a.AirSupport) -> None:
        self._show(action.card, "event", self._use(action.card))
        self.paper.end()
        self.paper.decide(action.target, "target")
        self._global(Target=f"@{action.target}")
        self.paper.end()
        self.paper.decide(BATTLE_DESK, "bombard")
        for before in self.paper.in_row("drawn"):
            self.paper.send(before, "pile")
        self.paper.follow(action.drawn, "drawn")
        self.paper.send(action.drawn, "drawn")
        self._global(DrawnCard=f"@{action.drawn}")
        self.paper.end()

    def _sniper(self, action: a.Sniper) -> None:
        self._show(action.card, "event", self._use(action.card))
        self.paper.end()
        if action.taken is None:
            return
        self.paper.decide(BATTLE_DESK, "sniper")
        self._global(SnipeSlot=self.paper.place(action.taken))
        self.paper.end()
        self._as(Side.GERMAN)
        self.paper.decide(BATTLE_DESK, "give_up")
        self.paper.follow(action.taken, "sniped", From=self.paper.place(action.taken))
        self.paper.desk.mask(action.taken, None)
        self.paper.send(action.taken, "pile")
        self.paper.end()

    def _ready(self, action: a.ChuikovReady) -> None:
        self._show(action.card, "event_ready", "chuikov_ready")
        self.paper.end()
        self.paper.decide(action.unit, "ready")
        self.paper.turn_over([action.unit], down=False)
        self.paper.end()

    # -- end of a turn

    def _discard(self, action: a.Discard) -> None:
        self._as(action.side)
        for card in action.cards:
            self.paper.leave(card, "discard")
            self.paper.desk.mask(card, None)
            self.paper.send(card, "pile")
            self.paper.end()

    def _draw(self, action: a.Draw) -> None:
        owner = self._as(action.side)
        self.paper.decide(f"{action.side.id}-desk", "fill")
        for card in action.cards:
            self.paper.deal(card, f"hand-{action.side.id}", owner)
        self.paper.end()

    def _flip_up(self, action: a.FlipUp) -> None:
        self.paper.decide(BATTLE_DESK, "flip_up")
        for unit in action.units:
            self.paper.follow(unit, "turned")
        self.paper.turn_over(action.units, down=False)
        self.paper.end()

    def _end_turn(self, action: a.EndTurn) -> None:
        del action
        turn = self.position.turn + 1
        self.paper.show_turn(turn if turn <= 6 else 1, "Reinforcements")
        self.paper.end()
