"""A whole game recorded through the real engine's own interface, and what the audit makes of it.

    python -m tests.games.gj47.audit.record_game --seed 1 --out game.vlog [--drags-only] [--planted plan.json]

Players choose as the random player does; a performer drags, presses keys and buttons; the engine throws the
dice and shuffles the cup.  With ``--planted`` violations are done on the way, and written down with the steps
of the log they took; the audit must find these and no others.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.games.gj47.audit.engine_hands import ANNA, BORIS, EngineHands
from tests.games.gj47.audit.live import LiveGame, WithCommands, WithDrags
from tests.games.gj47.audit.planting import Planter, Weighed, weigh
from toolkit.audit.audit import audit_logs
from toolkit.audit.extensions import extended, read_extension
from toolkit.audit.module_data import read_module
from toolkit.audit.report import Report
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Session
from toolkit.games.gj47.play.recording import house_rules
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game that was recorded.

    Attributes
    ----------
    position : Position
        The last one, by the rules.
    planter : Planter
        With what was planted.
    actions, steps, gestures : int
        Of the rules, of the log, of the hands.
    beyond : list of str
        Actions the rules do not allow that nobody planted: what a planted one led to.
    problems : list of str
        The engine's complaints.
    """

    log: Path
    position: Position
    planter: Planter
    actions: int
    steps: int
    gestures: int
    beyond: list[str]
    problems: list[str]


def record_game(
    module: Path,
    out: Path,
    seed: int,
    *,
    drags_only: bool = False,
    planted: int = 0,
    turns: int = 9,
    setup: str = "june-28-1942",
    extensions: Sequence[Path] = (),
    home: EngineHome | None = None,
    table: Callable[..., Session] = Session,
) -> Recorded:
    """Play a game in the real engine and keep its log.

    Parameters
    ----------
    seed : int
        Of the players' choices.
    drags_only : bool
        Whether no command of the module but its flips is used.
    planted : int
        How many violations to plant.
    setup : str
        Id of a set-up of the game.
    extensions : sequence of Path
        That are loaded, and may bring the set-up.
    table : callable
        What makes the session.
    """
    added = [item[0] for item in map(read_extension, extensions) if item is not None]
    data = extended(read_module(module), added)
    agreed = house_rules(data, None)
    position = start(data.game, setup, agreed)
    planter = Planter(seed, planted, spread=max(1, turns))
    name = next(found.names.en for found in data.game.setups if found.id == setup)
    with table(
        module, setup=name, players=[ANNA, BORIS], home=home, seed=seed, extensions=extensions
    ) as session:
        session.begin(out)
        hands = EngineHands(session)
        hands.act_as("Axis")
        hands.agree(data.game.options, agreed)
        performer = WithDrags(position, hands) if drags_only else WithCommands(position, hands)
        played = LiveGame(position, seed, performer, planter.instead, planter.planted)
        for _ in played.play(turns):
            pass
        beyond = [text for step, text in played.beyond if not planter.covers(step)]
        steps = session.save()
        problems = [f"{p.kind}: {p.message}" for p in session.take_problems() if p.kind != "warning"]
    return Recorded(out, position, planter, played.actions, steps, hands.gestures, beyond, problems)


def open_share(report: Report) -> float:
    """Return the share of a report's actions that are neither legal nor illegal."""
    return (report.counts["unclear"] + report.counts["unprovable"]) / max(1, len(report.actions))


def told(recorded: Recorded, weighed: Weighed, report: Report) -> list[str]:
    """Return the lines about a game."""
    turn = recorded.position.turn
    lines = [
        f"{recorded.log}: {recorded.actions} actions, {recorded.gestures} gestures, {recorded.steps} steps, "
        f"turn {turn.number}",
        f"  audit: {dict(report.counts)}; {100 * open_share(report):.1f} % unclear or unprovable",
        f"  planted {len(recorded.planter.done)}: found {weighed.found}, "
        f"missed {len(weighed.missed)}, others accused {len(weighed.accused)}",
    ]
    lines += [f"  missed: {line}" for line in weighed.missed]
    lines += [f"  accused: {line}" for line in weighed.accused]
    lines += [f"  beyond the rules: {line}" for line in recorded.beyond]
    return lines + [f"  engine: {line}" for line in recorded.problems]


def main(arguments: list[str] | None = None) -> int:
    """Record, audit, print; return 1 when the audit is not what it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--module", type=Path)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--setup", default="june-28-1942")
    parser.add_argument("--extension", type=Path, action="append", default=[])
    parser.add_argument("--drags-only", action="store_true")
    parser.add_argument("--planted", type=Path, help="JSON file to list the planted violations in")
    parser.add_argument("--violations", type=int, default=40, help="how many to plant")
    given = parser.parse_args(arguments)
    module = given.module or next(iter(sorted(Path("build", "gj47").glob("*.vmod"))), None)
    if module is None:
        parser.error("no module under build/gj47; run toolkit build gj47, or give --module")
    begun = time.monotonic()
    recorded = record_game(
        module,
        given.out,
        given.seed,
        drags_only=given.drags_only,
        planted=given.violations if given.planted else 0,
        turns=given.turns,
        setup=given.setup,
        extensions=given.extension,
    )
    played = time.monotonic()
    if given.planted:
        text = json.dumps(recorded.planter.to_json(), indent=1, ensure_ascii=False)
        given.planted.write_text(text + "\n", encoding="utf-8")
    report = audit_logs([given.out], module, extensions=given.extension)
    weighed = weigh(recorded.planter.done, report)
    lines = told(recorded, weighed, report)
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.write(f"  {played - begun:.0f} s played, {time.monotonic() - played:.1f} s audited\n")
    most = 0.2 if given.drags_only else 0.05
    good = not weighed.missed and not weighed.accused and open_share(report) <= most
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
