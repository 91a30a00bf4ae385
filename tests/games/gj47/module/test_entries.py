"""The module's files: pictures that are named exist, the same bytes everywhere, words come back."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.module.engine_3_6 import walk
from toolkit.compile.compiled import CompiledGame
from toolkit.module.helptext import help_pages
from toolkit.module.hex_game import HexTable
from toolkit.module.keys import shown
from toolkit.module.parts import ModuleParts
from toolkit.module.translations import properties_file
from toolkit.render.layout import BoardLayout
from toolkit.vassal.metadata import parse_metadata
from toolkit.vassal.traits import BasicPiece, Layer, Mask, Moved, Piece, Trigger

ROOT = Path(__file__).resolve().parents[4]
_PICTURES = ("image", "fileName")


def _named_pictures(parts: ModuleParts) -> set[str]:
    found: set[str] = set()
    for item in walk(parts.root):
        for name in _PICTURES:
            value = item.get(name) or ""
            if value.endswith(".png"):
                found.add(value)
    for piece in parts.pieces:
        text = piece.in_game("1", "Main Map", 0, 0)
        for part in Piece.parse(text.type, text.state).parts:
            trait = part.trait
            if isinstance(trait, BasicPiece | Mask | Moved):
                found.add(trait.image)
            elif isinstance(trait, Layer):
                found.update(trait.images)
    return found - {""}


def test_every_picture_that_is_named_is_drawn_and_the_other_way_round(parts: ModuleParts) -> None:
    assert set(parts.drawings) == _named_pictures(parts)


def test_pictures_have_the_size_of_their_board(table: HexTable, parts: ModuleParts) -> None:
    for window in table.windows:
        png = parts.drawings[window.image].png()
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == window.size


def test_the_module_carries_its_rules_data(entries: dict[str, bytes], game: CompiledGame) -> None:
    carried = CompiledGame.from_json(json.loads(entries["toolkit/game.json"]))
    manifest = json.loads(entries["toolkit/manifest.json"])
    assert carried.digest == game.digest == manifest["digest"]
    assert BoardLayout.from_json(manifest["layout"]).pitch_px == 100
    assert manifest["map_name"] == "Main Map"


def test_moduledata_names_the_module(entries: dict[str, bytes]) -> None:
    data = parse_metadata(entries["moduledata"])
    assert data.name == "Stalingrad Blitzkrieg (GJ47)"
    assert data.vassal_version == "3.6.0"
    assert b"<name>" in entries["moduledata"]


_DIGEST = """
import hashlib, sys
from pathlib import Path
from toolkit.compile.game import compile_game
from toolkit.games.gj47.module.build import make_parts
from toolkit.module.build import text_entries
from toolkit.module.equipment import load_equipment
from toolkit.source.game import load_game
folder = Path(sys.argv[1])
parts = make_parts(compile_game(load_game(folder)[0])[0], load_equipment(folder)[0])
entries = text_entries(parts)
for name in ("unit_ger-pz-9.png", "board_tracks.png", "about.png"):
    entries[name] = parts.drawings[name].png()
for name in sorted(entries):
    print(name, hashlib.sha256(entries[name]).hexdigest())
"""


def test_the_same_bytes_elsewhere(parts: ModuleParts, entries: dict[str, bytes], tmp_path: Path) -> None:
    """Another folder, locale, time zone and hash seed; the two long pictures are left to the slow run."""
    env = {
        "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LC_ALL": "C", "TZ": "Asia/Tokyo",
        "PYTHONHASHSEED": "12345", "HOME": str(tmp_path),
    }  # fmt: skip
    command = [sys.executable, "-c", _DIGEST, str(ROOT / "source_data" / "gj47")]
    lines = subprocess.run(
        command, cwd=tmp_path, env=env, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    there = dict(line.rsplit(" ", 1) for line in lines)
    here = {name: hashlib.sha256(content).hexdigest() for name, content in entries.items()}
    for name in ("unit_ger-pz-9.png", "board_tracks.png", "about.png"):
        here[name] = hashlib.sha256(parts.drawings[name].png()).hexdigest()
    assert there == here


def _read_properties(data: bytes) -> dict[str, str]:
    """Read a properties file by the rules of java.util.Properties, as far as they are used."""
    found = {}
    for line in data.decode("ascii").splitlines():
        key, separator, value = re.fullmatch(r"((?:[^\\=]|\\.)*)(=)(.*)", line).groups()  # type: ignore[union-attr]
        assert separator
        found[_unescape(key)] = _unescape(value)
    return found


def _unescape(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        body = match.group(1)
        if body.startswith("u"):
            return chr(int(body[1:], 16))
        return {"t": "\t", "n": "\n"}.get(body, body)

    halves = re.sub(r"\\(u[0-9a-f]{4}|.)", one, text)
    return halves.encode("utf-16", "surrogatepass").decode("utf-16")


@settings(max_examples=80)
@given(
    st.dictionaries(
        st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1),
        st.text(st.characters(exclude_categories=("Cs", "Cc"))),
    )
)
def test_properties_files_come_back_as_written(words: dict[str, str]) -> None:
    assert _read_properties(properties_file(words)) == words


def test_names_are_translated(entries: dict[str, bytes]) -> None:
    japanese = _read_properties(entries["Module_ja.properties"])
    chinese = _read_properties(entries["Module_zh.properties"])
    assert japanese["Piece.9th Panzer Division"] == "第9装甲師団"
    assert chinese["Piece.9th Panzer Division"] == "第9装甲师"
    assert chinese["Piece.Lose a step"] == "损失1战力"
    assert "Map.Tracks.mapName" not in japanese
    # The engine puts a second dot before the prefix of a component inside another one.
    commit = "PrivateMap.Axis chits..MassKeyCommand.Commit.buttonText"
    assert japanese[commit] == "枢軸軍コマンドをカップへ"
    assert set(japanese) == set(chinese) | (set(japanese) - set(chinese))


def test_help_names_every_key(parts: ModuleParts) -> None:
    pages = {title: content.decode() for title, _, content in help_pages(parts.shop)}
    keys = pages["Keys and buttons"]
    for piece in parts.pieces:
        for part in piece.spread():
            if isinstance(part.trait, Trigger) and shown(part.trait.trigger_key):
                assert f"<td>{shown(part.trait.trigger_key)}</td>" in keys, part.trait.menu
    for item in walk(parts.root):
        if item.tag.endswith("DoActionButton"):
            assert f"<td>{item.get('text')}</td>" in keys
    assert "reconstruction" in pages["What is reconstructed"]


def test_help_says_what_a_player_sees(parts: ModuleParts) -> None:
    first = help_pages(parts.shop)[0][2].decode()
    for item in walk(parts.root):
        kind = item.tag.rpartition(".")[2]
        if kind == "PredefinedSetup":
            assert f"<i>{item.get('name')}</i>" in first
        if kind == "DoActionButton":
            assert f"<b>{item.get('text')}</b>" in first
        if kind in ("Map", "PrivateMap") and item.get("buttonName"):
            assert f"<b>{item.get('buttonName')}</b>" in first
