"""Every picture of the module, by the file name that its parts refer to."""

from __future__ import annotations

from functools import partial

from toolkit.games.rattenkrieg.module.aids import TURN, aid_file, draw_aid, draw_turn
from toolkit.games.rattenkrieg.module.playing_cards import card_image
from toolkit.games.rattenkrieg.module.units import down_image
from toolkit.module.area_table import AreaTable
from toolkit.module.art import ABOUT, Drawing, draw_about
from toolkit.module.counters import image
from toolkit.module.slots import draw_slot_board
from toolkit.module.windows import MAP_IMAGE
from toolkit.module.workshop import Workshop
from toolkit.render.area_board import draw_area_map
from toolkit.render.cards import draw_card, draw_card_back, draw_own_view
from toolkit.render.counters import draw_counter
from toolkit.render.fonts import BLACK
from toolkit.render.markers import draw_marker
from toolkit.render.style import game_style, marker_style, side_colour
from toolkit.render.svg import Canvas
from toolkit.source.style import MarkerStyle

CARD_BACK = "card_back.png"
OWN_VIEW = "card_own_view.png"
ACTIVE = "badge_active.png"
JOINED = "badge_joined.png"
ISOLATED = "badge_isolated.png"
BATTLE_DESK = "desk_battle.png"

NOTICE = "RECONSTRUCTION: map and most counters are not the printed ones"


def flag(side: str) -> str:
    """Return the file name of a side's flag of control."""
    return f"control_{side}.png"


def desk(side: str) -> str:
    """Return the file name of a side's desk."""
    return f"desk_{side}.png"


def drawings(shop: Workshop, table: AreaTable) -> dict[str, Drawing]:
    """Return every picture of the module by file name, none drawn yet."""
    px, style = shop.equipment.counter_px, game_style(shop.game)
    say = style.wording.say
    counter, badge = (px, px), (px // 3, px // 3)
    found = {MAP_IMAGE: Drawing(partial(draw_area_map, shop.game), table.areas.size)}
    found |= {
        board.image: Drawing(partial(draw_slot_board, board, style), board.size) for board in table.hands
    }
    for item in shop.game.counters:
        if item.kind == "marker":
            look = marker_style(item.role, style)
            words = "" if look.caption else style.wording.say(item.short)
            found[image(item)] = Drawing(partial(draw_marker, words, look), counter)
        else:
            found[image(item)] = Drawing(partial(draw_counter, item, "full", style), counter)
            found[down_image(item)] = Drawing(partial(draw_counter, item, "reduced", style), counter)
    for card in shop.game.cards.cards:
        found[card_image(card)] = Drawing(partial(draw_card, card, shop.game.deck, style), table.card)
    found[CARD_BACK] = Drawing(partial(draw_card_back, style), table.card)
    found[OWN_VIEW] = Drawing(partial(draw_own_view, table.card), table.card)
    found[ISOLATED] = Drawing(partial(draw_isolated, say("ISOLATED")), counter)
    found[ACTIVE] = Drawing(partial(draw_marker, "A", marker_style("activated", style)), badge)
    found[JOINED] = Drawing(partial(draw_marker, "+", MarkerStyle("#00795c", "badge")), badge)
    found[BATTLE_DESK] = Drawing(partial(draw_marker, say("BATTLE"), marker_style("battle", style)), (px, px))
    for side, name in table.sides.items():
        colour = side_colour(side, style)
        held = MarkerStyle(colour, "flag", name.upper())
        found[flag(side)] = Drawing(partial(draw_marker, "", held), (px * 5 // 8, px * 5 // 8))
        found[desk(side)] = Drawing(
            partial(draw_marker, f"{name.upper()}\n{say('HAND')}\n ", MarkerStyle(colour, "square")),
            counter,
        )
        found[aid_file(side)] = Drawing(partial(draw_aid, shop.game, side, table))
    found[TURN] = Drawing(partial(draw_turn, shop.game, table))
    found[ABOUT] = Drawing(partial(draw_about, shop, NOTICE))
    return found


def draw_isolated(words: str) -> str:
    """Return the ring about an isolated unit."""
    side = 100.0
    canvas = Canvas(side, side, "isolated")
    canvas.rect(
        3, 3, side - 6, side - 6, rx=10, fill="none", stroke="#d81f26", stroke_width=6,
        stroke_dasharray="14 7",
    )  # fmt: skip
    canvas.rect(8, 8, 62, 18, rx=4, fill="#d81f26")
    canvas.text(words, 39, 17, 11.5, face=BLACK, fill="#ffffff", anchor="middle", centred=True)
    return canvas.render()
