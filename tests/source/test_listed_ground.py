"""Terrain and hexsides that a map file lists by their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.declared.games import FOLDERS
from toolkit.compile.game import compile_game
from toolkit.source.game import load_game

_LISTED = """\
provenance: {kind: invented}
terrain: {marsh: [A1, A2]}
hexsides: {river: [[C1, C2]]}
"""


def _lindau(folder: Path, more: str) -> Path:
    for path in FOLDERS["lindau"].rglob("*.yaml"):
        target = folder / path.relative_to(FOLDERS["lindau"])
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "map" / "more.yaml").write_text(more, encoding="utf-8")
    definition = folder / "game.yaml"
    text = definition.read_text(encoding="utf-8")
    definition.write_text(text.replace("  - map/ground.yaml", "  - map/ground.yaml\n  - map/more.yaml"))
    return folder


def test_listed_hexes_and_hexsides_are_on_the_map(tmp_path: Path) -> None:
    compiled, findings = compile_game(load_game(_lindau(tmp_path, _LISTED))[0])
    game_map = compiled.map
    assert [f for f in findings if f.severity.value != "info"] == []
    assert [game_map.terrain_of(game_map.grid.hex(number)) for number in ("A1", "A2", "A3")] == [
        "marsh", "marsh", "clear",
    ]  # fmt: skip
    side = game_map.side(game_map.grid.hex("C1"), game_map.grid.hex("C2"))
    assert game_map.side_features["river"][side]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("marsh:", "mash:", 2, "did you mean 'marsh'"),
        ("A2", "Z9", 2, "Z9"),
        ("A2]", "A1]", 2, "stands twice"),
        ("[C1, C2]", "[C1, C7]", 3, "C7"),
        ("river:", "rivr:", 3, "did you mean 'river'"),
    ],
)
def test_what_is_wrong_in_a_list_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, words: str
) -> None:
    source, read = load_game(_lindau(tmp_path, _LISTED.replace(old, new)))
    _, compiled = compile_game(source, strict=False)
    found = [f for f in (*read, *compiled) if f.place.file and f.place.file.endswith("more.yaml")]
    assert [(f.severity.value, f.place.line) for f in found][:1] == [("error", line)]
    assert words in found[0].message
