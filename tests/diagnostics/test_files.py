"""Files of the user's: nothing hangs, nothing is followed, nothing half-written stays."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from toolkit.diagnostics import InputError
from toolkit.diagnostics.files import keep_apart, packed_file, read_regular, write_atomically, write_folder


def code(error: pytest.ExceptionInfo[InputError]) -> str:
    return error.value.findings[0].code


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="a pipe or a device"):
        read_regular(tmp_path / "pipe")
    with pytest.raises(InputError) as error:
        write_atomically(tmp_path / "pipe", "x")
    assert code(error) == "OUT001"
    with pytest.raises(IsADirectoryError):
        read_regular(tmp_path)


def test_a_planted_part_is_neither_followed_nor_taken_over(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("mine")
    for name in (".out.part", "out.part"):
        (tmp_path / name).symlink_to(kept)
    write_atomically(tmp_path / "out", "new")
    write_folder(tmp_path / "folder", {"a/b": b"1"})
    assert kept.read_text() == "mine"
    assert (tmp_path / "out").read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".out.part",
        "folder",
        "kept",
        "out",
        "out.part",
    ]


def test_a_link_is_replaced_and_not_written_through(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("mine")
    (tmp_path / "out").symlink_to(kept)
    write_atomically(tmp_path / "out", "new")
    assert kept.read_text() == "mine"


@pytest.mark.parametrize("names", [("a", "a/b"), ("a/b", "a"), ("x" * 300,)])
def test_a_folder_that_fails_leaves_nothing(names: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        write_folder(tmp_path / "new", dict.fromkeys(names, b""))
    assert code(error) == "OUT001"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_replaces_an_empty_one_only(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine")
    write_folder(tmp_path / "empty", {"a": b"1"})
    assert (tmp_path / "empty" / "a").read_bytes() == b"1"
    with pytest.raises(InputError):
        write_folder(tmp_path / "full", {"a": b"1"})
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty", "full"]


def test_a_long_name_has_its_part(tmp_path: Path) -> None:
    write_atomically(tmp_path / ("x" * 255), "1")
    assert (tmp_path / ("x" * 255)).read_text() == "1"


def test_missing_folders_are_made_and_go_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_atomically(tmp_path / "old" / "out", "1", parents=True)

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stopped)
    for target in (tmp_path / "new" / "newer" / "out", tmp_path / "old" / "new" / "out"):
        with pytest.raises(KeyboardInterrupt):
            write_atomically(target, "2", parents=True)
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")) == ["old", "old/out"]


def test_what_goes_into_a_module_lies_in_the_game(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "secret").write_text("s")
    (folder / "page").write_text("p")
    (folder / "inner").symlink_to(folder / "page")
    (folder / "outer").symlink_to(tmp_path / "secret")
    assert packed_file(folder, folder / "inner") == b"p"
    for path in (folder / "outer", folder / ".." / "secret"):
        with pytest.raises(OSError, match="out of the game's folder"):
            packed_file(folder, path)


def test_an_output_is_no_input(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("1")
    os.link(tmp_path / "in", tmp_path / "hard")
    (tmp_path / "soft").symlink_to(tmp_path / "in")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "buildFile.xml").write_text("1")
    for output, inputs in (
        ("in", [tmp_path / "in"]),
        ("hard", [tmp_path / "in"]),
        ("soft", [tmp_path / "in"]),
        ("new", [tmp_path / "." / "new"]),
        ("folder/buildFile.xml", [folder]),
    ):
        with pytest.raises(InputError) as error:
            keep_apart(tmp_path / output, inputs)
        assert code(error) == "OUT002"
    keep_apart(None, [tmp_path / "in"])
    keep_apart(folder / "report", [folder, tmp_path / "in"], force=False)
    with pytest.raises(InputError) as error:
        keep_apart(tmp_path / "in", [], force=False)
    assert code(error) == "OUT003"
