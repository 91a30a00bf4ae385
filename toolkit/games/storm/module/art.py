"""Every picture of the module, by the file name that its parts refer to."""

from __future__ import annotations

from functools import partial

from toolkit.games.storm.module.action_cards import card_image
from toolkit.games.storm.module.aids import drawn_charts
from toolkit.games.storm.module.places import FIRE_DESK_PX, PHASE_DESK_PX
from toolkit.games.storm.module.units import spent_image
from toolkit.module.area_table import AreaTable
from toolkit.module.art import ABOUT, Drawing, draw_about
from toolkit.module.counters import image
from toolkit.module.slots import draw_slot_board
from toolkit.module.windows import MAP_IMAGE
from toolkit.module.workshop import Workshop
from toolkit.render.action_cards import draw_action_card, draw_action_card_back
from toolkit.render.area_board import draw_area_map
from toolkit.render.area_marks import area_letters
from toolkit.render.cards import draw_own_view
from toolkit.render.counters import draw_counter
from toolkit.render.fonts import BLACK, fit_size
from toolkit.render.markers import draw_marker
from toolkit.render.style import game_style, marker_style, side_colour
from toolkit.render.svg import Canvas
from toolkit.source.style import INK, MarkerStyle, Style

OWN_VIEW = "card_own_view.png"
FIRING = "badge_firing.png"
LEFT_OUT = "badge_left_out.png"
ATTACK = "marker_attack.png"
FIRE = "desk_fire.png"
PHASE = "desk_turn.png"
TARGET = "desk_target.png"
DESK_PX = 100

NOTICE = "RECONSTRUCTION: map, units and cards are not the printed ones"

_DESK = "#3b3a35"


def card_back(side: str) -> str:
    """Return the file name of the back of a side's cards."""
    return f"card_back_{side}.png"


def flag(side: str) -> str:
    """Return the file name of a side's flag of control."""
    return f"control_{side}.png"


def fire(side: str) -> str:
    """Return the file name of a side's fire marker."""
    return f"fire_{side}.png"


def no_fire(side: str) -> str:
    """Return the file name of a side's fire marker that is not set."""
    return f"fire_{side}_off.png"


def desk(side: str) -> str:
    """Return the file name of a side's desk."""
    return f"desk_{side}.png"


def bid(side: str) -> str:
    """Return the file name of a side's bid."""
    return f"bid_{side}.png"


def drawings(shop: Workshop, table: AreaTable) -> dict[str, Drawing]:
    """Return every picture of the module by file name, none drawn yet."""
    px, style = shop.equipment.counter_px, game_style(shop.game)
    say = style.wording.say
    found = {MAP_IMAGE: Drawing(partial(draw_area_map, shop.game), table.areas.size)}
    found |= {
        board.image: Drawing(partial(draw_slot_board, board, style), board.size) for board in table.boards
    }
    found |= _counters(shop, (px, px), style)
    for card in shop.game.action_cards:
        found[card_image(card)] = Drawing(partial(draw_action_card, card, style), table.card)
    found[OWN_VIEW] = Drawing(partial(draw_own_view, table.card, foot=table.card[1] * 2 // 5), table.card)
    found |= _of_sides(table, px, style)
    badge = (px // 3, px // 3)
    found[FIRING] = Drawing(partial(draw_marker, "F", MarkerStyle("#c8321e", "badge")), badge)
    found[LEFT_OUT] = Drawing(partial(draw_marker, "–", MarkerStyle("#55524a", "badge")), badge)
    found[ATTACK] = Drawing(partial(draw_marker, say("FIRE"), marker_style("battle", style)), (px, px))
    found[FIRE] = Drawing(partial(draw_board_desk, FIRE_DESK_PX, ""), FIRE_DESK_PX)
    found[PHASE] = Drawing(partial(draw_board_desk, PHASE_DESK_PX, ""), PHASE_DESK_PX)
    found[TARGET] = Drawing(partial(draw_board_desk, (DESK_PX, DESK_PX), say("AREAS")), (DESK_PX, DESK_PX))
    found |= {name: Drawing(drawing) for name, drawing in drawn_charts(table).items()}
    found[ABOUT] = Drawing(partial(draw_about, shop, NOTICE))
    return found


def _counters(shop: Workshop, size: tuple[int, int], style: Style) -> dict[str, Drawing]:
    found = {}
    draw = partial(draw_counter, style=style, letters=area_letters(shop.game.areas))
    for item in shop.game.counters:
        if item.kind == "marker":
            look = marker_style(item.role, style)
            words = "" if look.caption else style.wording.say(item.short)
            found[image(item)] = Drawing(partial(draw_marker, words, look), size)
        else:
            found[image(item)] = Drawing(partial(draw, item, "full"), size)
            found[spent_image(item)] = Drawing(partial(draw, item, "reduced"), size)
    return found


def _of_sides(table: AreaTable, px: int, style: Style) -> dict[str, Drawing]:
    found = {}
    small = (px * 5 // 8, px * 5 // 8)
    for side, name in table.sides.items():
        colour, say = side_colour(side, style), style.wording.say
        upper = name.upper()
        found[card_back(side)] = Drawing(partial(draw_action_card_back, side, name, style), table.card)
        found[flag(side)] = Drawing(partial(draw_marker, "", MarkerStyle(colour, "flag", upper)), small)
        found[fire(side)] = Drawing(partial(draw_flame, colour), small)
        found[no_fire(side)] = Drawing(draw_no_flame, small)
        found[desk(side)] = Drawing(
            partial(draw_marker, f"{upper}\n{say('HAND')}\n ", MarkerStyle(colour, "square")),
            (DESK_PX, DESK_PX),
        )
        found[bid(side)] = Drawing(
            partial(draw_marker, " ", MarkerStyle(colour, "square", say("BID"))), (px, px)
        )
    return found


def draw_flame(colour: str) -> str:
    """Return a fire marker: a flame on the colour of the side that fired."""
    canvas = Canvas(100, 100, "fire")
    canvas.rect(2, 2, 96, 96, rx=14, fill=colour, stroke=INK, stroke_width=3)
    canvas.path(
        "M52 8C60 26 82 38 82 62C82 82 68 93 50 93C32 93 18 82 18 63C18 48 28 42 31 28C40 34 43 40 43 48"
        "C50 38 55 26 52 8Z",
        fill="#f3901d",
        stroke="#fff3c4",
        stroke_width=3,
    )
    canvas.path(
        "M51 50C56 60 67 66 67 76C67 86 59 91 50 91C41 91 34 85 34 76C34 68 47 63 51 50Z", fill="#ffe27a"
    )
    return canvas.render()


def draw_no_flame() -> str:
    """Return a fire marker that is not set: nothing but a faint rim, to be clicked on."""
    canvas = Canvas(100, 100, "no fire")
    canvas.rect(
        4,
        4,
        92,
        92,
        rx=14,
        fill="#fffdf5",
        fill_opacity=0.08,
        stroke=INK,
        stroke_opacity=0.18,
        stroke_width=2,
    )
    return canvas.render()


def draw_board_desk(size: tuple[int, int], caption: str) -> str:
    """Return the slate on which a desk shows its numbers."""
    width, height = size
    canvas = Canvas(width, height, caption or "desk")
    canvas.rect(1, 1, width - 2, height - 2, rx=6, fill=_DESK, stroke="#b99a5b", stroke_width=3)
    if caption:
        fitted = fit_size(caption, width - 16, 13, BLACK)
        canvas.text(
            caption, width / 2, height - 14, fitted, face=BLACK, fill="#d9d2bd", anchor="middle", centred=True
        )
    return canvas.render()
