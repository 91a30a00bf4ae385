"""The audit of GJ47: logs are read, put in order, told and judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from toolkit.audit.actor import Actor
from toolkit.audit.agreed import Agreed
from toolkit.audit.audited import Audited
from toolkit.audit.folding import Instead, as_given, fold, left_of
from toolkit.audit.joining import parts
from toolkit.audit.ledger import Entry, Sums
from toolkit.audit.module_data import ModuleData, require_own
from toolkit.audit.other_hand import attributed, drags_of_others
from toolkit.audit.report import JudgedAction, Notice
from toolkit.games.gj47.audit.chain import Link, chain
from toolkit.games.gj47.audit.dropping import as_if, edits_of, elsewhere_in
from toolkit.games.gj47.audit.events import Noted, Relocation
from toolkit.games.gj47.audit.late_actions import hand_back
from toolkit.games.gj47.audit.memory import Memory
from toolkit.games.gj47.audit.narrator import Narrator
from toolkit.games.gj47.audit.reader import ReadGame, read_game
from toolkit.games.gj47.audit.records import Moment, Turned
from toolkit.games.gj47.audit.referee import Judged, judge_game
from toolkit.games.gj47.rules.data import RulesData
from toolkit.games.gj47.rules.from_game import rules_data, under
from toolkit.games.gj47.rules.position import Position
from toolkit.vassal.log import Log


def audit_games(logs: Sequence[Log], data: ModuleData) -> Audited:
    """Judge the logs of one game; see `toolkit.audit.audit.audit_logs`."""
    games = [read_game(log, data, alone=len(logs) == 1) for log in logs]
    require_own(logs, data, (game.counters for game in games))
    if "rules" not in data.kept:
        # With it the board keeps what the checks work out of it.
        data.kept["rules"] = rules_data(data.game)
    general: RulesData = data.kept["rules"]
    joined = chain(games, [log.name for log in logs], general.board.numbers)
    fixed: dict[str, str] = {}
    for link in joined.links:
        fixed |= link.game.settings
    rules = under(general, data.game, fixed)
    actions: list[JudgedAction] = []
    notices = list(joined.notices)
    ledger = Sums()
    before: Position | None = None
    for part in parts(joined, edited=False):
        judged = _folded(part, data, rules, before)
        before = judged.position
        actions += judged.actions
        notices += judged.notices
        ledger += judged.book.sums(sum((link.game.sums for link in part), Sums()))
    notices += (replace(doubt, log=link.log) for link in joined.links for doubt in link.game.doubts)
    owners = {c.id: (c.side, c.names.en) for c in data.game.counters if c.kind in ("unit", "hq") and c.side}
    done, told = attributed(actions, list(drags_of_others(_dragged(joined.links), owners.get)))
    return Audited(
        done,
        (*notices, *told),
        tuple(game.taken_back for game in games),
        tuple(sorted(fixed.items())),
        tuple(point for point, values in rules.points.values.items() if len(values) > 1),
        ledger,
        "chit",
        "" if before is None or before.turn.winner is None else before.turn.winner.id,
        tuple(game.table for game in games),
    )


def _dragged(links: Sequence[Link[ReadGame]]) -> Iterator[tuple[int, int, str, Actor | None]]:
    """Yield the units that were dragged without a key, as `drags_of_others` takes them."""
    for link in links:
        for step in link.game.steps:
            keyed = {
                event.counter for event in step.events if isinstance(event, Noted) and "Act" in event.values
            }
            for event in step.events:
                if isinstance(event, Relocation) and event.unit not in keyed:
                    yield link.log, step.step, event.unit, event.actor


def _judge(
    part: Sequence[Link[ReadGame]],
    data: ModuleData,
    rules: RulesData,
    before: Position | None,
    memory: Memory | None = None,
) -> Judged:
    """Judge logs that follow each other, after `before` with a gap in between."""
    first = part[0].game
    narrator = Narrator(data.game, rules)
    narrator.begin(first.begin, 0, setting_up=first.setting_up)
    for place, link in enumerate(part):
        if link.differences and link is not part[0]:
            narrator.changed(link.game.begin)
        for step in link.game.steps:
            narrator.step(place, step)
    ended = Moment(len(part) - 1, part[-1].game.steps[-1].step if part[-1].game.steps else 0)
    agreed = Agreed(
        frozenset(option.id for option in data.game.options),
        first.initial,
        lambda fixed: under(rules, data.game, fixed),
    )
    rows = {Moment(place, n): made for place, link in enumerate(part) for n, made in link.game.chosen.items()}
    position = Position(rules)
    if before is not None:
        for held, known in zip(position.control, before.control, strict=True):
            held.update(known)
    chits = any(link.game.chits for link in part)
    records = narrator.finish(ended)
    righted = hand_back(records, rules, {box.id: box.kind for box in data.game.boxes})
    judged = judge_game(
        position,
        data.game,
        first.begin,
        records,
        list(_entries(part)),
        agreed=(agreed, rows),
        judging=not first.setting_up,
        doubtful=chits and not first.started,
        memory=memory,
    )
    seen = [_seen(*known, rules) for known in narrator.put_back]
    seen += [_righted(*known, rules) for known in righted]
    return replace(judged, notices=(*judged.notices, *seen)) if seen else judged


def _righted(turned: Turned, back: Turned, rules: RulesData) -> Notice:
    """Return the notice about a face that was turned after a die and turned back under the next chit."""
    name = rules.units[turned.unit].name
    message = f"{name} was turned over by mistake and back in step {back.at.step}, or lost that step"
    return Notice("AUD058", turned.at.step, message, {"until": back.at.step}, turned.at.log)


def _seen(drawn: Moment, back: Moment, chit: str, rules: RulesData) -> Notice:
    """Return the notice about a chit that was drawn and laid back: what lies in the cup is known now."""
    name = rules.chits[chit].name if chit in rules.chits else chit
    message = f"step {drawn.step} was taken back after it had shown: {name}"
    return Notice("AUD020", back.step, message, {"taken_back": drawn.step, "seen": [name]}, back.log)


def _folded(
    part: Sequence[Link[ReadGame]], data: ModuleData, rules: RulesData, before: Position | None
) -> Judged:
    """Judge logs that follow each other, consequences folded under their causes."""
    judged = _judge(part, data, rules, before)
    steps = [(place, step.step) for place, link in enumerate(part) for step in link.game.steps]
    grid = data.game.map.grid
    memory: Memory = {}

    def again(instead: Instead) -> Judged:
        return _judge(as_if(part, instead, grid), data, rules, before, memory)

    folded = fold(
        judged.actions,
        steps,
        lambda instead: again(instead).actions,
        elsewhere=elsewhere_in(part, rules, data.game, judged.actions),
        edited=edits_of(part, grid),
        firm=("activate",),
    )
    noticed = left_of(judged.notices, folded, lambda instead: again(instead).notices)
    # Moments are counted in the order of play; a report counts logs as they were given.
    logs = [link.log for link in part]
    notices = tuple(replace(notice, log=logs[notice.log]) for notice in noticed)
    return replace(judged, actions=tuple(as_given(one, logs) for one in folded.actions), notices=notices)


def _entries(part: Sequence[Link[ReadGame]]) -> Iterator[tuple[Moment, Entry]]:
    """Yield what the steps of logs change, with the log's place among them."""
    for place, link in enumerate(part):
        for step, entries in link.game.entries.items():
            yield from ((Moment(place, step), entry) for entry in entries)
