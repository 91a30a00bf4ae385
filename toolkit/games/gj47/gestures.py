"""The gesture table of the game, ``gestures.yaml`` beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from toolkit.module.gestures import GestureTable

GESTURES: Final = GestureTable.read(Path(__file__).with_suffix(".yaml"))
UNIT: Final = GESTURES.on("unit")
HEADQUARTERS: Final = GESTURES.on("headquarters")
FORT: Final = GESTURES.on("fort")
BATTLE: Final = GESTURES.on("battle marker")
ROLLS: Final = GESTURES.on("table of rolls")
CHIT: Final = GESTURES.on("chit")
BUTTONS: Final = GESTURES.on("buttons")
