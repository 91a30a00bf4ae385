"""``python -m tests.rules.declared.data_matter [--some N] [GAME …]``: does any value do nothing?

With ``--some`` every so many change only.  A change is noticed when the declaration no longer fits, or when
some verdict, position or winner differs while games are played: those of the random player with made-up
actions beside them, and the positions of `tests.rules.declared.corners`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, zip_longest
from random import Random

from tests.rules.declared.changes import Change, changes
from tests.rules.declared.corners import CORNERS
from tests.rules.declared.corners.scenes import Corner
from tests.rules.declared.games import FOLDERS, compiled, rules
from tests.rules.declared.probes import Prober
from toolkit.diagnostics import ToolkitError
from toolkit.rules.declared import rules_of
from toolkit.rules.declared.actions import Action
from toolkit.rules.verdict import Verdict

GAMES, PROBES = 6, 3
Script = list[tuple[list[tuple[Action, Verdict]], Action, object]]
"""For each action of a game: what was asked before it and the verdicts, the action, who holds what after."""


def recorded(name: str, setup: str, seed: int) -> tuple[Script, str]:
    """Play a game and note every verdict; return it with the winner."""
    game = rules(name)
    position = game.begin(setup, {})
    rng, found = Random(seed), []
    for action in game.play(position, seed):
        asked = [Prober(position, rng).action() for _ in range(PROBES)] + [action]
        verdicts = [(one, game.check(position, one)) for one in asked]
        game.apply(position, action)
        found.append((verdicts, action, position.key()))
    return found, f"{position.winner} {position.level}"


def noticed(change: Change, name: str, scripts: list[tuple[str, Script, str]]) -> bool:
    """Return whether a change is noticed."""
    try:
        game = rules_of(change.game)
    except ToolkitError:
        return True
    for setup, script, winner in scripts:
        position = game.begin(setup, {})
        for verdicts, action, told in script:
            for asked, verdict in verdicts:
                found = game.check(position, asked)
                if (found.outcome, found.rules) != (verdict.outcome, verdict.rules):
                    return True
            game.apply(position, action)
            if position.key() != told:
                return True
        if f"{position.winner} {position.level}" != winner:
            return True
    return any(
        one != other
        for corner in CORNERS.get(change.chapter, ())
        for one, other in zip_longest(corner(game), _usual(corner, name))
    )


@cache
def _usual(corner: Corner, name: str) -> tuple[object, ...]:
    return tuple(corner(rules(name)))


def unnoticed(name: str, games: int = GAMES, step: int = 1) -> Iterator[str]:
    """Yield every change of a game that nothing shows, or of every so many one."""
    game = compiled(name)
    setups = [setup.id for setup in game.setups]
    scripts = []
    for seed in range(games):
        setup = setups[seed % len(setups)]
        scripts.append((setup, *recorded(name, setup, seed)))
    for change in islice(changes(replace(game)), 0, None, step):
        if not noticed(change, name, scripts):
            yield change.what


def main(names: list[str]) -> int:
    """Write what does nothing; status 1 when something does."""
    status, step = 0, 1
    if names[:1] == ["--some"]:
        step, names = int(names[1]), names[2:]
    for name in names or list(FOLDERS):
        total = sum(1 for _ in islice(changes(compiled(name)), 0, None, step))
        found = 0
        for what in unnoticed(name, step=step):
            found += 1
            sys.stdout.write(f"  {name}: {what}\n")
            sys.stdout.flush()
        sys.stdout.write(f"{name}: {total} changes of a value, {found} without effect\n")
        sys.stdout.flush()
        status |= bool(found)
    return status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
