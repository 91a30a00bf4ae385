"""Logs written by hand on a plain map, and what is seen in their audits."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.gj47.audit.synthetic import LogBuilder
from tests.games.gj47.rules.worlds import Piece, World, plain
from toolkit.audit.report import Report

ROWS = 10


def hex_id(number: str) -> int:
    return (int(number[:2]) - 1) * ROWS + int(number[2:]) - 1


def make_world(*units: str) -> World:
    """Return a plain world with units given as ``"name side kind allowance hex"``."""
    world = plain(12, ROWS)
    for text in units:
        name, side, kind, allowance, where = text.split()
        h = -1 if where == "-" else hex_id(where)
        world.pieces.append(Piece(name, side, kind == "pz", kind == "mt", int(allowance), h))
    return world


Audit = Callable[..., Report]


def builder(*units: str, chits: bool = True) -> LogBuilder:
    made = LogBuilder(make_world(*units), chits=chits)
    made.open()
    if chits:
        made.chit("chit-6a")
    return made


def seen(report: Report) -> list[tuple[str, str, str, int]]:
    return [action.key() for action in report.shown]


TWO = ("a axis inf 5 0505", "b axis inf 5 0507", "r soviet inf 4 1105")
