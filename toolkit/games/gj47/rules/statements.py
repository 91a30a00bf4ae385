"""Chapters 1.0 to 2.1: what the game is, its scale, its parts, its map.  Statements: the data hold them.

Each function takes the compiled game and says whether its data hold what the rulebook prints.
"""

from __future__ import annotations

from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING

from toolkit.games.gj47.data.charts import charts_of
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.registry import Kind, rule, stated

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame

HEX_KM = (20, 30)
COUNTERS = 252
YEAR = "1942"


@stated(
    "1.0",
    "A game for two, on the southern part of the eastern front from June to December 1942.",
    place="The sides in game.yaml; the dates in charts/turn_track.yaml.",
    against="A third side, or a turn in 1943.",
)
def two_sides_in_1942(game: CompiledGame) -> bool:
    """Return whether the counters belong to two sides and every turn lies in 1942."""
    sides = {counter.side for counter in game.counters if counter.side is not None}
    turns = charts_of(game).turn_track
    dated = all(YEAR in turn.dates["en"] for turn in turns)
    return sides == {owner.name.lower() for owner in Owner} and dated


@stated(
    "1.0(1)1",
    "A hex is 20 to 30 km across.",
    place="grid.pitch_km in game.yaml.",
    against="A grid of 40 km.",
)
def size_of_a_hex(game: CompiledGame) -> bool:
    """Return whether neighbouring hexes are 20 to 30 km apart."""
    return HEX_KM[0] <= game.map.grid.pitch <= HEX_KM[1]


@stated(
    "1.0(1)2",
    "A turn is half a month to a month.",
    place="The dates in charts/turn_track.yaml: nine turns from June to December.",
    against="Nine turns that all lie in June.",
)
def length_of_a_turn(game: CompiledGame) -> bool:
    """Return whether no month has more than two turns, and a month of two is split in halves."""
    dates = [turn.dates["en"] for turn in charts_of(game).turn_track]
    months = [date.split()[0] for date in dates]
    halves = all("half" in date for date in dates if months.count(date.split()[0]) > 1)
    return all(months.count(month) <= 2 for month in months) and halves


@stated(
    "1.0(1)3",
    "Axis combat units are divisions.",
    place="size in counters/axis_*.yaml.",
    against="An Axis corps.",
)
def axis_units_are_divisions(game: CompiledGame) -> bool:
    """Return whether every Axis combat unit is a division."""
    return _sizes(game, "axis") == {"division"}


@stated(
    "1.0(1)4",
    "Soviet combat units are divisions to corps.",
    place="size in counters/soviet.yaml.",
    against="A Soviet army as one counter.",
)
def soviet_units_are_divisions_to_corps(game: CompiledGame) -> bool:
    """Return whether every Soviet combat unit is a division or a corps."""
    return _sizes(game, "soviet") == {"division", "corps"}


def _sizes(game: CompiledGame, side: str) -> set[str | None]:
    return {counter.size for counter in game.counters if counter.kind == "unit" and counter.side == side}


@rule(
    "1.0(2)", "Where a number is halved, the fraction is dropped.", Kind.DEFINITION, unclear=("U-01", "U-54")
)
def without_fraction(number: float) -> int:
    """Return a number without its fraction.

    What it checks
    --------------
    Strengths that attack across rivers (10.3(1)1).

    Legal example
    -------------
    A sum of 7 across a river attacks with 3.

    Illegal example
    ---------------
    It attacks with 4.

    Unclear points
    --------------
    U-01: what is added before it is halved. U-54: whether it bears on the half points of a march.
    """
    return floor(number)


@stated(
    "2.0(1)",
    "The game has one map.",
    place="The files of map/ make one grid.",
    against="A game without hexes.",
)
def one_map(game: CompiledGame) -> bool:
    """Return whether there is one grid with hexes."""
    return game.map.grid.columns * game.map.grid.rows > 0 and game.area_map is None


@stated(
    "2.0(2)",
    "The game has one sheet of 252 counters.",
    place="counters/*.yaml, counted.",
    against="A counter file that lacks one.",
)
def one_sheet_of_counters(game: CompiledGame) -> bool:
    """Return whether there are 252 counters."""
    return len(game.counters) == COUNTERS


@stated(
    "2.0(3)",
    "The game has one rulebook; an opaque cup and a die are the players' own.",
    place="The windows of help/; a box of kind cup or the module's cup; charts of one die.",
    against="A chart whose rows are not those of one die.",
)
def one_die(game: CompiledGame) -> bool:
    """Return whether every chart that is rolled on has the rows of one six-sided die."""
    charts = charts_of(game)
    rows = (charts.crt.rows, charts.withdrawal.rows, charts.axis_reinforcement.rows)
    return all(len(found) == 6 for found in rows)


@stated(
    "2.1(1)",
    "The map covers the area of the whole campaign.",
    place="map/towns.geojson: the towns of the campaign lie on the grid.",
    against="A map that ends at the Don.",
)
def the_whole_area(game: CompiledGame) -> bool:
    """Return whether towns lie in every quarter of the map."""
    grid = game.map.grid
    quarters = set()
    for place in game.map.places:
        column, row = divmod(place.hex, grid.rows)
        quarters.add((2 * column < grid.columns, 2 * row < grid.rows))
    return len(quarters) == 4


@stated(
    "2.1(1)1",
    "The grid of hexes says where counters stand and how they move.",
    place="grid in game.yaml; the neighbours worked out of it.",
    against="A hex without neighbours.",
)
def hexes_with_neighbours(game: CompiledGame) -> bool:
    """Return whether every hex has two to six neighbours."""
    return all(2 <= sum(n >= 0 for n in row) <= 6 for row in game.map.grid.neighbours().tolist())


@stated(
    "2.1(1)2",
    "Coloured symbols on the map are places of the set-up.",
    place="setup in map/*.yaml: the compiled set-up hexes.",
    against="A map without a place for the headquarters of 6A.",
)
def symbols_of_the_setup(game: CompiledGame) -> bool:
    """Return whether every army of the counters has its symbols on the map."""
    armies = {counter.assignment for counter in game.counters if counter.kind in ("unit", "hq")}
    marked = {symbol.army for symbol in game.setup_hexes}
    return armies - {None, "second"} <= marked


@stated(
    "2.1(2)1",
    "The combat results table is printed on the map.",
    place="charts/crt.yaml (10.4).",
    against="A table whose columns do not rise.",
)
def combat_results(game: CompiledGame) -> bool:
    """Return whether there is a combat results table with rising odds."""
    ratios = charts_of(game).crt.ratios
    return len(ratios) > 1 and all(low < high for low, high in pairwise(ratios))


@stated(
    "2.1(2)2",
    "The turn track is printed on the map.",
    place="charts/turn_track.yaml and the boxes of kind turn (5.0).",
    against="A track with a turn left out.",
)
def turn_track(game: CompiledGame) -> bool:
    """Return whether nine turns follow each other, each with its box."""
    turns = [turn.number for turn in charts_of(game).turn_track]
    return turns == list(range(1, 10)) == [box.index for box in game.boxes if box.kind == "turn"]


@stated(
    "2.1(2)3",
    "The Soviet reinforcement track is printed on the map.",
    place="charts/soviet_reinforcement.yaml and the boxes of kind reinforcement (12.2).",
    against="A track without a box for column 9.",
)
def soviet_track(game: CompiledGame) -> bool:
    """Return whether the track has nine columns, each with its box."""
    columns = len(charts_of(game).soviet_reinforcement.columns)
    boxes = [box.index for box in game.boxes if box.kind == "reinforcement"]
    return columns == 9 and boxes == list(range(1, 10))


@stated(
    "2.1(2)4",
    "The terrain key is printed on the map.",
    place="charts/terrain_effects.yaml (9.0, 10.0).",
    against="A terrain of the map without a row.",
)
def terrain_key(game: CompiledGame) -> bool:
    """Return whether every terrain of the map has a row in the key."""
    return all(charts_of(game).effect(kind) for kind in game.map.terrain_kinds)


@stated(
    "2.1(2)5",
    "The Axis rail transport box is printed on the map.",
    place="The box of kind rail (11.3, 12.4).",
    against="A rail box for the Soviets.",
)
def rail_box(game: CompiledGame) -> bool:
    """Return whether there is one rail box, for the Axis."""
    return [box.side for box in game.boxes if box.kind == "rail"] == ["axis"]


@stated(
    "2.1(2)6",
    "The German withdrawal table is printed on the map.",
    place="charts/withdrawal.yaml (11.2).",
    against="A table with a column for Romanians.",
)
def withdrawal_table(game: CompiledGame) -> bool:
    """Return whether the table takes panzer, SS and infantry divisions."""
    return charts_of(game).withdrawal.classes == ("Pz", "SS", "Inf")


@stated(
    "2.1(2)7",
    "The Axis reinforcement table is printed on the map.",
    place="charts/axis_reinforcement.yaml (12.3).",
    against="A table without a column for Italians.",
)
def axis_reinforcement_table(game: CompiledGame) -> bool:
    """Return whether the table names the six classes of 12.3."""
    wanted = ("Pz", "SS", "Inf", "Hun", "Rum", "It")
    return charts_of(game).axis_reinforcement.classes == wanted
