"""What no rule of Storm can change, and what its pieces are called."""

from __future__ import annotations

from functools import partial

from toolkit.audit.areas.account import area, spot
from toolkit.audit.areas.records import Place
from toolkit.audit.ledger import Open, What
from toolkit.audit.unexplained import Words
from toolkit.games.storm.audit.vocabulary import DOWN, deck_side, is_pile
from toolkit.games.storm.rules.data import RulesData

_OWN = {
    "unit": ("SEED 損傷2", "units come and go by arrival, withdrawal and loss, and stay in the game's boxes"),
    "card": ("REF 3.3", "a deck has the cards that it has"),
}
"""Kinds of pieces that nobody makes or takes out of the game, with the rule and why."""

_MADE = "SEED 增援1", "there is one counter of each unit, and it comes as a reinforcement"
_SPENT = "SEED 註4", "units are spent by acting, by losses, or for a card"
_FRESH = "SEED 流程3(2)", "a spent unit becomes fresh when the turn ends, or by a card"


def words(data: RulesData) -> Words:
    """Return what the game says of its pieces."""

    def name(id_: str) -> str:
        for known in (data.units, data.areas, data.cards):
            if id_ in known:
                return known[id_].name or id_
        return id_

    def side(unit: str) -> str | None:
        kind = data.units.get(unit)
        return None if kind is None else kind.side.id

    def broken(one: Open) -> tuple[str, str] | None:
        entry = one.entry
        before, after = entry.before, entry.after
        if entry.key.what is What.PIECE and entry.kind in _OWN:
            return _MADE if entry.kind == "unit" and after else _OWN[entry.kind]
        if entry.key.what is What.FACE and entry.kind == "unit" and one.sure:
            return _SPENT if after == DOWN else _FRESH
        if entry.key.what is not What.PLACE or not (isinstance(before, Place) and isinstance(after, Place)):
            return None
        if entry.kind != "card":
            return None
        if is_pile(before) and after.hand:
            return "REF 3.3", "a used card comes back by a shuffle of the deck only"
        if deck_side(after):
            return "REF 3.3", "only the pile becomes a deck, when the deck is gone"
        if before.hand and after.hand and before.hand != after.hand:
            return "REF 3.3", "a card of one hand does not go into the other"
        if before.box.startswith("pile-") and after.box.startswith("played-"):
            return "REF 3.3", "a card is played from the hand"
        return None

    return Words(name, side, broken, partial(spot, name=name), partial(area, name=name))
