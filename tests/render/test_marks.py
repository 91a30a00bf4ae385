"""Symbols of towns: classes that mean something else look so."""

from __future__ import annotations

from toolkit.render.marks import draw_town, symbol_radius
from toolkit.render.svg import Canvas

PITCH = 100.0


def drawn(kind: str, holder: str | None = None) -> str:
    canvas = Canvas(PITCH, PITCH)
    draw_town(canvas, (50.0, 50.0), PITCH, kind, holder)
    return canvas.render()


def test_cities_works_ports_and_villages_are_told_apart() -> None:
    kinds = ("town", "capital", "old_fortress", "port", "village")
    assert len({drawn(kind) for kind in kinds}) == len(kinds)
    assert drawn("oasis") == drawn("town") != drawn("town", "#336699")
    assert drawn("major_city") == drawn("capital") != drawn("city")
    assert symbol_radius("city", PITCH) > symbol_radius("castle", PITCH) > symbol_radius("town", PITCH)
