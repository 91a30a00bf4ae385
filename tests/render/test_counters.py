"""Counters, chits and markers."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from lxml import etree

from tests import real_game, real_games
from tests.real_area_games import STORM, compiled
from toolkit.render.acting_units import ground_of
from toolkit.render.counters import draw_counter, factors_text
from toolkit.render.markers import draw_marker
from toolkit.render.palette import army_colours, contrast, readable_on
from toolkit.render.raster import rasterise
from toolkit.render.sheet import draw_counter_sheet
from toolkit.render.style import dressed, game_style, livery, marker_style
from toolkit.render.svg import Canvas
from toolkit.render.symbols import DRAWINGS, SIZES, Box, draw_symbol
from toolkit.source.branches import branches, other_words
from toolkit.source.counters import Counter, Factors
from toolkit.source.names import Names
from toolkit.source.style import COLOURS, PLAIN, Livery, SideStyle, Style
from toolkit.source.style_words import COMMON

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "schema" / "counters.schema.json").read_text(encoding="utf-8"))
FIELDS = SCHEMA["$defs"]["counter"]["properties"]


def counter(**values: object) -> Counter:
    fields: dict[str, object] = {
        "id": "x", "gpid": 1, "kind": "unit", "side": "axis", "nationality": "german", "short": "16",
        "names": Names("Sixteen"), "symbol": "infantry", "size": "division", "full": Factors(4, 4, 5),
        "reduced": Factors(2, 2, 5),
    }  # fmt: skip
    return Counter(**(fields | values))  # type: ignore[arg-type]


def texts(svg: str) -> list[str]:
    root = etree.fromstring(svg.encode())
    return [element.get("aria-label") for element in root.iter() if element.get("aria-label")]


def symbol(branch: str) -> str:
    canvas = Canvas(60, 40)
    draw_symbol(canvas, branch, Box(5, 5, 48, 30, "#000", "#fff", 2))
    return canvas.render()


def test_factors_as_printed() -> None:
    assert factors_text(Factors(4, 4, 5), mechanised=False) == "4-5"
    assert factors_text(Factors(5, 5, 6), mechanised=True) == "5-5-6"
    assert "4-5" in texts(draw_counter(counter()))
    assert "2-5" in texts(draw_counter(counter(), "reduced"))
    tank = counter(mechanised=True, full=Factors(4, 3, 6))
    assert "4-3-6" in texts(draw_counter(tank))


def test_both_faces_differ_and_one_step_has_a_blank_back() -> None:
    assert draw_counter(counter()) != draw_counter(counter(), "reduced")
    assert texts(draw_counter(counter(reduced=None), "reduced")) == []
    assert texts(draw_counter(counter(), "back")) == []


def test_name_army_and_range_are_on_it() -> None:
    hq = counter(kind="hq", symbol="hq", short="4PzA", assignment="6A", command_range=4, size="army")
    assert {"4PzA", "6A", "4", "HQ"} <= set(texts(draw_counter(hq)))
    assert "FRONT" in texts(draw_counter(counter(assignment="front", side="soviet")))
    assert "2nd" in texts(draw_counter(counter(assignment="second", side="soviet")))


def class_unit(**values: object) -> Counter:
    fields: dict[str, object] = {
        "full": None, "reduced": None, "unit_class": "panzer", "combat": 7, "own_steps": 4, "short": "14Pz",
    }  # fmt: skip
    return counter(**(fields | values))


def test_a_unit_of_one_value_shows_it_on_both_faces_and_its_steps_on_the_front() -> None:
    front, down = draw_counter(class_unit()), draw_counter(class_unit(), "back")
    assert {"14Pz", "7"} <= set(texts(front))
    assert {"14Pz", "7"} <= set(texts(down))
    cards = [svg.count('width="8.4"') for svg in (front, down, draw_counter(class_unit(own_steps=1)))]
    assert cards == [4, 0, 1]
    assert 'width="8.4"' not in draw_counter(class_unit(own_steps=0))


def test_a_unit_that_enters_later_names_its_turn() -> None:
    assert "2" in texts(draw_counter(class_unit(enters=2)))
    assert "2" not in texts(draw_counter(class_unit()))


def test_army_colour_is_the_games() -> None:
    colours = army_colours(["17A", "6A"])
    style = Style(armies=colours)
    assert colours["6A"] in draw_counter(counter(assignment="6A"), style=style)
    assert colours["17A"] in draw_counter(counter(assignment="17A"), style=style)


def test_an_editor_offers_every_word_that_has_a_drawing() -> None:
    offered = FIELDS["symbol"]["anyOf"][0]["enum"]
    assert offered == sorted(word for word in (*branches(), *other_words()) if word.isascii())
    assert DRAWINGS.keys() == set(branches())


def test_every_branch_has_a_drawing_of_its_own() -> None:
    drawn = [symbol(branch) for branch in branches()]
    assert len(set(drawn)) == len(branches())
    for word, branch in other_words().items():
        assert symbol(word) == symbol(branch)


@pytest.mark.parametrize("size", FIELDS["size"]["enum"])
def test_every_size_of_the_schema_has_marks(size: str) -> None:
    assert SIZES[size]


@pytest.mark.parametrize("game", ["gj47", "rattenkrieg"])
def test_every_nation_of_a_game_has_a_livery(game: str) -> None:
    path = ROOT / "source_data" / game / "game.yaml"
    said = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert said["nations"]
    assert set(said["nations"]) <= set(said["style"]["nations"])


def test_markers_of_control_are_flags_of_their_sides_and_others_look_as_their_words_do() -> None:
    style = real_game.compiled().style
    flag = marker_style("axis_control", style)
    assert (flag.shape, flag.ground, flag.caption) == ("flag", style.sides["axis"].colour, "AXIS")
    assert marker_style("soviet_reinforcement", style) == COMMON.markers["reinforcement"]
    assert marker_style("anything", style) == marker_style(None, style) == COMMON.markers["info"]
    assert marker_style("battle", Style(markers={"battle": flag})) == flag


def test_other_spellings_and_unknown_branches() -> None:
    assert symbol("rifle") == symbol("infantry")
    assert symbol("Jaeger") == symbol("jager")
    assert symbol("balloon") != symbol("infantry")
    assert "BAL" in texts(symbol("balloon"))
    etree.fromstring(symbol("").encode())


def test_corps_come_before_nations() -> None:
    style = real_game.compiled().style
    looks = style.nations
    assert livery(counter(pool_type="SS"), style) is looks["ss"]
    assert livery(counter(nationality="soviet", pool_type="G-Rifle"), style) is looks["guards"]
    assert livery(counter(nationality="soviet", pool_type="NKVD-Mot"), style) is looks["nkvd"]
    assert livery(counter(nationality="soviet", pool_type="Rifle"), style) is looks["soviet"]
    etree.fromstring(draw_counter(counter(nationality="martian"), style=style).encode())


def test_chits_of_a_side_have_the_same_back() -> None:
    one = counter(kind="chit", short="6A", full=None, reduced=None, symbol=None)
    other = counter(kind="chit", short="AXIS REINF", full=None, reduced=None, symbol=None)
    body = [draw_counter(chit, "back").split("</title>")[1] for chit in (one, other)]
    assert body[0] == body[1]
    assert texts(draw_counter(other)) == ["AXIS", "REINF"]


def test_a_hidden_chit_does_not_name_itself() -> None:
    # The picture's title would give away what the back hides.
    chit = counter(kind="chit", short="SECRET", full=None, reduced=None, symbol=None)
    assert "SECRET" not in draw_counter(chit, "back")


@pytest.mark.parametrize("role", COMMON.markers)
def test_markers(role: str) -> None:
    style = COMMON.markers[role]
    assert "7" in texts(draw_marker("7", style))
    assert draw_marker("7", style) != draw_marker("7", style, back=True)
    both = texts(draw_marker("a\nb", style))
    assert both[-2:] == ["a", "b"]


def test_text_is_escaped() -> None:
    svg = draw_marker('<&">', COMMON.markers["info"])
    assert '<&">' in texts(svg)


def test_small_counters_are_the_same_bytes_twice() -> None:
    pictures = [rasterise(draw_counter(counter(assignment="6A")), size=(60, 60)) for _ in range(2)]
    assert pictures[0] == pictures[1]


def test_sheet_shows_every_counter() -> None:
    listed = [counter(id=str(i), short=f"N{i}", assignment="6A" if i % 2 else None) for i in range(23)]
    shown = texts(draw_counter_sheet(listed, "Sheet & more", PLAIN))
    assert {f"N{i}" for i in range(23)} <= set(shown)
    assert {"Axis, 6A", "Axis, reserve pool"} <= set(shown)


def acting(**values: object) -> Counter:
    fields: dict[str, object] = {
        "side": "german", "short": "191/71", "full": None, "reduced": None, "fresh": Factors(3, 6, 2),
        "spent_defence": 5, "division": "inf71", "unit_class": "infantry", "starts": "field",
    }  # fmt: skip
    return counter(**(fields | values))


def test_a_unit_that_acts_shows_three_values_and_spent_only_its_defence() -> None:
    letters = {"field": "W"}
    assert texts(draw_counter(acting(), letters=letters)) == ["71", "191", "W", "3-6-2"]
    assert texts(draw_counter(acting(), "reduced", letters=letters)) == ["71", "191", "W", "5"]


def test_a_reinforcement_shows_its_turn_and_an_independent_unit_no_stripe() -> None:
    svg = draw_counter(acting(starts=None, enters=2, division=None, short="StuG 244"), letters={"field": "W"})
    assert texts(svg) == ["StuG 244", "2", "3-6-2"]
    # Without the letters of the map the start is left out.
    assert "W" not in texts(draw_counter(acting()))


def test_units_that_withdraw_are_black_and_spent_ones_paler() -> None:
    style = compiled(STORM)[0].style
    faces = {
        (side, black, spent): ground_of(acting(side=side, withdraws=black), style, is_spent=spent)
        for side in ("german", "soviet")
        for black in (False, True)
        for spent in (False, True)
    }
    assert faces["german", True, False] < "#303030"
    assert len({ground for (_, _, spent), ground in faces.items() if not spent}) == 3
    for (side, black, _), ground in faces.items():
        assert contrast(readable_on(ground), ground) >= 4.5
        assert contrast("#000000", faces[side, black, True]) > contrast("#000000", faces[side, black, False])


def test_divisions_that_start_together_have_their_own_colours() -> None:
    units = [unit for unit in compiled(STORM)[0].counters if unit.division is not None]
    colours = dressed(PLAIN, units).armies
    for area in {unit.starts for unit in units} - {None}:
        there = {unit.division for unit in units if unit.starts == area}
        assert len({colours[division] for division in there if division}) == len(there), area


def test_nations_without_a_livery_can_be_told_apart() -> None:
    units = [counter(id=name, nationality=name) for name in ("red", "blue", "elves", "dwarves", "german")]
    stated = {"german": real_game.compiled().style.nations["german"]}
    style = dressed(Style(nations=stated), units)
    looks = {unit.nationality: livery(unit, style) for unit in units}
    assert len({look.ground for look in looks.values()}) == len(units)
    assert looks["german"] is stated["german"]
    assert looks["red"].ground == COLOURS["red"]
    for look in looks.values():
        assert contrast(look.ink, look.ground) >= 4.5
    assert dressed(Style(nations=stated), reversed(units)) == style
    assert draw_counter(units[0], style=style) != draw_counter(units[1], style=style)


def test_a_nation_called_like_a_side_has_its_colour() -> None:
    units = [counter(id=name, nationality=name) for name in ("french", "austrian", "saxon")]
    stated = Style(sides={"french": SideStyle("#0b5fa5")})
    style = dressed(stated, units, ["french", "austrian"])
    grounds = [livery(unit, style).ground for unit in units]
    assert grounds[:2] == [style.sides[side].colour for side in ("french", "austrian")]
    assert len(set(grounds)) == 3
    # Another colour of the nation, where one is stated, comes first.
    white = {"french": Livery("#ffffff")}
    assert livery(units[0], dressed(replace(stated, nations=white), units, ["french"])) is white["french"]


def test_sides_have_the_colours_they_are_called_after_or_spare_ones() -> None:
    style = dressed(PLAIN, [], ["red", "blue_army", "northern", "southern"])
    colours = [style.sides[side].colour for side in ("red", "blue_army", "northern", "southern")]
    assert colours[:2] == [COLOURS["red"], COLOURS["blue"]]
    assert len(set(colours)) == 4


@pytest.mark.parametrize("game", ["rattenkrieg", "storm", "gj47"])
def test_sides_differ_on_the_faces_of_units_that_have_acted_too(game: str) -> None:
    """The colour with the most of a face is the side's, whichever face lies up."""
    parts = real_games.parts(game)
    style = game_style(parts.shop.game)
    units = [item for item in parts.shop.game.counters if item.kind == "unit"]
    for face in ("full", "reduced"):
        grounds: dict[str | None, set[str]] = {}
        for unit in units:
            found = re.search(r'<rect [^>]*fill="(#[0-9a-f]{6})"', draw_counter(unit, face, style))
            assert found is not None
            grounds.setdefault(unit.side, set()).add(found.group(1))
        one, other = grounds.values()
        assert not one & other
