"""A module as a player sees it, in pictures to look at: the start, a chart, a battle, Help.

    python -m tests.engine.pictures GAME --out FOLDER [--language ja] [--size 1280x1000]

The module is built with pictures in the language, where it is out of date, and opened by hand in a client of
that language.  Exit status 1 when the hands miss something; the last picture shows what.
"""

from __future__ import annotations

import argparse
import sys
import time
import zipfile
from dataclasses import replace
from pathlib import Path

from tests import real_games
from tests.engine.motions import SCENES, done
from toolkit.cli.making import OUTPUT, build_games, place_of
from toolkit.diagnostics import ToolkitError
from toolkit.engine.hands import Hands
from toolkit.engine.pointer import Pointer
from toolkit.engine.process import Engine, EngineFailure
from toolkit.engine.provision import find_engine
from toolkit.engine.record import Session
from toolkit.module.helptext import help_pages
from toolkit.module.parts import ModuleParts
from toolkit.module.wording import known_words

_PAUSE = 2.0  # seconds between two looks at a screen that may still be drawn
_LOOKS = 10


def take(game: str, out: Path, language: str, size: tuple[int, int]) -> None:
    """Keep the pictures of a game in a folder, numbered in the order they are taken."""
    home, parts, scene = find_engine(), real_games.parts(game), SCENES[game]
    engine = Engine(replace(home, language=language), out, screen=size, played=True, seed=1)
    hands = Hands(engine, out, words_of(home.jar, parts, language))
    module = built(game, language)
    with Session(module, setup=scene.setup, players=scene.players, hands=hands) as session:
        shown(hands.pointer, "start")
        hands.button("Charts")
        shown(hands.pointer, "chart")
        engine.call("put_away")
        for _ in done(scene, session, hands):
            hands.pointer.picture("battle")
        for title in pages(parts, language):
            hands.pointer.choose("Help", "JMenu")
            hands.pointer.choose(title, "JMenuItem")
            shown(hands.pointer, "help")
            engine.call("put_away")


def shown(pointer: Pointer, moment: str) -> None:
    """Keep a picture when nothing changes any more on the screen."""
    seen = b""
    for _ in range(_LOOKS):
        time.sleep(_PAUSE)
        file = pointer.engine.screenshot(pointer.engine.work / "seen.png")
        if file is None or (now := file.read_bytes()) == seen:
            break
        seen = now
    pointer.picture(moment)


def built(game: str, language: str) -> Path:
    """Return the module of a game with pictures in a language, built where its sources have changed."""
    folder = real_games.SOURCES / game
    ((_, module),) = build_games([folder], OUTPUT, language)
    if isinstance(module, ToolkitError):
        raise module
    return place_of(folder, OUTPUT, language) / module.module


def words_of(jar: Path, parts: ModuleParts, language: str) -> dict[str, str]:
    """Return what the engine and a module say in a language, by the English."""
    if language == "en":
        return {}
    with zipfile.ZipFile(jar) as archive:
        english, own = (
            _properties(archive.read(file)) if file in archive.namelist() else {}
            for file in ("VASSAL/i18n/VASSAL.properties", f"VASSAL/i18n/VASSAL_{language}.properties")
        )
    said = {english[key]: text for key, text in own.items() if key in english}
    return said | known_words(parts.shop, language, parts.words)


def _properties(content: bytes) -> dict[str, str]:
    lines = (line.partition("=") for line in content.decode("utf-8").splitlines())
    return {key.strip(): text.strip() for key, _, text in lines}


def pages(parts: ModuleParts, language: str) -> list[str]:
    """Return the titles of the pages of Help in a language."""
    endings = {f"{mark}{code}": code for code in ("ja", "zh") for mark in "._"}
    named = ((title, file.removesuffix(".html")[-3:]) for title, file, _ in help_pages(parts.shop))
    return [title for title, ending in named if endings.get(ending, "en") == language]


def main(arguments: list[str] | None = None) -> int:
    """Take the pictures of one game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", choices=SCENES)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--language", choices=("en", "ja", "zh"), default="en")
    parser.add_argument("--size", default="1280x1000")
    given = parser.parse_args(arguments)
    width, _, height = given.size.partition("x")
    try:
        take(given.game, given.out, given.language, (int(width), int(height)))
    except EngineFailure as missing:
        sys.stdout.write(f"{missing}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
