"""What players of a declared game look up: its charts, with what the results mean, and its pages of Help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any, Final

from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics.words import counted
from toolkit.module import declared_gestures as g
from toolkit.module.art import Drawing, chart_file
from toolkit.module.buildfile import Component
from toolkit.module.declared import has_key
from toolkit.module.declared_cards import has_card_key
from toolkit.module.declared_game import Declared, declared
from toolkit.module.keys import shown
from toolkit.module.toolbar import chart_window
from toolkit.module.words import listed, titled
from toolkit.render.free_charts import draw_free_chart
from toolkit.source.free_charts import FreeChart
from toolkit.source.names import Names
from toolkit.source.rules import Clause


def charts(game: CompiledGame) -> list[Component]:
    """Return the window of a game's charts; none without any."""
    tabs = [(chart.names.en, chart_file(chart.id)) for chart in game.free_charts]
    return [chart_window(tabs)] if tabs else []


def chart_drawings(game: CompiledGame) -> dict[str, Drawing]:
    """Return the pictures of a game's charts by file name."""
    return {chart_file(chart.id): Drawing(partial(_draw_chart, chart, game)) for chart in game.free_charts}


def _draw_chart(chart: FreeChart, game: CompiledGame) -> str:
    return draw_free_chart(replace(chart, notes=(*chart.notes, *_legend(chart, game))), game.style.wording)


# What the results of a table mean -----------------------------------------------------------------------


def _legend(chart: FreeChart, game: CompiledGame) -> Iterator[str]:
    """Yield what each code means that a chart's cells show, in the order of the clauses."""
    cells = " ".join(cell for row in chart.rows.values() for cell in row)
    for clause in game.rules:
        if clause.mechanism == "result" and _means(clause, chart.id):
            code = str(clause.parameters["code"])
            if re.search(rf"(?<![A-Z]){re.escape(code)}(?![A-Z])", cells):
                yield _meaning(code, clause, game)


def _means(clause: Clause, chart: str) -> bool:
    tables = clause.parameters.get("tables", chart)
    return chart in ([tables] if isinstance(tables, str) else tables)


def _meaning(code: str, clause: Clause, game: CompiledGame) -> str:
    """Return a code with its effects in words; what its clause says where there are no words for one."""
    places = ("area", "areas") if game.hex_map is None else ("hex", "hexes")
    parts = [_effect(effect, places) for effect in clause.parameters.get("does", [])] or ["no effect"]
    known, wording = [part for part in parts if part], game.style.wording
    if len(known) < len(parts):
        return clause.says
    return titled(code, listed(map(wording.say, known), wording.language), wording.language)


_WORDS: Final[Mapping[tuple[str, Any], str]] = {
    ("lose", "all"): "is eliminated",
    ("lose", "printed"): "loses so many steps",
    ("lose", "matching"): "loses at least as much",
    ("retreat", "printed"): "retreats so far",
}


def _effect(effect: Mapping[str, Any], places: tuple[str, str]) -> str | None:
    match {key: value for key, value in effect.items() if key != "to"}:
        case {"lose": int(steps), **more} if not more:
            said = f"loses {counted(steps, 'step')}"
        case {"retreat": int(far), **more} if not more:
            said = f"retreats {counted(far, *places)}"
        case others:
            found = _WORDS.get(next(iter(others.items()))) if len(others) == 1 else None
            if found is None:
                return None
            said = found
    return f"{effect['to']} {said}"


# Help ---------------------------------------------------------------------------------------------------


def pages(game: CompiledGame) -> list[tuple[str, str, str]]:
    """Return (title, file, HTML) of the help pages of a declared game: its keys, its rules."""
    found = declared(game)
    if found is None:
        return []
    keys = {"en": "10_keys", "ja": "11_keys.ja", "zh": "12_keys.zh"}
    told = [
        (_KEYS.get(spoken), f"help/{file}.html", _keys_text(found, spoken)) for spoken, file in keys.items()
    ]
    rules = ("Rules in short", "help/20_rules.html", _rules_text(game))
    return [(title, file, _page(title, body)) for title, file, body in (*told, rules)]


def _page(title: str, body: str) -> str:
    title = escape(title)
    return f"<html><head><title>{title}</title></head><body><h1>{title}</h1>\n{body}</body></html>\n"


_KEYS: Final = Names("Keys", "キー一覧", "按键一览")
_SIDES: Final = Names(
    "Take a side, or Solitaire for all of them (button Sides); <observer> only looks on.",
    "まず陣営に着く。全陣営なら「ソロプレイ」（Solitaire、ボタン「陣営」）。<observer>は見るだけ。",
    "先加入一方；单人（Solitaire）控制所有各方（按钮“阵营”）。<observer>只能旁观。",
)
_MOVES: Final = Names(
    "Drag units to place, move, retreat and advance them. The turn tracker ends a phase (Alt-T).",
    "配置、移動、退却、前進はユニットをドラッグする。フェイズはターン欄で終える（Alt-T）。",
    "布置、移动、撤退和推进都用拖动单位。阶段由回合栏结束（Alt-T）。",
)
_ROLLED: Final = Names(
    "A battle: its declaration on a unit that is attacked, then each attacker joins, then the roll on the "
    "unit that it was declared on; the chart gives the result, and losses follow by their keys.",
    "戦闘：攻撃されるユニットで宣言し、攻撃側の各ユニットが参加し、宣言したユニットでダイスを振る。結果は図表で見て、損失はキーで行う。",
    "战斗：在被攻击的单位上宣布，各攻方单位加入，再在宣布战斗的单位上掷骰。按图表查结果，损失用按键执行。",
)
_THROWN: Final = Names(
    "A battle: its declaration on a unit that is attacked, then each attacker joins, then each unit throws "
    "its dice: select all of a side and press the key once; losses follow by their keys.",
    "戦闘：攻撃されるユニットで宣言し、攻撃側の各ユニットが参加し、各ユニットがダイスを振る。片側の全ユニットを選び、キーを一度押す。損失はキーで行う。",
    "战斗：在被攻击的单位上宣布，各攻方单位加入，再由各单位掷骰：选中一方全部单位并按一次键。损失用按键执行。",
)

_CARDS: Final = Names(
    "Draw a card by dragging it from your deck into your hand; only your side sees it until it is played.",
    "カードは自軍の山札から手札へドラッグして引く。使うまでは自軍だけに見える。",
    "从己方牌堆拖到手牌即为抽牌；打出之前只有己方看得到。",
)


def _keys_text(game: Declared, language: str) -> str:
    battles = (_ROLLED if game.dice else _THROWN,) if game.fights else ()
    told = (_SIDES, _MOVES, *battles, *((_CARDS,) if game.cards else ()))
    keys = [one for one in g.UNIT if has_key(game, one.word)]
    keys += [one for one in g.CARD if has_card_key(game, one.word)]
    rows = [f"<tr><td>{shown(one.key)}</td><td>{escape(one.menu.get(language))}</td></tr>\n" for one in keys]
    lines = "".join(f"<p>{escape(text.get(language))}</p>\n" for text in told)
    return f"{lines}<table border='1' cellpadding='4'>\n{''.join(rows)}</table>\n"


def _rules_text(game: CompiledGame) -> str:
    options = {option.id: option for option in game.options}
    rows = []
    for clause in game.rules:
        points = [
            f"<br><i>{escape(point)}: {escape(options[point].summary)}</i>"
            for point in clause.unclear
            if point in options
        ]
        rows.append(
            f"<tr><td valign='top'>{escape(clause.number)}</td>"
            f"<td>{escape(clause.says)}{''.join(points)}</td></tr>"
        )
    return f"<table cellpadding='3'>{''.join(rows)}</table>\n"
