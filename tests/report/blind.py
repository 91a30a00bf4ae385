"""Games with violations for a reader who does not know which: pages to read, and the truth in a folder apart.

``python -m tests.report.blind PAGES KEY [--seed N]`` writes the pages of ten games, and into KEY their logs
and what was planted in them (``truth.json``).  Read the pages first.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from tests.rules.declared.games import defaults, rules
from tests.violations.declared import tries
from tests.violations_apart.__main__ import kinds_of
from tests.violations_apart.judging import plant
from tests.violations_apart.kinds import Expected
from tests.violations_apart.played import MODULES, ROOT, Game, play, write
from toolkit.cli.main import main as toolkit
from toolkit.play import declared
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.player import Player
from toolkit.rules.verdict import Outcome

GAMES = ("gj47", "rattenkrieg", "storm", "battle_for_moscow")
DECLARED = ROOT / "build/battle_for_moscow/Battle_for_Moscow.vmod"
_STEPS = 400
_ACTIONS = 220
Truth = list[dict[str, Any]]


def planted(game: str, seed: int, out: Path) -> Truth:
    """Write the log of a game with two to four violations, as somebody without our checker planted them."""
    rng = random.Random(f"{game}-{seed}")
    wanted = rng.randint(2, 4)
    truth: Truth = []
    played = play(game, seed)
    steps = played.steps[:_STEPS]
    names = [k.name for k in kinds_of(game).all.values() if k.expected is Expected.OFFENCE]
    rng.shuffle(names)
    for name in names:
        if len(truth) == wanted:
            break
        now = Game.read(game, seed, write(played, steps, out))
        found = plant(kinds_of(game).all[name], now)
        if found is None or found.cut is not None or found.begin is not None:
            continue
        place, left_out, put_in = found.changed
        for one in truth:
            one["at"] = [step + (put_in - left_out) * (step > place) for step in one["at"]]
        kind = kinds_of(game).all[name]
        what = {"kind": name, "why": kind.why, "what": found.what, "by": found.culprit}
        truth.append({**what, "clauses": kind.clauses, "at": list(found.at)})
        steps = found.steps
    write(played, steps, out)
    # A later violation may end the game before the place of an earlier one.
    return [one for one in truth if one["at"][0] <= len(steps)]


def planted_by_rules(seed: int, out: Path) -> Truth:
    """Write the log of a game of Battle for Moscow in which some actions are any that the rules refuse."""
    rng = random.Random(f"moscow-{seed}")
    truth: Truth = []
    game = declared.begin(DECLARED, defaults("battle_for_moscow"))
    moments = sorted(rng.sample(range(20, _ACTIONS - 30), rng.randint(2, 4)), reverse=True)
    player = Player(game.position, seed)
    for count in range(_ACTIONS):
        if game.position.over:
            break
        if moments and count >= moments[-1] and (wrong := next(_wrong(game, rng), None)):
            action, broken = wrong
            moments.pop()
            before = len(game.desk.steps)
            game.act([action])
            at = list(range(before + 1, len(game.desk.steps) + 1))
            truth.append({"kind": type(action).__name__, "what": str(action), "clauses": broken, "at": at})
            player = Player(game.position, seed)
        else:
            game.act(_next(game, player))
    game.desk.write(out)
    return truth


def _next(game: Any, player: Player) -> list[a.Action]:
    try:
        return [player.next()]
    except LookupError:
        # What was done leaves nothing legal: the phase ends all the same.
        sides = game.position.phase.sides
        return [a.End(side) for side in sides if side not in game.position.ended]


def _wrong(game: Any, rng: random.Random) -> Iterator[tuple[Any, tuple[str, ...]]]:
    check = rules("battle_for_moscow").check
    for action in islice(tries(game.position, rng), 40):
        verdict = check(game.position, action)
        if verdict.outcome is Outcome.ILLEGAL:
            yield action, verdict.rules


def main(pages: Path, key: Path, seed: int) -> None:
    """Write the pages of ten games, and what was planted in them."""
    pages.mkdir(parents=True, exist_ok=True)
    key.mkdir(parents=True, exist_ok=True)
    truth = {}
    for number in range(1, 11):
        game = GAMES[number % len(GAMES)]
        log = key / f"game_{number}.vlog"
        is_data = game not in MODULES
        own = seed + number
        truth[log.name] = planted_by_rules(own, log) if is_data else planted(game, own, log)
        module = DECLARED if is_data else MODULES[game]
        page = pages / f"game_{number}.html"
        toolkit(["audit", str(log), "--module", str(module), "--format", "html", "-o", str(page)])
        (key / "truth.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", type=Path)
    parser.add_argument("key", type=Path)
    parser.add_argument("--seed", type=int, default=600)
    given = parser.parse_args()
    main(given.pages, given.key, given.seed)
