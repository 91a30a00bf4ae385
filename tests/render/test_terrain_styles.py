"""Kinds of terrain by their words: what a maker writes looks as everybody expects."""

from __future__ import annotations

from toolkit.render.palette import luminance, rgb
from toolkit.render.terrain_styles import terrain_styles
from toolkit.source.style import PLAIN, Style, TerrainStyle


def test_woods_are_green_and_lakes_are_water() -> None:
    styles = terrain_styles(("open", "woods", "lake"), PLAIN)
    red, green, blue = rgb(styles["woods"].tint)
    assert green > max(red, blue)
    assert styles["woods"].symbol == "tree"
    assert styles["lake"].is_water
    assert not styles["open"].is_water


def test_kinds_of_one_word_differ_and_the_later_is_darker() -> None:
    styles = terrain_styles(("light_woods", "woods", "dense_woods"), PLAIN)
    shades = [luminance(style.tint) for style in styles.values()]
    assert shades == sorted(shades, reverse=True)
    assert len(set(shades)) == 3


def test_unknown_kinds_have_spare_styles_and_stated_ones_their_own() -> None:
    stated = TerrainStyle("#abcdef", "#123456")
    styles = terrain_styles(("clear", "zig", "zag", "own"), Style(terrain={"own": stated}))
    assert styles["own"] is stated
    assert len({style.tint for style in styles.values()}) == 4
