"""Finding codes of modules that are built, and what they mean to the person who makes one."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MODULE_CODES: Mapping[str, str] = MappingProxyType(
    {
        "MOD001": "Two pieces of module.yaml have one gpid; a gpid names one piece for ever.",
        "MOD003": "A picture that module.yaml names is missing, cannot be read, or is no PNG.",
        "MOD004": "A picture of the maker's own replaces none: the module has no picture of that name.",
        "MOD005": "A picture of the maker's own has another size than its board: pieces would stand amiss.",
        "MOD006": "The scan is wanted as the board, but the game has none, or its picture is not there.",
        "MOD007": "A game on areas with cards, windows or battle markers needs a maker of its own.",
        "MOD008": "The board lacks a box that the game's pieces go to.",
        "MOD009": "A page of the Help menu that cannot be read, or is no UTF-8 text.",
        "MOD013": "A part of a window is for boxes of a kind that no box of the game has.",
        "MOD014": "A marker lies in a box that neither module.yaml nor the game has.",
        "MOD017": "Pictures in a language whose letters are not installed.",
        "MOD016": "A box of the game that no part of a window shows: nothing can be put there.",
        "MOD015": "An extension would need another module; it can add pieces and set-ups only.",
    }
)
