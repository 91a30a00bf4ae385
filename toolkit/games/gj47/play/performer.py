"""From actions of the rules to gestures at the module: what a player would drag and press."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from toolkit.games.gj47.gestures import BATTLE, BUTTONS, CHIT, FORT, HEADQUARTERS, ROLLS, UNIT
from toolkit.games.gj47.play.hands import Hands, Place
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Box
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.kinds import by_kind

_SIDES = {Owner.AXIS: "Axis", Owner.SOVIET: "Soviet"}
_TRACKS = "Tracks"


class Performer:
    """Does what a player does for each action, with the module's own commands.

    Parameters
    ----------
    position : Position
        Followed by the caller: each action is performed before it is applied.
    """

    def __init__(self, position: Position, hands: Hands) -> None:
        self.position = position
        self.hands = hands
        self._battles: dict[int, int] = {}
        self._forts: dict[int, str] = {}
        self._advancing = False
        self._does: dict[type, Callable[[Any], None]] = {
            kind: getattr(self, does.__name__) for kind, does in _DOES.items()
        }

    def perform(self, action: a.Action) -> None:
        """Do an action; those that leave no trace at the table do nothing."""
        does = self._does.get(type(action))
        if does is not None:
            does(action)

    # -- helpers ------------------------------------------------------------------------------------------

    def _id(self, unit: int) -> str:
        return self.position.data.units[unit].id

    def _number(self, h: int) -> str:
        return self.position.data.board.numbers[h]

    def _as(self, owner: Owner) -> None:
        self.hands.act_as(_SIDES[owner])

    def _as_owner(self, unit: int) -> None:
        self._as(self.position.data.units[unit].owner)

    def _as_active(self) -> None:
        owner = self.position.data.chits[self.position.command.chit].owner
        self._as(Owner.AXIS if owner is None else owner)

    def _marker(self, target: int) -> str:
        return f"battle-{self._battles[target]}"

    # -- set-up and chits ---------------------------------------------------------------------------------

    def _place(self, action: a.Place) -> None:
        self._as_owner(action.unit)
        self.hands.drag(self._id(action.unit), self._number(action.hex))

    def _choose(self, action: a.Choose) -> None:
        self._as(action.owner)
        for chit in action.chits:
            self.hands.key(chit, CHIT["choose"].stroke)
        self.hands.button(BUTTONS[f"commit_{action.owner.name.lower()}"].button.en)

    def _free(self, action: a.FreeChit) -> None:
        self._as(Owner.AXIS)
        self.hands.key(action.chit, CHIT["play"].stroke)

    def _draw(self, action: a.Draw) -> None:
        owner = self.position.data.chits[action.chit].owner
        self._as(Owner.AXIS if owner is None else owner)
        self.hands.draw(action.chit)
        self.hands.button(BUTTONS["draw"].button.en)

    def _activate(self, action: a.Activate) -> None:
        self._as_owner(action.hq)
        if self.position.data.chits[self.position.command.chit].hq != action.hq:
            self.hands.key(self._id(action.hq), HEADQUARTERS["activate"].stroke)
        for unit in action.germans:
            self.hands.key(self._id(unit), UNIT["activate"].stroke)

    def _end_chit(self, _action: a.SetAside | a.EndCommand) -> None:
        self._battles.clear()
        self.hands.button(BUTTONS["chit_over"].button.en)

    # -- movement and combat ------------------------------------------------------------------------------

    def _move(self, action: a.Move) -> None:
        self._as_owner(action.unit)
        if action.march:
            self._say_it_marches(action.unit)
        # A player stops where the way matters: in each town passed through.
        towns = self.position.data.board.towns | self.position.data.board.vp_hexes
        for h in (*(h for h in action.via if h in towns), action.end):
            self.hands.drag(self._id(action.unit), self._number(h))

    def _say_it_marches(self, unit: int) -> None:
        self.hands.key(self._id(unit), UNIT["march"].stroke)

    def _declare(self, action: a.Declare) -> None:
        self._as_active()
        there = self._under_attack(action.target)
        if there is not None:
            self.hands.key(there, UNIT["declare"].stroke)
            self._battles[action.target] = int(self.hands.value(there, "DefendIn"))
        else:
            free = next(n for n in count(1) if n not in self._battles.values())
            self._battles[action.target] = free
            self.hands.drag(self._marker(action.target), self._number(action.target))
        for unit in action.attackers:
            self.hands.key(self._id(unit), UNIT["attack"].stroke)

    def _under_attack(self, target: int) -> str | None:
        """Return a counter of the hex under attack."""
        units = (self._id(unit) for unit, h in enumerate(self.position.hex_of) if h == target)
        return next(units, self._forts.get(target))

    def _all_declared(self, _action: a.EndDeclaration) -> None:
        if self.position.command.battles:
            self.hands.hotkey(BUTTONS["declared"].stroke)

    def _roll(self, action: a.Roll) -> None:
        self._as_active()
        self._advancing = False
        self.hands.throw(action.die)
        self.hands.key(self._marker(action.target), BATTLE["roll"].stroke)

    def _lose(self, action: a.Lose) -> None:
        self._as(action.owner)
        for unit in action.units:
            self.hands.key(self._id(unit), UNIT["loss"].stroke)
        for level in range(action.fort):
            word = "convert" if level < action.converted else "loss"
            # Levels beyond the result's own losses are what conversion costs.
            self.hands.key(self._forts[action.target], FORT[word].stroke)

    def _retreat(self, action: a.Retreat) -> None:
        self._as_owner(action.unit)
        name = self._id(action.unit)
        for h in action.path:
            if h != OFF_MAP:
                self.hands.drag(name, self._number(h))
        gone = False
        for step in range(action.steps):
            gone = (
                self.position.reduced[action.unit] + step >= self.position.data.units[action.unit].steps - 1
            )
            self.hands.key(name, UNIT["loss"].stroke)
        if action.eliminated and not gone:
            self.hands.key(name, UNIT["eliminate"].stroke)

    def _advance(self, action: a.Advance) -> None:
        self._as_owner(action.unit)
        if not self._advancing:
            self.hands.key(self._marker(action.target), BATTLE["advance"].stroke)
            self._advancing = True
        for h in action.path:
            self.hands.drag(self._id(action.unit), self._number(h))

    def _close(self, action: a.CloseBattle | a.CallOff) -> None:
        self._as_active()
        self.hands.key(self._marker(action.target), BATTLE["close"].stroke)
        del self._battles[action.target]
        self._advancing = False

    # -- supply -------------------------------------------------------------------------------------------

    def _attrition(self, action: a.Attrition) -> None:
        self._as(action.owner)
        for unit in action.units:
            self.hands.key(self._id(unit), UNIT["supply_loss"].stroke)

    def _withdraw(self, action: a.Withdraw) -> None:
        self._as(Owner.AXIS)
        self.hands.throw(action.die)
        self.hands.key("withdrawal-roll", ROLLS["roll"].stroke)
        for unit in action.units:
            self.hands.drag(self._id(unit), _box(f"Turn {self.position.turn.number}"))

    def _rail(self, action: a.RailTransport) -> None:
        self._as(Owner.AXIS)
        for unit in action.units:
            self.hands.drag(self._id(unit), _box("Axis rail transport"))

    def _fort(self, action: a.BuildFort) -> None:
        self._as(Owner.SOVIET)
        for h in action.hexes:
            if h in self.position.forts:
                self.hands.key(self._forts[h], FORT["build"].stroke)
                continue
            marker = f"fort-{3 - self.position.turn.fort_markers}"
            self._forts[h] = marker
            self.hands.drag(marker, self._number(h))
        self.hands.button(BUTTONS["chit_over"].button.en)

    # -- reinforcements and the turn ----------------------------------------------------------------------

    def _reinforce(self, action: a.Reinforce) -> None:
        self._as_active()
        if action.die is not None:
            self.hands.throw(action.die)
            self.hands.key("axis-reinforcement-roll", ROLLS["roll"].stroke)

    def _enter(self, action: a.Enter) -> None:
        self._as_owner(action.unit)
        name = self._id(action.unit)
        lost = self.position.box_of[action.unit] is Box.ELIMINATED
        headquarters = self.position.data.units[action.unit].headquarters
        # What was lost comes back at full strength, a headquarters as well.
        turned = headquarters and not action.reduced and self.hands.value(name, "Step_Level") == "2"
        if turned or (lost and not headquarters):
            self.hands.key(name, UNIT["pool"].stroke)
        self.hands.drag(self._id(action.unit), self._number(action.hex))

    def _end_reinforcement(self, action: a.EndReinforcement) -> None:
        if action.column and action.column != self.position.turn.column and action.column <= 9:
            self._as(Owner.SOVIET)
            self.hands.drag("marker-soviet-reinforcement", _box(f"Soviet reinforcements {action.column}"))
        self.hands.button(BUTTONS["chit_over"].button.en)

    def _end_turn(self, _action: a.EndTurn) -> None:
        self.hands.button(BUTTONS["turn_over"].button.en)
        number = self.position.turn.number + 1
        if number <= 9:
            self.hands.hotkey("Alt-T")
            self.hands.drag("marker-turn", _box(f"Turn {number}"))


def _box(name: str) -> Place:
    return {"map": _TRACKS, "at": name}


_DOES = by_kind(vars(Performer).values())
