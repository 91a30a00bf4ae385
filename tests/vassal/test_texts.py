"""Text in many scripts through the engine: what we write it shows, and what it saves we read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest

from tests.vassal.samples import step
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.vassal.codecs import Codec
from toolkit.vassal.commands import (
    AddPlayer,
    BeginSave,
    Board,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    EndSave,
    GlobalPropertyState,
    PrivateNote,
    PublicNote,
    ScenarioNote,
    SecretNote,
    SetBoards,
    encode_commands,
)
from toolkit.vassal.log import read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import game_entries, write_container
from toolkit.vassal.traits import BasicPiece, BasicState, DynamicProperty, Label, Part, Piece, marker

pytestmark = pytest.mark.engine

TEXTS = {
    "Japanese": "戦車は前進する（第3中隊）",
    "Cyrillic": "Вперёд, 6-я армия; «Сталинград»",
    "emoji": "🎲🪖 ×2 — 👩🏽‍🚀 𝔘𝔫𝔦",
    "separators": "a;b,c/d\\e|f \\; é",
    "right to left": "שלום عليكم",
}
MAP, BOARD, PROPERTY, SIDE = "地図 №1", "盤 — Доска", "天気 Погода", "Красные 赤"


def build_file() -> str:
    """Return a module whose own names are in many scripts too."""
    size = "image='' width='900' height='700'"
    board = f"<VASSAL.build.module.map.boardPicker.Board name={quoteattr(BOARD)} {size}/>"
    setup = f"<setup>{MAP}BoardPicker\t{BOARD}\t0\t0</setup>"
    picker = f"<VASSAL.build.module.map.BoardPicker>{setup}{board}</VASSAL.build.module.map.BoardPicker>"
    stacks = "<VASSAL.build.module.map.StackMetrics disabled='false' exSepX='6' exSepY='18'/>"
    one = f"<VASSAL.build.module.properties.GlobalProperty name={quoteattr(PROPERTY)} initialValue='-'/>"
    children = (
        "<VASSAL.build.module.BasicCommandEncoder/>",
        "<VASSAL.build.module.Documentation/>",
        f"<VASSAL.build.module.PlayerRoster><entry>{SIDE}</entry></VASSAL.build.module.PlayerRoster>",
        "<VASSAL.build.module.GlobalOptions/>",
        "<VASSAL.build.module.Chatter/>",
        "<VASSAL.build.module.NotesWindow buttonText='Notes'/>",
        f"<VASSAL.build.module.properties.GlobalProperties>{one}"
        "</VASSAL.build.module.properties.GlobalProperties>",
        f"<VASSAL.build.module.Map mapName={quoteattr(MAP)} edgeWidth='0' edgeHeight='0'>{picker}{stacks}"
        "</VASSAL.build.module.Map>",
    )
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        f"<VASSAL.build.GameModule name={quoteattr(TEXTS['Japanese'])} version='1' VassalVersion='3.6.0'>"
        f"{''.join(children)}</VASSAL.build.GameModule>"
    )


def unit(text: str, x: int, said: str) -> Piece:
    """Return a counter with a text as its name, its label, a constant and a value."""
    return Piece(
        (
            Part(DynamicProperty(name="Said"), said),
            Part(Label(property_name="Shown"), text),
            Part(*marker({"Kind": text})),
            Part(BasicPiece(name=text), BasicState(MAP, x, 100, "1").encode()),
        )
    )


def game(text: str) -> list[Command]:
    """Return a set-up full of a text, and five steps that say it again."""
    before, after = unit(text, 100, "-"), unit(text, 100, text)
    steps: list[Command] = [
        Chat(f"<Ann> - {text}"),
        ChangePiece("1001", after.state, before.state),
        ChangeProperty(PROPERTY, text, f"{text}{text}", ""),
        PublicNote(text),
        ScenarioNote(text.replace("|", "")),
    ]
    return [
        BeginSave(),
        SetBoards(MAP, (Board(BOARD, 0, 0),)),
        AddPlayer("ann-1", text, SIDE),
        before.add_command("1001"),
        unit("×", 300, text).add_command("1002"),
        GlobalPropertyState(PROPERTY, text, ""),
        PrivateNote("ann-1", text),
        SecretNote(text, "ann-1", False, text),
        EndSave(),
        *map(step, steps),
    ]


@pytest.fixture(scope="module")
def opened(home: EngineHome, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenModule]:
    path = tmp_path_factory.mktemp("texts") / "texts.vmod"
    about = Metadata(name=TEXTS["Japanese"], version="1", vassal_version="3.6.0")
    entries = {"buildFile.xml": build_file().encode(), "moduledata": about.to_xml()}
    with Engine(home) as engine:
        yield OpenModule.open(engine, write_container(path, entries))


@pytest.mark.parametrize("codec", [Codec.VCSK, Codec.PLAIN])
@pytest.mark.parametrize("script", TEXTS)
def test_a_text_goes_through_the_engine_unharmed(
    opened: OpenModule, tmp_path: Path, script: str, codec: Codec
) -> None:
    text = TEXTS[script]
    about = Metadata(name=opened.name, version="1", vassal_version="3.6.0")
    save = Metadata(vassal_version="3.6.0", description=text)
    entries = game_entries(encode_commands(game(text)), save=save, module=about, codec=codec)
    path = write_container(tmp_path / "said.vlog", entries)
    assert opened.name == TEXTS["Japanese"]
    assert opened.load(path) == 5
    begin = opened.table(["*"])
    assert begin.pieces["1001"].name.startswith(text)
    assert begin.pieces["1001"].properties["Kind"] == text
    assert begin.pieces["1001"].place() == (MAP, 100, 100)
    assert begin.pieces["1002"].properties["Said"] == text
    assert begin.globals[PROPERTY] == text
    chat = [line for said in opened.step() for line in said]
    assert any(line.endswith(text) for line in chat)
    end = opened.table(["*"])
    assert end.pieces["1001"].properties["Said"] == text
    assert end.globals[PROPERTY] == text + text
    opened.save(tmp_path / "again.vsav")
    again = read_log(tmp_path / "again.vsav")
    found = set(again.begin)
    assert {PublicNote(text), PrivateNote("ann-1", text), ScenarioNote(text.replace("|", ""))} <= found
    assert {note.text for note in again.begin if isinstance(note, SecretNote)} == {text}
    assert {player.name for player in again.begin if isinstance(player, AddPlayer)} == {text}
    values = [item for item in again.begin if isinstance(item, GlobalPropertyState)]
    assert {value.name: value.value for value in values}[PROPERTY] == text + text
    assert again.findings == ()
