"""What no rule of Storm can change, and what its pieces are called."""

from __future__ import annotations

from toolkit.audit.decisions.account import Impossible, Reason
from toolkit.audit.decisions.records import Place
from toolkit.audit.ledger import Entry
from toolkit.audit.unexplained import Words
from toolkit.games.storm.audit.vocabulary import deck_side, is_pile
from toolkit.games.storm.rules.data import RulesData


def words(data: RulesData) -> Words:
    """Return what the game says of its pieces."""
    names = {unit.id: unit.name for unit in data.units.values()}
    names |= {area.id: area.name for area in data.areas.values()}
    names |= {card.id: card.name for card in data.cards.values()}
    return _IMPOSSIBLE.words(names, {unit.id: unit.side.id for unit in data.units.values()})


def _placed(entry: Entry, before: Place, after: Place) -> Reason | None:
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


_IMPOSSIBLE = Impossible(
    units=("SEED 損傷2", "units come and go by arrival, withdrawal and loss, and stay in the game's boxes"),
    cards=("REF 3.3", "a deck has the cards that it has"),
    made=("SEED 增援1", "there is one counter of each unit, and it comes as a reinforcement"),
    down=("SEED 註4", "units are spent by acting, by losses, or for a card"),
    up=("SEED 流程3(2)", "a spent unit becomes fresh when the turn ends, or by a card"),
    placed=_placed,
)
