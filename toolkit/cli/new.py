"""``toolkit new``: a small complete game to begin with."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

import click

from toolkit.cli.output import console, output_option
from toolkit.resources import SOURCES, starters
from toolkit.source.upgrade import way_to_schemas

KINDS = ("hex", "area", "plain")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_MODELINE = re.compile(r"(?<=\$schema=)\S*/schema(?=/)")


@click.command(name="new")
@click.argument("game")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="hex",
    show_default=True,
    help="Hexes with rules, areas with rules, or hexes without any.",
)
@output_option("Folder to make it in; source_data where there is one, or else this folder.", folder=True)
def command(game: str, kind: str, output: Path | None) -> int:
    """Write a small complete game, GAME, to change into one's own.

    It builds, and with rules plays and audits, as it stands; every file says what belongs into it.
    """
    if not _NAME.fullmatch(game):
        raise click.UsageError(
            f"'{game}' is no name: lower-case letters, digits and underscores, a letter first"
        )
    folder = (output or (SOURCES if SOURCES.is_dir() else Path())) / game
    if folder.exists():
        raise click.UsageError(f"{folder.as_posix()} exists already; nothing was written")
    write_starter(kind, game, folder)
    _say(game, kind, folder)
    return 0


def write_starter(kind: str, game: str, folder: Path) -> None:
    """Write a starter under another name; all of it or nothing.

    Parameters
    ----------
    kind : {"hex", "area", "plain"}
    game : str
        Id of the game.
    folder : Path
        Does not exist yet.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = Path(tempfile.mkdtemp(prefix=f".{game}.", dir=folder.parent))
    try:
        for source in sorted((starters() / kind).rglob("*.yaml")):
            inside = source.relative_to(starters() / kind)
            target = part / inside
            target.parent.mkdir(parents=True, exist_ok=True)
            text = _named(source.read_text(encoding="utf-8"), game)
            target.write_text(_with_schemas(text, folder / inside.parent), encoding="utf-8")
        part.chmod(0o755)
        part.replace(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def _with_schemas(text: str, folder: Path) -> str:
    """Return a file's text with the way from its folder to the schemas, as editors want it."""
    return _MODELINE.sub(lambda _: way_to_schemas(folder), text, count=1)


def _named(text: str, game: str) -> str:
    title = game.replace("_", " ").title()
    text = re.sub(r"^id: starter\b", f"id: {game}", text, flags=re.MULTILINE)
    text = re.sub(r"^file: Starter\b", f"file: {title.replace(' ', '_')}", text, flags=re.MULTILINE)
    text = text.replace("# Starter.vmod", f"# {title.replace(' ', '_')}.vmod")
    return text.replace("{en: Starter}", f"{{en: {title}}}")


def _say(game: str, kind: str, folder: Path) -> None:
    given = game if folder.parent == SOURCES else folder.as_posix()
    steps = [f"toolkit validate {given}", f"toolkit render {given}", f"toolkit build {given}"]
    if kind != "plain":
        steps += [f"toolkit play {given} -o {game}.vlog", f"toolkit audit {game}.vlog"]
    out = console()
    out.print(f"{folder.as_posix()}: a small game to change into yours. Next:", soft_wrap=True)
    for step in steps:
        out.print(f"  {step}", soft_wrap=True, highlight=False)
    out.print("Files explain themselves; the whole way: docs/one_more_game.md", soft_wrap=True)
