"""A whole game at a table where chance is the table's own: choose, do, see what happened, go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from tests.games.gj47.audit.dragging import ACTIVE, Dragger
from toolkit.games.gj47.play.hands import Hands, Place
from toolkit.games.gj47.play.performer import Performer
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import game
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.player import Player
from toolkit.games.gj47.rules.position import Position

_LIMIT = 20_000


class LiveHands(Hands, Protocol):
    """Hands that also see what chance gave.

    Attributes
    ----------
    step : int
        The last step of the log.
    """

    @property
    def step(self) -> int:
        """Return the last step of the log."""

    def thrown(self, counter: str | None) -> int:
        """Return the die that a counter threw last, or the common die."""

    def roll_die(self) -> int:
        """Throw the common die and return it."""

    def drawn(self) -> str:
        """Return the chit in play."""

    def take_out(self, to: Place) -> str:
        """Drag a chit out of the cup and return it."""


class WithCommands(Performer):
    """Uses the module's commands; the die that is thrown is read from the module."""

    hands: LiveHands

    def __init__(self, position: Position, hands: LiveHands) -> None:
        super().__init__(position, hands)
        self._does = {**self._does, a.Withdraw: partial(_leave, self)}

    def withdrawal_die(self) -> int:
        """Throw for withdrawal; the divisions are chosen when the die lies there."""
        super()._withdraw(a.Withdraw(1, ()))
        return self.hands.thrown("withdrawal-roll")

    def do(self, action: a.Action) -> a.Action:
        """Do an action and return the one that happened."""
        self.perform(action)
        match action:
            case a.Roll():
                return replace(action, die=self.hands.thrown(self._marker(action.target)))
            case a.Reinforce() if action.die is not None:
                return replace(action, die=self.hands.thrown("axis-reinforcement-roll"))
            case a.Draw():
                return a.Draw(self.hands.drawn())
        return action


class WithDrags(Dragger):
    """Uses drags, flips and the common die only."""

    hands: LiveHands

    def __init__(self, position: Position, hands: LiveHands) -> None:
        super().__init__(position, hands, self._throw)
        self._does = {**self._does, a.Withdraw: partial(_leave, self), a.Draw: self._take}
        self._last = ""
        self._die_seen = 0

    def withdrawal_die(self) -> int:
        """Throw for withdrawal."""
        self.hands.act_as("Axis")
        return self.hands.roll_die()

    def do(self, action: a.Action) -> a.Action:
        """Do an action and return the one that happened."""
        self.perform(action)
        match action:
            case a.Roll():
                return replace(action, die=self._die_seen)
            case a.Reinforce() if action.die is not None:
                return replace(action, die=self._die_seen)
            case a.Draw():
                return a.Draw(self._last)
        return action

    def _throw(self, _wished: int) -> None:
        self._as_active()
        self._die_seen = self.hands.roll_die()

    def _take(self, _action: a.Draw) -> None:
        self._last = self.hands.take_out(ACTIVE)


def _leave(table: WithCommands | WithDrags, action: a.Withdraw) -> None:
    """Drag the divisions that are withdrawn to the turn track."""
    where: Place = {"map": "Tracks", "at": f"Turn {table.position.turn.number}"}
    for unit in action.units:
        table.hands.drag(table._id(unit), where)


class TablePlayer(Player):
    """Chooses what is withdrawn when the die lies on the table."""

    throws: Callable[[], int] | None = None

    def _move(self) -> a.Action:
        while isinstance(move := super()._move(), a.Move):
            # A unit that was moved against the rules has moved.
            if move.unit not in self.position.command.moved:
                return move
        return move

    def after_break(self) -> None:
        """Think anew after something was done instead of what was chosen."""
        if self.position.turn.phase is not Phase.MOVEMENT:
            self._moves = None
        self._targets = []

    def _die(self) -> int:
        if self.throws is not None and self.position.turn.phase is Phase.WITHDRAWAL:
            return self.throws()
        return super()._die()


@dataclass
class Done:
    """An action that was done, with the steps of the log it took (none when last < first)."""

    action: a.Action
    first: int
    last: int


@dataclass
class LiveGame:
    """A game being played.

    Attributes
    ----------
    seed : int
        Of the players' choices.
    instead : callable
        Given position and the next action: actions done in its place, None for none.
    planted : callable
        Told the actions done instead, with their steps.
    actions : int
        Done so far.
    beyond : list of (int, str)
        Actions that the rules do not allow: last step of the log so far, words.
    """

    position: Position
    seed: int
    performer: WithCommands | WithDrags
    instead: Callable[[Position, a.Action], tuple[a.Action, ...] | None] = lambda _position, _action: None
    planted: Callable[[list[Done]], None] = lambda _done: None
    actions: int = 0
    beyond: list[tuple[int, str]] = field(default_factory=list)

    def play(self, turns: int = 9) -> Iterator[Done]:
        """Play on to the end or through some turns; yield each action when it is done."""
        player = TablePlayer(self.position, self.seed)
        player.throws = self.performer.withdrawal_die
        for _ in range(_LIMIT):
            if self.position.turn.phase is Phase.OVER or self.position.turn.number > turns:
                return
            action = player.next()
            other = self.instead(self.position, action)
            if other is None:
                yield self._do(action)
                continue
            done = [self._do(each) for each in other]
            self.planted(done)
            yield from done
            player.after_break()

    def _do(self, action: a.Action) -> Done:
        before = self.performer.hands.step
        happened = self.performer.do(action)
        verdict = game.check(self.position, happened)
        if not verdict.legal:
            step = self.performer.hands.step
            self.beyond.append((step, f"step {step}: {happened} {verdict.rules} {verdict.reason}"))
        game.apply(self.position, happened)
        self.actions += 1
        return Done(happened, before + 1, self.performer.hands.step)
