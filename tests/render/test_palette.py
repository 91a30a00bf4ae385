"""Colours can be told apart, and text on them read, by everybody."""

from __future__ import annotations

import itertools

import pytest

from tests import real_game
from tests.render import colour
from toolkit.render import palette
from toolkit.render.style import town_colour
from toolkit.source.style import COLOURS, INK, PAPER, Style
from toolkit.source.style_words import COMMON

TERRAIN = ("clear", "forest", "marsh", "mountain", "sea")
STYLES = COMMON.terrain
ARMIES = tuple(palette.army_colours([f"{i:02d}" for i in range(9)]).values())


@pytest.fixture(scope="module")
def style() -> Style:
    return real_game.compiled().style


def closest(colours: dict[str, str], blindness: str) -> float:
    return min(
        colour.distance(colours[a], colours[b], blindness) for a, b in itertools.combinations(colours, 2)
    )


@pytest.mark.parametrize("blindness", colour.BLINDNESS)
def test_terrain_tints_differ_for_every_eye(blindness: str) -> None:
    assert closest({kind: STYLES[kind].tint for kind in TERRAIN}, blindness) >= 11


@pytest.mark.parametrize("blindness", colour.BLINDNESS)
def test_army_colours_differ_for_every_eye(blindness: str) -> None:
    assert closest({str(i): value for i, value in enumerate(ARMIES)}, blindness) >= 11


@pytest.mark.parametrize("blindness", colour.BLINDNESS)
def test_nations_differ_for_every_eye(style: Style, blindness: str) -> None:
    assert closest({name: look.ground for name, look in style.nations.items()}, blindness) >= 8


@pytest.mark.parametrize("blindness", colour.BLINDNESS)
def test_sides_differ_for_every_eye(style: Style, blindness: str) -> None:
    assert colour.distance(style.sides["axis"].colour, style.sides["soviet"].colour, blindness) >= 11
    assert colour.distance(town_colour("axis", style), town_colour("soviet", style), blindness) >= 20


def test_kinds_that_look_most_alike_have_another_symbol() -> None:
    symbols = [STYLES[kind].symbol for kind in ("forest", "marsh", "mountain")]
    assert None not in symbols
    assert len(set(symbols)) == len(symbols)


def test_factors_can_be_read_on_both_faces(style: Style) -> None:
    assert {
        name for name, look in style.nations.items() if colour.contrast(look.ink, look.ground) < 4.5
    } == set()
    # The reduced face prints its factors in black on a pale band.
    assert colour.contrast(INK, PAPER) >= 4.5


@pytest.mark.parametrize(
    "ground",
    [*ARMIES, *COLOURS.values(), *(style.ground for style in COMMON.markers.values()), palette.NEUTRAL],
)
def test_text_on_grounds_can_be_read(ground: str) -> None:
    assert colour.contrast(palette.readable_on(ground), ground) >= 4.5


def test_contrast_of_known_pairs() -> None:
    assert palette.contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert palette.contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)
    assert palette.contrast("#123456", "#654321") == pytest.approx(colour.contrast("#123456", "#654321"))


def test_army_colours_do_not_depend_on_order() -> None:
    names = ["6A", "1PzA", "17A", "6A"]
    assert palette.army_colours(names) == palette.army_colours(reversed(names))
    assert len(set(palette.army_colours(names).values())) == 3
