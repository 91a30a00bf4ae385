"""Pages of the Help menu that cannot be read are refused by name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from toolkit.diagnostics import InputError
from toolkit.module.helptext import page_text


def test_a_page_is_utf8_and_a_file_of_the_game(tmp_path: Path) -> None:
    folder = tmp_path / "help"
    folder.mkdir()
    (folder / "good.html").write_text("Orël", encoding="utf-8")
    (folder / "latin.html").write_bytes("Orël".encode("latin-1"))
    (tmp_path / "secret").write_text("s")
    (folder / "link.html").symlink_to(tmp_path / "secret")
    os.mkfifo(folder / "pipe.html")
    assert page_text(folder, folder / "good.html") == "Orël"
    for name in ("latin", "link", "pipe"):
        with pytest.raises(InputError) as error:
            page_text(folder, folder / f"{name}.html")
        assert error.value.findings[0].code == "MOD009"
