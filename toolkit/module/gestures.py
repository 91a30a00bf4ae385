"""The gesture table of a game: how each decision of its rules is made at the module, told once.

A table is a file ``gestures.yaml``: kind of piece → name → what is known of the gesture.  Keys and menus of
the module in all languages, the words that players' programs write and audits read, the keys that tests press
in the running engine, and the page ``docs/gestures.md`` come from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from toolkit.module.decisions import decision
from toolkit.module.keys import Key, read_key, shown
from toolkit.module.words import translations
from toolkit.resources import own_table
from toolkit.source.names import Names
from toolkit.vassal.traits import Part

_NOTHING = Names("")
_COLUMNS = ("decision", "key", "menu", "`Act`", "writes and does", "without keys")


@dataclass(frozen=True, slots=True)
class Gesture:
    """How a decision is made at the module.

    A text may have a name in braces, ``{where}``, that the module fills in.

    Attributes
    ----------
    on : str
        Kind of piece that has it; ``"by hand"`` for drags and buttons of the engine.
    word : str
        What is written into ``Act``; "" where nothing is.
    keys : tuple of Key
        Several where each has a meaning of its own; () for what another piece's decision brings with it.
    menu, button : Names
        Line of the piece's menu, button of the toolbar; English "" without one.
    does : str
        Actions of the rules, or what it is for.
    how : str
        What belongs to it beside the key.
    writes, shows : str
        What its key writes beside ``Act``; how it shows in a log where nobody pressed the key.
    says, when : str
        Line of the chat, with the sign of its colour (`expressions.DICE`); expression without which the key
        does nothing.
    """

    on: str
    name: str
    word: str = ""
    keys: tuple[Key, ...] = ()
    menu: Names = _NOTHING
    button: Names = _NOTHING
    does: str = ""
    how: str = ""
    writes: str = ""
    shows: str = ""
    says: str = ""
    when: str = ""

    @classmethod
    def read(cls, on: str, name: str, data: Mapping[str, Any]) -> Gesture:
        """Read an entry of a table: ``key`` is a key or several; ``act: false`` writes nothing into ``Act``.

        Raises
        ------
        ValueError
            For an unknown field or key.
        """
        given = dict(data)
        keys = given.pop("key", [])
        given["keys"] = tuple(map(read_key, [keys] if isinstance(keys, str) else keys))
        given["word"] = name if given.pop("act", True) else ""
        for text in ("menu", "button"):
            if text in given:
                given[text] = Names.from_json(given[text])
        strange = given.keys() - {field.name for field in fields(cls)}
        if strange:
            raise ValueError(f"gesture '{name}' of '{on}': unknown {', '.join(sorted(strange))}")
        return cls(on, name, **given)

    @property
    def key(self) -> Key:
        """Its only key, or the first."""
        return self.keys[0]

    @property
    def stroke(self) -> str:
        """Its only key, or the first, as people read it: ``"Ctrl-B"``."""
        return shown(self.key)


@dataclass(frozen=True, slots=True)
class PieceGestures:
    """The gestures of a kind of piece, by name, in the order of the table."""

    on: str
    gestures: Mapping[str, Gesture]

    @classmethod
    def read(cls, on: str, data: Mapping[str, Mapping[str, Any] | None]) -> PieceGestures:
        """Read a part of a table; raises as `Gesture.read`."""
        return cls(on, {name: Gesture.read(on, name, given or {}) for name, given in data.items()})

    def __getitem__(self, name: str) -> Gesture:
        return self.gestures[name]

    def __iter__(self) -> Iterator[Gesture]:
        return iter(self.gestures.values())

    @property
    def words(self) -> tuple[str, ...]:
        """What the pieces write into ``Act``."""
        return tuple(gesture.word for gesture in self if gesture.word)

    def decided(
        self,
        name: str,
        effects: Sequence[Key] = (),
        *,
        first: Sequence[Key] = (),
        called: Key | None = None,
        at: int = 0,
        **texts: str,
    ) -> tuple[Part, ...]:
        """Return the traits of a gesture; see `toolkit.module.decisions.decision`.

        Parameters
        ----------
        called : Key, optional
            A named command in place of key and menu: a key of several meanings sends it.
        at : int
            Which of several keys.
        **texts : str
            What stands for the names in braces.
        """
        found = self[name]
        return decision(
            found.word,
            called or found.keys[at],
            "" if called else filled(found.menu.en, texts),
            effects,
            says=filled(found.says, texts),
            when=filled(found.when, texts),
            first=first,
        )


def filled(text: str, texts: Mapping[str, str]) -> str:
    """Return a text with its names in braces filled in."""
    for name, value in texts.items():
        text = text.replace(f"{{{name}}}", value)
    return text


@dataclass(frozen=True, slots=True)
class GestureTable:
    """All gestures of a game, by kind of piece."""

    kinds: Mapping[str, PieceGestures]

    @classmethod
    def read(cls, path: Path) -> GestureTable:
        """Read a table; raises as `Gesture.read`."""
        data = own_table(path)
        return cls({on: PieceGestures.read(on, each) for on, each in data.items()})

    def on(self, kind: str) -> PieceGestures:
        """Return the gestures of a kind of piece.  Raises KeyError for an unknown one."""
        return self.kinds[kind]

    def __iter__(self) -> Iterator[Gesture]:
        for kind in self.kinds.values():
            yield from kind

    @property
    def consequences(self) -> frozenset[str]:
        """What a piece writes that another one's decision brought with it: no key, no decision."""
        return frozenset(one.word for one in self if one.word and not one.keys and not one.does)

    def shown(self, kind: str, name: str, at: int = 0) -> str:
        """Return a gesture's key as people read it, ``"Ctrl-B"``."""
        return shown(self.on(kind)[name].keys[at])

    def translations(self, **fillings: Iterable[Names]) -> dict[str, tuple[str, str]]:
        """Return menus and buttons: English to Japanese and Chinese.

        `fillings`: by name in braces what may stand for it, one line for each.
        """
        return translations((text for one in self for text in (one.menu, one.button) if text.ja), **fillings)

    def markdown(self) -> str:
        """Return the table as a page shows it."""
        lines = []
        for kind, gestures in self.kinds.items():
            rows = "\n".join(map(_row, gestures))
            head = f"| {' | '.join(_COLUMNS)} |\n|{' --- |' * len(_COLUMNS)}"
            lines.append(f"### {kind.capitalize()}\n\n{head}\n{rows}\n")
        return "\n".join(lines)


def _row(gesture: Gesture) -> str:
    keys = ", ".join(f"**{shown(key)}**" for key in gesture.keys)
    button = f" (button *{gesture.button.en}*)" if gesture.button.en else ""
    cells = (
        gesture.does,
        ", ".join(filter(None, (f"{keys}{button}", gesture.how))),
        gesture.menu.en,
        f"`{gesture.word}`" if gesture.word else "",
        gesture.writes,
        gesture.shows,
    )
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |".replace("  ", " ")
