"""docs/declared.md: its program runs and says what the page says, its clauses are read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from toolkit.source.document import parse_yaml

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "declared.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_the_program_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    (program,) = blocks("python")
    exec(compile(program, "declared.md", "exec"), {})
    said, winner = capsys.readouterr().out.splitlines()
    assert said == "illegal ('0.3',)"
    assert winner in ("german", "soviet")


def test_every_piece_of_yaml_is_yaml() -> None:
    for text in blocks("yaml"):
        lines = [line for line in text.splitlines() if line.strip() != "…"]
        for part in re.split(r"\n(?=units:|places:)", "\n".join(lines)):
            assert parse_yaml(part, "declared.md").data


def test_every_word_in_backquotes_that_looks_like_a_mechanism_is_one() -> None:
    from toolkit.rules.declared.vocabulary import MECHANISMS

    section = PAGE[PAGE.index("## What every game needs") : PAGE.index("## Choosing units")]
    tasks = {"set_up", "reinforce", "replace", "move", "fight", "supply", "draw", "change", "deal"}
    words = (
        set(re.findall(r"`([a-z_]+)`", section))
        - tasks
        - {"id", "becomes", "unit_class", "deck", "hand", "pile", "side"}
    )
    assert words <= set(MECHANISMS)
