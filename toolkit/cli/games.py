"""Games by name: where their sources lie, and what to say of a name that none has."""

from __future__ import annotations

import difflib
from pathlib import Path

from toolkit.diagnostics import InputError, Place

SOURCES = Path("source_data")


def no_game(name: str) -> InputError:
    """Return the error of a name that is neither a game nor a path to one, with what may have been meant."""
    if Path(name).suffix:
        return InputError.single("SRC001", "there is no such file", Place(file=name))
    known = sorted(path.parent.name for path in SOURCES.glob("*/game.yaml"))
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        hint = f"did you mean '{near[0]}'?"
    elif known:
        hint = f"known are {', '.join(known)}"
    else:
        hint = "run it in the folder that holds them"
    text = f"no game '{name}': neither {name}/ nor {SOURCES.as_posix()}/{name}/ holds a game.yaml; {hint}"
    return InputError.single("SRC001", text, Place(file=name))
