"""Hands at the Rattenkrieg module: what several actions have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolkit.games.rattenkrieg.play.paper import BATTLE_DESK, Paper
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.play.desk import Desk

LASTING = {"assault_gun": "AssaultGun", "engineers": "Engineers", "molotov": "Molotov", "chuikov": "Chuikov"}
"""Globals of events that last, by their use."""


class Hands:
    """Hands that follow a position.

    Attributes
    ----------
    position : Position
        Followed by the caller: each action is performed before it is applied.
    dealt : list of DealSteps or DealHand
        Deals of the set-up, which the module does all at once.
    rest : tuple of str
        The deck that was shuffled for them.
    arriving : list of str
        Units that were called and have no cards yet.
    """

    def __init__(self, position: Position, paper: Paper) -> None:
        self.position = position
        self.paper = paper
        self.dealt: list[a.DealSteps | a.DealHand] = []
        self.rest: tuple[str, ...] = ()
        self.arriving: list[str] = []

    def fork(self, position: Position, desk: Desk) -> Hands:
        """Return hands that go on from here at copies of the position and the table."""
        other = Hands(position, self.paper.fork(desk))
        other.dealt = list(self.dealt)
        other.rest = self.rest
        other.arriving = list(self.arriving)
        return other

    def seat(self, side: Side) -> str:
        """Let a side press the keys; return what the module calls it."""
        self.paper.side = self.paper.sides[side.id]
        return self.paper.side

    def seat_owner(self, unit: str) -> str:
        """Let a unit's side press the keys."""
        return self.seat(self.position.side(unit))

    def attacker(self) -> Side:
        """Return who attacks, or acts."""
        battle = self.position.battle
        return self.position.actor if battle is None else self.position.side(battle.attacker)

    def write(self, **values: str | int) -> None:
        """Write properties of the module."""
        self.paper.write(values)

    def phase(self, phase: str) -> None:
        """Move the turn tracker to a phase."""
        self.paper.show_turn(self.position.turn, phase)
        self.paper.end()

    def drag(self, unit: str, area: str, *, with_t34: bool) -> None:
        """Drag a unit, with or without the T-34."""
        self.seat_owner(unit)
        self.paper.drag(unit, area)
        if with_t34:
            self.paper.drag(self.position.data.tank, area)
        self.paper.end()

    def tank_beside(self, unit: str, area: str) -> bool:
        """Return whether the T-34 stands beside a Soviet unit in an area."""
        tank = self.position.data.tank
        own = self.position.side(unit) is Side.SOVIET
        return own and unit != tank and self.position.where.get(tank) == area

    def waive(self) -> None:
        """Say that the T-34 gives no support."""
        self.seat(Side.SOVIET)
        number = self.paper.desk.global_value("BattleNo")
        self.paper.decide(self.position.data.tank, "waive", Waived=number)
        self.paper.end()

    def begin(self, unit: str, area: str) -> None:
        """Press the key that opens a battle."""
        side = self.seat_owner(unit)
        number = int(self.paper.desk.global_value("BattleNo") or 0) + 1
        self.write(BattleNo=number)
        self.paper.decide(unit, "attack")
        name = self.paper.desk.data.manifest["areas"][area]
        self.write(BattleArea=f"@{name}", Attacker=f"@{unit}", AttackerSide=side, Defender="")
        self.write(OpenA="", OpenD="")
        self.paper.end()

    def answer(self, side: Side, act: str) -> None:
        """Press a key of the battle desk."""
        self.seat(side)
        self.paper.decide(BATTLE_DESK, act)
        self.paper.end()

    def reveal(self, card: str) -> None:
        """Open a card."""
        self.paper.leave(card, "open")
        self.paper.desk.mask(card, None)
        self.paper.end()

    def back(self, card: str, owner: str, side: Side, source: str) -> None:
        """Take a card back; the key puts it into the hand, a unit's step is dragged to it from there."""
        self.paper.leave(card, "take_back")
        self.paper.send(card, f"hand-{side.id}")
        self.paper.desk.mask(card, owner)
        self.paper.end()
        if source in self.position.steps:
            self.paper.send(card, f"steps-{source}", dragged=True)
            self.paper.end()

    def keep_control(self) -> None:
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
                self.seat_owner(unit)
                self.paper.decide(unit, "free", Isolated=0)
                self.paper.end()

    def tidy(self, action: a.Action) -> None:
        """Clear the cards of a battle that is over before anything else is done."""
        if self.position.battle is not None or isinstance(action, a.TakeBack):
            return
        rows = {box: self.paper.in_row(box) for box in ("battle-attacker", "battle-defender")}
        if not any(rows.values()):
            return
        for side in Side:
            name = self.seat(side)
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


Performed = Callable[[Hands, Any], None]
"""What players do for an action."""
