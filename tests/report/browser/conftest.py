"""Pages of planted games in a real browser (``make browser``): Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.audit.tampering.hand import Hand, NoOccasionError
from tests.audit.tampering.violations import VIOLATIONS
from tests.conftest import BuiltModule
from tests.games.gj47.audit.views import exchanged
from tests.report.games import audited, played
from toolkit.audit.module_data import read_module
from toolkit.plugins import games
from toolkit.report.data import Sources
from toolkit.report.write import write_page
from toolkit.vassal.log import read_log

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GAMES = ("gj47", "rattenkrieg", "storm", "battle_for_moscow", "causeway")
_PLANTED = 4
Pages = Callable[[str], Path]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser."""
    here = str(Path(__file__).parent)
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return the browser; CHROMIUM names it where it is not on the path."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert path is not None, "chromium is not installed: apt-get install chromium, or set CHROMIUM"
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def sources(built_module: BuiltModule, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Sources]:
    """Return what makes a game with planted violations by its id."""

    @cache
    def make(game: str) -> Sources:
        folder = tmp_path_factory.mktemp(game)
        module = built_module(game)
        log = played(game, module, folder / "game.vlog")
        return audited(_planted(game, log, module) if game in games() else log, module)

    return make


def _planted(game: str, log: Path, module: Path) -> Path:
    """Return a log with violations put into it."""
    data, read, chance, done = read_module(module), read_log(log), random.Random(5), 0
    for kind in VIOLATIONS[game].values():
        hand = Hand(read, data, chance.randrange(len(read.steps) // 4, len(read.steps) - 5), chance)
        with suppress(NoOccasionError):
            if done < _PLANTED:
                kind(hand)
                read, done = hand.tampered(), done + 1
    out = log.with_name("planted.vlog")
    out.write_bytes(exchanged(read, {}))
    return out


@pytest.fixture(scope="session")
def pages(sources: Callable[[str], Sources], tmp_path_factory: pytest.TempPathFactory) -> Pages:
    """Return what writes the page of a game by its id."""

    @cache
    def write(game: str) -> Path:
        out = tmp_path_factory.mktemp("pages") / f"{game}.html"
        out.write_text(write_page(sources(game)), encoding="utf-8")
        return out

    return write
