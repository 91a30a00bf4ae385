"""Charts in own words: how a turn goes and who wins; for each side its events, its units, their strength."""

from __future__ import annotations

from functools import partial

from toolkit.compile.compiled import CompiledGame
from toolkit.diagnostics.words import counted
from toolkit.module.area_table import AreaTable
from toolkit.module.sheets import MARGIN, Sheet
from toolkit.module.words import listed
from toolkit.render.fonts import BOLD
from toolkit.render.style import game_style, side_colour
from toolkit.render.suits import draw_suit, suit_colour
from toolkit.render.svg import Canvas
from toolkit.source.cards import Card, CardUse

TURN = "aid_turn.png"
TURN_TITLE = "A turn, and victory"
_NEUTRAL = "#4a463c"


def aid_file(side: str) -> str:
    """Return the file name of a side's sheet."""
    return f"aid_{side}.png"


def aid_title(name: str) -> str:
    """Return the title of a side's sheet."""
    return f"{name} play aid"


def draw_turn(game: CompiledGame, table: AreaTable) -> str:
    """Return the sheet of a turn as SVG: its phases, who wins, what arrives when."""
    wording = game.style.wording
    sheet = Sheet(TURN_TITLE, _NEUTRAL, wording, width=560, columns=2)
    sheet.heading("1. Reinforcements (6)")
    sheet.line("The units of the turn's box come to their rear with their steps: Ctrl-N.")
    sheet.line(
        "A T-34 that was lost in the turn before comes back to the Tractor Factory while that is Soviet."
    )
    sheet.heading("2. Player turns: German first, then by turns (7)")
    sheet.line(
        "One face-up unit (Ctrl-A) moves, fights and plays events as long as there are cards for it; then "
        "it is turned face down (Ctrl-E)."
    )
    sheet.line(
        "Through areas of its side it goes as far as it likes. An enemy area next to it costs a card of the "
        "hand or of the unit (Ctrl-Y); where enemy units are, a battle (Ctrl-B)."
    )
    sheet.line(
        "Instead: a pass turns a unit face down (Ctrl-P). A unit in its rear, or isolated, gets a step back "
        "and is turned face down (Ctrl-R)."
    )
    sheet.line("Two passes, one after the other, end this part.")
    sheet.heading("3. Replenishment (10)")
    plain, more = game.figure("hand_limit"), game.figure("hand_limit_mamayev")
    sheet.line(
        f"Both discard what they like and fill their hands to {plain} cards, to {more} with Mamayev Kurgan."
    )
    sheet.line("All units turn face up.")
    sheet.heading("Victory (4)")
    areas = table.areas.map
    starred = [
        name
        for area, name in table.areas.names().items()
        if areas.properties[areas.index(area)].get("victory") == "true"
    ]
    wins = wording.say(
        "After turn {turns} the Germans win if they control all of these, otherwise the Soviets: {areas}."
    )
    sheet.line(wins.format(turns=game.figure("turns"), areas=listed(starred, wording.language)))
    sheet.heading("Turns")
    due = {box.id: box.index for box in game.boxes if box.kind == "turn"}
    arrive: dict[int | None, list[str]] = {}
    for counter in game.counters:
        box = game.setups[0].in_boxes.get(counter.id)
        if counter.kind == "unit" and box in due:
            arrive.setdefault(due[box], []).append(counter.short)
    rows = [(str(turn.number), turn.dates.en, ", ".join(arrive.get(turn.number, []))) for turn in game.turns]
    sheet.table(("Turn", "Date", "Arrive"), rows, (0.14, 0.46, 0.4))
    return sheet.render()


def draw_aid(game: CompiledGame, side: str, table: AreaTable) -> str:
    """Return a side's sheet as SVG."""
    style = game_style(game)
    sheet = Sheet(aid_title(table.sides[side]), side_colour(side, style), style.wording, width=600, columns=2)
    uses = [use for use in game.cards.uses if use.side == side]
    sheet.heading("Events: court cards, from hand or from the active unit (9)")
    for use in uses:
        sheet.entry(
            f"{use.names.en} ({', '.join(use.rules[1:] or use.rules)})",
            use.text.en,
            use.symbol,
            partial(_draw_cards, _cards(use, game)),
        )
    sheet.heading("A hit (8.7)")
    say = style.wording.say
    colours = listed(
        (f"{table.sides[key]} {say(value)}" for key, value in game.cards.colours.items()),
        style.wording.language,
    )
    hit = say(
        "A card hits when its number is not above the unit's strength; the ace counts 1, court cards "
        "never hit. "
        "If both cards hit, the side that shows its own colour wins ({colours}); if both or neither do, the "
        "lower number; if those are equal, the cards are piled and the attacker fights on or gives up. "
        "If neither card hits, the defender has won."
    )
    sheet.line(hit.format(colours=colours))
    sheet.heading("Steps and strength (3.3, 8.8)")
    for line in _units(game, side):
        sheet.line(line)
    for line in _modifiers(game, side):
        sheet.line(line)
    sheet.heading("Hand (3.4, 10)")
    plain, more = game.figure("hand_limit"), game.figure("hand_limit_mamayev")
    sheet.line(
        f"At the start {game.figure(f'hand_{side}')} cards. At the end of a turn discard what you like, then "
        f"fill up to {plain}, or to {more} while you control Mamayev Kurgan."
    )
    sheet.heading("Keys")
    for line in _KEYS:
        sheet.line(line)
    return sheet.render()


def _cards(use: CardUse, game: CompiledGame) -> tuple[Card, ...]:
    return tuple(game.cards.card(id) for id in use.cards)


def _units(game: CompiledGame, side: str) -> list[str]:
    kinds: dict[tuple[str, int, int], list[str]] = {}
    for unit in game.counters:
        if unit.side == side and unit.kind == "unit":
            key = (unit.unit_class or "", unit.combat or 0, unit.steps)
            kinds.setdefault(key, []).append(unit.short)
    return [
        f"{', '.join(names)}: " + game.style.wording.say(f"strength {combat}, {counted(steps, 'step')}")
        for (_, combat, steps), names in kinds.items()
    ]


def _modifiers(game: CompiledGame, side: str) -> list[str]:
    infantry = game.figure("urban_infantry")
    if side == "german":
        return [
            f"In an urban area infantry defends at {infantry:+d}, a panzer division at "
            f"{game.figure('urban_panzer'):+d}, a motorised division unchanged.",
        ]
    return [
        f"In an urban area Guards and Rifles defend at {infantry:+d}, the T-34 unchanged.",
        "The T-34 adds its strength to a unit that fights beside it, and can be lost in its place.",
    ]


_KEYS = (
    "Unit: Ctrl-A activate, Ctrl-E end, Ctrl-P pass, Ctrl-R replenish, Ctrl-B attack here, Ctrl-D defends, "
    "Ctrl-G target, Ctrl-T retreat (then drag), Ctrl-I isolated, Ctrl-X removed, Ctrl-N arrives.",
    "Card: Ctrl-B into the battle, Ctrl-O open, Ctrl-L lost as a step, Ctrl-E event, Ctrl-Y pay for an area, "
    "Ctrl-X discard.",
    "Battle, with no click before: Ctrl-1 to Ctrl-4 lay that card of your hand, Alt-S stand and open, "
    "Alt-O open, Alt-E end of the activation. On the battle desk: Ctrl-L take the loss, Ctrl-F fight on, "
    "Ctrl-Q stop, Ctrl-D draw for a bombardment, Ctrl-R sniper, Ctrl-G give up the card.",
    "Your desk: Ctrl-D deal, Ctrl-H fill the hand, Ctrl-P pass with no unit left.",
)


def _draw_cards(cards: tuple[Card, ...], canvas: Canvas, y: float) -> None:
    """Draw rank and suit of each card, beside each other."""
    for index, card in enumerate(cards):
        x, ink = MARGIN + 8 + 31 * index, suit_colour(card.colour)
        canvas.text(card.rank, x, y + 8, 18, face=BOLD, fill=ink, centred=True)
        draw_suit(canvas, card.suit, (x + 19, y + 8), 13, ink)
