"""Games of the random player at the module without its commands: drags, flips and a die only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from toolkit.audit.module_data import read_module
from toolkit.games.gj47.play.hands import Hands
from toolkit.games.gj47.play.paper import Paper
from toolkit.games.gj47.play.performer import Performer
from toolkit.games.gj47.play.recording import house_rules
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.player import play_on
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start
from toolkit.games.gj47.rules.units import Owner
from toolkit.play.desk import Desk
from toolkit.play.seats import players_of
from toolkit.vassal.commands import Command, Group, Logged, MovePiece
from toolkit.vassal.containers import open_container

_DIE = "1d6_result"
SIDES = {Owner.AXIS: "Axis", Owner.SOVIET: "Soviet"}
CUP = {"map": "Chits", "at": "Cup"}
ACTIVE = {"map": "Chits", "at": "Active chit"}
USED = {"map": "Chits", "at": "Used command chits"}


class Dragger(Performer):
    """Does what a player does who uses no command of the module but its flips.

    Parameters
    ----------
    die : callable
        Throws the common die; told what it is to give.
    """

    def __init__(self, position: Position, hands: Hands, die: Callable[[int], None]) -> None:
        super().__init__(position, hands)
        self._die = die
        quiet = (a.Activate, a.Declare, a.EndDeclaration, a.CallOff, a.CloseBattle)
        self._does = {
            **self._does,
            **dict.fromkeys(quiet, lambda _: None),
            a.Choose: self._drag_chosen,
            a.FreeChit: self._drag_active,
            a.Draw: self._drag_active,
            a.SetAside: self._drag_used,
            a.EndCommand: self._drag_used,
            a.Roll: lambda action: self._die(action.die),
            a.Lose: self._flip_losses,
            a.Attrition: self._flip_starved,
            a.Withdraw: self._die_withdraws,
            a.BuildFort: self._drag_fort,
            a.Reinforce: lambda action: None if action.die is None else self._die(action.die),
            a.EndReinforcement: self._drag_number,
            a.Advance: self._drag_advance,
            a.EndTurn: self._drag_home,
        }

    def _say_it_marches(self, unit: int) -> None:
        """Press no key: what can only be a march is one."""

    def _drag_chosen(self, action: a.Choose) -> None:
        self._as(action.owner)
        for chit in action.chits:
            self.hands.drag(chit, CUP)

    def _drag_active(self, action: a.Draw | a.FreeChit) -> None:
        owner = self.position.data.chits[action.chit].owner
        self._as(Owner.AXIS if owner is None else owner)
        self.hands.drag(action.chit, ACTIVE)

    def _drag_used(self, action: object) -> None:
        del action
        self.hands.drag(self.position.command.chit, USED)

    def _step(self, unit: int) -> None:
        """Flip a unit, or drag one that cannot be flipped to its box."""
        kind = self.position.data.units[unit]
        name = self._id(unit)
        level = self.hands.value(name, "Step_Level")
        if kind.steps > 1 and level != "2":
            self.hands.key(name, "Ctrl-F")
        elif kind.headquarters:
            self.hands.key(name, "Ctrl-E")
        else:
            side = "Axis" if kind.owner is Owner.AXIS else "Soviet"
            self.hands.drag(name, {"map": "Losses", "at": f"Eliminated {side} units"})

    def _flip_losses(self, action: a.Lose) -> None:
        self._as(action.owner)
        for unit in action.units:
            self._step(unit)
        for _ in range(action.fort):
            self.hands.key(self._forts[action.target], "Ctrl-F")

    def _retreat(self, action: a.Retreat) -> None:
        self._as_owner(action.unit)
        kind = self.position.data.units[action.unit]
        left = 2 if kind.steps > 1 and not self.position.reduced[action.unit] else 1
        if action.path and action.path[-1] != OFF_MAP:
            self.hands.drag(self._id(action.unit), self._number(action.path[-1]))
        for _ in range(left if action.eliminated else action.steps):
            self._step(action.unit)

    def _drag_advance(self, action: a.Advance) -> None:
        self._as_owner(action.unit)
        self.hands.drag(self._id(action.unit), self._number(action.path[-1]))

    def _flip_starved(self, action: a.Attrition) -> None:
        self._as(action.owner)
        for unit in action.units:
            self._step(unit)

    def _die_withdraws(self, action: a.Withdraw) -> None:
        self._as(Owner.AXIS)
        self._die(action.die)
        for unit in action.units:
            where = {"map": "Tracks", "at": f"Turn {self.position.turn.number}"}
            self.hands.drag(self._id(unit), where)

    def _drag_fort(self, action: a.BuildFort) -> None:
        self._as(Owner.SOVIET)
        for h in action.hexes:
            if h in self.position.forts:
                self.hands.key(self._forts[h], "Ctrl-U")
                continue
            marker = f"fort-{3 - self.position.turn.fort_markers}"
            self._forts[h] = marker
            self.hands.drag(marker, self._number(h))
        self._drag_used(action)

    def _drag_number(self, action: a.EndReinforcement) -> None:
        if action.column and action.column != self.position.turn.column and action.column <= 9:
            self._as(Owner.SOVIET)
            where = {"map": "Tracks", "at": f"Soviet reinforcements {action.column}"}
            self.hands.drag("marker-soviet-reinforcement", where)
        self._drag_used(action)

    def _drag_home(self, action: a.EndTurn) -> None:
        del action
        number = self.position.turn.number + 1
        if number <= 9:
            self.hands.drag("marker-turn", {"map": "Tracks", "at": f"Turn {number}"})
        for chit in self.position.turn.drawn:
            owner = self.position.data.chits[chit].owner
            side = "" if owner is None else SIDES[owner]
            self.hands.drag(chit, {"map": f"{side} chits", "at": f"{side} command chits"} if side else CUP)


def play(
    module: Path,
    out: Path,
    seed: int,
    *,
    commands: bool = True,
    sloppy: bool = False,
    chits: bool = True,
    dice_first: bool = False,
    turns: int = 9,
    change: Callable[[Performer, Position, a.Action], bool] = lambda _hands, _position, _action: False,
    seen: Callable[[Position, a.Action], None] = lambda _position, _action: None,
) -> Path:
    """Play a game and write its log; the house rules are agreed on first.

    Parameters
    ----------
    commands : bool
        Whether the module's commands are used; else drags, flips and dice only.
    sloppy : bool
        Whether players do things in any order, and put right what was amiss.
    chits : bool
        Whether a sloppy player without commands puts chits on the table.
    dice_first : bool
        Whether all dice of a chit are thrown before anything is done by them.
    turns : int
        How many turns are played.
    change : callable
        Told each action before it is done; may do something else at the table instead, and says whether the
        log ends there.
    seen : callable
        Told each action.
    """
    data = read_module(module)
    agreed = house_rules(data, None)
    desk = Desk.of(data, open_container(module).read("june-28-1942.vsav"), players_of(data.game))
    for point, value in agreed.items():
        if desk.global_value(point):
            desk.set_global(point, value)
            desk.end_step()
    position = start(data.game, "june-28-1942", agreed)

    def die(value: int) -> None:
        desk.set_global(_DIE, value)
        desk.say(f"** 1d6 = {value}")
        desk.end_step()

    hands = Paper(desk)
    performer = Performer(position, hands) if commands else Dragger(position, hands, die)
    if sloppy:
        from tests.games.gj47.audit.sloppy import ChitlessDragger, SloppyCommander, SloppyDragger

        dragger = (SloppyDragger if chits else ChitlessDragger)(position, hands, die, seed)
        performer = SloppyCommander(position, hands, seed) if commands else dragger
    for action in play_on(position, seed):
        if position.turn.number > turns:
            break
        seen(position, action)
        if change(performer, position, action):
            break
        performer.perform(action)
    if dice_first:
        desk.steps[:] = _dice_first(desk.steps)
    return desk.write(out)


def _dice_first(steps: Sequence[Command]) -> list[Command]:
    """Return the steps with the dice of each chit together, where the first of them was thrown."""
    found: list[Command] = []
    part: list[Command] = []
    for step in steps:
        if any(isinstance(one, MovePiece) and one.map == "Chits" for one in _parts(step)):
            found += _in_a_row(part)
            part = []
        part.append(step)
    return found + _in_a_row(part)


def _in_a_row(steps: list[Command]) -> list[Command]:
    dice = [step for step in steps if any(getattr(one, "name", "") == _DIE for one in _parts(step))]
    if not dice:
        return steps
    first = steps.index(dice[0])
    return [*steps[:first], *dice, *(step for step in steps[first:] if step not in dice)]


def _parts(step: Command) -> list[Command]:
    parts = step.commands if isinstance(step, Group) else (step,)
    return [part.command if isinstance(part, Logged) else part for part in parts]
