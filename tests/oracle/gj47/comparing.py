# ruff: noqa: PLR0917
"""GJ47: this reading against the checker.

Two ways, both from seeds: whole games of the random player, judged action by action, with nonsense asked
beside; and crowded positions on scrambled maps, explored from the middle of a turn.  Every verdict and every
resulting position is compared; what differs is written out with its seed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import cast

from tests.oracle.gj47 import judge, results
from tests.oracle.gj47.adapter import differences
from tests.oracle.gj47.fields import values
from tests.oracle.gj47.walk import Walk
from tests.oracle.gj47.world import World, read_world
from tests.oracle.gj47.worlds import crowded, in_command, scrambled
from tests.oracle.readings import Readings
from tests.oracle.tally import Tally
from tests.oracle.variants import some_variants
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import game as rules
from toolkit.games.gj47.rules.course import OFF_MAP, Command, Phase
from toolkit.games.gj47.rules.from_game import rules_data
from toolkit.games.gj47.rules.player import play_on
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start
from toolkit.games.gj47.rules.units import Owner

_NEAR = 3
_PLACES = ("hex", "end", "start", "target")
ENDS = (a.EndMovement, a.EndDeclaration, a.EndCommand, a.EndReinforcement, a.EndSetUp, a.SetAside)


def defaults(world: World) -> dict[str, str]:
    """Return every unclear point at its default."""
    return {point.id: point.default for point in world.register.values()}


def compare_verdict(
    world: World, position: Position, action: a.Action, fixed: Mapping[str, str], tally: Tally, name: str
) -> str | None:
    """Ask both about an action; return the answer when they agree."""
    theirs = rules.check(position, action)
    mine, broken = judge.verdict(world, position, action, fixed)
    said = str(theirs.outcome.value)
    agree = tally.verdict(action, said, mine, (*theirs.rules, theirs.reason, *sorted(broken)), name)
    if mine == said == "illegal":
        tally.named(action, theirs.rules, broken)
    return mine if agree else None


def around(position: Position, action: a.Action, random: Random) -> Iterator[a.Action]:
    """Yield an action with each of its fields changed, to hexes near by if it is about any."""

    def near(name: str) -> Sequence[object]:
        known = values(position, name)
        here = next((h for field in _PLACES if (h := getattr(action, field, OFF_MAP)) != OFF_MAP), None)
        if here is None or name not in (*_PLACES, "via", "path", "hexes"):
            return known
        ring = position.data.board.distances(here)
        return [*(h for h in known if ring[cast(int, h)] <= _NEAR), OFF_MAP]

    return some_variants(action, near, random)


def games(
    game: CompiledGame,
    seeds: range,
    tally: Tally,
    *,
    asked: float = 0.02,
    seconds: float = 1e9,
    steps: int = 10**9,
) -> None:
    """Compare whole games of the random player; a share `asked` of the steps is asked nonsense as well."""
    world, until = read_world(game), time.monotonic() + seconds
    fixed = defaults(world)
    r = Readings(world.register, fixed)
    for seed in seeds:
        position, random = start(game, "june-28-1942", fixed), Random(seed)
        last, want = None, None
        for n, action in enumerate(play_on(position, seed, careful=False)):
            name = f"game {seed} step {n}"
            if want is not None and last is not None:
                tally.result(last, differences(want, results.after(world, position, r)), name)
            compare_verdict(world, position, action, fixed, tally, name)
            if random.random() < asked:
                candidates = list(Walk(world, position, random).candidates())
                others = random.sample(candidates, min(6, len(candidates)))
                for other in (*others, *around(position, action, random)):
                    compare_verdict(world, position, other, fixed, tally, name)
            last, want = action, results.outcomes(world, position, action, r)
            if time.monotonic() > until or n >= steps:
                return


def explorations(
    game: CompiledGame,
    seeds: range,
    tally: Tally,
    *,
    seconds: float = 1e9,
    length: int = 40,
    asked: int = 12,
    open_points: bool = False,
) -> None:
    """Compare what can be done in crowded positions on scrambled maps, from the middle of a turn on."""
    until = time.monotonic() + seconds
    for seed in seeds:
        random = Random(seed)
        scene = scrambled(game, seed // 3)
        world = read_world(scene)
        fixed = {} if open_points else defaults(world)
        position = _thrown(scene, fixed, seed, random)
        for n in range(length):
            if time.monotonic() > until:
                return
            if not _explore(world, position, fixed, random, tally, f"seed {seed} step {n}", asked):
                break


def _thrown(game: CompiledGame, fixed: Mapping[str, str], seed: int, random: Random) -> Position:
    data = rules_data(game, fixed)
    position = crowded(
        data,
        seed,
        each=random.choice((15, 25, 40)),
        radius=random.choice((4, 6, 9)),
        forts=random.choice((0, 1, 2)),
    )
    kind = random.choice(
        ("fight", "fight", "fight", "move", "chit-supply", "chit-axis-reinf", "chit-soviet-reinf")
    )
    if kind in ("fight", "move"):
        heads = [u for u, unit in enumerate(data.units) if unit.headquarters and position.hex_of[u] >= 0]
        return in_command(
            position, random.choice(heads), Phase.DECLARATION if kind == "fight" else Phase.MOVEMENT
        )
    chosen = frozenset({kind, "chit-supply", "chit-sw", "chit-sth", "chit-cs"})
    position.turn = replace(
        position.turn,
        number=random.randint(1, 9),
        column=random.randint(1, 9),
        phase=Phase.SUPPLY_SOVIET if kind == "chit-supply" else Phase.EXECUTION,
        chosen=chosen,
        cup=frozenset({"chit-sw"}),
        drawn=(*sorted(chosen - {kind, "chit-sw"}), kind),
        ready=frozenset(Owner),
        command=Command(chit=kind),
    )
    return position


def _explore(
    world: World,
    position: Position,
    fixed: Mapping[str, str],
    random: Random,
    tally: Tally,
    name: str,
    asked: int,
) -> bool:
    """Ask some candidates, carry a legal one out; return whether the exploration goes on."""
    candidates = list(Walk(world, position, random).candidates())
    good = []
    for candidate in random.sample(candidates, min(asked, len(candidates))):
        if compare_verdict(world, position, candidate, fixed, tally, name) in ("legal", "unclear"):
            good.append(candidate)
    if not good:
        return bool(candidates)
    busy = [candidate for candidate in good if not isinstance(candidate, ENDS)]
    action = random.choice(busy or good)
    for other in around(position, action, random):
        compare_verdict(world, position, other, fixed, tally, name)
    if isinstance(action, a.EndCommand | a.EndReinforcement):
        return False
    r = Readings(world.register, fixed)
    want = results.outcomes(world, position, action, r)
    rules.apply(position, action)
    tally.result(action, differences(want, results.after(world, position, r)), name)
    return True


def compared(game: CompiledGame, seconds: float, seed: int) -> Tally:
    """Compare both ways for some seconds."""
    tally = Tally()
    games(game, range(seed, seed + 10**6), tally, seconds=seconds / 2)
    explorations(game, range(seed, seed + 10**6), tally, seconds=seconds / 2)
    return tally
