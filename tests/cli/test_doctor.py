"""``toolkit doctor``: what is there, what is missing and what to do about it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolkit import __version__, resources
from toolkit.cli import doctor
from toolkit.cli.main import main


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine without Java, engine and caches."""
    monkeypatch.setenv("TOOLKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.delenv("VASSAL_HOME", raising=False)
    return monkeypatch


def _lines(capsys: pytest.CaptureFixture[str]) -> dict[tuple[str, str], dict[str, str]]:
    found = json.loads(capsys.readouterr().out)
    return {(line["part"], line["name"]): line for line in found}


def test_it_names_versions_games_engine_and_caches(
    bare: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--format", "json"]) == 0
    lines = _lines(capsys)
    assert lines["toolkit", "version"]["says"].startswith(__version__)
    assert lines["toolkit", "lxml"]["state"] == "ok"
    assert "code" in lines["games", "gj47"]["says"]
    assert "data" in lines["games", "causeway"]["says"]
    assert lines["engine", "Java"]["state"] == "optional"
    assert "openjdk" in lines["engine", "Java"]["says"]
    assert lines["engine", "VASSAL"]["state"] == "optional"
    assert lines["caches", "modules"]["says"].startswith("0.0 MB in ")


def test_a_package_that_is_not_there_is_named_with_its_remedy(
    bare: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bare.setattr(doctor, "requires", lambda _: ["no-such-thing>=3", "pytest; extra == 'dev'"])
    assert main(["doctor"]) == 1
    assert "missing  no-such-thing: pip install 'no-such-thing>=3'" in capsys.readouterr().out


def test_lost_schemas_are_said(
    bare: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare.setattr(resources, "PACKAGE", tmp_path / "lost" / "toolkit")
    assert main(["doctor", "--format", "json"]) == 1
    assert _lines(capsys)["toolkit", "schemas"]["state"] == "missing"
