"""Players' ids, which are passwords, in every form and place that strangers give them: no output shows one.

Three ids every day; all, with archives of them, by ``pytest -m slow tests/cli/test_ids.py``.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.report.unpacking import unpacked
from tests.vassal.samples import add, begin, counter, move, step
from toolkit.archive.run import Settings, update
from toolkit.cli.main import main
from toolkit.vassal.commands import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    ChangeProperty,
    Chat,
    Clock,
    EndSave,
    GlobalPropertyState,
    PrivateNote,
    Raw,
    SecretNote,
    Unmaskers,
    encode_commands,
)
from toolkit.vassal.containers import open_container
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, game_entries

_IDS = (
    *(
        "correct-horse-battery",
        "pass/word",
        "pass,word;x",
        "pass|word:y",
        "a\\word",
        "ends-in-\\",
        "\\begins",
    ),
    *("<b>secret</b>", "[red]secret[/]", "пароль-戦-е", "secret words of mine", "'secret'", "secret&amp;id;"),
    *("$(secret)`x`", "{secret}", "secret\u202eterces", "*secret*_x_", "=secret+1"),
)

_REST = [one for one in _IDS[1:] if one not in ("pass,word;x", "ends-in-\\")]


def _game(id_: str) -> bytes:
    """Return a log that holds an id in the roster and in ten other places, in chat and values among them."""
    old = counter("3rd Pz", 100, 100)
    masked = ChangePiece("a", counter("3rd Pz", 100, 100, masked=f"{id_};", owner=id_).state, old.state)
    head = [command for command in begin() if not isinstance(command, AddPlayer | EndSave)]
    head += [
        AddPlayer(id_, "Ann", "Axis"),
        add("m", counter("6A", 5, 5, masked=f"{id_};")),
        AddPiece("u", f"concealment;{id_};German\tpiece;;;;Tank", f"{id_}\tMain Map;1;1;7;0"),
        PrivateNote(id_, "of mine"),
        SecretNote("n", id_, True, "t"),
        Unmaskers((id_,)),
        Clock(id_, "Axis", "1", "2", True, False),
        GlobalPropertyState("p", "v", id_),
        EndSave(),
    ]
    steps = (
        step(move("a", 150, 100, player=id_), Chat(f"<Ann> - my password is {id_} .")),
        step(masked),
        step(ChangeProperty("p", "o", id_, "Main Map"), Chat("* 2d6 = 3,4 *** <Ann>")),
        step(Raw(f"OWN\t{id_}"), Clock(id_, "Axis", "2", "2", True, False)),
        step(AddPlayer(id_, "Anna", "Axis"), Chat(f"* {id_} rolls")),
    )
    save = Metadata(vassal_version="3.7.26")
    module = Metadata(name="Test", version="1.0")
    return container_bytes(game_entries(encode_commands([*head, *steps]), save=save, module=module))


_COMMANDS = (
    *(["inspect"], ["inspect", "--format", "json"], ["inspect", "--steps"], ["validate"], ["scrub"]),
    *(["inspect", "--steps", "--format", "json"], ["validate", "--format", "sarif"]),
    *(["audit", "--format", form] for form in ("text", "json", "sarif")),
    *(["log", "dice", "--format", form] for form in ("text", "json", "csv")),
    *(["log", "transcript", "--undone", "--format", form] for form in ("text", "markdown", "html")),
    ["log", "transcript", "--plumbing"],
    *(["log", "clean", "-o", "clean.vlog"], ["log", "cut", "--steps", "2", "4", "-o", "cut.vlog"]),
    *(["log", "join", "-o", "joined.vlog"], ["log", "split", "--every", "2", "-o", "parts"]),
)  # fmt: skip


Output = tuple[str, str]


def _outputs(log: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Output]:
    """Yield what commands say of a log, or write of it for people."""
    for arguments in _COMMANDS:
        main([*arguments, log.name])
        said = capsys.readouterr()
        yield " ".join(arguments), said.out + said.err
    for arguments in (["audit", "--format", "html", "-o", "page.html"], ["log", "page", "-o", "page.html"]):
        assert main([*arguments, log.name]) < 2
        page = Path("page.html").read_text(encoding="utf-8")
        yield (
            " ".join(arguments),
            page + json.dumps(unpacked(page), ensure_ascii=False) + capsys.readouterr().err,
        )


def _archived(log: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Output]:
    """Yield what an archive says and holds of a log."""
    update([log], Path("a.duckdb"), [], Settings(workers=1, pages=Path("pages")))
    for arguments in (["report", "a.duckdb"], ["report", "a.duckdb", "--format", "html"]):
        main(["archive", *arguments])
        yield " ".join(arguments), capsys.readouterr().out
    main(["archive", "export", "a.duckdb", "-o", "tables"])
    capsys.readouterr()
    for path in sorted((*Path("tables").glob("*"), *Path("pages").rglob("*.html"))):
        yield path.as_posix(), path.read_bytes().decode("utf-8", "replace")


def _forms(id_: str) -> set[str]:
    """Return an id as texts of several kinds spell it."""
    quoted = json.dumps(id_, ensure_ascii=False)[1:-1]
    return {id_, quoted, json.dumps(id_)[1:-1], html.escape(id_), html.escape(quoted)}


def _shown(id_: str, outputs: Iterator[Output]) -> list[Output]:
    return [(name, form) for name, text in outputs for form in _forms(id_) if form in text]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path("game.vlog")


@pytest.mark.parametrize(
    "id_",
    [_IDS[0], "pass,word;x", "ends-in-\\", *(pytest.param(one, marks=pytest.mark.slow) for one in _REST)],
)
def test_no_output_shows_an_id(id_: str, game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_bytes(_game(id_))
    assert _shown(id_, _outputs(game, capsys)) == []
    copy = game.with_name("game-scrubbed.vlog")
    # An id that cannot be taken out with certainty leaves no copy; what is not refused holds none.
    assert not copy.exists() or not any(
        form in open_container(copy).saved_game().text for form in (id_, id_.replace("\\", "\\\\"))
    )


@pytest.mark.slow
@pytest.mark.parametrize("id_", _IDS)
def test_no_archive_holds_an_id(id_: str, game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_bytes(_game(id_))
    assert _shown(id_, _archived(game, capsys)) == []
