"""A whole game as a log: every action is told, done at the table, and the log written at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from toolkit.audit.module_data import ModuleData, read_module
from toolkit.play import seats
from toolkit.play.desk import Desk
from toolkit.rules.protocol import Copied

Board = TypeVar("Board", bound=Copied)
Act = TypeVar("Act")
Hands = TypeVar("Hands", bound="Performing")
_Act_contra = TypeVar("_Act_contra", contravariant=True)
_Board_co = TypeVar("_Board_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Played(Generic[Board]):
    """A game that was played and written: its log, the last position, how many actions and steps."""

    log: Path
    position: Board
    actions: int
    steps: int


class Recorder(Protocol[_Board_co, _Act_contra]):
    """A game of a module that is being written."""

    @property
    def desk(self) -> Desk:
        """The table it is played at."""

    @property
    def position(self) -> _Board_co:
        """What the rules know of it."""

    def perform(self, action: _Act_contra) -> None:
        """Do an action at the table."""


def play_out(
    game: Recorder[Board, Act],
    actions: Iterable[Act],
    out: Path,
    seen: Callable[[Board, Act], None],
) -> Played[Board]:
    """Play a game to its end and write its log.

    Parameters
    ----------
    actions : iterable
        What is done; whoever yields an action carries it out in the position after it was done at the table.
    out : Path
        Written whole at the end.
    seen : callable
        Told each action before it is done.
    """
    count = 0
    for action in actions:
        seen(game.position, action)
        game.perform(action)
        count += 1
    return Played(game.desk.write(out), game.position, count, len(game.desk.steps))


class Performing(Protocol):
    """Hands that do at a table what the actions of a game say."""

    def perform(self, action: Any, /) -> None:
        """Do an action at the table."""

    def fork(self, position: Any, desk: Desk, /) -> Any:
        """Return hands that go on from here at copies of the position and the table."""


@dataclass(slots=True)
class Recording(Generic[Board, Act, Hands]):
    """A game of a module that is being written, and can be forked.

    Attributes
    ----------
    position : object
        What the rules know of the game.
    hands : Performing
    apply : callable
        Carries an action out in the position.
    """

    data: ModuleData
    desk: Desk
    position: Board
    hands: Hands
    apply: Callable[[Board, Act], None]

    def fork(self) -> Recording[Board, Act, Hands]:
        """Return the game as it stands, to be played on without touching this one."""
        position, desk = self.position.copy(), self.desk.copy()
        return replace(self, desk=desk, position=position, hands=self.hands.fork(position, desk))

    def perform(self, action: Act) -> None:
        """Do an action at the table; the caller carries it out in `position`."""
        self.hands.perform(action)

    def act(self, actions: Iterable[Act]) -> None:
        """Do actions at the table and in the position."""
        for action in actions:
            self.perform(action)
            self.apply(self.position, action)


@dataclass(frozen=True, slots=True)
class Scribe(Generic[Board, Act, Hands]):
    """Writes the games of one kind.

    Attributes
    ----------
    begin : callable
        A built module, the house rules that are agreed first and the id of a set-up, None for the first → a
        game before its first action.
    play : callable
        Position and seed → the actions of a game by chance.
    readings : mapping of str to sequence of str
        Unclear point → the readings that the rules know.
    """

    begin: Callable[[Path, Mapping[str, str], str | None], Recording[Board, Act, Hands]]
    play: Callable[[Board, int], Iterator[Act]]
    readings: Mapping[str, Sequence[str]]

    def house_rules(self, data: ModuleData, seed: int | None = None) -> dict[str, str]:
        """Return a value for every unclear point: the proposed ones, or drawn by chance with a seed."""
        return seats.house_rules(data, self.readings, seed)

    def record(
        self,
        module: Path,
        out: Path,
        seed: int,
        *,
        setup: str | None = None,
        rules: Mapping[str, str] | None = None,
        seen: Callable[[Board, Act], None] = lambda _position, _action: None,
    ) -> Played[Board]:
        """Play a game and write its log.

        Parameters
        ----------
        module : Path
            A built module.
        out : Path
            Written whole at the end.
        setup : str, optional
            Id of one of the game's set-ups; by default the first.
        rules : mapping of str to str, optional
            House rules that the players agree on first, by point; all at their proposed values by default.
        seen : callable
            Told each action before it is done.

        Raises
        ------
        InputError
            ``PLY001`` when the module has no such set-up.
        """
        agreed = self.house_rules(read_module(module)) if rules is None else rules
        game = self.begin(module, agreed, setup)
        return play_out(game, self.play(game.position, seed), out, seen)
