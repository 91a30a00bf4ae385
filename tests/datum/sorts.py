"""What a datum must have an effect on, by its kind; what needs none stands here with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from tests.datum.leaves import Leaf


class Sort(StrEnum):
    """What a datum claims to govern."""

    RULES = "rules"  # a verdict, or what rules work out
    MAP = "map"  # a verdict, or what the map answers
    FACT = "fact"  # compared with the map: a finding
    TEXT = "text"  # words that players read
    MODULE = "module"  # the module or its pictures
    APART = "apart"  # none; see `APART`


APART: Mapping[str, str] = MappingProxyType(
    {
        "provenance": "where a datum comes from",
        "origins": "where a datum comes from",
        "sources": "where data come from",
        "rules": "the printed rules that a datum belongs to",
        "authority": "on whose word a reading or an erratum rests",
        "note": "a remark",
        "notes": "a remark",
        "id": "a name that never moves; another one is another datum",
        "gpid": "a piece number that never moves",
        "gpids": "piece numbers that never move",
        "first_gpid": "piece numbers that never move",
        "empty": "whether a set-up is left to the players, and so not asked to be complete",
        "title": "of an erratum",
        "why": "of an erratum",
        "date": "of an erratum",
    }
)
_TEXTS = frozenset({"names", "name", "short", "text", "summary", "dates", "en", "ja", "zh", "description"})
_TEXTS |= {"version", "columns", "values"}
_FACTS = frozenset({"bridges", "control_reference", "expected", "on_river", "anchor", "from"})
_MODULE = frozenset(
    {"nationality", "role", "symbol", "size", "rect", "roles", "size_px", "drawings", "spot", "file"}
)
_BOARD = ("map/", "game.yaml")


def sort_of(leaf: Leaf) -> Sort:
    """Return what a datum claims to govern."""
    kind = set(leaf.kind)
    if not kind.isdisjoint(APART) or (leaf.file.startswith("errata/") and leaf.kind == ("kind",)):
        return Sort.APART
    if not kind.isdisjoint(_FACTS) and not leaf.file.startswith("charts/"):
        return Sort.FACT
    if leaf.file.startswith(("module.yaml", "help/")) or not kind.isdisjoint(_MODULE):
        return Sort.MODULE if kind.isdisjoint(_TEXTS) else Sort.TEXT
    if not kind.isdisjoint(_TEXTS):
        return Sort.TEXT
    if leaf.file == "setups/boxes.yaml":
        return Sort.MODULE
    return Sort.MAP if leaf.file.startswith(_BOARD) else Sort.RULES
