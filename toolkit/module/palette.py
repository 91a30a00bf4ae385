"""The palette: every piece has a slot, on tabs by side and list by army."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.module.buildfile import Component, component
from toolkit.module.pieces import Piece, slot

PALETTE = ("Pieces", "Pieces")
"""Names of the window and of what holds its tabs, by which an extension finds them."""


def palette(pieces: Sequence[Piece]) -> Component:
    """Return the piece window: tabs by the first word of each piece's group, lists by the second."""
    tabs: dict[str, dict[str, list[Piece]]] = {}
    for piece in pieces:
        tab, part = piece.group
        tabs.setdefault(tab, {}).setdefault(part, []).append(piece)
    pages = [
        component(
            "TabWidget", [panel(part, found) for part, found in parts.items()], entryName=tab, description=""
        )
        for tab, parts in tabs.items()
    ]
    return component(
        "PieceWindow",
        [component("TabWidget", pages, entryName=PALETTE[1], description="")],
        name=PALETTE[0],
        description="",
        hidden=False,
        text="Pieces",
        tooltip="All pieces",
        icon="/images/counter.gif",
        hotkey="",
        scale=1.0,
        defaultWidth=420,
    )


def panel(name: str, pieces: Sequence[Piece]) -> Component:
    """Return a list of pieces for a tab: names, which scroll, and beside them the piece that is chosen.

    A grid of all would be pressed into the height of the chat, where the engine docks the window.
    """
    return component(
        "ListWidget",
        [slot(piece) for piece in pieces],
        entryName=name,
        description="",
        width=420,
        height=160,
        divider=120,
        scale=1.0,
    )
