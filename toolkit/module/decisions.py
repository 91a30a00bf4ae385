"""Decisions in a log: a key writes what was decided into the piece, with a number that counts all decisions.

The global property ``Step`` counts.  A piece that takes part in somebody else's decision notes the same
number and a word of its own; only the piece whose key was pressed counts it up.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.module.keys import Key, named
from toolkit.module.traits import Change, dynamic, report, set_global, trigger
from toolkit.vassal.traits import Part

STEP = "Step"
"""Global property: how many decisions there were."""

NOTE = named("noteStep")
"""Named command that fills `Seq`, `By` and `At`."""

_COUNT = named("countStep")

HERE = '{"@"+LocationName}'


def memory(*acts: str) -> tuple[Part, ...]:
    """Return the properties that remember the last act; `acts` are its words."""
    return (
        dynamic("Act", "", *(Change(noting(word), word) for word in acts), note="what was done last"),
        dynamic("Seq", 0, Change(NOTE, f"{{{STEP}}}"), note="number of the decision"),
        dynamic("By", "", Change(NOTE, "{PlayerSide}"), note="side of the player who decided"),
        dynamic("At", "", Change(NOTE, HERE), note="where it was done"),
        set_global(STEP, Change(_COUNT, f"{{{STEP}+1}}"), note="decisions so far"),
    )


def noting(word: str) -> Key:
    """Return the named command that writes a word into `Act`."""
    return named(f"note_{word}")


def decision(
    word: str,
    key: Key,
    menu: str,
    effects: Sequence[Key] = (),
    *,
    says: str = "",
    when: str = "",
    first: Sequence[Key] = (),
) -> tuple[Part, ...]:
    """Return what one key of a piece decides.

    Parameters
    ----------
    word : str
        For `Act`.
    key : Key
    menu : str
        Line of the piece's menu.
    effects : sequence of Key
        Sent to the piece after it has noted what is done.
    says : str
        Chat line, ``$Property$`` allowed; it must not name a hidden piece.
    when : str
        Expression without braces; the key does nothing where it fails.
    first : sequence of Key
        Sent before the note: values of the moment.
    """
    parts = (report([noting(word)], says),) if says else ()
    steps = [_COUNT, *first, NOTE, noting(word), *effects]
    return (*parts, trigger(menu or word, steps, key=key, menu=menu, when=when))


def consequence(word: str, watch: Key, effects: Sequence[Key] = (), *, when: str = "") -> Part:
    """Return what a piece notes and does on another piece's command, within that piece's decision."""
    return trigger(word, [NOTE, noting(word), *effects], watch=[watch], when=when)
