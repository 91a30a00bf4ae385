"""Moves that name no piece to lie on: what joins what, with and without the module."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tests.vassal.samples import ID_A, ID_C, MAP, add, begin, counter, deck, move, stack
from toolkit.vassal.buildfile import read_build_file
from toolkit.vassal.commands import AddPiece, Command, RemovePiece
from toolkit.vassal.events import Spot
from toolkit.vassal.merging import Layers, Stacking, stacking_of
from toolkit.vassal.table import Table
from toolkit.vassal.traits import BasicPiece, BasicState, Hide, Immobile, Part, Piece, Prototype, marker

MODULE = f"""<VASSAL.build.GameModule name="m" version="1">
<VASSAL.build.module.PrototypesContainer>
<VASSAL.build.module.PrototypeDefinition name="Fixed">+/null/immob;;N;R;\tpiece;;;;Fixed/\tnull;0;0;;0\\
</VASSAL.build.module.PrototypeDefinition></VASSAL.build.module.PrototypesContainer>
<VASSAL.build.module.Map mapName="{MAP}">
<VASSAL.build.module.map.StackMetrics disabled="false"/>
<VASSAL.build.module.map.LayeredPieceCollection property="Layer" layerOrder="low,high"/>
</VASSAL.build.module.Map>
<VASSAL.build.module.Map mapName="Flat"><VASSAL.build.module.map.StackMetrics disabled="true"/>
</VASSAL.build.module.Map></VASSAL.build.GameModule>""".encode()


def lone(id_: str, x: int, y: int, *parts: Part) -> AddPiece:
    """Return a piece with some traits that lies in no stack."""
    basic = Part(BasicPiece(name=id_), BasicState(MAP, x, y, "1").encode())
    return Piece((*parts, basic)).add_command(id_)


def table(*commands: Command, stacking: Stacking | None = None) -> Table:
    made = Table(stacking=stacking)
    made.apply([*begin(), *commands])
    return made


def together(found: Table, *ids: str) -> bool:
    parents = {found.things[id_].parent for id_ in ids}
    return len(parents) == 1 and None not in parents


def members(found: Table, id_: str) -> tuple[str, ...]:
    parent = found.things[id_].parent
    return () if parent is None else found.things[parent].members


def test_a_move_taken_back_puts_a_piece_back_under_its_stack() -> None:
    found = table()
    assert members(found, "b") == ("b", "c")
    found.apply([move("b", 300, 300), stack("t", 300, 300, "b")], 1)
    # Taken back as engines before 3.7 log it: the stack goes, the piece returns to under nothing.
    found.apply([RemovePiece("t"), move("b", 200, 100)], 2)
    assert members(found, "b") == ("b", "c")
    found.apply([move("s", 700, 100)], 3)
    assert found.spot("b") == found.spot("c") == Spot(MAP, 700, 100)


def test_a_stack_of_its_own_in_the_same_step_keeps_a_piece_apart() -> None:
    found = table()
    found.apply([move("a", 200, 100), stack("t", 200, 100, "a")], 1)
    assert not together(found, "a", "b")
    assert members(found, "b") == ("b", "c")


def test_a_named_piece_that_has_gone_leaves_the_others() -> None:
    found = table(add("x", counter("4th Pz", 500, 500)))
    found.apply([move("a", 200, 100, under="x")], 1)
    # Somewhere in the stack, above: it did not lie under it.
    assert members(found, "a") == ("b", "c", "a")


def test_stacks_join_stacks_only_where_the_module_is_known() -> None:
    assert not together(_with_stack_moved(None), "a", "b")
    assert members(_with_stack_moved(Stacking()), "a") == ("b", "c", "a")


def _with_stack_moved(stacking: Stacking | None) -> Table:
    found = table(stack("t", 100, 100, "a"), stacking=stacking)
    found.apply([move("t", 200, 100)], 1)
    return found


def test_a_piece_that_does_not_stack_stays_alone() -> None:
    fixed = Part(Immobile(stacking="R"))
    found = table(lone("x", 1, 1, fixed), lone("y", 1, 1, Part(Immobile(stacking="L"))))
    found.apply([move("x", 200, 100)], 1)
    assert found.things["x"].parent is None
    found.apply([move("y", 200, 100)], 2)
    assert members(found, "y") == ("y", "b", "c")


@pytest.mark.parametrize(("seen", "joins"), [(False, False), (True, True)])
def test_of_a_prototype_the_log_tells_whether_it_stacks(seen: bool, joins: bool) -> None:
    shown: list[Command] = [stack("t", 1, 1, "x")] if seen else []
    found = table(lone("x", 1, 1, Part(Prototype(name="Unit"))), *shown)
    found.apply([move("x", 200, 100)], 1)
    assert together(found, "x", "b") == joins


def test_a_prototype_of_the_module_tells_it_better() -> None:
    stacking = stacking_of(read_build_file(MODULE))
    found = table(lone("x", 1, 1, Part(Prototype(name="Fixed"))), stacking=stacking)
    found.apply([move("x", 200, 100)], 1)
    assert found.things["x"].parent is None


@pytest.mark.parametrize(("value", "joins"), [("low", False), ("high", False), ("none", True)])
def test_layers_of_a_map_part_stacks(value: str, joins: bool) -> None:
    stacking = stacking_of(read_build_file(MODULE))
    found = table(lone("x", 1, 1, Part(*marker({"Layer": value}))), stacking=stacking)
    # The counters of the sample have no such property: they lie in the layer above all others.
    found.apply([move("x", 200, 100)], 1)
    assert together(found, "x", "b") == joins


def test_without_the_module_stacks_of_other_numbers_part_too() -> None:
    found = table(lone("x", 1, 1), AddPiece("t", "stack", f"{MAP};1;1;x;@@3"))
    found.apply([move("x", 200, 100)], 1)
    assert not together(found, "x", "b")


def test_what_the_module_says() -> None:
    found = stacking_of(read_build_file(MODULE))
    assert found.flat == {"Flat"}
    assert found.layers == {MAP: Layers("Layer", ("low", "high"))}
    assert found.layers[MAP].of({"Layer": "high"}) == 1
    assert found.layers[MAP].of({}) == 2


@pytest.mark.parametrize(("player", "joins"), [(ID_A, True), (ID_C, False)])
def test_what_someone_else_hid_is_not_joined(player: str, joins: bool) -> None:
    found = table(lone("x", 1, 1, Part(Hide(), ID_A)), lone("y", 5, 5, Part(Hide(), ID_A)))
    found.apply([move("x", 5, 5, player=player)], 1)
    assert together(found, "x", "y") == joins


def test_a_deck_takes_a_piece_to_the_bottom() -> None:
    found = table(deck("k", 40, 40, "a"))
    found.apply([move("b", 40, 40)], 1)
    assert found.things["k"].members == ("b", "a")


@pytest.mark.parametrize("moves", [["a"], ["b"], ["b", "c"], ["a", "b", "c"]])
def test_joining_is_taken_back(moves: Iterable[str]) -> None:
    found = table()
    before = {id_: (found.spot(id_), members(found, id_)) for id_ in "abc"}
    found.apply([move(id_, 200, 100) for id_ in moves], 1)
    found.undo()
    assert {id_: (found.spot(id_), members(found, id_)) for id_ in "abc"} == before
