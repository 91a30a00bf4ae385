"""``toolkit log``: what can be made of a log without judging it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from toolkit.audit.view import REFEREE
from toolkit.cli.log_tools import clean, cut, dice, join, split, transcript
from toolkit.cli.making import known_modules
from toolkit.diagnostics import InputError, Place
from toolkit.diagnostics.files import keep_apart, write_atomically

_FILE = click.Path(path_type=Path, dir_okay=False)
_F = TypeVar("_F", bound=Callable[..., Any])


@click.group()
def command() -> None:
    """Count the dice of logs, tell them, draw them, and make other logs of them; of any module."""


for _tool in (clean, cut, dice, join, split, transcript):
    command.add_command(_tool)


def _options(inner: _F) -> _F:
    """Give a command the log, its module, the view and the output."""
    for option in (
        click.option("-o", "--output", type=_FILE, required=True, help="File to write."),
        click.option(
            "--view", default=REFEREE, metavar="referee|SIDE", show_default=True, help="Whose eyes."
        ),
        click.option(
            "--module",
            type=click.Path(path_type=Path),
            help="Module the log was written with; else the known one.",
        ),
        click.argument("log", type=_FILE),
    ):
        inner = option(inner)
    return inner


def _window(inner: _F) -> _F:
    return click.option("--window", default="", help="A window by its name; by default the main map.")(inner)


@command.command()
@_options
@_window
@click.option("--step", type=int, required=True, help="As VASSAL's Step button counts; 0 is the start.")
def picture(  # noqa: PLR0917 -- click gives them by name
    log: Path, module: Path | None, view: str, output: Path, window: str, step: int
) -> int:
    """Draw the board after a step, as PNG."""
    from toolkit.report.still import still  # noqa: PLC0415  (slow to import)

    data = _data(log, module, view, output)
    write_atomically(output, still(data, _frame(data, step, log), _pane(data, window, log)))
    return 0


@command.command()
@_options
@_window
@click.option("--steps", nargs=2, type=int, required=True, help="The first and the last step.")
def film(  # noqa: PLR0917 -- click gives them by name
    log: Path, module: Path | None, view: str, output: Path, window: str, steps: tuple[int, int]
) -> int:
    """Draw the board after each of some steps, as a moving PNG (APNG)."""
    from toolkit.report.still import film as draw  # noqa: PLC0415

    data = _data(log, module, view, output)
    first, last = (_frame(data, step, log) for step in steps)
    frames = range(first, max(first, last) + 1)
    write_atomically(output, draw(data, frames, _pane(data, window, log)))
    return 0


@command.command()
@_options
def page(log: Path, module: Path | None, view: str, output: Path) -> int:
    """Write the page of a log of any module: the board at every step, nothing judged."""
    from toolkit.report.write import replayed, write_page  # noqa: PLC0415

    keep_apart(output, [log, *([module] if module is not None else [])])
    write_atomically(output, write_page(replayed([log], module, known_modules(log), view)))
    return 0


def _data(log: Path, module: Path | None, view: str, output: Path) -> Mapping[str, Any]:
    from toolkit.report.data import page_data  # noqa: PLC0415
    from toolkit.report.write import replayed  # noqa: PLC0415

    keep_apart(output, [log, *([module] if module is not None else [])])
    return page_data(replayed([log], module, known_modules(log), view))


def _frame(data: Mapping[str, Any], step: int, log: Path) -> int:
    from toolkit.report.still import frame_of  # noqa: PLC0415

    found = frame_of(data, step)
    if found is None:
        steps = data["logs"][0]["steps"]
        raise InputError.single("AUD009", f"has no step {step}; its steps are 0 to {steps}", Place(str(log)))
    return found


def _pane(data: Mapping[str, Any], window: str, log: Path) -> int:
    names = [pane["name"] for pane in data["panes"]]
    if window and window not in names:
        message = f"nothing is seen in a window '{window}'; the windows are {', '.join(names)}"
        raise InputError.single("AUD009", message, Place(str(log)))
    return names.index(window) if window else 0
