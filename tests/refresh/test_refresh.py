"""Saved games keep their counters, states, places and stacks when the module changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refresh.games import game, module, placed, slot, stack
from toolkit.refresh.game import Match, Refreshed, refresh_script
from toolkit.vassal.commands import AddPiece, ChangePiece, Logged, MovePiece, Script, decode_commands, leaves
from toolkit.vassal.table import Table
from toolkit.vassal.traits import (
    Comment,
    Delete,
    DynamicProperty,
    Label,
    Layer,
    Moved,
    Piece,
    PlaceMarker,
    PropertySheet,
    Prototype,
    SendTo,
    Trait,
    ctrl,
    marker,
)

STEP = Layer(name="Step", images=("a.png", "b.png"), names=("", ""))
FIRE = Layer(name="Fire", images=("f.png", "g.png", "h.png"), names=("", "", ""))
SUPPLY = DynamicProperty(name="Supply")


def table(script: Script, *, steps: bool = False) -> Table:
    made = Table()
    for command in decode_commands(script.encode()):
        if steps or not isinstance(command, Logged):
            made.apply(leaves(command))
    return made


def refreshed(made: Refreshed, id_: str = "1") -> Piece:
    """Return a counter after refreshing."""
    thing = table(made.script).things[id_]
    return thing.piece()


def states(counter: Piece) -> dict[str, str]:
    return {type(part.trait).__name__: part.state for part in counter.parts}


def places(script: Script, *, steps: bool = False) -> object:
    made = table(script, steps=steps)
    pieces = {thing.id: (made.spot(thing.id), thing.parent) for thing in made.counters()}
    return pieces, {thing.id: thing.members for thing in made.things.values() if thing.is_stack}


def test_a_counter_gets_its_new_traits_and_keeps_its_state() -> None:
    old = slot("7", "Guards", STEP, SUPPLY)
    new = slot("7", "1st Guards", Delete(menu="Delete"), SUPPLY, replace(STEP, images=("c.png", "d.png")))
    script = game(placed("1", old, 40, "2", "low"))
    made = refresh_script(script, [module([new])])
    assert made.counts == {"id": 1, "name": 0, "none": 0, "changed": 1}
    found = refreshed(made)
    assert [type(part.trait) for part in found.parts][:3] == [Delete, DynamicProperty, Layer]
    assert (states(found)["Layer"], states(found)["DynamicProperty"]) == ("2", "low")
    assert found.name == "1st Guards"
    assert found.parts[2].trait == new.parts[2].trait
    assert places(made.script) == places(script)
    assert made.findings == ()


def test_prototypes_are_spelt_out_and_remarks_left_out() -> None:
    inner = Piece((*slot("", "", STEP).parts[:-1], slot("", "").parts[-1]))
    new = slot("7", "Guards", Comment(comment="by hand"), Prototype(name="Unit"), SUPPLY)
    old = slot("7", "Guards", SUPPLY, STEP)
    made = refresh_script(game(placed("1", old, 40, "high", "2")), [module([new], {"Unit": inner})])
    found = refreshed(made)
    assert [type(part.trait).__name__ for part in found.parts] == ["Layer", "DynamicProperty", "BasicPiece"]
    assert [part.state for part in found.parts[:2]] == ["2", "high"]


def test_a_prototype_that_no_file_defines_is_left_out() -> None:
    new = slot("7", "Guards", Prototype(name="Shadow"), SUPPLY, Prototype(name="Unit"))
    files = [module([new]), module([], {"Unit": slot("", "", STEP)})]
    found = refreshed(refresh_script(game(placed("1", slot("7", "Guards", SUPPLY), 40, "high")), files))
    assert [part.trait for part in found.parts[:-1]] == [SUPPLY, STEP]
    assert states(found)["DynamicProperty"] == "high"


def test_constants_and_fixed_labels_are_the_new_ones_others_stay() -> None:
    fixed, own = Label(property_name="Fixed"), Label(property_name="Own", label_key=ctrl("L"))
    old = slot("7", "A", marker({"Attack": "3"}), (fixed, "old"), (own, ""))
    new = slot("7", "A", marker({"Attack": "4"}), (fixed, "new"), (own, ""))
    made = refresh_script(game(placed("1", old, 40, "3", "old", "mine")), [module([new])])
    assert [part.state for part in refreshed(made).parts[:3]] == ["4", "new", "mine"]
    assert made.counts["changed"] == 1


def test_a_label_that_is_worked_out_is_the_new_one_at_every_step() -> None:
    label = Label(property_name="Odds", label_key=ctrl("L"))
    old, new = (slot("7", "A", SUPPLY, (label, text)) for text in ('{A+""}', '{A+"-"+B}'))
    change = ChangePiece("1", placed("1", old, 60, "low", '{A+""}').state)
    script = game(placed("1", old, 40, "high", '{A+""}'), Logged(change))
    after = table(refresh_script(script, [module([new])]).script, steps=True)
    assert [part.state for part in after.things["1"].piece().parts[:2]] == ["low", '{A+"-"+B}']


def test_a_module_that_did_not_change_changes_nothing() -> None:
    unit = slot("7", "A", marker({"Attack": "3"}), STEP)
    script = game(placed("1", unit, 40, "3", "2"), stack("s", 40, "1"))
    made = refresh_script(script, [module([unit])])
    assert made.script.encode() == script.encode()
    assert made.counts == {"id": 1, "name": 0, "none": 0, "changed": 0}


def test_of_unlike_numbers_the_name_decides_and_the_number_is_mended() -> None:
    unit = slot("7", "Guards", STEP)
    other = slot("8", "Militia", STEP)
    made = refresh_script(game(placed("1", unit, 40, "2", gpid="99")), [module([unit, other])])
    assert made.counts["name"] == 1
    assert refreshed(made).basic_state.gpid == "7"
    assert [finding.code for finding in made.findings] == ["REF002"]


def test_an_unknown_or_doubtful_counter_stays_as_it_was() -> None:
    lost = slot("50", "Cossacks", STEP)
    twin = slot("51", "Twin", STEP, SUPPLY)
    module_ = module([slot("1", "Twin", FIRE), slot("2", "Twin", Moved())])
    script = game(placed("1", lost, 40, "2"), placed("2", twin, 60, "1", "x"))
    made = refresh_script(script, [module_])
    assert made.counts["none"] == 2
    assert made.script.encode() == script.encode()
    assert {finding.code for finding in made.findings} == {"REF001"}


def test_of_several_of_a_name_the_one_most_alike_is_taken() -> None:
    old = slot("", "Tank", STEP, SUPPLY, image="tank.png")
    near, far = slot("1", "Tank", STEP, image="tank.png"), slot("2", "Tank", FIRE, image="other.png")
    made = refresh_script(game(placed("1", old, 40, "2", "x")), [module([far, near])])
    assert refreshed(made).basic_state.gpid == "1"


def test_a_counter_that_traits_put_on_the_map_is_known_by_its_number() -> None:
    smoke = slot("30", "Smoke", Delete(menu="Gone"))
    puts = PlaceMarker(menu="Smoke", marker=smoke.add_command().encode(), gpid="30")
    old = slot("30", "Smoke")
    made = refresh_script(game(placed("1", old, 40)), [module([slot("1", "Gun", puts)])])
    assert made.pieces[0].match is Match.ID
    assert isinstance(refreshed(made).parts[0].trait, Delete)


def test_a_state_without_a_trait_to_take_it_is_reported() -> None:
    old, new = slot("7", "A", STEP, SUPPLY), slot("7", "A", STEP)
    made = refresh_script(game(placed("1", old, 40, "1", "low")), [module([new])])
    assert [(f.code, f.data["trait"]) for f in made.findings] == [("REF003", "PROP")]
    fresh = refresh_script(game(placed("1", old, 40, "1", "")), [module([new])])
    assert fresh.findings == ()


def test_two_layers_of_other_names_are_no_guesswork() -> None:
    old = slot("7", "A", STEP, FIRE)
    new = slot("7", "A", replace(STEP, name="Loss"), replace(FIRE, name="Smoke"))
    made = refresh_script(game(placed("1", old, 40, "2", "3")), [module([new])])
    assert [part.state for part in refreshed(made).parts[:2]] == ["1", "1"]
    assert [(f.code, f.data["count"]) for f in made.findings] == [("REF003", 2)]


def test_traits_of_one_kind_are_taken_in_order_and_levels_stay_in_bounds() -> None:
    first, second = SendTo(menu="Home"), SendTo(menu="Away")
    old = slot("7", "A", FIRE, first, second)
    new = slot(
        "7", "A", replace(first, x="5"), replace(FIRE, images=("f.png",), names=("",)), replace(second, x="6")
    )
    made = refresh_script(game(placed("1", old, 40, "3", "a", "b")), [module([new])])
    assert [part.state for part in refreshed(made).parts[:3]] == ["a", "1", "b"]


def test_values_of_a_sheet_follow_the_names_of_its_fields() -> None:
    old = slot("7", "A", PropertySheet(("0Ammo~0Fuel", "")))
    new = slot("7", "A", PropertySheet(("0Fuel~0Crew~0Ammo", "")))
    made = refresh_script(game(placed("1", old, 40, "12~3")), [module([new])])
    assert refreshed(made).properties()["Fuel"] == "3"
    assert refreshed(made).properties()["Ammo"] == "12"


def test_steps_of_a_log_change_the_same_traits_as_before() -> None:
    old = slot("7", "A", STEP, SUPPLY)
    new = slot("7", "A", SUPPLY, Moved(), STEP)
    add = placed("1", old, 40, "1", "low")
    flipped = placed("1", old, 40, "2", "low").state
    steps = (
        ChangePiece("1", flipped, add.state),
        MovePiece("1", "Field", 90, 50, None, "Field", 40, 50, None),
    )
    script = game(add, steps=steps)
    made = refresh_script(script, [module([new])])
    end = table(made.script, steps=True).things["1"].piece()
    assert states(end)["Layer"] == "2"
    assert states(end)["DynamicProperty"] == "low"
    assert places(made.script, steps=True) == places(script, steps=True)
    assert sum(isinstance(command, Logged) for command in decode_commands(made.script.encode())) == 2


def test_maps_and_boards_that_are_gone_are_reported() -> None:
    unit = slot("7", "A")
    (add,) = [placed("1", unit, 40)]
    elsewhere = AddPiece("1", add.type, add.state.replace("Field", "Attic"))
    made = refresh_script(game(elsewhere), [module([unit])])
    assert [(f.code, f.data["map"]) for f in made.findings] == [("REF004", "Attic")]


TRAITS: tuple[Trait, ...] = (STEP, FIRE, SUPPLY, Moved(), SendTo(menu="Home"), Delete(menu="Gone"))
VALUES = {
    Layer: ["1", "2"],
    DynamicProperty: ["", "a;b", "x\ty"],
    Moved: ["true", "false"],
    SendTo: ["", "here"],
}


@st.composite
def counters(draw: st.DrawFn) -> tuple[list[Trait], list[Trait], list[str]]:
    """Return the traits of a counter before and after, and its states before."""
    before = draw(st.lists(st.sampled_from(TRAITS), max_size=5, unique=True))
    after = draw(st.permutations(list(TRAITS)))[: draw(st.integers(0, len(TRAITS)))]
    values = [draw(st.sampled_from(VALUES.get(type(trait), [""]))) for trait in before]
    return before, after, values


@settings(max_examples=60)
@given(st.lists(counters(), min_size=1, max_size=4))
def test_every_counter_stays_and_every_shared_trait_keeps_its_state(
    made: list[tuple[list[Trait], list[Trait], list[str]]],
) -> None:
    old = [slot(str(n), f"c{n}", *before) for n, (before, _, _) in enumerate(made)]
    new = [slot(str(n), f"c{n}", *after) for n, (_, after, _) in enumerate(made)]
    adds = [placed(f"p{n}", counter, 40, *made[n][2]) for n, counter in enumerate(old)]
    script = game(*adds, stack("s", 40, *(f"p{n}" for n in range(len(old)))))
    result = refresh_script(script, [module(new)])
    assert places(result.script) == places(script)
    assert result.counts["id"] == len(old)
    for number, (before, after, values) in enumerate(made):
        found = refreshed(result, f"p{number}")
        assert [part.trait for part in found.parts[:-1]] == after
        for part in found.parts[:-1]:
            if part.trait in before:
                assert part.state == values[before.index(part.trait)]
    again = refresh_script(result.script, [module(new)])
    assert again.script.encode() == result.script.encode()


@pytest.mark.parametrize("state", ["", "1"])
def test_a_logged_state_of_another_length_is_left_alone(state: str) -> None:
    old, new = slot("7", "A", STEP), slot("7", "A", SUPPLY, STEP)
    script = game(placed("1", old, 40, "1"), steps=[ChangePiece("1", state)])
    made = refresh_script(script, [module([new])])
    assert [f.code for f in made.findings] == ["REF006"]
