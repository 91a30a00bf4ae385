"""A turn of each game by mouse and keys alone, from the start wizard to a log that is audited.

    python -m tests.engine.by_hand storm --out game.vlog [--size 1920x1080] [--pictures FOLDER] [--seed 1]

Players choose as the random player does.  Before they begin, every tray is tried: a marker is dragged out and
taken back, a stack likewise, and the mouse rests on a place, a piece and a stack.  Printed are the version of
VASSAL (3.6.0, or what ``VASSAL_HOME`` names), motions, longest pauses of the event thread, and the audit.
Exit status 1 when the audit accuses anybody, when a tray gives more than one, when a sum of the chat does not
add up, or when the engine complains.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import tests.audit.declared.live as declared
import tests.games.gj47.audit.record_game as gj47
import tests.games.rattenkrieg.audit.live as rattenkrieg
import tests.games.storm.audit.live as storm
from tests.audit.decisions.live import module_of
from tests.engine.sums import wrong_sums
from tests.games.gj47.audit.engine_hands import ANNA
from tests.module.two_players import GERMAN
from toolkit.audit.audit import audit_logs
from toolkit.audit.module_data import read_module
from toolkit.audit.report import Report
from toolkit.engine.hands import Hands
from toolkit.engine.pointer import Pause
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome, find_engine
from toolkit.engine.record import Done, Session
from toolkit.vassal.commands import Chat
from toolkit.vassal.log import read_log

GAMES: Mapping[str, Callable[..., Any]] = {
    "gj47": gj47.record_game,
    "rattenkrieg": rattenkrieg.play,
    "storm": storm.play,
}
_FIRST = {"gj47": ANNA, "rattenkrieg": GERMAN, "storm": GERMAN}
_SETUPS = {"gj47": "28 June 1942"}
_SIZE = (1280, 800)
_SHOWN = ("CounterId", "Kind", "LocationName", "CurrentMap")
_NO_TRAY = {"unit", "hq", "chit", "card", "desk", "bid"}  # everything else in a window lies there to be taken
_EVERY = 15  # acts of a turn from one picture to the next: some fall into battles
_ASIDE = 400  # pixels from a corner of the main map: where markers are laid on trial


@dataclass(frozen=True, slots=True)
class ByHand:
    """What a turn came to: engine and screen, faults, motions, slips, pauses, the audit of its log."""

    version: str
    size: tuple[int, int]
    faults: tuple[str, ...]
    motions: Mapping[str, int]
    slips: tuple[str, ...]
    first: tuple[Pause, ...]
    pauses: tuple[Pause, ...]
    report: Report


class TriedSession(Session):
    """A session in which everything is touched once when its log has begun.

    Attributes
    ----------
    faults : list of str
        Trays that gave more than one, and drags that undo did not take back.
    first, pauses : tuple of Pause
        Of the first look at the units, when their pictures are read and scaled; of everything after it.
    """

    def __init__(self, *arguments: Any, hands: Hands, **named: Any) -> None:
        super().__init__(*arguments, hands=hands, **named)
        self.hands = hands
        self.faults: list[str] = []
        self.first: tuple[Pause, ...] = ()
        self.pauses: tuple[Pause, ...] = ()
        self._acts = 0

    def begin(self, log: Path) -> None:
        """Begin the log and try everything."""
        super().begin(log)
        self.hands.pointer.pulse()
        unit = self._lone_unit()
        self.hands.desktop.bring(lambda: self.hands.desktop.spot(unit))
        self.hands.pointer.picture("set-up")
        self.first = self.hands.pointer.pauses()
        self.hands.pointer.pulse()
        self._rest(unit)
        self._trays()
        self._stack()
        self.hands.pointer.picture("tried")

    def _did(self, operation: str, **arguments: object) -> Done:
        done = super()._did(operation, **arguments)
        self._acts += 1
        if self._acts % _EVERY == 0:
            self.hands.pointer.picture("turn")
        return done

    def save(self) -> int:
        """Keep the last picture and write the log."""
        self.hands.pointer.picture("end")
        self.pauses = self.hands.pointer.pauses()
        return super().save()

    def _lone_unit(self) -> str:
        table, main = self.game.table(_SHOWN), self.hands.desktop.main_map()
        return next(
            p.id for p in table.pieces.values() if p.map == main and p.properties.get("Kind") == "unit"
        )

    def _rest(self, unit: str) -> None:
        """Rest the mouse on a unit and on a place: something has to show of each."""
        main = self.hands.desktop.main_map()
        spots = {
            "viewer": lambda: self.hands.desktop.spot(unit),
            "place": lambda: self.hands.desktop.place(main, (_ASIDE, _ASIDE)),
        }
        for name, spot in spots.items():
            at = self.hands.desktop.bring(spot)
            before = self._seen()
            self.hands.pointer.rest(at)
            self.hands.pointer.picture(name)
            if before and self._seen() == before:
                self.faults.append(f"nothing shows where the mouse rests: {name}")

    def _seen(self) -> bytes:
        """Return a picture of the screen; nothing where none can be made."""
        file = self.hands.engine.screenshot(self.hands.engine.work / "seen.png")
        return b"" if file is None else file.read_bytes()

    def _trays(self) -> None:
        """Drag the top marker out of each box of a tray, and undo that."""
        table, main = self.game.table(_SHOWN), self.hands.desktop.main_map()
        boxes = {
            (piece.map, piece.properties["LocationName"]): piece.id
            for piece in table.pieces.values()
            if piece.map not in {None, main} and piece.properties.get("Kind") not in _NO_TRAY
        }
        for (window, box), piece in sorted(boxes.items(), key=str):
            self._there_and_back([piece], f"box {box!r} of {window}")

    def _stack(self) -> None:
        """Drag a stack there and back; a lone unit where no two lie together."""
        table, main = self.game.table(_SHOWN), self.hands.desktop.main_map()
        stacks = [s.pieces for s in table.stacks.values() if s.map == main and s.deck is None]
        pieces = max(stacks, key=len)
        self._there_and_back(pieces, f"stack of {len(pieces)}")

    def _there_and_back(self, pieces: Sequence[str], what: str) -> None:
        before = self.game.table(_SHOWN)
        first = before.pieces[pieces[0]]
        main = self.hands.desktop.main_map()
        to = (first.x + _ASIDE, first.y) if first.map == main else (_ASIDE, _ASIDE)
        self.hands.drag(pieces, main, to)
        moved = _moved(before, self.game.table(_SHOWN))
        if moved != set(pieces):
            self.faults.append(f"{what}: a drag of {len(pieces)} takes {len(moved)}")
        self.hands.button("Undo last move")
        left = _moved(before, self.game.table(_SHOWN))
        if left:
            self.faults.append(f"{what}: undo leaves {sorted(left)}")


def _moved(before: Any, after: Any) -> set[str]:
    return {key for key, piece in after.pieces.items() if piece.place() != before.pieces[key].place()}


def play(
    game: str,
    module: Path,
    out: Path,
    *,
    seed: int = 1,
    turns: int = 1,
    size: tuple[int, int] = _SIZE,
    pictures: Path | None = None,
    home: EngineHome | None = None,
) -> ByHand:
    """Play turns by hand and audit their log."""
    home = home or find_engine()
    engine = Engine(home, pictures, screen=size, played=True, seed=seed)
    hands = Hands(engine, pictures)
    tables: list[TriedSession] = []

    def table(*arguments: Any, **named: Any) -> Session:
        named.pop("home")
        tables.append(TriedSession(*arguments, hands=hands, **named))
        return tables[0]

    play_game = partial(
        GAMES.get(game, declared.play), module, out, seed, turns=turns, home=home, table=table
    )
    played: Any = play_game()
    sums = (f"a sum of the chat is wrong: {each}" for each in sums_of(out))
    faults = (*tables[0].faults, *played.problems, *getattr(played, "beyond", ()), *sums)
    report = audit_logs([out], module)
    return _done(home, size, faults, tables[0], report)


def sums_of(log: Path) -> Iterator[str]:
    """Yield the sums of a log's chat that do not come to what they say."""
    for step in read_log(log).steps:
        for command in step.commands:
            if isinstance(command, Chat):
                yield from wrong_sums(command.text)


def try_out(game: str, module: Path, out: Path, home: EngineHome) -> ByHand:
    """Sit down, touch everything once, and audit the log of that: no chance is in it."""
    hands = Hands(Engine(home, screen=_SIZE, played=True))
    setup, first = _SETUPS.get(game), _FIRST.get(game)
    if first is None:
        data = read_module(module)
        setup = next(one.names.en for one in data.game.setups if not one.empty)
        first = next(iter(declared.seats(data).values()))
    with TriedSession(module, setup=setup, players=[first], hands=hands) as session:
        session.begin(out)
        session.save()
    report = audit_logs([out], module)
    return _done(home, _SIZE, tuple(session.faults), session, report)


def _done(
    home: EngineHome, size: tuple[int, int], faults: tuple[str, ...], table: TriedSession, report: Report
) -> ByHand:
    pointer = table.hands.pointer
    return ByHand(
        home.version,
        size,
        faults,
        Counter(pointer.motions),
        tuple(pointer.slips),
        table.first,
        table.pauses,
        report,
    )


def _longest(pauses: Sequence[Pause]) -> str:
    """Return the longest pause, and the most that the event thread worked in one."""
    return (
        f"{max((pause.millis for pause in pauses), default=0)} ms "
        f"(processor {max((pause.processor for pause in pauses), default=0)} ms)"
    )


def main(arguments: list[str] | None = None) -> int:
    """Play, audit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", help=f"{', '.join(sorted(GAMES))}, or a game whose rules are data")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--module", type=Path)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--pictures", type=Path)
    given = parser.parse_args(arguments)
    width, _, height = given.size.partition("x")
    done = play(
        given.game,
        module_of(given.game, parser, given.module),
        given.out,
        seed=given.seed,
        turns=given.turns,
        size=(int(width), int(height)),
        pictures=given.pictures,
    )
    counts = done.report.counts
    accused = [a for a in done.report.actions if a.outcome.value in {"illegal", "unprovable"}]
    lines = [
        f"VASSAL {done.version}, {width} x {height}: {dict(counts)}",
        "motions: " + ", ".join(f"{number} {kind}" for kind, number in sorted(done.motions.items())),
        f"done again: {len(done.slips)}",
        *(f"  {number} times: {slip}" for slip, number in Counter(done.slips).most_common(5)),
        f"first look at the units: {_longest(done.first)}",
        f"longest pause of the event thread after it: {_longest(done.pauses)}; load {os.getloadavg()[0]:.1f}",
        *(
            f"  {pause.millis} ms (processor {pause.processor} ms) during {pause.during}: {pause.doing}"
            for pause in done.pauses[:5]
        ),
        *(f"fault: {fault}" for fault in done.faults),
        *(
            f"{each.outcome.value}: step {each.step} {each.action} {each.name} {each.reason}"
            for each in accused
        ),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if done.faults or accused else 0


if __name__ == "__main__":
    sys.exit(main())
