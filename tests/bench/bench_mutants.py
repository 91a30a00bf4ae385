"""Planted violations of GJ47: what the rules and the audit find, and what an independent reading confirms.

Every violation is judged by `tests.oracle` before it counts: what that reading does not call illegal is left
out of both tables and listed.
"""

from __future__ import annotations

from pathlib import Path

from tests.bench.planted import chosen, order, planted, recall
from tests.bench.report import Limit, Section
from tests.oracle.gj47.judge import confirms
from tests.oracle.gj47.world import World, read_world
from tests.violations.gj47.mutants import Mutant
from tests.violations.gj47.mutation_bench import CLAUSES, IN_PLAY, SET_UP, Tally, in_logs
from tests.violations.gj47.mutation_lists import LOOKS_LEGAL, NOT_BREAKABLE, NOT_SHOWN, TWINS, TWINS_IN_LOGS
from tests.violations.mutation import Kind, judged, kind_of
from toolkit.audit.module_data import read_module
from toolkit.games.gj47.play.recording import house_rules
from toolkit.games.gj47.rules import game
from toolkit.rules.verdict import Outcome
from toolkit.vassal.containers import open_container

BUILT = Path(__file__).resolve().parents[2] / "build" / "gj47"


def confirmed(world: World, mutant: Mutant, rules: dict[str, str]) -> bool:
    """Return whether the independent reading sees one of the actions as illegal."""
    position = mutant.position.copy()
    for number, action in enumerate(mutant.actions, 1):
        if confirms(world, position, action, rules):
            return True
        if number < len(mutant.actions):
            game.apply(position, action)
    return False


def run() -> Section:
    """Plant, confirm, judge, audit."""
    built = sorted(BUILT.glob("*.vmod"))
    if not built:
        return Section([], [Limit("a built module", "none", "build/gj47", False)])
    data = read_module(built[0])
    world, settings = read_world(data.game), house_rules(data, None)
    rules = Tally()

    def told(mutant: Mutant, kind: Kind) -> None:
        if kind is Kind.NOT_IN_LOGS and mutant.clause not in NOT_SHOWN:
            return
        outcome, named = judged(mutant, game.check, game.apply)
        sure = outcome is Outcome.LEGAL
        rules.add(mutant, kind_of(mutant.clause, named, TWINS, sure=sure), list(named) or outcome)

    container = open_container(built[0], name=built[0].name)
    saves = {name: container.read(f"{name}.vsav") for name in (SET_UP, IN_PLAY)}
    run = order(1000)
    logs = in_logs(data, saves, run, told, lambda mutant: confirmed(world, mutant, settings))
    shown = chosen(CLAUSES, run, NOT_SHOWN)
    by_rules, limits = recall(rules, chosen(CLAUSES, run), "the rules")
    section = planted(logs, shown, NOT_BREAKABLE, TWINS_IN_LOGS, by="the audit of logs", untouched="turns")
    beside = sum(logs.beside.values())
    return Section(
        [by_rules, *section.tables],
        [*limits, *section.limits],
        [
            f"{beside} findings in these logs, folded ones aside, are about something else than was planted.",
            *(f"By the rules only, {clause}: {why}." for clause, why in NOT_SHOWN.items()),
            *(f"Not planted, {clause}: {why}." for clause, why in LOOKS_LEGAL.items()),
            *section.notes,
            *(
                f"Not named by the rules, {clause}: {line}."
                for clause in CLAUSES
                for line in rules.samples[clause]
            ),
        ],
    )
