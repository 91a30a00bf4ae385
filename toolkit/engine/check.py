"""Open a module in the real engine and report everything that is wrong with it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from toolkit.diagnostics import Severity
from toolkit.engine.expressions import ExpressionTimes
from toolkit.engine.game import OpenModule, Setup, newer, vassal_version
from toolkit.engine.numbering import check_numbering
from toolkit.engine.process import Engine, EngineFailure
from toolkit.engine.provision import EngineHome, find_engine
from toolkit.engine.report import EngineReport
from toolkit.engine.table import EngineTable, lost_and_gained, stack_orders
from toolkit.source.extension import extensions_folder

_NEW_GAME = Setup("new game", None)
_SHOWN = 5  # of a long list of differences; the rest is counted
_PICTURE_WIDTH = 2400
_CROP = 1200


def check_module(
    module: Path,
    out: Path,
    *,
    home: EngineHome | None = None,
    extensions: Sequence[Path] = (),
    refresh: bool = True,
) -> EngineReport:
    """Open a module headless and check all that can be checked without knowing its game.

    Parameters
    ----------
    module : Path
        A ``.vmod`` (or ``.mod``).
    out : Path
        Folder for pictures.
    home : EngineHome, optional
        By default what `find_engine` finds.
    extensions : sequence of Path
        ``.vmdx`` files to load with it; then the set-ups are started once more with them.
    refresh : bool
        Whether to run Refresh Counters and Refresh Predefined Setups.

    Raises
    ------
    EngineUnavailable
        When there is no engine.
    InputError
        When the file is no module.
    """
    home = home or find_engine()
    asked = vassal_version(module)
    report = EngineReport(module, home.version)
    if newer(home.version, asked) != home.version:
        message = f"the module asks for VASSAL {asked}; it is opened with {home.version} all the same"
        report.add("ENG006", Severity.WARNING, message)
    try:
        tables = _as_player(report, home, out, refresh)
        if refresh and tables:
            _as_editor(report, home, out, tables)
        if extensions:
            _extended(report, home, out, extensions, tables)
    except EngineFailure as failure:
        report.findings += failure.findings
        if failure.picture is not None:
            report.pictures.append(failure.picture)
    return report


def _as_player(report: EngineReport, home: EngineHome, out: Path, refresh: bool) -> dict[str, EngineTable]:
    """Start every set-up in one process; return the table of each by its name."""
    tables: dict[str, EngineTable] = {}
    started: dict[str, int] = {}
    with Engine(home, out) as engine:
        game = OpenModule.open(engine, report.module)
        report.take(engine.take_problems(), "opening")
        times = ExpressionTimes(report, report.module)
        times.read(engine)
        found, missing = game.missing_images()
        report.facts |= {
            "name": game.name,
            "version": game.version,
            "images": found,
            "sides": list(game.sides),
        }
        for name in missing:
            if name.strip():
                report.add("ENG013", Severity.ERROR, f"image {name!r} is not in the module", image=name)
        report.facts["palette_pieces"] = len(game.draw_slots())
        report.take(engine.take_problems(), "drawing the palettes")
        starts: list[tuple[int | None, Setup]] = list(enumerate(game.setups)) or [(None, _NEW_GAME)]
        for index, setup in starts:
            name = setup.name
            questions = game.start(index)
            report.take(engine.take_problems(), f"starting {name!r}")
            for question in questions:
                report.add("ENG021", Severity.INFO, f"{name!r} leaves a question to the players: {question}")
            if not started:
                times.evaluate(engine)
            tables[name] = game.table(["CounterId"])
            started[name] = len(tables[name].pieces)
            if setup.file and not tables[name].pieces:
                report.add("ENG020", Severity.ERROR, f"the set-up {name!r} puts no piece on the table")
            _round_trip(report, game, name, tables[name])
            _draw(report, game, out / f"setup-{len(started)}", tables[name])
            if len(started) == 1:
                check_numbering(report, game)
            if refresh:
                _refresh(report, game, name, tables[name])
    report.facts["setups"] = started
    return tables


def _round_trip(report: EngineReport, game: OpenModule, name: str, before: EngineTable) -> None:
    file = game.engine.work / "round-trip.vsav"
    game.save(file)
    game.load(file)
    report.take(game.engine.take_problems(), f"saving and loading {name!r}")
    _compare(report, "ENG022", f"saving and loading {name!r}", before, game.table(["CounterId"]))


def _refresh(report: EngineReport, game: OpenModule, name: str, before: EngineTable) -> None:
    counts = game.refresh()
    updated, pieces = counts.get("updatedCount", 0), len(before.pieces)
    # What another side hides the engine leaves alone.
    hidden = counts.get("notOwnedCount", 0)
    if updated + hidden != pieces:
        message = (
            f"Refresh Counters of {name!r} refreshes {updated} of {pieces} pieces: others have no palette "
            "slot, or two slots share a gpid"
        )
        report.add("ENG042", Severity.ERROR, message, **counts)
    report.take(game.engine.take_problems(), f"Refresh Counters of {name!r}")
    _compare(report, "ENG040", f"Refresh Counters of {name!r}", before, game.table(["CounterId"]))


def _compare(report: EngineReport, code: str, doing: str, before: EngineTable, after: EngineTable) -> None:
    lost, gained = lost_and_gained(before, after)
    if lost or gained:
        message = (
            f"{doing} changes the table: {len(lost)} pieces are lost or changed, {len(gained)} are new; "
            f"first: {'; '.join(lost[:1] + gained[:1])}"
        )
        report.add(code, Severity.ERROR, message, lost=lost[:_SHOWN], gained=gained[:_SHOWN])
    elif sorted(stack_orders(before)) != sorted(stack_orders(after)):
        report.add("ENG043", Severity.WARNING, f"{doing} changes stacks: the order in one, or two become one")


def _draw(report: EngineReport, game: OpenModule, stem: Path, table: EngineTable) -> None:
    """Save the largest map, the part of it where the pieces are, and the screen."""
    drawn = [m for m in game.maps() if m.width > 0 and m.height > 0]
    if not drawn:
        return
    main = max(drawn, key=lambda m: (m.width * m.height, m.name))
    whole, crop, screen = (stem.with_name(f"{stem.name}-{part}.png") for part in ("map", "crop", "screen"))
    game.draw(main.id, whole, scale=min(1.0, _PICTURE_WIDTH / main.width))
    there = [(p.x, p.y) for p in table.pieces.values() if p.map == main.id]
    middle = [
        median(p[axis] for p in there) if there else size / 2
        for axis, size in ((0, main.width), (1, main.height))
    ]
    left, top = (max(0, round(at) - _CROP // 2) for at in middle)
    game.draw(main.id, crop, (left, top, left + _CROP, top + _CROP))
    report.pictures += [whole, crop]
    shown = game.engine.screenshot(screen)
    if shown is not None:
        report.pictures.append(shown)
    report.take(game.engine.take_problems(), f"drawing {main.name!r}")


def _as_editor(report: EngineReport, home: EngineHome, out: Path, tables: Mapping[str, EngineTable]) -> None:
    """Run Refresh Predefined Setups on a copy and start each set-up of the refreshed copy."""
    with tempfile.TemporaryDirectory(prefix="engine-") as folder:
        copy = Path(folder) / report.module.name
        shutil.copyfile(report.module, copy)
        with Engine(home, out / "editor") as engine:
            done = OpenModule.open(engine, copy, edit=True).refresh_setups()
            report.take(engine.take_problems(), "Refresh Predefined Setups")
        report.facts["refreshed_setups"] = len(done)
        if not done:
            return
        with Engine(home, out / "refreshed") as engine:
            game = OpenModule.open(engine, copy)
            for index, setup in enumerate(game.setups):
                if setup.file:
                    game.start(index)
                    after = game.table(["CounterId"])
                    doing = f"Refresh Predefined Setups of {setup.name!r}"
                    _compare(report, "ENG041", doing, tables[setup.name], after)
            report.take(engine.take_problems(), "starting the refreshed set-ups")


def _extended(
    report: EngineReport,
    home: EngineHome,
    out: Path,
    extensions: Sequence[Path],
    tables: Mapping[str, EngineTable],
) -> None:
    with Engine(home, out / "extended") as engine:
        game = OpenModule.open(engine, report.module, extensions)
        names = ", ".join(path.name for path in extensions)
        report.take(engine.take_problems(), f"loading {names}")
        report.facts["extensions"] = list(game.extensions)
        beside = extensions_folder(report.module.resolve()).glob("*.vmdx")
        if len(game.extensions) != len({path.resolve() for path in (*extensions, *beside)}):
            report.add("ENG050", Severity.ERROR, f"of {names} only {list(game.extensions)} are loaded")
        plain = report.facts.get("palette_pieces", 0)
        report.facts["palette_pieces_added"] = len(game.draw_slots()) - int(str(plain))
        for index, setup in enumerate(game.setups):
            game.start(index)
            report.take(engine.take_problems(), f"starting {setup.name!r} with {names}")
            if setup.name in tables:
                doing = f"loading {names} with {setup.name!r}"
                _compare(report, "ENG051", doing, tables[setup.name], game.table(["CounterId"]))
