"""Set-ups against the map and the counters: symbols, places, and what chapter 4 asks of a start.

Chapter 4 is asked of the rules, which judge a start as they judge the set-up of players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from toolkit.compile.free_setups import check_free_setups
from toolkit.compile.game import assembled
from toolkit.diagnostics import Finding, Place, Severity
from toolkit.games.gj47.rules.start import illegal_in
from toolkit.geometry.map import Map
from toolkit.source.game import GameSource
from toolkit.source.setups import Setup

# A front-line hex farther from every start hex of the other side does not face him.
FRONT_DISTANCE = 2


def check_setups(source: GameSource, game_map: Map) -> list[Finding]:
    """Return everything wrong with the symbols and places of a game's set-ups.

    Returns
    -------
    list of Finding
        Symbols: ``SET040`` hex not on the map, ``SET041`` in the sea, ``SET042`` on the wrong side of the
        start line, ``SET043`` (warning) a front-line hex that faces nobody.
        Places: ``SET010`` unknown counter, ``SET011`` unknown hex or box, ``SET012`` counter without a place,
        ``SET013`` hex in the sea, ``SET028`` unit without a mark in no pool of its side.
    """
    kinds = {kind.id for kind in source.definition.terrain if kind.is_sea}
    terrain = {game_map.grid.number(h): game_map.terrain_kinds[t] for h, t in enumerate(game_map.terrain)}
    sea = {number for number, kind in terrain.items() if kind in kinds}
    findings = [*_check_symbols(source, game_map, sea), *check_free_setups(source, terrain)]
    for setup in source.setups:
        findings += _check_places(setup, source, sea)
    return findings


def check_starts(source: GameSource, game_map: Map) -> Iterator[Finding]:
    """Yield ``SET035`` for what chapter 4 forbids in the set-ups of a source that is sound otherwise."""
    game = assembled(source, game_map)
    for setup in source.setups:
        for counter, verdict in illegal_in(game, setup.id):
            data = {"counter": counter} if counter else {}
            place = _where(setup, counter)
            yield Finding("SET035", Severity.ERROR, verdict.reason, place, verdict.rules[0], data)


def _check_symbols(source: GameSource, game_map: Map, sea: Collection[str]) -> Iterator[Finding]:
    known = []
    for symbol in source.setup_hexes:
        number = symbol.hex
        try:
            h = game_map.grid.hex(number)
        except ValueError as error:
            yield _finding(
                "SET040", f"set-up hex {number} of {symbol.army} is not on the map: {error}", symbol.place
            )
            continue
        known.append((symbol, h))
        if number in sea:
            text = f"set-up hex {number} of {symbol.army} lies in the sea"
            yield _finding("SET041", text, symbol.place)
        if not _on_side(game_map, h, symbol.side):
            text = f"set-up hex {number} of {symbol.army} lies on the enemy's side of the start line"
            yield _finding("SET042", text, symbol.place, "3.4(1)")
    enemies = [(symbol.side, h) for symbol, h in known if symbol.kind != "hq"]
    for symbol, h in known:
        if symbol.kind != "front":
            continue
        distances = [game_map.grid.distance(h, other) for side, other in enemies if side != symbol.side]
        if distances and min(distances) > FRONT_DISTANCE:
            text = f"front-line hex {symbol.hex} is {min(distances)} hexes from the nearest enemy set-up hex"
            yield _finding("SET043", text, symbol.place, severity=Severity.WARNING, distance=min(distances))


def _check_places(setup: Setup, source: GameSource, sea: Collection[str]) -> Iterator[Finding]:
    boxes = {box.id: box for box in source.boxes}
    for counter in source.counters:
        id, place = counter.id, _where(setup, counter.id)
        number, box = setup.on_map.get(id), boxes.get(setup.in_boxes.get(id, ""))
        unmarked = counter.kind in ("unit", "hq") and counter.assignment is None
        if id not in setup.placements:
            text = f"set-up {setup.id} has no place for {id}"
            yield _finding("SET012", text, _where(setup, ""), "4.0", counter=id)
        elif number in sea:
            yield _finding("SET013", f"{id} stands in the sea hex {number}", place, "9.0", counter=id)
        elif box is not None and unmarked and (box.kind, box.side) != ("pool", counter.side):
            text = f"{id} has no set-up mark and belongs in its side's pool, not in {box.id}"
            yield _finding("SET028", text, place, "4.0(5)", counter=id)


def _on_side(game_map: Map, h: int, side: str) -> bool:
    """Return whether a hex is not on the enemy's side of the start line; True without such a line.

    The line may cut a hex whose centre lies beyond it: a town there shows whose it is.
    """
    if any(place.hex == h and place.control == side for place in game_map.places):
        return True
    own = game_map.hex_features.get(f"start_{side}")
    others = [flags for name, flags in game_map.hex_features.items() if name.startswith("start_")]
    return own is None or bool(own[h]) or not any(bool(flags[h]) for flags in others)


def _where(setup: Setup, counter: str) -> Place:
    place = setup.where.get(counter, Place())
    number = setup.on_map.get(counter)
    return place if number is None else replace(place, hex=number)


def _finding(
    code: str,
    message: str,
    place: Place,
    citation: str | None = None,
    severity: Severity = Severity.ERROR,
    **data: object,
) -> Finding:
    return Finding(code, severity, message, place, citation, data)
