"""Cards of a game whose rules are data: pieces that only their side sees, decks, windows and pictures.

A deck deals by chance: whoever drags a card off it takes any of those that are left, and the engine masks it
for his side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from toolkit.compile.compiled import CompiledGame
from toolkit.module import declared_gestures as g
from toolkit.module.art import Drawing
from toolkit.module.cards import hand_mask, opened
from toolkit.module.decisions import memory, spoken
from toolkit.module.decks import Deck
from toolkit.module.declared_game import Declared
from toolkit.module.keys import named
from toolkit.module.traits import Change, command_others, dynamic, marker, return_to_deck, send_to
from toolkit.module.workshop import Workshop
from toolkit.render.cards import draw_own_view
from toolkit.render.counters import draw_counter
from toolkit.render.style import game_style
from toolkit.source.counters import Counter
from toolkit.vassal.traits import Part

Spot = tuple[str, int, int]
"""Map name and pixel."""

OWN_VIEW = "card_own.png"
_SHUFFLE = named("shuffleNothing")
_UP, _LAID, _NUMBERED = named("turnCardUp"), named("goPlayed"), named("nameBattle")
_ALL_BACK, _BACK = named("pileToDeck"), named("cardToDeck")


def card_parts(
    counter: Counter, game: Declared | None, shop: Workshop, pile: Spot | None
) -> tuple[Part, ...]:
    """Return the traits of a card: masked for its side, played and discarded by a key, shuffled in again.

    Parameters
    ----------
    pile : (map name, x, y) or None
        Where it lies on its side's pile; without one the key leaves it where it is.
    """
    words = (g.PLAY,) if game is None else game.card_words(counter.side)
    boxes = {box.kind: box.names.en for box in shop.game.boxes if box.side == counter.side}
    piled = boxes.get("pile", "")
    keys = {
        g.PLAY: g.CARD.decided(g.PLAY, [_UP, _LAID], first=[_NUMBERED]),
        g.DISCARD: g.CARD.decided(g.DISCARD, [_UP, _LAID]),
        g.RESHUFFLE: g.CARD.decided(g.RESHUFFLE, [_ALL_BACK], pile=piled),
    }
    goes: tuple[Part, ...] = () if pile is None else (send_to(_LAID, *pile),)
    if g.RESHUFFLE in words:
        mine = f'Kind=="card"&&LocationName=="{piled}"'
        goes += (
            command_others("The pile", _ALL_BACK, _BACK, mine),
            return_to_deck(_BACK, boxes.get("deck", "")),
        )
    bears = game is not None and counter.unit_class in game.bearing
    on = (
        [dynamic(g.ON, "", Change(_NUMBERED, f"{{{g.BEARER}}}"), note="on what it is played")]
        if bears
        else []
    )
    return (
        hand_mask(_back(counter.side), OWN_VIEW, "a card"),
        *spoken([part for word in words for part in keys[word]]),
        dynamic(
            g.BATTLE, 0, Change(_NUMBERED, f"{{{g.CALLED}}}"), note="number of the battle it is played in"
        ),
        *on,
        opened(_UP),
        *goes,
        *memory(*words),
        marker(CounterId=counter.id, Kind="card", Side=shop.side_name(counter.side)),
    )


def has_card_key(game: Declared, word: str) -> bool:
    """Return whether cards of some side have a key of the gesture table."""
    return any(word in words for words in game.cards.values())


def _back(side: str | None) -> str:
    return f"card_back_{side}.png"


def decks_of(game: CompiledGame, px: int, spot: Callable[[str], Spot]) -> dict[str, Deck]:
    """Return the decks of a game by their boxes; `spot` gives the middle of a box."""
    with_cards = {counter.side for counter in game.counters if counter.kind == "card"}
    boxes = [box for box in game.boxes if box.kind == "deck" and box.side in with_cards]
    return {
        box.id: Deck(box.names.en, *spot(box.id), px, _SHUFFLE, by_chance=True, drawn_up=False, shown=3)
        for box in boxes
    }


def card_drawings(game: CompiledGame, px: int) -> dict[str, Drawing]:
    """Return the pictures that hidden cards need."""
    cards: Sequence[Counter] = [counter for counter in game.counters if counter.kind == "card"]
    first = {counter.side: counter for counter in reversed(cards)}
    style, size = game_style(game), (px, px)
    backs = {
        _back(side): Drawing(partial(draw_counter, one, "back", style), size) for side, one in first.items()
    }
    return backs | ({OWN_VIEW: Drawing(partial(draw_own_view, size), size)} if cards else {})
