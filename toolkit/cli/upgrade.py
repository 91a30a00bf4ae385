"""``toolkit upgrade``: a folder of sources of an older toolkit in the formats of this one."""

from __future__ import annotations

import difflib
from pathlib import Path

import click

from toolkit.cli.games import GameName, folders_of
from toolkit.cli.output import console
from toolkit.diagnostics.files import shown, write_atomically
from toolkit.resources import ANY, EXTENSION


@click.command(name="upgrade")
@click.argument("game", type=GameName())
@click.option("--write", is_flag=True, help="Change the files; without it only the difference is shown.")
def command(game: str, write: bool) -> int:
    """Bring the sources of GAME, a name or a folder, to the formats of this toolkit.

    Shown first is what would change, line by line, and which step it belongs to.  Comments and the order of
    keys stay.  A folder that is as it has to be stays untouched.

    Exit status 0 nothing to do, or written; 1 something to do.
    """
    from toolkit.source.upgrade import upgrade  # noqa: PLC0415  (slow to import)

    folder = Path(game)
    folders = (folder,) if (folder / EXTENSION).is_file() else folders_of(game, ANY)
    target, status = console(), 0
    for each in folders:
        found = upgrade(each)
        if not found.steps:
            target.print(shown(f"{each.as_posix()}: nothing to do"), soft_wrap=True)
            continue
        if not write:
            for path, after in found.after.items():
                name = path.as_posix()
                before = found.before[path].splitlines()
                lines = difflib.unified_diff(before, after.splitlines(), name, name, n=1, lineterm="")
                for line in lines:
                    target.print(shown(line), soft_wrap=True)
        for step, files in found.steps:
            where = f"{len(files)} {'file' if len(files) == 1 else 'files'}"
            target.print(shown(f"{step.name} ({where}): {step.says}"), soft_wrap=True)
        for path, text in found.after.items() if write else ():
            write_atomically(path, text)
        status = max(status, 0 if write else 1)
        target.print(
            shown(f"{each.as_posix()}: {'written' if write else '--write changes it'}"), soft_wrap=True
        )
    return status
