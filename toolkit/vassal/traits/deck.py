# ruff: noqa: RUF009 - the calls declare fields and return dataclasses.field().
"""A deck's type: how it looks, what its menu offers, what it reports.

Source: ``VASSAL.counters.Deck``, 3.6.0 and release-3.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from toolkit.vassal.traits.keys import Key
from toolkit.vassal.traits.wire import Trait, boolean, integer, key, strings, text


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck(Trait):
    """A deck: the type of a thing that holds pieces as `DeckState` lists them.

    Attributes
    ----------
    outline : bool
        Whether an empty deck shows its box, in the colour `outline_colour` (``r,g,b``).
    width, height : int
        Of the box, in pixels.
    face_down : str
        ``Always``, ``Never``, ``Via right-click Menu`` or, face up at first, ``MenuDefaultUp``.
    shuffle : str
        ``Always``, ``Never`` or ``Via right-click Menu``.
    draw_many, draw_chosen : bool
        Whether the menu offers to draw several, and to draw chosen pieces.
    send, send_to, send_report : str
        Menu entry that sends all pieces to another deck, that deck, its report; `send_key` does the same.
    shuffle_report, reverse_report, face_report : str
        Reports; `face_report` of turning face down, `up_report` of turning face up.
    persistent : bool
        Whether it can be saved to a file and loaded from one.
    max_stack : int
        How many pieces are drawn on top of each other.
    counted : tuple of str
        Expressions whose matches are counted, if `counts`.
    global_commands : tuple of str
        Commands for its pieces, as the engine writes them.
    tells_empty : bool
        Whether `empty_key` is sent when the last piece leaves.
    choice_format, choice_order : str
        How pieces to choose from are shown, and by which property they are sorted.
    restricted : bool
        Whether it takes only pieces that match `restriction`.
    locked : bool
        Whether only the sides `owners` may draw.
    """

    ID: ClassVar[str] = "deck;"

    outline: bool = boolean(True)
    outline_colour: str = text("0,0,0")
    width: int = integer(40)
    height: int = integer(40)
    face_down: str = text("Always")
    shuffle: str = text("Always")
    draw_many: bool = boolean(True)
    draw_chosen: bool = boolean(True)
    reversible: bool = boolean(True)
    send: str = text()
    send_to: str = text()
    send_report: str = text()
    name: str = text("deck")
    shuffle_report: str = text()
    reverse_report: str = text()
    face_report: str = text()
    drawn_face_up: bool = boolean()
    persistent: bool = boolean()
    shuffle_key: Key = key()
    send_key: Key = key()
    max_stack: int = integer(10)
    counted: tuple[str, ...] = strings()
    counts: bool = boolean()
    global_commands: tuple[str, ...] = strings()
    tells_empty: bool = boolean()
    empty_key: Key = key()
    choice_format: str = text("$BasicName$")
    choice_order: str = text()
    restricted: bool = boolean()
    restriction: str = text()
    shuffle_menu: str = text("Shuffle")
    reverse_menu: str = text("Reverse")
    reverse_key: Key = key()
    draw_many_menu: str = text("Draw multiple cards")
    draw_chosen_menu: str = text("Draw specific cards")
    up_menu: str = text("Face up")
    down_menu: str = text("Face down")
    up_key: Key = key()
    up_report: str = text()
    flip_key: Key = key()
    down_key: Key = key()
    save_menu: str = text("Save Deck")
    save_key: Key = key()
    save_report: str = text("Deck Saved")
    load_menu: str = text("Load Deck")
    load_key: Key = key()
    load_report: str = text("Deck Loaded")
    locked: bool = boolean()
    owners: tuple[str, ...] = strings()
