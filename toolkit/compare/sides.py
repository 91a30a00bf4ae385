"""The two sides of a comparison: a source folder, a folder at a git revision, or a built module."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from toolkit.audit.module_data import GAME, read_module
from toolkit.compare.facts import Facts, facts_of, facts_of_files
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding, InputError, Place
from toolkit.diagnostics.files import read_regular
from toolkit.importer.build import is_imported
from toolkit.importer.read import import_module
from toolkit.resources import ANY, game_folder
from toolkit.source.game import load_game
from toolkit.vassal.containers import open_container


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """One of two games that are compared.

    Attributes
    ----------
    label : str
        As the user named it.
    facts : mapping of Fact to value
    game : CompiledGame or None
        None for a module that others made.
    findings : tuple of Finding
        Of the sources; errors among them do not stop a comparison.
    """

    label: str
    facts: Facts
    game: CompiledGame | None = None
    findings: tuple[Finding, ...] = ()


def open_side(name: str, other: str = "") -> Compared:
    """Return the game that a name means.

    Parameters
    ----------
    name : str
        A ``.vmod``, ours or of others; a folder with a ``game.yaml`` or an ``imported.yaml``; the name of a
        game in ``source_data``; ``REVISION:FOLDER``; or a revision alone, of the folder that `other` names.
    other : str
        The name of the other side.

    Raises
    ------
    InputError
        DIF001 for a name that means none of these, DIF002 when git cannot give the folder; what the sources
        or the module raise.
    """
    path = Path(name)
    if path.is_file() and carries_rules_data(path):
        return _of_game(name, read_module(path).game)
    if path.is_file():
        return Compared(name, facts_of_files(import_module(open_container(path, name=name)).files))
    folder = source_folder(name)
    if folder is not None:
        return _compiled(name, folder)
    revision, separator, rest = name.partition(":")
    wanted = source_folder(rest or other.partition(":")[2] or other) or Path(rest)
    if separator or _is_revision(revision):
        with tempfile.TemporaryDirectory(prefix="toolkit-diff-") as scratch:
            return _compiled(name, checked_out(revision, wanted, Path(scratch)))
    text = f"'{name}' is no module, no game, no folder with a game.yaml and no git revision"
    raise InputError.single("DIF001", text, Place(file=name))


def source_folder(name: str) -> Path | None:
    """Return the folder of a game's sources, by path or by name; None if there is none."""
    return game_folder(name, ANY)


def _is_game(folder: Path) -> bool:
    return (folder / "game.yaml").is_file() or is_imported(folder)


def _compiled(label: str, folder: Path) -> Compared:
    if is_imported(folder):
        files = {p.relative_to(folder).as_posix(): read_regular(p) for p in folder.rglob("*") if p.is_file()}
        return Compared(label, facts_of_files(files))
    source, findings = load_game(folder)
    game, more = compile_game(source, strict=False)
    return _of_game(label, game, (*findings, *more))


def _of_game(label: str, game: CompiledGame, findings: tuple[Finding, ...] = ()) -> Compared:
    return Compared(label, facts_of(game), game, findings)


def carries_rules_data(path: Path) -> bool:
    """Return whether a module carries the compiled game it was built from."""
    return GAME in open_container(path, name=str(path))


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", *arguments], capture_output=True, check=False)
    except OSError as error:
        text = f"git cannot be run: {error.strerror}"
        raise InputError.single("DIF002", text) from error


def _is_revision(name: str) -> bool:
    done = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    return done.returncode == 0


def checked_out(revision: str, folder: Path, target: Path) -> Path:
    """Write a folder as it was at a git revision below `target`, and return where it is.

    Raises
    ------
    InputError
        DIF002: no such revision, or the folder did not exist in it.
    """
    try:
        inside = folder.resolve().relative_to(_top())
    except ValueError:
        text = f"{folder.as_posix()} lies outside this repository"
        raise InputError.single("DIF002", text, Place(file=folder.as_posix())) from None
    done = _git("-C", str(_top()), "archive", "--format=tar", revision, "--", inside.as_posix())
    if done.returncode != 0:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        text = f"git gives no {inside.as_posix()} at {revision}: {reason[0] if reason else 'no reason named'}"
        raise InputError.single("DIF002", text, Place(file=f"{revision}:{inside.as_posix()}"))
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(target, filter="data")
    found = target / inside
    if not _is_game(found):
        text = f"{inside.as_posix()} holds no game.yaml at {revision}"
        raise InputError.single("DIF002", text, Place(file=f"{revision}:{inside.as_posix()}"))
    return found


def _top() -> Path:
    done = _git("rev-parse", "--show-toplevel")
    if done.returncode != 0:
        raise InputError.single("DIF002", "not inside a git repository")
    return Path(done.stdout.decode().strip()).resolve()
