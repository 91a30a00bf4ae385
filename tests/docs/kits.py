"""What lies in the folder of a page before its first command: the files that a reader of it has."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.docs.blocks import ROOT
from tests.module.extension import EXAMPLE, write_extension
from toolkit.cli.main import main
from toolkit.vassal.containers import open_container

GJ47 = ROOT / "source_data" / "gj47"

# The erratum that docs/errata.md has its reader write: one hexside dry, one wet.
RIVER = """\
title: The river moves
why: The print shows it elsewhere.
authority: letter of the designer
date: unknown
changes:
  - {hexside: ["0102", "0103"], layer: river, from: true, to: false}
  - {hexside: ["0428", "0529"], layer: river, from: false, to: true}
"""


def do(*arguments: str) -> None:
    """Run a command that has to go well."""
    assert main([str(argument) for argument in arguments]) == 0


def small_game(folder: Path, *, module: str, log: str | None = None) -> None:
    """A module of a small game under a name that a page has, and a log of it."""
    source = folder / ".made" / "elm_ford"
    if not source.exists():
        do("new", "elm_ford", "--kind", "hex", "-o", source)
        do("build", source, "-o", folder / ".made" / "build")
    made = folder / ".made" / "build" / "elm_ford" / "Elm_Ford.vmod"
    shutil.copy(made, folder / module)
    if log is not None:
        do("play", source, "--module", made, "--seed", "1", "-o", folder / log)


def save_of(module: Path, target: Path) -> None:
    """Write the largest set-up of a module as a saved game."""
    container = open_container(module)
    names = [name for name in container.names if name.endswith(".vsav")]
    target.write_bytes(max((container.read(name) for name in names), key=len))


def sources(folder: Path) -> None:
    """Lay copies of the project's own folders there, as a clone has them."""
    for name in ("source_data", "docs/examples"):
        shutil.copytree(ROOT / name, folder / name)


def git(folder: Path, *arguments: str) -> None:
    """Run git as nobody in particular."""
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


def errata(folder: Path) -> None:
    """GJ47 under git, four states of it, a module, a log and a saved game from before the last."""
    game = folder / "source_data" / "gj47"
    shutil.copytree(GJ47, game)
    git(folder, "init", "--quiet")
    for number in range(4):
        (game / "note.txt").write_text(f"{number}\n", encoding="utf-8")
        git(folder, "add", "-A")
        git(folder, "commit", "--quiet", "-m", f"State {number}")
    git(folder, "tag", "v1", "HEAD~3")
    do("build", game, "-o", folder / "build")
    (built,) = (folder / "build" / "gj47").glob("*.vmod")
    for name in ("old.vmod", "new.vmod"):
        shutil.copy(built, folder / name)
    save_of(built, folder / "game.vsav")
    (folder / "logs").mkdir()
    do("play", "gj47", "--module", built, "--seed", "1", "-o", folder / "logs" / "game.vlog")


def validate(folder: Path) -> None:
    """The games, a module of anybody's, an extension and a log."""
    sources(folder)
    small_game(folder, module="SomeModule.vmod")
    small_game(folder, module="Some.vmod", log="game.vlog")
    shutil.copy(write_extension(folder), folder / "More.vmdx")


def extensions(folder: Path) -> None:
    """The games and the example; new versions of both, and a save that was played with them."""
    sources(folder)
    do("build", EXAMPLE, "-o", folder / "build")
    (built,) = (folder / "build" / "gj47").glob("*.vmod")
    for name in ("game.vmod", "new.vmod"):
        shutil.copy(built, folder / name)
    more = write_extension(folder)
    for name in ("More.vmdx", "new.vmdx"):
        shutil.copy(more, folder / name)
    save_of(built, folder / "save.vsav")


def vassal(folder: Path) -> None:
    """A module under the two names that the page has, and logs."""
    small_game(folder, module="m.vmod", log="game.vlog")
    shutil.copy(folder / "m.vmod", folder / "module.vmod")
    for number in (1, 2):
        shutil.copy(folder / "game.vlog", folder / f"evening_{number}.vlog")


def archive(folder: Path) -> None:
    """A folder of logs with their module among them."""
    (folder / "logs").mkdir()
    small_game(folder, module="logs/Elm_Ford.vmod", log="logs/game.vlog")


def audit(folder: Path) -> None:
    """The log of a game whose module is installed."""
    do("play", "gj47", "--seed", "1", "-o", folder / "game.vlog")


def report(folder: Path) -> None:
    """The example and the module it was played with."""
    sources(folder)
    do("build", GJ47, "-o", folder / "build")


KITS: dict[str, Callable[[Path], None]] = {
    "docs/api.md": report,
    "docs/archive.md": archive,
    "docs/audit.md": audit,
    "docs/declared.md": sources,
    "docs/errata.md": errata,
    "docs/extensions.md": extensions,
    "docs/first_game.md": sources,
    "docs/import.md": partial(small_game, module="game.vmod"),
    "docs/module.md": sources,
    "docs/one_more_game.md": sources,
    "docs/validate.md": validate,
    "docs/vassal.md": vassal,
}

# What the reader writes in an editor, by the file; other files are looked at and left as they are.
EDITS = {"source_data/gj47/errata/003.yaml": RIVER}
