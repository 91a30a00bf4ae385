"""Buttons and global properties: chits chosen, drawn and ended, the end of a turn, house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from toolkit.games.gj47.data.charts import charts_of
from toolkit.games.gj47.gestures import BATTLE, BUTTONS
from toolkit.games.gj47.module.chits import COMMIT, CUP, DRAW, GO_HOME, chosen_property, free_property
from toolkit.games.gj47.module.odds import RIVERS, SHIFTS, river_sides, shift_table
from toolkit.games.gj47.module.units import BATTLES, END_CHIT, FREE_BATTLE, REINFORCEMENT_BOX, TARGET
from toolkit.module import house_rules
from toolkit.module.buildfile import Component, component
from toolkit.module.counters import ON_MAP
from toolkit.module.expressions import CARDS
from toolkit.module.house_rules import (
    global_properties,
    option_buttons,
    property_button,
    switches,
)
from toolkit.module.keys import Key, named
from toolkit.module.toolbar import Send, action
from toolkit.module.traits import setter
from toolkit.module.windows import MARK_UNMOVED
from toolkit.module.workshop import Workshop

SHUFFLE = named("shuffleCup")

_DRAW_TOP = named("drawTop")
_CHIT_OVER = named("chitOver")
_BATTLES_OVER = named("battlesOver")
_ALL_HOME = named("allHome")

# A Global Key Command aimed at the cup.
_IN_CUP = f"MODULE|true|DECK|||||0|0|{CUP}|false|||EQUALS"


def start_values(shop: Workshop) -> dict[str, str]:
    """Return every global property with its start value, options by their register number."""
    values = {
        "ChitSeq": "0",
        "ActiveChit": "",
        "CurBattle": "1",
        "CurTarget": "@",
        "Declared": "0",
        "Mode": "",
        BATTLES: "." * sum(len(spec.gpids) for spec in shop.equipment.markers if spec.kind == "battle"),
        FREE_BATTLE: "1",
        TARGET: "",
        RIVERS: river_sides(shop.game),
        SHIFTS: shift_table(shop.game),
    }
    columns = [box for box in shop.game.boxes if box.kind == "reinforcement"]
    if columns:
        values[REINFORCEMENT_BOX] = columns[0].names.en
    for side in shop.sides:
        groups = _groups(shop, side)
        values |= {chosen_property(what): "0" for what in (side, *groups)}
        values |= {free_property(group): "0" for group in groups}
    return values | house_rules.start_values(shop)


def properties(shop: Workshop) -> Component:
    """Return the global properties; the ones that players set have a button."""
    buttons = option_buttons(switches(shop))
    if any(counter.kind == "chit" for counter in shop.game.counters):
        declared = property_button(
            BUTTONS["declared"].button.en,
            "The attacker has declared all battles of this chit (10.2(1))",
            setter("{ChitSeq}"),
            "$PlayerSide$: all battles of chit $newValue$ are declared",
            BUTTONS["declared"].key,
        )
        buttons["Declared"] = [declared]
    return global_properties(start_values(shop), buttons)


def commit_button(shop: Workshop, owner: str, window: str) -> Component:
    """Return the button of a side's window that puts the chosen chits into the cup, saying only how many."""
    return component(
        "MassKeyCommand",
        name="Commit",
        buttonText=BUTTONS[f"commit_{owner}"].button.en,
        icon="",
        tooltip="The other side learns only their number",
        buttonHotkey="",
        hotkey=COMMIT.write(),
        singleMap=True,
        target=f"MAP|true|MAP|{window}||||0|0||false|||EQUALS",
        deckCount=-1,
        filter='{Kind=="chit"&&Chosen==1}',
        reportSingle=True,
        reportFormat=count_words(shop, shop.side_name(owner)),
    )


@dataclass(frozen=True, slots=True)
class Counts:
    """The words of a commitment in one language; `groups` are those of the turn track (6.2)."""

    puts: str
    into: str
    wrong: str
    most: str
    of: str
    free: str
    this_turn: str
    comma: str
    colon: str
    semicolon: str
    groups: Mapping[str, str]


_GROUPS = ("su_com", "soviet_special", "ger_com", "axis_rnf_com")
COUNTS: Mapping[str, Counts] = MappingProxyType(
    {
        language: Counts(*words, dict(zip(_GROUPS, groups, strict=True)))
        for language, words, groups in (
            (
                "en",
                (
                    ": chits put into the cup: ",
                    "",
                    "WRONG NUMBER",
                    "at most",
                    "of",
                    "and the free chit",
                    "this turn",
                    ", ",
                    ": ",
                    "; ",
                ),
                ("fronts", "STAVKA and SOVIET REINF", "German armies", "allied armies and AXIS REINF"),
            ),
            (
                "ja",
                (
                    "：コマンド",
                    "枚をカップへ",
                    "枚数違い",
                    "上限",
                    "/",
                    "と無償の1枚",
                    "このターンは",
                    "、",
                    "：",
                    "。",
                ),
                ("正面軍", "STAVKAとSOVIET REINF", "ドイツ軍の軍", "同盟軍とAXIS REINF"),
            ),
            (
                "zh",
                (
                    "：",
                    "张命令卡放入杯中",
                    "数目不对",
                    "至多",
                    "/",
                    "及免费的一张",
                    "本回合",
                    "，",
                    "：",
                    "；",
                ),
                ("方面军", "STAVKA与SOVIET REINF", "德军集团军", "盟军集团军与AXIS REINF"),
            ),
        )
    }
)
"""By language."""


def count_words(shop: Workshop, side: str, words: Counts = COUNTS["en"]) -> str:
    """Return the line of a commitment: how many chits in all, and a warning for each wrong number (6.2).

    The free chit of turn 1 may count against the number or not (U-46): neither is called wrong.
    """
    parts = [f'"{CARDS} {side}{words.puts}"+{chosen_property(side)}+"{words.into}"']
    for group in _groups(shop, side):
        count, called = chosen_property(group), words.groups.get(group, group)
        warning = f"{words.semicolon}{words.wrong}{words.colon}{called}"
        limits = _limits(shop, group)
        if not limits:
            parts.append(f'({count}>1?"{warning} "+{count}+"{words.comma}{words.most} 1":"")')
            continue
        allowed = f'"{limits}".substring(Turn-1,Turn)'
        free = f"(Turn==1&&{free_property(group)}==1)"
        right = f'"{words.comma}{called} "+{count}+" {words.of} "+{allowed}+({free}?" {words.free}":"")'
        wrong = f'{warning} "+{count}+"{words.comma}{words.this_turn} "+{allowed}'
        same = f"{count}==Integer.parseInt({allowed})||({free}&&{count}+1==Integer.parseInt({allowed}))"
        parts.append(f'({same}?{right}:"{wrong})')
    return "{" + "+".join(parts) + "}"


def _groups(shop: Workshop, side: str) -> list[str]:
    return sorted({c.chit.group for c in shop.game.counters if c.chit and shop.side_name(c.side) == side})


def _limits(shop: Workshop, group: str) -> str:
    """Return the turn track's numbers of a group as one digit a turn."""
    return "".join(str(getattr(turn, group, "")) for turn in charts_of(shop.game).turn_track)


_OVER = (_BATTLES_OVER, _CHIT_OVER, MARK_UNMOVED)


def _button(name: str, tooltip: str, keys: Sequence[Key], report: str) -> Component:
    return action(BUTTONS[name].button.en, tooltip, BUTTONS[name].key, keys, report)


def draw_button() -> list[Component]:
    """Return the button that draws a chit; the one in play ends, should a player have forgotten that."""
    sent = Send("Draw the top chit", _DRAW_TOP, DRAW, _CHIT, 1, _IN_CUP)
    tooltip = "End the chit in play, shuffle the cup, draw a chit"
    return [
        sent.component(),
        _button("draw", tooltip, [*_OVER, SHUFFLE, _DRAW_TOP], ""),
    ]


def chit_buttons() -> list[Component]:
    """Return the other toolbar buttons of the turn: end a chit, end the turn."""
    sent = (
        Send("Battles are over", _BATTLES_OVER, BATTLE["close"].key, f'Kind=="battle"&&{ON_MAP}', 0),
        Send("Chit is over", _CHIT_OVER, END_CHIT, _TOUCHED, 0),
        Send("Chits go home", _ALL_HOME, GO_HOME, _CHIT, -1),
    )
    clear = "Take off moved marks, trails and activation; the chit is used"
    home = "All chits go home; SUPPLY goes back into the cup"
    return [
        *(item.component() for item in sent),
        _button("chit_over", clear, _OVER, "$PlayerSide$: end of chit $ChitSeq$"),
        _button("turn_over", home, [*_OVER, _ALL_HOME], "$PlayerSide$: end of turn $Turn$"),
    ]


_CHIT = 'Kind=="chit"'
# Only pieces with something to clear: each change is logged, even to the same value.
_TOUCHED = (
    '(Kind=="chit"&&IsActive==1)||((Kind=="unit"||Kind=="hq")'
    "&&(Moved==true||ActIn>0||AttackIn>0||DefendIn>0||LossIn.length()>0))"
)
