"""A whole game as a log: every action is told, done at the table, and the log written at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from toolkit.play.desk import Desk

Board = TypeVar("Board")
Act = TypeVar("Act")
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
    game : Recorder
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
