"""What a game's own audit gives to the report."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.audit.ledger import Sums
from toolkit.audit.report import JudgedAction, Notice
from toolkit.audit.undo import TakenBack
from toolkit.vassal.table import Table


@dataclass(frozen=True, slots=True)
class Audited:
    """Everything that was judged in the logs of one game.

    Attributes
    ----------
    taken_back : tuple of tuple of TakenBack
        For each log as given.
    fixed : tuple of (str, str)
        Unclear points that the players settled, and how.
    open_points : tuple of str
        Those that they left open.
    sums : Sums
        What became of the changes that the logs show.
    part : str
        What the game calls the parts of a turn.
    winner : str
        Id of the side that has won, "" while nobody has.
    tables : tuple of (Table or None)
        As in `toolkit.audit.report.Report`.
    """

    actions: tuple[JudgedAction, ...]
    notices: tuple[Notice, ...]
    taken_back: tuple[tuple[TakenBack, ...], ...]
    fixed: tuple[tuple[str, str], ...]
    open_points: tuple[str, ...]
    sums: Sums
    part: str = "part"
    winner: str = ""
    tables: tuple[Table | None, ...] = ()
