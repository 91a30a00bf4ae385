"""Players who press no keys of an impulse: they drag, turn units over and roll; some put things right again.

``python -m tests.games.storm.audit.dragging [GAMES] [SEED] [--keys | --habits]`` plays whole games so and
prints what the audit says.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import read_module
from toolkit.games.storm.play.paper import Paper
from toolkit.games.storm.play.performer import Performer, drags_of, sent_back
from toolkit.games.storm.play.recording import begin, house_rules
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.data import Use
from toolkit.games.storm.rules.player import play_on
from toolkit.games.storm.rules.position import Position
from toolkit.vassal.log import Log

_SELDOM, _SOMETIMES = 0.04, 0.2


class Sloppy(Performer):
    """Presses the keys as people do: before or after the drag, with corrections."""

    rng = random.Random(1)

    def perform(self, action: a.Action) -> None:
        """Do an action, at times after something that comes to nothing."""
        if isinstance(action, a.Move | a.Fire | a.Pass) and self.rng.random() < _SELDOM:
            self._look_under()
        super().perform(action)

    def _look_under(self) -> None:
        """Drag a unit away and back."""
        found = [unit for unit in self.position.where if self.position.on_map(unit)]
        unit = self.rng.choice(found)
        self._as(self.position.side(unit))
        home = self.position.where[unit]
        for area in (self.rng.choice(sorted(self.position.data.neighbours[home])), home):
            self.paper.put([unit], area)
            self.paper.end()

    def _move(self, action: a.Move) -> None:
        if self.rng.random() < _SOMETIMES and len(action.path) == 1:
            # The drag comes first, unit by unit; then the keys.
            self._as(action.side)
            for unit in action.units:
                self.paper.put([unit], action.path[0])
                self.paper.end()
            for unit in action.units:
                start = self.position.where.get(unit, "")
                act = "ferry" if start in self.position.data.ferries else "move"
                self.paper.decide(unit, act, From=self._named(action.path[0]))
                self.paper.turn_over([unit], down=True)
                self.paper.end()
            return
        super()._move(action)


class Dragger(Sloppy):
    """Presses no key of an impulse."""

    def _turn(self, unit: str, *, down: bool) -> None:
        self.paper.decide(unit, "turn")
        self.paper.turn_over([unit], down=down)
        self.paper.end()

    def _move(self, action: a.Move) -> None:
        self._as(action.side)
        for area in drags_of(self.position, action):
            self.paper.put(action.units, area)
            self.paper.end()
        for unit in action.units:
            self._turn(unit, down=True)

    def _fire(self, action: a.Fire) -> None:
        self._as(action.side)
        for unit in action.units:
            if unit not in self.position.spent:
                self._turn(unit, down=True)
        if self.rng.random() < 0.5:
            self.paper.put(["attack"], action.target)
            self.paper.decide("attack", "declare")
            self.paper.set(FireTarget=f"@{self.paper.names[action.target]}", FireState="declared")
            self.paper.end()

    def _roll(self, action: a.Roll) -> None:
        self.paper.desk.set_global("2d6_result", sum(action.dice))
        self.paper.end()

    def _pass(self, action: a.Pass) -> None:
        """Say it, which the log does not hold."""

    def _loss(self, action: a.Loss) -> None:
        owner = self.position.side(action.unit)
        self._as(owner)
        match action:
            case a.Spend():
                self._turn(action.unit, down=True)
            case a.Eliminate():
                self._away(action.unit)
            case _:
                if action.lost:
                    self._away(action.unit)
                    return
                self.paper.put([action.unit], action.path[-1])
                self.paper.end()
                if isinstance(action, a.Drive):
                    self._turn(action.unit, down=True)

    def _away(self, unit: str, box: str = "eliminated") -> None:
        self.paper.leave(unit, f"{box}-{self.position.side(unit).id}", dragged=True)
        self.paper.end()

    def _close(self, action: a.CloseLosses) -> None:
        """Say it, which the log does not hold."""

    def _play(self, action: a.Play) -> None:
        self._as(action.side)
        card = self.position.data.cards[action.card]
        for known in self.paper.lying(f"played-{card.side.id}"):
            self.paper.send(known, f"pile-{card.side.id}", dragged=True)
            self.paper.end()
        self._drag_card(card.id, f"played-{card.side.id}")
        for paid in action.paid:
            if paid in self.position.data.cards:
                self._drag_card(paid, f"pile-{card.side.id}")
            else:
                self._turn(paid, down=True)
        if card.does(Use.BOMBARD, Use.SNIPE):
            self.paper.put(["attack"], action.area)
            self.paper.decide("attack", "declare")
            self.paper.set(FireTarget=f"@{self.paper.names[action.area]}")
            self.paper.end()
        for unit in action.units if card.does(Use.RALLY, Use.UNSPENT) else ():
            self._turn(unit, down=False)
        for unit in action.units if card.does(Use.REPLACE) else ():
            self.paper.put([unit], action.area)
            self.paper.end()
            self._turn(unit, down=True)
        done, back = self.position.done, sent_back(self.position, card)
        if done is not None and back:
            self.paper.put(back, done.start)
            self.paper.end()

    def _drag_card(self, card: str, box: str) -> None:
        self.paper.send(card, box, dragged=True)
        self.paper.desk.mask(card, None)
        self.paper.end()

    def _discard(self, action: a.Discard) -> None:
        self._as(action.side)
        for card in action.cards:
            self._drag_card(card, f"pile-{action.side.id}")

    def _end_hands(self, action: a.EndHands) -> None:
        del action
        for unit in sorted(self.position.spent):
            self._turn(unit, down=False)
        self._phase("Arrivals")

    def _place(self, action: a.Place) -> None:
        self._as(self.position.side(action.unit))
        self.paper.put([action.unit], action.area)
        self.paper.end()

    def _lost(self, action: a.Lost) -> None:
        self._away(action.unit)

    def _withdraw(self, action: a.Withdraw) -> None:
        self._away(action.unit, "withdrawn")


class Habits(Dragger):
    """Turns units over before it drags them, drags a stack one by one, turns firers over after the dice."""

    def __init__(self, position: Position, paper: Paper) -> None:
        super().__init__(position, paper)
        self._to_turn: tuple[str, ...] = ()

    def _move(self, action: a.Move) -> None:
        self._as(action.side)
        first, one_by_one = self.rng.random() < _SOMETIMES, self.rng.random() < _SOMETIMES
        for unit in action.units if first else ():
            self._turn(unit, down=True)
        for units in [[unit] for unit in action.units] if one_by_one else [action.units]:
            for area in drags_of(self.position, action):
                self.paper.put(units, area)
                self.paper.end()
            for unit in () if first else units:
                self._turn(unit, down=True)

    def _fire(self, action: a.Fire) -> None:
        if self.position.laid or self.rng.random() > _SOMETIMES:
            super()._fire(action)
            return
        self._as(action.side)
        self._to_turn = tuple(unit for unit in action.units if unit not in self.position.spent)
        self.paper.put(["attack"], action.target)
        self.paper.decide("attack", "declare")
        self.paper.set(FireTarget=f"@{self.paper.names[action.target]}", FireState="declared")
        self.paper.end()

    def _roll(self, action: a.Roll) -> None:
        super()._roll(action)
        late, self._to_turn = self._to_turn, ()
        for unit in late:
            self._turn(unit, down=True)


def play(module: Path, kind: type[Sloppy], seed: int, most: int = 10_000) -> tuple[Log, int]:
    """Play a game with other hands; return its log and how many actions were done."""
    game = begin(module, house_rules(read_module(module)))
    hands = kind(game.position, Paper(game.desk))
    hands.rng = random.Random(f"sloppy {seed}")
    number = 0
    for number, action in enumerate(play_on(game.position, seed), 1):
        if number > most:
            break
        hands.perform(action)
    game.desk.end_step()
    return log_of(game), number


def main(games: int, kind: type[Sloppy], first: int) -> int:
    """Play games and print what the audit says of each; return how many were accused of something."""
    module, wrong = next(Path("build/storm").glob("*.vmod")), 0
    data = read_module(module)
    for seed in range(first, first + games):
        log, actions = play(module, kind, seed)
        report = audit_read([log], data)
        found = [action for action in report.shown if action.rules]
        wrong += bool(found)
        notices = Counter(notice.code for notice in report.notices)
        click.echo(f"seed {seed}: {actions} actions, {report.counts}, notices {dict(notices)}")
        for action in found[:4]:
            click.echo(f"   {action.step} {action.action} {action.name}: {action.rules} {action.reason}")
    return wrong


if __name__ == "__main__":
    words = sys.argv[1:]
    numbers = [int(word) for word in words if word.isdigit()]
    hands = Sloppy if "--keys" in words else Habits if "--habits" in words else Dragger
    with TemporaryDirectory():
        raise SystemExit(bool(main(numbers[0], hands, (*numbers, 1)[1])))
