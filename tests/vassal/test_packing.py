"""Packing: the same bytes for the same entries, and nothing half-written."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from toolkit.diagnostics import InputError
from toolkit.vassal.packing import container_bytes, write_container


def test_same_entries_same_bytes_in_any_order() -> None:
    one = container_bytes({"b": b"2", "a": b"1" * 1000, "images/x.png": b"3"})
    two = container_bytes({"images/x.png": b"3", "a": b"1" * 1000, "b": b"2"})
    assert one == two
    with zipfile.ZipFile(io.BytesIO(one)) as archive:
        assert [info.filename for info in archive.infolist()] == ["a", "b", "images/x.png"]
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_unsafe_names_are_not_written() -> None:
    for name in ("../x", "..\\x", "", "\udcff", "x" * 70_000):
        with pytest.raises(InputError, match="no safe name"):
            container_bytes({name: b""})


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = write_container(tmp_path / "a.vsav", {"savedGame": b"old"})
    before = path.read_bytes()
    with pytest.raises(InputError, match="no safe name"):
        write_container(path, {"/x": b"new"})
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
