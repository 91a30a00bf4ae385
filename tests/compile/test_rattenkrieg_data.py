"""Rattenkrieg's data against what the rules and the replays say of it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.real_area_games import RATTENKRIEG, compiled, read
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.origins import count_origins
from toolkit.diagnostics import ToolkitError

RULES = {"rules", "published"}


def game() -> CompiledGame:
    return compiled(RATTENKRIEG)[0]


def test_nothing_is_found_in_it() -> None:
    assert (*read(RATTENKRIEG)[1], *compiled(RATTENKRIEG)[1]) == ()


def neighbours(id: str) -> set[str]:
    areas = game().areas
    return {areas.ids[i] for i in areas.neighbours(areas.index(id)).tolist()}


def of_kind(kind: str) -> set[str]:
    areas = game().areas
    return {id for id, found in zip(areas.ids, areas.kinds, strict=True) if found == kind}


def test_twelve_areas_and_two_rears() -> None:
    assert of_kind("rear") == {"german_rear", "soviet_rear"}
    assert len(of_kind("normal")) + len(of_kind("urban")) == 12


def test_every_area_is_the_soviets_at_start_but_the_german_rear() -> None:
    areas = game().areas
    control = {id: properties["control"] for id, properties in zip(areas.ids, areas.properties, strict=True)}
    assert {id for id, side in control.items() if side == "german"} == {"german_rear"}
    assert set(control.values()) == {"german", "soviet"}


def test_the_soviet_rear_is_reached_by_three_arrows_only() -> None:
    areas = game().areas
    assert neighbours("soviet_rear") == set()
    ways = areas.ways("crossing")
    reached = {areas.ids[i] for i in np.flatnonzero(ways[areas.index("soviet_rear")]).tolist()}
    victory = {areas.ids[i] for i, found in enumerate(areas.properties) if found.get("victory") == "true"}
    assert len(reached) == 3
    assert reached == victory
    assert (ways == ways.T).all()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("orlovka", "tractor_factory"),
        ("airfield", "mamayev_kurgan"),
        ("tractor_factory", "workers_settlement"),
        ("mamayev_kurgan", "factory_district"),
    ],
)
def test_what_the_replays_show_to_touch(one: str, other: str) -> None:
    assert other in neighbours(one)
    assert one in neighbours(other)


def test_the_factory_can_be_cut_off_from_the_river_while_the_racket_stands() -> None:
    assert "tennis_racket" not in neighbours("tractor_factory")
    assert "german_rear" not in neighbours("tractor_factory")


def test_every_area_has_its_places_inside_it() -> None:
    areas = game().areas
    for i, id in enumerate(areas.ids):
        for role in ("piece", "control", "label"):
            points = areas.points_of(i, role)
            assert len(points) >= 1, (id, role)
            assert (areas.locate(points) == i).all(), (id, role)


def test_scenery_comes_from_the_layers_of_the_drawing() -> None:
    areas = game().areas
    assert {item.kind for item in areas.scenery} == {"railway", "gully", "island", "river"}
    assert [item.name for item in areas.scenery if item.name] == ["Volga"]
    for item in areas.scenery:
        if item.kind == "island":
            assert item.line[0].tolist() == item.line[-1].tolist()
    assert len(areas.voids) == 1


def test_steps_by_class() -> None:
    steps = {counter.id: counter.steps for counter in game().counters if counter.kind == "unit"}
    expected = {"panzer": 4, "motorised": 3, "guards": 3, "infantry": 2, "rifle": 1, "tank": 0}
    for counter in game().counters:
        if counter.unit_class is not None and counter.id != "100j":
            assert steps[counter.id] == expected[counter.unit_class], counter.id
    assert steps["100j"] == 1


def test_the_start_of_chapter_3() -> None:
    (setup,) = game().setups
    rifles = {counter.id for counter in game().counters if counter.unit_class == "rifle"}
    assert {setup.in_areas[id] for id in rifles} == of_kind("normal")
    assert len(rifles) == len(of_kind("normal"))
    assert setup.in_areas["13gds"] == "soviet_rear"
    assert setup.in_areas["t34"] == "tractor_factory"
    germans = {counter.id for counter in game().counters if counter.side == "german"}
    there = {id for id in germans if setup.in_areas.get(id) == "german_rear"}
    assert len(there) == 6
    assert germans - there == {"16pz", "100j"}
    assert {counter.id: counter.enters for counter in game().counters if counter.enters} == {
        "16pz": 2, "100j": 2, "39gds": 3,
    }  # fmt: skip


def test_cards_and_their_events() -> None:
    deck = game().cards
    assert len(deck.cards) == len({card.id for card in deck.cards}) == 52
    assert len({card.gpid for card in deck.cards} | {c.gpid for c in game().counters}) == 52 + 18
    for card in deck.cards:
        for side, own in deck.colours.items():
            use = deck.use(card.id, side)
            assert (use is None) == (card.value is not None), card.id
            if use is not None:
                # Court cards of the other side's colour are bombardments.
                assert use.id.startswith("bombardment") == (card.colour != own), card.id


def test_numbers_of_the_rules() -> None:
    values = {figure.id: figure.value for figure in game().figures}
    assert (values["hand_german"], values["hand_soviet"]) == (3, 4)
    assert (values["hand_limit"], values["hand_limit_mamayev"]) == (3, 4)
    assert (values["urban_infantry"], values["urban_panzer"]) == (2, -2)
    assert game().figure("turns") == 6 == len(game().turns)
    assert all(str(figure.provenance.kind) == "rules" for figure in game().figures)


def test_unclear_points_are_all_there() -> None:
    options = game().options
    assert [option.id for option in options] == [f"U{number:02}" for number in range(1, 64)]
    assert all(option.is_switch or option.default == "as-meant" for option in options)


def test_what_the_rules_name_says_so_and_what_is_made_up_as_well() -> None:
    areas = game().areas
    origin = {
        (id, fact): areas.origin(i, fact).kind for i, id in enumerate(areas.ids) for fact in ("name", "kind")
    }
    assert origin["tractor_factory", "name"] == origin["mamayev_kurgan", "name"] == "rules"
    assert origin["minina", "name"] == "historical"
    assert origin["tractor_factory", "kind"] == "invented"
    borders = {frozenset((areas.ids[b.a], areas.ids[b.b])): b.provenance.kind for b in areas.borders}
    assert borders[frozenset(("orlovka", "tractor_factory"))] == "published"
    assert borders[frozenset(("rynok", "orlovka"))] == "invented"
    counters = {counter.id: counter.provenance for counter in game().counters}
    assert str(counters["29mot"]["combat"].kind) == "invented"
    assert str(counters["16pz"]["identity"].kind) == "rules"
    needed = {"identity", "unit_class", "combat", "steps"}
    assert all(needed <= set(c.provenance) for c in game().counters if c.kind == "unit")


def test_origins_are_counted() -> None:
    counted = count_origins(game())
    assert list(counted) == ["sourced", "inferred", "reconstructed"]
    areas = game().areas
    values = 3 * len(areas) + len(areas.borders) + len(areas.links) + len(game().setups)
    values += sum(len(counter.provenance) for counter in game().counters)
    values += len(game().figures) + len(game().turns) + 1 + len(game().cards.uses)
    assert sum(counted.values()) == values
    assert min(counted.values()) > 0


def test_json_both_ways() -> None:
    again = CompiledGame.from_json(json.loads(game().to_bytes()))
    assert again.to_bytes() == game().to_bytes()
    assert again.areas.origin(0, "name") == game().areas.origin(0, "name")
    assert again.areas.size_px == (2510, 1490)


def test_who_asks_for_hexes_is_told_what_there_is() -> None:
    with pytest.raises(ToolkitError, match="played on areas") as error:
        game().map  # noqa: B018
    assert [finding.code for finding in error.value.findings] == ["SRC044"]
    with pytest.raises(ToolkitError, match="hand_limit"):
        game().figure("hand_limits")
