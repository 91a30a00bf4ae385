"""A module as checks look at it: its tree, its pieces and their traits, each read once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path

from lxml import etree

from toolkit.diagnostics import Finding, InputError, Place
from toolkit.vassal import sequence
from toolkit.vassal.buildfile import BuildFile, open_module
from toolkit.vassal.commands import AddPiece, decode_command
from toolkit.vassal.containers import Container, Kind, open_container
from toolkit.vassal.images import finds_image, image_names
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.traits import BasicPiece, PlaceMarker, Prototype, Trait, parse_trait

_SLOTS = frozenset({"VASSAL.build.widget.PieceSlot", "VASSAL.build.widget.CardSlot"})
_PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"
_SETUP = "VASSAL.build.module.PredefinedSetup"
NAMES = ("entryName", "mapName", "name", "tabName", "chartName", "description", "title")
# A definition inside a definition inside …: markers that place markers; no module comes near.
_DEEPEST = 8
_SEPARATED = re.compile(r"[^\t\x1b/]+")
_WORD = re.compile(r"[A-Za-z_]\w*")
_SEPARATOR = re.compile(r"[\t\x1b/;,\\|]")


def _unescaped(text: str) -> str:
    return text.replace("\\", "")


def short(element: etree._Element) -> str:
    """Return an element's class without its package."""
    return str(element.tag).rsplit(".", 1)[-1]


@lru_cache(maxsize=1 << 16)
def _parsed(text: str) -> Trait:
    return parse_trait(text)


@dataclass(frozen=True, slots=True)
class Definition:
    """The definition of a piece: of a palette slot, a prototype, or a marker that a trait places.

    Attributes
    ----------
    element : element
        The slot or prototype it stands in.
    kind : str
        ``slot``, ``prototype`` or ``marker``.
    texts : tuple of str
        Type text of each trait, outermost first.
    traits : tuple of Trait
        The same, parsed.
    states : tuple of str
        Of each trait.
    readable : bool
        Whether the text was a piece at all.
    """

    name: str
    gpid: str
    element: etree._Element
    kind: str
    texts: tuple[str, ...] = ()
    traits: tuple[Trait, ...] = ()
    states: tuple[str, ...] = ()
    readable: bool = True

    @property
    def prototypes(self) -> tuple[str, ...]:
        """Names of the prototypes it uses, those with a property in them left out."""
        return tuple(name for name in _prototype_names(self.traits) if "$" not in name)

    @property
    def basic(self) -> BasicPiece | None:
        """The innermost trait, None where that is no basic piece."""
        inner = self.traits[-1] if self.traits else None
        return inner if isinstance(inner, BasicPiece) else None


def _prototype_names(traits: Sequence[Trait]) -> Iterator[str]:
    return (trait.name for trait in traits if isinstance(trait, Prototype))


def _readable(paths: Sequence[Path]) -> Iterator[ModuleView]:
    """Yield the extensions that can be read; one that cannot be brings nothing."""
    for path in paths:
        with suppress(InputError, OSError):
            yield ModuleView(open_container(path))


def _nested(text: str, blank: Definition, depth: int = 0) -> Iterator[Definition]:
    """Yield the definition that a text holds, filled into a blank one, and those of its markers."""
    text = text.strip("\n\r ")
    command = decode_command(text) if text else None
    if not isinstance(command, AddPiece):
        # An empty slot takes its piece from elsewhere; an empty prototype has no traits.
        yield replace(blank, readable=not text)
        return
    types = sequence.decode_nested(command.type, "\t")
    states = sequence.decode_nested(command.state, "\t")
    states += [""] * (len(types) - len(states))
    traits = tuple(map(_parsed, types))
    yield replace(blank, texts=tuple(types), traits=traits, states=tuple(states[: len(types)]))
    for trait in traits:
        if isinstance(trait, PlaceMarker) and trait.marker.startswith("+/") and depth < _DEEPEST:
            yield from _nested(trait.marker, replace(blank, gpid=trait.gpid, kind="marker"), depth + 1)


@dataclass(frozen=True, slots=True)
class SetupFile:
    """A predefined set-up: its menu name, its file, and what it names.

    Attributes
    ----------
    element : element
    missing : bool
        Whether the entry does not exist.
    problem : Finding or None
        Why it cannot be read.
    prototypes, images, words : frozenset of str
        Of the module, those that stand in it; words: of those in the buildFile, those that stand alone.
    """

    name: str
    file: str
    element: etree._Element
    missing: bool = False
    problem: Finding | None = None
    prototypes: frozenset[str] = frozenset()
    images: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()


@dataclass(eq=False)
class ModuleView:
    """A module or extension under test.

    Attributes
    ----------
    parent : ModuleView or None
        Of an extension: the module it belongs to, where that is at hand.
    """

    container: Container
    parent: ModuleView | None = None
    build: BuildFile = field(init=False)

    def __post_init__(self) -> None:
        self.build = open_module(self.container)

    @property
    def file(self) -> str:
        """What findings call it."""
        return self.container.name

    @property
    def is_extension(self) -> bool:
        """Whether it is a part of another module, which may not be at hand."""
        return self.container.kind is Kind.EXTENSION

    @property
    def whole(self) -> bool:
        """Whether all there is of the module is known: what an extension lacks may be in its module."""
        return not self.is_extension or self.parent is not None

    @cached_property
    def complete(self) -> bool:
        """Whether all its files are at hand: of some unpacked modules there is only the buildFile."""
        return bool(self.images) or not Path(self.file).is_dir()

    @cached_property
    def entry(self) -> str:
        """Name of the buildFile."""
        return "buildFile.xml" if "buildFile.xml" in self.container else "buildFile"

    @cached_property
    def elements(self) -> tuple[etree._Element, ...]:
        """All elements of the tree, in the order of the file."""
        return tuple(self.build.root.iter(etree.Element))

    @cached_property
    def lines(self) -> Sequence[str]:
        """The buildFile's lines."""
        data = self.container.build_file() or b""
        return data.decode("utf-8", "replace").split("\n")

    def lines_of(self, place: Place) -> Sequence[str] | None:
        """Return the lines that a finding in this module can quote."""
        return self.lines if (place.file, place.entry) == (self.file, self.entry) else None

    def place(self, element: etree._Element | None) -> Place:
        """Return where an element stands: line, and the names of the components around it as a pointer."""
        if element is None:
            return Place(file=self.file)
        # A component stands where its opening tag ends; the parser counts no columns.
        line: object = element.sourceline
        number = line if isinstance(line, int) else None
        return Place(self.file, number, pointer=self.path(element), entry=self.entry)

    def path(self, element: etree._Element) -> str:
        """Return the names of the components down to an element, e.g. ``/Map[Main]/SetupStack[Reserve]``."""
        parts = []
        for item in (element, *element.iterancestors()):
            name = next((str(item.get(key)) for key in NAMES if item.get(key)), "")
            parts.append(f"{short(item)}[{name}]" if name else short(item))
        return "/" + "/".join(reversed(parts[:-1])) if len(parts) > 1 else f"/{parts[0]}"

    # -- pieces

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        """All definitions of slots, prototypes, and of markers inside them."""
        return tuple(self._definitions())

    def _definitions(self) -> Iterator[Definition]:
        for element in self.elements:
            if element.tag in _SLOTS:
                name, gpid = str(element.get("entryName", "")), str(element.get("gpid", ""))
                yield from _nested(element.text or "", Definition(name, gpid, element, "slot"))
            elif element.tag == _PROTOTYPE:
                blank = Definition(str(element.get("name", "")), "", element, "prototype")
                yield from _nested(element.text or "", blank)

    @cached_property
    def slots(self) -> tuple[Definition, ...]:
        """The definitions that palettes, decks and at-start stacks hold."""
        return tuple(item for item in self.definitions if item.kind == "slot")

    @cached_property
    def by_gpid(self) -> dict[str, Definition]:
        """Slots and markers by gpid, the first of several; an extension's module counts too."""
        found = dict(self.parent.by_gpid) if self.parent is not None else {}
        for item in self.definitions:
            if item.gpid:
                found.setdefault(item.gpid, item)
        return found

    @cached_property
    def prototypes(self) -> dict[str, Definition]:
        """Prototypes by name, the last of several as in the engine.

        Those of an extension's module count too, and those of extensions at hand.
        """
        found = dict(self.parent.prototypes) if self.parent is not None else {}
        for extension in self.extensions:
            found |= {item.name: item for item in extension.definitions if item.kind == "prototype"}
        found |= {item.name: item for item in self.definitions if item.kind == "prototype"}
        return found

    @cached_property
    def patterned_prototypes(self) -> bool:
        """Whether names of prototypes are put together while the game runs: any may be used."""
        return any("$" in name for item in self.definitions for name in _prototype_names(item.traits))

    @cached_property
    def _used_prototypes(self) -> frozenset[str] | None:
        """Names of prototypes that pieces use, also through others; None where any may be used."""
        if self.is_extension or self.extensions or not self.slots or self.patterned_prototypes:
            return None
        uses: dict[str, set[str]] = {}
        found: set[str] = set(self.prototypes_of_setups)
        for item in self.definitions:
            of_prototype = item.element.tag == _PROTOTYPE
            target = uses.setdefault(str(item.element.get("name", "")), set()) if of_prototype else found
            target.update(item.prototypes)
        left = list(found)
        while left:
            new = uses.get(left.pop(), set()) - found
            found |= new
            left += new
        return frozenset(found)

    def in_use(self, item: Definition) -> bool:
        """Return whether a piece may have what a definition says: not that of a prototype nothing uses."""
        if item.element.tag != _PROTOTYPE or self._used_prototypes is None:
            return True
        name = str(item.element.get("name", ""))
        return name in self._used_prototypes and self.prototypes[name].element is item.element

    # -- what may come from elsewhere

    @cached_property
    def own_classes(self) -> bool:
        """Whether it has components of classes of its own, which may do anything."""
        return any("." in str(item.tag) and not str(item.tag).startswith("VASSAL.") for item in self.elements)

    @cached_property
    def extensions(self) -> tuple[ModuleView, ...]:
        """The extensions at hand: those that the engine finds, in ``Some_ext`` beside ``Some.vmod``."""
        path = Path(self.file)
        if self.is_extension or not path.is_file():
            return ()
        beside = sorted(path.with_name(f"{path.stem}_ext").glob("*.vmdx"))
        return tuple(_readable(beside))

    @property
    def _around(self) -> tuple[ModuleView, ...]:
        """What goes with it: the extensions of a module, the module of an extension."""
        return self.extensions if self.parent is None else (self.parent,)

    # -- names

    @cached_property
    def sides(self) -> frozenset[str]:
        """Sides of the roster; an extension's module counts too."""
        own = frozenset(side for side in self.build.sides if side)
        return own | (self.parent.sides if self.parent is not None else frozenset())

    @cached_property
    def map_names(self) -> frozenset[str]:
        """Names of all maps, also of classes of the module's own; what goes with it counts too."""
        own = frozenset(str(item.get("mapName")) for item in self.elements if item.get("mapName"))
        return own.union(*(view.map_names for view in self._around))

    def names_of(self, *classes: str) -> frozenset[str]:
        """Return the names of all components of these classes; what goes with it counts too."""
        keys = ("mapName", "name", "deckName")
        own = {
            str(element.get(key))
            for element in self.elements
            if short(element) in classes
            for key in keys
            if element.get(key)
        }
        return frozenset(own).union(*(view.names_of(*classes) for view in self._around))

    # -- pictures

    @cached_property
    def images(self) -> dict[str, str]:
        """Pictures of the module by the name that references use (also translated ones), with their entry."""
        return image_names(self.container.names)

    @cached_property
    def made_images(self) -> frozenset[str]:
        """Pictures that the module composes itself; no files."""
        return frozenset(
            str(element.get("name")) for element in self.elements if short(element) == "GamePieceImage"
        )

    def finds_image(self, name: str) -> bool:
        """Return whether the engine finds a picture of this name: here, beside it, or among its own."""
        return any(finds_image(name, view.images, view.made_images) for view in (self, *self._around))

    # -- set-ups

    @cached_property
    def setups(self) -> tuple[SetupFile, ...]:
        """The predefined set-ups that start from a file."""
        return tuple(setup for setup, _ in self.opened_setups())

    @cached_property
    def prototypes_of_setups(self) -> frozenset[str]:
        """Prototypes that pieces of set-ups use."""
        return frozenset().union(*(setup.prototypes for setup in self.setups))

    @cached_property
    def images_of_setups(self) -> frozenset[str]:
        """Pictures that set-ups name."""
        return frozenset().union(*(setup.images for setup in self.setups))

    @cached_property
    def words_of_setups(self) -> frozenset[str]:
        """Words of the buildFile that stand alone in set-ups: values and names that their pieces bring."""
        return frozenset().union(*(setup.words for setup in self.setups))

    def opened_setups(self) -> Iterator[tuple[SetupFile, Log | None]]:
        """Yield the predefined set-ups with what is in each, None where it cannot be read.

        One at a time: a module may have hundreds, each of many megabytes.  Whoever goes through all of them
        spares `setups` the reading.
        """
        found = []
        for opened in self._opened_setups():
            found.append(opened[0])
            yield opened
            del opened  # before the next one is read
        self.__dict__.setdefault("setups", tuple(found))

    def _opened_setups(self) -> Iterator[tuple[SetupFile, Log | None]]:
        for element in self.elements:
            file = str(element.get("file") or "")
            unused = element.get("useFile", "true") != "true" or element.get("isMenu") == "true"
            if element.tag != _SETUP or unused or not file:
                continue
            yield self._opened_setup(str(element.get("name", "")), file, element)

    def _opened_setup(self, name: str, file: str, element: etree._Element) -> tuple[SetupFile, Log | None]:
        if file not in self.container:
            return SetupFile(name, file, element, missing=True), None
        try:
            log = read_log(self.container.read(file), name=file)
        except InputError as error:
            return SetupFile(name, file, element, problem=error.findings[0]), None
        prototypes, images, words = self._named_in(log.encode())
        return SetupFile(name, file, element, prototypes=prototypes, images=images, words=words), log

    @cached_property
    def _own_words(self) -> frozenset[str]:
        return frozenset(word for line in self.lines for word in _WORD.findall(line))

    def _named_in(self, text: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
        """Return prototypes, pictures and words of the module that a saved game names, perhaps a few more."""
        tokens = {_unescaped(token) for token in _SEPARATED.findall(text)}
        used = {token.removeprefix("prototype;") for token in tokens if token.startswith("prototype;")}
        own = {item.name for item in self.definitions if item.kind == "prototype"}
        # A name that holds separators itself is looked for as it stands.
        plain = _unescaped(text) if any(_SEPARATOR.search(name) for name in (*own, *self.images)) else ""
        prototypes = {name for name in own if name in used or (plain and f"prototype;{name}" in plain)}
        words = tokens | {word for token in tokens for word in _SEPARATOR.split(token)}
        bare = {name: name.rpartition(".")[0] or name for name in self.images}
        images = {
            name
            for name, stem in bare.items()
            if name in words or stem in words or (_SEPARATOR.search(name) and name in plain)
        }
        return frozenset(prototypes), frozenset(images), self._own_words & words
