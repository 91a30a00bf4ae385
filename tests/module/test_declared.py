"""What a module offers for rules that are data: keys of the gesture table, phases, charts, help."""

from __future__ import annotations

import pytest

from tests.module.engine_3_6 import walk
from tests.rules.declared.games import FOLDERS, compiled
from toolkit.module import declared_gestures as g
from toolkit.module.build import game_parts, text_entries
from toolkit.module.declared_game import declared
from toolkit.module.equipment import load_equipment
from toolkit.module.keys import ctrl
from toolkit.module.parts import ModuleParts
from toolkit.rules.declared import actions as a
from toolkit.rules.declared import declared_rules
from toolkit.vassal.traits import Trigger
from toolkit.vassal.turns import path_of


@pytest.fixture(scope="module", params=FOLDERS)
def name(request: pytest.FixtureRequest) -> str:
    """Return a declared game."""
    found: str = request.param
    return found


@pytest.fixture(scope="module")
def parts(name: str) -> ModuleParts:
    """Return the parts of its module."""
    return game_parts(compiled(name), load_equipment(FOLDERS[name])[0])


def test_every_action_has_a_gesture() -> None:
    assert {one.does for one in g.GESTURES} - {""} == {kind.__name__ for kind in a.Action.__args__}


def test_phases_and_dice_are_those_of_the_rules(name: str) -> None:
    found, rules = declared(compiled(name)), declared_rules(compiled(name))
    assert found is not None
    assert found.ids == tuple(phase.id for phase in rules.sequence.phases)
    assert found.turns == rules.sequence.turns
    assert found.begins == rules.sequence.phases[rules.sequence.opening(setting_up=False)[1]].id
    thrown = {(table.dice.count, table.dice.faces) for table in rules.tables.values()}
    assert {(dice.count, dice.faces) for dice in found.dice} == thrown


def test_the_next_phase_takes_off_the_marks_of_battles(parts: ModuleParts) -> None:
    tracker = next(child for child in parts.root.children if child.tag.endswith(".TurnTracker"))
    pressed = next(child for child in tracker.children if child.tag.endswith(".TurnGlobalHotkey"))
    taken_off = [item for item in parts.root.children if item.get("buttonHotkey") == pressed.get("hotkey")]
    assert [item.get("hotkey") for item in taken_off] == [ctrl("K", shift=True).write()]


def test_every_set_up_is_a_saved_game(parts: ModuleParts, name: str) -> None:
    rules = declared_rules(compiled(name))
    entries = text_entries(parts)
    assert set(rules.setups) == {file.removesuffix(".vsav") for file in entries if file.endswith(".vsav")}


def test_a_set_up_that_is_over_does_not_come_again(name: str) -> None:
    found = declared(compiled(name))
    assert found is not None
    for setup in compiled(name).setups:
        shown = path_of(found.tracker(found.opening(setup)))[-1].active
        again = [one.set_up and on for one, on in zip(found.phases, shown, strict=True)]
        assert any(again) == (setup.empty and any(one.set_up for one in found.phases))


def test_set_ups_with_units_come_first(parts: ModuleParts, name: str) -> None:
    names = [one.get("name") for one in walk(parts.root) if one.tag.endswith(".PredefinedSetup")]
    empty = {setup.names.en for setup in compiled(name).setups if setup.empty}
    assert [one in empty for one in names] == sorted(one in empty for one in names)


def test_menus_are_those_of_the_gesture_table(parts: ModuleParts) -> None:
    menus = {
        part.trait.menu
        for piece in parts.pieces
        for part in piece.spread()
        if isinstance(part.trait, Trigger)
    }
    assert menus - {""} <= {one.menu.en for one in (*g.UNIT, *g.CARD)}
    assert g.UNIT[g.TARGET].menu.en in menus
    assert {g.UNIT[g.ROLL].menu.en, g.UNIT[g.THROW].menu.en} & menus


def test_menus_are_translated(parts: ModuleParts) -> None:
    text = text_entries(parts)["Module_ja.properties"].decode("utf-8")
    assert len(text.splitlines()) > len(parts.pieces) // 4


def test_every_clause_stands_in_the_help(parts: ModuleParts, name: str) -> None:
    page = text_entries(parts)["help/20_rules.html"].decode("utf-8")
    assert all(f">{clause.number}<" in page for clause in compiled(name).rules)


def test_every_picture_is_drawn(parts: ModuleParts) -> None:
    pictures = {item.get("image") for item in walk(parts.root) if item.get("image")}
    pictures |= {item.get("fileName") for item in walk(parts.root) if item.tag.endswith(".Chart")}
    assert pictures <= set(parts.drawings)


@pytest.mark.parametrize("game", FOLDERS)
def test_every_window_and_chart_can_be_drawn(game: str) -> None:
    parts = game_parts(compiled(game), load_equipment(FOLDERS[game])[0])
    drawn = {name: drawing.draw() for name, drawing in parts.drawings.items() if not name.startswith("unit_")}
    assert all("<svg" in svg for svg in drawn.values())
