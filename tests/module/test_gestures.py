"""Gesture tables: what an entry says, what derives from it, and that a game's table leaves no action out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from toolkit.games.gj47 import gestures as gj47
from toolkit.games.gj47.rules import actions as gj47_actions
from toolkit.games.rattenkrieg import gestures as rattenkrieg
from toolkit.games.rattenkrieg.rules import actions as rattenkrieg_actions
from toolkit.games.storm import gestures as storm
from toolkit.games.storm.rules import actions as storm_actions
from toolkit.module import declared_gestures as declared
from toolkit.module.decisions import decision
from toolkit.module.gestures import Gesture, GestureTable
from toolkit.module.keys import NO_KEY, ctrl, named, read_key, shown
from toolkit.plugins import room
from toolkit.rules.declared import actions as declared_actions
from toolkit.source.names import Names

TABLE = """
unit:
  fire:
    key: [Ctrl-B, Ctrl-Shift-B]
    menu: {en: "Fires at {where}", ja: "{where}を射撃", zh: "射击{where}"}
    does: Fire
    when: Side=="{side}"
    says: fires at {where}
  aim: {key: Ctrl-G, act: false, menu: {en: Aim}}
  fired: {how: at the roll}
by hand:
  move: {act: false, does: Move, how: a drag}
"""


@pytest.fixture
def table(tmp_path: Path) -> GestureTable:
    path = tmp_path / "gestures.yaml"
    path.write_text(TABLE, encoding="utf-8")
    return GestureTable.read(path)


def test_words_are_written_where_there_is_a_decision(table: GestureTable) -> None:
    assert table.on("unit").words == ("fire", "fired")
    assert table.consequences == {"fired"}
    assert table.on("unit")["aim"].key == ctrl("G")
    assert table.shown("unit", "fire", 1) == "Ctrl-Shift-B"


def test_traits_are_those_of_a_decision_with_its_texts_filled_in(table: GestureTable) -> None:
    says, when = "fires at Volga", 'Side=="Red"'
    found = table.on("unit").decided("fire", [named("x")], at=1, where="Volga", side="Red")
    key = ctrl("B", shift=True)
    assert found == decision("fire", key, "Fires at Volga", [named("x")], says=says, when=when)
    called = table.on("unit").decided("fire", called=named("go"), where="Volga", side="Red")
    assert called == decision("fire", named("go"), "", says=says, when=when)


def test_menus_are_translated_once_for_each_filling(table: GestureTable) -> None:
    places = [Names("Volga", "ヴォルガ", "伏尔加"), Names("Don")]
    assert table.translations(where=places) == {
        "Fires at Volga": ("ヴォルガを射撃", "射击伏尔加"),
        "Fires at Don": ("Donを射撃", "射击Don"),
    }


def test_the_page_has_a_row_for_each(table: GestureTable) -> None:
    rows = [line for line in table.markdown().splitlines() if line.startswith("| ")]
    assert "| Fire | **Ctrl-B**, **Ctrl-Shift-B** | Fires at {where} | `fire` | | |" in rows
    assert "| Move | a drag | | | | |" in rows
    assert len(rows) == 2 * 2 + 4


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"key": "Ctrl-Bee"}, "'Ctrl-Bee' is no key"),
        ({"key": "Meta-B"}, "Meta-B"),
        ({"kay": "B"}, "unknown kay"),
    ],
)
def test_what_no_table_knows_is_refused(data: Mapping[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Gesture.read("unit", "fire", data)


@pytest.mark.parametrize("text", ["Ctrl-B", "Ctrl-Shift-7", "Alt-T"])
def test_keys_are_read_as_people_read_them(text: str) -> None:
    assert shown(read_key(text)) == text
    assert read_key(text) != NO_KEY


@pytest.mark.parametrize(
    ("table", "actions"),
    [
        (gj47.GESTURES, get_args(gj47_actions.Action)),
        (rattenkrieg.GESTURES, get_args(rattenkrieg_actions.Action)),
        (storm.GESTURES, get_args(storm_actions.Action)),
        (declared.GESTURES, get_args(declared_actions.Action)),
    ],
    ids=["gj47", "rattenkrieg", "storm", "declared"],
)
def test_every_action_of_the_rules_has_a_gesture(table: GestureTable, actions: tuple[type, ...]) -> None:
    named = {word for gesture in table for word in re.findall(r"\w+", gesture.does)}
    assert [action.__name__ for action in actions if action.__name__ not in named] == []


@pytest.mark.parametrize(
    ("game", "read_otherwise"),
    # Cards put away, drawn or shuffled are read from where they lie.
    [("rattenkrieg", {"clear"}), ("storm", {"draw", "draw_one", "fill", "shuffle"})],
)
def test_the_audit_reads_every_word(game: str, read_otherwise: set[str]) -> None:
    written = {gesture.word for gesture in room(game, "gestures").GESTURES if gesture.keys} - {""}
    assert written - set(room(game, "audit.narrator").WORDS) == read_otherwise
