"""Games of the random player at the module without its keys: drags, units turned over, cards opened.

``python -m tests.games.rattenkrieg.audit.dragging [GAMES] [SEED]`` audits them, also without flips.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from tests.violations.planting import log_of
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import read_module
from toolkit.audit.report import Report
from toolkit.games.rattenkrieg.play.paper import Paper
from toolkit.games.rattenkrieg.play.recording import Recording, begin, house_rules
from toolkit.games.rattenkrieg.rules.player import play_on
from toolkit.rules.verdict import Outcome


class Dragging(Paper):
    """Hands that press no key: nothing says what was decided."""

    def decide(self, counter: str, act: str, **values: str | int) -> None:
        """Say nothing."""

    def follow(self, counter: str, act: str, **values: str | int) -> None:
        """Say nothing; whose a card is the module notes by itself."""
        if "Owner" in values:
            self.desk.change(counter, {"Owner": values["Owner"]})

    def leave(self, card: str, act: str, **values: str | int) -> None:
        """Say nothing."""

    def write(self, values: Mapping[str, str | int]) -> None:
        """Write nothing."""

    def send(self, counter: str, box: str, *, dragged: bool = True) -> None:
        """Drag a piece into a box."""
        super().send(counter, box, dragged=True)

    def go(self, counter: str, area: str) -> None:
        """Drag a unit into an area."""
        self.drag(counter, area)

    def turn_over(self, units: Iterable[str], *, down: bool) -> None:
        """Turn units over; up before anything else is done with them, also beside the board."""
        super().turn_over(units, down=down)
        if not down:
            self.end()

    def deal(self, card: str, box: str, owner: str) -> None:
        """Drag a card off the deck, one after the other."""
        super().deal(card, box, owner)
        self.end()


class Careless(Dragging):
    """Hands that do not turn units over either."""

    def turn_over(self, units: Iterable[str], *, down: bool) -> None:
        """Leave them as they lie."""


def played(module: Path, seed: int, paper: type[Paper] = Dragging, turns: int = 6) -> Recording:
    """Play a game, to its end or for some turns."""
    game = begin(module, house_rules(read_module(module)), paper=paper)
    for action in play_on(game.position, seed):
        if game.position.turn > turns:
            break
        game.perform(action)
    return game


def audited(game: Recording) -> Report:
    """Audit a game as far as it was played."""
    return audit_read([log_of(game)], game.data)


def main(games: int, first: int) -> int:
    """Audit games of both kinds; return how many actions were called illegal."""
    module = next(Path("build/rattenkrieg").glob("*.vmod"))
    wrong = 0
    for paper in (Dragging, Careless):
        found: Counter[str] = Counter()
        for seed in range(first, first + games):
            report = audited(played(module, seed, paper))
            found.update(str(action.outcome) for action in report.actions)
            for action in report.shown:
                if action.outcome is Outcome.ILLEGAL:
                    click.echo(f"  seed {seed}, step {action.step}: {action.key()} {action.reason}")
        wrong += found[Outcome.ILLEGAL]
        click.echo(f"{paper.__name__}: {games} games from seed {first}: {dict(found)}")
    return wrong


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:3]]
    raise SystemExit(bool(main(*(numbers + [3, 1][len(numbers) :]))))
