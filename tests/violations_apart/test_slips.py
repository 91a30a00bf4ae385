"""Slips accuse nobody, and sly actions are said: some of them every day, all of them where slow tests run."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from tests.violations_apart import played, slips
from tests.violations_apart.__main__ import kinds_of
from tests.violations_apart.judging import Case, judge, plant
from tests.violations_apart.played import Game, play, write
from toolkit.audit.audit import audit_logs
from toolkit.audit.report import Report

GAMES = ("rattenkrieg", "storm", "gj47")
EVERY_DAY = (
    ("rattenkrieg", "clone_dragged_about_and_deleted"),
    ("rattenkrieg", "a_move_dressed_as_undo"),
    ("rattenkrieg", "misdrop_undone_twice"),
    ("rattenkrieg", "out_at_once_back_much_later"),
)
_WELL = {"nothing": ("quiet",), "notice": ("found", "other culprit", "unsure")}


@pytest.fixture(scope="module")
def games(
    undrawn_module: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], tuple[Game, Report]]:
    """Return a played game and what the audit says of it, by name."""
    known: dict[str, tuple[Game, Report]] = {}

    def game(name: str) -> tuple[Game, Report]:
        if name not in known:
            played.MODULES[name] = undrawn_module(name)
            played.module_of.cache_clear()
            found = play(name, 1, tmp_path_factory.mktemp(f"slips-{name}"))
            log = write(found, found.steps, tmp_path_factory.mktemp(f"clean-{name}") / "clean.vlog")
            known[name] = found, audit_logs([log], found.module.path)
        return known[name]

    return game


def _judged(game: Game, clean: Report, kind: str, folder: Path) -> Case:
    known = kinds_of(game.name).all[kind]
    planted = plant(known, game)
    assert planted is not None, f"{kind} finds no place in {game.name}"
    case = judge(known, game, planted, clean, folder)
    words = set(re.findall(r"[\w-]+", " ".join((*case.findings, *case.notices))))
    assert not words & _code_words(game), "messages say names"
    return case


def _code_words(game: Game) -> set[str]:
    """Return ids of counters, and names of classes, that no sentence of people has in it."""
    actions = vars(import_module(f"toolkit.games.{game.name}.rules.actions"))
    classes = {name for name in actions if re.fullmatch(r"([A-Z][a-z]+){2,}", name)}
    return classes | {c["id"] for c in game.module.data["counters"] if re.search(r"[-_]", c["id"])}


@pytest.mark.parametrize(("name", "kind"), EVERY_DAY)
def test_of_every_day(
    games: Callable[[str], tuple[Game, Report]], name: str, kind: str, tmp_path: Path
) -> None:
    case = _judged(*games(name), kind, tmp_path)
    assert case.said in _WELL[case.expected], case


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*slips.slip.plants, *slips.sly.plants])
@pytest.mark.parametrize("name", GAMES)
def test_all_of_them(
    games: Callable[[str], tuple[Game, Report]], name: str, kind: str, tmp_path: Path
) -> None:
    case = _judged(*games(name), kind, tmp_path)
    assert case.said in _WELL[case.expected], case
