"""Chapters 2.2 to 2.24, and the errata of counters: what is printed on them.  Statements: the data hold them.

Each function takes the compiled game and says whether its data hold what the rulebook prints.
"""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING

from toolkit.rules.registry import stated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.compile.compiled import CompiledGame
    from toolkit.source.counters import Counter

NATIONS = {"axis": {"german", "hungarian", "italian", "romanian"}, "soviet": {"soviet"}}
PANZER_ARMIES = ("1PzA", "4PzA")
INFANTRY_ERRATA = ("44", "62", "68")
CAVALRY_ERRATA = ("79C", "110C")


def _of(game: CompiledGame, *kinds: str) -> tuple[Counter, ...]:
    return tuple(counter for counter in game.counters if counter.kind in kinds)


def _orders(game: CompiledGame, order: str) -> list[Counter]:
    return [counter for counter in game.counters if counter.chit and counter.chit.order == order]


def _roles(game: CompiledGame) -> Tally[str | None]:
    return Tally(counter.role for counter in _of(game, "marker"))


def _all(found: Iterable[bool]) -> bool:
    """Return whether there is something, and all of it holds."""
    answers = list(found)
    return bool(answers) and all(answers)


@stated(
    "2.2",
    "Counters are units (headquarters and combat units), command chits and markers.",
    place="kind in counters/*.yaml.",
    against="A counter of a fifth kind.",
)
def kinds_of_counters(game: CompiledGame) -> bool:
    """Return whether counters of these kinds, and only these, are there."""
    return {counter.kind for counter in game.counters} == {"unit", "hq", "chit", "marker"}


@stated(
    "2.21(1)",
    "A combat unit's colour says its nationality.",
    place="nationality in counters/*.yaml; the palette of render draws it.",
    against="A Romanian division of the Soviet side.",
)
def nationality(game: CompiledGame) -> bool:
    """Return whether every unit has a nationality of its side."""
    return _all(c.nationality in NATIONS.get(c.side or "", ()) for c in _of(game, "unit", "hq"))


@stated(
    "2.21(2)1",
    "A symbol says the branch.",
    place="symbol in counters/*.yaml.",
    against="A combat unit without a symbol.",
)
def branch(game: CompiledGame) -> bool:
    """Return whether every combat unit has a symbol."""
    return _all(bool(c.symbol) for c in _of(game, "unit"))


@stated(
    "2.21(2)2",
    "An Axis unit shows the army it starts with; it counts in the set-up only.",
    place="assignment in counters/axis_*.yaml; nothing but chapter 4 reads it.",
    against="A division that starts on the map and names no army with set-up hexes.",
)
def army_of_the_setup(game: CompiledGame) -> bool:
    """Return whether every assignment of an Axis unit names an army of the set-up hexes."""
    armies = {symbol.army for symbol in game.setup_hexes}
    assigned = [c.assignment for c in _of(game, "unit") if c.side == "axis" and c.assignment]
    return _all(army in armies for army in assigned)


@stated(
    "2.21(2)3",
    "A unit shows its name or number.",
    place="names and short in counters/*.yaml.",
    against="A division without a name.",
)
def name_of_a_unit(game: CompiledGame) -> bool:
    """Return whether every unit has a name, and a short one that is printed on it."""
    return _all(bool(c.short and c.names.en) for c in _of(game, "unit", "hq"))


@stated(
    "2.21(2)4",
    "A unit says where it starts: Axis army, Soviet front or second line; without it, in the reserve pool.",
    place="assignment in counters/*.yaml.",
    against="A Soviet division that is to start with 6A.",
)
def where_a_unit_starts(game: CompiledGame) -> bool:
    """Return whether Soviet combat units start in the front line, the second line or the pool."""
    soviet = [c.assignment for c in _of(game, "unit") if c.side == "soviet"]
    return {"front", "second", None} == set(soviet)


@stated(
    "2.21(2)5",
    "Mechanised units have attack and defence, others one strength for both.",
    place="full and reduced in counters/*.yaml.",
    against="An infantry division that attacks with 4 and defends with 5.",
)
def strengths(game: CompiledGame) -> bool:
    """Return whether units that are not mechanised attack and defend with the same number."""
    faces = [
        face
        for c in _of(game, "unit", "hq")
        if not c.mechanised
        for face in (c.full, c.reduced)
        if face is not None
    ]
    return _all(face.attack == face.defence for face in faces)


@stated(
    "2.21(2)6",
    "The movement allowance says how far a unit can go.",
    place="movement in counters/*.yaml.",
    against="A unit without an allowance.",
)
def allowance(game: CompiledGame) -> bool:
    """Return whether every unit can move."""
    return _all(c.full is not None and c.full.movement > 0 for c in _of(game, "unit", "hq"))


@stated(
    "2.21(3)",
    "Most units have a reduced back; some have a blank one. A step turns a unit over, the next removes it.",
    place="reduced in counters/*.yaml, none for a blank back; 10.5(1) carries it out.",
    against="A reduced face that is stronger than the full one.",
)
def two_faces(game: CompiledGame) -> bool:
    """Return whether there are both kinds of backs, and none is stronger than its front."""
    units = [c for c in _of(game, "unit") if c.full is not None]
    backs = [(c.full, c.reduced) for c in units if c.full is not None and c.reduced is not None]
    weaker = _all(full.attack >= back.attack and full.defence >= back.defence for full, back in backs)
    return weaker and len(backs) < len(units)


@stated(
    "2.22",
    "A headquarters is a special combat unit, not mechanised.",
    place="kind hq in counters/*.yaml; 13.0.",
    against="A mechanised headquarters.",
)
def headquarters_on_foot(game: CompiledGame) -> bool:
    """Return whether no headquarters is mechanised."""
    return _all(not c.mechanised for c in _of(game, "hq"))


@stated(
    "2.22(1)",
    "There are headquarters of armies (fronts) and of panzer armies; a panzer army has two chits.",
    place="size in counters/*.yaml and chit.hq in counters/chits.yaml.",
    against="A second chit for 6A.",
)
def kinds_of_headquarters(game: CompiledGame) -> bool:
    """Return whether panzer armies have two chits and all other headquarters one."""
    chits = Tally(c.chit.hq for c in _orders(game, "activate") if c.chit)
    wanted = {c.id: 1 + (c.assignment in PANZER_ARMIES) for c in _of(game, "hq")}
    return bool(wanted) and chits == wanted


@stated(
    "2.22(2)",
    "A headquarters shows the army it sets up with.",
    place="assignment in counters/*.yaml and the set-up hexes of kind hq.",
    against="A headquarters on the map at start without a printed place.",
)
def place_of_a_headquarters(game: CompiledGame) -> bool:
    """Return whether every headquarters that starts on the map has its printed place."""
    placed = {symbol.army for symbol in game.setup_hexes if symbol.kind == "hq"}
    return placed == {c.assignment for c in _of(game, "hq") if c.assignment}


@stated(
    "2.22(3)",
    "Its command range says which units it can activate.",
    place="command_range in counters/*.yaml; 8.2.",
    against="A headquarters without a range.",
)
def ranges(game: CompiledGame) -> bool:
    """Return whether every headquarters has a range, and no other unit."""
    return _all(bool(c.command_range) == (c.kind == "hq") for c in _of(game, "hq", "unit"))


@stated(
    "2.22(4)",
    "Its strength works like that of other units.",
    place="full in counters/*.yaml; 13.0.",
    against="A headquarters without strength.",
)
def strength_of_headquarters(game: CompiledGame) -> bool:
    """Return whether every headquarters has a strength."""
    return _all(c.full is not None and c.full.defence > 0 for c in _of(game, "hq"))


@stated(
    "2.22(5)",
    "It moves like other units.",
    place="full.movement in counters/*.yaml; 13.0.",
    against="A headquarters that cannot move.",
)
def movement_of_headquarters(game: CompiledGame) -> bool:
    """Return whether every headquarters can move."""
    return _all(c.full is not None and c.full.movement > 0 for c in _of(game, "hq"))


@stated(
    "2.23",
    "Command chits are drawn one by one from a cup, where the chosen ones of the turn lie.",
    place="counters/chits.yaml; chapters 6 and 7.",
    against="Nineteen chits less one.",
)
def chits(game: CompiledGame) -> bool:
    """Return whether there are nineteen chits, each with an order."""
    found = _of(game, "chit")
    return len(found) == 19 and all(c.chit is not None for c in found)


@stated(
    "2.23(1)",
    "A headquarters' chit belongs to one headquarters on the map.",
    place="chit.hq in counters/chits.yaml.",
    against="A chit that names no headquarters.",
)
def chits_of_headquarters(game: CompiledGame) -> bool:
    """Return whether every such chit names a headquarters of its side."""
    sides = {c.id: c.side for c in _of(game, "hq")}
    return _all(sides.get(c.chit.hq or "") == c.side for c in _orders(game, "activate") if c.chit)


@stated(
    "2.23(2)",
    "STAVKA is a chit of the Soviets.",
    place="counters/chits.yaml; 7.2(3).",
    against="A STAVKA chit of the Axis.",
    unclear=("U-10",),
)
def stavka(game: CompiledGame) -> bool:
    """Return whether there is one STAVKA chit, and it is Soviet."""
    return [c.side for c in _orders(game, "stavka")] == ["soviet"]


@stated(
    "2.23(3)",
    "Each side has one reinforcement chit.",
    place="counters/chits.yaml; 7.2(2).",
    against="Two Axis reinforcement chits.",
)
def reinforcement_chits(game: CompiledGame) -> bool:
    """Return whether each side has one."""
    return all(
        [c.side for c in _orders(game, f"{side}_reinforcement")] == [side] for side in ("axis", "soviet")
    )


@stated(
    "2.23(4)",
    "The supply chit is executed by both sides.",
    place="counters/chits.yaml, without a side; chapter 11.",
    against="A supply chit of the Axis.",
)
def supply_chit(game: CompiledGame) -> bool:
    """Return whether there is one supply chit, and it belongs to nobody."""
    return [c.side for c in _orders(game, "supply")] == [None]


@stated(
    "2.24(1)",
    "A marker on the turn track shows the turn.",
    place="role turn in counters/markers.yaml.",
    against="Two turn markers.",
)
def turn_marker(game: CompiledGame) -> bool:
    """Return whether there is one."""
    return _roles(game)["turn"] == 1


@stated(
    "2.24(2)",
    "A marker on the Soviet reinforcement track shows the number that comes next.",
    place="role soviet_reinforcement in counters/markers.yaml.",
    against="No such marker.",
)
def number_marker(game: CompiledGame) -> bool:
    """Return whether there is one."""
    return _roles(game)["soviet_reinforcement"] == 1


@stated(
    "2.24(3)",
    "Fort markers are for the Soviets only.",
    place="role fort in counters/markers.yaml; 14.0.",
    against="A fort of the Axis.",
)
def fort_markers(game: CompiledGame) -> bool:
    """Return whether there are two, both Soviet."""
    return [c.side for c in _of(game, "marker") if c.role == "fort"] == ["soviet", "soviet"]


def _backs(game: CompiledGame, symbol: str, numbers: tuple[str, ...]) -> dict[str, tuple[int, int, int]]:
    return {
        c.short: (c.reduced.attack, c.reduced.defence, c.reduced.movement)
        for c in _of(game, "unit")
        if c.symbol == symbol and c.short in numbers and c.reduced is not None
    }


@stated(
    "Errata (1)",
    "The reduced faces of the German infantry divisions 44, 62 and 68 are 2-5.",
    place="errata/001.yaml.",
    against="62nd Infantry with a back of 3-5.",
)
def errata_of_infantry(game: CompiledGame) -> bool:
    """Return whether these three show it."""
    return _backs(game, "infantry", INFANTRY_ERRATA) == dict.fromkeys(INFANTRY_ERRATA, (2, 2, 5))


@stated(
    "Errata (2)",
    "The reduced faces of the Soviet cavalry 79C and 110C are 1-5.",
    place="errata/001.yaml.",
    against="79C with a back of 2-5.",
)
def errata_of_cavalry(game: CompiledGame) -> bool:
    """Return whether these two show it."""
    return _backs(game, "cavalry", CAVALRY_ERRATA) == dict.fromkeys(CAVALRY_ERRATA, (1, 1, 5))
