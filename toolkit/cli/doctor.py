"""``toolkit doctor``: what is installed here, and what to install for the rest."""

from __future__ import annotations

import json
import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Literal

import click
from rich.text import Text

from toolkit import __version__
from toolkit.cli.output import console, deliver
from toolkit.engine.provision import survey
from toolkit.plugins import games
from toolkit.resources import ANY, PACKAGE, cache_folder, examples, game_folders, schemas

_DISTRIBUTION = "wargame-toolkit"
_STYLE = {"ok": "green", "optional": "yellow", "missing": "bold red"}
_MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was looked for.

    Attributes
    ----------
    part : str
        ``toolkit``, ``games``, ``engine`` or ``caches``.
    state : {"ok", "optional", "missing"}
        ``optional``: not there, and only what it is for cannot be done; ``missing``: something is broken.
    says : str
        What was found, or what to do.
    """

    part: str
    name: str
    state: Literal["ok", "optional", "missing"]
    says: str


@click.command()
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True)
def command(form: str) -> int:
    """Say what is installed here: versions, games, engine, caches, and what to install for the rest.

    Nothing is fetched or changed.  Exit status: 0 all commands work but perhaps `toolkit engine`,
    1 something is broken.
    """
    lines = [*_own(), *_games(), *_engine(), *_caches()]
    if form == "json":
        deliver(json.dumps([asdict(line) for line in lines], ensure_ascii=False, indent=1) + "\n", form=form)
    else:
        _print(lines)
    return int(any(line.state == "missing" for line in lines))


def _print(lines: list[Line]) -> None:
    target, part = console(), ""
    for line in lines:
        if line.part != part:
            part = line.part
            target.print(Text(part, style="bold"))
        state = Text(f"  {line.state:<9}", style=_STYLE[line.state])
        target.print(state + Text(f"{line.name}: {line.says}", style=""), soft_wrap=True)


def _own() -> Iterator[Line]:
    yield Line("toolkit", "version", "ok", f"{__version__}, in {PACKAGE}")
    system = f"{platform.system()} {platform.machine()}"
    yield Line("toolkit", "Python", "ok", f"{platform.python_version()}, {sys.executable}, {system}")
    found = len(list(schemas().glob("*.schema.json")))
    broken = f"none in {schemas()}; install the toolkit anew"
    yield Line(
        "toolkit", "schemas", "ok" if found else "missing", f"{found} in {schemas()}" if found else broken
    )
    there = examples().is_dir()
    yield Line("toolkit", "examples", "ok" if there else "missing", examples().as_posix())
    for text in requires(_DISTRIBUTION) or ():
        if ";" not in text:  # what stands behind it is for some only
            yield _package(text)


def _package(wanted: str) -> Line:
    name = re.split(r"[^\w.-]", wanted, maxsplit=1)[0]
    try:
        return Line("toolkit", name, "ok", version(name))
    except PackageNotFoundError:
        return Line("toolkit", name, "missing", f"pip install '{wanted}'")


def _games() -> Iterator[Line]:
    programmed = set(games())
    for name, folder in game_folders(ANY).items():
        declared = "rules are data" if (folder / "rules.yaml").is_file() else "no rules"
        rules = "rules are code" if name in programmed else declared
        yield Line("games", name, "ok", f"{rules}, {folder}")


def _engine() -> Iterator[Line]:
    for name, found in survey().items():
        if isinstance(found, Path):
            yield Line("engine", name, "ok", str(found))
        else:
            yield Line("engine", name, "optional", found.reason)


def _caches() -> Iterator[Line]:
    for name in ("modules", "pictures", "engine"):
        folder = cache_folder(name)
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        yield Line("caches", name, "ok", f"{size / _MEGABYTE:.1f} MB in {folder}")
