"""What a module and the reader of its logs need of clauses that are data: phases, dice, kinds of battles.

Only what stands in the clauses is read, and nothing is judged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from toolkit.compile.compiled import CompiledGame
from toolkit.module.tracker import tracker_state
from toolkit.source.counters import Counter
from toolkit.source.setups import Setup


@dataclass(frozen=True, slots=True)
class TrackedPhase:
    """A phase as the turn tracker shows it.

    Attributes
    ----------
    set_up : bool
        Whether it comes once, before the first turn.
    """

    id: str
    name: str
    sides: tuple[str, ...]
    set_up: bool


@dataclass(frozen=True, slots=True)
class BattleDice:
    """What is thrown for a battle: how many dice, their faces, names of the phases; in all without any."""

    count: int
    faces: int
    phases: tuple[str, ...] = ()

    @property
    def thrown(self) -> str:
        """The roll as an expression of the module."""
        return '+","+'.join([f"Random({self.faces})"] * self.count)


@dataclass(frozen=True, slots=True)
class OwnDice:
    """Dice that a unit throws for itself: how many on each of its faces, full one first; faces of a die."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    faces: int

    @property
    def thrown(self) -> str:
        """The roll as an expression of the module: of an attacker where its mark says so."""
        attack, defence = map(self._by_level, (self.attack, self.defence))
        return defence if attack == defence else f'Battle>0&&Role=="A"?({attack}):({defence})'

    def _by_level(self, counts: tuple[int, ...]) -> str:
        front, *others = ('+","+'.join([f"Random({self.faces})"] * count) or "0" for count in counts)
        return "".join(f"Face_Level=={at}?({one}):" for at, one in enumerate(others, 2)) + f"({front})"


@dataclass(frozen=True, slots=True)
class KindDice:
    """What is thrown for one thing of the time to come: its id, "" for the weather; dice and faces."""

    id: str
    count: int
    faces: int

    @property
    def name(self) -> str:
        """What players call it."""
        return self.id.replace("_", " ") or "weather"


@dataclass(frozen=True, slots=True)
class Declared:
    """What a module needs of a game's clauses.

    Attributes
    ----------
    begins : str
        Id of the phase with which turn 1 begins.
    dice : tuple of BattleDice
        One for each table of battles.
    wide : bool
        Whether a battle may be about several places.
    ratio : bool
        Whether strengths are divided, or subtracted.
    weather : tuple of KindDice
        What is thrown for the weather, and for what else dice say of the time to come.
    chits : tuple of str
        Chits of the cup, one for each piece; none where nobody draws.
    statuses : tuple of str
        What units can be in.
    hidden : frozenset of str
        Counters that lie hidden from the other side.
    throws : mapping of str to OwnDice
        Counter → what it throws for itself in a battle, of those that do.
    supports : frozenset of str
        Counters that may support in battles.
    cards : mapping of str to tuple of str
        Side with cards → what it does with them, in the words of the gesture table.
    bearing : frozenset of str
        Kinds of cards that are played on units or places.
    """

    phases: tuple[TrackedPhase, ...]
    turns: int
    begins: str
    dice: tuple[BattleDice, ...]
    wide: bool
    ratio: bool
    weather: tuple[KindDice, ...] = ()
    chits: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()
    throws: Mapping[str, OwnDice] = field(default_factory=dict)
    supports: frozenset[str] = frozenset()
    cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bearing: frozenset[str] = frozenset()

    @property
    def calls(self) -> bool:
        """Whether something comes to battles that are declared: support, or cards."""
        return bool(self.supports or self.cards)

    def card_words(self, side: str | None) -> tuple[str, ...]:
        """Return what is done with cards of a side, or with those of a deck common to the sides."""
        if side is not None:
            return self.cards.get(side, ())
        return tuple(dict.fromkeys(word for words in self.cards.values() for word in words))

    @property
    def fights(self) -> bool:
        """Whether battles are declared by keys."""
        return bool(self.dice or self.throws)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the phases, in the order of the tracker."""
        return tuple(phase.id for phase in self.phases)

    @property
    def joint(self) -> bool:
        """Whether several sides act in some phase, each of which ends it for itself."""
        return any(len(phase.sides) > 1 for phase in self.phases)

    def opening(self, setup: Setup) -> str:
        """Return the phase with which a set-up begins: that of the players' own, where there is one."""
        own = next((phase.id for phase in self.phases if phase.set_up), self.begins)
        return own if setup.empty else self.begins

    def tracker(self, phase: str, turn: int = 1) -> str:
        """Return the state of the turn tracker in a phase; a set-up that is over does not come again."""
        once = {known.id for known in self.phases if known.set_up} - {phase}
        return tracker_state(self.turns, self.ids, phase, turn, once)


def declared(game: CompiledGame) -> Declared | None:
    """Return what a module needs of a game's clauses; None for a game whose rules are no data."""
    if not game.rules:
        return None
    phases = tuple(
        TrackedPhase(
            data["id"],
            data.get("name") or data["id"],
            tuple(data["sides"]),
            "set_up" in data["does"],
        )
        for clause in clauses_of(game, "phases")
        for data in clause["phases"]
    )
    names = {phase.id: phase.name for phase in phases}
    turns = next((clause["count"] for clause in clauses_of(game, "turns")), 1)
    first = _first(game)
    begins = [clause["begins"] for clause in clauses_of(game, "first_phase") if clause.get("turn", 1) == 1]
    sizes = [clause.get("targets") for clause in clauses_of(game, "battle_size")]
    wide = sizes != [1] * max(len(sizes), 1)
    compared = {clause.get("compare", "ratio") for clause in clauses_of(game, "odds")} - {"attack"}
    ratio = "difference" not in compared
    tables = {clause.get("id", ""): _thrown(clause["dice"]) for clause in clauses_of(game, "weather")}
    weather = tuple(KindDice(id, *dice) for id, dice in tables.items())
    cups = [chit for clause in clauses_of(game, "chits") for chit in clause["chits"]]
    chits = tuple(chit["id"] for chit in cups for _ in range(chit.get("count", 1)))
    statuses = tuple(clause["id"] for clause in clauses_of(game, "status"))
    bearing = frozenset(clause["id"] for clause in clauses_of(game, "card") if clause.get("played_on"))
    begin = (begins or [first])[0]
    throws = {c.id: own for c in game.counters if (own := _own_dice(game, c)) is not None}
    return Declared(
        phases, turns, begin, _dice(game, names), wide, ratio, weather, chits, statuses,
        _chosen(game, "hidden"), throws, _chosen(game, "support"), _card_keys(game), bearing,
    )  # fmt: skip


def _chosen(game: CompiledGame, mechanism: str) -> frozenset[str]:
    """Return the counters that a clause of a mechanism chooses."""
    chosen = [clause.get("units", {}) for clause in clauses_of(game, mechanism)]
    return frozenset(c.id for c in game.counters if any(chooses(units, c) for units in chosen))


def _card_keys(game: CompiledGame) -> dict[str, tuple[str, ...]]:
    """Return what sides do with their cards."""
    discarding = {clause["side"] for clause in clauses_of(game, "discard")}
    return {
        clause["side"]: (
            "play",
            *(["discard"] if clause["side"] in discarding else []),
            *(["reshuffle"] if clause.get("reshuffle") else []),
        )
        for clause in clauses_of(game, "cards")
    }


def _own_dice(game: CompiledGame, counter: Counter) -> OwnDice | None:
    """Return the most dice that a unit throws by printed numbers; None where it never does."""
    clauses = [one for one in clauses_of(game, "unit_dice") if chooses(one.get("units", {}), counter)]
    faces = counter.faces or ([counter.fresh] if counter.fresh is not None else [])
    if not clauses or not faces:
        return None
    adding = [
        one.get("adds") for one in clauses_of(game, "support") if chooses(one.get("units", {}), counter)
    ]

    def most(part: str) -> tuple[int, ...]:
        what = {"attacker": "attack", "defender": "defence"}[part]
        rules = [one.get("dice", 1) for one in clauses if part in _listed(one.get("of", [part]))]
        found: list[int] = []
        for index, face in enumerate(faces):
            strengths = [getattr(face, name) for name in (what, *adding) if name in ("attack", "defence")]
            by_word = {"steps": len(faces) - index, "strength": max(strengths)}
            found.append(max((by_word.get(rule, rule) for rule in rules), default=0))
        return tuple(found)

    return OwnDice(most("attacker"), most("defender"), clauses[-1].get("faces", 6))


def _first(game: CompiledGame) -> str:
    """Return the first phase that comes in turn 1 after the set-up."""
    kinds = {
        kind
        for clause in clauses_of(game, "turn_kinds")
        for kind, turns in clause["kinds"].items()
        if 1 in (turns if isinstance(turns, list) else [turns])
    }
    for clause in clauses_of(game, "phases"):
        for phase in clause["phases"]:
            when = phase.get("when", [])
            asked = {when} if isinstance(when, str) else set(when)
            if "set_up" not in phase["does"] and (not asked or asked & kinds):
                return str(phase["id"])
    return ""


def chooses(units: Mapping[str, Any], counter: Counter) -> bool:
    """Return whether the parameter `units` of a clause takes a counter."""
    return (
        units.get("side", counter.side) == counter.side
        and (not units.get("classes") or counter.unit_class in _listed(units["classes"]))
        and (not units.get("ids") or counter.id in _listed(units["ids"]))
        and counter.unit_class not in _listed(units.get("not_classes", []))
        and counter.id not in _listed(units.get("not_ids", []))
    )


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value]


def clauses_of(game: CompiledGame, mechanism: str) -> list[Mapping[str, Any]]:
    """Return the parameters of the clauses of one mechanism."""
    return [clause.parameters for clause in game.rules if clause.mechanism == mechanism]


def _dice(game: CompiledGame, names: Mapping[str, str]) -> tuple[BattleDice, ...]:
    """Return the dice of the battle tables; readings of an unclear point share them."""
    found: list[BattleDice] = []
    charts = {chart.id: chart for chart in game.free_charts}
    for clause in clauses_of(game, "use_table"):
        table = clause["table"]
        used = [table] if isinstance(table, str) else list(table["values"].values())
        dice = next((charts[id].dice for id in used if id in charts and charts[id].dice), "")
        phases = clause.get("phases", ())
        phases = [phases] if isinstance(phases, str) else phases
        found += [BattleDice(*_thrown(dice), tuple(names.get(id, id) for id in phases))] if dice else []
    return tuple(found)


def _thrown(dice: str) -> tuple[int, int]:
    found = re.fullmatch(r"([1-9])d([1-9][0-9]?)", dice)
    return (int(found[1]), int(found[2])) if found else (0, 0)
