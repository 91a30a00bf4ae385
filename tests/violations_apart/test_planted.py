"""What is planted is a log that reads back, differs where it should and nowhere else.  No audit is asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.violations_apart import played
from tests.violations_apart.__main__ import kinds_of
from tests.violations_apart.judging import covers, logs_of, plant
from tests.violations_apart.kinds import Expected
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game, play
from toolkit.vassal.commands import ChangePiece, ChangeProperty
from toolkit.vassal.log import read_log
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table

KINDS = {
    "rattenkrieg": ("unit_doubled", "turned_up_by_hand", "second_unit_moves", "out_and_undone"),
    "storm": ("dice_edited", "moves_too_far", "two_impulses_in_a_row", "nudge"),
    "gj47": ("moves_too_far", "rolled_again", "reinforcement_off_the_rails", "nudge"),
}  # fmt: skip
GAMES = tuple(KINDS)


@pytest.fixture(scope="module")
def game_of(
    undrawn_module: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Game]:
    """One played game of each kind, with the modules of this run."""
    found: dict[str, Game] = {}
    for name in GAMES:
        played.MODULES[name] = undrawn_module(name)
        played.module_of.cache_clear()
        found[name] = play(name, 1, tmp_path_factory.mktemp(f"apart-{name}"))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_second_set_has_forty_kinds_of_each(game: str) -> None:
    kinds = kinds_of(game, other=True).all.values()
    harmless = [kind for kind in kinds if kind.expected is Expected.NOTHING]
    assert len(harmless) >= 40
    assert len(kinds) - len(harmless) >= 40


@pytest.mark.whole
@pytest.mark.parametrize(
    "name", ["own_unit_far", "deck_to_hand", "start_face", "drag_led_far", "turned_and_back"]
)
@pytest.mark.parametrize("game", GAMES)
def test_the_second_set_reads_back(game_of: dict[str, Game], tmp_path: Path, game: str, name: str) -> None:
    planted = plant(kinds_of(game, other=True).all[name], game_of[game])
    assert planted is not None
    logs = [read_log(path) for path in logs_of(game_of[game], planted, tmp_path)]
    assert sum(len(log.steps) for log in logs) == len(planted.steps)
    assert 1 <= planted.at[0] <= planted.at[-1] <= len(planted.steps) + 9


def _planted(game: Game, name: str) -> Planted:
    found = plant(kinds_of(game.name).all[name], game)
    assert found is not None, f"{name} finds no place in {game.name} {game.seed}"
    return found


@pytest.mark.parametrize("name", GAMES)
def test_at_least_forty_of_each(name: str) -> None:
    kinds = kinds_of(name).all.values()
    bad = [k for k in kinds if k.expected is not Expected.NOTHING]
    assert len(bad) >= 40
    assert len(kinds) - len(bad) >= 40
    assert all(kind.why for kind in kinds)
    assert all(kind.clauses for kind in bad if kind.expected is Expected.OFFENCE)


@pytest.mark.parametrize("name", GAMES)
def test_the_rest_of_the_log_is_untouched(game_of: dict[str, Game], name: str) -> None:
    game = game_of[name]
    for kind in KINDS[name]:
        planted = _planted(game, kind)
        start, out, put_in = planted.changed
        assert planted.steps != game.steps
        assert planted.steps[:start] == game.steps[:start]
        after, before = planted.steps[start + put_in :], game.steps[start + out :]
        assert len(after) <= len(before)
        for new, old in zip(after, before, strict=False):
            # Numbers of decisions are shifted, keys written in full; whatever else is there is as it was.
            same = [c for c in new if not isinstance(c, ChangePiece | ChangeProperty)]
            assert same == [c for c in old if not isinstance(c, ChangePiece | ChangeProperty)]
            assert len(new) == len(old)
        assert all(1 <= step <= len(planted.steps) + 1 for step in planted.at)


@pytest.mark.parametrize("name", GAMES)
def test_files_read_back(game_of: dict[str, Game], name: str, tmp_path: Path) -> None:
    game = game_of[name]
    for kind in (*KINDS[name], "saved_and_continued"):
        planted = _planted(game, kind)
        logs = [read_log(path) for path in logs_of(game, planted, tmp_path / kind)]
        steps = [step.commands for log in logs for step in log.steps]
        assert len(steps) == len(planted.steps)
        assert not any(log.findings for log in logs)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_undone_is_as_before(game_of: dict[str, Game], name: str) -> None:
    game = game_of[name]
    for kind in ("out_and_undone", "turned_and_back", "three_units_shuffled_about"):
        planted = _planted(game, kind)
        table = Table(people_of(game.log.script), stacking=game.module.stacking)
        table.apply(game.log.begin)
        for number, commands in enumerate(planted.steps, 1):
            table.apply(commands, number)
        for thing in game.last.counters():
            assert table.spot(thing.id) == game.last.spot(thing.id)
            assert table.things[thing.id].states[:-1] == thing.states[:-1]


def test_the_same_seed_plants_the_same(game_of: dict[str, Game]) -> None:
    game = game_of["rattenkrieg"]
    assert _planted(game, "second_unit_moves") == _planted(game, "second_unit_moves")


@pytest.mark.parametrize(
    ("clause", "rule", "said"),
    [
        ("7.1", "7.1", True),
        ("9.2", "9.2(3)2", True),
        ("5.0", "5.0.2", True),
        ("10.1", "10.11", False),
        ("3.1", "3", False),
    ],
)
def test_a_clause_covers_its_parts(clause: str, rule: str, said: bool) -> None:
    assert covers(clause, rule) is said
