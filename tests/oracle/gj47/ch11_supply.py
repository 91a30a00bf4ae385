"""Chapter 11: what the SUPPLY chit does, in its printed order."""

from __future__ import annotations

from collections.abc import Collection

from tests.oracle.gj47 import book
from tests.oracle.gj47.ch03_basics import in_zone, supplied, unsupplied
from tests.oracle.gj47.ch13_headquarters import RAIL
from tests.oracle.gj47.world import AXIS, SOVIET, Piece, State, World, on_map
from tests.oracle.readings import Readings

WITHDRAWN = "withdrawn"


# --- 11.2 withdrawal ------------------------------------------------------------------------------


def withdrawal_class(piece: Piece, r: Readings) -> str | None:
    """11.2(1): Pz, SS or Inf; motorised divisions never leave (U-35)."""
    if piece.nation != "german" or piece.kind != "unit":
        return None
    if piece.pool in ("Pz", "SS", "Inf"):
        return piece.pool
    if r["U-35"] == "all-foot" and piece.pool in ("Jg", "Mt"):
        return "Inf"
    if r["U-35"] == "gd-ss" and piece.short.startswith("GD"):
        return "SS"
    return None


def may_withdraw(world: World, state: State, r: Readings) -> dict[str, dict[str, tuple[bool, bool]]]:
    """Return by class the units that may leave, each with (full strength, in the rail box)."""
    known: dict[str, dict[str, tuple[bool, bool]]] = {"Pz": {}, "SS": {}, "Inf": {}}
    cut_off = unsupplied(world, state, AXIS, r)
    for id, piece in world.pieces.items():
        kind = withdrawal_class(piece, r)
        if kind is None:
            continue
        boxed = state.where.get(id) == RAIL
        if boxed or (on_map(state, id) is not None and id not in cut_off):
            full = id not in state.reduced
            known[kind][id] = (full, boxed)
    return known


def withdrawal(world: World, state: State, die: int, gone: Collection[str], r: Readings) -> list[str]:
    """Return the clauses that a set of withdrawn units breaks."""
    broken = []
    offer = may_withdraw(world, state, r)
    for id in gone:
        if not any(id in units for units in offer.values()):
            known = world.pieces[id]
            on = on_map(state, id) is not None
            wrong = withdrawal_class(known, r) is None
            broken.append("11.2(1)" if wrong or not on else "11.2(2)")
    for kind, due in book.WITHDRAWAL[die].items():
        leaving = [id for id in gone if id in offer[kind]]
        if len(leaving) != min(due, len(offer[kind])):
            broken += ["11.2(1)", "11.2(1)" + {"Pz": "1", "SS": "2", "Inf": "3"}[kind]]
        broken += _first_in_line(offer[kind], leaving, r)
    return sorted(set(broken))


def _first_in_line(offer: dict[str, tuple[bool, bool]], leaving: Collection[str], r: Readings) -> list[str]:
    def rank(id: str) -> tuple[bool, bool]:
        full, boxed = offer[id]
        return (not full, not boxed) if r["U-59"] == "full-first" else (not boxed, not full)

    broken = []
    for gone in leaving:
        for stays in offer:
            if stays in leaving or rank(stays) >= rank(gone):
                continue
            full_matters = offer[stays][0] and not offer[gone][0]
            broken.append("11.2(1)" if full_matters and r["U-59"] == "full-first" else "11.2(3)")
            if full_matters:
                broken.append("11.2(1)")
    return broken


def withdraw(state: State, gone: Collection[str]) -> None:
    for id in gone:
        state.where[id] = WITHDRAWN


# --- 11.3 rail box --------------------------------------------------------------------------------


def entrain(world: World, state: State, piece: str, r: Readings) -> list[str]:
    """11.3(1): any Axis unit on the map that has a line and stands in no enemy zone."""
    known = world.pieces[piece]
    h = on_map(state, piece)
    broken = []
    if known.side != AXIS or known.kind == "fort" or h is None:
        return ["11.3"]
    if known.kind == "hq" and r["U-62"] == "no":
        broken.append("11.3")
    if in_zone(world, state, h, SOVIET, r) or not supplied(world, state, piece, r):
        broken.append("11.3(1)")
    return broken


# --- rolled tables --------------------------------------------------------------------------------
