"""The page's board against the rules' positions and the real engine, and what it hides, on whole games.

``python -m tests.report.boards rules`` plays games and holds the board that the page's own script lays out
against the position of the rules after every action; ``engine`` steps through three of them in VASSAL and
compares every fiftieth step; ``views`` exchanges what a player never saw in the bytes of logs, and compares
the pages written for that player.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from shapely import Point

from tests.games.gj47.audit.views import exchanged, exchanges
from tests.report.games import played
from toolkit.audit.audit import audit_logs
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.audit.view import seen_by
from toolkit.play import declared
from toolkit.play.seats import agree, laid_out
from toolkit.plugins import games, room
from toolkit.report.data import Sources
from toolkit.report.write import replayed, sources_of, write_page
from toolkit.vassal.log import read_log

_CODED = ("gj47", "rattenkrieg", "storm")
_GAMES = (*_CODED, "battle_for_moscow", "causeway")
_HIDDEN = {"gj47": ("axis", "soviet"), "rattenkrieg": ("german", "soviet"), "storm": ("german", "soviet")}
_LAID = """(steps) => {
  const game = new Game(DATA);
  return steps.map((at) => { game.go(at); return [...game.table.values()].filter((one) => one[4] !== 3)
    .map((one) => [DATA.counters[one[2]], ...DATA.places[one[0]].slice(0, 3)]); });
}"""


@dataclass(frozen=True)
class Moment:
    """What the rules know after an action: step of the log, and unit → place of the map."""

    step: int
    where: Mapping[str, str]


def _where(game: str, position: Any) -> dict[str, str]:
    """Return unit → hex or area, for those on the map."""
    if game == "gj47":
        numbers = position.data.board.numbers
        units = zip(position.data.units, position.hex_of, strict=True)
        return {unit.id: numbers[h] for unit, h in units if h >= 0}
    return {unit: place for unit, place in position.where.items() if position.on_map(unit)}


def _play(game: str, module: Path, out: Path, seed: int) -> list[Moment]:
    """Play a game, write its log, and return the position before each action."""
    if game == "gj47":
        recording, performer = room(game, "play.recording"), room(game, "play.performer")
        paper, start = room(game, "play.paper"), room(game, "rules.start")
        data, chosen, desk = laid_out(module, None)
        rules = dict(recording.house_rules(data, None))
        agree(desk, rules)
        position = start.start(data.game, chosen, rules)
        perform = performer.Performer(position, paper.Paper(desk)).perform
        actions = recording.play_on(position, seed)
    else:
        recording = room(game, "play.recording") if game in games() else declared
        begun = recording.begin(module, recording.house_rules(read_module(module)), None)
        position, desk, perform = begun.position, begun.desk, begun.hands.perform
        play = recording.play_on if game in games() else declared._played
        actions = play(position, seed)
    found: list[Moment] = []
    hands = getattr(getattr(perform, "__self__", None), "_hands", None)
    for action in actions:
        # A reinforcement whose cards are still to be dealt comes to the table with them.
        late = set(getattr(hands, "arriving", ()))
        where = {unit: place for unit, place in _where(game, position).items() if unit not in late}
        found.append(Moment(len(desk.steps), where))
        perform(action)
    desk.write(out)
    return found


class _Places:
    """Which hex or area a pixel of the map lies in, by geometry alone."""

    def __init__(self, data: ModuleData) -> None:
        self.game, self.map_name = data.game, data.map_name
        self.edge = (0, 0) if data.windows is None else data.windows.maps[data.map_name].edge
        if data.game.hex_map is not None:
            grid = data.game.hex_map.grid
            self.numbers = [grid.number(h) for h in range(len(grid))]
            self.centres = data.layout.to_pixels(grid.centres())
            self.reach = data.layout.pitch_px * 0.6

    def of(self, x: int, y: int) -> str:
        """Return the place; "" beside all."""
        x, y = x - self.edge[0], y - self.edge[1]
        if self.game.hex_map is not None:
            far = np.hypot(*(self.centres - (x, y)).T)
            nearest = int(far.argmin())
            return self.numbers[nearest] if far[nearest] <= self.reach else ""
        assert self.game.area_map is not None
        areas = self.game.area_map
        return next((areas.ids[i] for i, s in enumerate(areas.shapes) if s.covers(Point(x, y))), "")


def _opened(browser: Any, sources: Sources, folder: Path) -> Any:
    """Return the page of a game in a browser, with the ids of its counters beside it."""
    file = folder / "page.html"
    file.write_text(write_page(sources), encoding="utf-8")
    page = browser.new_page()
    page.goto(f"file://{file}")
    page.wait_for_selector("body.ready", timeout=60_000)
    return page


def _boards(page: Any, counters: list[str], steps: list[int]) -> Iterator[list[tuple[str, str, int, int]]]:
    """Yield what the script lays out after each step: counter, window, pixel."""
    page.evaluate("(counters) => { DATA.counters = counters; }", counters)
    windows = page.evaluate("DATA.panes.map((pane) => pane.name)")
    for begin in range(0, len(steps), 100):
        for laid in page.evaluate(_LAID, steps[begin : begin + 100]):
            yield [(counter, windows[pane], x, y) for counter, pane, x, y in laid]


def _counters(sources: Sources) -> list[str]:
    from toolkit.report.data import replay_of

    return [counter for _, counter in replay_of(sources).names]


def against_rules(browser: Any, modules: Mapping[str, Path], count: int) -> int:
    """Compare the boards of games with the rules' positions; return how many differ."""
    wrong = 0
    for number in range(count):
        game, seed = _GAMES[number % len(_GAMES)], 100 + number
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "game.vlog"
            moments = _play(game, modules[game], log, seed)
            sources = replayed([log], modules[game])
            assert sources.data is not None
            places = _Places(sources.data)
            page = _opened(browser, sources, Path(folder))
            units, bad = 0, 0
            steps = [moment.step for moment in moments]
            for moment, laid in zip(moments, _boards(page, _counters(sources), steps), strict=True):
                shown = {c: places.of(x, y) for c, window, x, y in laid if window == places.map_name}
                units += len(moment.where)
                found = [u for u, place in moment.where.items() if shown.get(u) != place]
                bad += len(found)
                if found and bad == len(found):
                    first = found[0]
                    print(
                        f"  step {moment.step}: {first} rules {moment.where[first]} page {shown.get(first)}"
                    )
            page.close()
        wrong += bad
        print(f"{game} seed {seed}: {len(moments)} positions, {units} units, {bad} differ", flush=True)
    return wrong


def against_engine(browser: Any, modules: Mapping[str, Path]) -> int:
    """Compare the boards of three games with the engine's at every fiftieth step."""
    from toolkit.engine.game import OpenModule
    from toolkit.engine.process import Engine
    from toolkit.engine.provision import find_engine

    wrong = 0
    for game in _CODED:
        with tempfile.TemporaryDirectory() as folder, Engine(find_engine(), None) as engine:
            log = played(game, modules[game], Path(folder) / "game.vlog", 7)
            sources = replayed([log], modules[game])
            page = _opened(browser, sources, Path(folder))
            table = OpenModule.open(engine, modules[game])
            waiting = table.load(log)
            steps = list(range(50, waiting + 1, 50))
            pieces = bad = 0
            for laid in _boards(page, _counters(sources), steps):
                table.step(50)
                real = table.table(["CounterId"])
                decks = {one for one, stack in real.stacks.items() if stack.deck is not None}
                there = Counter(
                    (piece.properties.get("CounterId", ""), piece.map, piece.x, piece.y)
                    for piece in real.pieces.values()
                    if piece.map is not None and piece.stack not in decks
                )
                pieces += there.total()
                bad += ((there - Counter(laid)) + (Counter(laid) - there)).total()
            page.close()
        wrong += bad
        print(f"{game}: {len(steps)} steps in the engine, {pieces} pieces, {bad} differ", flush=True)
    return wrong


def hidden(modules: Mapping[str, Path], count: int) -> int:
    """Exchange what a player never saw, so often, and return how many pages tell of it."""
    told = done = seen = 0
    for seed in range(1, count):
        for game, sides in _HIDDEN.items():
            with tempfile.TemporaryDirectory() as folder, chdir(folder):
                log = played(game, modules[game], Path("game.vlog").resolve(), seed)
                read = read_log(log)
                data = read_module(modules[game])
                labels = data.game.labels["side"]
                for side in sides:
                    base, whole = _pages(read, {}, modules[game], side)
                    for pieces in exchanges([read], modules[game], labels[side].en, seed):
                        if done == count:
                            break
                        page, referee = _pages(read, pieces, modules[game], side)
                        done, told, seen = done + 1, told + (page != base), seen + (referee != whole)
                        if page != base:
                            print(f"  {game} seed {seed} {side}: told of {pieces}", flush=True)
            print(f"{game} seed {seed}: {done} exchanges, {told} told, {seen} seen by a referee", flush=True)
        if done == count:
            break
    return told


def _pages(read: Any, pieces: Mapping[str, str], module: Path, side: str) -> tuple[bytes, bytes]:
    """Return the page for a side and for a referee of a log with pieces exchanged."""
    file = Path("exchanged.vlog")
    file.write_bytes(exchanged(read, pieces))
    report = audit_logs([file], module)
    return tuple(
        write_page(sources_of(seen_by(report, view), [file], module)).encode() for view in (side, "referee")
    )  # type: ignore[return-value]


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.report.boards", description=__doc__)
    parser.add_argument("what", choices=("rules", "engine", "views"))
    parser.add_argument("--count", type=int, help="games (20), or exchanges (100)")
    parser.add_argument("--modules", type=Path, default=Path("build"), help="folder of built modules; build")
    options = parser.parse_args()
    modules = {game: next((options.modules.resolve() / game).glob("*.vmod")) for game in _GAMES}
    if options.what == "views":
        return int(hidden(modules, options.count or 100) > 0)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        if options.what == "rules":
            return int(against_rules(browser, modules, options.count or 20) > 0)
        return int(against_engine(browser, modules) > 0)


if __name__ == "__main__":
    sys.exit(main())
