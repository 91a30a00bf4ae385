"""Finding codes of played games, and what they mean to the person who asked for one."""

from __future__ import annotations

from collections.abc import Mapping

PLAY_CODES: Mapping[str, str] = {
    "PLY001": "The module holds no set-up of this name to begin a game with.",
    "PLY002": "The rules of the module's game are no data, and it has no player of its own.",
    "PLY003": "The rules let a game come to where nothing is legal, not even to end the phase.",
}
