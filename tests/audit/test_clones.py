"""A second piece of a counter that comes and goes is said; while something is done it is in the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.archive.games import CAUSEWAY, build, play, read
from toolkit.audit.deleted import clone_notices
from toolkit.audit.facts import constants
from toolkit.vassal.commands import AddPiece, Chat, Command, MovePiece, RemovePiece
from toolkit.vassal.log import Log, Step
from toolkit.vassal.table import Table
from toolkit.vassal.things import state_of

CLONE = "98765"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    folder = tmp_path_factory.mktemp("clones")
    return read(play(build(CAUSEWAY, folder), folder / "logs", 1)[0])


def cloned(log: Log, *between: Command) -> Log:
    """Return a log that begins with a clone which is deleted after something else."""
    table = Table(undoable=False)
    table.apply(log.begin)
    unit = next(one for one in table.counters() if constants(one).get("CounterId"))
    did: list[Command] = [AddPiece(CLONE, unit.type, state_of(unit)), *between, RemovePiece(CLONE)]
    steps = (*(Step(0, (one,)) for one in did), *log.steps)
    return replace(log, steps=tuple(Step(n, one.commands) for n, one in enumerate(steps, start=1)))


def test_a_clone_that_goes_as_it_came_is_a_notice(log: Log) -> None:
    (notice,) = clone_notices(cloned(log, Chat("oops")))
    assert (notice.code, notice.step, notice.data["deleted"]) == ("AUD041", 1, 3)
    assert str(notice.data["counter"]) not in notice.public


def test_a_clone_that_stays_while_another_piece_is_moved_was_in_the_game(log: Log) -> None:
    move = next(c for step in log.steps for c in step.commands if isinstance(c, MovePiece))
    assert list(clone_notices(cloned(log, move))) == []


def test_a_log_without_clones_has_no_notice(log: Log) -> None:
    assert list(clone_notices(log)) == []
