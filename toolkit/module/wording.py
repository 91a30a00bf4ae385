"""Which words of a module are translated, and to what: names from the data, buttons and menus from here.

Map, side and box names stay English in every language, because saved games and logs spell them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from toolkit.module.buildfile import Component
from toolkit.module.house_rules import chapter_names
from toolkit.module.pieces import Piece
from toolkit.module.translations import piece_key
from toolkit.module.workshop import Workshop
from toolkit.vassal.traits import Mask, Moved, Trail, Trigger
from toolkit.vassal.traits.visual import AreaOfEffect

# English: Japanese, Chinese.
_WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        # What a piece's menu says.
        "Lose a step": ("1ステップ損失", "损失1战力"),
        "Eliminate": ("除去", "消灭"),
        "Moved mark": ("移動済みマーク", "已移动标记"),
        "Movement trail": ("移動の軌跡", "移动轨迹"),
        "Zone of control": ("支配地域", "支配地域"),
        "Back to the tray": ("トレイへ戻す", "放回托盘"),
        "Flip": ("裏返す", "翻面"),
        "Roll": ("ダイスを振る", "掷骰"),
        # Buttons.
        "Sides": ("陣営", "阵营"),
        "Pieces": ("駒", "算子"),
        "Turn": ("ターン", "回合"),
        "Range": ("距離", "距离"),
        "Charts": ("図表", "图表"),
        "Weather": ("天候", "天气"),
        "Inventory": ("ユニット一覧", "单位一览"),
        "Bids": ("入札", "暗标"),
        "Deal": ("配る", "发牌"),
        "Windows": ("ウィンドウ", "窗口"),
        "House rules": ("ハウスルール", "规则选项"),
        "All as proposed": ("すべて推奨どおり", "全部按建议"),
    }
)
_LANGUAGES = ("ja", "zh")

# Class → (attribute that names it in its key, attributes that are translated).
_COMPONENTS: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {
        "DoActionButton": ("name", ("text",)),
        "Map": ("mapName", ("buttonName",)),
        "PrivateMap": ("mapName", ("buttonName",)),
        "MassKeyCommand": ("name", ("buttonText",)),
        "GlobalKeyCommand": ("name", ("buttonText",)),
        "ChartWindow": ("name", ("text",)),
        "Inventory": ("name", ("text",)),
        "ToolbarMenu": ("description", ("text",)),
        "PieceWindow": ("name", ("text",)),
        "PredefinedSetup": ("name", ("name",)),
        "PlayerRoster": ("", ("buttonText",)),
        "TurnTracker": ("name", ("buttonText",)),
        "LOS_Thread": ("threadName", ("label",)),
    }
)


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
    known = _known(shop, language, more)
    texts = {piece_key(text): text for text in _piece_texts(pieces)} | dict(_component_texts(root, ""))
    return {key: known[text] for key, text in texts.items() if known.get(text, text) != text}


def untranslated(
    root: Component,
    pieces: Iterable[Piece],
    shop: Workshop,
    more: Mapping[str, tuple[str, str]] = MappingProxyType({}),
) -> set[tuple[str, str]]:
    """Return (language, English text) of pieces, menus and buttons that have no words in it."""
    texts = {*_piece_texts(pieces), *dict(_component_texts(root, "")).values()} - {""}
    return {
        (language, text) for language in _LANGUAGES for text in texts - _known(shop, language, more).keys()
    }


def _known(shop: Workshop, language: str, more: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return the translation of every English text there is one for, the game's own among them."""
    at = _LANGUAGES.index(language)
    known = {english: pair[at] for english, pair in _WORDS.items()}
    named = [counter.names for counter in shop.game.counters]
    named += [spec.names for spec in shop.equipment.markers]
    named += [window.names for window in shop.equipment.windows]
    named += [setup.names for setup in shop.game.setups]
    named += chapter_names(shop)
    known |= {names.en: names.get(language) for names in named}
    for spec in shop.equipment.markers:
        for number in range(1, len(spec.gpids) + 1):
            known[f"{spec.names.en} {number}"] = f"{spec.names.get(language)} {number}"
    return known | {english: pair[at] for english, pair in more.items()}


def _piece_texts(pieces: Iterable[Piece]) -> Iterator[str]:
    for piece in pieces:
        yield piece.name
        for part in piece.spread():
            if isinstance(part.trait, Trigger | Moved | Trail | AreaOfEffect):
                yield part.trait.menu
            elif isinstance(part.trait, Mask):
                yield part.trait.masked_name


def _component_texts(item: Component, prefix: str) -> Iterator[tuple[str, str]]:
    name = item.tag.rpartition(".")[2]
    own = prefix
    if name in _COMPONENTS:
        naming, translated = _COMPONENTS[name]
        label = item.get(naming) or ""
        # The engine ends each component's prefix with a dot and puts another one before a child's.
        own = f"{prefix}." if prefix else ""
        own += f"{name}.{label}." if label else f"{name}."
        for attribute in translated:
            text = item.get(attribute)
            if text:
                yield f"{own}{attribute}", text
    for child in item.children:
        yield from _component_texts(child, own)
