"""What no rule of Rattenkrieg can change, and what its pieces are called."""

from __future__ import annotations

from functools import partial

from toolkit.audit.areas.account import area, spot
from toolkit.audit.areas.records import Place
from toolkit.audit.ledger import Entry, Open, What
from toolkit.audit.unexplained import Words
from toolkit.games.rattenkrieg.audit.vocabulary import (
    DECK,
    DOWN,
    HIDDEN,
    LOST,
    PILE,
    STRIP,
    in_row,
    strip_of,
)
from toolkit.games.rattenkrieg.rules.data import RulesData

_OWN = {
    "unit": ("8.9.3", "units come and go by reinforcement and damage, and stay in the game's boxes"),
    "card": ("3.4", "the deck has the cards that it has"),
}
"""Kinds of pieces that nobody makes or takes out of the game, with the rule and why."""
_MADE = "6.1", "there is one counter of each unit, and it comes as a reinforcement"
_RISEN = "7.4", "a unit that was turned over stays so until all are turned up, or General Chuikov readies it"
_TURNED = "7.4", "units are turned over when they have acted, pass or retreat"


def words(data: RulesData) -> Words:
    """Return what the game says of its pieces."""
    known = {**{u.id: u.name for u in data.units.values()}, **{a.id: a.name for a in data.areas.values()}}
    known |= {f"{STRIP}{u.id}": f"the steps of {u.name or u.id}" for u in data.units.values()}

    def side(unit: str) -> str | None:
        kind = data.units.get(unit)
        return None if kind is None else kind.side.id

    def broken(one: Open) -> tuple[str, str] | None:
        entry = one.entry
        before, after = entry.before, entry.after
        if entry.key.what is What.PIECE and entry.kind in _OWN:
            return _MADE if entry.kind == "unit" and after else _OWN[entry.kind]
        if entry.key.what is What.FACE and entry.kind == "unit" and one.sure:
            return _RISEN if after != DOWN else _TURNED
        if entry.key.what is not What.PLACE or not (isinstance(before, Place) and isinstance(after, Place)):
            return None
        return _card(before, after) if entry.kind == "card" else _unit(entry, data)

    def name(id_: str) -> str:
        return known.get(id_) or id_

    return Words(name, side, broken, partial(spot, name=name), partial(area, name=name))


def _unit(entry: Entry, data: RulesData) -> tuple[str, str] | None:
    before, after = entry.before, entry.after
    assert isinstance(before, Place)
    assert isinstance(after, Place)
    back = before.box.startswith(LOST) and bool(after.area)
    if back and entry.key.subject != data.tank:
        return "8.9.3", "a unit that was removed does not return"
    return None


def _card(before: Place, after: Place) -> tuple[str, str] | None:
    """Return why a card cannot go from one place to another."""
    own = after.hand or strip_of(after)
    if before.box in (PILE, HIDDEN) and (own or in_row(after)):
        return "3.4", "a used card comes back by a shuffle of the deck only"
    if after.box == DECK:
        return "3.4", "only the pile becomes a deck, when the deck is gone"
    if before.box == DECK and in_row(after):
        return "3.4", "a card is not played from the deck"
    if before.hand and after.hand and before.hand != after.hand:
        return "3.4", "a card of one hand does not go into the other"
    if strip_of(before) and strip_of(after) and strip_of(before) != strip_of(after):
        return "3.3", "the steps of one unit do not pass to another"
    if (before.hand and strip_of(after)) or (strip_of(before) and after.hand):
        return "3.3", "steps are dealt from the deck, and do not go into a hand or come out of it"
    return None
