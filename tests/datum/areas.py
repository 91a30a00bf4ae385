"""What the rules of games on areas are asked when a datum has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.datum.leaves import Leaf, ids_in
from tests.datum.walk import Battery, Question
from toolkit.compile.compiled import CompiledGame
from toolkit.plugins import room
from toolkit.rules.protocol import Game
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Verdict

GAMES, EVERY = 4, 9
_BROAD = 12


class Table:
    """The rules over one compiled game."""

    def __init__(self, game: CompiledGame) -> None:
        self.compiled = game
        self.choices: ModuleType = room(game.id, "rules.choices")
        self.game: Game[Any, Any] = room(game.id, "rules.whole").rules_of(game)
        self.fixed = {option.id: option.default for option in game.options}
        self.setups = tuple(setup.id for setup in game.setups)

    def begun(self, setup: str, fixed: Mapping[str, str] | None = None) -> Any:
        return self.game.begin(setup, self.fixed if fixed is None else fixed)


@dataclass(frozen=True, slots=True)
class Shot:
    """A moment of a recorded game."""

    seed: int
    step: int
    position: Any
    hand: str = ""


def begins(table: Table) -> object:
    """What every set-up's position is."""
    return [table.begun(setup).key() for setup in table.setups]


def replays(actions: Iterable[Mapping[str, Any]], setup: str, table: Table) -> object:
    """What verdict each action of a recorded game gets, and where the game ends."""
    position, found = table.begun(setup), []
    for written in actions:
        action = table.game.read(written)
        found.append(_short(table.game.check(position, action)))
        table.game.apply(position, action)
    return found, position.key()


def offers(shot: Shot, table: Table) -> object:
    """What verdict everything worth asking about gets at a moment of a recorded game."""
    position = holding(shot, table)
    found: list[object] = []
    if position is None:
        return found
    for action in table.choices.candidates(position, Rulings(position.data.points)):
        verdict = table.game.check(position, action)
        found.append((table.game.write(action), _short(verdict)))
    return found


def holding(shot: Shot, table: Table) -> Any:
    """Return a moment's position, one card alone in its side's hand; None where there is no such card."""
    position = shot.position.copy()
    position.data = table.begun(table.setups[0]).data
    if shot.hand:
        if shot.hand not in position.data.cards:
            return None
        side = position.data.cards[shot.hand].side
        position.hands[side][:] = [shot.hand]
    return position


def plays(shot: Shot, table: Table) -> object:
    """What follows when the card of a hand is played at a moment of a recorded game."""
    position = holding(shot, table)
    if position is None:
        return []
    rulings, found = Rulings(position.data.points), []
    for action in table.choices.legal_actions(position, rulings):
        if getattr(action, "card", "") == shot.hand:
            after = position.copy()
            table.game.apply(after, action)
            found.append((table.game.write(action), unfolds(after, table, 1)))
    return found[:_BROAD]


def unfolds(position: Any, table: Table, deep: int) -> object:
    """What can be done, what each of it leads to, and what can be done then, a few steps deep."""
    rulings = Rulings(position.data.points)
    found = []
    for action in table.choices.legal_actions(position, rulings)[:_BROAD]:
        after = position.copy()
        table.game.apply(after, action)
        further = unfolds(after, table, deep - 1) if deep else ()
        found.append((table.game.write(action), after.key(), further))
    return found


def alone(unit: str, foe: str, shot: Shot, table: Table) -> object:
    """What one unit can do against one enemy in an area, and the enemy against it."""
    found = []
    for first, second, area in ((unit, foe, True), (foe, unit, True), (unit, foe, False)):
        position = shot.position.copy()
        data = position.data = table.begun(table.setups[0]).data
        for other in data.units:
            if position.on_map(other):
                position.put(other, "eliminated")
        city = [name for name, known in data.areas.items() if not known.ferry]
        position.put(first, city[8])
        position.put(second, city[8] if area else data.neighbours[city[8]][0])
        found.append(unfolds(position, table, 2))
    return found


def is_worth(unit: str, table: Table) -> object:
    """What a unit is worth to him who attacks it, area by area, and how many steps it has."""
    strength = room(table.compiled.id, "rules.strength")
    position = table.begun(table.setups[0])
    rulings, found = Rulings(position.data.points), []
    for area in position.data.areas:
        position.where[unit] = area
        found += [
            strength.target_strength(position, unit, from_air=from_air, rulings=rulings)
            for from_air in (False, True)
        ]
    return found


def is_read(point: str, table: Table) -> object:
    """Which values of an unclear point count while a match fixes none."""
    return table.begun(table.setups[0], {}).data.points.values.get(point)


def _short(verdict: Verdict) -> tuple[object, ...]:
    return verdict.outcome, verdict.rules, verdict.unclear


class Asked:
    """The questions: recorded games, and moments of them."""

    def __init__(self, game: CompiledGame, ids: Mapping[str, tuple[str, ...]]) -> None:
        self.ids = ids
        self.table = table = Table(game)
        self.setup = next(setup.id for setup in game.setups if not setup.empty)
        self.recorded: list[list[dict[str, Any]]] = []
        self.shots: list[Shot] = []
        for seed in range(GAMES):
            position, actions = table.begun(self.setup), []
            for step, action in enumerate(table.game.play(position, seed)):
                if step % EVERY == seed % EVERY:
                    self.shots.append(Shot(seed, step, position.copy()))
                actions.append(table.game.write(action))
            self.recorded.append(actions)

    def about(self, leaf: Leaf) -> Iterator[Question]:
        """Yield the questions that a datum is near to, then the others."""
        if leaf.file == "unclear.yaml" and isinstance(leaf.path[1], int):
            point = self.table.compiled.options[leaf.path[1]].id
            yield Question(f"reads {point}", partial(is_read, point))
        yield Question("begins", begins)
        if leaf.file.startswith("counters/") and isinstance(leaf.path[1:2][0] if leaf.path[1:] else "", int):
            yield from self._about_unit(leaf)
        if leaf.file == "action_cards.yaml" and isinstance(leaf.path[1], int):
            card = self.table.compiled.action_cards[leaf.path[1]].id
            for shot in self.shots:
                held = Shot(shot.seed, shot.step, shot.position, card)
                yield Question(f"{card} at {shot.seed}/{shot.step}", partial(offers, held))
            for shot in self.shots:
                held = Shot(shot.seed, shot.step, shot.position, card)
                yield Question(f"{card} played at {shot.seed}/{shot.step}", partial(plays, held))
        for seed, actions in enumerate(self.recorded):
            yield Question(f"game {seed}", partial(replays, actions, self.setup))
        for shot in self.shots:
            yield Question(f"offers at {shot.seed}/{shot.step}", partial(offers, shot))

    def _about_unit(self, leaf: Leaf) -> Iterator[Question]:
        index = leaf.path[1]
        assert isinstance(index, int)
        unit = self.ids[leaf.file][index]
        units = self.table.begun(self.setup).data.units
        if unit not in units:
            return
        if self.shots[0].position.data.cards and hasattr(units[unit], "movement"):
            foe = next(other for other in units.values() if other.side is not units[unit].side)
            foes = [other for other in units.values() if other.side is foe.side and other.attack > 2]
            acting = [s for s in self.shots if s.position.phase == "impulses" and s.position.shot is None]
            for side in (0, 1):
                shot = next(
                    s for s in acting if s.position.last is not None and s.position.last.enemy == side
                )
                question = partial(alone, unit, foes[0].id, shot)
                yield Question(f"{unit} alone, {side} to act", question)
        else:
            yield Question(f"{unit} is worth", partial(is_worth, unit))


def battery(game: CompiledGame, folder: Path) -> Battery:
    """Return what a game on areas is asked."""
    asked: Callable[[Leaf], Iterable[Question]] = Asked(game, ids_in(folder)).about
    return Battery(Table, asked)
