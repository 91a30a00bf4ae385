"""The gesture table of declared games, ``declared_gestures.yaml`` beside it, and what its keys write."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from toolkit.module.gestures import GestureTable

TARGET, ALSO, ATTACK, ROLL = "target", "also", "attack", "roll"
CALL, SUPPORT, THROW = "call", "support", "throw"
PLAY, DISCARD, RESHUFFLE, BEAR = "play", "discard", "reshuffle", "bear"
LOSE, ELIMINATE, RESTORE, FLIP, CHANGE, REVEAL = "lose", "eliminate", "restore", "flip", "change", "reveal"

FACE: Final = "Face"
"""Layer of a unit with two steps; its second level is the reduced face."""
BATTLE: Final = "Battle"
"""Property of a unit: number of the last battle that was declared on it, or that it attacks in."""
ROLE: Final = "Role"
"""Property of a unit: `DEFENDER` where a battle was declared on it, `ATTACKER` if it attacks."""
SUPPORTS: Final = "Supports"
"""Property of a unit: number of the last battle that it supports, "" for none."""
DICE: Final = "Dice"
"""Property of a unit: its dice, or those of the battle declared on it, joined by commas; "0" for none."""
BATTLES: Final = "Battles"
"""Property of the module: how many battles were declared."""
BEARER: Final = "Bearer"
"""Property of the module: the unit to which, or to whose place, the next card comes."""
ON: Final = "On"
"""Property of a card: the `BEARER` when it was played."""
CALLED: Final = "Called"
"""Property of the module: number of the battle that support comes to."""
ENDED: Final = "Ended"
"""Property of the module: turn, phase and side of the last player who was done before the other."""
STATUS: Final = "Status"
"""Property of a unit: what it is in, dug in or in disorder; "" for nothing."""
ODDS: Final = "Odds"
"""Property of a unit: the printed strengths of its battle, as the chat tells them."""
WEATHER: Final = "Weather"
"""Property of the module: turn, phase, side and dice of the last roll for the weather."""


def weather_of(id: str) -> str:
    """Return the property of the last roll for one of several things, `WEATHER` for the weather."""
    return f"{WEATHER}_{id}" if id else WEATHER


DRAWN: Final = "Drawn"
"""Property of the module: turn, phase, side and chit of the last draw."""
DEFENDER, ATTACKER = "D", "A"

GESTURES: Final = GestureTable.read(Path(__file__).with_suffix(".yaml"))
UNIT: Final = GESTURES.on("unit")
CARD: Final = GESTURES.on("card")
