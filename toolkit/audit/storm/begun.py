"""A card that was being played when a log begins: what belongs to it may still come."""

from __future__ import annotations

from collections.abc import Mapping

from toolkit.audit.areas.records import Laid
from toolkit.audit.events import Actor, Known
from toolkit.audit.storm.start import words
from toolkit.audit.storm.vocabulary import unmarked
from toolkit.audit.storm.words.cards import Played
from toolkit.rules.storm import actions as a
from toolkit.rules.storm.data import Timing
from toolkit.rules.storm.position import Phase, Position
from toolkit.rules.storm.sequence import begins_act

_OF_CARDS = ("pay", "ready", "return", "back", "declare")
_ANSWERS = (Timing.ENEMY_FIRE, Timing.ENEMY_LOSS, Timing.ENEMY_MOVE)


def card_begun(position: Position, laid: Laid, names: Mapping[str, str]) -> Played | None:
    """Return the card whose play is the last decision before a log, and put the position back before it.

    The table that a log begins with shows what answers to the enemy's acts have done, and a declared
    bombardment: of those only the price is still waited for.
    """
    told = [(act, piece) for act, piece in words(laid) if act]
    since = next((n for n, (act, _) in enumerate(told) if act not in _OF_CARDS), len(told))
    act, name = told[since] if since < len(told) else ("", "")
    card = position.data.cards.get(name)
    if position.phase is not Phase.IMPULSES or act != "play" or card is None:
        return None
    parts = told[:since]
    declared = position.shot is not None
    if card.timing not in _ANSWERS and not declared and begins_act(position, a.Play(card.side, name)):
        position.last, position.passes, position.toll = card.side.enemy, 0, None
    aimed = any(act == "declare" for act, _ in parts)
    return Played(
        (0,),
        Actor(card.side.id, Known.INFERRED),
        card.side,
        name,
        area=names.get(unmarked(laid.properties.get("FireTarget", "")), "") if aimed else "",
        units=tuple(piece for act, piece in reversed(parts) if act in ("ready", "return")),
        paid=tuple(piece for act, piece in reversed(parts) if act == "pay"),
        carried_out=declared or card.timing in _ANSWERS,
    )
