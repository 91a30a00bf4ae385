"""Everything of the module that is no map: buttons, properties, turn tracker, dice, charts, lists, help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from toolkit.module.buildfile import Component, component, text_component
from toolkit.module.chits import COMMIT, CUP, DRAW, GO_HOME, chosen_property, free_property
from toolkit.module.house_rules import (
    OPEN,
    global_properties,
    option_button,
    property_button,
    rules_menu,
    switches,
)
from toolkit.module.keys import Key, alt, ctrl, named
from toolkit.module.odds import RIVERS, SHIFTS, river_sides, shift_table
from toolkit.module.traits import setter
from toolkit.module.units import END_CHIT, REINFORCEMENT_BOX
from toolkit.module.windows import MARK_UNMOVED, REFEREE, SOLITAIRE
from toolkit.module.workshop import Workshop
from toolkit.vassal.sequence import encode

SHUFFLE = named("shuffleCup")
DRAW_CHIT = ctrl("D", shift=True)
ALL_DECLARED = ctrl("D")
END_OF_CHIT = ctrl("E", shift=True)
END_OF_TURN = alt("E")

_DRAW_TOP = named("drawTop")
_CHIT_OVER = named("chitOver")
_ALL_HOME = named("allHome")

TURN = "Turn"
TRACKER = "Turn"
TURNS = 20
"""Of the turn track of a game that names none."""


# Global Key Commands without fast match, and one aimed at the cup.
_EVERYWHERE = "MODULE|false|MAP|||||0|0||false|||EQUALS"
_IN_CUP = f"MODULE|true|DECK|||||0|0|{CUP}|false|||EQUALS"


def roster(shop: Workshop) -> Component:
    """Return the sides; ``Solitaire`` is a name the engine knows."""
    names = (*shop.sides, SOLITAIRE, REFEREE)
    return component(
        "PlayerRoster",
        [text_component("entry", name) for name in names],
        buttonIcon="",
        buttonKeyStroke="",
        buttonText="Sides",
        buttonToolTip="Take a side, leave it, or hand it over",
    )


def global_options() -> Component:
    """Return the module-wide settings; nobody unmasks another side's pieces."""
    names = ("stepIcon", "stepHotKey", "undoIcon", "undoHotKey", "serverControlsIcon", "serverControlsHotKey")
    values = (
        "/images/StepForward16.gif",
        "34,0",
        "/images/Undo16.gif",
        "90,130",
        "/images/connect.gif",
        "65,195",
    )
    options = [text_component("option", value, name=name) for name, value in zip(names, values, strict=True)]
    return component(
        "GlobalOptions",
        options,
        nonOwnerUnmaskable="Never",
        promptString="Opponents can unmask my pieces",
        autoReport="Always",
        playerIdFormat="$PlayerName$",
        chatterHTMLSupport="Never",
        hotKeysOnClosedWindows="Never",
        inventoryForAll="Always",
        sendToLocationMoveTrails="Never",
    )


def start_values(shop: Workshop) -> dict[str, str]:
    """Return every global property with its start value, options by their register number."""
    values = {
        "ChitSeq": "0",
        "ActiveChit": "",
        "CurBattle": "1",
        "CurTarget": "@",
        "Declared": "0",
        "Mode": "",
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
    return values | {option.id: OPEN for option in switches(shop)}


def properties(shop: Workshop) -> Component:
    """Return the global properties; the ones that players set have a button."""
    buttons = {option.id: option_button(option) for option in switches(shop)}
    if any(counter.kind == "chit" for counter in shop.game.counters):
        buttons["Declared"] = property_button(
            "All declared",
            "The attacker has declared all battles of this chit (10.2(1))",
            setter("{ChitSeq}"),
            "$PlayerSide$: all battles of chit $newValue$ are declared",
            ALL_DECLARED,
        )
    return global_properties(start_values(shop), buttons)


def house_rules_menu(shop: Workshop) -> list[Component]:
    """Return the menu that gathers the buttons of the unclear points; none without any."""
    return rules_menu(switches(shop))


def commit_button(shop: Workshop, side: str, window: str) -> Component:
    """Return the button of a private window that puts the chosen chits into the cup, saying only how many."""
    return component(
        "MassKeyCommand",
        name="Commit",
        buttonText=commit_words(side),
        icon="",
        tooltip="The other side learns only their number",
        buttonHotkey="",
        hotkey=COMMIT.write(),
        singleMap=True,
        target=f"MAP|true|MAP|{window}||||0|0||false|||EQUALS",
        deckCount=-1,
        filter='{Kind=="chit"&&Chosen==1}',
        reportSingle=True,
        reportFormat=_count_words(shop, side),
    )


def commit_words(side: str) -> str:
    """Return the button that commits a side's chits; two buttons of one name could not be told apart."""
    return f"Put the {side} chits into the cup"


def _count_words(shop: Workshop, side: str) -> str:
    """Return the line of a commitment: how many chits in all, and a warning for each wrong number (6.2).

    The free chit of turn 1 may count against the number or not (U-46): neither is called wrong.
    """
    parts = [f'" {side} puts "+{chosen_property(side)}+" chits into the cup"']
    for group in _groups(shop, side):
        count, words = chosen_property(group), _GROUPS.get(group, group)
        limits = _limits(shop, group)
        if not limits:
            parts.append(f'({count}>1?" *** WRONG NUMBER: {words} "+{count}+", at most 1 ***":"")')
            continue
        allowed = f'"{limits}".substring(Turn-1,Turn)'
        free = f"(Turn==1&&{free_property(group)}==1)"
        right = f'", {words} "+{count}+" of "+{allowed}+({free}?" and the free chit":"")'
        wrong = f'{words} "+{count}+", this turn "+{allowed}'
        same = f"{count}==Integer.parseInt({allowed})||({free}&&{count}+1==Integer.parseInt({allowed}))"
        parts.append(f'({same}?{right}:" *** WRONG NUMBER: {wrong}+" ***")')
    return "{" + "+".join(parts) + "}"


# What the groups of the turn track (6.2) are called in chat.
_GROUPS: Mapping[str, str] = MappingProxyType(
    {
        "su_com": "fronts",
        "soviet_special": "STAVKA and SOVIET REINF",
        "ger_com": "German armies",
        "axis_rnf_com": "allied armies and AXIS REINF",
    }
)


def _groups(shop: Workshop, side: str) -> list[str]:
    return sorted({c.chit.group for c in shop.game.counters if c.chit and shop.side_name(c.side) == side})


def _limits(shop: Workshop, group: str) -> str:
    """Return the turn track's numbers of a group as one digit a turn; empty when it prints none."""
    if shop.game.charts is None:
        return ""
    return "".join(str(getattr(turn, group, "")) for turn in shop.game.charts.turn_track)


_OVER = (_CHIT_OVER, MARK_UNMOVED)


def draw_button() -> list[Component]:
    """Return the button that draws a chit; the one in play ends, should a player have forgotten that."""
    sent = _Send("Draw the top chit", _DRAW_TOP, DRAW, _CHIT, 1, _IN_CUP)
    tooltip = "End the chit in play, shuffle the cup, draw a chit"
    return [
        sent.component(),
        _action("Draw chit", tooltip, DRAW_CHIT, [*_OVER, SHUFFLE, _DRAW_TOP], ""),
    ]


def chit_buttons() -> list[Component]:
    """Return the other toolbar buttons of the turn: end a chit, end the turn."""
    sent = (
        _Send("Chit is over", _CHIT_OVER, END_CHIT, _TOUCHED, 0),
        _Send("Chits go home", _ALL_HOME, GO_HOME, _CHIT, -1),
    )
    clear = "Take off moved marks, trails and activation; the chit is used"
    home = "All chits go home; SUPPLY goes back into the cup"
    return [
        *(item.component() for item in sent),
        _action("End chit", clear, END_OF_CHIT, _OVER, "$PlayerSide$: end of chit $ChitSeq$"),
        _action("End turn", home, END_OF_TURN, [*_OVER, _ALL_HOME], "$PlayerSide$: end of turn $Turn$"),
    ]


def marks_button() -> list[Component]:
    """Return the button of a game without chits that takes off the marks of units that moved."""
    sent = _Send("Marks off", _CHIT_OVER, END_CHIT, _TOUCHED, 0)
    return [
        sent.component(),
        _action("Clear marks", "Take off moved marks, trails and activation", END_OF_CHIT, _OVER, ""),
    ]


_CHIT = 'Kind=="chit"'
# Only pieces with something to clear: each change is logged, even to the same value.
_TOUCHED = (
    '(Kind=="chit"&&IsActive==1)||((Kind=="unit"||Kind=="hq")'
    "&&(Moved==true||ActIn>0||AttackIn>0||DefendIn>0||LossIn.length()>0))"
)


@dataclass(frozen=True, slots=True)
class _Send:
    """A Global Key Command of the module without a button of its own.

    Attributes
    ----------
    name : str
    button, sends : Key
        What sets it off, and what the pieces get.
    matching : str
        Filter without braces.
    from_deck : int
        Pieces taken of each deck, -1 for all.
    target : str
        Fast match.
    """

    name: str
    button: Key
    sends: Key
    matching: str
    from_deck: int
    target: str = _EVERYWHERE

    def component(self) -> Component:
        return component(
            "GlobalKeyCommand",
            name=self.name,
            buttonText="",
            tooltip="",
            icon="",
            buttonHotkey=self.button.write(),
            hotkey=self.sends.write(),
            target=self.target,
            filter=f"{{{self.matching}}}",
            deckCount=self.from_deck,
            reportSingle=False,
            reportFormat="",
        )


def _action(text: str, tooltip: str, key: Key, keys: Sequence[Key], report: str) -> Component:
    return component(
        "DoActionButton",
        name=text,
        text=text,
        tooltip=tooltip,
        icon="",
        hotkey=key.write(),
        doReport=bool(report),
        reportFormat=report,
        doSound=False,
        soundClip="",
        doHotkey=True,
        hotkeys=encode([item.write() for item in keys], ",") or "",
        doLoop=False,
        loopType="counted",
        loopCount=1,
        whileExpression="",
        untilExpression="",
        preLoopKey="",
        postLoopKey="",
        index=False,
        indexProperty="",
        indexStart=1,
        indexStep=1,
    )


def turn_tracker(turns: int, phase: Component | None = None) -> Component:
    """Return the turn counter; its property ``Turn`` is the number of the turn.

    Parameters
    ----------
    turns : int
    phase : Component, optional
        The level below the turn.
    """
    level = component(
        "CounterTurnLevel",
        [] if phase is None else [phase],
        name="Turn",
        property=TURN,
        turnFormat="$value$",
        start=1,
        incr=1,
        loop=True,
        loopLimit=turns,
    )
    return component(
        "TurnTracker",
        [level],
        name=TRACKER,
        buttonText="Turn",
        icon="",
        hotkey="",
        nexthotkey=alt("T").write(),
        prevhotkey="",
        turnFormat="Turn $level1$" if phase is None else "Turn $level1$: $level2$",
        reportFormat="$PlayerSide$: $newTurn$",
        tooltip="Turn" if phase is None else "Turn and phase",
        lengthStyle="Maximum",
        length=-1,
        plusButtonSize=22,
        turnButtonHeight=22,
    )


def dice(count: int = 1) -> Component:
    """Return the common dice, which belong to nothing."""
    name = f"{count}d6"
    return component(
        "DiceButton",
        name=name,
        text=name,
        tooltip="Roll a die that belongs to no battle"
        if count == 1
        else "Roll dice that belong to no battle",
        icon="/images/die.gif",
        hotkey="",
        reportFormat="** $name$ = $result$ *** <$PlayerName$>",
        prompt=False,
        nDice=count,
        lockDice=False,
        nSides=6,
        lockSides=False,
        plus=0,
        lockPlus=False,
        addToTotal=0,
        lockAdd=False,
        reportTotal=count > 1,
        sortDice=False,
        keepDice=False,
        keepOption=">",
        keepCount=1,
    )


def inventory(group_by: str = "Side,Army,CurrentMap") -> Component:
    """Return the list of units, by these properties."""
    return component(
        "Inventory",
        name="Inventory",
        text="Inventory",
        tooltip="Units by side, army and place",
        icon="",
        hotkey="",
        include='{Kind=="unit"||Kind=="hq"}',
        groupBy=group_by,
        nonLeafFormat="$PropertyValue$",
        foldersOnly=False,
        leafFormat="$pieceName$ ($LocationName$)",
        sortPieces=True,
        sortFormat="$pieceName$",
        sorting="alpha",
        centerOnPiece=True,
        forwardKeystroke=False,
        showMenu=True,
        drawPieces=True,
        pieceZoom="0.33",
        pieceZoom2="0.5",
        pieceZoom3="0.6",
        sides="",
        launchFunction="functionHide",
        refreshHotkey="",
        destination="",
    )


def chart_window(charts: Iterable[tuple[str, str]]) -> Component:
    """Return the charts, (title, picture) each on a tab."""
    tabs = [component("Chart", chartName=title, fileName=file, description="") for title, file in charts]
    return component(
        "ChartWindow",
        [component("TabWidget", tabs, entryName="Charts", description="")],
        name="Charts",
        description="",
        text="Charts",
        tooltip="Tables and charts",
        icon="",
        hotkey=alt("C").write(),
    )


def notes() -> Component:
    """Return the notes window."""
    return component(
        "NotesWindow", description="", buttonText="", tooltip="Notes", icon="/images/notes.gif", hotkey=""
    )


def documentation(pages: Iterable[tuple[str, str]], about: str) -> Component:
    """Return the Help menu: pages as (title, file in the archive), and the picture of About."""
    items = [component("AboutScreen", title="About this module", fileName=about)]
    items += [component("HelpFile", title=title, fileName=file, fileType="archive") for title, file in pages]
    return component("Documentation", items)


def languages(codes: Iterable[str]) -> Component:
    """Return the translations inside the module."""
    return component("Language", [component("Translation", locale=code) for code in codes])
