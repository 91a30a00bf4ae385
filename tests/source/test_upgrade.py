"""Sources of an older toolkit: each step finds its old shape, keeps the rest, and does nothing twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.source.sheets import write
from toolkit.cli.main import main
from toolkit.diagnostics import InputError
from toolkit.resources import examples, schemas, starters
from toolkit.source.counters import load_counters
from toolkit.source.upgrade import FORMAT, upgrade

SHEET = """\
# Which came first.
provenance: {identity: {kind: invented}}
retired_gpids: [9]
counters:
  - id: a            # the first
    kind: marker
    role: event
    names: {en: A}
    short: A
  - {id: "b", kind: marker, role: event, names: {en: B}, short: B}
  - {id: c, gpid: 4, kind: marker, role: event, names: {en: C}, short: C}
"""


def steps(folder: Path) -> dict[str, list[str]]:
    return {step.name: [path.name for path in files] for step, files in upgrade(folder).steps}


def test_counters_without_a_number_get_the_next_free_ones(tmp_path: Path) -> None:
    write(tmp_path, "counters/sheet.yaml", SHEET)
    write(
        tmp_path,
        "counters/zz.yaml",
        "counters:\n  - {id: d, kind: marker, role: event, names: {en: D}, short: D}\n",
    )
    write(tmp_path, "module.yaml", "markers:\n  - {id: battle, gpids: [10, 11]}\n")
    assert steps(tmp_path) == {"numbers": ["sheet.yaml", "zz.yaml"]}
    after = {path.name: text for path, text in upgrade(tmp_path).after.items()}
    assert after["sheet.yaml"] == SHEET.replace("first\n", "first\n    gpid: 12\n", 2).replace(
        "came first\n    gpid: 12\n", "came first\n"
    ).replace('id: "b",', 'id: "b", gpid: 13,')
    assert "{id: d, gpid: 14, kind" in after["zz.yaml"]
    for path, text in upgrade(tmp_path).after.items():
        path.write_text(text, encoding="utf-8")
    assert steps(tmp_path) == {}
    counters, findings = load_counters(tmp_path)
    assert [(counter.id, counter.gpid) for counter in counters] == [("a", 12), ("b", 13), ("c", 4), ("d", 14)]
    assert findings == []


@pytest.mark.parametrize(
    ("line", "is_stale"),
    [
        ("# yaml-language-server: $schema=/elsewhere/schema/counters.schema.json", True),
        ("# yaml-language-server: $schema=../schema/counters.schema.json", True),
        (f"# yaml-language-server: $schema={schemas().as_posix()}/counters.schema.json", False),
        ("# yaml-language-server: $schema=https://example.org/counters.schema.json", False),
        ("# yaml-language-server: $schema=own/mine.schema.json", False),
        ("# Nothing.", False),
    ],
)
def test_a_first_line_that_leads_nowhere_leads_to_the_schemas(
    tmp_path: Path, line: str, *, is_stale: bool
) -> None:
    text = "counters:\n  - {id: a, gpid: 1, kind: marker, role: event, names: {en: A}, short: A}\n"
    write(tmp_path, "counters/a.yaml", f"{line}\n{text}")
    assert steps(tmp_path) == ({"schema lines": ["a.yaml"]} if is_stale else {})
    if is_stale:
        (after,) = upgrade(tmp_path).after.values()
        first, _, rest = after.partition("\n")
        way = first.partition("$schema=")[2]
        assert (tmp_path / "counters" / way).resolve() == (schemas() / "counters.schema.json").resolve()
        assert rest == text


def test_the_game_says_the_version_of_its_formats(tmp_path: Path) -> None:
    write(tmp_path, "game.yaml", "id: tiny\nversion: 0.1.0   # of the data\nnames: {en: Tiny}\n")
    assert steps(tmp_path) == {"format": ["game.yaml"]}
    (after,) = upgrade(tmp_path).after.values()
    wanted = f"id: tiny\nversion: 0.1.0   # of the data\nformat: {FORMAT}\nnames: {{en: Tiny}}\n"
    assert after == wanted


def test_a_game_of_a_newer_toolkit_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "hex"
    folder.mkdir()
    text = (starters() / "hex" / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(text.replace(f"format: {FORMAT}", "format: 99"), encoding="utf-8")
    assert main(["validate", folder.as_posix()]) == 2
    assert "SRC010" in capsys.readouterr().out


def test_our_own_sources_are_as_they_have_to_be() -> None:
    homes = [*starters().iterdir(), *examples().parent.parent.joinpath("source_data").iterdir()]
    homes += [path.parent for path in examples().glob("*/game.yaml")]
    for home in homes:
        stale = [step.name for step, _ in upgrade(home).steps if step.name != "schema lines"]
        assert stale == [], home


def test_the_difference_is_shown_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "old"
    write(game, "game.yaml", "id: old\nversion: 0.1.0\n")
    write(game, "counters/sheet.yaml", SHEET)
    assert main(["upgrade", game.as_posix()]) == 1
    said = capsys.readouterr().out
    assert "+    gpid: 10" in said
    assert "numbers (1 file): " in said
    assert (game / "counters" / "sheet.yaml").read_text(encoding="utf-8") == SHEET
    assert main(["upgrade", game.as_posix(), "--write"]) == 0
    assert main(["upgrade", game.as_posix()]) == 0
    assert "nothing to do" in capsys.readouterr().out


def test_a_folder_without_sources_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        upgrade(tmp_path)
    assert [finding.code for finding in caught.value.findings] == ["SRC001"]
