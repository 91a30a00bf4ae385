"""How the module of a declared game speaks: values that decide nothing, places, moments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from toolkit.audit.decisions.entries import FACE, KEYS, MASKED
from toolkit.audit.decisions.records import Place
from toolkit.audit.decisions.vocabulary import Vocabulary
from toolkit.audit.facts import number
from toolkit.compile.compiled import CompiledGame
from toolkit.module import declared_gestures as g
from toolkit.module.declared_game import Declared
from toolkit.rules.declared import Position
from toolkit.rules.mechanisms.cards import DECK, HAND, PLAYED
from toolkit.rules.mechanisms.forces import ELIMINATED, EXITED, WAITING, Unit
from toolkit.rules.mechanisms.sequence import Sequence, holds_when
from toolkit.vassal.commands.properties import DICE_ENDINGS

_BUTTONS = "what a button or the tracker writes: the decision is read from it"
_MARKS = "a mark for people"
_NEUTRAL: Final = MappingProxyType(
    dict.fromkeys(("Act", "Seq", "By", g.STATUS, g.ON), KEYS)
    | dict.fromkeys(
        (g.BATTLE, g.ROLE, g.SUPPORTS), "marks of a battle: a key sets them, and anybody may take them off"
    )
    | dict.fromkeys((g.ENDED, g.DRAWN, "Turn", "Phase"), _BUTTONS)
    | dict.fromkeys(("Step", g.BATTLES, g.CALLED, g.BEARER), "a count that the module keeps for people")
    | dict.fromkeys(("Moved", "Trail"), _MARKS)
    | dict.fromkeys(
        (f"{count}d6{ending}" for count in (1, 2) for ending in DICE_ENDINGS),
        "dice of the toolbar, which belong to no battle",
    )
)

_KINDS: Final = MappingProxyType({"eliminated": ELIMINATED, "exited": EXITED})
DELETED: Final = Place("", ELIMINATED)
"""Where a unit is whose piece was deleted from the map: players without a box for the lost do it so."""
"""Kind of a box → where its units are; in all others they wait."""

Where = Callable[[Place], str]
Moment = tuple[int, int]
"""Turn, and index of the phase in the tracker's list."""


def vocabulary(found: Declared) -> Vocabulary:
    """Return how the module of a game speaks."""
    rolls = [g.weather_of(roll.id) for roll in found.weather]
    return Vocabulary(
        phases=found.ids,
        consequences=frozenset(),
        still=frozenset(gesture.word for gesture in g.UNIT) - {g.FLIP},
        begin=frozenset({"Act", "Seq", g.BATTLE, g.ROLE, g.SUPPORTS, g.DICE, MASKED}),
        corrections=frozenset({g.FLIP}),
        strangers=False,
        set_down_again=True,
        values=frozenset({FACE}),
        decides=frozenset({g.ENDED, g.DRAWN, *rolls}),
        neutral={**_NEUTRAL, **dict.fromkeys(rolls, _BUTTONS)},
    )


def places(game: CompiledGame) -> Where:
    """Return how a place of the table reads in positions: of the map, or where off it."""
    kinds = {box.id: _KINDS.get(box.kind, WAITING) for box in game.boxes} | {DELETED.box: ELIMINATED}

    def where(place: Place) -> str:
        return place.area or kinds.get(place.box, WAITING)

    return where


def piles(game: CompiledGame) -> Callable[[Place], tuple[str, str]]:
    """Return how a place of the table reads as a pile of cards, and of whom; "" for none, and for nobody."""
    known = {box.id: (box.kind, box.side or "") for box in game.boxes if box.kind in (DECK, HAND, PLAYED)}
    return lambda place: known.get(place.box, ("", ""))


def steps_shown(unit: Unit, face: str) -> int:
    """Return how many steps a unit has by the level of its face, "" for the front."""
    return max(unit.most + 1 - max(number(face, 1), 1), 1)


def face_of(unit: Unit, steps: int) -> str:
    """Return the level of the face on which a unit shows how many steps it has."""
    return str(unit.most + 1 - steps)


def rolled(text: str, sides: Mapping[str, str]) -> tuple[str, tuple[int, ...]]:
    """Return who rolled for the weather and what the dice showed, as the module writes it; () for no dice."""
    *_, side, dice = ("", "", *text.split("/"))
    shown = tuple(number(part) for part in dice.split(",")) if dice[:1].isdigit() else ()
    return sides.get(side, ""), shown


def moment(position: Position) -> Moment:
    """Return the moment of a position as the tracker shows it: the set-up belongs to turn 1."""
    phases = position.rules.sequence.phases
    return max(position.turn, 1), -1 if position.over else phases.index(position.phase)


def shown_moment(position: Position, turn: tuple[int, str]) -> Moment:
    """Return the moment that the tracker shows; after the last phase it begins anew: that counts as later."""
    order = position.rules.sequence
    ids = [phase.id for phase in order.phases]
    found = turn[0], ids.index(turn[1]) if turn[1] in ids else 0
    last = position.turn == order.turns and found < (2, 0) and order.turns > 1
    return (order.turns + 1, 0) if last and found[0] == 1 else found


def fits(position: Position, turn: tuple[int, str]) -> bool:
    """Return whether a tracker shows the moment, or one before it in which nobody acts."""
    if position.over:
        return True
    shown, now = shown_moment(position, turn), moment(position)
    if shown == now:
        return True
    order = position.rules.sequence
    # What comes after the shown phase, had it been one of this turn, is the phase now.
    follows = order.after(*shown, position.beyond) == (position.turn, now[1])
    return shown < now and follows and is_skipped(order, shown, position.beyond)


def is_skipped(order: Sequence, shown: Moment, beyond: frozenset[str]) -> bool:
    """Return whether a phase does not come in a turn."""
    phase = order.phases[shown[1]]
    first = order.first.get(shown[0])
    early = first is not None and shown[1] < [known.id for known in order.phases].index(first)
    return "set_up" in phase.does or not holds_when(phase.when, order.kinds.of(shown[0]) | beyond) or early
