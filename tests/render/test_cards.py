"""Playing cards: what stands on them, and that they are told apart when small."""

from __future__ import annotations

import io
import json
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from lxml import etree
from PIL import Image

from tests.real_area_games import RATTENKRIEG, compiled
from toolkit.render.card_sheet import draw_card_sheet
from toolkit.render.cards import HEIGHT, WIDTH, draw_card, draw_card_back
from toolkit.render.event_art import ART, draw_art
from toolkit.render.palette import contrast
from toolkit.render.raster import rasterise
from toolkit.render.style import game_style, side_colour
from toolkit.render.suits import suit_colour
from toolkit.render.svg import Canvas
from toolkit.source.cards import Card, Deck, load_cards
from toolkit.source.style import PLAIN, Style

ROOT = Path(__file__).parents[2]
SUIT_SIGN = 'transform="translate('


@cache
def deck() -> Deck:
    return load_cards(ROOT / "source_data" / "rattenkrieg")[0]


def words(svg: str) -> list[str]:
    root = etree.fromstring(svg.encode())
    return [element.get("aria-label") for element in root.iter() if element.get("aria-label")]


@cache
def small(id: str, height: int = 60) -> npt.NDArray[np.float64]:
    """Return a card's upper left corner at `height` pixels, grey values between 0 and 1."""
    png = rasterise(draw_card(deck().card(id), deck()), scale=height / HEIGHT)
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=np.float64) / 255
    return pixels[: int(0.42 * height), : int(0.31 * WIDTH / HEIGHT * height)]


@pytest.mark.parametrize("card", deck().cards, ids=lambda card: card.id)
def test_rank_stands_in_two_corners(card: Card) -> None:
    svg = draw_card(card, deck())
    assert words(svg).count(card.rank) == 2
    assert f"<title>{card.names.en}</title>" in svg


def test_numbers_have_as_many_pips() -> None:
    # Every sign of a suit is one path of the card's colour; two belong to the corners.
    for card in deck().cards:
        if card.value is not None:
            svg = draw_card(card, deck())
            signs = svg.count(f'fill="{suit_colour(card.colour)}" {SUIT_SIGN}')
            assert signs == card.value + 2, card.id


def test_court_cards_name_both_sides_events() -> None:
    for card in deck().cards:
        uses = [deck().use(card.id, side) for side in deck().colours]
        names = {use.names.en.upper() for use in uses if use is not None}
        assert names <= set(words(draw_card(card, deck()))), card.id
        assert len(uses) == 2


def test_any_two_cards_differ_in_the_corner_at_60_pixels() -> None:
    for one, other in combinations([card.id for card in deck().cards], 2):
        gap = np.abs(small(one) - small(other)).max(axis=2)
        # Somewhere a stroke's worth of pixels is dark on the one and light on the other.
        assert (gap > 0.35).sum() >= 6, (one, other)


def test_the_corner_reads_dark_on_light() -> None:
    for card in deck().cards:
        assert contrast(suit_colour(card.colour), "#fdfbf4") > 5
    for use in deck().uses:
        assert contrast(side_colour(use.side, game_style(compiled(RATTENKRIEG)[0])), "#ffffff") > 4.5


def test_a_back_tells_nothing() -> None:
    assert words(draw_card_back()) == []
    assert draw_card_back() == draw_card_back()
    assert draw_card_back() != draw_card_back(Style(card_back="rat"))


def test_without_its_deck_a_court_card_shows_its_letter() -> None:
    assert words(draw_card(deck().card("KS"))) == ["K", "K", "K"]


def test_every_symbol_of_the_schema_is_drawn() -> None:
    schema = json.loads((ROOT / "schema" / "cards.schema.json").read_text(encoding="utf-8"))
    symbols = set(schema["properties"]["uses"]["items"]["properties"]["symbol"]["enum"])
    other = json.loads((ROOT / "schema" / "action_cards.schema.json").read_text(encoding="utf-8"))
    symbols |= set(other["properties"]["cards"]["items"]["properties"]["symbol"]["enum"])
    assert symbols - {"none"} == ART.keys()
    pictures = set()
    for symbol in symbols:
        canvas = Canvas(100, 100)
        draw_art(canvas, symbol, (50, 50), 100, ink="#000", ground="#fff")
        pictures.add(canvas.render())
    assert len(pictures) == len(symbols)


def test_art_stays_within_its_square() -> None:
    for symbol in ART:
        canvas = Canvas(200, 200)
        draw_art(canvas, symbol, (100, 100), 100, ink="#000", ground="#000")
        pixels = np.asarray(Image.open(io.BytesIO(rasterise(canvas.render()))).convert("RGBA"))[..., 3]
        rows, columns = np.nonzero(pixels > 60)
        assert len(rows) > 500, symbol
        assert min(rows.min(), columns.min()) >= 38, symbol
        assert max(rows.max(), columns.max()) <= 162, symbol


def test_the_sheet_shows_all_cards_and_says_what_they_do() -> None:
    shown = words(draw_card_sheet(deck(), "Rats", PLAIN))
    assert "RATS: CARDS" in shown
    assert sum(word == "K" for word in shown) == 8
    assert "Sniper: JH, JD" in shown
