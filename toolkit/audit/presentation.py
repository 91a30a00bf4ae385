"""A report as findings, sections and meanings, for the renderers of `toolkit.diagnostics`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from toolkit.audit.report import START, JudgedAction, Notice, Report
from toolkit.diagnostics import Cell, CodeInfo, Finding, Place, Section, Severity
from toolkit.diagnostics.codes import code_meanings
from toolkit.diagnostics.report import Tone
from toolkit.plugins import games
from toolkit.rules.books import book_of
from toolkit.rules.verdict import Outcome

_SEVERITY: Mapping[Outcome, Severity] = {
    Outcome.ILLEGAL: Severity.ERROR,
    Outcome.UNCLEAR: Severity.WARNING,
    Outcome.UNPROVABLE: Severity.INFO,
    Outcome.UNVERIFIED: Severity.INFO,
    Outcome.LEGAL: Severity.INFO,
}
_TONE: Mapping[Outcome, Tone] = {
    Outcome.ILLEGAL: "error",
    Outcome.UNCLEAR: "warning",
    Outcome.UNPROVABLE: "info",
    Outcome.UNVERIFIED: "info",
    Outcome.LEGAL: "good",
}
# Notices that mean that the game cannot have been as the logs say.
GRAVE = frozenset({"AUD012", "AUD030", "AUD034"})
_MOST = 400
# Steps of a way that are all shown.
_LONG_WAY = 8


def findings_of(report: Report) -> list[Finding]:
    """Return all that a reader should see as findings: verdicts, notices, faults of the files."""
    found = [_of_action(action, report) for action in report.shown]
    found += [_of_notice(notice, report) for notice in report.notices]
    found += report.findings
    order = {log.name: place for place, log in enumerate(report.logs)}
    return sorted(found, key=lambda f: (order.get(f.place.file or "", -1), f.place.step or 0))


def _of_action(action: JudgedAction, report: Report) -> Finding:
    code = action.rules[0] if action.rules else action.outcome.value
    where = action.end or action.start or None
    data: dict[str, object] = {
        "outcome": action.outcome.value,
        "action": action.action,
        "rules": list(action.rules),
        "unclear": list(action.unclear),
        "unit": action.unit,
        "from": action.start,
        "to": action.end,
        "via": list(action.via),
        "detail": action.detail,
        "steps": list(action.steps),
        "actor": f"{action.actor.side or 'unknown'}, {action.actor.known.value}",
        "basis": action.basis.value,
    }
    if action.barrier is not None:
        data["barrier"] = action.barrier.to_json()
    if action.trail is not None:
        data["way"] = way(action)
    message = f"{said(action)}: {action.outcome.value}: {action.reason}"
    if action.overruled is not None:
        data["overruled"] = action.overruled.to_json()
        message += f"; {ruled(action)}"
    if follow := report.consequences(action):
        data["consequences"] = [f"step {one.step}: {said(one)}: {one.reason}" for one in follow]
        message += f" ({consequences(follow)})"
    return Finding(
        code,
        _SEVERITY[action.outcome],
        message,
        Place(file=report.logs[action.log].name, step=action.step, hex=where),
        ", ".join(action.rules) or None,
        data,
    )


def _of_notice(notice: Notice, report: Report) -> Finding:
    grave = notice.code in GRAVE and report.overview is None
    severity = Severity.WARNING if grave else Severity.INFO
    place = Place(file=report.logs[notice.log].name, step=notice.step or None)
    return Finding(notice.code, severity, notice.message, place, None, notice.data)


def ruled(action: JudgedAction) -> str:
    """Return what was decided about an action outside the rules, in words; "" where nothing was."""
    found = action.overruled
    if found is None:
        return ""
    by_whom = "agreed by the players" if found.decision == "agreed" else f"ruled {found.decision}"
    return f"{by_whom}: {found.why} (by the rules: {found.by_rules.value})"


def consequences(found: Sequence[JudgedAction]) -> str:
    """Return how many consequences a finding has, in words."""
    return "1 consequence" if len(found) == 1 else f"{len(found)} consequences"


def cause_of(follows: tuple[int, int]) -> str:
    """Return what a consequence follows from, in words."""
    at = follows[1]
    return "a consequence of the changed start" if at == START else f"a consequence of step {at}"


def said(action: JudgedAction) -> str:
    """Return what was done as one phrase: action, who, where."""
    places = [action.start, *action.via, action.end]
    way_shown = " → ".join(place for place in places if place)
    parts = [action.action, action.name, way_shown]
    text = " ".join(part for part in parts if part)
    return f"{text} ({action.detail})" if action.detail else text


def way(action: JudgedAction) -> str:
    """Return the cheapest way of a move, step by step with its price and its reasons.

    Of a long one its dear steps only: how many hexes lie between is left to the map.
    """
    trail = action.trail
    if trail is None:
        return ""
    allowance = "" if action.allowance is None else f" of {action.allowance}"
    head = f"{trail.mode}, {points(trail.cost)}{allowance}"
    if set(trail.waived) - {"9.2(1)1"}:
        head += f", without {', '.join(trail.waived)}"
    shown = list(trail.steps)
    if len(shown) > _LONG_WAY:
        plain = min(step.cost for step in shown)
        dear = [step for step in shown[:-1] if step.cost > plain]
        kept = sorted(dear, key=lambda step: -step.cost)[: _LONG_WAY - 2]
        shown = [step for step in shown[:-1] if step in kept] + shown[-1:]
        head += f", {len(trail.steps)} hexes, the dear ones shown"
    steps = " · ".join(f"{step.hex} {points(step.cost)} ({', '.join(step.reasons)})" for step in shown)
    return f"{head}: {action.start} · {steps}"


def points(cost: float) -> str:
    """Return movement points as people write them: ``5``, ``5½``, ``0.33``."""
    whole, part = divmod(cost, 1)
    return f"{int(whole) or ''}½" if part == 0.5 else f"{round(cost, 2):g}"


# -- meanings ----------------------------------------------------------------------------------------


def meanings(findings: Iterable[Finding], game: str) -> dict[str, CodeInfo]:
    """Return what the codes of findings mean: rules in own words, notices, outcomes without a rule.

    Parameters
    ----------
    game : str
        Id of the game whose rules they cite.
    """
    book = {entry.number: entry for entry in (book_of(game) if game in games() else ())}
    words = {
        "unprovable": "The log does not show what the answer depends on.",
        "unverified": "A datum is missing, or the log was written with another version of the module.",
        **code_meanings(),
    }
    found = {}
    for code in {finding.code for finding in findings}:
        entry = book.get(code)
        if entry is not None:
            details = "\n\n".join(f"{heading}: {text}" for heading, text in entry.sections)
            found[code] = CodeInfo(code, entry.summary, None, details)
        elif code in words:
            found[code] = CodeInfo(code, words[code])
    return found


# -- sections ----------------------------------------------------------------------------------------


def sections_of(report: Report) -> list[Section]:
    """Return the summary: what was audited, then turn by turn what was done in each part of it."""
    return [_head(report), *_turns(report)]


def summary_of(report: Report) -> tuple[str, ...]:
    """Return in a few lines what was judged, and of a game without rules what its logs hold."""
    if report.overview is not None:
        return tuple(_overview(report, report.overview))
    counts = ", ".join(f"{count} {name}" for name, count in report.counts.items() if count)
    fixed = ", ".join(f"{point} {value}" for point, value in report.game.fixed) or "none"
    opened = ", ".join(report.game.open_points) or "none"
    return (
        f"{len(report.actions)} actions in {report.steps} steps: {counts or 'nothing to judge'}",
        f"House rules fixed: {fixed}; open points: {opened}",
    )


def _overview(report: Report, held: Mapping[str, Any]) -> Iterator[str]:
    pieces, sums = held["pieces"], report.ledger
    notices = len(report.notices)
    yield (
        f"No rules for {report.game.name} here: {report.steps} steps were looked at for what needs none; "
        f"{notices} {'notice' if notices == 1 else 'notices'}; a module with rules elsewhere: --module FILE"
    )
    if held["players"]:
        yield f"Players: {', '.join(held['players'])}"
    moves = ", ".join(f"{count} by {who}" for who, count in pieces["moves_by"].items())
    yield (
        f"Pieces: {pieces['begin']} at the start, {pieces['end']} at the end ({pieces['came']} came, "
        f"{pieces['went']} went); {pieces['moved']} of them moved" + (f"; moves: {moves}" if moves else "")
    )
    yield (
        f"Changes: {sums.entries}, of which {sums.accounted} done, {sums.cancelled} taken back, "
        f"{sums.neutral} mere marks, {sums.unexplained} in steps with a notice"
    )
    for die in held["dice"]:
        counts = ", ".join(f"{value}: {count}" for value, count in die["counts"].items())
        undone = f"; {die['undone']} taken back" if die["undone"] else ""
        times = "once" if die["rolls"] == 1 else f"{die['rolls']} times"
        who = die["player"] or "somebody"
        yield f"Dice: {who} rolled {die['die']} {times} ({counts or 'none stands'}){undone}"


def _head(report: Report) -> Section:
    rows = [
        [str(number), log.name, str(log.steps), f"{log.module} {log.module_version}".strip()]
        for number, log in enumerate(report.logs, start=1)
    ]
    return Section(
        f"{report.game.name}: {report.view}'s view",
        summary_of(report),
        ("log", "file", "steps", "module"),
        rows,
        frozenset({0, 2}),
    )


def _turns(report: Report) -> Iterator[Section]:
    part = report.game.part
    several = len(report.logs) > 1
    order = {log: place for place, log in enumerate(dict.fromkeys(action.log for action in report.actions))}
    turns: dict[int, dict[tuple[int, str], list[JudgedAction]]] = {}
    for action in report.actions:
        key = (action.segment.number, action.segment.label)
        turns.setdefault(action.segment.turn, {}).setdefault(key, []).append(action)
    for turn, segments in turns.items():
        title = f"Turn {turn}" if turn else "Play"
        rows = [_segment_row(label, actions, several=several) for (_, label), actions in segments.items()]
        columns = ("steps", part, "done", *(outcome.value for outcome in Outcome))
        yield Section(title, (), columns, rows, frozenset(range(3, 3 + len(Outcome))))
        for (_, label), judged in segments.items():
            # What is judged late, because it hung on something later, is told where it was done.
            actions = sorted(judged, key=lambda action: (order[action.log], action.step))
            yield Section(
                f"{title}, {label or f'no {part}'}",
                (),
                (*(("log",) if several else ()), "step", "verdict", "rule", "action", "why"),
                [_action_row(action, several=several) for action in actions[:_MOST]],
                frozenset({0, 1} if several else {0}),
                folded=True,
            )


def _segment_row(label: str, actions: Sequence[JudgedAction], *, several: bool) -> list[str | Cell]:
    count = Counter(action.action for action in actions)
    done = ", ".join(f"{number} {name}" for name, number in count.items())
    outcomes = Counter(action.outcome for action in actions)
    cells: list[str | Cell] = [_steps_of(actions, several=several), label, done]
    for outcome in Outcome:
        number = outcomes[outcome]
        cells.append(Cell(str(number), _TONE[outcome]) if number else "")
    return cells


def _steps_of(actions: Sequence[JudgedAction], *, several: bool) -> str:
    """Return first and last step, for each log on its own where there are several: each counts from 1."""
    spans: dict[int, list[int]] = {}
    for action in actions:
        spans.setdefault(action.log, []).append(action.step)
    words = []
    for log, steps in spans.items():
        first, last = min(steps), max(steps)
        span = f"{first} to {last}" if first != last else str(first)
        words.append(f"log {log + 1}: {span}" if several else span)
    return "\n".join(words)


def _action_row(action: JudgedAction, *, several: bool) -> list[str | Cell]:
    why = "\n".join(text for text in (action.reason, ruled(action)) if text)
    if action.follows is not None:
        why += f"\n{cause_of(action.follows)}"
    if action.unclear:
        why += f"\nopen points: {', '.join(action.unclear)}"
    if action.trail is not None:
        why += f"\n{way(action)}"
    verdict = Cell(action.outcome.value, _TONE[action.outcome])
    who = f"{said(action)}\nby {action.actor.side or 'unknown'}, {action.actor.known.value}"
    log = [str(action.log + 1)] if several else []
    return [*log, str(action.step), verdict, ", ".join(action.rules), who, why]
