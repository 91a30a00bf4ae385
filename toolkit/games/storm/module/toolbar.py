"""Buttons and properties of the game."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.games.storm import gestures as g
from toolkit.games.storm.module import bids, fire, impulses, keys
from toolkit.games.storm.module.fire import FIRE_DESK
from toolkit.games.storm.module.places import PHASE_DESK, TARGET_DESK, controlled
from toolkit.module import house_rules
from toolkit.module.area_table import AreaTable
from toolkit.module.area_toolbar import desk, desk_button
from toolkit.module.buildfile import Component
from toolkit.module.control import control_globals
from toolkit.module.hands import TO_SLOT
from toolkit.module.keys import alt
from toolkit.module.toolbar import menu
from toolkit.module.tracker import tracker_state
from toolkit.module.traits import chooser
from toolkit.module.windows import SOLITAIRE
from toolkit.module.workshop import Workshop
from toolkit.source.names import Names

PHASES = ("Draw", "Impulses", "Hands", "Arrivals")
_TARGET = "Target"
_NEEDED = Names("Areas that the Soviets need", "ソ連軍に必要なエリア数", "苏军所需区域数")


def start_values(shop: Workshop, table: AreaTable) -> dict[str, str]:
    """Return every global property with its start value."""
    values = {"Step": "0", TO_SLOT: "", "WithdrawFor": "", "NextSide": next(iter(table.sides.values()))}
    values |= impulses.START | fire.START | bids.start_values(table)
    values |= control_globals(table, controlled(table))
    return values | house_rules.start_values(shop)


def properties(shop: Workshop, table: AreaTable) -> Component:
    """Return the global properties; those that players set have a button."""
    buttons = house_rules.option_buttons(house_rules.switches(shop))
    numbers = [str(number) for number in bids.bid_numbers(table)]
    target = house_rules.property_button(
        _TARGET,
        "How many of the victory areas the Soviets must control at the end",
        chooser(house_rules.question(_NEEDED), numbers),
        "$PlayerSide$ sets the Soviet target to $newValue$",
    )
    buttons[_TARGET] = [target]
    return house_rules.global_properties(start_values(shop, table), buttons)


def bids_menu(table: AreaTable) -> Component:
    """Return the menu of what is needed once, before the first turn."""
    windows = [board.name for board in table.sealed]
    lines = [*windows, g.TARGET_DESK["open_bids"].button.en, _TARGET]
    return menu("Bids", "Bids for the sides, and the target that they give", lines)


def start_turn(turns: int) -> str:
    """Return the turn track's state at the start: turn 1, draw."""
    return tracker_state(turns, PHASES, PHASES[0])


def buttons() -> Iterable[Component]:
    """Return the buttons of an impulse, in the order of their use."""
    mine = f'Kind=="desk"&&(PlayerSide==Side||(PlayerSide=="{SOLITAIRE}"&&Side!="None"))'
    fire, phase = desk(FIRE_DESK), desk(PHASE_DESK)
    return (
        desk_button(g.SIDE_DESK["draw"], "Draw the cards of the turn", mine, alt("D")),
        desk_button(g.FIRE_DESK["roll"], "Roll for the fire that is declared", fire, alt("R")),
        desk_button(g.FIRE_DESK["close"], "The fire is over, its losses are taken", fire),
        desk_button(g.SIDE_DESK["pass"], "Pass this impulse", phase, alt("P"), sends=keys.PASS_NEXT),
        desk_button(g.SIDE_DESK["fill"], "Fill the hand to its limit", mine),
        desk_button(g.PHASE_DESK["end_phase"], "End of impulses: all units fresh, fire markers off", phase),
        desk_button(g.TARGET_DESK["open_bids"], "Open both sealed bids", desk(TARGET_DESK)),
    )
