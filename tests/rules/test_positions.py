"""Positions as values: the page about them runs, and what is written is read back, for every game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.real_game import compiled
from toolkit.games.gj47.rules.actions import Action
from toolkit.games.gj47.rules.from_game import rules_data
from toolkit.games.gj47.rules.notation import names_of
from toolkit.games.gj47.rules.position import STATE
from toolkit.games.gj47.rules.whole import rules_of
from toolkit.games.storm.rules import whole as storm
from toolkit.rules.notation import Reader, write_action
from toolkit.rules.shapes import shape_of
from toolkit.rules.verdict import Outcome

ROOT = Path(__file__).parents[2]
FIRST, *VERDICTS, SEEN = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs" / "positions.md").read_text("utf-8"), re.DOTALL
)


@pytest.mark.parametrize("block", VERDICTS, ids=["gj47", "rattenkrieg", "storm"])
def test_the_page_about_positions_runs(monkeypatch: pytest.MonkeyPatch, block: str) -> None:
    monkeypatch.chdir(ROOT)
    done: dict[str, Any] = {}
    exec(FIRST + block, done)
    assert done["verdict"].outcome is Outcome.ILLEGAL
    statements = [line for line in block.splitlines() if line and not line.startswith(("from", "print"))]
    assert len(statements) <= 10


def test_the_page_shows_what_is_legal_and_who_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done: dict[str, Any] = {}
    exec(FIRST + SEEN, done)
    rules = storm.rules_of(done["compiled"]("storm"))
    assert done["actions"]
    assert all(rules.check(done["position"], action).outcome is Outcome.LEGAL for action in done["actions"])


def test_positions_and_actions_on_hexes_are_written_and_read() -> None:
    rules, names = rules_of(compiled()), names_of(rules_data(compiled()))
    position, reader = rules.begin("june-28-1942"), Reader[Action](rules.book.effects, names)
    for count, action in enumerate(rules.play(position, 3)):
        assert reader.action(json.loads(json.dumps(write_action(action, names)))) == action
        if count % 40 == 0:
            written = json.dumps(STATE.write(position, names))
            again = STATE.read(json.loads(written), names, data=position.data)
            assert again.key() == position.key() == position.copy().key()
            assert [sorted(stack) for stack in again.stacks] == [sorted(stack) for stack in position.stacks]
        if count == 400:
            break


def test_a_type_that_nothing_is_known_of() -> None:
    with pytest.raises(TypeError, match="float"):
        shape_of(dict[str, float])
