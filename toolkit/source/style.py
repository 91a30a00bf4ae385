"""How a game's pictures look, as ``style`` in game.yaml says: its sides, nations, markers, kinds of ground.

What is not said looks as common words do (`toolkit.source.style_words`), or is chosen when it is drawn;
`toolkit.source.style_reading` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Self, TypeVar

INK = "#1b1a17"
PAPER = "#f7f3e6"

COLOURS: Mapping[str, str] = {
    "red": "#c8231f",
    "blue": "#0b5fa5",
    "green": "#00795c",
    "yellow": "#f0e442",
    "black": "#30363f",
    "white": "#f4f1e8",
    "grey": "#8a867c",
    "gray": "#8a867c",
    "brown": "#86623c",
    "orange": "#e69f00",
    "purple": "#6b4a8e",
    "pink": "#d88ab8",
}
"""Colours by name; sides and nations that are called so have them."""

Shape = Literal["square", "round", "badge", "burst", "fort", "flag"]
Emblem = Literal["star", "cross", "rat"]


@dataclass(frozen=True, slots=True)
class GroundStyle:
    """How the areas of a kind look.

    Attributes
    ----------
    tint, edge : str
        Fill, and the inner rim.
    plate : str
        Behind its name.
    built : bool
        Blocks of houses stand on it.
    symbol : str
        Scattered where it is not built upon.
    rear : bool
        It lies behind the front: the side that holds it gives its colours.
    """

    tint: str = "#e9e0c4"
    edge: str = "#c3b68a"
    plate: str = "#5c5f63"
    built: bool = False
    symbol: str = "grass"
    rear: bool = False


@dataclass(frozen=True, slots=True)
class SideStyle:
    """How what belongs to a side looks.

    Attributes
    ----------
    colour : str
        Of its headings, chits, cards and flags.
    town : str
        Fill of the towns it holds at start; as `colour` when empty.
    units : str
        Ground of its units that turn over when they have acted; a pale `colour` when empty.
    emblem : str
        On the backs of its cards.
    rear : GroundStyle or None
        Of its areas behind the front.
    """

    colour: str
    town: str = ""
    units: str = ""
    emblem: Emblem = "star"
    rear: GroundStyle | None = None


@dataclass(frozen=True, slots=True)
class Livery:
    """How the counters of a nation or corps look.

    Attributes
    ----------
    ground : str
        Colour of the counter.
    ink : str
        Factors and names on it.
    box : str
        Fill of the unit symbol.
    tag : str
        Letters that say the nation without colour.
    classes : tuple of str
        Counters whose pool type or symbol begins so have this livery, whatever their nation.
    """

    ground: str
    ink: str = INK
    box: str = PAPER
    tag: str = ""
    classes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkerStyle:
    """How a marker looks.

    Attributes
    ----------
    ground : str
        Fill.
    shape : {"square", "round", "badge", "burst", "fort", "flag"}
        A counter; a disc; a small tab for a corner of another counter; a star for battles; a rampart; a
        control flag.
    caption : str
        A second, smaller line below the text.
    border : str
        Colour of the edge.
    """

    ground: str
    shape: Shape = "square"
    caption: str = ""
    border: str = INK


@dataclass(frozen=True, slots=True)
class TerrainStyle:
    """How a kind of terrain looks.

    Attributes
    ----------
    tint : str
        Ground colour.
    edge : str
        Line round an area of it.
    symbol : str or None
        The scattered symbol; None for plain ground.  Ground with waves is water, with a coast.
    density : float
        Symbols for each hex.
    """

    tint: str
    edge: str
    symbol: str | None = None
    density: float = 8.0

    @property
    def is_water(self) -> bool:
        """Whether it is a sea or a lake."""
        return self.symbol == "wave"


@dataclass(frozen=True, slots=True)
class HexsideStyle:
    """A line along hexsides; measures are fractions of the distance between hexes.

    Attributes
    ----------
    edge : str
        Colour of the banks of a river.
    dash : (float, float) or None
        Stroke and gap.
    """

    colour: str
    width: float
    edge: str = "#2f6488"
    dash: tuple[float, float] | None = None


_NUMBER = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class Wording:
    """The language of pictures.

    Attributes
    ----------
    texts : mapping of str to str
        What is said in place of an English text; ``#`` stands for each number of both, in the same order.
    """

    language: str = "en"
    texts: Mapping[str, str] = field(default_factory=dict)

    def say(self, text: str) -> str:
        """Return an English text in the language, or as it is where nobody has translated it."""
        said = self.texts.get(text)
        if said is not None:
            return said
        numbers = iter(_NUMBER.findall(text))
        pattern = self.texts.get(_NUMBER.sub("#", text))
        return text if pattern is None else re.sub("#", lambda _: next(numbers), pattern)


ENGLISH = Wording()


@dataclass(frozen=True, slots=True)
class Style:
    """How a game's pictures look: styles by the ids that the game's data use.

    Attributes
    ----------
    sides : mapping of side to SideStyle
    nations : mapping of nation or corps to Livery
    armies : mapping of str to str
        Colour by army or division.
    markers : mapping of role to MarkerStyle
    terrain : mapping of terrain kind to TerrainStyle
    hexsides : mapping of layer of hexsides to HexsideStyle
    marks : mapping of layer of hexes to str
        Colour of the outline of marked hexes that nothing else shows.
    areas : mapping of kind of area to GroundStyle
    card_back : str
        Emblem on the back of playing cards.
    viewer : tuple of str or None
        Layers of hexes that the mouse-over names of an empty hex; None for all but set-up ones.
    wording : Wording
        Not part of the data: pictures are drawn in one language at a time.
    """

    sides: Mapping[str, SideStyle] = field(default_factory=dict)
    nations: Mapping[str, Livery] = field(default_factory=dict)
    armies: Mapping[str, str] = field(default_factory=dict)
    markers: Mapping[str, MarkerStyle] = field(default_factory=dict)
    terrain: Mapping[str, TerrainStyle] = field(default_factory=dict)
    hexsides: Mapping[str, HexsideStyle] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    areas: Mapping[str, GroundStyle] = field(default_factory=dict)
    card_back: Emblem = "star"
    viewer: tuple[str, ...] | None = None
    wording: Wording = ENGLISH

    def to_json(self) -> dict[str, Any]:
        """Return what differs from a plain style as JSON values; `from_json` gives the same style back."""
        found = {item.name: getattr(self, item.name) for item in fields(self)}
        groups = {name: _group_json(group) for name, group in found.items() if isinstance(group, Mapping)}
        result: dict[str, Any] = {name: group for name, group in groups.items() if group}
        result |= {} if self.card_back == PLAIN.card_back else {"card_back": self.card_back}
        return result | ({} if self.viewer is None else {"viewer": list(self.viewer)})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the style that `to_json` described."""
        groups: dict[str, Any] = {
            name: {id: _from_values(kind, entry) for id, entry in data[name].items()}
            for name, kind in _KINDS.items()
            if name in data
        }
        viewer = tuple(data["viewer"]) if "viewer" in data else None
        back = data.get("card_back", "star")
        groups |= {name: dict(data[name]) for name in ("armies", "marks") if name in data}
        return cls(**groups, card_back=back, viewer=viewer)


PLAIN = Style()
"""Of a game that says nothing."""

_KINDS: Mapping[str, type] = {
    "sides": SideStyle,
    "nations": Livery,
    "markers": MarkerStyle,
    "terrain": TerrainStyle,
    "hexsides": HexsideStyle,
    "areas": GroundStyle,
}


def _group_json(group: Mapping[str, Any]) -> dict[str, Any]:
    return {id: entry if isinstance(entry, str) else _values(entry) for id, entry in group.items()}


def _values(entry: Any) -> dict[str, Any]:
    found = {}
    for item in fields(entry):
        value = getattr(entry, item.name)
        if value != item.default:
            value = list(value) if isinstance(value, tuple) else value
            found[item.name] = _values(value) if isinstance(value, GroundStyle) else value
    return found


def _from_values(kind: type, entry: Mapping[str, Any]) -> Any:
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in entry.items()}
    if kind is SideStyle and "rear" in values:
        values["rear"] = GroundStyle(**values["rear"])
    return kind(**values)


# Common words ----------------------------------------------------------------------------------------

T = TypeVar("T")


def by_word(table: Mapping[str, T], id: str) -> T | None:
    """Return what a table of common words has for an id: for the id itself, else for the last word it knows.

    ``light_woods`` is a kind of ``woods``, ``woods`` are ``wood``.
    """
    if id in table:
        return table[id]
    for word in reversed(re.split("[_-]", id.lower())):
        for spelling in (word, word.removesuffix("s"), word.removesuffix("es")):
            if spelling in table:
                return table[spelling]
    return None
