"""An audit as a page, from its files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from toolkit.audit.audit import read_logs
from toolkit.audit.module_data import find_module, read_module
from toolkit.audit.report import Report
from toolkit.report.data import Sources, page_data
from toolkit.report.page import page
from toolkit.vassal.containers import open_container


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
    if module is None:
        written = logs[0].module
        module = find_module(written.name if written else None, written.version if written else "", known)
    data = read_module(module)
    return Sources(report, tuple(logs), data, data.windows, open_container(module, name=module.name))


def write_page(sources: Sources) -> str:
    """Return an audit as a page."""
    return page(page_data(sources), title=f"Audit of {sources.report.game.name}")
