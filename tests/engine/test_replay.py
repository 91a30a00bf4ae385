"""Logs stepped through in the engine, and what our own reader makes of them."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Player, Recording, record_plan
from toolkit.engine.replay import check_logs, differences, follow, reorders_decks
from toolkit.engine.report import EngineReport
from toolkit.vassal.events import PieceMoved
from toolkit.vassal.log import read_log
from toolkit.vassal.table import Table

pytestmark = pytest.mark.engine

_REPORT = re.compile(r"\* .* moves (.+) -> (.+) \*")


@pytest.fixture(scope="module")
def recording(home: EngineHome, module: Path, tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """Return a log of the tiny module with stacking, splitting, undo and a drawn card."""
    plan = [
        {"op": "drag", "counter": "red-1", "to": "0404"},
        {"op": "drag", "counter": "red-2", "to": "0404"},
        {"op": "drag", "counter": "blue-1", "to": "0404"},
        {"op": "drag", "counters": ["red-1", "blue-1"], "to": "0505"},
        {"op": "undo"},
        {"op": "drag", "counter": "red-2", "to": "0606", "via": ["0504", "0605"]},
        {"op": "undo", "times": 2},
        {"op": "draw", "deck": "Cup", "to": "0806"},
        {"op": "drag", "counter": "card-3", "to": {"map": "Field", "x": 830, "y": 720}},
        {"op": "key", "counter": "red-1", "key": "Ctrl-D"},
    ]
    log = tmp_path_factory.mktemp("log") / "game.vlog"
    return record_plan(module, plan, log, players=[Player("Anna", "secret-of-anna", "Red")], home=home)


def test_our_reader_ends_with_the_engines_table(recording: Recording) -> None:
    assert differences(recording.table, follow(read_log(recording.log)).table) == []


def test_a_difference_is_found_and_says_what_it_is(recording: Recording) -> None:
    ours = follow(read_log(recording.log)).table
    blue = next(p for p in recording.table.pieces.values() if p.properties["CounterId"] == "blue-1")
    elsewhere = replace(blue, x=blue.x + 1)
    seen = replace(recording.table, pieces={**recording.table.pieces, blue.id: elsewhere})
    assert [(d.kind, d.id) for d in differences(seen, ours)] == [("place", blue.id)]
    without = {key: piece for key, piece in recording.table.pieces.items() if key != blue.id}
    missing = differences(replace(recording.table, pieces=without), ours)
    assert ("piece", blue.id) in [(d.kind, d.id) for d in missing]


def test_a_log_is_checked_with_its_module_and_its_players_stay_secret(
    home: EngineHome, module: Path, recording: Recording
) -> None:
    report = EngineReport(module, home.version)
    ends = check_logs(report, home, [recording.log])
    assert report.findings == []
    assert set(ends) == {recording.log}
    assert "secret-of-anna" not in str(ends[recording.log].to_json())


@pytest.fixture(scope="module")
def turned(home: EngineHome, module: Path, tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """Return a log in which a deck is put in another order before a card is drawn."""
    plan = [{"op": "deck", "deck": "Cup", "name": "Reverse"}, {"op": "draw", "deck": "Cup", "to": "0806"}]
    log = tmp_path_factory.mktemp("deck") / "game.vlog"
    return record_plan(module, plan, log, players=[Player("Anna", "secret-of-anna", "Red")], home=home)


def test_a_deck_that_is_put_in_another_order_is_no_difference(
    home: EngineHome, module: Path, turned: Recording
) -> None:
    report = EngineReport(module, home.version)
    (end,) = check_logs(report, home, [turned.log]).values()
    assert report.findings == []
    ours = follow(read_log(turned.log))
    ((deck, members),) = ((key, ours.table.things[key].members) for key in ours.reordered)
    assert len(members) > 1
    assert turned.table.stacks[deck].pieces == members
    # The registry's engine leaves it as it lay; one that replays the order is held to it.
    replayed = members if reorders_decks(home.version) else members[::-1]
    assert end.stacks[deck].pieces == replayed


def test_the_order_of_a_deck_counts_but_where_the_engine_loses_it(turned: Recording) -> None:
    ours = follow(read_log(turned.log))
    (deck,) = ours.reordered
    lies = turned.table.stacks[deck]

    def found(pieces: tuple[str, ...], unsorted: Collection[str]) -> list[tuple[str, str]]:
        seen = replace(turned.table, stacks={**turned.table.stacks, deck: replace(lies, pieces=pieces)})
        return [(d.kind, d.id) for d in differences(seen, ours.table, unsorted=unsorted)]

    assert found(lies.pieces, ()) == []
    assert found(lies.pieces[::-1], ()) == [("deck", deck)]
    assert found(lies.pieces[::-1], ours.reordered) == []
    assert found(lies.pieces[1:], ours.reordered) == [("deck", deck)]


def test_only_a_deck_that_the_log_puts_in_another_order_is_spared(recording: Recording) -> None:
    assert follow(read_log(recording.log)).reordered == frozenset()


@pytest.mark.parametrize(
    ("version", "kept"), [("3.6.0", False), ("3.6.1", True), ("3.7.26", True), ("3.5.8", True)]
)
def test_which_engines_replay_the_order_of_a_deck(version: str, kept: bool) -> None:
    assert reorders_decks(version) is kept


def test_the_engines_own_reports_name_the_places_we_read(home: EngineHome, corpus: Path) -> None:
    """VASSAL's tour: hexes, squares and regions; its move reports were written by VASSAL in 2005."""
    folder = corpus / "vassalengine__vassal"
    log = read_log(folder / "tour.log")
    table = Table()
    table.apply(log.begin)
    compared = 0
    with Engine(home) as engine:
        game = OpenModule.open(engine, folder / "tour.mod")
        assert game.load(folder / "tour.log") == len(log.steps)
        for step in log.steps:
            said = game.step(1)[0]
            events = table.apply(step.commands, step.number)
            moves = [event for event in events if isinstance(event, PieceMoved) and event.end.map]
            for report in filter(None, map(_REPORT.fullmatch, said)):
                place = moves[-1].end
                assert place.map is not None
                location = game.locate(place.map, [(place.x, place.y)])[0]
                assert location.name == report[2]
                compared += 1
        assert differences(game.table(), table) == []
        assert engine.take_problems() == []
    assert compared == 20


@pytest.mark.parametrize("name", ["0607-4.log", "0607-5.log"])
def test_a_real_campaign_ends_for_us_as_for_the_engine(
    home: EngineHome, corpus: Path, tmp_path: Path, name: str
) -> None:
    """Two players, VASSAL 2.9, 2,300 pieces; the module is its buildFile alone, without images."""
    folder = corpus / "uckelman__tld-mod"
    module = tmp_path / "module.vmod"
    data = "<data version='1'><version>0</version><VassalVersion>2.9</VassalVersion><name>x</name></data>"
    with zipfile.ZipFile(module, "w") as archive:
        archive.write(folder / "1_buildFile", "buildFile")
        archive.writestr("moduledata", data)
    log = read_log(folder / name)
    with Engine(home) as engine:
        game = OpenModule.open(engine, module)
        assert game.load(folder / name) == len(log.steps)
        game.step()
        end = game.table()
    assert len(end.pieces) > 2000
    assert differences(end, follow(log).table) == []
