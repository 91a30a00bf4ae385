from __future__ import annotations

import re
from pathlib import Path

from toolkit.compile.piece_codes import PIECE_CODES

ROOT = Path(__file__).resolve().parents[2] / "toolkit"
MODULES = [
    *(
        ROOT / "source" / f"{name}.py"
        for name in ("action_cards", "cards", "counters", "charts", "figures", "options", "setups")
    ),
    *(ROOT / "compile" / f"{name}.py" for name in ("area_pieces", "area_units", "setups", "pieces")),
]


def test_every_code_that_is_given_is_explained_and_the_other_way_round() -> None:
    given: set[str] = set()
    for module in MODULES:
        # Codes in doc strings stand in backquotes, those that are given in quotes.
        given |= set(re.findall(r"\"((?:OOB|CRD|CHT|OPT|SET)[0-9]{3})\"", module.read_text(encoding="utf-8")))
    assert given == set(PIECE_CODES)
