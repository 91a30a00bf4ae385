"""Buttons, properties and the turn track of the game."""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.games.rattenkrieg.gestures import BATTLE_DESK, BUTTONS, SIDE_DESK, UNIT
from toolkit.games.rattenkrieg.module.desks import LAY, side_desk_id
from toolkit.games.rattenkrieg.module.places import DESK
from toolkit.games.rattenkrieg.module.units import EFFECTS
from toolkit.module import house_rules
from toolkit.module.area_table import AreaTable
from toolkit.module.area_toolbar import desk, desk_button
from toolkit.module.buildfile import Component
from toolkit.module.control import control_globals
from toolkit.module.keys import alt
from toolkit.module.toolbar import menu
from toolkit.module.tracker import tracker_state
from toolkit.module.workshop import Workshop

PHASES = ("Reinforcements", "Operations", "Replenishment")
_PLAIN = (
    "Active",
    "BattleArea",
    "Attacker",
    "AttackerSide",
    "Defender",
    "OpenA",
    "OpenD",
    "DrawnCard",
    "SnipeSlot",
    "ToSlot",
    "EventNow",
)


def start_values(shop: Workshop, table: AreaTable) -> dict[str, str]:
    """Return every global property with its start value."""
    values = {"Step": "0", "Passes": "0", "BattleNo": "0", "Roll": "0"}
    values |= dict.fromkeys(EFFECTS, "0") | dict.fromkeys(_PLAIN, "")
    values |= control_globals(table, controlled(table))
    return values | house_rules.start_values(shop)


def controlled(table: AreaTable) -> list[str]:
    """Return the areas that change hands: all but the rears."""
    areas = table.areas.map
    return [area for area in table.areas.names() if areas.kinds[areas.index(area)] != "rear"]


def properties(shop: Workshop, table: AreaTable) -> Component:
    """Return the global properties; those that players set have a button."""
    buttons = house_rules.option_buttons(house_rules.switches(shop))
    return house_rules.global_properties(start_values(shop, table), buttons)


def start_turn(turns: int) -> str:
    """Return the turn track's state at the start: turn 1, operations."""
    return tracker_state(turns, PHASES, "Operations")


def _battle_buttons() -> Iterable[Component]:
    """Return the menu of a battle; its lines have keys that ask for no click before."""
    lay, over = BUTTONS["lay"], BUTTONS["over"]
    stand, latest = BATTLE_DESK["stand_and_open"], BATTLE_DESK["open_latest"]
    made = [
        desk_button(
            lay,
            f"Card {number} of the hand, face down into the battle",
            desk(DESK),
            key,
            sends=LAY[number - 1],
            number=f"{number}",
        )
        for number, key in enumerate(lay.keys, start=1)
    ]
    made.append(desk_button(stand, "No further card: open the last one", desk(DESK), alt("S")))
    made.append(desk_button(latest, "Open the last card of this side", desk(DESK), alt("O")))
    active = 'Kind=="unit"&&Unit==Active'
    made.append(desk_button(over, "The active unit has acted", active, over.key, sends=UNIT["end"].key))
    yield from made
    yield menu("Battle", "Cards of a battle, and its end", [part.get("name") or "" for part in made])


def buttons(table: AreaTable) -> Iterable[Component]:
    """Return the buttons of battles, of the deck and of the end of a turn, with their menus."""
    yield from _battle_buttons()
    deals = []
    for side, name in table.sides.items():
        own = desk(side_desk_id(side))
        dealt = desk_button(
            SIDE_DESK["deal"], f"{name}: deal the steps and the hand of the set-up", own, side=name
        )
        deals.append(dealt.get("name") or "")
        yield dealt
        yield desk_button(SIDE_DESK["fill"], f"{name}: draw to the limit of the hand", own, side=name)
    yield desk_button(BATTLE_DESK["reshuffle"], "Shuffle the piles into the deck (3.4)", desk(DESK))
    yield desk_button(BATTLE_DESK["flip_up"], "Turn all units face up (10.3)", desk(DESK))
    yield menu("Deal", "Steps and hands of the set-up", deals)
