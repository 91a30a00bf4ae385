"""What counters of every game share: where they are, what was done with them last, their pictures.

A key is one logged step: a trigger writes what was done (`Act`), by which side (`By`) and where (`At`) into
the piece, and, where a game counts such things, under which order (`Seq`); then it does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from toolkit.module.gestures import Gesture
from toolkit.module.keys import Key, named
from toolkit.module.traits import Change, Level, calculated, dynamic, trigger
from toolkit.source.counters import Counter
from toolkit.vassal.traits import Part

MAIN_MAP = "Main Map"
ON_MAP = f'CurrentMap=="{MAIN_MAP}"'
"""Expression of a piece: it lies on the main map."""

HERE = '{"@"+LocationName.trim()}'
"""Expression for the place of a piece, ``@0302``: the engine would make 302 of a stored ``0302``."""

NOTE = named("note")
"""Named command that fills `Seq`, `By` and `At`."""


def noting(word: str) -> Key:
    """Return the named command that writes a word into `Act`."""
    return named("note" + "".join(part.capitalize() for part in word.split("_")))


def noted(
    name: str,
    gesture: Gesture,
    effects: Sequence[Key],
    *,
    first: Sequence[Key] = (NOTE,),
    watch: Sequence[Key] = (),
    when: str = "",
) -> Part:
    """Return the trigger of a gesture: its key writes its word, then has its effects."""
    keys = [*first, noting(gesture.word), *effects]
    return trigger(name, keys, key=gesture.key, menu=gesture.menu.en, watch=watch, when=when)


def memory(*acts: tuple[str, Key], under: str = "") -> tuple[Part, ...]:
    """Return the properties that remember the last act.

    Parameters
    ----------
    *acts : (str, Key)
        Words, and the keys that set them.
    under : str
        Global property that is kept as `Seq`: the number of the order under which it was done.
    """
    order = (
        dynamic("Seq", 0, Change(NOTE, f"{{{under}}}"), note="number of the chit under which it was done"),
    )
    return (
        dynamic("Act", "", *(Change(key, word) for word, key in acts), note="what was done last"),
        *(order if under else ()),
        dynamic("By", "", Change(NOTE, "{PlayerSide}"), note="side of the player who did it"),
        dynamic("At", "", Change(NOTE, HERE), note="where it was done"),
        calculated("Where", 'At.length()>0?At.substring(1):""'),
    )


def backs(counter: Counter) -> dict[str, Counter]:
    """Return a counter's faces behind its front: file name → the counter whose reduced face it shows."""
    first = image(counter, reduced=True)
    if counter.reduced is None:
        return {} if counter.fresh is None and counter.combat is None else {first: counter}
    further = enumerate(counter.further, 3)
    others = {first.replace(".png", f"_{n}.png"): replace(counter, reduced=face) for n, face in further}
    return {first: counter, **others}


def levels(counter: Counter) -> tuple[Level, ...]:
    """Return what a layer shows of the faces of a unit; () of one that is never turned over."""
    found = tuple(Level(picture, "+ (reduced)") for picture in backs(counter))
    return (Level(), *found) if found else ()


def image(counter: Counter, *, reduced: bool = False) -> str:
    """Return the file name of a counter's picture."""
    return f"{counter.kind}_{counter.id}{'_reduced' if reduced else ''}.png"
