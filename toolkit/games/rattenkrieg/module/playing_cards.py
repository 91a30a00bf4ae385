"""The 52 cards: steps, hands, battles, events.  No chat line names a card that is hidden."""

from __future__ import annotations

from toolkit.games.rattenkrieg.gestures import CARD
from toolkit.games.rattenkrieg.module import keys
from toolkit.games.rattenkrieg.module.places import (
    ATTACKER,
    BATTLE_SLOTS,
    DEFENDER,
    DESK,
    DRAWN,
    EVENT,
    HIDDEN,
    PILE,
)
from toolkit.module.area_table import AreaTable, window_name
from toolkit.module.cards import first_free, hand_mask, opened, send_to_slot
from toolkit.module.counters import MAIN_MAP
from toolkit.module.decisions import consequence, memory, noting, spoken
from toolkit.module.expressions import CARDS, choose, sentence
from toolkit.module.hands import TALLY, dealt_to_place, in_hands, moved_by_hand, owner, owner_counts
from toolkit.module.keys import named
from toolkit.module.pieces import Piece, Prototype
from toolkit.module.traits import (
    Change,
    calculated,
    command_others,
    dynamic,
    marker,
    report,
    return_to_deck,
    set_global,
    trigger,
)
from toolkit.source.cards import Card
from toolkit.vassal.traits import Part

_TO_ROW = named("goToRow")
_TO_HAND = named("goToHand")
_TO_EVENT = named("goToEvent")
_TO_DRAWN = named("goToDrawn")
_TO_PILE = named("goToPile")
_TO_HIDDEN = named("goToHidden")
_TURN_UP = named("turnCardUp")
_SHOW = named("showCard")
_SHOW_DRAWN = named("showDrawn")
_EFFECT = named("eventEffect")
_CLEAR_EVENT = named("clearEvent")
_PUT_AWAY_HIDDEN = named("putAwayHidden")
_PUT_AWAY = named("putAway")
_TELL = named("tellEvent")

READY_USE = "chuikov_ready"
EVENT_PLAYED = "$PlayerSide$, event: $BasicName$, "
"""Line of the chat; the name of the event follows."""


def card_prototype(table: AreaTable, back: str, own_view: str) -> Prototype:
    """Return what all cards do; `back` and `own_view` are pictures."""
    return Prototype(
        "Card",
        (
            hand_mask(back, own_view, "a card"),
            *spoken((*_in_battle(), *_as_event(table), *_spent())),
            *_moved_by_others(),
            moved_by_hand(),
            *_effects(),
            *_state(table),
            opened(_TURN_UP),
            *_ways(table),
            *memory(*CARD.words),
        ),
        "steps, hands, battles, events",
    )


def event_line(said: str, table: AreaTable, language: str = "en") -> str:
    """Return the line of the chat about a card played as an event; the event's name follows what is said."""
    uses = table.game.cards.uses
    names = choose(((f'Event=="{use.id}"', f'"{use.names.get(language)}"') for use in uses), '""')
    return f"{{{sentence(CARDS + said)}+({names})}}"


def card_key(card: Card) -> str:
    """Return a card's spelling in properties: a bare ``7D`` would come back as a number."""
    return f"@{card.id}"


def card_piece(card: Card, table: AreaTable, prototype: Prototype) -> Piece:
    """Return the piece of a card."""
    deck = table.game.deck
    facts: dict[str, str | int] = {
        "CounterId": card.id,
        "Card": card_key(card),
        "Kind": "card",
        "Side": "None",
        "Suit": card.suit,
        "Rank": card.rank,
        "Colour": card.colour,
        "Value": card.value or 0,
    }
    for side in table.sides:
        use = deck.use(card.id, side) if deck is not None else None
        facts[f"Use_{side}"] = use.id if use is not None else "none"
    return Piece(
        card.id,
        card.gpid,
        card.names.en,
        card_image(card),
        (prototype, marker(**facts)),
        max(table.card),
        ("Cards", card.suit),
    )


def card_image(card: Card) -> str:
    """Return the file name of a card's face."""
    return f"card_{card.id}.png"


def _in_battle() -> tuple[Part, ...]:
    return (
        *CARD.decided("play", [_TO_ROW, TALLY]),
        *CARD.decided("play_open", [_TURN_UP, _TO_ROW, _SHOW, TALLY]),
        *CARD.decided("open", [_TURN_UP, _SHOW]),
        *CARD.decided("take_back", [_TO_HAND, TALLY]),
    )


def _as_event(table: AreaTable) -> tuple[Part, ...]:
    shown = [_CLEAR_EVENT, _TURN_UP, _TO_EVENT, _EFFECT, _TELL, TALLY]
    return (
        *CARD.decided("event", shown),
        report([noting("event")], event_line(EVENT_PLAYED, table)),
        *CARD.decided("event_ready", shown),
        command_others(
            "Event before",
            _CLEAR_EVENT,
            keys.CLEARED,
            f'Kind=="card"&&CurrentMap=="{MAIN_MAP}"&&LocationName=="{EVENT}"',
        ),
    )


def _spent() -> tuple[Part, ...]:
    return (
        *CARD.decided("lose", [_TURN_UP, _TO_HIDDEN, TALLY]),
        *CARD.decided("pay", [_TURN_UP, _TO_PILE, TALLY]),
        *CARD.decided("discard", [_TURN_UP, _TO_PILE, TALLY]),
    )


def _moved_by_others() -> tuple[Part, ...]:
    """Return what other pieces make a card do.  A card masked for the other side does not hear them."""
    return (
        consequence("drawn", keys.DRAWN, [_TO_DRAWN, _TURN_UP, _SHOW_DRAWN]),
        consequence("sniped", keys.SNIPED, [_TURN_UP, _TO_PILE, TALLY]),
        # The inner one acts first: a hidden card must be away before open ones are looked for.
        consequence("cleared", _PUT_AWAY, [_TO_PILE]),
        consequence("cleared", _PUT_AWAY_HIDDEN, [_TURN_UP, _TO_HIDDEN]),
        trigger(
            "Open one away",
            [_PUT_AWAY],
            watch=[keys.CLEARED],
            when="OnTable==1&&ObscuredToOthers==false",
        ),
        trigger(
            "Hidden one away",
            [_PUT_AWAY_HIDDEN],
            watch=[keys.CLEARED],
            when="OnTable==1&&ObscuredToOthers==true",
        ),
    )


def _effects() -> tuple[Part, ...]:
    return (
        set_global("EventNow", Change(_EFFECT, "{Event}"), note="what the last event was played as"),
        command_others("Event", _TELL, keys.EVENT_NOW, f'CounterId=="{DESK}"'),
    )


def _state(table: AreaTable) -> tuple[Part, ...]:
    own_use = choose(((f'Holder=="{name}"', f"Use_{side}") for side, name in table.sides.items()), '"none"')
    return (
        owner_counts(),
        *owner(table),
        dynamic(
            "Event",
            "",
            Change(named("note_event"), f"{{{own_use}}}"),
            Change(named("note_event_ready"), READY_USE),
            note="what it was played as",
        ),
        set_global("OpenA", Change(_SHOW, f'{{LocationName.startsWith("{ATTACKER}")?Card:OpenA}}')),
        set_global("OpenD", Change(_SHOW, f'{{LocationName.startsWith("{DEFENDER}")?Card:OpenD}}')),
        set_global("DrawnCard", Change(_SHOW_DRAWN, "{Card}")),
        in_hands(table),
        # A place of a hand, or of a unit's steps, has a number, which means nothing to players.
        calculated("LiesOn", 'LocationName.replaceFirst("-[0-9]+$","")'),
        calculated(
            "InRow", f'(CurrentMap=="{MAIN_MAP}"&&LocationName.matches("[{ATTACKER}{DEFENDER}][0-9]"))?1:0'
        ),
        calculated("OnTable", f'(InRow==1||LocationName=="{EVENT}"||LocationName=="{DRAWN}")?1:0'),
    )


def _ways(table: AreaTable) -> tuple[Part, ...]:
    rows = {
        letter: first_free([f"{letter}{number}" for number in range(1, BATTLE_SLOTS + 1)], MAIN_MAP)
        for letter in (ATTACKER, DEFENDER)
    }
    windows = {name: window_name(name) for name in table.sides.values()}
    free = {name: first_free(table.hand(side).names, windows[name]) for side, name in table.sides.items()}
    hand = choose(((f'Holder=="{name}"', place) for name, place in free.items()), '""')
    window = choose(((f'Holder=="{name}"', f'"{title}"') for name, title in windows.items()), '""')
    return (
        dealt_to_place(),
        send_to_slot(_TO_ROW, MAIN_MAP, f"{{Holder==AttackerSide?{rows[ATTACKER]}:{rows[DEFENDER]}}}"),
        send_to_slot(_TO_HAND, f"{{{window}}}", f"{{{hand}}}"),
        send_to_slot(_TO_EVENT, MAIN_MAP, EVENT),
        send_to_slot(_TO_DRAWN, MAIN_MAP, DRAWN),
        return_to_deck(_TO_PILE, PILE),
        return_to_deck(_TO_HIDDEN, HIDDEN),
    )
