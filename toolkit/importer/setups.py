"""Set-ups: saved games inside a module, by counters, places and states."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from toolkit.importer.pieces import traits_from_data, traits_to_data
from toolkit.importer.traits import TraitError, kind_of
from toolkit.refresh.palette import Definition, Palette
from toolkit.vassal import sequence
from toolkit.vassal.commands import ESC, AddPiece, Command, decode_commands
from toolkit.vassal.traits import StackState, is_deck, is_stack

Locate = Callable[[str, int, int], str | None]
"""Gives the name of a pixel of a map."""
Places = dict[str, dict[str, list[int]]]
_NOWHERE = "nowhere"
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,9}")


class PlaceError(ValueError):
    """A place that the set-up's table of places does not have."""


def setup_to_data(text: str, palette: Palette, locate: Locate) -> dict[str, Any]:
    """Return a saved game's commands as data.

    Parameters
    ----------
    text : str
        Unwrapped.
    palette : Palette
        Of the module around it.

    Returns
    -------
    dict
        ``places``: name to pixel by map; ``begin``: one entry for each command, in order: a counter, a stack,
        or the command as it is.  `setup_from_data` gives the text back.
    """
    places: Places = {}
    begin = [_command_to_data(command, palette, locate, places) for command in decode_commands(text)]
    return {"places": places, "begin": begin}


def _command_to_data(command: Command, palette: Palette, locate: Locate, places: Places) -> dict[str, Any]:
    written = command.encode()
    if isinstance(command, AddPiece) and command.id is not None and not is_deck(command.type):
        make = _stack_to_data if is_stack(command.type) else _piece_to_data
        data = make(command, palette, locate, places)
        if data is not None and _given_back(data, palette, places) == written:
            return data
    return {"command": written}


def _given_back(data: Mapping[str, Any], palette: Palette, places: Places) -> str | None:
    try:
        return _command_from_data(data, palette, places)
    except (TraitError, PlaceError, KeyError, ValueError):
        return None


def _stack_to_data(
    command: AddPiece, _palette: Palette, locate: Locate, places: Places
) -> dict[str, Any] | None:
    state = StackState.parse(command.state)
    data: dict[str, Any] = {"stack": command.id, **_place(state.map, state.x, state.y, locate, places)}
    data["holds"] = list(state.members)
    return data | ({} if state.layer is None else {"layer": state.layer})


def _piece_to_data(
    command: AddPiece, palette: Palette, locate: Locate, places: Places
) -> dict[str, Any] | None:
    types = tuple(sequence.decode_nested(command.type, "\t"))
    states = tuple(sequence.decode_nested(command.state, "\t"))
    if len(types) != len(states) or not types[-1].startswith("piece;"):
        return None
    basic = sequence.decode(states[-1], ";")
    if len(basic) < 3 or not all(map(_is_number, basic[1:3])):
        return None
    map_, x, y, gpid = sequence.from_null(basic[0]), int(basic[1]), int(basic[2]), "".join(basic[3:4])
    data: dict[str, Any] = {"piece": command.id}
    definition = palette.by_gpid(gpid, _name(types[-1]))
    if definition is not None and definition.types == types:
        data |= {"gpid": gpid, "name": _name(types[-1])} | _place(map_, x, y, locate, places)
        states_ = _differing(types, definition.states, states)
        data |= {"states": states_} if states_ else {}
    else:
        data |= {"gpid": gpid} | _place(map_, x, y, locate, places)
        traits = traits_to_data(command.type, command.state, states[-1])
        if traits is None:
            return None
        data["traits"] = traits
    return data | ({} if basic[4:] == ["0"] else {"more": basic[4:]})


def _is_number(text: str) -> bool:
    """Return whether a coordinate comes back from its number as it was spelt."""
    return _NUMBER.fullmatch(text) is not None


def _name(basic: str) -> str:
    tokens = sequence.decode(basic, ";")
    return tokens[4] if len(tokens) > 4 else ""


def _keys(types: Sequence[str]) -> list[str]:
    """Return what a set-up calls each trait of a counter: its kind, and its number from the second on."""
    counts: dict[str, int] = {}
    keys = []
    for text in types:
        kind = kind_of(text)
        counts[kind] = counts.get(kind, 0) + 1
        keys.append(kind if counts[kind] == 1 else f"{kind} {counts[kind]}")
    return keys


def _differing(types: Sequence[str], usual: Sequence[str], states: Sequence[str]) -> dict[str, str]:
    """Return the states that are other than a fresh counter's, the place left aside."""
    rows = list(zip(_keys(types), usual, states, strict=True))[:-1]
    return {key: state for key, fresh, state in rows if state != fresh}


def _place(map_: str | None, x: int, y: int, locate: Locate, places: Places) -> dict[str, Any]:
    if map_ is None:
        return {"on": _NOWHERE} | ({"xy": [x, y]} if (x, y) != (0, 0) else {})
    name = locate(map_, x, y)
    if not name:
        return {"on": map_, "xy": [x, y]}
    known = places.setdefault(map_, {}).setdefault(name, [x, y])
    return {"on": map_, "at": name} | ({} if known == [x, y] else {"xy": [x, y]})


def setup_from_data(data: Mapping[str, Any], palette: Palette) -> str:
    """Return a saved game's text.

    Raises
    ------
    PlaceError
        A place that the table does not have, or a counter that the module does not have.
    TraitError
        As `traits_from_data`.
    """
    tokens = []
    for index, entry in enumerate(data["begin"]):
        try:
            tokens.append(_command_from_data(entry, palette, data.get("places", {})))
        except (PlaceError, TraitError) as error:
            key = f"begin/{index}"
            raise type(error)(str(error), key) from error
    text = sequence.encode(tokens, ESC) or ""
    if sequence.decode(text, ESC) != tokens:
        text = sequence.encode(tokens, ESC, sequence.Quoting.LOSSLESS) or ""
    return text


def _command_from_data(data: Mapping[str, Any], palette: Palette, places: Places) -> str:
    if "command" in data:
        return str(data["command"])
    map_, x, y = _spot(data, places)
    if "stack" in data:
        state = StackState(map_, x, y, tuple(map(str, data.get("holds", ()))), data.get("layer"))
        return AddPiece(str(data["stack"]), "stack", state.encode()).encode()
    gpid = str(data.get("gpid", ""))
    place = [sequence.to_null(map_), str(x), str(y), gpid, *map(str, data.get("more", ["0"]))]
    if not gpid and "more" in data and not data["more"]:
        place = place[:3]
    if "traits" in data:
        types, states = traits_from_data(data["traits"], "")
    else:
        definition = _wanted(palette, gpid, str(data.get("name", "")))
        types, states = list(definition.types), _stated(definition, data.get("states", {}))
    states[-1] = sequence.encode(place, ";") or ""
    nested = sequence.encode_nested(types, "\t"), sequence.encode_nested(states, "\t")
    return AddPiece(str(data["piece"]), *nested).encode()


def _wanted(palette: Palette, gpid: str, name: str) -> Definition:
    found = palette.by_gpid(gpid, name)
    if found is None:
        raise PlaceError(f"no counter of the module has the number {gpid or 'none'}")
    return found


def _stated(definition: Definition, states: Mapping[str, str]) -> list[str]:
    keys = _keys(definition.types)
    unknown = sorted(set(states) - set(keys))
    if unknown:
        raise PlaceError(f"the counter has no trait '{unknown[0]}'; it has {', '.join(keys)}")
    return [str(states.get(key, fresh)) for key, fresh in zip(keys, definition.states, strict=True)]


def _spot(data: Mapping[str, Any], places: Places) -> tuple[str | None, int, int]:
    on = str(data.get("on", _NOWHERE))
    found = data.get("xy")
    if found is None and "at" in data:
        name = str(data["at"])
        found = places.get(on, {}).get(name)
        if found is None:
            raise PlaceError(f"the table of places has no '{name}' on '{on}'")
    x, y = found or (0, 0)
    return (None if on == _NOWHERE else on), int(x), int(y)
