"""All that a page holds, as JSON values: the replay, the audit, and the places, rules and names they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import JudgedAction, LogInfo, Report
from toolkit.audit.view import REFEREE
from toolkit.diagnostics.codes import code_meanings
from toolkit.plugins import games
from toolkit.report.pictures import Gallery, gallery_of
from toolkit.report.replay import Frame, Replay, busiest, pictures_of, replay
from toolkit.report.sight import sight_of
from toolkit.report.spots import places_of, short
from toolkit.report.windows import Pane, panes_of
from toolkit.rules.books import book_of, sentences_of
from toolkit.source.cards import Card
from toolkit.source.names import Names
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.commands import Board, SetBoards, leaves
from toolkit.vassal.containers import Container
from toolkit.vassal.log import Log
from toolkit.vassal.privacy import Actor, people_of
from toolkit.vassal.translations import names_in

VERSION = 1
_HELD = frozenset({"AUD031", "AUD032"})


@dataclass(frozen=True, slots=True)
class Sources:
    """What a page is made from.

    Attributes
    ----------
    report : Report
        As the view has it.
    logs : tuple of Log
        As given.
    data : ModuleData or None
        The rules data of the module; None for a module without.
    container : Container or None
        The module's file.
    """

    report: Report
    logs: tuple[Log, ...]
    data: ModuleData | None
    windows: BuildFile | None
    container: Container | None

    @property
    def side_name(self) -> str | None:
        """The name of the side whose view it is, as the module spells it; None for the referee's."""
        view = self.report.view
        if view == REFEREE:
            return None
        sides = {} if self.data is None else self.data.game.labels.get("side", {})
        return sides[view].en if view in sides else view

    def order(self) -> list[tuple[int, Log]]:
        """Return the logs in the order of play, each with its place in the list as given.

        Those that another one holds completely are left out.
        """
        twice = {notice.log for notice in self.report.notices if notice.code in _HELD}
        played = [*dict.fromkeys(action.log for action in self.report.actions), *range(len(self.logs))]
        return [(number, self.logs[number]) for number in dict.fromkeys(played) if number not in twice]


def replay_of(sources: Sources) -> Replay:
    """Return what the view's eyes see of the logs, step by step."""
    sight = sight_of(sources.side_name, sources.windows)
    return replay(sources.order(), sources.windows, sight)


def page_data(sources: Sources) -> dict[str, Any]:
    """Return all that a page holds."""
    report, seen, gallery = sources.report, replay_of(sources), gallery_of(sources.container)
    main = busiest(seen) if sources.data is None else sources.data.map_name
    panes = panes_of(seen.places, sources.windows, boards_of(sources.logs), gallery, main)
    names = _names_of_windows(panes, sources)
    return {
        "version": VERSION,
        "view": report.view,
        "game": _game(report, sources.data),
        "sides": _sides(report, sources),
        "logs": [_log(name, log) for name, log in zip(log_names(report), report.logs, strict=True)],
        "players": [[actor.name, actor.side or ""] for actor in seen.players],
        "panes": [{"name": names[pane.name], **_pane(pane)} for pane in panes],
        "laid": _changes_of_boards(sources, seen, panes),
        **_pieces(seen, gallery, panes, _own_names(sources)),
        "frames": list(_frames(seen)),
        "actions": [_action(action) for action in report.actions],
        "notices": [_notice(notice.to_json()) for notice in report.notices],
        "faults": [[finding.code, finding.severity.value, finding.message] for finding in report.findings],
        "spots": _spots(report, sources.data, panes),
        "rules": _rules(report, sources.data),
        "words": _words(sources.data) | _windows(names.values(), sources.container),
        "steps": report.steps,
        "counts": report.counts,
        "ledger": report.ledger.to_json(),
    }


Boards = tuple[Board, ...]


def boards_of(logs: Iterable[Log]) -> dict[str, list[Boards]]:
    """Return the boards that logs put on each window, one set after the other, none twice."""
    found: dict[str, dict[Boards, None]] = {}
    for log in logs:
        for _, window, boards in _laid(log):
            found.setdefault(window, {})[boards] = None
    return {window: list(sets) for window, sets in found.items()}


def _laid(log: Log) -> Iterator[tuple[int, str, Boards]]:
    """Yield where a log lays boards on a window: step, window, boards."""
    for number, commands in ((0, log.begin), *((step.number, step.commands) for step in log.steps)):
        for command in commands:
            for leaf in leaves(command):
                if isinstance(leaf, SetBoards):
                    yield number, leaf.map, tuple(leaf.boards)


def _changes_of_boards(sources: Sources, seen: Replay, panes: Sequence[Pane]) -> list[list[int]]:
    """Return the frames at which a window comes to show other boards: frame, window, set."""
    frames = {(frame.log, frame.step): index for index, frame in enumerate(seen.frames)}
    sets, shown = boards_of(sources.logs), {pane.name: 0 for pane in panes}
    number = {pane.name: index for index, pane in enumerate(panes)}
    found = []
    for place, log in sources.order():
        for step, window, boards in _laid(log):
            at = sets[window].index(boards)
            if window in number and shown[window] != at:
                shown[window] = at
                found.append([frames[place, step], number[window], at])
    return found


def log_names(report: Report) -> list[str]:
    """Return what logs are called: no page shows where on somebody's disk they lie."""
    return [PurePath(log.name.replace("\\", "/")).name for log in report.logs]


def _log(name: str, log: LogInfo) -> dict[str, Any]:
    return {"name": name, "steps": log.steps, "module": f"{log.module} {log.module_version}".strip()}


def _game(report: Report, data: ModuleData | None) -> dict[str, Any]:
    names = Names(report.game.name) if data is None else data.game.names
    return {
        "id": report.game.id,
        "names": names.to_json(),
        "version": report.game.version,
        "digest": report.game.digest[:12],
        "fixed": [list(pair) for pair in report.game.fixed],
        "open": list(report.game.open_points),
        "part": report.game.part,
    }


def _sides(report: Report, sources: Sources) -> dict[str, Any]:
    labels = {} if sources.data is None else sources.data.game.labels.get("side", {})
    return {side: labels[side].to_json() if side in labels else {"en": side} for side in report.game.sides}


def _pane(pane: Pane) -> dict[str, Any]:
    sets = [
        [
            {
                "x": b.x,
                "y": b.y,
                "w": b.width,
                "h": b.height,
                **({"svg": b.svg} if b.svg else {"src": b.data}),
            }
            for b in boards
        ]
        for boards in pane.sets
    ]
    return {"w": pane.width, "h": pane.height, "sets": sets}


def _own_names(sources: Sources) -> dict[str, Names]:
    """Return names of counters by id, and of what a module without data names in other languages."""
    if sources.data is not None:
        return {counter.id: counter.names for counter in sources.data.game.counters}
    if sources.container is None:
        return {}
    ja, zh = (names_in(sources.container, language) for language in ("ja", "zh"))
    return {name: Names(name, ja.get(name), zh.get(name)) for name in ja.keys() | zh.keys()}


def _names_of_windows(panes: Iterable[Pane], sources: Sources) -> dict[str, str]:
    """Return what windows are called: a log may name some that its module does not have, by a player's id."""
    known = sources.windows.maps if sources.windows is not None else {}
    found = {pane.name: pane.name for pane in panes}
    strange = [name for name in found if name not in known]
    for people in (people_of(log.script) for log in sources.logs if strange):
        found |= {name: people.redact(found[name]) for name in strange}
    return found


def _windows(names: Iterable[str], container: Container | None) -> dict[str, list[str]]:
    """Return what windows are called in all languages, where the module says so."""
    ja, zh = ({} if container is None else names_in(container, language) for language in ("ja", "zh"))
    found = {name: Names(name, ja.get(name), zh.get(name)) for name in names}
    return {name: _in_all(names) for name, names in found.items() if names.ja or names.zh}


def _pieces(
    seen: Replay, gallery: Gallery, panes: Sequence[Pane], known: Mapping[str, Names]
) -> dict[str, Any]:
    """Return what frames refer to: pictures, places, looks and names."""
    number = {pane.name: index for index, pane in enumerate(panes)}
    files = pictures_of(seen)
    file_number = {name: index for index, name in enumerate(files)}
    pictures: list[dict[str, Any] | None] = []
    for name in files:
        picture = gallery.picture(name)
        if picture is None:
            pictures.append(None)
        else:
            drawn = {"body": picture.body, "box": picture.box} if picture.body else {"src": picture.data}
            pictures.append({"w": picture.width, "h": picture.height, **drawn})
    return {
        "pictures": pictures,
        "shared": "".join(gallery.definitions.values()),
        "places": [[number[window], x, y, label] for window, x, y, label in seen.places],
        "looks": [
            [[file_number[i.picture], i.x, i.y, round(i.scale, 3), i.angle] for i in look]
            for look in seen.looks
        ],
        "names": [[name, *_translated(known.get(counter or name))] for name, counter in seen.names],
    }


def _translated(names: Names | None) -> list[str]:
    """Return a counter's Japanese and Chinese name; nothing where it has none."""
    if names is None or not (names.ja or names.zh):
        return []
    return [names.ja or names.en, names.zh or names.en]


def _frames(seen: Replay) -> Iterator[list[Any]]:
    players = {actor: index for index, actor in enumerate(seen.players)}
    for frame in seen.frames:
        changes = [[piece] if now is None else [piece, *now] for piece, now in frame.changes]
        yield _trimmed([frame.log, frame.step, changes, list(frame.words), _by(frame, players)])


def _by(frame: Frame, players: Mapping[Actor, int]) -> int:
    return -1 if frame.actor is None else players.get(frame.actor, -1)


def _trimmed(row: list[Any]) -> list[Any]:
    """Return a row without what ends it and says nothing."""
    while row and row[-1] in ([], -1):
        row.pop()
    return row


_PLAIN: Mapping[str, object] = {
    "log": 0, "detail": "", "dice": [], "from": "", "to": "", "via": [], "rules": [], "unclear": [],
    "reason": "", "allowance": None, "trail": None, "barrier": None, "follows": None,
    "overruled": None, "outcome": "legal",
}  # fmt: skip


def _action(action: JudgedAction) -> dict[str, Any]:
    """Return an action without what most actions have alike."""
    found = action.to_json()
    found["unit"] = action.name
    found["by"] = [action.actor.side or "", action.actor.known.value]
    found["part"] = [action.segment.number, action.segment.label, action.segment.turn]
    for key in ("actor", "segment"):
        del found[key]
    if action.sum is not None:
        found["sum"] = action.sum.to_json()
    if action.taken is not None:
        found["taken"] = action.taken.to_json() | {"allowance": action.taken.allowance}
    if action.instead:
        found["instead"] = [wording.to_json() for wording in action.instead]
    return {key: value for key, value in found.items() if key not in _PLAIN or value != _PLAIN[key]}


def _notice(notice: dict[str, Any]) -> dict[str, Any]:
    return {key: notice[key] for key in ("code", "log", "step", "message")} | {
        "ruling": notice["data"].get("ruling") if isinstance(notice["data"], dict) else None
    }


def _named(actions: Iterable[JudgedAction]) -> Iterator[str]:
    for action in actions:
        yield from (action.start, *action.via, action.end)
        for way in (action.trail, action.taken):
            yield from (step.hex for step in (() if way is None else way.steps))
        if action.barrier is not None:
            yield action.barrier.place


def _spots(report: Report, data: ModuleData | None, panes: Sequence[Pane]) -> dict[str, Any]:
    number = {pane.name: index for index, pane in enumerate(panes)}
    return {
        name: [number[place.window], short(place.x), short(place.y), place.outline, int(place.line)]
        for name, place in places_of(_named(report.actions), data).items()
        if place.window in number
    }


def _rules(report: Report, data: ModuleData | None) -> dict[str, list[Any]]:
    """Return what cited rules and notices say: a sentence, more, and Japanese and Chinese where known."""
    book = {entry.number: entry for entry in (book_of(report.game.id) if report.game.id in games() else ())}
    clauses = {} if data is None else {clause.number: clause.says for clause in data.game.rules}
    cards = {} if data is None else {f"CARD {card.id}": card.text for card in data.game.action_cards}
    found: dict[str, list[Any]] = {}
    own = sentences_of(report.game.id) if report.game.id in games() else {}
    sums = [action.sum for action in report.actions if action.sum is not None]
    cited = {rule for action in report.actions for rule in action.rules}
    for number in sorted(cited.union(*(battle.rules for battle in sums))):
        if number in book:
            more = "\n\n".join(f"{heading}: {text}" for heading, text in book[number].sections)
            found[number] = [book[number].summary, more, *([own[number]] if number in own else [])]
        elif number in clauses:
            found[number] = [clauses[number], ""]
        elif number in cards:
            text = cards[number]
            found[number] = [text.en, "", *([[text.ja, text.zh]] if text.ja and text.zh else [])]
    codes = {notice.code for notice in report.notices}
    return found | {code: [meaning, ""] for code, meaning in code_meanings().items() if code in codes}


def _words(data: ModuleData | None) -> dict[str, list[str]]:
    """Return words of the data in all languages: English name or id → English, Japanese, Chinese."""
    if data is None:
        return {}
    game = data.game
    known: dict[str, Names] = {}
    for group in game.labels.values():
        # Prices name terrain and what lies on hexsides by their ids.
        known |= {id_.replace("_", " "): names for id_, names in group.items()}
        known |= {names.en: names for names in group.values()}
    things = [(box.id, box.names) for box in game.boxes] + [(unit.id, unit.names) for unit in game.counters]
    things += [(card.id, card.names) for card in game.action_cards]
    known |= {names.en: names for _, names in things} | dict(things)
    if game.area_map is not None:
        for id_, area in zip(game.area_map.ids, game.area_map.names, strict=True):
            names = Names(area.get("en", id_), area.get("ja"), area.get("zh"))
            known |= {id_: names, names.en: names}
    cards = {} if game.deck is None else {card.id: _card(card) for card in game.deck.cards}
    known |= {id_: Names(text) for id_, text in cards.items()}
    return {word: _in_all(names) for word, names in known.items() if _in_all(names) != [word]}


_SUITS: Mapping[str, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def _card(card: Card) -> str:
    """Return a card as players write it."""
    return card.rank + _SUITS.get(card.suit, card.suit)


def _in_all(names: Names) -> list[str]:
    """Return a name in all languages, English alone where there are no others."""
    return [names.en, *_translated(names)]
