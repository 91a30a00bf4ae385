"""Commands: every family written as the engine writes it and read back; the rest kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vassal.real_files import corpus_games
from toolkit.vassal.commands import (
    ESC,
    AddPiece,
    AddPlayer,
    BeginSave,
    Board,
    ChangePiece,
    ChangeProperty,
    Chat,
    Check,
    Clock,
    ClockControl,
    Command,
    DiceMail,
    EndSave,
    Events,
    Extension,
    FlareAt,
    GlobalPropertyState,
    Group,
    LineOfSight,
    LockOptions,
    Logged,
    MovePiece,
    NotNew,
    Null,
    PlayAudio,
    Plugin,
    PrivateNote,
    PublicNote,
    Raw,
    RemovePiece,
    RemovePlayer,
    ScenarioNote,
    SecretNote,
    SetBoards,
    SetTurn,
    SpecialDice,
    StartupKey,
    Undo,
    Unmaskers,
    WakeUp,
    decode_command,
    decode_commands,
    encode_commands,
    iter_commands,
    leaves,
    read_script,
)
from toolkit.vassal.containers import open_container

_PART = st.sampled_from([ESC, "\\", "'", "LOG\t", "CHATé戦", "-/1", "D/1/a/b", "/", "end_save"])
_MOVE = MovePiece("17", "Main Map", 225, 85, None, "Main Map", 125, 85, "9", "secret")

FAMILIES: list[tuple[Command, str]] = [
    (AddPiece("1", "piece;;;a/b.png;A", "null;0;0"), "+/1/piece;;;a\\/b.png;A/null;0;0"),
    (AddPiece(None, "stack", "null;0;0"), "+/null/stack/null;0;0"),
    (RemovePiece("1"), "-/1"),
    (ChangePiece("1", "new", "old"), "D/1/new/old"),
    (ChangePiece("1", "new"), "D/1/new"),
    (_MOVE, "M/17/Main Map/225/85/null/Main Map/125/85/9/secret"),
    (Chat("* 6A moves"), "CHAT* 6A moves"),
    (PlayAudio("a.wav"), "AUDIO\ta.wav"),
    (Null(), ""),
    (Null("null"), "null"),
    (Undo(True), "UNDO\ttrue"),
    (BeginSave(), "begin_save"),
    (EndSave(), "end_save"),
    (Extension("e", "1.0"), "EXT\te\t1.0"),
    (NotNew("SETUP_STACK"), "SETUP_STACK\t"),
    (
        SetBoards("Main", (Board("A", 0, 0), Board("B/C", 1, 0, True))),
        "MainBoardPicker\tA\t0\t0\tB\\/C/rev\t1\t0",
    ),
    (SetBoards("Main", ()), "MainBoardPicker"),
    (SetTurn("TurnTracker0", "0|1;0"), "TURNTurnTracker0\t0|1;0"),
    (StartupKey("SGKC0", True), "SGKC\tSGKC0\ttrue"),
    (FlareAt("F", 3, 4), "FLARE\tF\t3\t4"),
    (LineOfSight("T", (1, 2), (3, 4), ("true", "false", "false")), "LOS\tT\t1\t2\t3\t4\ttrue\tfalse\tfalse"),
    (SpecialDice("D", (1, 6)), "SHOW_RESULTS\tD\t1\t6"),
    (Events("1,a,b"), "EVENT_LIST1,a,b"),
    (Check(("x<2", "ALERT\thi")), "CHECK\tx<2\tALERT\\\thi"),
    (ChangeProperty("p", "1", "2", "Module"), "MutableProperty\tp\t1\t2\tModule"),
    (ChangeProperty("p", "1", "2"), "MutableProperty\tp\t1\t2"),
    (GlobalPropertyState("p", "a;b", "Map"), "GlobalProperty\t;p;a\\;b;Map"),
    (LockOptions("t", "b", "secret", "d"), "LOCKSPOTAB\tt\tb\tsecret\td"),
    (ScenarioNote("a|b"), "NOTES\ta|b"),
    (PublicNote(""), "PNOTES\t"),
    (PrivateNote("secret", "t"), "PNOTE\tsecret\tt"),
    (SecretNote("n", "secret", True, "t", "d", "h"), "SNOTE\tn\tsecret\ttrue\tt\td\th"),
    (AddPlayer("secret", "Ann", "Axis"), "PLAYER\tsecret\tAnn\tAxis"),
    (RemovePlayer("secret"), "PYREMOVE\tsecret"),
    (Unmaskers(("secret", "x")), "UNMASK\tsecret\tx"),
    (Clock("who", "Axis", "1", "2", False, True), "CLOCK\twho\tAxis\t1\t2\tfalse\ttrue"),
    (ClockControl(True, False), "CLOCKCONTROL\ttrue\tfalse"),
    (DiceMail("secret@example.org"), "SEMAIL\tsecret@example.org"),
    (WakeUp("wakeup", "secret"), "PLAY\twakeup\tsecret"),
    (Plugin("p", "1.0"), "PLUGIN\tp\t1.0"),
]


@pytest.mark.parametrize(("command", "text"), FAMILIES, ids=[type(c).__name__ for c, _ in FAMILIES])
def test_each_family_both_ways(command: Command, text: str) -> None:
    assert command.canonical() == text
    assert decode_command(text) == command
    assert decode_command(text).source is None


@pytest.mark.parametrize(
    "command", [c for c, _ in FAMILIES if "secret" in c.encode()], ids=lambda c: type(c).__name__
)
def test_no_representation_shows_an_id(command: Command) -> None:
    assert "secret" not in repr(command)


def test_another_spelling_is_kept_until_the_command_is_changed() -> None:
    text = "M/17/Main Map/225/085/null/'Main Map'/125/85/9/secret"
    command = decode_command(text)
    assert command == _MOVE
    assert command.encode() == text
    assert isinstance(command, MovePiece)
    assert replace(command, x=1).encode() == replace(_MOVE, x=1).canonical()


@pytest.mark.parametrize(
    "text",
    [
        "+/1/piece",
        "D/1",
        "M/1/a/x/2/null/a/1/2/null",
        "M/1",
        "MainBoardPicker\tA\t0",
        "PLAYER\ta",
        "TURNx\t\t",
    ],
)
def test_a_broken_command_is_kept_raw(text: str) -> None:
    command = decode_command(text)
    assert command.encode() == text
    assert isinstance(command, Raw) == (not text.startswith("TURN"))
    assert not isinstance(command, Raw) or command.reason is not None


def test_an_unknown_family_has_no_reason() -> None:
    command = decode_command("ROLLOVER:RED")
    assert isinstance(command, Raw)
    assert (command.reason, command.prefix) == (None, "ROLLOVER")


def test_a_logged_step_with_nested_consequences() -> None:
    inner = f"LOG\tD/1/n/o{ESC}LOG\tCHAThi\\{ESC}LOG\t"
    text = f"begin_save{ESC}end_save{ESC}" + inner.replace(ESC, "\\" + ESC)
    found = decode_commands(text)
    assert found[2] == Group(
        (Logged(ChangePiece("1", "n", "o")), Group((Logged(Chat("hi")), Logged(Null()))))
    )
    assert tuple(leaves(found[2])) == (ChangePiece("1", "n", "o"), Chat("hi"), Null())
    assert found.encode() == text


def test_deep_nesting_ends_in_a_raw_command_not_in_a_crash() -> None:
    text = "LOG\t" * 10_000 + "CHATx"
    found = decode_commands(text)
    assert found.encode() == text
    last = list(leaves(found[0]))
    assert isinstance(last[0], Raw)
    assert last[0].reason == "nested more than 200 deep"


@given(st.text(alphabet="+-DM/\\'\x1bLOG\tCHATnul1;", max_size=60))
def test_any_text_is_read_and_written_back(text: str) -> None:
    assert decode_commands(text).encode() == text


@given(st.lists(st.sampled_from([c for c, _ in FAMILIES]), min_size=1, max_size=5))
def test_any_commands_are_written_and_read_back(commands: list[Command]) -> None:
    logged: list[Command] = [Logged(command) for command in commands]
    grouped = [*commands, Group(tuple(logged)) if len(logged) > 1 else logged[0]]
    assert list(decode_commands(encode_commands(grouped))) == grouped


@pytest.mark.parametrize("path", corpus_games(), ids=lambda path: path.name)
def test_every_file_of_the_corpus_comes_back(corpus: Path, path: Path) -> None:
    text = open_container(path).saved_game().text
    found = decode_commands(text)
    assert found.encode() == text
    broken = [leaf for command in found for leaf in leaves(command) if isinstance(leaf, Raw) and leaf.reason]
    assert broken == []


@given(st.lists(_PART, max_size=8), st.integers(1, 7))
def test_text_that_comes_in_pieces(parts: list[str], size: int) -> None:
    text = "".join(parts)
    data = text.encode()
    pieces = (data[at : at + size] for at in range(0, len(data), size))
    assert tuple(iter_commands(pieces)) == decode_commands(text).commands


@given(st.lists(_PART, max_size=8), st.integers(1, 7))
def test_a_script_read_in_pieces_is_the_one_read_whole(parts: list[str], size: int) -> None:
    text = "".join(parts)
    data = text.encode()
    script = read_script(data[at : at + size] for at in range(0, len(data), size))
    if script is not None:
        assert script == decode_commands(text)
        assert script.encode() == text


@pytest.mark.parametrize("text", ["'CHAT a'", "begin_save\x1b'CHAT a'", "\\\\CHAT a"])
def test_a_script_with_quotes_is_read_whole(text: str) -> None:
    assert read_script([text.encode()]) is None
