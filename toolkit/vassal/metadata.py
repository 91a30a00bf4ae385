"""``moduledata``, ``savedata`` and ``extensiondata``: who wrote a file, for which module, when.

Source: ``VASSAL.build.module.metadata`` at 3.6.0 and release-3.7.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from lxml import etree

from toolkit.vassal.xml import parse_xml

EPOCH_1980 = 315_532_800_000
_EMPTY: Mapping[str, str] = MappingProxyType({})
# Engines before this one wrote the language where the text belongs and the text where the language belongs.
_SWAPPED_BEFORE = (3, 6, 11)


@dataclass(frozen=True, slots=True)
class Metadata:
    """One metadata entry.

    Attributes
    ----------
    name : str or None
        The module's name; a save's own entry has none.
    version : str
        Version of the module, extension or save.
    vassal_version : str
        The engine that wrote the file.
    extra1, extra2 : str
        Two free texts engines since 3.7 show in the module list.
    saved_ms : int
        Milliseconds since 1970 (UTC); fixed in files this package writes.
    module_name, module_version : str or None
        Of an extension: the module it belongs to.
    names, descriptions : mapping of str to str
        Language code to translation.
    """

    name: str | None = None
    version: str = ""
    vassal_version: str = ""
    description: str = ""
    extra1: str = ""
    extra2: str = ""
    saved_ms: int = EPOCH_1980
    module_name: str | None = None
    module_version: str | None = None
    names: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    descriptions: Mapping[str, str] = field(default_factory=lambda: _EMPTY)

    def to_xml(self) -> bytes:
        """Return the entry as the engine writes it, UTF-8, two blanks of indent."""
        root = etree.Element("data", version="1")

        def child(tag: str, text: str, lang: str | None = None) -> None:
            element = etree.SubElement(root, tag)
            element.text = text
            if lang is not None:
                element.set("lang", lang)

        child("version", self.version)
        child("extra1", self.extra1)
        child("extra2", self.extra2)
        child("VassalVersion", self.vassal_version)
        child("dateSaved", str(self.saved_ms))
        child("description", self.description)
        for lang, text in sorted(self.descriptions.items()):
            child("description", text, lang)
        if self.name is not None:
            child("name", self.name)
            for lang, text in sorted(self.names.items()):
                child("name", text, lang)
        if self.module_name is not None:
            child("moduleName", self.module_name)
            child("moduleVersion", self.module_version or "")
        etree.indent(root, space="  ")
        body: bytes = etree.tostring(root, encoding="UTF-8", xml_declaration=True, standalone=False)
        return body + b"\n"


def version_key(version: str) -> tuple[int, ...]:
    """Return the first three numbers of a version."""
    return tuple(int(part) for part in re.findall(r"\d{1,6}", version.partition("-")[0])[:3])


def _translations(root: etree._Element, tag: str, *, swapped: bool) -> dict[str, str]:
    found: dict[str, str] = {}
    for element in root.iterfind(tag):
        lang, text = element.get("lang"), element.text or ""
        if lang is not None:
            found.update({text: lang} if swapped else {lang: text})
    return found


def parse_metadata(data: bytes, *, name: str = "metadata") -> Metadata:
    """Read one metadata entry; unknown elements are ignored, missing ones empty.

    Raises
    ------
    InputError
        LOG002 when it is no XML.
    """
    root = parse_xml(data, name=name, code="LOG002")

    def text(tag: str) -> str | None:
        for element in root.iterfind(tag):
            if element.get("lang") is None:
                return element.text or ""
        return None

    vassal_version = text("VassalVersion") or ""
    swapped = version_key(vassal_version) < _SWAPPED_BEFORE
    saved = text("dateSaved") or ""
    return Metadata(
        name=text("name"),
        version=text("version") or "",
        vassal_version=vassal_version,
        description=text("description") or "",
        extra1=text("extra1") or "",
        extra2=text("extra2") or "",
        saved_ms=int(saved) if saved.isascii() and saved.isdigit() and len(saved) < 19 else 0,
        module_name=text("moduleName"),
        module_version=text("moduleVersion"),
        names=_translations(root, "name", swapped=swapped),
        descriptions=_translations(root, "description", swapped=swapped),
    )
