"""Games are found through entry points; the core names none, and each has the rooms that it asks for."""

from __future__ import annotations

import re

import pytest

from tests.conftest import SOURCES
from toolkit.plugins import games, room
from toolkit.rules.books import book_of

ROOT = SOURCES.parent
_ROOMS = {
    "rules": "RULE_BOOK",
    "rules.whole": "rules_of",
    "module.build": "make_parts",
    "play.recording": "record",
    "audit.audit": "audit_games",
}


def test_the_games_of_this_house_are_installed() -> None:
    assert {"gj47", "rattenkrieg", "storm"} <= set(games())


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("name", _ROOMS)
def test_every_game_has_its_rooms(game: str, name: str) -> None:
    assert hasattr(room(game, name), _ROOMS[name])


def test_a_game_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(ValueError, match="no rules for the game 'chess'; there are rules for gj47, "):
        book_of("chess")


def test_the_core_names_no_game_and_no_side() -> None:
    """An axis in small letters is one of mathematics, or of an array."""
    named = re.compile(r"(?i:gj47|rattenkrieg|storm|soviet|german|axis_reinforcement)|Axis|\"axis\"")
    core = [
        p for p in (ROOT / "toolkit").rglob("*") if "games" not in p.parts and p.suffix in (".py", ".yaml")
    ]
    lines = [(p.name, line) for p in core for line in p.read_text(encoding="utf-8").splitlines()]
    assert [found for found in lines if named.search(found[1])] == []


def test_the_page_about_one_more_game_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "one_more_game.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert found is not None
    monkeypatch.chdir(ROOT)
    done: dict[str, object] = {}
    exec(found[1], done)
    assert done["findings"] == []
