"""Which words of a module are translated, and to what: names from the data, the rest from ``words.yaml``.

Map and box names stay English in every language, because saved games and logs spell them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from toolkit.compile.compiled import CompiledGame
from toolkit.module.buildfile import Component
from toolkit.module.equipment import Equipment
from toolkit.module.expressions import choose, look_up, reworded, told
from toolkit.module.hexinfo import PLACES, hex_places, stack_text
from toolkit.module.house_rules import chapter_names, option_report, option_text, switches
from toolkit.module.pieces import Piece
from toolkit.module.toolbar import seats
from toolkit.module.translations import piece_key
from toolkit.module.words import read_words, translations
from toolkit.module.workshop import Workshop
from toolkit.source.names import Names
from toolkit.source.options import Option
from toolkit.vassal.sequence import encode
from toolkit.vassal.traits import Label, Layer, Mask, Moved, Report, Trail, Trigger
from toolkit.vassal.traits.visual import AreaOfEffect

_WHO = (
    Names("attacker", "攻撃側", "攻方"),
    Names("defender", "防御側", "守方"),
    Names("enemy", "敵", "敌方"),
    Names("weaker", "劣勢側", "弱方"),
    Names("stronger", "優勢側", "强方"),
)
_WORDS = translations(read_words(Path(__file__).with_name("words.yaml")), who=_WHO)

# What a button says that opens the window of a name.
_SHOWING: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "Show or hide: ": ("表示・非表示：", "显示或隐藏："),
    }
)
_LANGUAGES = ("ja", "zh")

# Class → (attribute that names it in its key, attributes that are translated).
_COMPONENTS: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {
        "AboutScreen": ("title", ("title",)),
        "ChangePropertyButton": ("text", ("text", "tooltip", "reportFormat")),
        "Chart": ("chartName", ("chartName",)),
        "ChartWindow": ("name", ("text", "tooltip")),
        "CounterDetailViewer": ("description", ("summaryReportFormat",)),
        "DiceButton": ("name", ("tooltip",)),
        "DoActionButton": ("name", ("text", "tooltip", "reportFormat")),
        "Documentation": ("", ()),
        "Flare": ("flareName", ("reportFormat",)),
        "GlobalKeyCommand": ("name", ("buttonText", "tooltip")),
        "GlobalMap": ("", ("tooltip",)),
        "GlobalProperty": ("name", ()),
        "GlobalTranslatableMessage": ("name", ("initialValue",)),
        "HidePiecesButton": ("", ("tooltip",)),
        "ImageSaver": ("", ("tooltip",)),
        "Inventory": ("name", ("text", "tooltip")),
        "ListWidget": ("entryName", ("entryName",)),
        "LOS_Thread": ("threadName", ("label", "tooltip")),
        "Map": (
            "mapName",
            (
                "buttonName",
                "tooltip",
                "markUnmovedText",
                "markUnmovedTooltip",
                "createFormat",
                "moveToFormat",
                "moveWithinFormat",
            ),
        ),
        "MapShader": ("name", ("buttonText", "tooltip")),
        "MassKeyCommand": ("name", ("buttonText", "tooltip", "reportFormat")),
        "NotesWindow": ("", ("tooltip",)),
        "PieceWindow": ("name", ("text", "tooltip")),
        "PlayerRoster": ("", ("buttonText", "buttonToolTip")),
        "PredefinedSetup": ("name", ("name",)),
        "PrivateMap": ("mapName", ("buttonName", "tooltip")),
        "TabWidget": ("entryName", ("entryName",)),
        "ToolbarMenu": ("description", ("text", "tooltip")),
        "TurnTracker": ("name", ("buttonText", "tooltip", "turnFormat")),
        "Zoomer": ("", ("inTooltip", "outTooltip", "pickTooltip")),
    }
)

SIDES = "PlayerRoster.sides"
"""Key of the names of all sides; the engine keeps the English ones in games and logs."""
# These two have a prefix of their own, without a dot.
_BARE: Mapping[str, str] = MappingProxyType({"GlobalMap": "GlobalMap", "HidePiecesButton": "HidePieces"})


def words(
    root: Component,
    pieces: Iterable[Piece],
    shop: Workshop,
    language: str,
    more: Mapping[str, tuple[str, str]] = MappingProxyType({}),
) -> dict[str, str]:
    """Return the entries of a language's properties file, by the key that the engine derives.

    `more`: a game's own texts, English to Japanese and Chinese.
    """
    known = known_words(shop, language, more)
    pieces = tuple(pieces)
    named = {seat: known.get(seat, seat) for seat in seats(shop)}
    texts = {piece_key(text): text for text in (*piece_texts(pieces), *label_texts(pieces))}
    said = {key: _with_names(reworded(text, known), named) for key, text in texts.items()}
    whole = dict(component_texts(root))
    said |= {key: _with_places(reworded(text, known)) for key, text in whole.items()}
    said = {key: text for key, text in said.items() if text != (texts | whole)[key]}
    return said | {SIDES: encode([*named.values()], ",") or ""}


def picture_texts(
    words: Mapping[str, tuple[str, str]], game: CompiledGame, equipment: Equipment, language: str
) -> dict[str, str]:
    """Return what pictures say in a language by the English, of a module with these words of its own.

    See `toolkit.source.style.Wording`.
    """
    at = _LANGUAGES.index(language)
    stated = {english: said[language] for english, said in equipment.words.items()}
    # Flags of control say a side by its id.
    sides = game.labels.get("side", {})
    stated |= {side.replace("_", " ").upper(): names.get(language) for side, names in sides.items()}
    return {english: pair[at] for english, pair in (_WORDS | dict(words)).items()} | stated


def known_words(shop: Workshop, language: str, more: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return the translation of every English text there is one for, the game's own among them."""
    at = _LANGUAGES.index(language)
    known = {english: pair[at] for english, pair in _WORDS.items()}
    known |= {english: said[language] for english, said in shop.equipment.words.items()}
    named = [counter.names for counter in shop.game.counters]
    named += [spec.names for spec in shop.equipment.markers]
    named += [window.names for window in shop.equipment.windows]
    named += [setup.names for setup in shop.game.setups]
    named += [chart.names for chart in shop.game.free_charts]
    named += chapter_names(shop)
    named += shop.game.labels.get("side", {}).values()
    known |= {names.en: said for names in named if (said := getattr(names, language)) is not None}
    known |= {option_text(option): _option_words(option, language) for option in switches(shop)}
    # At length a point is in Help.
    known |= {option.summary: option.names.get(language) for option in switches(shop)}
    for spec in shop.equipment.markers:
        faces = (face.names for face in spec.faces)
        known |= {f": {face.en}": f"：{face.get(language)}" for face in faces if face.en}
        for number in range(1, len(spec.gpids) + 1):
            known[f"{spec.names.en} {number}"] = f"{spec.names.get(language)} {number}"
    known |= {english: pair[at] for english, pair in more.items()}
    reports = [option_report(option) for option in switches(shop)]
    known |= {report.en: report.get(language) for report in reports}
    if shop.game.hex_map is not None:
        known |= {hex_places(shop): hex_places(shop, language), stack_text(): stack_text(language)}
    shown = {
        said + english: pair[at] + word for english, word in known.items() for said, pair in _SHOWING.items()
    }
    return known | shown


def _option_words(option: Option, language: str) -> str:
    return f"{option.id} {option.names.get(language)}"


def piece_texts(pieces: Iterable[Piece]) -> Iterator[str]:
    """Yield the English texts of pieces that are translated."""
    for piece in pieces:
        yield piece.name
        for part in piece.spread():
            if isinstance(part.trait, Trigger | Moved | Trail | AreaOfEffect):
                yield part.trait.menu
            elif isinstance(part.trait, Report):
                yield part.trait.format
            elif isinstance(part.trait, Mask):
                yield part.trait.masked_name
            elif isinstance(part.trait, Layer):
                yield from (name.strip("+") for name in part.trait.names if name)


def label_texts(pieces: Iterable[Piece]) -> set[str]:
    """Return what is written on pieces; the engine looks it up as it stands in the piece's state."""
    parts = (part for piece in pieces for part in piece.spread())
    return {part.state for part in parts if isinstance(part.trait, Label) and part.state}


_NAMES = re.compile(r"\$(\w*Side|Control|BasicName|LocationName|LiesOn|GoesFrom|TargetName)\$")
_SIDE = re.compile(r"\b(\w*Side|Control)\.trim\(\)")
"""A property that holds a side, shown: ``NextSide``."""
_PLACE = re.compile(r"\b(LocationName|LiesOn|GoesFrom|TargetName)\.trim\(\)")
_MOVED = re.compile(r"(?<=\+)(previousLocation|location)(?=\+)")
"""Properties that hold a place, shown; in a line about a piece that was dragged."""


def _with_names(text: str, named: Mapping[str, str]) -> str:
    """Return a text that says sides, cards and places in a language: the engine spells them in English."""
    shown = told(text) if _NAMES.search(text) and not text.startswith("{") else text
    called = ((f'\\1=="{english}"', f'"{said}"') for english, said in named.items())
    shown = _SIDE.sub(f"({choose(called, chr(92) + '1')})", shown)
    shown = re.sub(r"\bBasicName\.trim", "LocalizedBasicName.trim", shown)
    return _PLACE.sub(_place, shown)


def _with_places(text: str) -> str:
    """Return a text with the names of the places that a line about a drag shows by their bare names."""
    line = told(text).replace(".trim()", "") if "$previousLocation$" in text else text
    return _MOVED.sub(_place, line)


def _place(found: re.Match[str]) -> str:
    """Return what shows the name of a place: it stands before all else that the viewer says of it."""
    return f'{look_up(PLACES, found[1], found[1])}.split("：")[0]'


def component_texts(item: Component, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the key and the English text of each attribute that is translated, in a tree of components."""
    name = item.tag.rpartition(".")[2]
    own = prefix
    if name in _COMPONENTS:
        naming, translated = _COMPONENTS[name]
        label = item.get(naming) or ""
        # The engine ends each component's prefix with a dot and puts another one before a child's.
        own = f"{prefix}." if prefix else ""
        own += f"{name}.{label}." if label else _BARE.get(name, f"{name}.")
        for attribute in translated:
            text = item.get(attribute)
            if text:
                yield f"{own}{attribute}", text
    for child in item.children:
        yield from component_texts(child, own)
