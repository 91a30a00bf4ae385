"""``toolkit build``: what it prints, what it leaves alone, and how it fails."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from toolkit.cli import making as command
from toolkit.cli.main import main
from toolkit.diagnostics import Finding, Place, Severity

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "source_data" / "gj47"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the game that a test may spoil."""
    return Path(shutil.copytree(GAME, tmp_path / "sources" / "gj47"))


@pytest.fixture
def built(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path, list[int]]:
    """The stamp of a build whose slow part is left out; counts how often it is called."""
    out = tmp_path / "out" / "gj47"
    calls: list[int] = []

    def quick(source: Path, target: Path, inputs: str, language: str) -> command.Built:
        calls.append(1)
        target.mkdir(parents=True, exist_ok=True)
        (target / "m.vmod").write_bytes(b"module")
        place = Place("map/towns.yaml", 3, 1)
        found = command.Built("m.vmod", "3 hexes", (Finding("MAP010", Severity.WARNING, "hm", place),))
        command._write_stamp(target, inputs, found)
        return found

    monkeypatch.setattr(command, "_build_anew", quick)
    return folder, out, calls


def _run(folder: Path, out: Path, *more: str) -> int:
    return main(["build", str(folder), "-o", str(out.parent), *more])


def test_the_second_build_builds_nothing_and_says_the_same(
    built: tuple[Path, Path, list[int]], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out, calls = built
    assert _run(folder, out) == 0
    first = capsys.readouterr()
    assert _run(folder, out) == 0
    second = capsys.readouterr()
    assert len(calls) == 1
    assert first == second
    assert "m.vmod" in first.out
    assert "3 hexes" in first.out
    assert "MAP010" in first.err


@pytest.mark.parametrize("what", ["source", "module", "stamp", "gone", "force"])
def test_what_makes_it_build_again(built: tuple[Path, Path, list[int]], what: str) -> None:
    folder, out, calls = built
    _run(folder, out)
    if what == "source":
        with (folder / "module.yaml").open("a") as file:
            file.write("# a remark\n")
    elif what == "module":
        (out / "m.vmod").write_bytes(b"spoiled")
    elif what == "stamp":
        (out / command.STAMP).write_text("{", encoding="utf-8")
    elif what == "gone":
        (out / "m.vmod").unlink()
    _run(folder, out, *(["--force"] if what == "force" else []))
    assert len(calls) == 2


def test_an_unchanged_build_imports_nothing_heavy(built: tuple[Path, Path, list[int]]) -> None:
    folder, out, _ = built
    _run(folder, out)
    script = (
        "import sys\nfrom toolkit.cli.main import main\n"
        f"assert main(['build', {str(folder)!r}, '-o', {str(out.parent)!r}]) == 0\n"
        "heavy = {'numpy', 'shapely', 'lxml', 'jsonschema', 'yaml', 'pyproj'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("file", "text", "code"),
    [
        ("module.yaml", "windows: [", "SRC004"),
        ("module.yaml", "colour: blue\n", "SRC010"),
        ("counters/chits.yaml", "counters: 7\n", "SRC010"),
    ],
)
def test_broken_input_is_one_message_and_leaves_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], file: str, text: str, code: str
) -> None:
    path = folder / file
    path.write_text(
        text if file != "module.yaml" else path.read_text(encoding="utf-8") + text, encoding="utf-8"
    )
    out = folder.parents[1] / "out" / "gj47"
    assert _run(folder, out) == 2
    captured = capsys.readouterr()
    assert code in captured.err
    assert "Traceback" not in captured.err
    assert captured.out == ""
    assert not out.parent.exists() or not list(out.parent.rglob("*"))


def test_faults_of_counters_set_ups_and_module_are_told_together(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file, old, new in (
        ("counters/soviet.yaml", "gpid: 401", "gpid: 101"),
        ("setups/june_28_1942.yaml", "ger-pz-9", "ger-pz-99"),
        ("module.yaml", "counter_px:", "counter_pix:"),
    ):
        text = (folder / file).read_text("utf-8")
        assert old in text, file
        (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    assert main(["build", str(folder), "-o", str(tmp_path / "out")]) == 2
    shown = capsys.readouterr().err
    assert all(code in shown for code in ("OOB002", "SET010", "SRC010")), shown
    assert not (tmp_path / "out").exists()


def test_an_unknown_game_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "no-such-game"]) == 2
    assert "no-such-game" in capsys.readouterr().err


def test_the_stamp_is_plain_data(built: tuple[Path, Path, list[int]]) -> None:
    folder, out, _ = built
    _run(folder, out)
    stamp = json.loads((out / command.STAMP).read_text(encoding="utf-8"))
    assert stamp["module"] == "m.vmod"
    assert str(folder) not in json.dumps(stamp)
