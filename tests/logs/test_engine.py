"""Joined, cleaned, cut and split logs step in the real engine to the tables that their sources lead to."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.audit.without_rules.logs import Written, taken_apart
from tests.conftest import BuiltModule
from tests.report.games import played
from tests.vassal import own_module
from tests.vassal.own_files import DATA, LOGS
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.engine.replay import differences, follow, keeps_order, reorders_decks
from toolkit.engine.table import EngineTable
from toolkit.logs.editing import Edited, clean_log, cut_log, join_logs, split_log
from toolkit.vassal import commands as c
from toolkit.vassal import sequence
from toolkit.vassal.buildfile import open_module
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.merging import stacking_of
from toolkit.vassal.packing import write_container
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table

pytestmark = pytest.mark.engine

STEPS = 240
"""Of a played game: its set-up, its cards, some turns."""
TALK = "<Anna> - let me see"


def _written(made: Edited, out: Path) -> Path:
    return write_container(out, made.entries(open_container(made.log.name)))


def _disturbed(log: Log, out: Path) -> Log:
    """Return a log in which somebody talks, and takes back a drag, before every twentieth step."""
    made, table = taken_apart(log), Table(people_of(log.script), undoable=False)
    table.apply(log.begin)
    steps: list[list[c.Command]] = []
    for number, step in enumerate(made.steps):
        if number % 20 == 10:
            steps += [[c.Chat(TALK)], *_taken_back(table)]
        table.apply(step)
        steps.append(step)
    return read_log(Written(made.begin, steps, made.module).write(out))


def _taken_back(table: Table) -> list[list[c.Command]]:
    """Return a drag of a piece that lies in no stack, and the undo of it."""
    piece = next(piece for piece in table.counters() if piece.parent is None and piece.spot.map)
    spot = table.spot(piece.id)
    assert spot.map is not None
    there = c.MovePiece(piece.id, spot.map, spot.x + 9, spot.y + 7, None, spot.map, spot.x, spot.y, None, "")
    back = c.MovePiece(piece.id, spot.map, spot.x, spot.y, None, spot.map, spot.x + 9, spot.y + 7, None, "")
    return [[there], [c.Undo(True), back, c.Undo(False)]]


def _ends(home: EngineHome, module: Path, logs: Sequence[Path]) -> list[EngineTable]:
    """Step through logs in the engine; each ends there as our reader says."""
    found = []
    for path in logs:
        log = read_log(path)
        with Engine(home) as engine:
            game = OpenModule.open(engine, module)
            assert game.load(path) == len(log.steps)
            game.step()
            end = game.table()
        ours = follow(log, module)
        unsorted = () if reorders_decks(home.version) else ours.reordered
        wrong = differences(end, ours.table, ordered=keeps_order(home.version), unsorted=unsorted)
        assert wrong == [], path.name
        found.append(end)
    return found


def _at_rest(table: EngineTable) -> tuple[object, ...]:
    """Return pieces with their states, and which lie together, whatever the stacks are called.

    The order inside stacks and decks is held against our reader, which knows what each engine does with it.
    The last state of a piece is its place, and where it came from last, of which a cut log knows nothing.
    """
    pieces = {
        key: (*piece.place(), *sequence.decode_nested(piece.state, "\t")[:-1])
        for key, piece in table.pieces.items()
    }
    together = {frozenset(stack.pieces) for stack in table.stacks.values() if len(stack.pieces) > 1}
    return pieces, together


def _same(home: EngineHome, module: Path, logs: Sequence[Path], pieces: int) -> None:
    """Assert that logs step to one table of at least so many pieces."""
    first, *others = _ends(home, module, logs)
    assert len(first.pieces) >= pieces
    for path, other in zip(logs[1:], others, strict=True):
        assert _at_rest(other) == _at_rest(first), path.name


@pytest.mark.parametrize(
    ("game", "pieces"),
    [("gj47", 300), ("rattenkrieg", 60), ("storm", 200), ("causeway", 10), ("battle_for_moscow", 30)],
)
def test_a_game_steps_to_the_same_table(
    home: EngineHome, built_module: BuiltModule, tmp_path: Path, game: str, pieces: int
) -> None:
    module = built_module(game)
    whole = read_log(played(game, module, tmp_path / "whole.vlog"))
    stacking = stacking_of(open_module(str(module)))
    begin = read_log(_written(cut_log(whole, 1, min(STEPS, len(whole.steps))), tmp_path / "begin.vlog"))
    source = _disturbed(begin, tmp_path / "source.vlog")
    steps = len(source.steps)
    parts = [
        read_log(_written(part, tmp_path / f"part-{number}.vlog"))
        for number, part in enumerate(split_log(source, [steps // 3, steps // 2], stacking))
    ]
    clean = clean_log(source, stacking)
    assert TALK not in clean.text
    assert len(clean.steps) == len(begin.steps)
    made = [
        _written(join_logs([parts[2], parts[0], parts[1]], stacking), tmp_path / "joined.vlog"),
        _written(clean, tmp_path / "clean.vlog"),
        _written(cut_log(source, steps // 2, steps, stacking), tmp_path / "cut.vlog"),
    ]
    _same(home, module, [Path(source.name), *made], pieces)


def test_edited_evenings_step_to_the_same_table(home: EngineHome, tmp_path: Path) -> None:
    one, two, three = (read_log(DATA / "3.6.0" / name) for name in LOGS)
    module = own_module.write_module(tmp_path / "own.vmod")
    made = [
        Path(three.name),
        _written(join_logs([three, one, two]), tmp_path / "joined.vlog"),
        _written(cut_log(three, 3, len(three.steps)), tmp_path / "cut.vlog"),
        _written(clean_log(three), tmp_path / "clean.vlog"),
    ]
    _same(home, module, made, 5)


def test_a_campaign_of_others_steps_to_the_same_table(home: EngineHome, corpus: Path, tmp_path: Path) -> None:
    """Two players, VASSAL 2.9; the module is its buildFile alone, without images."""
    folder = corpus / "uckelman__tld-mod"
    module = tmp_path / "module.vmod"
    data = "<data version='1'><version>0</version><VassalVersion>2.9</VassalVersion><name>x</name></data>"
    with zipfile.ZipFile(module, "w") as archive:
        archive.write(folder / "1_buildFile", "buildFile")
        archive.writestr("moduledata", data)
    chain = [read_log(folder / f"0607-{number}.log") for number in (3, 4, 5)]
    last = chain[-1]
    made = [
        Path(last.name),
        _written(join_logs(chain), tmp_path / "joined.vlog"),
        _written(clean_log(last), tmp_path / "clean.vlog"),
        _written(cut_log(last, len(last.steps) // 2, len(last.steps)), tmp_path / "cut.vlog"),
    ]
    _same(home, module, made, 2000)


def test_a_tour_of_others_steps_to_the_same_table(home: EngineHome, corpus: Path, tmp_path: Path) -> None:
    folder = corpus / "vassalengine__vassal"
    log = read_log(folder / "tour.log")
    parts = [
        read_log(_written(part, tmp_path / f"part-{number}.vlog"))
        for number, part in enumerate(split_log(log, [40, 80]))
    ]
    made = [
        Path(log.name),
        _written(join_logs(parts), tmp_path / "joined.vlog"),
        _written(clean_log(log), tmp_path / "clean.vlog"),
        _written(cut_log(log, 60, len(log.steps)), tmp_path / "cut.vlog"),
    ]
    _same(home, folder / "tour.mod", made, 10)
