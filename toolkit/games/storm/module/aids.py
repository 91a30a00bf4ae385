"""Charts: how a turn goes, what fire and losses do, the turn track; and for each side its cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from toolkit.games.storm.module.places import KURGAN
from toolkit.module.area_table import AreaTable
from toolkit.module.sheets import Sheet
from toolkit.render.action_cards import MOMENTS
from toolkit.render.style import game_style, side_colour

_TURN, _FIRE, _TRACK = "chart_turn.png", "chart_fire.png", "chart_track.png"
_NEUTRAL = "#4a463c"
_COLUMN = 570


def card_file(side: str) -> str:
    """Return the file name of a side's sheet."""
    return f"aid_{side}.png"


def charts(table: AreaTable) -> list[tuple[str, str]]:
    """Return the charts as (title, file)."""
    sides = [(f"{name} play aid", card_file(side)) for side, name in table.sides.items()]
    return [("A turn", _TURN), ("Fire and losses", _FIRE), ("Turn track", _TRACK), *sides]


def drawn_charts(table: AreaTable) -> dict[str, Callable[[], str]]:
    """Return how each chart is drawn, by file."""
    found: dict[str, Callable[[], str]] = {
        _TURN: partial(_draw_turn, table),
        _FIRE: partial(_draw_fire, table),
        _TRACK: partial(_draw_track, table),
    }
    return found | {card_file(side): partial(draw_aid, side, table) for side in table.sides}


def _draw_turn(table: AreaTable) -> str:
    stacking = table.game.figure("stacking")
    leaving = table.game.figure("withdrawal_turn")
    sheet = Sheet("A turn", _NEUTRAL, table.game.style.wording, width=_COLUMN, columns=2)
    sheet.heading("1. Draw")
    sheet.line("Each side draws the cards of the turn, never above its hand limit. (button Draw)")
    sheet.heading("2. Impulses: Germans first, then in turn, until both sides pass")
    sheet.line(
        "Units: choose one area. Its fresh units move together, or fire together; then they are spent. "
        "Soviets: as many as you like. Germans: units of one division, independent units, or both together."
    )
    sheet.line(
        "Card: play a card marked ACTION. Cards of other colours go with an act of yours or the enemy's."
    )
    sheet.line("Pass. (button Pass)")
    sheet.heading("3. Hands, then the board")
    sheet.line("Lay down what you like of your hand; fill it to the limit. (button Fill hand)")
    sheet.line("All spent units turn fresh, all fire markers go. (button All fresh)")
    sheet.line(
        "Reinforcements of the turn arrive, Germans first: Ctrl-N on the unit, or drag it. No room: it is "
        f"lost. Turn {leaving}: the black German units leave; for one that is lost another unit of its "
        "class, else any."
    )
    sheet.heading("Movement")
    sheet.table(
        ("An area", "costs"),
        (
            ("each area entered", "1"),
            ("entered: enemy units there, or the enemy controls it", "1 more, once"),
            ("left: enemy units there, or the enemy controls it", "1 more, once"),
        ),
        (0.72, 0.28),
    )
    sheet.line(
        f"A group goes at its slowest unit's pace. Never more than {stacking} units of a side in an area, on"
        " the way neither. Who alone has units in an area controls it at once, and keeps it."
    )
    sheet.heading("Ferry boxes")
    sheet.line(
        "One unit leaves at a time, over the river to an area the arrow shows. Nobody moves or retreats "
        "into a box, nobody fires at it."
    )
    sheet.heading("Victory")
    sheet.line(
        "After the last turn the Soviets win if they control as many of the starred areas as their target "
        "says."
    )
    return sheet.render()


def _draw_fire(table: AreaTable) -> str:
    sheet = Sheet("Fire and losses", _NEUTRAL, table.game.style.wording, width=_COLUMN, columns=2)
    sheet.heading("Who fires at whom")
    sheet.line(
        "Fresh units of one area with an attack of 1 or more fire at all enemy units of the same area or of"
        " one next to it. Fire into another area sets a fire marker of the firers' side on the area they "
        "fire from."
    )
    sheet.heading("Totals")
    sheet.line("Attack: the firers' attack values, and two dice.")
    sheet.line("Defence: the best defence among the units fired on, and the area's terrain.")
    sheet.line(
        "No terrain: the firers are in the same area; or the units fired on do not control it; or it has a "
        "fire marker of their side."
    )
    sheet.line("What the attack is above the defence are loss points; the owner of the units spends them.")
    sheet.heading("Loss points")
    sheet.table(
        ("Points", "Key", "Fresh unit", "Spent unit"),
        (
            ("1", "Ctrl-1", "turns spent", "retreats to an area next to it"),
            ("2", "Ctrl-2", "turns spent and retreats", "is eliminated"),
            ("3", "Ctrl-3", "is eliminated", ""),
        ),
        (0.12, 0.16, 0.34, 0.38),
    )
    sheet.line("When no unit is left to take them, the rest of the points is lost. (button End fire)")
    sheet.heading("Retreat")
    sheet.line(
        "Into an area next to it without enemy units if there is one; else into one of your own, the fewest"
        " enemies first. Full: go on from there. Nowhere to go: eliminated (Ctrl-E). Never into a ferry "
        "box."
    )
    sheet.heading("Keys, in order")
    sheet.line(
        "At once: click a fresh unit, Shift-click an enemy unit, Ctrl-Shift-B: all of its area fire, and "
        "roll."
    )
    sheet.line(
        "Or one by one: firers Ctrl-B; drag the Attack marker onto the area, or Ctrl-G on a unit there; "
        "cards Ctrl-P; roll Ctrl-R on the marker or button Roll for fire. Losses Ctrl-1, 2, 3; button "
        "End fire."
    )
    return sheet.render()


def _draw_track(table: AreaTable) -> str:
    sheet = Sheet("Turn track", _NEUTRAL, table.game.style.wording)
    sides = list(table.sides.items())
    head = ["Turn", "Date", *(f"{name}: draw, limit" for _, name in sides)]
    rows = [
        [str(turn.number), turn.dates.en, *(f"{turn.draw[side]}, {turn.hand[side]}" for side, _ in sides)]
        for turn in table.game.turns
    ]
    sheet.table(head, rows, (0.1, 0.3, 0.3, 0.3))
    more = table.game.figure("mamayev_cards")
    name = table.areas.names().get(KURGAN, "Mamayev Kurgan")
    sheet.line(f"Who controls {name} draws {more} more and holds {more} more.")
    return sheet.render()


def draw_aid(side: str, table: AreaTable) -> str:
    """Return a side's sheet as SVG: what is special for it, and its cards by the moment they are played."""
    name = table.sides[side]
    style = game_style(table.game)
    sheet = Sheet(f"{name} play aid", side_colour(side, style), style.wording, width=400, indent=6, columns=3)
    sheet.heading("Your side")
    for line in _OWN.get(side, ()):
        sheet.line(line)
    cards = [card for card in table.game.action_cards if card.side == side]
    for moment, (words, _) in MOMENTS.items():
        found = [card for card in cards if card.play == moment]
        if found:
            sheet.heading(f"Cards: {words.lower()}")
        for card in found:
            sheet.entry(card.names.en, card.text.en, card.symbol)
    return sheet.render()


_OWN = {
    "german": (
        "You begin every turn. Units of one division act together, with independent units or without.",
        "You win when the Soviets control fewer starred areas than their target after the last turn.",
        "Black units leave in the end phase of turn 3; if too few are left to leave, you lose at once.",
    ),
    "soviet": (
        "Any number of units of one area act together. Many of your units cannot fire: their attack is 0.",
        "Reinforcements come to the ferry boxes and leave them one by one, each as an action (Ctrl-M, then "
        "drag).",
        "You win when you control as many starred areas as your target after the last turn.",
    ),
}
