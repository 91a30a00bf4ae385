"""Two players at a table of Rattenkrieg in the real engine."""

from __future__ import annotations

from tests.module.two_players import GERMAN, NAMES, SOVIET, LyingCard, TwoPlayers

__all__ = ["DESK", "GERMAN", "NAMES", "SOVIET", "LyingCard", "TableOfTwo"]

DESK = "battle-desk"


class TableOfTwo(TwoPlayers):
    """A session with a German and a Soviet player."""

    def deal(self) -> None:
        """Let both sides deal their cards."""
        for side in ("German", "Soviet"):
            self.act(side)
            self.session.button(f"Deal {side}")
