"""Chapter 3.3: each line with a case that has a line of communication and one that has none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.gj47.rules.country import Country, strip
from toolkit.games.gj47.rules import lines
from toolkit.games.gj47.rules.line_lengths import line_lengths, nearest_source
from toolkit.games.gj47.rules.line_ways import Passage, mountain_passage
from toolkit.games.gj47.rules.readings import settle
from toolkit.games.gj47.rules.terrain import ROAD
from toolkit.games.gj47.rules.units import Owner

# A railway from the western edge to 0505; the source of the Axis is 0105, that of the Soviets 1405.
RAIL = "0105 0205 0305 0405 0505"
SOURCES = ("0105", "1405")


def axis(unit: str, soviet: str = "", *, fixed: dict[str, str] | None = None, **more: Any) -> bool:
    """Return whether an Axis unit at a hex has a line, with Soviet units in hexes."""
    return supplied({"A": unit}, soviet, "A", fixed=fixed or {}, **more)


def supplied(own: dict[str, str], enemies: str, name: str, **more: Any) -> bool:
    foes = {f"S{i}": f"Rifle {number}" for i, number in enumerate(enemies.split())}
    country = Country(own, foes, **{"lines": {"rail": RAIL}, "sources": SOURCES} | more)
    return lines.has_line(country.position, country.unit(name), country.rulings())


def soviet(unit: str, enemies: str = "", **more: Any) -> bool:
    """Return whether a Soviet unit at a hex has a line, with Axis units in hexes."""
    foes = {f"G{i}": f"Inf {number}" for i, number in enumerate(enemies.split())}
    country = Country(foes, {"S": unit}, **{"lines": {"rail": RAIL}, "sources": SOURCES} | more)
    return lines.has_line(country.position, country.unit("S"), country.rulings())


def test_3_3_a_line_leads_from_a_source() -> None:
    """3.3: with a source there is a line, without one there is none."""
    assert soviet("Rifle 0910")
    assert not soviet("Rifle 0910", sources=("0105", ""))
    assert not axis("Inf 0505", sources=("", "1405"))


def test_3_3_off_the_map() -> None:
    """3.3: what is not on the map has no line."""
    assert not axis("Inf pool")


def test_3_3_maps_for_everybody() -> None:
    """3.3: one map for all units of a side, and the list of those cut off."""
    country = Country(
        {"A": "Inf 0503", "B": "Inf 1403", "C": "Inf pool"}, lines={"rail": RAIL}, sources=SOURCES
    )
    rulings = country.rulings()
    assert country.called(lines.without_line(country.position, Owner.AXIS, rulings)) == {"B"}
    for number in ("0105", "0505", "1105"):
        assert lines.reaches(country.position, Owner.AXIS, country.hex(number), rulings)
    assert not lines.reaches(country.position, Owner.AXIS, country.hex("1205"), rulings)


@pytest.mark.parametrize(
    ("enemies", "more", "has"),
    [
        ("", {}, True),
        ("0305", {}, False),  # a unit on the railway
        ("0304", {}, False),  # its zone over the railway
        ("0303", {}, True),  # two hexes away
        ("", {"towns": "0305", "west": ""}, False),  # a town the enemy holds
        ("", {"towns": "0305", "west": "0305"}, True),
        ("", {"vp": "0305", "west": ""}, True),  # a VP hex without a town is no town
        ("", {"terrain": strip(city="0305")}, False),  # a city he holds
    ],
)
def test_3_3_1_what_bars_a_line(enemies: str, more: dict[str, Any], has: bool) -> None:
    """3.3(1): enemy units, towns and zones."""
    assert axis("Inf 0505", enemies, **{"terrain": strip("0304", "0303"), **more}) is has
    assert soviet("Rifle 0105", enemies.replace("03", "13", 1), terrain=strip("1304", "1303")) is (
        has or not enemies
    )


def test_3_3_1_own_units_lift_zones() -> None:
    """3.3(1): an own unit in a hex of the railway keeps it open."""
    coast = {"terrain": strip("0306")}  # beside 0205, 0305 and 0405
    assert not supplied({"A": "Inf 0505"}, "0306", "A", **coast)
    guards = {"A": "Inf 0505", "B": "Inf 0205", "C": "Inf 0305", "D": "Inf 0405"}
    assert supplied(guards, "0306", "A", **coast)
    assert not supplied({"A": "Inf 0505", "B": "Inf 0305"}, "0306", "A", **coast)  # two gaps are left


def test_3_3_1_a_source_in_an_enemy_zone() -> None:
    """3.3(1): a source beside an enemy serves where an own unit stands on it; one under him never (U-56)."""
    assert not axis("Inf 0605", "0104")
    assert supplied({"A": "Inf 0605", "B": "Inf 0105"}, "0103", "A")
    assert supplied({"A": "Inf 0105"}, "0104", "A")
    assert not axis("Inf 0605", "0105")


@pytest.mark.parametrize(
    ("value", "over_river", "up_hill"),
    [
        ("everywhere", False, False),
        ("not-over-great-river", True, False),
        ("not-into-mountain", False, True),
        ("neither", True, True),
    ],
)
def test_3_3_1_how_far_zones_reach(value: str, over_river: bool, up_hill: bool) -> None:
    """3.3(1): U-15, a zone over a great river and one into mountains."""
    river = {"great": "0304/0305"}
    assert axis("Inf 0505", "0304", terrain=strip("0304"), sides=river, fixed={"U-15": value}) is over_river
    hill = strip("0304", mountain="0305")
    road = {"lines": {"rail": RAIL, "road": "0205 0305 0405"}}
    assert axis("Inf 0505", "0304", terrain=hill, fixed={"U-15": value}, **road) is up_hill


@pytest.mark.parametrize(("value", "has"), [("no-effect", False), ("no-zoc", True)])
def test_3_3_1_zones_between_cities(value: str, has: bool) -> None:
    """3.3(1): U-22, a zone between neighbouring city hexes."""
    cities = strip("0304", city="0304 0305")
    assert axis("Inf 0505", "0304", fixed={"U-22": value}, terrain=cities, west="0304 0305") is has


@pytest.mark.parametrize(
    ("value", "through", "beside"),
    [("blocks-only", False, True), ("as-unit", False, False), ("nothing", True, True)],
)
def test_3_3_1_a_fort_without_a_unit(value: str, through: bool, beside: bool) -> None:
    """3.3(1): U-37, whether a fort bars lines in its hex and beside it."""
    board: dict[str, Any] = {"terrain": strip("0304"), "fixed": {"U-37": value}}
    assert axis("Inf 0505", forts={"0305": 1}, **board) is through
    assert axis("Inf 0505", forts={"0304": 1}, **board) is beside
    assert axis("Inf 0505", "0305", forts={"0305": 1}, **board) is False


def test_3_3_1_a_fort_lifts_zones_for_its_side() -> None:
    """3.3(1), 14.2(2): a Soviet line goes through a fort's hex in an enemy zone (U-63)."""
    board = {"terrain": strip("1304")}  # beside 1305 only
    assert not soviet("Rifle 1005", "1304", **board)
    assert soviet("Rifle 1005", "1304", forts={"1305": 1}, **board)
    assert not soviet("Rifle 1005", "1305", forts={"1305": 1}, **board)


@pytest.mark.parametrize(("value", "has"), [("any-entry", True), ("movement-only", False)])
def test_3_3_1_a_town_entered_by_retreat(value: str, has: bool) -> None:
    """3.3(1): U-33, who holds a town decides whether a line goes through it."""
    more: dict[str, Any] = {"towns": "0305", "terrain": {"sea": "0106 0206 0306 0406 0104 0204 0304 0404"}}
    country = Country({"A": "Inf 0505"}, lines={"rail": RAIL}, sources=SOURCES, fixed={"U-33": value}, **more)
    country.position.take_control(Owner.AXIS, country.hex("0305"), moving=False)
    assert lines.has_line(country.position, 0, country.rulings()) is has


def test_3_3_2_sea_and_great_rivers() -> None:
    """3.3(2): no line over the sea, but over a great river without a bridge."""
    strait = " ".join(f"07{row:02}" for row in range(1, 11))
    assert not soviet("Rifle 0505", terrain={"sea": strait})
    bank = {
        "great": " ".join(f"07{r:02}/08{r:02} 07{r:02}/08{r - 1:02}" for r in range(2, 11)) + " 0701/0801"
    }
    assert soviet("Rifle 0505", sides=bank)


@pytest.mark.parametrize(("value", "has"), [("blocked", False), ("side-open", True)])
def test_3_3_2_impassable_sides(value: str, has: bool) -> None:
    """3.3(2): U-56, a line over an impassable side."""
    wall = {
        "closed": " ".join(f"07{r:02}/08{r:02} 07{r:02}/08{r - 1:02}" for r in range(2, 11)) + " 0701/0801"
    }
    assert soviet("Rifle 0505", sides=wall, fixed={"U-56": value}) is has


RANGE = {"mountain": " ".join(f"07{row:02}" for row in range(1, 11))}


@pytest.mark.parametrize(
    ("unit", "road", "has"),
    [
        ("Rifle 0705", "", True),  # the mountain hex itself
        ("Rifle 0605", "", False),  # behind it
        ("Rifle 0605", "0805 0705 0605", True),  # over the pass
        ("Rifle 0605", "0805 0705", False),  # a road that ends on the mountain
        ("Rifle 0605", "0705 0605", False),  # one that begins there
    ],
)
def test_3_3_3_mountains(unit: str, road: str, has: bool) -> None:
    """3.3(3): through mountains by road only; without one the first mountain hex is the end."""
    more = {"lines": {"road": road, "rail": RAIL}} if road else {}
    assert soviet(unit, terrain=RANGE, **more) is has


def test_3_3_3_a_railway_is_no_road() -> None:
    """3.3(3): a line does not follow a railway over a mountain; the hex is its end."""
    hill = {"terrain": strip(mountain="0305")}
    assert axis("Inf 0305", **hill)
    assert not axis("Inf 0405", **hill)
    assert axis("Inf 0405", **hill, lines={"rail": RAIL, "road": "0205 0305 0405"})


@pytest.mark.parametrize(("value", "has"), [("by-road", False), ("any-way", True)])
def test_3_3_3_leaving_a_mountain(value: str, has: bool) -> None:
    """3.3(3): U-66, a line that came by road and leaves the mountain hex off the road."""
    more = {"lines": {"road": "0805 0705", "rail": RAIL}, "fixed": {"U-66": value}}
    assert soviet("Rifle 0605", terrain=RANGE, **more) is has


def test_3_3_3_the_road_itself_is_what_counts() -> None:
    """3.3(3): the statement for single steps."""
    country = Country(terrain={"mountain": "0505"})
    board = country.data.board
    reading = settle(country.rulings(), lambda found: found)
    inside, outside = country.hex("0505"), country.hex("0504")
    assert mountain_passage(board, outside, inside, 0, reading) is Passage.ENDS
    assert mountain_passage(board, outside, inside, ROAD, reading) is Passage.THROUGH
    assert mountain_passage(board, inside, outside, 0, reading) is Passage.CLOSED
    assert mountain_passage(board, outside, outside, 0, reading) is Passage.THROUGH


def test_3_3_4_soviet_lines_are_endless() -> None:
    """3.3(4): thirteen hexes off any railway."""
    assert soviet("Rifle 0101")
    assert not axis("Inf 1310", sources=("0105", "1405"))


@pytest.mark.parametrize(("hex_", "has"), [("0505", True), ("1105", True), ("1205", False), ("1110", False)])
def test_3_3_5_six_hexes_off_the_railway(hex_: str, has: bool) -> None:
    """3.3(5): six hexes beyond unbroken rail, not seven."""
    assert axis(f"Inf {hex_}") is has


def test_3_3_5_a_cut_railway() -> None:
    """3.3(5): behind a cut the railway counts as open country."""
    assert axis("Inf 1105", terrain=strip())
    assert not axis("Inf 1105", "0405", terrain=strip())
    assert not axis("Inf 1105", lines={"rail": "0105 0205,0305 0405 0505"}, terrain=strip())
    assert axis("Inf 0805", lines={"rail": "0105 0205,0305 0405 0505"}, terrain=strip())


def test_3_3_5_way_around() -> None:
    """3.3(5): the six hexes are those of the way, not of the crow."""
    wall = {"sea": "0701 0702 0703 0704 0705 0706 0707"}
    assert not axis("Inf 0805", terrain=wall)
    assert axis("Inf 0705")


@pytest.mark.parametrize(
    ("value", "german", "ally", "rejoined"),
    [("all-axis", False, False, False), ("rejoin", False, False, True), ("german-only", False, True, False)],
)
def test_3_3_5_allies_and_railways_joined_again(value: str, german: bool, ally: bool, rejoined: bool) -> None:
    """3.3(5): U-34."""
    fixed = {"U-34": value}
    assert axis("Inf 1205", fixed=fixed) is german
    assert axis("Rum 1205", fixed=fixed) is ally
    # A second railway begins two hexes behind the end of the first.
    again = {"lines": {"rail": RAIL + ",0705 0805 0905"}}
    assert axis("Inf 1305", fixed=fixed, **again) is rejoined


def test_10_6_6_distance_to_the_source() -> None:
    """10.6(6): U-29, what a retreat shortens: the way to a source or the shortest line."""
    wall = " ".join(f"07{row:02}" for row in range(1, 11))
    country = Country(lines={"rail": RAIL}, sources=SOURCES, terrain={"sea": wall})
    position, rulings = country.position, country.rulings()
    near, far = country.hex("0505"), country.hex("0905")
    board = country.data.board
    assert (nearest_source(board, Owner.AXIS, near), nearest_source(board, Owner.AXIS, far)) == (4, 8)
    line = settle(rulings, lambda reading: line_lengths(position, Owner.AXIS, reading, rulings))
    assert (line[near], line[far]) == (4, lines.NO_LINE)


def test_10_6_6_no_source_at_all() -> None:
    """10.6(6): without sources no hex is nearer than another."""
    country = Country()
    assert nearest_source(country.data.board, Owner.AXIS, country.hex("0505")) == lines.NO_LINE
