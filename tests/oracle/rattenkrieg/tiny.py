"""A table for the examples: the reconstructed map and counters typed a second time, positions in a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.oracle.rattenkrieg.cards import GERMAN, PACK, SOVIET
from tests.oracle.rattenkrieg.ch03_setup import full_steps
from tests.oracle.rattenkrieg.world import AWAY, REAR, Piece, State, World, settle_control

NORMAL = ("orlovka", "rynok", "gorodishche", "airfield", "mamayev_kurgan", "minina")
URBAN = (
    "tractor_factory",
    "workers_settlement",
    "factory_district",
    "tennis_racket",
    "red_square",
    "south_stalingrad",
)
EDGES = """
    orlovka tractor_factory / airfield mamayev_kurgan / tractor_factory workers_settlement
    mamayev_kurgan factory_district / workers_settlement mamayev_kurgan / workers_settlement factory_district
    german_rear airfield / german_rear orlovka / soviet_rear factory_district / soviet_rear tennis_racket
    soviet_rear red_square / rynok orlovka / rynok tractor_factory / german_rear rynok
    orlovka gorodishche / orlovka workers_settlement / gorodishche workers_settlement
    gorodishche airfield / german_rear gorodishche / tractor_factory factory_district
    mamayev_kurgan tennis_racket / mamayev_kurgan red_square / factory_district tennis_racket
    tennis_racket red_square / airfield red_square / airfield minina / german_rear minina
    red_square minina / red_square south_stalingrad / minina south_stalingrad
    german_rear south_stalingrad
"""
PIECES = """
    14pz german panzer 7 1 / 24pz german panzer 7 1 / 29mot german motorised 5 1
    71 german infantry 3 1 / 295 german infantry 3 1 / 389 german infantry 3 1
    16pz german panzer 7 2 / 100j german infantry 3 2
    13gds soviet guards 4 1 / 39gds soviet guards 4 3 / t34 soviet tank 2 1
    rifle_1 soviet rifle 2 1 / rifle_2 soviet rifle 2 1 / rifle_3 soviet rifle 2 1
    rifle_4 soviet rifle 2 1 / rifle_5 soviet rifle 2 1 / rifle_6 soviet rifle 2 1
"""


def _words(text: str) -> list[list[str]]:
    return [entry.split() for line in text.strip().splitlines() for entry in line.split("/")]


def board() -> World:
    """Return the map and the counters."""
    kinds = dict.fromkeys(NORMAL, "normal") | dict.fromkeys(URBAN, "urban")
    kinds |= dict.fromkeys(REAR.values(), "rear")
    near: dict[str, set[str]] = {area: set() for area in kinds}
    for one, other in _words(EDGES):
        near[one].add(other)
        near[other].add(one)
    pieces = {}
    for id, side, kind, strength, entry in _words(PIECES):
        steps = {"panzer": 4, "motorised": 3, "guards": 3, "infantry": 2, "rifle": 1, "tank": 0}[kind]
        pieces[id] = Piece(id, side, kind, int(strength), 1 if id == "100j" else steps, int(entry))
    return World(kinds, {area: frozenset(beside) for area, beside in near.items()}, pieces)


def scene(
    where: Mapping[str, str],
    *,
    german: Sequence[str] = (),
    hands: Mapping[str, Sequence[str]] | None = None,
    steps: Mapping[str, Sequence[str]] | None = None,
    isolated: Sequence[str] = (),
    down: Sequence[str] = (),
    actor: str = GERMAN,
) -> tuple[World, State]:
    """Return a position: units and their areas, the areas that the Germans control, cards, states.

    Units without named steps get their number from the pack; the rest of the pack is the deck.
    """
    world, state = board(), State(actor=actor)
    state.control = {area: GERMAN if area in german else SOVIET for area in world.areas}
    state.where = dict.fromkeys(world.pieces, AWAY) | dict(where)
    state.isolated, state.down = set(isolated), set(down)
    state.hand = {side: list((hands or {}).get(side, ())) for side in (GERMAN, SOVIET)}
    named = dict(steps or {})
    used = {card for cards in (*state.hand.values(), *named.values()) for card in cards}
    rest = [card for card in PACK if card not in used]
    for unit, spot in where.items():
        count = full_steps(world, unit) if spot in world.kinds else 0
        state.steps[unit] = list(named[unit]) if unit in named else [rest.pop(0) for _ in range(count)]
    state.deck = rest
    for area in world.areas:
        if not state.isolated & {u for u, spot in state.where.items() if spot == area}:
            settle_control(world, state, area)
    return world, state
