"""The buildFile: a tree of components, each checked against what 3.6.0 knows when it is made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from lxml import etree

from toolkit.module.allowed import COMPONENTS, RECENT_COMPONENTS

_PACKAGES = (
    "VASSAL.build.",
    "VASSAL.build.module.",
    "VASSAL.build.module.map.",
    "VASSAL.build.module.map.boardPicker.",
    "VASSAL.build.module.map.boardPicker.board.",
    "VASSAL.build.module.map.boardPicker.board.mapgrid.",
    "VASSAL.build.module.properties.",
    "VASSAL.build.module.turn.",
    "VASSAL.build.module.documentation.",
    "VASSAL.build.module.gamepieceimage.",
    "VASSAL.build.widget.",
    "VASSAL.i18n.",
    "",
)

# Those of 3.7 stand only in the module that asks for it (`toolkit.module.recent`).
_KNOWN = {**COMPONENTS, **RECENT_COMPONENTS}

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Component:
    """One element of a buildFile.

    Attributes
    ----------
    tag : str
        Full class name, or a plain element (``entry``, ``option``, ``setup``).
    attributes : tuple of (str, str)
        Sorted by name.
    """

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple[Component, ...] = ()
    text: str = ""

    def get(self, name: str) -> str | None:
        """Return an attribute's value, None when it is not set."""
        return dict(self.attributes).get(name)


def component(class_name: str, children: Iterable[Component] = (), /, **attributes: Value) -> Component:
    """Return a component by its short class name.

    Parameters
    ----------
    class_name : str
        Class name without its package, e.g. ``"HexGrid"``.
    **attributes
        As in the buildFile; True and False become ``true`` and ``false``.

    Raises
    ------
    ValueError
        If 3.6.0 has no such component or attribute.
    """
    tag = next((package + class_name for package in _PACKAGES if package + class_name in _KNOWN), None)
    if tag is None:
        raise ValueError(f"VASSAL 3.6.0 has no component {class_name}, or it is not on the list")
    unknown = sorted(set(attributes) - set(_KNOWN[tag]))
    if unknown:
        raise ValueError(f"{class_name} has no attribute {', '.join(unknown)} in VASSAL 3.6.0")
    pairs = tuple((key, attribute(value)) for key, value in sorted(attributes.items()))
    return Component(tag, pairs, tuple(children))


def text_component(class_name: str, text: str, /, **attributes: Value) -> Component:
    """Return a component that holds text; otherwise as `component`."""
    return replace(component(class_name, **attributes), text=text)


def attribute(value: Value) -> str:
    """Return a value as attributes spell it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value)
    return str(value)


def to_xml(root: Component) -> bytes:
    """Return the file: UTF-8, indented, attributes sorted: the same bytes for the same tree."""
    tree = _element(root)
    body: bytes = etree.tostring(tree, encoding="UTF-8", xml_declaration=True, pretty_print=True)
    return body


def _element(item: Component) -> etree._Element:
    element = etree.Element(item.tag, dict(item.attributes))
    element.text = item.text or None
    element.extend(_element(child) for child in item.children)
    return element
