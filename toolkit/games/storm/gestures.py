"""The gesture table of the game, ``gestures.yaml`` beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from toolkit.module.gestures import GestureTable

GESTURES: Final = GestureTable.read(Path(__file__).with_suffix(".yaml"))
UNIT: Final = GESTURES.on("unit")
ARRIVING: Final = GESTURES.on("unit with an entry")
LEAVING: Final = GESTURES.on("unit of a side that withdraws")
CARD: Final = GESTURES.on("card")
SIDE_DESK: Final = GESTURES.on("desk of a side")
PHASE_DESK: Final = GESTURES.on("phase desk")
TARGET_DESK: Final = GESTURES.on("target desk")
FIRE_DESK: Final = GESTURES.on("fire desk")
ATTACK: Final = GESTURES.on("attack marker")
BID: Final = GESTURES.on("bid")
FIRE_MARKER: Final = GESTURES.on("fire marker")
