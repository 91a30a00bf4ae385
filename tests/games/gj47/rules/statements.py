"""Chapters 1 and 2 and the errata: whether a game's data hold what the rulebook prints."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable
from itertools import pairwise

from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.data.charts import charts_of
from toolkit.games.gj47.rules.units import Owner
from toolkit.source.counters import Counter

HEX_KM = (20, 30)
COUNTERS = 252
YEAR = "1942"
NATIONS = {"axis": {"german", "hungarian", "italian", "romanian"}, "soviet": {"soviet"}}
PANZER_ARMIES = ("1PzA", "4PzA")
INFANTRY_ERRATA = ("44", "62", "68")
CAVALRY_ERRATA = ("79C", "110C")


def _of(game: CompiledGame, *kinds: str) -> tuple[Counter, ...]:
    return tuple(counter for counter in game.counters if counter.kind in kinds)


def _orders(game: CompiledGame, order: str) -> list[Counter]:
    return [counter for counter in game.counters if counter.chit and counter.chit.order == order]


def _roles(game: CompiledGame) -> Tally[str | None]:
    return Tally(counter.role for counter in _of(game, "marker"))


def _all(found: Iterable[bool]) -> bool:
    """Return whether there is something, and all of it holds."""
    answers = list(found)
    return bool(answers) and all(answers)


def two_sides_in_1942(game: CompiledGame) -> bool:
    """Return whether the counters belong to two sides and every turn lies in 1942."""
    sides = {counter.side for counter in game.counters if counter.side is not None}
    turns = charts_of(game).turn_track
    dated = all(YEAR in turn.dates["en"] for turn in turns)
    return sides == {owner.name.lower() for owner in Owner} and dated


def size_of_a_hex(game: CompiledGame) -> bool:
    """Return whether neighbouring hexes are 20 to 30 km apart."""
    return HEX_KM[0] <= game.map.grid.pitch <= HEX_KM[1]


def length_of_a_turn(game: CompiledGame) -> bool:
    """Return whether no month has more than two turns, and a month of two is split in halves."""
    dates = [turn.dates["en"] for turn in charts_of(game).turn_track]
    months = [date.split()[0] for date in dates]
    halves = all("half" in date for date in dates if months.count(date.split()[0]) > 1)
    return all(months.count(month) <= 2 for month in months) and halves


def axis_units_are_divisions(game: CompiledGame) -> bool:
    """Return whether every Axis combat unit is a division."""
    return _sizes(game, "axis") == {"division"}


def soviet_units_are_divisions_to_corps(game: CompiledGame) -> bool:
    """Return whether every Soviet combat unit is a division or a corps."""
    return _sizes(game, "soviet") == {"division", "corps"}


def one_map(game: CompiledGame) -> bool:
    """Return whether there is one grid with hexes."""
    return game.map.grid.columns * game.map.grid.rows > 0 and game.area_map is None


def one_sheet_of_counters(game: CompiledGame) -> bool:
    """Return whether there are 252 counters."""
    return len(game.counters) == COUNTERS


def one_die(game: CompiledGame) -> bool:
    """Return whether every chart that is rolled on has the rows of one six-sided die."""
    charts = charts_of(game)
    rows = (charts.crt.rows, charts.withdrawal.rows, charts.axis_reinforcement.rows)
    return all(len(found) == 6 for found in rows)


def the_whole_area(game: CompiledGame) -> bool:
    """Return whether towns lie in every quarter of the map."""
    grid = game.map.grid
    quarters = set()
    for place in game.map.places:
        column, row = divmod(place.hex, grid.rows)
        quarters.add((2 * column < grid.columns, 2 * row < grid.rows))
    return len(quarters) == 4


def hexes_with_neighbours(game: CompiledGame) -> bool:
    """Return whether every hex has two to six neighbours."""
    return all(2 <= sum(n >= 0 for n in row) <= 6 for row in game.map.grid.neighbours().tolist())


def symbols_of_the_setup(game: CompiledGame) -> bool:
    """Return whether every army of the counters has its symbols on the map."""
    armies = {counter.assignment for counter in game.counters if counter.kind in ("unit", "hq")}
    marked = {symbol.army for symbol in game.setup_hexes}
    return armies - {None, "second"} <= marked


def combat_results(game: CompiledGame) -> bool:
    """Return whether there is a combat results table with rising odds."""
    ratios = charts_of(game).crt.ratios
    return len(ratios) > 1 and all(low < high for low, high in pairwise(ratios))


def turn_track(game: CompiledGame) -> bool:
    """Return whether nine turns follow each other, each with its box."""
    turns = [turn.number for turn in charts_of(game).turn_track]
    return turns == list(range(1, 10)) == [box.index for box in game.boxes if box.kind == "turn"]


def soviet_track(game: CompiledGame) -> bool:
    """Return whether the track has nine columns, each with its box."""
    columns = len(charts_of(game).soviet_reinforcement.columns)
    boxes = [box.index for box in game.boxes if box.kind == "reinforcement"]
    return columns == 9 and boxes == list(range(1, 10))


def terrain_key(game: CompiledGame) -> bool:
    """Return whether every terrain of the map has a row in the key."""
    return all(charts_of(game).effect(kind) for kind in game.map.terrain_kinds)


def rail_box(game: CompiledGame) -> bool:
    """Return whether there is one rail box, for the Axis."""
    return [box.side for box in game.boxes if box.kind == "rail"] == ["axis"]


def withdrawal_table(game: CompiledGame) -> bool:
    """Return whether the table takes panzer, SS and infantry divisions."""
    return charts_of(game).withdrawal.classes == ("Pz", "SS", "Inf")


def axis_reinforcement_table(game: CompiledGame) -> bool:
    """Return whether the table names the six classes of 12.3."""
    wanted = ("Pz", "SS", "Inf", "Hun", "Rum", "It")
    return charts_of(game).axis_reinforcement.classes == wanted


def _sizes(game: CompiledGame, side: str) -> set[str | None]:
    return {counter.size for counter in game.counters if counter.kind == "unit" and counter.side == side}


def _backs(game: CompiledGame, symbol: str, numbers: tuple[str, ...]) -> dict[str, tuple[int, int, int]]:
    return {
        c.short: (c.reduced.attack, c.reduced.defence, c.reduced.movement)
        for c in _of(game, "unit")
        if c.symbol == symbol and c.short in numbers and c.reduced is not None
    }


def kinds_of_counters(game: CompiledGame) -> bool:
    """Return whether counters of these kinds, and only these, are there."""
    return {counter.kind for counter in game.counters} == {"unit", "hq", "chit", "marker"}


def nationality(game: CompiledGame) -> bool:
    """Return whether every unit has a nationality of its side."""
    return _all(c.nationality in NATIONS.get(c.side or "", ()) for c in _of(game, "unit", "hq"))


def branch(game: CompiledGame) -> bool:
    """Return whether every combat unit has a symbol."""
    return _all(bool(c.symbol) for c in _of(game, "unit"))


def army_of_the_setup(game: CompiledGame) -> bool:
    """Return whether every assignment of an Axis unit names an army of the set-up hexes."""
    armies = {symbol.army for symbol in game.setup_hexes}
    assigned = [c.assignment for c in _of(game, "unit") if c.side == "axis" and c.assignment]
    return _all(army in armies for army in assigned)


def name_of_a_unit(game: CompiledGame) -> bool:
    """Return whether every unit has a name, and a short one that is printed on it."""
    return _all(bool(c.short and c.names.en) for c in _of(game, "unit", "hq"))


def where_a_unit_starts(game: CompiledGame) -> bool:
    """Return whether Soviet combat units start in the front line, the second line or the pool."""
    soviet = [c.assignment for c in _of(game, "unit") if c.side == "soviet"]
    return {"front", "second", None} == set(soviet)


def strengths(game: CompiledGame) -> bool:
    """Return whether units that are not mechanised attack and defend with the same number."""
    faces = [
        face
        for c in _of(game, "unit", "hq")
        if not c.mechanised
        for face in (c.full, c.reduced)
        if face is not None
    ]
    return _all(face.attack == face.defence for face in faces)


def allowance(game: CompiledGame) -> bool:
    """Return whether every unit can move."""
    return _all(c.full is not None and c.full.movement > 0 for c in _of(game, "unit", "hq"))


def two_faces(game: CompiledGame) -> bool:
    """Return whether there are both kinds of backs, and none is stronger than its front."""
    units = [c for c in _of(game, "unit") if c.full is not None]
    backs = [(c.full, c.reduced) for c in units if c.full is not None and c.reduced is not None]
    weaker = _all(full.attack >= back.attack and full.defence >= back.defence for full, back in backs)
    return weaker and len(backs) < len(units)


def headquarters_on_foot(game: CompiledGame) -> bool:
    """Return whether no headquarters is mechanised."""
    return _all(not c.mechanised for c in _of(game, "hq"))


def kinds_of_headquarters(game: CompiledGame) -> bool:
    """Return whether panzer armies have two chits and all other headquarters one."""
    chits = Tally(c.chit.hq for c in _orders(game, "activate") if c.chit)
    wanted = {c.id: 1 + (c.assignment in PANZER_ARMIES) for c in _of(game, "hq")}
    return bool(wanted) and chits == wanted


def place_of_a_headquarters(game: CompiledGame) -> bool:
    """Return whether every headquarters that starts on the map has its printed place."""
    placed = {symbol.army for symbol in game.setup_hexes if symbol.kind == "hq"}
    return placed == {c.assignment for c in _of(game, "hq") if c.assignment}


def ranges(game: CompiledGame) -> bool:
    """Return whether every headquarters has a range, and no other unit."""
    return _all(bool(c.command_range) == (c.kind == "hq") for c in _of(game, "hq", "unit"))


def strength_of_headquarters(game: CompiledGame) -> bool:
    """Return whether every headquarters has a strength."""
    return _all(c.full is not None and c.full.defence > 0 for c in _of(game, "hq"))


def movement_of_headquarters(game: CompiledGame) -> bool:
    """Return whether every headquarters can move."""
    return _all(c.full is not None and c.full.movement > 0 for c in _of(game, "hq"))


def chits(game: CompiledGame) -> bool:
    """Return whether there are nineteen chits, each with an order."""
    found = _of(game, "chit")
    return len(found) == 19 and all(c.chit is not None for c in found)


def chits_of_headquarters(game: CompiledGame) -> bool:
    """Return whether every such chit names a headquarters of its side."""
    sides = {c.id: c.side for c in _of(game, "hq")}
    return _all(sides.get(c.chit.hq or "") == c.side for c in _orders(game, "activate") if c.chit)


def stavka(game: CompiledGame) -> bool:
    """Return whether there is one STAVKA chit, and it is Soviet."""
    return [c.side for c in _orders(game, "stavka")] == ["soviet"]


def reinforcement_chits(game: CompiledGame) -> bool:
    """Return whether each side has one."""
    return all(
        [c.side for c in _orders(game, f"{side}_reinforcement")] == [side] for side in ("axis", "soviet")
    )


def supply_chit(game: CompiledGame) -> bool:
    """Return whether there is one supply chit, and it belongs to nobody."""
    return [c.side for c in _orders(game, "supply")] == [None]


def turn_marker(game: CompiledGame) -> bool:
    """Return whether there is one."""
    return _roles(game)["turn"] == 1


def number_marker(game: CompiledGame) -> bool:
    """Return whether there is one."""
    return _roles(game)["soviet_reinforcement"] == 1


def fort_markers(game: CompiledGame) -> bool:
    """Return whether there are two, both Soviet."""
    return [c.side for c in _of(game, "marker") if c.role == "fort"] == ["soviet", "soviet"]


def errata_of_infantry(game: CompiledGame) -> bool:
    """Return whether these three show it."""
    return _backs(game, "infantry", INFANTRY_ERRATA) == dict.fromkeys(INFANTRY_ERRATA, (2, 2, 5))


def errata_of_cavalry(game: CompiledGame) -> bool:
    """Return whether these two show it."""
    return _backs(game, "cavalry", CAVALRY_ERRATA) == dict.fromkeys(CAVALRY_ERRATA, (1, 1, 5))
