"""Tables for what games seldom show: full areas, an army that has all but gone, cards that are seldom held.

A game goes on from such a table by the rules; only how it came about is not told.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

from toolkit.games.storm.play.paper import Paper
from toolkit.games.storm.rules.actions import Action
from toolkit.games.storm.rules.data import Card, Use
from toolkit.games.storm.rules.player import play_on
from toolkit.games.storm.rules.position import ELIMINATED, OFF_MAP, Phase, Position
from toolkit.games.storm.rules.sides import Side

_TURN_OF_WITHDRAWALS = 3
_FEW = 5
"""So many areas, at most, a crowd fills when it stands where there are few ways out."""
_SELDOM = (Use.MARCH, Use.INFILTRATE, Use.JOINT, Use.FERRY, Use.UNSPENT, Use.OVERRUN)
"""What the cards do that lie on top where a table is about cards."""


class Theme(StrEnum):
    """What a game is about that violations are planted in; `GAME` is a whole one from its beginning."""

    GAME = "game"
    BIDS = "bids"
    CROWD = "crowd"
    RUIN = "ruin"
    COLUMN = "column"
    CARDS = "cards"


ABOUT: Mapping[Theme, frozenset[str]] = MappingProxyType(
    {
        Theme.BIDS: frozenset({"SEED 註1"}),
        Theme.CROWD: frozenset({"SEED 移動4", "SEED 撤退1(1)", "SEED 撤退3", "SEED 增援2", "SEED 增援3"}),
        Theme.RUIN: frozenset({"SEED 撤離1", "SEED 撤離2", "SEED 撤離3", "SEED 撤離4"}),
        Theme.COLUMN: frozenset({"SEED 移動3(2)", "SEED 移動3(3)", "SEED 註5"}),
        Theme.CARDS: frozenset(f"CARD {use}" for use in _SELDOM),
    }
)
"""Clauses that games seldom show, and the tables that do."""
TURNS: Mapping[Theme, int] = MappingProxyType(
    {Theme.GAME: 99, Theme.BIDS: 0, Theme.CROWD: 2, Theme.RUIN: 1, Theme.COLUMN: 1, Theme.CARDS: 1}
)
"""How many turns are played; 0 for the preparations alone."""


def crowd(position: Position, rng: random.Random) -> None:
    """Put both armies into a few areas beside each other, in the draw of some turn."""
    data = position.data
    position.turn = rng.randint(1, data.last_turn - 1)
    city = [area for area in data.areas if area not in data.ferries]
    small = [area for area in city if len(data.neighbours[area]) < _FEW]
    gates = [area for area in city if data.areas[area].entry]
    heart = rng.choice(rng.choice((small or city, gates or city)))
    few = [heart, *data.neighbours[heart]]
    for unit, known in data.units.items():
        room = [area for area in few if len(position.units_in(area, known.side)) < data.figures.stacking]
        comes_later = known.enters >= position.turn
        if comes_later or not room:
            position.put(unit, OFF_MAP if comes_later else ELIMINATED)
        elif rng.random() < 0.15:
            position.put(unit, rng.choice(sorted(data.ferries)) if known.side is Side.SOVIET else room[0])
        else:
            position.put(unit, rng.choice(room))


def ruin(position: Position, rng: random.Random) -> None:
    """Leave the German few units in the draw of turn 3, fewer at times than have to leave."""
    data = position.data
    position.turn = _TURN_OF_WITHDRAWALS
    german = [unit for unit in data.units if position.side(unit) is Side.GERMAN]
    kept = set(rng.sample(german, rng.choice((1, 2, 4, 9, 20))))
    for unit in german:
        spot = data.units[unit].starts or rng.choice([area.id for area in data.areas.values() if area.entry])
        full = spot in data.areas and len(position.units_in(spot, Side.GERMAN)) >= data.figures.stacking
        position.put(unit, spot if unit in kept and not full else ELIMINATED)


def column(position: Position, rng: random.Random) -> None:
    """Put slow units among fast ones, and a few enemies before them, in the draw of some turn."""
    data = position.data
    position.turn = rng.randint(1, data.last_turn - 1)
    city = [area for area in data.areas if area not in data.ferries]
    units = [unit for unit in data.units if data.units[unit].enters < position.turn]
    rng.shuffle(units)
    for side in Side:
        # Half the map each, the border between them anywhere: fast units have somewhere to go.
        front = rng.sample(city, len(city) // 3)
        for unit in [one for one in units if position.side(one) is side]:
            room = [area for area in front if len(position.units_in(area, side)) < data.figures.stacking]
            position.put(unit, rng.choice(room) if room else ELIMINATED)


def landing(position: Position, rng: random.Random) -> None:
    """Let those who came so far stand where they came, in the draw of some turn."""
    data = position.data
    position.turn = rng.randint(2, data.last_turn - 1)
    for unit, known in data.units.items():
        if not known.entry or known.enters >= position.turn:
            continue
        room = [
            area
            for area in known.entry
            if area in data.ferries or len(position.units_in(area, known.side)) < data.figures.stacking
        ]
        position.put(unit, rng.choice(room) if room else ELIMINATED)


_TABLES: Mapping[Theme, Callable[[Position, random.Random], None]] = MappingProxyType(
    {Theme.CROWD: crowd, Theme.RUIN: ruin, Theme.COLUMN: column, Theme.CARDS: landing}
)


def stage(position: Position, seed: int, theme: Theme) -> bool:
    """Set a table; return whether anything but the set-up had to be laid.

    Parameters
    ----------
    position : Position
        Before the first card is drawn; the set-up is in place.
    """
    if theme not in _TABLES:
        return False
    rng = random.Random(f"stage {seed}")
    _TABLES[theme](position, rng)
    position.phase = Phase.DRAW
    for side in Side:
        deal(position, side, rng, on_top=_SELDOM if theme is Theme.CARDS else ())
    return True


def deal(position: Position, side: Side, rng: random.Random, on_top: tuple[Use, ...] = ()) -> None:
    """Lay a side's deck, those cards on top that do some things."""
    cards = rng.sample(position.data.decks[side], len(position.data.decks[side]))

    def wanted(card: str) -> bool:
        known: Card = position.data.cards[card]
        return known.does(*on_top)

    position.decks[side].extend(sorted(cards, key=wanted))


def played(position: Position, seed: int, theme: Theme) -> Iterator[Action]:
    """Play a game as long as its theme asks: yield each action, then carry it out."""
    last = position.turn + TURNS[theme] - 1
    for action in play_on(position, seed):
        if position.turn > last and position.phase is not Phase.PREPARATION:
            return
        yield action


def lay_table(paper: Paper, position: Position) -> None:
    """Lay units, control, decks and the tracker as a position has them, wherever it begins."""
    for unit, known in position.data.units.items():
        where = position.where[unit]
        if where in paper.names:
            paper.put([unit], where)
        elif where:
            paper.leave(unit, f"{where}-{known.side.id}")
        else:
            paper.leave(unit, f"turn-{max(known.enters, position.turn)}-{known.side.id}")
    for area in paper.names:
        # Who stood alone in an area on the way there says nothing.
        if f"control-{area}" in paper.desk.pieces:
            holder = paper.sides[position.control(area).id]
            paper.desk.change(f"control-{area}", {"Control": holder})
            paper.set(**{f"Control_{area}": holder})
    for side in Side:
        if position.decks[side]:
            paper.shuffle(side.id, position.decks[side])
    paper.show_turn(position.turn, str(position.phase).capitalize())
