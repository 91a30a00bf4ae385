"""A table as the start of a log: the same pieces at the same places, without what led to it."""

from __future__ import annotations

from pathlib import Path

from tests import real_game
from tests.violations.gj47.mutants import played
from tests.violations.gj47.mutation_bench import IN_PLAY
from tests.violations.planting import saved
from toolkit.audit.module_data import read_module
from toolkit.games.gj47.play.paper import Paper
from toolkit.games.gj47.play.performer import Performer
from toolkit.games.gj47.play.recording import house_rules
from toolkit.games.gj47.rules.start import start
from toolkit.play.desk import Desk
from toolkit.play.seats import players_of
from toolkit.vassal.containers import open_container
from toolkit.vassal.events import Spot
from toolkit.vassal.packing import write_container
from toolkit.vassal.table import Table

ACTIONS = 60


def seen(table: Table) -> dict[str, tuple[Spot, tuple[str, ...]]]:
    """Return where each piece is, and its states but for the innermost, which holds its place."""
    return {thing.id: (table.spot(thing.id), thing.states[:-1]) for thing in table.counters()}


def test_a_saved_table_is_the_same_table(tmp_path: Path) -> None:
    data = read_module(write_container(tmp_path / "gj47.vmod", real_game.entries()))
    save = open_container(tmp_path / "gj47.vmod", name="module").read(f"{IN_PLAY}.vsav")
    desk = Desk.of(data, save, players_of(data.game))
    position = start(data.game, IN_PLAY, house_rules(data, None))
    performer = Performer(position, Paper(desk))
    for moment, action in played(position, 2):
        performer.perform(action)
        if moment == ACTIONS:
            break
    again = Table()
    again.apply(saved(desk.table, desk.begin))
    assert len(seen(again)) > 100
    assert seen(again) == seen(desk.table)
    assert again.properties == desk.table.properties
    assert again.turns == desk.table.turns
    members = [
        {thing.members for thing in table.things.values() if thing.members} for table in (again, desk.table)
    ]
    assert members[0] == members[1]
