"""``toolkit import``: a module that others made as source data."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.output import console, output_option, print_findings
from toolkit.diagnostics import InputError, Place
from toolkit.diagnostics.files import shown, write_folder
from toolkit.resources import SOURCES


@click.command(name="import")
@click.argument("module", type=click.Path(path_type=Path))
@output_option("Folder of the source data; source_data/NAME by default.", folder=True)
@click.option(
    "--board",
    metavar="NAME",
    help="Take this board's picture as a scan to trace, with control points from its hex grid.",
)
@click.option(
    "--hexes",
    nargs=2,
    metavar="FIRST LAST",
    help="With --board: the corner hexes of the printed map, where the module's grid goes on beyond it.",
)
def command(module: Path, output: Path | None, board: str | None, hexes: tuple[str, str] | None) -> int:
    """Read MODULE, a .vmod or an unpacked module, into files that can be corrected and built again.

    Counters with their traits, prototypes, boards with grids, zones and regions, stacks at the start and
    set-ups become YAML; what else the module has stays as it is, in parts and files.  `toolkit build FOLDER`
    makes the module of them.  With --board it is the beginning of a game of our own instead: grid, control
    points and picture, ready for `toolkit preview`.  The rights to a module stay with its makers.
    """
    from toolkit.importer.read import import_module  # noqa: PLC0415
    from toolkit.vassal.containers import open_container  # noqa: PLC0415

    container = open_container(module, name=str(module))
    folder = output or SOURCES / _name(module)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        text = "holds files already; name an empty or new folder with -o"
        raise InputError.single("IMP001", text, Place(file=folder.as_posix()))
    if board is not None:
        from toolkit.importer.scan import board_as_scan  # noqa: PLC0415

        write_folder(folder, board_as_scan(container, board, _name(folder), hexes))
        console().print(shown(folder.as_posix()), soft_wrap=True)
        return 0
    made = import_module(container)
    write_folder(folder, made.files)
    print_findings(made.findings, err=True)
    counts = ", ".join(f"{count} {name}" for name, count in made.counts.items() if count)
    target = console()
    target.print(shown(folder.as_posix()), soft_wrap=True)
    target.print(f"  {counts}", soft_wrap=True)
    return 0


def _name(module: Path) -> str:
    stem = module.resolve().name if module.is_dir() else module.stem
    return "".join(c if c.isalnum() else "_" for c in stem.lower()).strip("_") or "imported"
