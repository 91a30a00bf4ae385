"""Games by name: where their sources lie, and what to say of a name that none has."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from toolkit.diagnostics import InputError, Place
from toolkit.resources import GAME, SOURCES, game_folder, game_folders


class GameName(StringParamType):
    """A game by name or path; the shell offers the names, and paths where none fits."""

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002  (click's signature)
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Return the names that begin so; files come first, as bash forgets what stood before them."""
        names = [CompletionItem(name) for name in game_folders() if name.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *names]


def folder_of(name: str, marks: Iterable[str] = (GAME,)) -> Path:
    """Return the folder of a game given by name or path.

    Raises
    ------
    InputError
        SRC001, with what may have been meant.
    """
    found = game_folder(name, marks)
    if found is None:
        raise no_game(name)
    return found


def folders_of(name: str, marks: Iterable[str] = (GAME,)) -> tuple[Path, ...]:
    """Return the game that a name or path means, or all games of a folder: in it, or in a folder in it.

    Raises
    ------
    InputError
        SRC001, with what may have been meant.
    """
    marks = tuple(marks)
    if game_folder(name, marks) is None and Path(name).is_dir():
        ways = [way + mark for mark in marks for way in ("*/", "*/*/")]
        found = {path.parent for way in ways for path in Path(name).glob(way)}
        if found:
            return tuple(sorted(found))
    return (folder_of(name, marks),)


def no_game(name: str) -> InputError:
    """Return the error of a name that is neither a game nor a path to one, with what may have been meant."""
    if Path(name).suffix:
        return InputError.single("SRC001", "there is no such file", Place(file=name))
    known = list(game_folders())
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        hint = f"did you mean '{near[0]}'?"
    elif known:
        hint = f"known are {', '.join(known)}"
    else:
        hint = "run it in the folder that holds them"
    where = f"neither {name}/ nor {SOURCES.as_posix()}/{name}/ holds a game.yaml, and none is installed"
    text = f"no game '{name}': {where}; {hint}"
    return InputError.single("SRC001", text, Place(file=name))
