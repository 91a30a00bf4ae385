"""Everything of the module that is no map: buttons, properties, turn tracker, dice, charts, lists, help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from toolkit.module.buildfile import Component, component, text_component
from toolkit.module.keys import Key, alt
from toolkit.module.traits import aimed_at
from toolkit.module.windows import REFEREE, SOLITAIRE
from toolkit.module.workshop import Workshop
from toolkit.vassal.sequence import decode, encode

TURN = "Turn"
TRACKER = "Turn"
TURNS = 20
"""Of the turn track of a game that names none."""


def seats(shop: Workshop) -> tuple[str, ...]:
    """Return what a player can be; ``Solitaire`` is a name the engine knows."""
    return (*shop.sides, SOLITAIRE, REFEREE)


def roster(shop: Workshop) -> Component:
    """Return the sides to take."""
    return component(
        "PlayerRoster",
        [text_component("entry", name) for name in seats(shop)],
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


EVERYWHERE = "MODULE|false|MAP|||||0|0|"
"""Where a Global Key Command of the module looks for pieces: on all maps."""


@dataclass(frozen=True, slots=True)
class Send:
    """A Global Key Command of the module without a button of its own.

    Attributes
    ----------
    button, sends : Key
        What sets it off, and what the pieces get.
    matching : str
        Filter without braces.
    from_deck : int
        Pieces taken of each deck, -1 for all.
    """

    name: str
    button: Key
    sends: Key
    matching: str
    from_deck: int
    where: str = EVERYWHERE

    def component(self) -> Component:
        """Return it for the buildFile."""
        target, left = aimed_at(self.matching, self.where)
        return component(
            "GlobalKeyCommand",
            name=self.name,
            buttonText="",
            tooltip="",
            icon="",
            buttonHotkey=self.button.write(),
            hotkey=self.sends.write(),
            target=target,
            filter=left,
            deckCount=self.from_deck,
            reportSingle=False,
            reportFormat="",
        )


def action(text: str, tooltip: str, key: Key, keys: Sequence[Key], report: str) -> Component:
    """Return a button that presses other keys one after the other; "" as report says nothing."""
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


def menu(text: str, tooltip: str, lines: Sequence[str]) -> Component:
    """Return a menu that takes buttons off the toolbar and shows them; `lines` are their texts."""
    return component(
        "ToolbarMenu",
        description=text,
        text=text,
        icon="",
        hotkey="",
        tooltip=tooltip,
        menuItems=encode(lines, ",") or "",
    )


_FEW_WINDOWS = 3
_WINDOW_BUTTONS: Mapping[str, str] = MappingProxyType(
    {
        "Map": "buttonName",
        "PrivateMap": "buttonName",
        "ChartWindow": "text",
        "Inventory": "text",
        "PieceWindow": "text",
    }
)


def with_windows_menu(parts: Sequence[Component]) -> list[Component]:
    """Return a module's parts with a menu of all buttons that open windows, if they are more than a few.

    It stands where the first of them stood: the rest of a toolbar then fits a screen of 1,280 pixels.
    """
    placed = {
        line for part in parts if _kind(part) == "ToolbarMenu"
        for line in decode(part.get("menuItems") or "", ",")
    }  # fmt: skip
    buttons = [(index, part.get(_WINDOW_BUTTONS.get(_kind(part), ""))) for index, part in enumerate(parts)]
    windows = {text: index for index, text in buttons if text and text not in placed}
    if len(windows) <= _FEW_WINDOWS:
        return list(parts)
    at = min(windows.values())
    return [*parts[:at], menu("Windows", "Windows of cards, boxes and lists", list(windows)), *parts[at:]]


def _kind(part: Component) -> str:
    return part.tag.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key that the turn counter presses when it has moved on; `when` is an expression without braces."""

    key: Key
    when: str = ""

    def component(self) -> Component:
        """Return it for the buildFile."""
        match = f"{{{self.when}}}" if self.when else ""
        return component(
            "TurnGlobalHotkey", name="Next", hotkey=self.key.write(), match=match, reportFormat=""
        )


def turn_tracker(turns: int, phase: Component | None = None, presses: Pressed | None = None) -> Component:
    """Return the turn counter; its property ``Turn`` is the number of the turn.

    Parameters
    ----------
    phase : Component, optional
        The level below the turn.
    """
    pressing = [] if presses is None else [presses.component()]
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
        [level, *pressing],
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
    return _pieces_listed("Inventory", "Units by side, army and place", 'Kind=="unit"||Kind=="hq"', group_by)


def headquarters() -> Component:
    """Return the list of headquarters: a double click on one brings it into the middle of the map."""
    return _pieces_listed(
        "Headquarters", "Headquarters by side: a double click shows one", 'Kind=="hq"', "Side"
    )


def _pieces_listed(name: str, tooltip: str, which: str, group_by: str) -> Component:
    return component(
        "Inventory",
        name=name,
        text=name,
        tooltip=tooltip,
        icon="/images/inventory.gif",
        hotkey="",
        include=f"{{{which}}}",
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
        icon="/images/chart.gif",
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
