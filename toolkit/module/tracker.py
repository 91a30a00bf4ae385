"""The state of the track of turns and phases, as the engine writes it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from toolkit.vassal.sequence import encode


def tracker_state(
    turns: int, phases: Sequence[str], first: str, turn: int = 1, skipped: Collection[str] = ()
) -> str:
    """Return the state of the turn track in a turn and a phase; those `skipped` do not come."""
    active = ",".join("false" if phase in skipped else "true" for phase in phases)
    phase = ";".join([str(phases.index(first)), "0", "0", active])
    level = encode([str(turn), "0", "true", str(turns), phase], ";") or ""
    return encode(["0", level], "|") or ""
