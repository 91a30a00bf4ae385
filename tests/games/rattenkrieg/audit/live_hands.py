"""From actions of the rules to keys, buttons and drags at the Rattenkrieg module in the running engine.

What chance gives is the engine's: it is read from the table afterwards, not here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tests.audit.decisions.gestures import Gestures
from tests.games.rattenkrieg.module.table import DESK, NAMES
from toolkit.audit.module_data import ModuleData
from toolkit.engine.record import Session
from toolkit.games.rattenkrieg.gestures import BATTLE_DESK, CARD, SIDE_DESK, TANK, UNIT
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.module.gestures import Gesture, filled
from toolkit.module.keys import shown


class Hands:
    """Does actions of the rules.

    Parameters
    ----------
    position : Position
        Followed by the caller: an action is done before it is applied.
    seats : collection of Side
        Whose hands these are; what is the other side's to press is left to it.
    """

    def __init__(
        self, session: Session, data: ModuleData, position: Position, seats: Collection[Side] = tuple(Side)
    ) -> None:
        self.position, self.seats = position, seats
        self.areas: Mapping[str, str] = data.manifest["areas"]
        self.sides = {side: data.game.labels["side"][side.id].en for side in Side}
        self.gestures = Gestures(session, {self.sides[side]: NAMES[self.sides[side]] for side in seats})
        self.row = {counter.id: counter.names.en for counter in data.game.counters}
        self._laid: set[Side] = set()
        self._isolated: set[str] = set()

    # -- gestures -----------------------------------------------------------------------------------------

    def press(self, side: Side, piece: str, gesture: Gesture) -> None:
        """Let a side press the key of a gesture on a piece."""
        self.gestures.press(self.sides[side], piece, shown(gesture.key))

    def button(self, side: Side, gesture: Gesture) -> None:
        """Let a side press the button of a gesture."""
        self.gestures.button(self.sides[side], filled(gesture.button.en, {"side": self.sides[side]}))

    def drag(self, unit: str, area: str, *, with_t34: bool = False) -> None:
        """Let its owner drag a unit, the T-34 behind it."""
        side = self.sides[self.position.side(unit)]
        for each in (unit, self.position.data.tank) if with_t34 else (unit,):
            self.gestures.drag(side, each, self.areas[area])

    def draw_steps(self, unit: str, count: int) -> None:
        """Drag cards off the deck to the free places of a unit's strip."""
        side, held = self.sides[self.position.side(unit)], len(self.position.steps[unit])
        for number in range(held + 1, held + 1 + count):
            at = f"{self.row[unit]}-{number}"
            self.gestures.draw(side, "Deck", {"map": f"{side} cards", "at": at})

    # -- actions ------------------------------------------------------------------------------------------

    def do(self, action: a.Action) -> None:  # noqa: PLR0912
        """Do an action; the position is still the one before it."""
        p, tank = self.position, self.position.data.tank
        self._tidy(action)
        match action:
            case a.Shuffle():
                self.button(next(iter(self.seats)), BATTLE_DESK["reshuffle"])
            case a.Reinforce(unit=unit):
                self.press(p.side(unit), unit, UNIT["arrive"])
            case a.ReturnT34():
                self.press(Side.SOVIET, tank, TANK["return"])
            case a.EndReinforcement() | a.EndOperations() | a.EndTurn():
                # Anybody may advance the turn track.
                self.gestures.hotkey(self.gestures.anybody, "Alt-T")
            case a.Activate(unit=unit, with_t34=joined):
                self.press(p.side(unit), unit, UNIT["activate"])
                if joined:
                    self.press(Side.SOVIET, tank, TANK["join"])
            case a.Pass(side=side, unit=unit):
                self.press(side, unit or f"{side.id}-desk", UNIT["pass"] if unit else SIDE_DESK["pass"])
            case a.End():
                if p.act is not None and p.on_map(p.act.unit):
                    self.press(p.actor, p.act.unit, UNIT["end"])
                    self._laid.discard(p.actor)
            case a.Replenish(unit=unit):
                self.press(p.side(unit), unit, UNIT["replenish"])
            case a.MoveFriendly(unit=unit, area=area, with_t34=along):
                self.drag(unit, area, with_t34=along)
            case a.EnterEmpty(unit=unit, area=area, card=card, with_t34=along):
                self.drag(unit, area, with_t34=along)
                if card is not None:
                    self.press(p.side(unit), card, CARD["pay"])
            case a.EnterBattle(unit=unit, area=area, with_t34=along, support=support):
                self.drag(unit, area, with_t34=along)
                self.press(p.side(unit), unit, UNIT["attack"])
                self._waive(unit, area, support=support, along=along)
            case a.Attack(unit=unit, support=support):
                self.press(p.side(unit), unit, UNIT["attack"])
                self._waive(unit, p.where[unit], support=support)
            case a.NameDefender(side=side, unit=unit, support=support):
                self.press(side, unit, UNIT["defend"])
                self._waive(unit, p.where[unit], support=support)
            case a.PlayCard(side=side, card=card, face_up=up) | a.Raise(side=side, card=card, face_up=up):
                self.press(side, card, CARD["play_open" if up else "play"])
            case a.TakeBack(side=side, card=card):
                self.press(side, card, CARD["take_back"])
            case a.TakeLoss(side=side, folded=folded):
                self.press(side, DESK, BATTLE_DESK["take_loss"])
                for played in p.battle.of(side.enemy) if p.battle is not None else ():
                    if folded != "hidden":
                        word = "open" if folded == "shown" else "take_back"
                        self.press(side.enemy, played.card, CARD[word])
            case a.Stand(side=side):
                self.press(side, DESK, BATTLE_DESK["stand"])
            case a.Open(side=side):
                for played in p.battle.of(side)[-1:] if p.battle is not None else ():
                    self.press(side, played.card, CARD["open"])
            case a.FightOn() | a.Stop():
                fights = isinstance(action, a.FightOn)
                self.press(self._attacker(), DESK, BATTLE_DESK["fight_on" if fights else "stop"])
                if fights:
                    self._clear()
            case a.Retreat(unit=unit, area=area, with_t34=along, down=down):
                if down and not self._drag_says_it(unit):
                    for each in (unit, tank) if along else (unit,):
                        self.press(p.side(unit), each, UNIT["retreat"])
                self.drag(unit, area, with_t34=along)
            case a.LoseStep(unit=unit, card=card):
                self.press(p.side(unit), card, CARD["lose"])
            case a.T34Out():
                self.press(Side.SOVIET, tank, TANK["t34_out"])
            case a.Remove(unit=unit):
                self.press(p.side(unit), unit, UNIT["remove"])
            case a.Isolate(unit=unit):
                self.press(p.side(unit), unit, UNIT["isolate"])
            case a.Bombard(card=card, target=target) | a.AirSupport(card=card, target=target):
                self.press(p.actor, card, CARD["event"])
                self.press(p.actor, target, UNIT["target"])
                self.press(p.actor, DESK, BATTLE_DESK["bombard"])
            case a.Sniper(card=card):
                self.press(p.actor, card, CARD["event"])
                if p.hands[Side.GERMAN]:
                    self.press(Side.SOVIET, DESK, BATTLE_DESK["sniper"])
                    self.press(Side.GERMAN, DESK, BATTLE_DESK["give_up"])
            case a.AssaultGun(card=card) | a.Engineers(card=card) | a.Molotov(card=card):
                self.press(p.actor, card, CARD["event"])
            case a.ChuikovBattle(card=card):
                self.press(p.actor, card, CARD["event"])
            case a.ChuikovReady(card=card, unit=unit):
                self.press(p.actor, card, CARD["event_ready"])
                self.press(p.actor, unit, UNIT["ready"])
            case a.Discard(side=side, cards=cards):
                for card in cards:
                    self.press(side, card, CARD["discard"])
            case a.Draw(side=side):
                self.button(side, SIDE_DESK["fill"])
            case a.FlipUp():
                self.button(next(iter(self.seats)), BATTLE_DESK["flip_up"])

    def _drag_says_it(self, unit: str) -> bool:
        """Return whether the module takes a drag of the unit for its retreat."""
        found = self.gestures.session.module_values("Active", "Attacker", "Defender")
        return found["Defender"] == f"@{unit}" and found["Active"] == found["Attacker"] != ""

    def _attacker(self) -> Side:
        battle = self.position.battle
        return self.position.actor if battle is None else self.position.side(battle.attacker)

    def _waive(self, unit: str, area: str, *, support: bool, along: bool = False) -> None:
        tank = self.position.data.tank
        beside = along or self.position.where.get(tank) == area
        if beside and not support and unit != tank and self.position.side(unit) is Side.SOVIET:
            self.press(Side.SOVIET, tank, TANK["waive"])

    def _tidy(self, action: a.Action) -> None:
        """Clear the cards of a battle that is over, and free who is free again, before anything else."""
        for unit in sorted(self._isolated - self.position.cut_off[0]):
            self._isolated.discard(unit)
            if self.position.on_map(unit):
                self.press(self.position.side(unit), unit, UNIT["free"])
        if isinstance(action, a.Isolate):
            self._isolated.add(action.unit)
        battle = self.position.battle
        if (battle is None or not battle.cards) and not isinstance(action, a.End):
            self._clear()
        if isinstance(action, a.PlayCard | a.Raise):
            self._laid.add(action.side)

    def _clear(self) -> None:
        """Let each side that has laid cards down take its closed ones away; the open ones go with them."""
        for side in sorted(self._laid & set(self.seats)):
            self.press(side, DESK, BATTLE_DESK["clear"])
            self._laid.discard(side)
