"""Violations planted in games whose rules are data: any action that the rules refuse, done at the table.

``python -m tests.violations.declared GAME SEEDS`` counts what the audit names, by clause.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from tests.rules.declared.games import compiled, defaults, folder_of, rules
from toolkit.audit.audit import audit_logs
from toolkit.audit.declared.ways import way_of_move, way_of_retreat
from toolkit.audit.report import Report
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import load_equipment
from toolkit.play import declared
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.battles import fought, table_of
from toolkit.rules.declared.choices import answers, settled
from toolkit.rules.declared.game import ANSWERS, apply
from toolkit.rules.declared.hands import kind_of, lasts, lying
from toolkit.rules.declared.owing import owed
from toolkit.rules.declared.player import Player
from toolkit.rules.declared.showing import to_show
from toolkit.rules.mechanisms.cards import DECK, HAND, PLAYED
from toolkit.rules.mechanisms.forces import ELIMINATED, WAITING
from toolkit.rules.mechanisms.sequence import Weather
from toolkit.rules.mechanisms.status import Status
from toolkit.rules.mechanisms.support import Support
from toolkit.rules.mechanisms.tables import UseTable
from toolkit.rules.mechanisms.unit_dice import UnitDice
from toolkit.rules.verdict import Outcome, Verdict
from toolkit.vassal.packing import write_container

Check = Callable[[Position, a.Action], Verdict]

AFTER = 12
"""Actions after a violation, at least; its phase is ended."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A violation and what an audit says of its log."""

    action: a.Action
    rules: tuple[str, ...]
    report: Report

    @property
    def found(self) -> list[str]:
        """The clauses that the audit names."""
        return [rule for one in self.report.actions if one.outcome is Outcome.ILLEGAL for rule in one.rules]

    @property
    def named(self) -> bool:
        """Whether the decisive clause is among them."""
        return self.rules[0] in self.found


def write_module(name: str, folder: Path) -> Path:
    """Write a declared game's module without its pictures."""
    equipment = load_equipment(folder_of(name))[0]
    return write_container(
        folder / f"{compiled(name).id}.vmod", text_entries(game_parts(compiled(name), equipment))
    )


def planted(name: str, module: Path, out: Path, seed: int, most: int = 12) -> Iterator[Planted]:
    """Yield violations of one game by chance, each in a log of its own, no clause twice."""
    rng = random.Random(seed)
    game = declared.begin(module, defaults(name), _setup(name))
    check, seen = rules(name).check, set[str]()
    player = Player(game.position, seed)
    while not game.position.over and len(seen) < most:
        if rng.random() < 0.3:
            for action in islice(tries(game.position, rng), 12):
                verdict = check(game.position, action)
                if verdict.outcome is not Outcome.ILLEGAL or verdict.rules[0] in seen:
                    continue
                if comes_later(game.position, action, check):
                    continue
                fork = game.fork()
                fork.act([action])
                if not _stands(fork, action, seed):
                    continue
                seen.add(verdict.rules[0])
                log = fork.desk.write(out)
                yield Planted(action, verdict.rules, audit_logs([log], module))
                break
        game.act([player.next()])


def comes_later(position: Position, action: a.Action, check: Check, depth: int = 4) -> bool:
    """Return whether an action is an answer that others have only to come before: any order is allowed."""
    found = owed(position, position.battle, settled(position))
    if found is None or depth == 0 or not isinstance(action, (*ANSWERS, a.Advance)):
        return False
    for answer in islice(answers(position, found, settled(position)), 6):
        trial = position.copy()
        apply(trial, answer)
        if check(trial, action).legal or comes_later(trial, action, check, depth - 1):
            return True
    return False


def _stands(game: declared.Recording, action: a.Action, seed: int) -> bool:
    """Return whether a violation stands when the game has gone on: its phase ends, and nobody puts it right.

    Who goes on to where it lawfully might have gone puts it right.

    What comes after it is legal as it stands then.
    """
    after, phase, unit = Player(game.position, seed), game.position.phase, getattr(action, "unit", "")
    count = 0
    while not game.position.over and (count < AFTER or game.position.phase == phase or _dry(game.position)):
        try:
            found = after.next()
            if isinstance(found, a.Move) and found.unit == unit and game.position.phase == phase:
                return False
            game.act([found])
        except LookupError:
            # What was done leaves nothing legal: the phase ends all the same.
            game.act([a.End(s) for s in phase.sides if s not in game.position.ended])
        count += 1
    return not _dry(game.position)


def _dry(position: Position) -> bool:
    """Return whether nobody has rolled for the weather yet, so that a log does not show that players do."""
    return any(table.rule.id not in position.weather for table in position.rules.of(Weather))


def _setup(name: str) -> str:
    setups = sorted(compiled(name).setups, key=lambda setup: setup.empty)
    return setups[0].id


def tries(position: Position, rng: random.Random) -> Iterator[a.Action]:
    """Yield actions of every kind, most of them illegal, as a log would show them."""
    makers = [
        _moves,
        _arrivals,
        _battles,
        _joins,
        _answers,
        _shows,
        *([_cards] if position.cards else []),
        _ends,
    ]
    rng.shuffle(makers)
    for found in zip(*(islice(chain(make(position, rng)), 6) for make in makers), strict=False):
        yield from found
    for make in makers:
        yield from islice(make(position, rng), 4)


def _units(position: Position, rng: random.Random, *places: str) -> list[str]:
    found = [u for u in position.units if (position.where[u] in places if places else position.on_map(u))]
    rng.shuffle(found)
    return found


def _moves(position: Position, rng: random.Random) -> Iterator[a.Action]:
    if "move" not in position.phase.does and rng.random() < 0.8:
        return
    for unit in _units(position, rng):
        # Back to where it came from in this phase is no violation: it puts a move right.
        here, trail = position.where[unit], position.trails.get(unit, ())
        near = [p for p in position.board.places if 0 < position.board.distance(here, p) <= 6]
        near = [p for p in near if p not in trail]
        if near and (position.units[unit].side in position.phase.sides or rng.random() < 0.2):
            yield a.Move(unit, way_of_move(position, unit, (rng.choice(near),)))


def _arrivals(position: Position, rng: random.Random) -> Iterator[a.Action]:
    if {"replace", "reinforce"}.isdisjoint(position.phase.does) and rng.random() < 0.8:
        return
    for unit in _units(position, rng, WAITING, ELIMINATED):
        place = rng.choice(list(position.board.places))
        yield a.Place(unit, place, rng.randint(1, position.units[unit].most))
    for unit in _units(position, rng):
        if position.steps[unit] < position.units[unit].most:
            yield a.Restore(unit)


def _battles(position: Position, rng: random.Random) -> Iterator[a.Action]:
    if "fight" not in position.phase.does:
        return
    # Who leaves others before their battle is rolled to join another breaks nothing: it puts it right.
    turned = {u for b in position.battles if b.waits and len(b.attackers) > 1 for u in b.attackers}
    for unit in (unit for unit in _units(position, rng) if unit not in turned):
        targets = [p for p in position.board.places if position.stack(p)]
        side = position.units[unit].side
        targets = [p for p in targets if position.units[position.stack(p)[0]].side != side]
        touching = [p for p in targets if position.board.touch(position.where[unit], p)] or targets
        if touching:
            yield a.Attack((unit,), (rng.choice(touching),))
    battle = position.battle
    if battle is not None:
        for unit in _units(position, rng):
            yield a.Advance(unit, way_of_retreat(position, unit, battle.targets[:1], None))


def _joins(position: Position, rng: random.Random) -> Iterator[a.Action]:
    """Yield support in battles that wait, and dice of units in battles whoever has to throw next."""
    for battle in position.battles:
        for unit in _units(position, rng)[:6] if position.rules.of(Support) and battle.waits else ():
            yield a.Support(unit, battle.targets)
        if position.holding(UnitDice) and (battle.waits or battle is position.battle):
            for unit, _, _ in (*fought(position, battle).attackers, *fought(position, battle).defenders):
                yield a.Roll(battle.targets, (rng.randint(1, 6),), unit)


def _answers(position: Position, rng: random.Random) -> Iterator[a.Action]:
    if position.battle is None:
        return
    found = owed(position, position.battle, settled(position))
    for unit in _units(position, rng):
        yield rng.choice((a.Lose(unit, 1), a.Eliminate(unit)))
    if found is None or found.what != "retreat":
        return
    for unit in found.units:
        for place in rng.sample(list(position.board.places), min(12, len(position.board.places))):
            if 0 < position.board.distance(position.where[unit], place) <= 4:
                yield a.Retreat(unit, way_of_retreat(position, unit, (place,), found.places))


def _shows(position: Position, rng: random.Random) -> Iterator[a.Action]:
    """Yield rolls while somebody is hidden, and hidden units that are shown though nothing asks for it."""
    for battle in position.battles:
        if to_show(position, battle) and position.now(UseTable) is not None:
            dice = table_of(position, settled(position)).dice
            yield a.Roll(battle.targets, tuple(rng.randint(1, dice.faces) for _ in range(dice.count)))
    # In a log without battles nobody could tell whether one was fought.
    if position.battles:
        yield from (a.Reveal(unit) for unit in _units(position, rng) if unit in position.hidden)


def _cards(position: Position, rng: random.Random) -> Iterator[a.Action]:
    """Yield cards drawn, played, discarded and shuffled at any moment, also such as are not in hand."""
    cards = list(position.cards)
    rng.shuffle(cards)
    for side in position.rules.sides:
        pile = lying(position, side, PLAYED)
        if pile:
            yield a.Reshuffle(side, tuple(pile[rng.randint(0, 1) :] or pile))
    battles = [battle.targets for battle in position.battles if battle.waits]
    for card in cards:
        own = position.rules.cards[card].side
        if position.cards[card] == DECK:
            yield a.Deal(card, "" if own else rng.choice(position.rules.sides))
        if not own and position.cards[card] == DECK:
            # It is nobody's to play.
            continue
        if position.cards[card] == HAND:
            yield a.Discard(card)
        rule = kind_of(position, card)
        if position.cards[card] != PLAYED and rule is not None and rule.played_on:
            units, places = _units(position, rng), list(position.board.places)
            yield a.Play(card, (), rng.choice(units if rule.played_on == "unit" else places))
        elif position.cards[card] != PLAYED and lasts(position, card) != "battle":
            yield a.Play(card)
        elif position.cards[card] != PLAYED and battles:
            yield a.Play(card, battles[-1])


def _ends(position: Position, rng: random.Random) -> Iterator[a.Action]:
    for side in position.phase.sides:
        if side not in position.ended:
            yield a.End(side)
            # In another phase it may only have been noted early.
            for clause in position.rules.of(Status) if "change" in position.phase.does else ():
                own = [unit for unit in _units(position, rng) if position.units[unit].side == side]
                yield from (a.Change(unit, clause.rule.id) for unit in own[:3])
            for table in position.rules.of(Weather):
                yield a.Weather(side, (rng.randint(1, 6),), table.rule.id)
