"""Decisions in a log: a key writes what was decided into the piece, with a number that counts all decisions.

The global property ``Step`` counts.  A piece that takes part in somebody else's decision notes the same
number and a word of its own; only the piece whose key was pressed counts it up.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.module.expressions import choose, sentence
from toolkit.module.keys import Key, named
from toolkit.module.traits import Change, dynamic, report, set_global, trigger
from toolkit.vassal import traits as vassal
from toolkit.vassal.traits import Part

STEP = "Step"
"""Global property: how many decisions there were."""

NOTE = named("noteStep")
"""Named command that fills `Seq` and `By`."""

_COUNT = named("countStep")
_SIGN = named("signStep")
_NOTING = "note_"


def memory(*acts: str) -> tuple[Part, ...]:
    """Return the properties that remember the last act; `acts` are its words."""
    return (
        dynamic("Act", "", *(Change(noting(word), word) for word in acts), note="what was done last"),
        dynamic("Seq", 0, Change(NOTE, f"{{{STEP}}}"), note="number of the decision"),
        # Every change is logged with the piece's whole state, so what stays is not written again.
        trigger("Who", [_SIGN], watch=[NOTE], when="By!=PlayerSide"),
        dynamic("By", "", Change(_SIGN, "{PlayerSide}"), note="side of the player who decided"),
        set_global(STEP, Change(_COUNT, f"{{{STEP}+1}}"), note="decisions so far"),
    )


def noting(word: str) -> Key:
    """Return the named command that writes a word into `Act`."""
    return named(f"{_NOTING}{word}")


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
    menu : str
        Line of the piece's menu.
    effects : sequence of Key
        Sent to the piece after it has noted what is done.
    says : str
        Chat line, ``$Property$`` allowed; it must not name a hidden piece.  `spoken` makes one trait of all.
    when : str
        Expression without braces; the key does nothing where it fails.
    first : sequence of Key
        Sent before the note.
    """
    parts = (report([noting(word)], says),) if says else ()
    steps = [_COUNT, *first, NOTE, noting(word), *effects]
    return (*parts, trigger(menu or word, steps, key=key, menu=menu, when=when))


def spoken(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts with the chat lines of all decisions in one trait, the outermost.

    A piece's state is written into the log with every change, and every trait makes it longer.
    """
    lines = {part: part.trait for part in parts if isinstance(part.trait, vassal.Report)}
    told = {part: trait for part, trait in lines.items() if _act(trait) and not trait.format.startswith("{")}
    if not told:
        return tuple(parts)
    said = choose(((f'Act=="{_act(trait)}"', sentence(trait.format)) for trait in told.values()), '""')
    keys = [key for trait in told.values() for key in trait.report_keys]
    return (report(keys, f"{{{said}}}"), *(part for part in parts if part not in told))


def _act(line: vassal.Report) -> str:
    name = line.report_keys[0].name or ""
    return name.removeprefix(_NOTING) if name.startswith(_NOTING) else ""


def consequence(word: str, watch: Key, effects: Sequence[Key] = (), *, when: str = "") -> Part:
    """Return what a piece notes and does on another piece's command, within that piece's decision."""
    return trigger(word, [NOTE, noting(word), *effects], watch=[watch], when=when)
