"""Action cards: drawn face down, played open, discarded.  No chat line names a card that is hidden."""

from __future__ import annotations

from toolkit.games.storm.gestures import CARD
from toolkit.games.storm.module import keys
from toolkit.games.storm.module.desks import pile_name, played_place
from toolkit.games.storm.module.fire import FIRE_DESK
from toolkit.games.storm.module.impulses import BEGIN, impulses
from toolkit.module.area_table import AreaTable, window_name
from toolkit.module.cards import hand_mask, opened, send_to_slot
from toolkit.module.counters import MAIN_MAP
from toolkit.module.decisions import consequence, memory, spoken
from toolkit.module.hands import RECOUNT, TALLY, dealt_to_place, moved_by_hand
from toolkit.module.keys import named
from toolkit.module.markers import MOVED_HERE
from toolkit.module.pieces import Piece, Prototype
from toolkit.module.traits import (
    Change,
    calculated,
    command_others,
    marker,
    return_to_deck,
    set_global,
    trigger,
)
from toolkit.source.action_cards import ActionCard
from toolkit.vassal.traits import Part

_TO_PLAYED = named("goToPlayed")
_TO_PILE = named("goToPile")
_TURN_UP = named("turnCardUp")
_CLEAR_PLAYED = named("clearPlayed")
_EFFECT = named("cardEffect")
_IF_OLD = named("ifOldFire")
_OLD_FIRE = named("callOldFire")
_CANCEL = named("callCancel")

# What a card changes in the fire that is declared or comes: effect → (global, new value); `Amount` is its
# number.
_MINE = ("FireSide", "{Side}")
_FROM_NOWHERE = ("FireFrom", "")
_EFFECTS: dict[str, tuple[tuple[str, str], ...]] = {
    "fire_bonus": (("AttackMore", "{AttackMore+Amount}"),),
    "bombard": (("AttackMore", "{AttackMore+Amount}"), _MINE, _FROM_NOWHERE),
    "no_terrain": (("TerrainTimes", "0"),),
    "rubble": (("TerrainTimes", "{TerrainTimes==0?0:Amount}"),),
    "dig_in": (("DefenceMore", "{DefenceMore+Amount}"),),
    "weaken": (("AttackMore", "{AttackMore-Amount}"),),
    "spare": (("Left", "{Left>Amount?Left-Amount:0}"),),
    "attacker_allots": (("Allots", "{Side}"),),
    "snipe": (("SnipePoints", "{Amount}"), ("Allots", "{Chooser}"), _MINE, _FROM_NOWHERE),
    "mines": (
        ("FireNo", "{FireNo+1}"),
        ("FireState", "rolled"),
        ("Points", "{Amount}"),
        ("Left", "{Amount}"),
        _MINE,
        _FROM_NOWHERE,
    ),
}
# These begin a fire of their own: what a forgotten one left is cleared first.
_FIRST = ("fire_bonus", "bombard", "no_terrain", "attacker_allots", "snipe", "mines")


def card_prototype(side: str, table: AreaTable, back: str, own_view: str) -> Prototype:
    """Return what all cards of a side do; `back` and `own_view` are pictures."""
    return Prototype(
        prototype_name(table, side),
        (
            hand_mask(back, own_view, "a card"),
            *spoken(_played(side, table)),
            *_moved_by_others(),
            *_effects(),
            *_state(side, table),
            *impulses("card", "Side", '""', table, when='Play=="action"'),
            opened(_TURN_UP),
            dealt_to_place(),
            send_to_slot(_TO_PLAYED, MAIN_MAP, played_place(table, side)),
            return_to_deck(_TO_PILE, pile_name(table, side)),
            *memory(*CARD.words),
        ),
        "hands, play, discards",
    )


def prototype_name(table: AreaTable, side: str) -> str:
    """Return the name of the prototype of a side's cards."""
    return f"{table.sides[side]} card"


def card_key(card: ActionCard) -> str:
    """Return a card's spelling in properties that hold ids."""
    return f"@{card.id}"


def card_image(card: ActionCard) -> str:
    """Return the file name of a card's face."""
    return f"card_{card.id}.png"


def card_piece(card: ActionCard, table: AreaTable, prototype: Prototype) -> Piece:
    """Return the piece of a card."""
    side = table.sides[card.side]
    facts: dict[str, str | int] = {
        "CounterId": card.id,
        "Card": card_key(card),
        "Kind": "card",
        "Side": side,
        "Play": card.play or "",
        "Effect": card.effect.kind if card.effect is not None else "none",
        "Amount": _amount(card),
        "Text": card.text.en,
        "Chooser": side if card.effect is not None and card.effect.values.get("by") == "attacker" else "",
    }
    return Piece(
        card.id, card.gpid, card.names.en, card_image(card), (prototype, marker(**facts)), max(table.card),
        ("Cards", side),
    )  # fmt: skip


def _amount(card: ActionCard) -> int:
    """Return the number of a card's effect: its attack, defence, factor or points; 0 without."""
    if card.effect is None:
        return 0
    numbers = [v for v in card.effect.values.values() if isinstance(v, int) and not isinstance(v, bool)]
    return numbers[0] if numbers else 0


def _played(side: str, table: AreaTable) -> tuple[Part, ...]:
    return (
        *CARD.decided("play", [_IF_OLD, _CLEAR_PLAYED, _TURN_UP, _TO_PLAYED, _EFFECT, BEGIN, TALLY]),
        *CARD.decided("pay", [_TURN_UP, _TO_PILE, TALLY]),
        *CARD.decided("discard", [_TURN_UP, _TO_PILE, TALLY]),
        command_others(
            "Played before",
            _CLEAR_PLAYED,
            keys.CLEARED,
            f'Kind=="card"&&CurrentMap=="{MAIN_MAP}"&&LocationName=="{played_place(table, side)}"',
        ),
    )


def _moved_by_others() -> tuple[Part, ...]:
    """Return what other pieces make a card do.  A card masked for the other side does not hear them."""
    return (
        consequence("cleared", keys.CLEARED, [_TURN_UP, _TO_PILE]),
        moved_by_hand(),
        # A card that a player drags onto the board is shown: no key has to be pressed for that.
        trigger("Shown by hand", [_TURN_UP], watch=[MOVED_HERE], when="Held==0"),
        command_others("Owner counts", TALLY, RECOUNT, 'Kind=="desk"&&Side=="$Side$"'),
    )


def _effects() -> tuple[Part, ...]:
    parts: list[Part] = []
    changes: dict[str, list[Change]] = {}
    for effect, settings in _EFFECTS.items():
        key = named(f"effect_{effect}")
        parts.append(trigger(effect, [key], watch=[_EFFECT], when=f'Effect=="{effect}"{_also(effect)}'))
        for name, value in settings:
            changes.setdefault(name, []).append(Change(key, value))
    first = "||".join(f'Effect=="{effect}"' for effect in _FIRST)
    return (
        *parts,
        trigger("Cancel", [_CANCEL], watch=[_EFFECT], when='Effect=="cancel"'),
        trigger("Old fire", [_OLD_FIRE], watch=[_IF_OLD], when=f'FireState=="rolled"&&({first})'),
        command_others("Old fire", _OLD_FIRE, keys.OLD_FIRE, f'CounterId=="{FIRE_DESK}"'),
        command_others("Cancel", _CANCEL, keys.CANCEL_FIRE, f'CounterId=="{FIRE_DESK}"'),
        *(set_global(name, *found) for name, found in changes.items()),
    )


def _also(effect: str) -> str:
    """Return what else must hold: mines that cost no points begin no losses."""
    return "&&Amount>0" if effect == "mines" else ""


def _state(side: str, table: AreaTable) -> tuple[Part, ...]:
    return (calculated("Held", f'CurrentMap=="{window_name(table.sides[side])}"?1:0'),)
