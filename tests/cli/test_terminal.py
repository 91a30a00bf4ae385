"""Names, chat and paths of strangers: none begins a line of its own, none moves the cursor."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from toolkit.cli.main import main
from toolkit.diagnostics import Finding, Place, Section, Severity
from toolkit.diagnostics.files import json_shown, shown
from toolkit.diagnostics.formats import FORMATS, Format, render
from toolkit.vassal.commands import AddPiece, AddPlayer, Chat, Logged, encode_commands
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, game_entries

FORGED = "x\n::error::forged\r\x1b[2J\x9b31m\x00\u2028\u202e[/red]"
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]")


def unforged(text: str) -> bool:
    lines = text.split("\n")
    return not _CONTROLS.search(text) and not any(
        line.lstrip().startswith("::error::forged") for line in lines
    )


def test_controls_are_written_out() -> None:
    assert shown("a\nb\x1b\x9b\u202e\tc") == "a\\nb\\u001b\\u009b\\u202e c"
    assert json.loads(json_shown(json.dumps(FORGED, ensure_ascii=False))) == FORGED


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "html"])
def test_no_form_lets_a_finding_forge_a_line(form: Format) -> None:
    finding = Finding("SRC001", Severity.ERROR, FORGED, Place(FORGED, 1), citation=FORGED, waived=None)
    section = Section(FORGED, (FORGED,), rows=[(FORGED, FORGED)])
    assert unforged(render(form, [finding], sections=[section], title="t"))


@pytest.mark.parametrize("more", [[], ["--steps"], ["--format", "json"], ["--steps", "--format", "json"]])
def test_inspect_forges_nothing(more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    piece = AddPiece("1", f"piece;;;;{FORGED}", f"{FORGED};1;1;7;0".replace("\x1b", ""))
    chat = Logged(Chat(FORGED.replace("\x1b", "")))
    roster = AddPlayer("secret", FORGED.replace("\x1b", ""), FORGED.replace("\x1b", ""))
    text = encode_commands([roster, piece, chat])
    about = Metadata(vassal_version="3.6.0", description="a\n::error::forged\x9b")
    path = tmp_path / "a\n::error::forged.vlog"
    path.write_bytes(container_bytes(game_entries(text, save=about, module=None)))
    assert main(["inspect", str(path), *more]) < 2
    said = capsys.readouterr()
    assert unforged(said.out)
    assert unforged(said.err)
    assert main(["validate", str(path)]) < 2
    assert unforged(capsys.readouterr().out)
    assert main(["inspect", str(tmp_path / "no\n::error::forged")]) == 2
    assert unforged(capsys.readouterr().err)
