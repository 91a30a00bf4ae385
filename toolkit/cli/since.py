"""``toolkit audit --since``: whose verdict changes by errata, or from one module to another."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from toolkit.audit.module_data import read_module
from toolkit.audit.view import REFEREE
from toolkit.compare.sides import source_folder
from toolkit.compare.verdicts import ChangedVerdict, verdicts_between, verdicts_since
from toolkit.diagnostics import InputError, Place


def show_changes(
    logs: Sequence[Path], module: Path | None, since: str, form: str, view: str = REFEREE
) -> tuple[str, int]:
    """Return the changed verdicts as text or JSON, and the exit status.

    Parameters
    ----------
    module : Path or None
        With a number: the module the logs were played with.  With a module as `since`: the newer one.
    since : str
        Number of an erratum, or the module that the logs were played with.
    form : str
        ``"json"`` or anything else for text.
    view : str
        Whose eyes: ``"referee"``, or a side of the game.

    Raises
    ------
    InputError
        DIF003 no such erratum or no such sources; DIF004 a module is missing; AUD008 the game has no such
        side.
    """
    changed = _changes(logs, module, since, view)
    if form == "json":
        content = {"since": since, "logs": len(logs), "changed": [change.to_json() for change in changed]}
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n", int(bool(changed))
    lines = [_line(change) for change in changed]
    number = "1 verdict changes" if len(changed) == 1 else f"{len(changed)} verdicts change"
    lines.append(f"{number} in {len({change.log for change in changed})} of {len(logs)} logs")
    return "".join(f"{line}\n" for line in lines), int(bool(changed))


def _changes(logs: Sequence[Path], module: Path | None, since: str, view: str) -> list[ChangedVerdict]:
    if Path(since).is_file():
        if module is None:
            raise InputError.single("DIF004", "name the newer module with --module", Place(file=since))
        return verdicts_between(logs, Path(since), module, view)
    if module is None:
        raise InputError.single("DIF004", "name the module that the logs were played with by --module")
    game = read_module(module).game.id
    folder = source_folder(game)
    if folder is None:
        text = f"there are no sources of '{game}' here, and none is installed, so no errata"
        raise InputError.single("DIF003", text)
    return verdicts_since(logs, module, folder, since, view)


def _line(change: ChangedVerdict) -> str:
    was, now = (str(verdict) if verdict else "not seen" for verdict in (change.before, change.after))
    by = f" by erratum {change.erratum}" if change.erratum else ""
    why = f": {change.after.reason}" if change.after and change.after.reason else ""
    return f"{change.log} step {change.step}: {change.action}\n  {was} -> {now}{by}{why}"
