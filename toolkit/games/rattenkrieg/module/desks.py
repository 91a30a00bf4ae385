"""Desks: pieces that are always there and on which a side decides what belongs to no unit and no card."""

from __future__ import annotations

from toolkit.games.rattenkrieg.gestures import BATTLE_DESK, BUTTONS, CARD, SIDE_DESK
from toolkit.games.rattenkrieg.module import keys
from toolkit.games.rattenkrieg.module.places import ATTACKER, BATTLE_SLOTS, DECK, DEFENDER, DESK, DRAWN
from toolkit.games.rattenkrieg.module.playing_cards import card_key
from toolkit.games.rattenkrieg.module.units import EFFECTS, NO_EFFECTS
from toolkit.module.area_table import AreaTable, hand_prefix, window_name
from toolkit.module.cards import command_to_deck, hot_key, lying, lying_in_row
from toolkit.module.counters import MAIN_MAP
from toolkit.module.decisions import memory
from toolkit.module.expressions import CARDS, DICE, LOSS, choose, sentence, told
from toolkit.module.hands import ALL_DRAWN, MINE, ONE_CARD, counted_row, drawing
from toolkit.module.keys import named
from toolkit.module.pieces import Piece
from toolkit.module.traits import (
    Change,
    calculated,
    command_others,
    label,
    marker,
    report,
    set_global,
    trigger,
)
from toolkit.module.windows import SOLITAIRE
from toolkit.vassal.traits import Part

_DRAW_ONE = named("drawHandCard")
_DEAL_ONE = named("dealHandCard")
_UNITS = named("callUnits")
_REFUSE = named("refuseDraw")
_PASSED = named("countPass")
_NO_ACTIVE = named("clearActive")
_IF_WHOLE = named("shuffleWhole")
_PRESS_SHUFFLE = named("pressShuffle")
_PRESS_BACK = named("pressPilesBack")
_CLEAR = named("callCleared")
_CALL_LATEST = named("callLatest")
_CLEAR_DRAWN = named("callDrawnAway")
_CALL_DRAWN = named("callDrawn")
DRAWS = "$PlayerSide$ draws "
"""Line of the chat; the card's name follows."""
_THROW = named("throwLot")
_READ = named("readLot")
_CALL_SNIPED = named("callSniped")
_CALL_UP = named("callUnitsUp")

LAY = tuple(named(f"layCard{number}") for number in range(1, len(BUTTONS["lay"].keys) + 1))
"""Keys of the desk that lay a card of the hand, by its place there."""

MOST = 6
"""A hand is filled card by card; no limit is higher."""


def drawn_line(said: str, table: AreaTable, language: str = "en") -> str:
    """Return the line of the chat about a card that was drawn; its name follows what is said.

    The card itself is not heard: the command that calls it from the deck speaks for it.
    """
    cards = table.game.cards.cards
    names = choose(
        ((f'DrawnCard=="{card_key(card)}"', f'"{card.names.get(language)}"') for card in cards), '""'
    )
    return f"{{{sentence(CARDS + said)}+({names})}}"


def side_desk_id(side: str) -> str:
    """Return the id of a side's desk."""
    return f"{side}-desk"


def side_desk(side: str, table: AreaTable, gpid: int, image: str, px: int) -> Piece:
    """Return a side's desk: it deals, fills the hand, and passes when no unit is left."""
    game, name = table.game, table.sides[side]
    window, hand = window_name(name), table.hand(side)
    control = next((f"Control_{area}" for area in table.areas.names() if area == "mamayev_kurgan"), "")
    plain, more = game.figure("hand_limit"), game.figure("hand_limit_mamayev")
    limit = f'{control}=="{name}"?{more}:{plain}' if control else str(plain)
    in_deck = f'GetMapProperty("{DECK}_numPieces","{MAIN_MAP}")'
    parts: tuple[Part, ...] = (
        label(
            '{""+HandNow}', size=16, ink="255,255,255", ground="40,40,40", x=0, y=px // 2 - 14, name="HandTag"
        ),
        report([_REFUSE], f"{LOSS}$PlayerSide$ cannot draw: each side draws its own cards"),
        *SIDE_DESK.decided("deal", [_IF_WHOLE, _UNITS, *[_DEAL_ONE] * MOST, ALL_DRAWN], mine=MINE),
        *SIDE_DESK.decided("fill", [*[_DRAW_ONE] * MOST, ALL_DRAWN], mine=MINE),
        *SIDE_DESK.decided("pass", [_NO_ACTIVE, _PASSED]),
        trigger("Not mine", [_REFUSE], watch=[SIDE_DESK["deal"].key, SIDE_DESK["fill"].key], when=f"!{MINE}"),
        trigger(
            "Whole deck",
            [_PRESS_SHUFFLE],
            watch=[_IF_WHOLE],
            when=f"{in_deck}=={_whole(table)}",
        ),
        trigger(
            "Deal one",
            [ONE_CARD],
            watch=[_DEAL_ONE],
            when=f"HandNowCounted<{game.figure(f'hand_{side}')}",
        ),
        trigger("Draw one", [ONE_CARD], watch=[_DRAW_ONE], when="HandNowCounted<Limit"),
        command_others("Its units", _UNITS, keys.DEAL_STEPS, 'Kind=="unit"&&InArea==1&&Side=="$Side$"'),
        *drawing("HandNow", hand_prefix(name), hand.names, window, DECK),
        hot_key("Shuffle", _PRESS_SHUFFLE, keys.SHUFFLE),
        *_passing(),
        calculated("Limit", limit),
        *memory(*SIDE_DESK.words),
        marker(CounterId=side_desk_id(side), Kind="desk", Side=name, **counted_row(hand_prefix(name))),
    )
    return Piece(side_desk_id(side), gpid, f"{name} desk", image, parts, px, ("Markers", "Desks"))


def _whole(table: AreaTable) -> int:
    return len(table.game.deck.cards) if table.game.deck is not None else 0


def _passing() -> tuple[Part, ...]:
    return (
        set_global("Passes", Change(_PASSED, "{Passes+1}")),
        set_global("Active", Change(_NO_ACTIVE, "")),
    )


def battle_desk(table: AreaTable, gpid: int, image: str, px: int) -> Piece:
    """Return the desk of battles, events and the end of a turn."""
    parts = (
        *_answers(table),
        *_events(table),
        *_end_of_turn(),
        *_effects(),
        *memory(*BATTLE_DESK.words),
        marker(CounterId=DESK, Kind="desk", Side="None"),
    )
    return Piece(DESK, gpid, "Battle desk", image, parts, px, ("Markers", "Desks"))


_ANSWERS = ("stand", "take_loss", "fight_on", "stop")


def _answers(table: AreaTable) -> tuple[Part, ...]:
    return (
        label(
            told("Battle $BattleNo$", ('BattleNo=="0"', "")),
            size=13,
            ink="0,0,0",
            ground="255,240,120",
            x=0,
            y=-44,
            name="BattleTag",
        ),
        *(part for word in _ANSWERS for part in BATTLE_DESK.decided(word)),
        *_laying(table),
        *_opening(),
        *BATTLE_DESK.decided("clear", [_CLEAR]),
        command_others("Cards of the battle", _CLEAR, keys.CLEARED, 'Kind=="card"&&InRow==1'),
    )


def _laying(table: AreaTable) -> tuple[Part, ...]:
    """Return how a card of the hand is laid without a click (8.4 to 8.6); who plays alone lays by turns."""
    attacks, defends = (
        "+".join(lying(slot, MAIN_MAP) for slot in _row(letter)) for letter in (ATTACKER, DEFENDER)
    )
    defender = choose(((f'AttackerSide!="{name}"', f'"{name}"') for name in table.sides.values()), '""')
    turn = f"({attacks})<=({defends})?AttackerSide:({defender})"
    return (
        calculated("Lays", f'PlayerSide=="{SOLITAIRE}"?({turn}):PlayerSide'),
        *(
            command_others(
                f"Card {number}", key, CARD["play"].key, f'Kind=="card"&&LocationName=="$Lays$ hand-{number}"'
            )
            for number, key in enumerate(LAY, start=1)
        ),
    )


def _row(letter: str) -> list[str]:
    """Return the places of the attacker's or the defender's cards."""
    return [f"{letter}{number}" for number in range(1, BATTLE_SLOTS + 1)]


def _opening() -> tuple[Part, ...]:
    """Return how a side opens its last card without looking for it (8.6); who plays alone opens both."""
    latest, both = BATTLE_DESK["open_latest"], BATTLE_DESK["stand_and_open"]
    rows = {}
    for letter in (ATTACKER, DEFENDER):
        slots = reversed(_row(letter))
        rows[letter] = choose(((f"{lying(slot, MAIN_MAP)}>0", f'"{slot}"') for slot in slots), '"none"')
    return (
        trigger(both.menu.en, [BATTLE_DESK["stand"].key, _CALL_LATEST], key=both.key, menu=both.menu.en),
        trigger(latest.menu.en, [_CALL_LATEST], key=latest.key, menu=latest.menu.en),
        *(
            part
            for letter, mine in (
                (ATTACKER, "PlayerSide==AttackerSide"),
                (DEFENDER, "PlayerSide!=AttackerSide"),
            )
            for part in (
                command_others(
                    f"Last card {letter}",
                    _CALL_LATEST,
                    CARD["open"].key,
                    f'Kind=="card"&&LocationName=="$Latest{letter}$"&&ObscuredToOthers==true',
                ),
                calculated(f"Latest{letter}", f'({mine}||PlayerSide=="{SOLITAIRE}")?({rows[letter]}):"none"'),
            )
        ),
    )


def _events(table: AreaTable) -> tuple[Part, ...]:
    german = table.sides.get("german", "German")
    prefix, window = hand_prefix(german), window_name(german)
    names = table.hand("german").names
    counts = [lying(name, window) for name in names]
    hit = choose(((f"Roll<={'+'.join(counts[: n + 1])}", f'"{name}"') for n, name in enumerate(names)), '""')
    return (
        *BATTLE_DESK.decided("bombard", [_CLEAR_DRAWN, _CALL_DRAWN]),
        report([_CALL_DRAWN], drawn_line(DRAWS, table)),
        *BATTLE_DESK.decided("sniper", [_THROW, _READ]),
        report([_READ], f"{DICE}$PlayerSide$, sniper: card $Roll$ of $EnemyHand$, $SnipeSlot$"),
        *BATTLE_DESK.decided("give_up", [_CALL_SNIPED]),
        command_others(
            "Drawn before",
            _CLEAR_DRAWN,
            keys.CLEARED,
            f'Kind=="card"&&CurrentMap=="{MAIN_MAP}"&&LocationName=="{DRAWN}"',
        ),
        command_to_deck("Top card", _CALL_DRAWN, keys.DRAWN, DECK, 'Kind=="card"'),
        command_others("Sniped", _CALL_SNIPED, keys.SNIPED, 'Kind=="card"&&LocationName=="$SnipeSlot$"'),
        calculated("EnemyHand", lying_in_row(prefix, window)),
        set_global("Roll", Change(_THROW, "{Random(EnemyHand)}")),
        set_global("SnipeSlot", Change(_READ, f"{{{hit}}}")),
    )


def _effects() -> tuple[Part, ...]:
    """Return the counts of events that last: a card adds to them, a unit's activation takes them off."""
    wipe = named("wipeEffects")
    parts = [trigger("Effects over", [wipe], watch=[NO_EFFECTS], when=f"{'+'.join(EFFECTS)}>0")]
    for use, name in zip(LASTING, EFFECTS, strict=True):
        key = named(f"add_{use}")
        # Two of these cards add up (U44), the others are there or not.
        more = f"{{{name}+1}}" if use in ("assault_gun", "molotov") else "1"
        parts.append(trigger(use, [key], watch=[keys.EVENT_NOW], when=f'EventNow=="{use}"'))
        parts.append(set_global(name, Change(key, more), Change(wipe, "0")))
    return tuple(parts)


LASTING = ("assault_gun", "engineers", "molotov", "chuikov")
"""Uses of cards that last, in the order of `EFFECTS`."""


def _end_of_turn() -> tuple[Part, ...]:
    return (
        *BATTLE_DESK.decided("reshuffle", [_PRESS_BACK, _PRESS_SHUFFLE]),
        *BATTLE_DESK.decided("flip_up", [_CALL_UP]),
        command_others("All units", _CALL_UP, keys.TURN_UP, 'Kind=="unit"'),
        hot_key("Piles back", _PRESS_BACK, keys.PILES_BACK),
        hot_key("Shuffle", _PRESS_SHUFFLE, keys.SHUFFLE),
    )
