"""From a compiled game to a ``.vmod``: every part made, put together, written in one step."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from toolkit import __version__
from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics import Finding, Place, Severity, ToolkitError
from toolkit.module.art import Drawing
from toolkit.module.buildfile import to_xml
from toolkit.module.counters import MAIN_MAP
from toolkit.module.darkroom import Darkroom
from toolkit.module.equipment import Equipment
from toolkit.module.helptext import help_pages
from toolkit.module.house_rules import OPEN
from toolkit.module.own_pictures import OwnBoard, check_own_pictures
from toolkit.module.parts import ModuleParts, Pictures
from toolkit.module.plain_areas import make_plain_areas, picture_plain_areas
from toolkit.module.plain_hexes import make_plain_hexes, picture_plain_hexes
from toolkit.module.root import LANGUAGES, metadata
from toolkit.module.translations import properties_file
from toolkit.module.wording import picture_texts, words
from toolkit.plugins import games, room
from toolkit.render.fonts import has_han
from toolkit.render.language import called, in_language
from toolkit.source.style import Wording
from toolkit.vassal.packing import write_container

MANIFEST_FORMAT = 1
DRAWINGS = "toolkit/drawings.json"
"""What pictures were drawn from: file name → SVG, for a report that shows a board in any size."""


def build_module(
    game: CompiledGame,
    equipment: Equipment,
    out: Path,
    board: OwnBoard | None = None,
    darkroom: Darkroom | None = None,
    *,
    language: str = "en",
) -> Path:
    """Write a game's module.

    Parameters
    ----------
    equipment : Equipment
        What ``module.yaml`` says.
    out : Path
        Folder; made if missing.
    board : OwnBoard, optional
        In place of the drawn map.
    darkroom : Darkroom, optional
        Makes the pictures; by default one after another, and none is kept.
    language : {"en", "ja", "zh"}
        Of the pictures.

    Returns
    -------
    Path
        The ``.vmod``.  The same game and equipment give the same bytes on every machine.
    """
    parts = game_parts(game, equipment, board, language)
    return write_container(out / f"{equipment.file}.vmod", module_entries(parts, darkroom), parents=True)


def game_parts(
    game: CompiledGame, equipment: Equipment, board: OwnBoard | None = None, language: str = "en"
) -> ModuleParts:
    """Return the parts of any game's module, pictures not drawn yet.

    What pieces do is the game's own where it has code, and plain elsewhere.

    Raises
    ------
    ToolkitError
        MOD007: a game on areas with cards, or more, that has no maker of its own.
        MOD017: the letters of the language are not installed.
    """
    own = () if board is None else (board,)
    parts = _maker(game)(game, equipment, *own)
    if language == "en":
        return parts
    return replace(parts, drawings=pictures_in(language, game, equipment, board))


def pictures_in(
    language: str, game: CompiledGame, equipment: Equipment, board: OwnBoard | None = None
) -> Mapping[str, Drawing]:
    """Return the pictures of a game's module in Japanese or Chinese, not drawn yet; see `game_parts`.

    All else of a module stays, so that saves and logs fit both.  Texts are filled with names: they are made
    once for these, and then once more.
    """
    if not has_han():
        text = f"pictures in '{language}' need letters: pip install 'wargame-toolkit[cjk]'"
        raise ToolkitError([Finding("MOD017", Severity.ERROR, text, Place())])
    make, own = _picturer(game), () if board is None else (board,)
    named = called(equipment, language)
    _, words = make(in_language(game, Wording(language)), named, *own)
    wording = Wording(language, picture_texts(words, game, equipment, language))
    drawings, _ = make(in_language(game, wording), named, *own)
    return drawings


def _maker(game: CompiledGame) -> Callable[..., ModuleParts]:
    if game.id in games():
        found: Callable[..., ModuleParts] = room(game.id, "module.build").make_parts
        return found
    return make_plain_areas if game.hex_map is None else make_plain_hexes


def _picturer(game: CompiledGame) -> Callable[..., Pictures]:
    if game.id in games():
        found: Callable[..., Pictures] = room(game.id, "module.build").make_pictures
        return found
    return picture_plain_areas if game.hex_map is None else picture_plain_hexes


def module_entries(parts: ModuleParts, darkroom: Darkroom | None = None) -> dict[str, bytes]:
    """Return the module's files by name."""
    return text_entries(parts) | picture_entries(parts, darkroom)


def picture_entries(parts: ModuleParts, darkroom: Darkroom | None = None) -> dict[str, bytes]:
    """Return the module's pictures by file name, and the drawings that they were made from.

    Raises
    ------
    ToolkitError
        For own pictures that do not fit.
    """
    own = parts.shop.equipment.pictures
    check_own_pictures(own, {name: drawing.size for name, drawing in parts.drawings.items()})
    replaced = {picture.name: picture.content for picture in own}
    drawn = {name: drawing.svg() for name, drawing in parts.drawings.items() if name not in replaced}
    own_drawings = {name: drawing for name, drawing in parts.drawings.items() if name not in replaced}
    made = (darkroom or Darkroom(cores=1)).develop(own_drawings, drawn)
    entries = {f"images/{name}": replaced.get(name) or made[name] for name in parts.drawings}
    shown = {name: svg for name, svg in drawn.items() if svg}
    return {**entries, DRAWINGS: json.dumps(shown, ensure_ascii=False, sort_keys=True).encode()}


def text_entries(parts: ModuleParts) -> dict[str, bytes]:
    """Return the module's files by name, without the pictures."""
    shop = parts.shop
    entries = {
        "buildFile.xml": to_xml(parts.root),
        "moduledata": metadata(shop).to_xml(),
        "toolkit/game.json": shop.game.to_bytes(),
        "toolkit/manifest.json": _manifest(parts),
    }
    entries |= dict(parts.setups)
    entries |= {file: content for _, file, content in help_pages(shop)}
    for language in LANGUAGES:
        entries[f"Module_{language}.properties"] = properties_file(
            words(parts.root, parts.pieces, shop, language, parts.words)
        )
    return entries


def _manifest(parts: ModuleParts) -> bytes:
    game = parts.shop.game
    data: dict[str, object] = {
        "format": "toolkit-module",
        "format_version": MANIFEST_FORMAT,
        "toolkit": __version__,
        "game": game.id,
        "game_version": game.version,
        "digest": game.digest,
        "map_name": MAIN_MAP,
        "options": OPEN,
        **parts.manifest,
    }
    return json.dumps(data, ensure_ascii=False, sort_keys=True, indent=1).encode() + b"\n"
