"""A module for VASSAL 3.7: house rules in the engine's own window; all else as in the module for 3.6."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests import real_game
from tests.module.engine_3_6 import walk
from toolkit.module.allowed import COMPONENTS, RECENT_COMPONENTS
from toolkit.module.build import game_parts, text_entries
from toolkit.module.buildfile import Component
from toolkit.module.house_rules import switches
from toolkit.module.parts import ModuleParts
from toolkit.validate.run import validate_path
from toolkit.vassal import sequence
from toolkit.vassal.packing import write_container


@pytest.fixture(scope="module")
def recent() -> ModuleParts:
    return game_parts(real_game.compiled(), replace(real_game.equipment()[0], vassal="3.7"))


def _named(parts: ModuleParts, kind: str) -> Iterator[Component]:
    return (item for item in walk(parts.root) if item.tag.rpartition(".")[2] == kind)


def test_each_unclear_point_is_a_scenario_option_that_begins_open(
    recent: ModuleParts, parts: ModuleParts
) -> None:
    options = {item.get("name"): item for item in _named(recent, "ListScenarioProperty")}
    wanted = {option.id: option for option in switches(parts.shop)}
    assert options.keys() == wanted.keys()
    for id, option in wanted.items():
        values = sequence.decode(options[id].get("options"), ",")
        assert values == ["open", *(value.id for value in option.values)]
        assert options[id].get("initialValue") == "open"
        (proposal,) = options[id].children
        assert proposal.get("hotkey") != ""
    tabs = [item.get("name") for item in _named(recent, "ScenarioPropertiesOptionTab")]
    assert tabs[:3] == ["1 Introduction", "2 Components", "3 Basics"]
    assert len(tabs) == len(set(tabs))


def test_the_menus_of_points_are_gone_and_all_as_proposed_stays(
    recent: ModuleParts, parts: ModuleParts
) -> None:
    menus = {item.get("text"): item.get("menuItems") for item in _named(recent, "ToolbarMenu")}
    assert menus["House rules"] == "All as proposed"
    assert not any("Chapter" in (text or "") for text in menus)
    before = [item.get("name") for item in _named(parts, "GlobalProperty")]
    left = [item.get("name") for item in _named(recent, "GlobalProperty")]
    assert set(before) - set(left) == {option.id for option in switches(parts.shop)}


def test_only_the_module_that_asks_has_what_3_6_lacks(recent: ModuleParts, parts: ModuleParts) -> None:
    assert {item.tag for item in walk(parts.root)} <= COMPONENTS.keys()
    assert {item.tag for item in walk(recent.root)} - COMPONENTS.keys() == RECENT_COMPONENTS.keys()
    for item in walk(recent.root):
        known = {**COMPONENTS, **RECENT_COMPONENTS}[item.tag]
        assert {name for name, _ in item.attributes} <= set(known), item.tag


def test_validate_says_what_an_older_engine_would_not_know(
    recent: ModuleParts, parts: ModuleParts, tmp_path: Path
) -> None:
    for name, made, said in (("new", recent, ["MOD063"]), ("old", parts, [])):
        module = write_container(tmp_path / f"{name}.vmod", text_entries(made))
        found = [finding for finding in validate_path(module).findings if finding.code.startswith("MOD06")]
        assert [finding.code for finding in found] == said
        assert all("ScenarioPropertiesOptionTab" in finding.message for finding in found)
