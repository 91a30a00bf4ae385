"""Elements of a buildFile as data: boards, grids, zones, regions and the stacks that stand on them.

An element becomes a mapping: its class under ``kind``, its attributes under their own names, its children in
groups that read well (``grid``, ``zones`` …) where their order allows it, else under ``children``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lxml import etree

_HOME = "VASSAL.build.module.map."
_BOARD = f"{_HOME}boardPicker."
_TAGS = {
    "Board": f"{_BOARD}Board",
    "HexGrid": f"{_BOARD}board.HexGrid",
    "SquareGrid": f"{_BOARD}board.SquareGrid",
    "RegionGrid": f"{_BOARD}board.RegionGrid",
    "ZonedGrid": f"{_BOARD}board.ZonedGrid",
    "Region": f"{_BOARD}board.Region",
    "HexGridNumbering": f"{_BOARD}board.mapgrid.HexGridNumbering",
    "SquareGridNumbering": f"{_BOARD}board.mapgrid.SquareGridNumbering",
    "Zone": f"{_BOARD}board.mapgrid.Zone",
    "ZonedGridHighlighter": f"{_BOARD}board.mapgrid.ZonedGridHighlighter",
    "SetupStack": f"{_HOME}SetupStack",
    "piece": "toolkit.piece",
}
_SHORT = {tag: name for name, tag in _TAGS.items()}
_GRIDS = ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid")
# Group -> kinds of its members, and whether it is one element (its kind is then said in it).
_GROUPS: Mapping[str, tuple[tuple[str, ...], bool]] = {
    "zones": (("Zone",), False),
    "regions": (("Region",), False),
    "numbering": (("HexGridNumbering", "SquareGridNumbering"), True),
    "grid": (_GRIDS, True),
    "pieces": (("piece",), False),
}
_REST = "children"
_ORDER = (*_GROUPS, _REST)
_OWN = frozenset({"kind", "text", "children", *_GROUPS})
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,15})")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+")
_PATH = re.compile(r"-?[0-9]{1,16},-?[0-9]{1,16}(?:;-?[0-9]{1,16},-?[0-9]{1,16})*")
_POLYGONS = frozenset({"path"})


class TreeError(ValueError):
    """Data that make no element."""


def element_to_data(element: etree._Element) -> dict[str, Any]:
    """Return an element as data; `element_from_data` gives an equal one back (blank text aside)."""
    data: dict[str, Any] = {"kind": _kind(str(element.tag))}
    for name, value in _attributes(element).items():
        data[f"@{name}" if name in _OWN else name] = _value(name, value)
    if (element.text or "").strip():
        data["text"] = element.text
    children = [(child, element_to_data(child)) for child in element if isinstance(child.tag, str)]
    groups = [_group(child) for child, _ in children]
    if not children:
        return data
    if _keeps_order(groups):
        return data | _grouped(groups, [inner for _, inner in children])
    return data | {"children": [inner for _, inner in children]}


def _kind(tag: str) -> str:
    """Return what an element's class is called; a foreign tag that reads like one of ours is marked."""
    return f"={tag}" if tag in _TAGS else _SHORT.get(tag, tag)


def _group(element: etree._Element) -> str:
    kind = _SHORT.get(str(element.tag), "")
    if kind == "piece" and (list(element.keys()) != ["id"] or len(element) or (element.text or "").strip()):
        return _REST
    return next((name for name, (kinds, _) in _GROUPS.items() if kind in kinds), _REST)


def _keeps_order(groups: list[str]) -> bool:
    """Return whether children by group come back in the order of the file."""
    order = [_ORDER.index(group) for group in groups]
    doubled = any(single and groups.count(name) > 1 for name, (_, single) in _GROUPS.items())
    return order == sorted(order) and not doubled


def _grouped(groups: list[str], children: list[dict[str, Any]]) -> dict[str, Any]:
    """Return children by group; those of no group under ``children``."""
    found: dict[str, Any] = {}
    for group, inner in zip(groups, children, strict=True):
        if group == "pieces":
            found.setdefault(group, []).append(str(inner["id"]))
        elif group != _REST and _GROUPS[group][1]:
            found[group] = inner
        elif group != _REST:
            found.setdefault(group, []).append({key: inner[key] for key in inner if key != "kind"})
        else:
            found.setdefault(group, []).append(inner)
    return found


def element_from_data(data: Mapping[str, Any]) -> etree._Element:
    """Return the element of some data.

    Raises
    ------
    TreeError
        A kind or attribute that cannot be written as XML.
    """
    kind = str(data.get("kind", ""))
    try:
        tag = kind[1:] if kind.startswith("=") else _TAGS.get(kind, kind)
        element = etree.Element(tag)
        for name, value in data.items():
            if name not in _OWN:
                element.set(name.removeprefix("@"), _text(value))
        if "text" in data:
            element.text = str(data["text"])
    except ValueError as error:
        raise TreeError(f"'{kind}': {error}") from error
    for group, (kinds, single) in _GROUPS.items():
        for member in _members(data, group, single=single):
            if group == "pieces":
                member = {"kind": "piece", "id": member}
            elif not isinstance(member, Mapping):
                raise TreeError(f"'{kind}': {group} {'is' if single else 'are'} no keys with values")
            elif not single:
                member = {"kind": kinds[0], **member}
            element.append(element_from_data(member))
    for member in _members(data, "children"):
        if not isinstance(member, Mapping):
            raise TreeError(f"'{kind}': children are no keys with values")
        element.append(element_from_data(member))
    return element


def _members(data: Mapping[str, Any], group: str, *, single: bool = False) -> list[Any]:
    """Return the members of a group; TreeError where those of several are no list."""
    members = data.get(group, [])
    if single:
        return [members] if group in data else []
    if not isinstance(members, list):
        raise TreeError(f"{group} is no list")
    return members


def _attributes(element: etree._Element) -> dict[str, str]:
    return {str(name): str(value) for name, value in element.items()}


def _value(name: str, text: str) -> object:
    """Return an attribute's value: a number or truth where that is written back the same."""
    if text in ("true", "false"):
        return text == "true"
    if _INTEGER.fullmatch(text) and str(int(text)) == text:
        return int(text)
    if _FLOAT.fullmatch(text) and repr(float(text)) == text:
        return float(text)
    if name in _POLYGONS and _PATH.fullmatch(text):
        points = [[int(part) for part in pair.split(",")] for pair in text.split(";")]
        if _text(points) == text:
            return points
    return text


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ";".join(",".join(map(str, pair)) for pair in value)
    return str(value)
