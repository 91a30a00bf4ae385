"""Logs that begin in the middle of something: what happened before they begin accuses nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.games.gj47.audit.cutting import cut
from tests.games.gj47.audit.evenings import NEIGHBOURS, PAIR, open_with_6a
from tests.games.gj47.audit.human_table import HumanTable
from tests.games.gj47.audit.human_table import accused as told
from tests.games.gj47.audit.test_games import Game, accused, played
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.games.gj47.audit.events import Event, Handled, Noted
from toolkit.games.gj47.audit.reader import read_game
from toolkit.vassal.log import read_log

pytestmark = pytest.mark.whole


@pytest.fixture(scope="module")
def data(bare_module: Path) -> ModuleData:
    return read_module(bare_module)


def steps_with(game: Game, data: ModuleData, wanted: object) -> list[int]:
    """Return the steps with an event that `wanted` accepts."""
    assert callable(wanted)
    told = read_game(read_log(game.log), data).steps
    return [step.step for step in told if any(wanted(event) for event in step.events)]


def goes_home(event: Event) -> bool:
    return isinstance(event, Handled) and event.kind == "chit" and event.target_box.startswith("chits-")


def aims(event: Event) -> bool:
    return isinstance(event, Noted) and event.values.get("AttackIn", ("", "0"))[1] != "0"


def assert_nobody_accused(game: Game, data: ModuleData, folder: Path, after: Sequence[int]) -> None:
    for step in after:
        tail = cut(game.log, folder, [step])[1]
        found = accused(audit_read([read_log(tail)], data))
        assert Counter(found) - Counter(game.wrong) == Counter(), f"cut after step {step}"


def test_while_chits_go_home(bare_module: Path, data: ModuleData, tmp_path: Path) -> None:
    game = played(bare_module, tmp_path, commands=False)
    home = [n for n in steps_with(game, data, goes_home) if n > 20]
    # The used ones first, then home: with the marker moved before the first of them.
    last = max(n for n in home if n + 1 in home or n - 1 in home)
    first = last
    while first - 1 in home or first - 2 in home:
        first -= 1 if first - 1 in home else 2
    assert last - first >= 4
    assert_nobody_accused(game, data, tmp_path, range(first - 1, last + 2, 3))


def test_in_a_declaration(bare_module: Path, data: ModuleData, tmp_path: Path) -> None:
    game = played(bare_module, tmp_path, commands=True)
    aimed = steps_with(game, data, aims)
    together = [n for n in aimed if n + 1 in aimed]
    assert_nobody_accused(game, data, tmp_path, together[:3])


def test_what_was_done_late_for_a_battle_before_the_log(table: HumanTable, tmp_path: Path) -> None:
    """The loss, the retreat and the advance come under the next chit; the log begins at any step."""
    open_with_6a(table)
    table.declare("0515", *PAIR)
    table.declare("0514", *NEIGHBOURS)
    table.all_declared()
    table.roll("0515", 3)
    table.roll("0514", 1)
    first = table.step
    table.drag("sov-rifle-76", "0614")
    table.done("chit-6a")
    table.draw("chit-vrnz", "Soviet")
    table.hit("ger-inf-336")
    table.drag("ger-inf-376", "0515")
    table.drag("sov-rifle-15", "0509")
    table.done("chit-vrnz")
    log = tmp_path / "evening.vlog"
    log.write_bytes(table.bytes())
    assert told(audit_read([read_log(log)], table.data)) == []
    for step in range(first - 1, table.step - 1):
        tail = cut(log, tmp_path, [step])[1]
        assert told(audit_read([read_log(tail)], table.data)) == [], f"cut after step {step}"
