"""The gesture table of the game, ``gestures.yaml`` beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from toolkit.module.gestures import GestureTable

GESTURES: Final = GestureTable.read(Path(__file__).with_suffix(".yaml"))
UNIT: Final = GESTURES.on("unit")
TANK: Final = GESTURES.on("tank")
CARD: Final = GESTURES.on("card")
SIDE_DESK: Final = GESTURES.on("desk of a side")
BATTLE_DESK: Final = GESTURES.on("battle desk")
BUTTONS: Final = GESTURES.on("buttons")
