"""What a piece is called: by its own name, else by its palette entry, its layer or its picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import PurePath

from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import BasicPiece, BasicState, Label, Layer, Part, Trait


class Names:
    """Names of pieces.

    Parameters
    ----------
    module : BuildFile, optional
        Its palettes name pieces that have no name of their own.
    """

    def __init__(self, module: BuildFile | None = None) -> None:
        self._module = module
        self._known: dict[tuple[str, tuple[str, ...]], str] = {}

    def of(self, thing: Thing) -> str:
        """Return what a piece or deck is called; "" where nothing names it.

        A piece that is called by a number alone is called by its palette as well: "American Ind Arty 190".
        """
        if thing.is_stack or _says_something(thing.name):
            return thing.name
        key = (thing.type, thing.states[:-1])
        if key not in self._known:
            written = thing.name or _written(thing) or _picture(thing)
            self._known[key] = self._in_palette(thing) or written
        return self._known[key]

    def _in_palette(self, thing: Thing) -> str:
        gpid = BasicState.parse(thing.states[-1]).gpid if thing.states else ""
        keys = (("type", thing.type), ("number", gpid), ("picture", _picture(thing)))
        return next((self._slots[key] for key in keys if key[1] and key in self._slots), "")

    @cached_property
    def _slots(self) -> dict[tuple[str, str], str]:
        """Names of palette entries by the type, the number and the picture of their piece."""
        found: dict[tuple[str, str], str] = {}
        for slot in () if self._module is None else self._module.slots():
            if slot.piece is None:
                continue
            picture = _first([part.trait for part in reversed(slot.piece.parts)])
            name = slot.name
            if not _says_something(name):
                name = " ".join((*slot.path[-2:], name or picture))
            found.setdefault(("type", slot.piece.type), name)
            found.setdefault(("number", slot.gpid), name)
            found.setdefault(("picture", picture), name)
        return found


def _says_something(name: str) -> bool:
    """Return whether a name tells one piece from another: a number alone does not."""
    return bool(name) and not name.isdecimal()


def _parts(thing: Thing) -> Iterator[Part]:
    """Yield the traits of a piece, the innermost first."""
    return reversed(thing.piece().parts)


def _written(thing: Thing) -> str:
    """Return a name that a layer shows, else the text on the piece."""
    texts = []
    for part in _parts(thing):
        if isinstance(part.trait, Layer):
            name = part.properties().get(f"{part.trait.name}_Name", "").strip()
            if name:
                return name
        elif isinstance(part.trait, Label):
            texts.append(part.state.strip())
    return next((text for text in texts if text and text != "null"), "")


def _picture(thing: Thing) -> str:
    return _first([part.trait for part in _parts(thing)])


def _first(traits: Iterable[Trait]) -> str:
    """Return the name of the first picture of a piece, without its suffixes."""
    for trait in traits:
        for image in (trait.image,) if isinstance(trait, BasicPiece) else _images(trait):
            if image:
                return PurePath(image).name.partition(".")[0]
    return ""


def _images(trait: Trait) -> tuple[str, ...]:
    return trait.images if isinstance(trait, Layer) else ()
