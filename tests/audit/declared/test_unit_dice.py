"""Battles in which units throw dice of their own and support from elsewhere, on a table laid out for them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.audit.declared.table import audited, begin, offences
from tests.rules.declared.games import FOLDERS
from tests.violations.declared import write_module
from toolkit.play import declared
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.hands import deals
from toolkit.rules.declared.player import Player

MOOR, FIELD = ("moor",), ("narrows",)
_OTHERS = ("areas:", "  camp:", "  mill:", "  narrows:", "  northport:", "  southport:", "  offshore:")
_LAID = ("areas:", "  moor: [red-1, red-2, blue-guns]", "  narrows: [red-3, blue-1]")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Narrows with two battles to be fought, its guns attacked in one of them."""
    path = tmp_path_factory.mktemp("laid") / "narrows"
    shutil.copytree(FOLDERS["narrows"], path)
    laid = path / "setups/start.yaml"
    kept = [line for line in laid.read_text(encoding="utf-8").splitlines() if not line.startswith(_OTHERS)]
    laid.write_text("\n".join((*kept, *_LAID)), encoding="utf-8")
    return path


@pytest.fixture
def game(folder: Path, tmp_path: Path) -> declared.Recording:
    """Return a game in Red's combat."""
    found = begin(write_module(str(folder), tmp_path), str(folder))
    found.act([next(deals(found.position, ("red",))), a.End("red")])
    return found


def _said(game: declared.Recording, tmp_path: Path) -> list[tuple[str, tuple[str, ...], str | None]]:
    """Return what is said of a game that Blue goes on with."""
    player = Player(game.position, 1)
    while game.position.phase.id != "blue_combat":
        game.act([player.next()])
    return offences(audited(game, tmp_path / "narrows.vmod", tmp_path))


def _throws(game: declared.Recording, *units: str, shown: int = 2) -> None:
    where, steps = game.position.where, game.position.steps
    game.act([a.Roll((where[unit],), (shown,) * steps[unit], unit) for unit in units])


def test_who_throws_again_while_he_has_to_retreat(game: declared.Recording, tmp_path: Path) -> None:
    """He is named himself, by the clause of his dice, though he moves next."""
    game.act([a.Attack(("red-1",), MOOR)])
    _throws(game, "red-1")
    _throws(game, "blue-guns", shown=1)
    _throws(game, "red-1", shown=6)
    assert _said(game, tmp_path) == [("roll", ("3.10",), "red")]


def test_a_second_attack_on_the_same_place(game: declared.Recording, tmp_path: Path) -> None:
    """It is a battle of its own where those who are attacked throw twice."""
    game.act([a.Attack(("red-1", "red-2"), MOOR), a.Attack(("red-1",), MOOR)])
    for units in (("red-1", "red-2", "blue-guns"), ("red-1", "blue-guns")):
        _throws(game, *units)
    assert _said(game, tmp_path) == [("attack", ("3.3",), "red")]


def test_who_is_attacked_and_supports_elsewhere_keeps_his_mark(
    game: declared.Recording, tmp_path: Path
) -> None:
    """More support may still be called to his battle by his mark."""
    game.act([a.Attack(("red-1",), MOOR), a.Attack(("red-3",), FIELD), a.Support("blue-guns", FIELD)])
    assert [game.desk.value("blue-guns", name) for name in ("Battle", "Role", "Supports")] == ["1", "D", "2"]
    game.hands._decide("blue-guns", "call", by="red")
    game.desk.set_global("Called", game.desk.value("blue-guns", "Battle"))
    game.desk.end_step()
    _throws(game, "red-1", "blue-guns")
    assert _said(game, tmp_path) == []
