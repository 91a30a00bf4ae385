"""What is said where something is missing; these run on any machine."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.conftest import required
from toolkit.cli.main import main
from toolkit.engine import provision
from toolkit.engine.game import newer, vassal_version, version_key
from toolkit.engine.provision import EngineUnavailable, cache_folder, find_engine


def tools(folder: Path, *names: str) -> str:
    """Return a search path with empty programs of these names."""
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    return str(folder)


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """Forget this machine's Java, display and engine."""
    for name in ("JAVA_HOME", "VASSAL_HOME", "VASSAL_ENGINE_REQUIRED"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TOOLKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))
    return monkeypatch


def reason(home: Path | None = None) -> str:
    with pytest.raises(EngineUnavailable) as error:
        find_engine(home)
    assert [f.code for f in error.value.findings] == ["ENG001"]
    return error.value.reason


def test_without_java_the_reason_names_it(bare: pytest.MonkeyPatch) -> None:
    assert "no program java" in reason()


def test_a_runtime_without_a_compiler_is_not_enough_and_says_so(
    bare: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bare.setenv("PATH", tools(tmp_path / "bin", "java", "Xvfb"))
    assert "no program javac" in reason()


def test_without_a_display_the_reason_names_it(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bare.setenv("PATH", tools(tmp_path / "bin", "java", "javac"))
    assert "Xvfb" in reason()


def test_an_installation_without_an_engine_is_named(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bare.setenv("PATH", tools(tmp_path / "bin", "java", "javac", "Xvfb"))
    bare.setenv("VASSAL_HOME", str(tmp_path / "VASSAL-3.7.26"))
    assert "VASSAL-3.7.26" in reason()
    assert "Vengine.jar" in reason(tmp_path / "other")


def test_missing_libraries_are_named_by_their_packages(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bare.setenv("PATH", tools(tmp_path / "bin", "java", "javac", "Xvfb"))
    bare.setattr(provision, "_JAVA_LIBRARIES", tmp_path)
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "Vengine-3.6.0.jar").write_bytes(b"")
    said = reason()
    assert "libbatik-java" in said
    assert "liblogback-java" in said


def test_the_command_says_why_it_did_not_run_and_leaves_no_traceback(
    bare: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = tmp_path / "any.vmod"
    with zipfile.ZipFile(module, "w") as archive:
        archive.writestr("buildFile.xml", "<VASSAL.build.GameModule/>")
    assert main(["engine", str(module)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "engine not run: no program java" in printed.err


@pytest.mark.parametrize(("value", "expected"), [("1", True), ("0", False), ("", False)])
def test_continuous_integration_can_require_the_engine(
    bare: pytest.MonkeyPatch, value: str, expected: bool
) -> None:
    bare.setenv("VASSAL_ENGINE_REQUIRED", value)
    assert required() is expected


def test_the_cache_can_be_put_elsewhere(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert cache_folder() == tmp_path / "cache" / "engine"
    bare.delenv("TOOLKIT_CACHE")
    assert "wargame-toolkit" in cache_folder().parts


def test_versions_are_compared_as_numbers() -> None:
    assert newer("3.7.9", "3.7.26") == "3.7.26"
    assert newer("3.6.0", "2.9b2") == "3.6.0"
    assert version_key("3.8.0-beta1") == (3, 8, 0)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("moduledata", "<data><VassalVersion> 3.7.9</VassalVersion></data>"),
        ("buildFile", '<VASSAL.build.GameModule VassalVersion="3.7.9" name="x"/>'),
    ],
)
def test_the_version_a_module_asks_for_is_read_from_either_file(tmp_path: Path, name: str, text: str) -> None:
    module = tmp_path / "any.vmod"
    with zipfile.ZipFile(module, "w") as archive:
        archive.writestr(name, text)
    assert vassal_version(module) == "3.7.9"
