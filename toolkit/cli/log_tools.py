"""``toolkit log dice``, ``transcript``, ``join``, ``clean``, ``cut``, ``split``: logs of any game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.audit import logs_in
from toolkit.cli.making import known_modules
from toolkit.cli.output import console, output_option
from toolkit.diagnostics import InputError, Place
from toolkit.diagnostics.files import json_shown, keep_apart, plain, shown, write_atomically

if TYPE_CHECKING:
    from toolkit.audit.module_data import ModuleData
    from toolkit.logs.editing import Edited
    from toolkit.vassal.buildfile import BuildFile
    from toolkit.vassal.log import Log
    from toolkit.vassal.merging import Stacking

_FILE = click.Path(path_type=Path, dir_okay=False)

_logs = click.argument("logs", nargs=-1, required=True, metavar="LOG...", type=click.Path(path_type=Path))
_log = click.argument("log", type=_FILE)
_out = click.option("-o", "--output", type=_FILE, required=True, help="File to write.")
_may_out = click.option("-o", "--output", type=_FILE, help="File to write; standard output by default.")
_module = click.option(
    "--module",
    type=click.Path(path_type=Path),
    help="Module the logs were written with, of any game; else the known one, or none.",
)


@click.command()
@_logs
@_module
@click.option("--player", help="Only this player's dice.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "csv", "svg", "png"]),
    default="text",
    show_default=True,
    help="Form; svg and png are pictures.",
)
@_may_out
def dice(
    logs: tuple[Path, ...], module: Path | None, player: str | None, form: str, output: Path | None
) -> int:
    """Count dice by player, kind and time, and say how unusual they are.

    Rolls that were taken back stand apart; a log that another one holds counts once.  "One set in three is as
    uneven" is said of sets of fair dice: a rare set is no proof of anything.
    """
    from toolkit.diagnostics.render import section_text  # noqa: PLC0415
    from toolkit.logs.dice import dice_of  # noqa: PLC0415

    read, _, windows = _read(logs, module, output)
    found = dice_of(read, windows, player)
    if form == "json":
        _write(json_shown(json.dumps(found.to_json(), ensure_ascii=False, indent=2)) + "\n", output)
    elif form == "csv":
        _write(found.to_csv(), output)
    elif form == "text":
        _write(plain("\n".join(section_text(section) for section in found.sections())) + "\n", output)
    else:
        from toolkit.logs.dice_picture import draw_dice  # noqa: PLC0415
        from toolkit.render.raster import rasterise  # noqa: PLC0415

        if output is None:
            raise click.UsageError("a picture goes into a file: name it with -o")
        picture = draw_dice(found)
        write_atomically(output, rasterise(picture, scale=2) if form == "png" else picture)
    return 0


@click.command()
@_logs
@_module
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "html"]),
    default="text",
    show_default=True,
    help="Form.",
)
@click.option(
    "--language", type=click.Choice(["en", "ja", "zh"]), default="en", show_default=True, help="Language."
)
@click.option("--player", default="", help="Only what this player or side does.")
@click.option("--map", "map_", default="", metavar="NAME", help="Only what happens on this map.")
@click.option(
    "--piece", default="", metavar="NAME", help="Only what pieces of this name, or part of one, do."
)
@click.option(
    "--turn", default="", metavar="WORDS", help="Only what stands under a heading with these words."
)
@click.option("--steps", nargs=2, type=int, help="Only the first to the last of these steps.")
@click.option("--undone", is_flag=True, help="Show what was taken back as well.")
@click.option("--plumbing", is_flag=True, help="Show what only the module reads as well.")
@_may_out
def transcript(  # noqa: PLR0917 -- click gives them by name
    logs: tuple[Path, ...],
    module: Path | None,
    form: Any,
    language: Any,
    player: str,
    map_: str,
    piece: str,
    turn: str,
    steps: tuple[int, int] | None,
    undone: bool,
    plumbing: bool,
    output: Path | None,
) -> int:
    """Tell what was done in logs, a sentence an act, with turns and phases as headings.

    The exact view, step by step, is `toolkit inspect --steps`.
    """
    from toolkit.logs.transcript.writing import Wanted, transcript_of  # noqa: PLC0415

    read, data, windows = _read(logs, module, output)
    first, last = steps or (None, None)
    wanted = Wanted(player, piece, map_, turn, first, last, plumbing=plumbing, undone=undone)
    told = transcript_of(read, windows, wanted, language, data)
    _write(plain(told.write(form)), output)
    return 0


@click.command()
@_logs
@_module
@_out
def join(logs: tuple[Path, ...], module: Path | None, output: Path) -> int:
    """Make one log of a chain of logs, in the order of play; steps that two of them hold count once.

    Where a log does not begin as the one before it ends, a step of its own puts the table right.
    """
    from toolkit.logs.editing import join_logs  # noqa: PLC0415

    read, stacking = _stacked(logs, module, output)
    _made(join_logs(read, stacking), output)
    return 0


@click.command()
@_log
@click.option("--keep-chat", is_flag=True, help="Keep what players said to each other.")
@_module
@_out
def clean(log: Path, keep_chat: bool, module: Path | None, output: Path) -> int:
    """Leave out the steps that were taken back, and what players said; reports of dice stay."""
    from toolkit.logs.editing import clean_log  # noqa: PLC0415

    read, stacking = _stacked((log,), module, output)
    _made(clean_log(read[0], stacking, chat=keep_chat), output)
    return 0


@click.command()
@_log
@click.option("--steps", nargs=2, type=int, required=True, help="The first and the last step.")
@_module
@_out
def cut(log: Path, steps: tuple[int, int], module: Path | None, output: Path) -> int:
    """Make a log of a part of one: it begins with the table as it is before the first of its steps."""
    from toolkit.logs.editing import cut_log  # noqa: PLC0415

    read, stacking = _stacked((log,), module, output)
    _made(cut_log(read[0], *steps, stacking), output)
    return 0


@click.command()
@_log
@click.option("--at", type=int, multiple=True, help="Step that a part begins with; may be given again.")
@click.option("--every", type=click.IntRange(1), help="Steps of each part.")
@click.option("--turns", is_flag=True, help="A part for each position of the turn tracker.")
@_module
@output_option("Folder for the parts.", folder=True, required=True)
def split(  # noqa: PLR0917 -- click gives them by name
    log: Path, at: Sequence[int], every: int | None, turns: bool, module: Path | None, output: Path
) -> int:
    """Split a log into parts, each of which begins as the one before it ends."""
    from toolkit.logs import editing  # noqa: PLC0415

    if not at and every is None and not turns:
        raise click.UsageError("name where the parts begin: --at STEP, --every STEPS or --turns")
    read, stacking = _stacked((log,), module, None)
    places = [
        *at,
        *(editing.every(read[0], every) if every else []),
        *(editing.turns_of(read[0]) if turns else []),
    ]
    wrong = [step for step in places if not 1 <= step <= len(read[0].steps)]
    if wrong:
        message = f"has no step {wrong[0]}; its steps are 1 to {len(read[0].steps)}"
        raise InputError.single("AUD009", message, Place(str(log)))
    parts = editing.split_log(read[0], places, stacking)
    output.mkdir(parents=True, exist_ok=True)
    width = len(str(len(parts)))
    for number, part in enumerate(parts, start=1):
        target = output / f"{log.stem}-{number:0{width}}.vlog"
        keep_apart(target, [log])
        _made(part, target)
    return 0


def _read(
    paths: Sequence[Path], module: Path | None, output: Path | None
) -> tuple[list[Log], ModuleData | None, BuildFile | None]:
    """Return logs, the data of their module where its game has rules, and its windows."""
    from toolkit.audit.audit import read_logs, rules_data  # noqa: PLC0415
    from toolkit.audit.module_data import module_of  # noqa: PLC0415

    found = logs_in(paths)
    keep_apart(output, [*found, *([module] if module is not None else [])])
    logs = read_logs(found)
    if module is None:
        written = logs[0].module
        name, version = (written.name, written.version) if written is not None else (None, "")
        try:
            module = module_of(name, version, known_modules(found[0]))
        except InputError:
            # Of another version only: nothing is judged here, and names can do without.
            module = None
    data, windows = (None, None) if module is None else rules_data(module)
    return logs, data, windows


def _stacked(
    paths: Sequence[Path], module: Path | None, output: Path | None
) -> tuple[list[Log], Stacking | None]:
    """Return logs, and what their module says of stacks."""
    from toolkit.vassal.merging import stacking_of  # noqa: PLC0415

    logs, _, windows = _read(paths, module, output)
    return logs, None if windows is None else stacking_of(windows)


def _made(edited: Edited, output: Path) -> None:
    """Write a log, and say what was done."""
    from toolkit.vassal.containers import open_container  # noqa: PLC0415
    from toolkit.vassal.packing import write_container  # noqa: PLC0415

    write_container(output, edited.entries(open_container(edited.log.name)))
    target = console(err=True)
    for text in edited.said:
        target.print(shown(text), soft_wrap=True)


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        write_atomically(output, text)
