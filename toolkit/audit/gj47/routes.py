"""Which towns a move passed: a drag hides its route, and a town on the way changes hands (3.4(2))."""

from __future__ import annotations

from toolkit.rules.gj47.position import Move


def passed(move: Move) -> tuple[int, ...]:
    """Return the hexes entered on the way that matter for control, as far as the log shows them."""
    return move.via
