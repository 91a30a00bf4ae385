"""Storm against what the texts say of it, and against itself: nothing is a copy of its neighbour."""

from __future__ import annotations

import json
from collections import Counter as Tally
from collections.abc import Hashable, Mapping
from itertools import combinations

import numpy as np
import pytest

from tests.real_area_games import STORM, compiled, read
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.compile.origins import count_origins, origins_by_layer
from toolkit.source.action_cards import ActionCard
from toolkit.source.counters import Counter
from toolkit.source.game import load_game

# From the right edge to the left, as a report of a game has them.
VICTORY = (
    "tractor_factory", "barrikady", "red_october", "tennis_racket", "station_1", "grain_silo", "station_2",
)  # fmt: skip
NAMED = {
    *VICTORY, "mamayev_kurgan", "october_park", "hospital", "central_ravine", "tsaritsa_woods",
    "army_barracks", "south_ferry",
}  # fmt: skip
FERRIES = {"ferry_south", "ferry_central", "ferry_north"}


def game() -> CompiledGame:
    return compiled(STORM)[0]


def properties() -> dict[str, Mapping[str, str]]:
    return dict(zip(game().areas.ids, game().areas.properties, strict=True))


def neighbours(id: str) -> set[str]:
    areas = game().areas
    return {areas.ids[i] for i in areas.neighbours(areas.index(id)).tolist()}


def landed(ferry: str) -> set[str]:
    """Return the areas that a ferry box leads to."""
    areas = game().areas
    return {areas.ids[link.end] for link in areas.links if areas.ids[link.start] == ferry}


def units(side: str | None = None) -> list[Counter]:
    return [c for c in game().counters if c.kind == "unit" and side in (None, c.side)]


def test_nothing_is_found_in_it() -> None:
    assert (*read(STORM)[1], *compiled(STORM)[1]) == ()


def test_json_both_ways() -> None:
    again = CompiledGame.from_json(json.loads(game().to_bytes()))
    assert again.to_bytes() == game().to_bytes()
    assert again.action_cards == game().action_cards
    assert again.counters == game().counters
    assert again.turns == game().turns


def test_two_compilations_give_the_same_bytes() -> None:
    again, _ = compile_game(load_game(STORM)[0])
    assert again.to_bytes() == game().to_bytes()


# The map


def test_the_seven_lie_along_the_river_from_right_to_left() -> None:
    areas = game().areas
    found = {id for id, values in properties().items() if values.get("victory") == "true"}
    assert found == set(VICTORY)
    middles = [float(areas.points_of(areas.index(id), "label")[0][0]) for id in VICTORY]
    assert middles == sorted(middles, reverse=True)
    for id in VICTORY:
        assert (properties()[id]["terrain"], properties()[id]["riverside"]) == ("3", "true")
    assert all(values.get("terrain") != "3" for id, values in properties().items() if id not in VICTORY)


def test_west_is_up_and_the_river_is_below() -> None:
    areas = game().areas
    bottom = max(shape.bounds[3] for shape, box in zip(areas.shapes, areas.is_box, strict=True) if not box)
    top = min(shape.bounds[1] for shape in areas.shapes)
    for i, id in enumerate(areas.ids):
        if areas.is_box[i]:
            continue
        low, high = float(areas.shapes[i].bounds[3]), float(areas.shapes[i].bounds[1])
        # A shore is where an area's lower edge is, and the Germans come from the upper edge.
        assert (properties()[id].get("riverside") == "true") == (low > bottom - 60), id
        assert (properties()[id].get("entry") == "true") == (
            high < top + 1 and properties()[id]["control"] == "german"
        ), id


def test_areas_known_by_name_say_so() -> None:
    areas = game().areas
    sourced = {id for i, id in enumerate(areas.ids) if areas.origin(i, "name").kind in ("rules", "published")}
    assert sourced == NAMED
    assert all(properties()[id]["control"] == "soviet" for id in NAMED)


def test_ferry_boxes_lead_to_the_shore_and_nothing_leads_into_them() -> None:
    areas = game().areas
    assert {id for id, box in zip(areas.ids, areas.is_box, strict=True) if box} == FERRIES
    assert {kind for id, kind in zip(areas.ids, areas.kinds, strict=True) if id in FERRIES} == {"ferry"}
    assert all(link.kind == "ferry" and link.one_way for link in areas.links)
    reached = [id for ferry in sorted(FERRIES) for id in landed(ferry)]
    assert len(reached) == len(set(reached))
    assert all(properties()[id].get("riverside") == "true" for id in reached)
    assert all(landed(ferry) and not neighbours(ferry) for ferry in FERRIES)


def test_no_area_is_a_copy_of_its_neighbour() -> None:
    areas = game().areas
    crossed = {id: frozenset(ferry for ferry in FERRIES if id in landed(ferry)) for id in areas.ids}

    def matters(id: str) -> Hashable:
        values = {key: value for key, value in properties()[id].items() if key != "letter"}
        return tuple(sorted(values.items())), crossed[id]

    for id in set(areas.ids) - FERRIES:
        for other in neighbours(id):
            # Whoever holds one of the two stands next to other areas than in the other.
            assert neighbours(id) - {other} != neighbours(other) - {id}, (id, other)
            ways = len(neighbours(id)), len(neighbours(other))
            start = [{u.id for u in units() if u.starts == place} for place in (id, other)]
            assert matters(id) != matters(other) or ways[0] != ways[1] or start[0] != start[1], (id, other)
    assert len({frozenset(landed(ferry)) for ferry in FERRIES}) == len(FERRIES)


def test_every_area_has_room_for_its_markers() -> None:
    areas = game().areas
    for i, id in enumerate(areas.ids):
        if id in FERRIES:
            continue
        for role in ("control", "fire_german", "fire_soviet", "label"):
            assert len(areas.points_of(i, role)) == 1, (id, role)
        assert len(areas.points_of(i, "piece")) >= 3, id
    letters = [values["letter"] for values in properties().values() if "letter" in values]
    assert sorted(letters) == [chr(ord("A") + k) for k in range(26)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("grain_silo", "tsaritsa_woods"), ("grain_silo", "army_barracks"),
        ("tennis_racket", "mamayev_kurgan"),
        ("south_ferry", "hospital"), ("station_2", "kuporosnoye"),
    ],
)  # fmt: skip
def test_borders_that_reports_ask_for(one: str, other: str) -> None:
    assert other in neighbours(one)


def test_what_fell_in_the_first_turn_lies_at_the_front() -> None:
    front = {id for id, values in properties().items() if values["control"] == "german"}
    for id in ("mamayev_kurgan", "october_park", "hospital", "central_ravine", "station_2"):
        assert neighbours(id) & front, id


# Units


def test_no_unit_is_a_copy_of_another() -> None:
    def matters(unit: Counter) -> Hashable:
        where = unit.starts, unit.enters, unit.entry
        return (
            unit.side,
            unit.division,
            unit.unit_class,
            unit.fresh,
            unit.spent_defence,
            unit.withdraws,
            where,
        )

    tally = Tally(matters(unit) for unit in units())
    assert [key for key, count in tally.items() if count > 1] == []


def test_spent_units_defend_less_and_nobody_prints_nothing() -> None:
    for unit in units():
        assert unit.fresh is not None
        assert unit.spent_defence is not None
        assert 1 <= unit.spent_defence < unit.fresh.defence, unit.id
        assert unit.fresh.movement >= 1, unit.id


def test_many_soviets_cannot_fire_and_defend_well() -> None:
    soviet = [unit.fresh for unit in units("soviet") if unit.fresh is not None]
    assert sum(face.attack == 0 for face in soviet) >= len(soviet) // 5
    assert {8, 9} <= {face.defence for face in soviet if face.attack == 0}
    assert all(face.attack >= 1 for face in (unit.fresh for unit in units("german")) if face is not None)


def test_black_units_leave_and_others_of_their_class_could() -> None:
    black = [unit for unit in units() if unit.withdraws]
    assert black
    assert {unit.side for unit in black} == {"german"}
    for unit in black:
        others = [o for o in units("german") if o.unit_class == unit.unit_class and not o.withdraws]
        assert len(others) >= sum(o.unit_class == unit.unit_class for o in black), unit.id


def test_reinforcements_come_in_time_to_act() -> None:
    last = game().figure("turns") - 1
    for unit in units():
        assert (unit.starts is None) != (unit.enters is None), unit.id
        if unit.enters is not None:
            assert 1 <= unit.enters <= last, unit.id
            known = FERRIES if unit.side == "soviet" else {i for i, p in properties().items() if "entry" in p}
            assert set(unit.entry) <= known, unit.id
    for side in ("german", "soviet"):
        assert {unit.enters for unit in units(side) if unit.enters} >= {1, 2, 3, 4}, side


def test_the_start_stands_where_the_counters_say() -> None:
    start = next(setup for setup in game().setups if not setup.empty)
    limit = game().figure("stacking")
    for unit in units():
        assert start.in_areas.get(unit.id) == unit.starts, unit.id
        if unit.enters is not None:
            assert start.in_boxes[unit.id] == f"turn-{unit.enters}-{unit.side}"
    stacks = Tally((unit.side, unit.starts) for unit in units() if unit.starts)
    assert max(stacks.values()) <= limit
    # Each side stands on its own ground, and no victory area is empty.
    for side, area in stacks:
        assert area is not None
        assert properties()[area]["control"] == side
    assert {area for _, area in stacks} >= set(VICTORY)


# Cards and the turn track


def test_each_card_of_a_side_does_something_else() -> None:
    def matters(card: ActionCard) -> Hashable:
        values = {key: value for key, value in card.to_json().items() if key in _MATTERS}
        return json.dumps(values, sort_keys=True)

    for side in ("german", "soviet"):
        deck = [card for card in game().action_cards if card.side == side]
        assert len(deck) == 27
        for one, other in combinations(deck, 2):
            assert matters(one) != matters(other), (one.id, other.id)
            assert one.names.en != other.names.en
    assert all(card.effect is not None for card in game().action_cards)


_MATTERS = ("play", "cost", "where", "units", "effect")


def test_kinds_of_cards_that_reports_name_are_there() -> None:
    kinds = {card.id: card.effect.kind for card in game().action_cards if card.effect is not None}
    named = {
        "s_rubble": "rubble", "s_minefield": "mines", "g_ammo_shortage": "cancel", "g_overrun": "overrun",
        "g_heavy_artillery": "bombard", "g_bombers": "bombard", "s_snipers": "snipe",
    }  # fmt: skip
    assert {id: kinds[id] for id in named} == named
    effects = {card.id: card.effect for card in game().action_cards}
    rubble = effects["s_rubble"]
    assert rubble is not None
    assert rubble.number("factor") == 2


def test_every_word_of_a_card_is_in_three_languages() -> None:
    for card in game().action_cards:
        for text in (card.names, card.text):
            assert text.ja, card.id
            assert text.zh, card.id


def test_the_turn_track() -> None:
    turns = game().turns
    assert [turn.number for turn in turns] == list(range(1, game().figure("turns") + 1))
    for turn in turns:
        for side in ("german", "soviet"):
            assert 1 <= turn.draw[side] <= turn.hand[side]
    assert len({(str(turn.draw), str(turn.hand), turn.dates.en) for turn in turns}) == len(turns)


def test_open_points_of_the_reference_and_more() -> None:
    options = {option.id: option for option in game().options}
    assert [int(id.removeprefix("St-")) for id in options] == list(range(1, len(options) + 1))
    assert len(options) >= 11
    assert all(option.is_switch or option.support == "text" for option in options.values())


# Where it comes from


def test_layers_add_up_to_the_whole() -> None:
    layers = origins_by_layer(game())
    total = count_origins(game())
    for group, count in total.items():
        assert sum(layer.counts[group] for layer in layers) == count
    found = {layer.layer: layer for layer in layers}
    assert set(found["area: name"].slots) == set(game().areas.ids) - NAMED
    assert found["area: letter"].is_whole
    assert not found["unit: withdraws"].is_whole
    assert len(found["card"].slots) + found["card"].counts["sourced"] == 54
    assert found["number"].slots == ()


def test_areas_touch_as_expected_only() -> None:
    areas = game().areas
    assert (areas.adjacent == areas.adjacent.T).all()
    assert int(np.count_nonzero(areas.adjacent)) == 2 * len(areas.borders)
