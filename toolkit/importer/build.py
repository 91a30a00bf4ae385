"""From the files of an imported game back to a module, with what was corrected in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lxml import etree

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.diagnostics.files import packed_file
from toolkit.importer.pieces import piece_element
from toolkit.importer.read import MODULE_DATA
from toolkit.importer.setups import PlaceError, setup_from_data
from toolkit.importer.traits import TraitError
from toolkit.importer.tree import TreeError, element_from_data
from toolkit.refresh.palette import Palette
from toolkit.resources import IMPORTED
from toolkit.source.document import Document
from toolkit.source.reading import read_document
from toolkit.source.values import mapping
from toolkit.vassal.buildfile import read_build_file
from toolkit.vassal.codecs import Codec, encode_saved_game
from toolkit.vassal.containers import SAVED_GAME
from toolkit.vassal.images import finds_image, image_names, stands_for_itself
from toolkit.vassal.metadata import parse_metadata
from toolkit.vassal.packing import container_bytes, write_container
from toolkit.vassal.xml import parse_xml

_FILES = "files"
_SAME = "as the module"


def is_imported(folder: Path) -> bool:
    """Return whether a folder holds an imported module."""
    return (folder / IMPORTED).is_file()


def build_imported(folder: Path, out: Path) -> tuple[Path, list[Finding]]:
    """Write the module of an imported game into a folder, whole or not at all.

    Parameters
    ----------
    folder : Path
        Holds ``imported.yaml``.
    out : Path
        Folder of the module, made when it is missing.

    Returns
    -------
    path : Path
    findings : list of Finding
        IMP006: pictures that counters and boards name and that are not there.

    Raises
    ------
    InputError
        Of all files at once: what their schemas do not allow, IMP002 to IMP004.
    """
    entries, findings = built_entries(folder)
    about = mapping(read_document(folder / IMPORTED, "imported.schema.json"))["module"]
    name = "".join(c if c.isalnum() or c in "-_." else "_" for c in about.get("name", "")) or folder.name
    out.mkdir(parents=True, exist_ok=True)
    return write_container(out / f"{name}.vmod", entries), findings


def built_entries(folder: Path) -> tuple[dict[str, bytes], list[Finding]]:
    """Return the entries of an imported game's module; errors and findings as `build_imported`."""
    return _Builder(folder).build()


@dataclass(slots=True)
class _Entry:
    """A datum that parts of the module name, and where it stands."""

    data: dict[str, Any]
    document: Document
    path: tuple[str | int, ...]
    used: bool = field(default=False)

    def place(self, key: str = "") -> Place:
        parts: list[str | int] = [int(part) if part.isdigit() else part for part in key.split("/") if part]
        return self.document.place(*self.path, *parts)


class _Builder:
    """Puts a module together and keeps the faults, so that one run shows those of all files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.faults: list[Finding] = []
        self.entries: dict[str, dict[str, _Entry]] = {}

    def build(self) -> tuple[dict[str, bytes], list[Finding]]:
        head = read_document(self.folder / IMPORTED, "imported.schema.json")
        about = mapping(head)
        self._read_sheets()
        root = self._part("module", head)
        if self.faults or root is None:
            raise InputError(self.faults)
        for name, value in about["module"].items():
            try:
                root.set(name, str(value))
            except ValueError as error:
                self._fault("IMP002", str(error), head.key_place("module", name))
        self._fill(root, head)
        if self.faults:
            raise InputError(self.faults)
        data: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=True, standalone=False)
        found = {about["entry"]: data, **self._files()}
        metadata = self._metadata(found.get(MODULE_DATA), about.get("metadata", about["module"]))
        if metadata is not None:
            found[MODULE_DATA] = metadata
        found |= self._setups(data, metadata)
        if self.faults:
            raise InputError(self.faults)
        return found, self._missing(found, root)

    # Reading ---------------------------------------------------------------------------------------

    def _read_sheets(self) -> None:
        for path in sorted((self.folder / "pieces").glob("*.yaml")):
            self._sheet("piece", path, "imported_pieces.schema.json", "pieces")
        self._sheet("prototype", self.folder / "prototypes.yaml", "imported_pieces.schema.json", "prototypes")
        self._sheet("stack", self.folder / "at_start.yaml", "imported_boards.schema.json", "stacks")
        boards = self._document(self.folder / "boards.yaml", "imported_boards.schema.json")
        if boards is not None:
            for index, entry in enumerate(self._listed(boards, "maps")):
                self._enter("board", boards, ("maps", index, "boards"), entry["boards"])

    def _document(self, path: Path, schema: str) -> Document | None:
        if not path.exists():
            return None
        try:
            return read_document(path, schema, any_character=True)
        except InputError as error:
            self.faults += error.findings
            return None

    def _sheet(self, kind: str, path: Path, schema: str, key: str) -> None:
        document = self._document(path, schema)
        if document is not None:
            self._enter(kind, document, (key,), self._listed(document, key))

    def _listed(self, document: Document, key: str) -> list[dict[str, Any]]:
        """Return what a file lists; one of its schema may list something else."""
        found: list[dict[str, Any]] | None = mapping(document).get(key)
        if found is None:
            self._fault("IMP003", f"has no '{key}', which belong into this file", Place(document.file))
        return found or []

    def _enter(
        self, kind: str, document: Document, home: tuple[str | int, ...], items: list[dict[str, Any]]
    ) -> None:
        known = self.entries.setdefault(kind, {})
        for index, data in enumerate(items):
            entry = _Entry(data, document, (*home, index))
            first = known.setdefault(str(data["id"]), entry)
            if first is not entry:
                text = f"two {kind}s have the id '{data['id']}'; first at {first.place()}"
                self._fault("IMP003", text, entry.place("id"))

    def _fault(self, code: str, message: str, place: Place) -> None:
        self.faults.append(Finding(code, Severity.ERROR, message, place))

    # The buildFile ---------------------------------------------------------------------------------

    def _part(self, name: str, asking: Document) -> etree._Element | None:
        path = self.folder / "parts" / f"{name}.xml"
        if Path(name).name != name or not path.is_file():
            self._fault("IMP003", f"there is no part '{name}'", Place(file=asking.file))
            return None
        try:
            return parse_xml(packed_file(self.folder, path), name=path.as_posix(), code="IMP003")
        except InputError as error:
            self.faults += error.findings
        except OSError as error:
            self._fault("IMP003", f"cannot be read: {error.strerror}", Place(file=path.as_posix()))
        return None

    def _fill(self, root: etree._Element, head: Document) -> None:
        """Put in place of each placeholder what it names, parts first, then what stands in others."""
        makers: dict[str, Callable[[_Entry], etree._Element]] = {
            "board": lambda entry: element_from_data({"kind": "Board", **_bare(entry.data)}),
            "stack": lambda entry: element_from_data({"kind": "SetupStack", **_bare(entry.data)}),
            "piece": lambda entry: piece_element(entry.data),
            "prototype": lambda entry: piece_element({"kind": "prototype", **entry.data}),
        }
        for placeholder in list(root.iter("toolkit.part")):
            part = self._part(placeholder.get("id", ""), head)
            if part is not None:
                _swap(placeholder, part)
        for kind, make in makers.items():
            for placeholder in list(root.iter(f"toolkit.{kind}")):
                made = self._make(kind, placeholder.get("id", ""), make, head)
                if made is not None:
                    _swap(placeholder, made)
        for kind, known in self.entries.items():
            for id_, entry in known.items():
                if not entry.used:
                    text = f"no part of the module holds the {kind} '{id_}'"
                    self._fault("IMP003", text, entry.place("id"))

    def _make(
        self, kind: str, id_: str, make: Callable[[_Entry], etree._Element], head: Document
    ) -> etree._Element | None:
        entry = self.entries.get(kind, {}).get(id_)
        if entry is None:
            self._fault(
                "IMP003", f"a part names the {kind} '{id_}', which is in no file", Place(file=head.file)
            )
            return None
        entry.used = True
        try:
            return make(entry)
        except TraitError as error:
            key = f"traits/{error.key}" if error.key else ""
            self._fault("IMP002", str(error), entry.place(key))
        except (TreeError, ValueError) as error:
            self._fault("IMP002", str(error), entry.place())
        return None

    # Everything else -------------------------------------------------------------------------------

    def _files(self) -> dict[str, bytes]:
        base = self.folder / _FILES
        if base.is_symlink():
            self._fault(
                "IMP008", "is a link; only files and folders go into a module", Place(base.as_posix())
            )
        found: dict[str, bytes] = {}
        for home, folders, names in os.walk(base):
            # A link is followed nowhere: what it leads to is none of the module's files.
            links = [name for name in folders if (Path(home) / name).is_symlink()]
            folders.sort()
            for name in sorted((*names, *links)):
                path = Path(home) / name
                if path.is_symlink() or not path.is_file():
                    text = "a link, a pipe or a device; only files and folders go into a module"
                    self._fault("IMP008", text, Place(file=path.as_posix()))
                else:
                    found[path.relative_to(base).as_posix()] = path.read_bytes()
        return found

    def _metadata(self, data: bytes | None, about: Mapping[str, str]) -> bytes | None:
        """Return the module's metadata with its name and version as they are now."""
        if data is None:
            return None
        known = parse_metadata(data)
        name, version = about.get("name", known.name), about.get("version", known.version)
        if (known.name, known.version) == (name, version):
            return data
        return replace(known, name=name, version=version).to_xml()

    def _setups(self, build_file: bytes, metadata: bytes | None) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        palette: Palette | None = None
        for path in sorted((self.folder / "setups").glob("*.yaml")):
            document = self._document(path, "imported_setup.schema.json")
            if document is None:
                continue
            palette = palette or Palette([read_build_file(build_file)])
            data = mapping(document)
            try:
                text = setup_from_data(data, palette)
            except (PlaceError, TraitError) as error:
                key = str(error.args[1]) if len(error.args) > 1 else getattr(error, "key", "")
                parts = [int(part) if part.isdigit() else part for part in key.split("/") if part]
                code = "IMP004" if isinstance(error, PlaceError) else "IMP002"
                self._fault(code, str(error.args[0]), document.place(*parts))
                continue
            codec = Codec(data.get("codec", Codec.VCSK.value))
            inner = {SAVED_GAME: encode_saved_game(text, codec, data.get("key", 0))}
            for name, content in data["entries"].items():
                same = content == _SAME and metadata is not None
                inner[name] = metadata if same and metadata is not None else content.encode()
            found[data["file"]] = container_bytes(inner)
        return found

    def _missing(self, entries: Mapping[str, bytes], root: etree._Element) -> list[Finding]:
        """Return the pictures of counters and boards that the engine will not find, as MOD010 does."""
        findings = []
        images = image_names(entries)
        made = {item.get("name", "") for item in root.iter() if str(item.tag).endswith(".GamePieceImage")}
        for kind in ("piece", "board"):
            for entry in self.entries.get(kind, {}).values():
                for key, image in _pictures(entry.data):
                    if stands_for_itself(image) and not finds_image(image, images, made):
                        text = f"there is no picture '{image}' in {_FILES}/images"
                        place = entry.place(key)
                        data = {"image": image}
                        findings.append(Finding("IMP006", Severity.WARNING, text, place, data=data))
        return findings


def _bare(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in ("id", "map")}


def _swap(placeholder: etree._Element, element: etree._Element) -> None:
    parent = placeholder.getparent()
    assert parent is not None  # placeholders stand inside the module
    element.tail = placeholder.tail
    parent.replace(placeholder, element)


def _pictures(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the pictures that a counter or board names, and where it does."""
    found = [("image", str(data["image"]))] if "image" in data else []
    for index, trait in enumerate(data.get("traits", ())):
        if trait.get("trait") == "basic_piece" and trait.get("image"):
            found.append((f"traits/{index}/image", str(trait["image"])))
        if trait.get("trait") == "layer":
            images = trait.get("images", ())
            found += [(f"traits/{index}/images/{n}", str(image)) for n, image in enumerate(images)]
    return found
