"""What no rule of Rattenkrieg can change, and what its pieces are called."""

from __future__ import annotations

from toolkit.audit.decisions.account import Impossible, Reason
from toolkit.audit.decisions.records import Place
from toolkit.audit.ledger import Entry
from toolkit.audit.unexplained import Words
from toolkit.games.rattenkrieg.audit.vocabulary import (
    DECK,
    LOST,
    STRIP,
    USED,
    in_row,
    strip_of,
)
from toolkit.games.rattenkrieg.rules.data import RulesData


def words(data: RulesData) -> Words:
    """Return what the game says of its pieces."""
    names = {**{u.id: u.name for u in data.units.values()}, **{a.id: a.name for a in data.areas.values()}}
    names |= {f"{STRIP}{u.id}": f"the steps of {u.name or u.id}" for u in data.units.values()}

    def placed(entry: Entry, before: Place, after: Place) -> Reason | None:
        if entry.kind == "card":
            return _card(before, after)
        back = before.box.startswith(LOST) and bool(after.area) and entry.key.subject != data.tank
        return ("8.9.3", "a unit that was removed does not return") if back else None

    found = Impossible(
        units=("8.9.3", "units come and go by reinforcement and damage, and stay in the game's boxes"),
        cards=("3.4", "the deck has the cards that it has"),
        made=("6.1", "there is one counter of each unit, and it comes as a reinforcement"),
        down=("7.4", "units are turned over when they have acted, pass or retreat"),
        up=(
            "7.4",
            "a unit that was turned over stays so until all are turned up, or General Chuikov readies it",
        ),
        placed=placed,
    )
    return found.words(names, {unit.id: unit.side.id for unit in data.units.values()})


def _card(before: Place, after: Place) -> Reason | None:
    """Return why a card cannot go from one place to another."""
    own = after.hand or strip_of(after)
    if before.box in USED and (own or in_row(after)):
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
