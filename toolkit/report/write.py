"""An audit as a page, from its files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from toolkit.audit.audit import read_logs
from toolkit.audit.extensions import extensions_beside, with_extensions
from toolkit.audit.module_data import GAME, ModuleData, find_module, read_module
from toolkit.audit.report import GameInfo, LogInfo, Report
from toolkit.audit.view import REFEREE
from toolkit.diagnostics import InputError
from toolkit.report.data import Sources, page_data
from toolkit.report.page import page
from toolkit.vassal.buildfile import open_module
from toolkit.vassal.containers import Container, open_container, together
from toolkit.vassal.log import Log


def sources_of(
    report: Report, paths: Sequence[Path], module: Path | None, known: Iterable[Path] = ()
) -> Sources:
    """Return what a page is made from.

    Parameters
    ----------
    report : Report
        As the view has it.
    paths : sequence of Path
        The logs that were audited.
    module, known
        As in `toolkit.audit.audit.audit_logs`.
    """
    logs = read_logs(paths)
    if report.overview is not None:
        return replace(replayed(paths, module, known, report.view), report=report)
    if module is None:
        written = logs[0].module
        module = find_module(written.name if written else None, written.version if written else "", known)
    data, container = _with_extensions(logs, read_module(module), open_container(module, name=module.name))
    return Sources(report, tuple(logs), data, data.windows, container)


def replayed(
    paths: Sequence[Path], module: Path | None, known: Iterable[Path] = (), view: str = REFEREE
) -> Sources:
    """Return what a page, a picture or a film of logs is made from, without judging anything.

    Parameters
    ----------
    paths : sequence of Path
        In the order of play.
    module, known
        As in `toolkit.audit.audit.audit_logs`; any module will do, and for a referee none: then pieces show
        their names.
    view : str
        ``"referee"``, or a side: its id, or its name as the module spells it.
    """
    logs = read_logs(paths)
    module = module or _known_module(logs, known, view)
    container = None if module is None else open_container(module, name=module.name)
    data = None
    if module is not None and container is not None and GAME in container:
        data, container = _with_extensions(logs, read_module(module), container)
    windows = data.windows if data is not None else None if container is None else open_module(container)
    name = data.game.names.en if data is not None else windows.name if windows is not None else _said(logs)
    sides = () if data is None else tuple(data.game.labels.get("side", {}))
    info = GameInfo("" if data is None else data.game.id, name, "", "", (), (), sides)
    infos = tuple(LogInfo(log.name, len(log.steps), name, "") for log in logs)
    known_sides = {*sides, *(windows.sides if windows is not None else ())}
    if view not in {REFEREE, *known_sides}:
        message = f"{name} has no side '{view}'; its views are {', '.join((REFEREE, *sorted(known_sides)))}"
        raise InputError.single("AUD008", message)
    report = Report(info, infos, (), view=view)
    return Sources(report, tuple(logs), data, windows, container)


def _with_extensions(
    logs: Sequence[Log], data: ModuleData, container: Container
) -> tuple[ModuleData, Container]:
    """Return a module's data and entries with the extensions beside it that logs were played with."""
    whole = with_extensions(logs, data)[0]
    if not whole.extensions or data.file is None:
        return data, container
    beside = extensions_beside(data.file)
    return whole, together(container, [open_container(beside[name]) for name in whole.extensions])


def write_page(sources: Sources) -> str:
    """Return an audit as a page."""
    said = "Audit of" if sources.report.actions or sources.report.notices else "Replay of"
    return page(page_data(sources), title=f"{said} {sources.report.game.name}")


def _said(logs: Sequence[Log]) -> str:
    """Return the module that logs say they were written with."""
    return next((log.module.name for log in logs if log.module is not None and log.module.name), "Game")


def _known_module(logs: Sequence[Log], known: Iterable[Path], view: str) -> Path | None:
    """Return the known module of logs; without one only a referee may look, for it says what is closed."""
    written = logs[0].module
    try:
        return find_module(written.name if written else None, written.version if written else "", known)
    except InputError:
        if view != REFEREE:
            raise
        return None
