"""Random hands at a module: real mouse and keys, drawn by a seed, by somebody who means no good.

    python -m tests.engine.monkey battle_for_moscow --seed 1 --acts 150 --out FOLDER [--shrink 20]

Every act draws its targets from its own number, so a run without some of its acts does the others alike as
far as the table is alike.  After each act: no complaint of the engine, no pause of its event thread in which
it worked for as long as a frozen expression, no dialog that cannot be closed, no piece lost or doubled (those
that lie beyond the boards are counted).  At the end the log is ended and the game saved; a fresh engine opens
the save and steps through the log, and both have to give the table that was left; audit, transcript and page
of the log have to end, for the referee and each side.  Exit status 1 with what failed; with ``--shrink`` the
acts that are needed for it, found in so many further runs at most.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from tests.audit.decisions.live import module_of
from tests.engine.afterwards import PASSWORD, Fault, Place, complaints, judged, opened
from tests.engine.random_hands import RandomHands
from toolkit.engine.game import OpenModule
from toolkit.engine.hands import Hands
from toolkit.engine.process import Engine, EngineFailure
from toolkit.engine.provision import find_engine
from toolkit.engine.table import EngineTable

_SIZE = (1280, 800)
_FROZEN = 5_000  # milliseconds of work on the event thread: as for expressions (ENG071)
_DEAF = 3  # motions in a row that are not heard: one may meet a window that is on its way


@dataclass
class Run:
    """What a run came to.

    Attributes
    ----------
    worst : (int, int, str)
        The pause in which the event thread worked most: milliseconds of its work, of the clock, and what at.
    beyond : int
        How often a piece came to lie beyond the boards.
    """

    side: str = ""
    acts: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    slips: Counter[str] = field(default_factory=Counter)
    warnings: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    worst: tuple[int, int, str] = (0, 0, "")
    beyond: int = 0
    facts: dict[str, object] = field(default_factory=dict)
    made: set[str] = field(default_factory=set)


def play(place: Place, seed: int, acts: Iterable[int]) -> Run:
    """Let random hands do some acts of a seed; keep their log and save, and judge both."""
    place.out.mkdir(parents=True, exist_ok=True)
    pictures = place.out / "pictures"
    engine = Engine(place.home, pictures, screen=_SIZE, played=True, seed=seed)
    hands, run, begun = Hands(engine, pictures), Run(), time.monotonic()
    end, redone = None, False
    try:
        with engine:
            game, rng = OpenModule.open(engine, place.module), Random(f"{seed} begin")
            setup = rng.choice([each.name for each in game.setups if each.file])
            run.side = rng.choice(sorted({*game.sides, "<observer>"}))
            hands.sit_down("Monkey", PASSWORD, setup, run.side)
            hands.begin_log(engine.work / place.log.name)
            engine.take_problems()
            table = RandomHands(hands, game, seed)
            run.slips = table.slips
            with (place.out / "acts.txt").open("w", encoding="utf-8") as told:
                for number in acts:
                    faults = list(_act(number, table, hands, game, run))
                    print(run.acts[-1], *faults, sep="\n  ", file=told, flush=True)
                    run.faults += faults
            run.seconds, redone = time.monotonic() - begun, table.redone
            end = _leave(hands, game, place)
            run.faults += complaints(engine, 0)
    except EngineFailure as failure:
        run.faults.append(Fault("engine", len(run.acts), str(failure)))
    if end is not None:
        run.faults += opened(place, end, run.facts, redone=redone)
        run.faults += judged(place, run.facts)
    return run


def _act(number: int, table: RandomHands, hands: Hands, game: OpenModule, run: Run) -> Iterator[Fault]:
    """Do an act, and yield what is amiss after it."""
    hands.pointer.pulse()
    kind, said = table.act(number)
    run.acts.append(f"{number} {kind}: {said}")
    if titles := table.settle():
        yield Fault("dialog", number, f"{titles} does not close")
    for pause in hands.pointer.pauses():
        run.worst = max(run.worst, (pause.processor, pause.millis, f"{pause.during}: {pause.doing}"))
        if pause.processor > _FROZEN:
            yield Fault("pause", number, f"{pause.millis} ms ({pause.processor}) at {pause.doing}")
    if table.deaf > _DEAF:
        yield Fault("deaf", number, f"nothing is heard any more: {run.slips.most_common(3)}")
        table.deaf = 0
    before, table.table = table.table, game.table(["CounterId"])
    run.warnings.update(each.message for each in hands.engine.problems if each.kind == "warning")
    yield from complaints(hands.engine, number)
    yield from _lost(number, kind, before, table, run)


def _lost(number: int, kind: str, before: EngineTable, table: RandomHands, run: Run) -> Iterator[Fault]:
    """Yield the pieces that an act loses or doubles; only the palette makes any, and an undo takes those."""
    after = table.table
    for key in sorted(before.pieces.keys() - after.pieces.keys() - run.made):
        yield Fault("lost", number, before.pieces[key].name)
    came = after.pieces.keys() - before.pieces.keys()
    for key in sorted(came - run.made if kind != "palette" else ()):
        yield Fault("gained", number, table.name(key))
    run.made |= came
    for key, piece in after.pieces.items():
        if key in before.pieces and piece.place() == before.pieces[key].place():
            continue
        boards = table.maps[piece.map].boards if piece.map else ()
        if piece.map is None:
            yield Fault("nowhere", number, table.name(key))
        inside = (b.x <= piece.x <= b.x + b.width and b.y <= piece.y <= b.y + b.height for b in boards)
        run.beyond += not any(inside)


def _leave(hands: Hands, game: OpenModule, place: Place) -> EngineTable:
    """End the log as a player does, and save the game; return the table."""
    engine = hands.engine
    engine.call("hands", acts=[["key", "ESCAPE"], ["key", "ESCAPE"]])
    engine.call("put_away")
    end = game.table(["CounterId"])
    hands.end_log()
    game.save(engine.work / place.save.name)
    for file in (place.log, place.save):
        shutil.copyfile(engine.work / file.name, file)
    return end


def shrunk(acts: Sequence[int], fails: Callable[[Sequence[int]], bool], tries: int) -> list[int]:
    """Return as few acts as still fail: parts are left out, ever smaller ones, in so many tries at most."""
    left, size, at = list(acts), max(1, len(acts) // 2), 0
    for _ in range(tries):
        without = left[:at] + left[at + size :]
        if without and fails(without):
            left = without
        else:
            at += size
        if at >= len(left):
            if size == 1:
                break
            size, at = size // 2, 0
    return left


def lines_of(run: Run) -> list[str]:
    """Return a run in words."""
    processor, millis, during = run.worst
    return [
        f"side {run.side}: {len(run.acts)} acts in {run.seconds:.0f} s; {run.facts}",
        f"worst pause {millis} ms (processor {processor} ms) during {during}",
        f"not heard: {dict(run.slips)}; warnings: {dict(run.warnings)}; beyond the boards: {run.beyond}",
        *map(str, run.faults),
    ]


def main(arguments: list[str] | None = None) -> int:
    """Play, print, shrink."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--acts", type=int, default=150)
    parser.add_argument("--only", type=lambda text: [int(each) for each in text.split(",")])
    parser.add_argument("--shrink", type=int, default=0)
    parser.add_argument("--module", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    place = Place(module_of(given.game, parser, given.module), find_engine(), given.out)
    acts = given.only or range(1, given.acts + 1)
    run = play(place, given.seed, acts)
    title = f"VASSAL {place.home.version}, {given.game}, seed {given.seed}"
    sys.stdout.write("\n".join([title, *lines_of(run)]) + "\n")
    if run.faults and given.shrink:
        first = run.faults[0]

        def fails(some: Sequence[int]) -> bool:
            again = play(replace(place, out=given.out / "shrunk"), given.seed, some)
            return any(fault.kind == first.kind for fault in again.faults)

        until = [each for each in acts if first.act == 0 or each <= first.act]
        few = ",".join(map(str, shrunk(until, fails, given.shrink)))
        sys.stdout.write(f"{first.kind}: --only {few}\n")
    return 1 if run.faults else 0


if __name__ == "__main__":
    sys.exit(main())
