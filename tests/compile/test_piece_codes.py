from __future__ import annotations

import re
from pathlib import Path

from toolkit.compile.piece_codes import PIECE_CODES

ROOT = Path(__file__).resolve().parents[2] / "toolkit"
SOURCE = "action_cards cards counters figures free_charts options setups"
COMPILE = "area_pieces area_units figures free_setups"
MODULES = [
    *(ROOT / "source" / f"{name}.py" for name in SOURCE.split()),
    *(ROOT / "compile" / f"{name}.py" for name in COMPILE.split()),
    *(ROOT / "games/gj47/data").glob("*.py"),
]


def test_every_code_that_is_given_is_explained_and_the_other_way_round() -> None:
    given: set[str] = set()
    for module in MODULES:
        # Codes in doc strings stand in backquotes, those that are given in quotes.
        given |= set(re.findall(r"\"((?:OOB|CRD|CHT|OPT|SET)[0-9]{3})\"", module.read_text(encoding="utf-8")))
    assert given == set(PIECE_CODES)
