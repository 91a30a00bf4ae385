"""Counters and prototypes: elements of a buildFile as data with named traits, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lxml import etree

from toolkit.importer.traits import TraitError, trait_from_data, trait_to_data
from toolkit.vassal import sequence
from toolkit.vassal.commands import AddPiece, decode_command

PIECES = {"VASSAL.build.widget.PieceSlot": "piece", "VASSAL.build.widget.CardSlot": "card"}
PROTOTYPE = "VASSAL.build.module.PrototypeDefinition"
_TAGS = {kind: tag for tag, kind in PIECES.items()} | {"prototype": PROTOTYPE}


def piece_to_data(element: etree._Element, id_: str) -> dict[str, Any]:
    """Return a slot or prototype as data.

    Parameters
    ----------
    element : element
    id_ : str
        What the parts of the module call it.
    """
    kind = PIECES.get(str(element.tag), "prototype")
    data: dict[str, Any] = {"id": id_}
    if kind != "piece":
        data["kind"] = kind
    data |= {str(name): str(value) for name, value in element.attrib.items()}
    text = (element.text or "").strip()
    command = decode_command(text) if text else None
    if isinstance(command, AddPiece) and command.id is None:
        traits = traits_to_data(command.type, command.state, _slot_state(data))
        if traits is not None and _definition({**data, "traits": traits}) == text:
            return {**data, "traits": traits}
    return {**data, "definition": text} if text else data


def traits_to_data(type_: str, state: str, basic: str | None = None) -> list[dict[str, Any]] | None:
    """Return the traits of a piece, outermost first; None when they cannot be told apart.

    Parameters
    ----------
    basic : str, optional
        State of the innermost trait that need not be said.
    """
    types = sequence.decode_nested(type_, "\t")
    states = sequence.decode_nested(state, "\t")
    if len(types) != len(states):
        return None
    last = len(types) - 1
    return [
        trait_to_data(text, own, basic if index == last else None)
        for index, (text, own) in enumerate(zip(types, states, strict=True))
    ]


def traits_from_data(
    traits: list[Mapping[str, Any]], basic: str | None = None
) -> tuple[list[str], list[str]]:
    """Return type and state texts of traits, outermost first.

    Raises
    ------
    TraitError
        With the number of the trait in `key`, as ``"3/level"``.
    """
    found = []
    for index, data in enumerate(traits):
        try:
            found.append(trait_from_data(data, basic if index == len(traits) - 1 else None))
        except TraitError as error:
            raise TraitError(str(error), f"{index}/{error.key}".rstrip("/")) from error
    return [text for text, _ in found], [state for _, state in found]


def _slot_state(data: Mapping[str, Any]) -> str:
    """Return the state of a basic piece in its slot."""
    return f"null;0;0;{data.get('gpid', '')};0"


def definition_text(data: Mapping[str, Any]) -> str:
    """Return the add command of a slot or prototype.

    Raises
    ------
    TraitError
        As `traits_from_data`.
    """
    return _definition(data) if "traits" in data else str(data.get("definition", ""))


def _definition(data: Mapping[str, Any]) -> str:
    types, states = traits_from_data(data["traits"], _slot_state(data))
    nested = sequence.encode_nested(types, "\t"), sequence.encode_nested(states, "\t")
    return AddPiece(None, *nested).encode()


def piece_element(data: Mapping[str, Any]) -> etree._Element:
    """Return the element of a slot or prototype.

    Raises
    ------
    TraitError
        As `traits_from_data`.
    """
    element = etree.Element(_TAGS[data.get("kind", "piece")])
    for name, value in data.items():
        if name not in ("id", "kind", "traits", "definition"):
            element.set(name, str(value))
    text = definition_text(data)
    if text:
        element.text = text
    return element
