"""Which words of a module are translated, and to what: names from the data, buttons and menus from here.

Map, side and box names stay English in every language, because saved games and logs spell them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from toolkit.module.buildfile import Component
from toolkit.module.house_rules import chapter_names, option_text, switches
from toolkit.module.pieces import Piece
from toolkit.module.translations import piece_key
from toolkit.module.workshop import Workshop
from toolkit.source.options import Option
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
        "Unmark": ("印を消す", "去除标记"),
        # What buttons say when the mouse rests on them.
        "All pieces": ("すべての駒", "所有算子"),
        "Count hexes": ("ヘクス数を数える", "计算格数"),
        "Each point as the referee reads it": ("どの点も審判の解釈どおり", "各点均按裁判的解释"),
        "Hide all pieces on this map": ("この地図の駒をすべて隠す", "隐藏此地图上的所有算子"),
        "How this game reads the unclear points of the rules; kept in the saved game": (
            "ルールの不明点をこのゲームでどう読むか。セーブに残る",
            "本局如何解释规则疑点,保存在存档中",
        ),
        "Notes": ("メモ", "笔记"),
        "Overview": ("全体図", "总览"),
        "Put pieces back into the middle of their hexes": (
            "駒をヘクスの中央に戻す",
            "把算子放回格子中央",
        ),
        "Roll a die that belongs to no battle": (
            "戦闘と関係のないダイスを1個振る",
            "掷一枚与战斗无关的骰子",
        ),
        "Roll dice that belong to no battle": ("戦闘と関係のないダイスを振る", "掷与战斗无关的骰子"),
        "Save a picture of this map": ("この地図を画像として保存する", "把此地图存为图片"),
        "Select zoom": ("倍率を選ぶ", "选择缩放"),
        "Tables and charts": ("表と図", "表格与图表"),
        "Take a side, leave it, or hand it over": (
            "陣営に着く、離れる、譲る",
            "加入、离开或移交阵营",
        ),
        "Take all moved marks off": ("移動済みマークをすべて消す", "去除所有已移动标记"),
        "Turn and phase": ("ターンとフェイズ", "回合与阶段"),
        "Units by side, army and place": ("陣営・軍・場所ごとのユニット", "按阵营、军团和位置排列的单位"),
        "Windows of cards, boxes and lists": ("カード、枠、一覧のウィンドウ", "卡牌、格子和列表的窗口"),
        "Zoom in": ("拡大", "放大"),
        "Zoom out": ("縮小", "缩小"),
        # Help, charts and tabs of lists.
        "About this module": ("このモジュールについて", "关于本模组"),
        "Cards": ("カード", "卡牌"),
        "Markers": ("マーカー", "标记"),
        "Turn track": ("ターン記録表", "回合轨道"),
    }
)
# What a button says that opens the window of a name.
_SHOWING: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "Show or hide: ": ("表示・非表示:", "显示或隐藏:"),
    }
)
_LANGUAGES = ("ja", "zh")

# Class → (attribute that names it in its key, attributes that are translated).
_COMPONENTS: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {
        "AboutScreen": ("title", ("title",)),
        "ChangePropertyButton": ("text", ("text",)),
        "Chart": ("chartName", ("chartName",)),
        "ChartWindow": ("name", ("text", "tooltip")),
        "DiceButton": ("name", ("tooltip",)),
        "DoActionButton": ("name", ("text", "tooltip")),
        "Documentation": ("", ()),
        "GlobalKeyCommand": ("name", ("buttonText", "tooltip")),
        "GlobalMap": ("", ("tooltip",)),
        "GlobalProperty": ("name", ()),
        "HidePiecesButton": ("", ("tooltip",)),
        "ImageSaver": ("", ("tooltip",)),
        "Inventory": ("name", ("text", "tooltip")),
        "LOS_Thread": ("threadName", ("label", "tooltip")),
        "Map": ("mapName", ("buttonName", "tooltip", "markUnmovedText", "markUnmovedTooltip")),
        "MassKeyCommand": ("name", ("buttonText", "tooltip")),
        "NotesWindow": ("", ("tooltip",)),
        "PieceRecenterer": ("", ("tooltip",)),
        "PieceWindow": ("name", ("text", "tooltip")),
        "PlayerRoster": ("", ("buttonText", "buttonToolTip")),
        "PredefinedSetup": ("name", ("name",)),
        "PrivateMap": ("mapName", ("buttonName", "tooltip")),
        "TabWidget": ("entryName", ("entryName",)),
        "ToolbarMenu": ("description", ("text", "tooltip")),
        "TurnTracker": ("name", ("buttonText", "tooltip")),
        "Zoomer": ("", ("inTooltip", "outTooltip", "pickTooltip")),
    }
)

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
    known = _known(shop, language, more)
    texts = {piece_key(text): text for text in _piece_texts(pieces)} | dict(component_texts(root))
    return {key: known[text] for key, text in texts.items() if known.get(text, text) != text}


def untranslated(
    root: Component,
    pieces: Iterable[Piece],
    shop: Workshop,
    more: Mapping[str, tuple[str, str]] = MappingProxyType({}),
) -> set[tuple[str, str]]:
    """Return (language, English text) of pieces, menus and buttons that have no words in it."""
    texts = {*_piece_texts(pieces), *dict(component_texts(root)).values()} - {""}
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
    named += shop.game.labels.get("side", {}).values()
    known |= {names.en: names.get(language) for names in named}
    known |= {option_text(option): _option_words(option, language) for option in switches(shop)}
    for spec in shop.equipment.markers:
        for number in range(1, len(spec.gpids) + 1):
            known[f"{spec.names.en} {number}"] = f"{spec.names.get(language)} {number}"
    known |= {english: pair[at] for english, pair in more.items()}
    shown = {
        said + english: pair[at] + word for english, word in known.items() for said, pair in _SHOWING.items()
    }
    return known | shown


def _option_words(option: Option, language: str) -> str:
    return f"{option.id} {option.names.get(language)}"


def _piece_texts(pieces: Iterable[Piece]) -> Iterator[str]:
    for piece in pieces:
        yield piece.name
        for part in piece.spread():
            if isinstance(part.trait, Trigger | Moved | Trail | AreaOfEffect):
                yield part.trait.menu
            elif isinstance(part.trait, Mask):
                yield part.trait.masked_name


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
