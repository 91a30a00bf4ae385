"""Plant every kind in fresh games, audit them, and print what was found."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import sys
import tempfile
from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from tests.violations_apart.judging import Case, judge, plant
from tests.violations_apart.kinds import Expected, Kind, Kinds
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import MODULES, Game, play, write
from tests.violations_apart.second import kinds as second
from toolkit.audit.audit import audit_logs
from toolkit.audit.report import Report

_SPARE = 100
COLUMNS = ("found", "other clause", "other culprit", "unsure", "notice", "later", "missed", "crashed")
QUIET = ("quiet", "unsure", "accused", "crashed")


def kinds_of(game: str, *, other: bool = False) -> Kinds:
    """Return a game's kinds, or those of the second set."""
    if other:
        return second.kinds_of(game)
    found = import_module(f"tests.violations_apart.{game}").KINDS
    assert isinstance(found, Kinds)
    return found


@lru_cache(maxsize=6)
def _played(game: str, seed: int) -> Game:
    return play(game, seed)


@lru_cache(maxsize=64)
def _clean(game: str, seed: int) -> Report:
    played = _played(game, seed)
    with tempfile.TemporaryDirectory() as folder:
        return audit_logs([write(played, played.steps, Path(folder) / "clean.vlog")], played.module.path)


def _cases(job: tuple[str, int, tuple[str, ...], str | None, bool]) -> list[Case]:
    game, seed, names, keep, other = job
    kinds = kinds_of(game, other=other).all
    found = [_control(game, seed)]
    for name in names:
        placed = _place(kinds[name], game, seed)
        if placed is None:
            continue
        played, planted = placed
        with tempfile.TemporaryDirectory() as folder:
            home = Path(keep) / f"{name}-{seed}" if keep else Path(folder)
            found.append(judge(kinds[name], played, planted, _clean(game, played.seed), home))
    return found


def _control(game: str, seed: int) -> Case:
    """Return what the audit says of the untouched game."""
    findings = _clean(game, seed).shown
    said = "accused" if findings else "quiet"
    told = tuple(f"{a.step}: {a.outcome.value} {a.reason}" for a in findings)
    return Case("untouched", seed, "control", "nothing", (), None, said, len(findings), 0, told, ())


def _place(kind: Kind, game: str, seed: int) -> tuple[Game, Planted] | None:
    """Plant a kind in the game of a seed, or in one of the next that has room for it."""
    for spare in range(3):
        played = _played(game, seed + spare * _SPARE)
        planted = plant(kind, played)
        if planted is not None:
            return played, planted
    return None


def table(cases: Sequence[Case], kinds: Iterable[Kind]) -> str:
    """Return the two tables and the totals."""
    lines = []
    offences = [k for k in kinds if k.expected is not Expected.NOTHING]
    harmless = [k for k in kinds if k.expected is Expected.NOTHING]
    lines.append(f"| {'kind':40} | planted | {' | '.join(COLUMNS)} | findings |")
    lines.append(f"| {'---':40} | --- | {' | '.join('---' for _ in COLUMNS)} | --- |")
    for kind in offences:
        own = [c for c in cases if c.kind == kind.name]
        row = " | ".join(str(sum(c.said == column for c in own)) for column in COLUMNS)
        most = f"{statistics.median(c.illegal + c.unsure for c in own):g}" if own else "-"
        mark = " (notice)" if kind.expected is Expected.NOTICE else ""
        lines.append(f"| {kind.name + mark:40} | {len(own)} | {row} | {most} |")
    lines.append("")
    lines.append(f"| {'harmless':40} | planted | {' | '.join(QUIET)} |")
    lines.append("| --- | --- | --- | --- | --- | --- |")
    for kind in harmless:
        own = [c for c in cases if c.kind == kind.name]
        row = " | ".join(str(sum(c.said == column for c in own)) for column in QUIET)
        lines.append(f"| {kind.name:40} | {len(own)} | {row} |")
    lines.append("")
    lines.extend(totals(cases))
    return "\n".join(lines)


def totals(cases: Sequence[Case]) -> list[str]:
    """Return the figures of issue 17."""
    bad = [c for c in cases if c.expected in ("offence", "notice")]
    good = [c for c in cases if c.expected == "nothing"]
    control = [c for c in cases if c.expected == "control"]
    lines = []
    if bad:
        found = sum(c.said == "found" for c in bad)
        said = sum(c.said not in ("later", "missed", "crashed") for c in bad)
        missed = sum(c.said in ("missed", "crashed") for c in bad)
        many = [c.illegal + c.unsure for c in bad if c.expected == "offence"] or [0]
        lines.append(f"offences and notices {len(bad)}: found {found} ({found / len(bad):.1%})")
        lines.append(f"said at the step {said} ({said / len(bad):.1%}), missed {missed}")
        more = sum(n > 1 for n in many)
        lines.append(
            f"findings an offence: median {statistics.median(many):g}, most {max(many)}, >1 in {more}"
        )
    if good:
        accused = sum(c.said == "accused" for c in good)
        unsure = sum(c.said == "unsure" for c in good)
        lines.append(f"harmless {len(good)}: accused {accused}, unsure {unsure}")
    if control:
        lines.append(f"untouched games {len(control)}: findings {sum(c.illegal for c in control)}")
    return lines


def report(game: str, told: str, cases: Sequence[Case], kinds: Iterable[Kind]) -> str:
    """Return the tables and every case that is not as it should be, for those who mend the audit."""
    lines = [f"# Written apart: {game}", "", told, "", "## What was not found, kind by kind", ""]
    for kind in kinds:
        bad = [c for c in cases if c.kind == kind.name and c.said not in ("found", "quiet")]
        if not bad:
            continue
        clauses = f" ({', '.join(kind.clauses)})" if kind.clauses else ""
        lines.append(f"### {kind.name}: {kind.expected.value}{clauses}")
        lines.extend((kind.why, ""))
        for case in bad:
            steps = f"{case.at[0]}-{case.at[-1]}" if case.at else "-"
            who = f", by {case.culprit}" if case.culprit else ""
            lines.append(f"* seed {case.seed}, step {steps}{who}: {case.what} => **{case.said}**")
            lines.extend(f"  * {told}" for told in case.findings[:3])
            lines.extend(f"  * notice {told}" for told in case.notices[:2])
        lines.append("")
    lines.extend(["## More than one finding for one offence", ""])
    for case in cases:
        if case.expected == "offence" and case.illegal + case.unsure > 1:
            lines.append(f"* {case.kind}, seed {case.seed}: {case.illegal} illegal, {case.unsure} unsure")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.violations_apart", description=__doc__)
    parser.add_argument("game", choices=sorted(MODULES))
    parser.add_argument("--second", action="store_true", help="the second set of kinds")
    parser.add_argument("--seeds", type=int, default=10, help="how many games; 10")
    parser.add_argument("--seed", type=int, help="only this game")
    parser.add_argument("--kinds", nargs="*", metavar="KIND", help="only these kinds (shell patterns)")
    parser.add_argument("--keep", metavar="DIR", help="keep the planted logs there")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all cases there")
    parser.add_argument("--add", action="store_true", help="keep what --json has of other kinds and seeds")
    parser.add_argument("--report", metavar="FILE", type=Path, help="write table and single cases there")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="only list the kinds")
    options = parser.parse_args(arguments)
    kinds = kinds_of(options.game, other=options.second).all
    names = tuple(n for n in kinds if any(fnmatch(n, one) for one in options.kinds or ["*"]))
    if options.list:
        for name in names:
            print(
                f"{name} [{kinds[name].expected.value}; {', '.join(kinds[name].clauses)}] {kinds[name].why}"
            )
        return 0
    seeds = [options.seed] if options.seed is not None else range(1, options.seeds + 1)
    jobs = [(options.game, seed, names, options.keep, options.second) for seed in seeds]
    cases: list[Case] = []
    if options.add and options.json.exists():
        old = json.loads(options.json.read_text())
        new = {*names, "untouched"}
        cases = [
            Case.from_json(one)
            for one in old
            if not (one["kind"] in new and one["seed"] % _SPARE in {seed % _SPARE for seed in seeds})
        ]
        names = tuple(kinds) if cases else names
    with multiprocessing.Pool(options.jobs) as pool:
        for found in pool.imap_unordered(_cases, jobs):
            cases.extend(found)
            if options.json:
                _save(cases, options.json)
    cases.sort(key=lambda case: (case.kind, case.seed))
    told = table(cases, [kinds[name] for name in names])
    print(told)
    if options.report:
        options.report.write_text(report(options.game, told, cases, kinds.values()))
    return 0


def _save(cases: Sequence[Case], path: Path) -> None:
    path.write_text(json.dumps([case.to_json() for case in cases], ensure_ascii=False, indent=1))


if __name__ == "__main__":
    sys.exit(main())
