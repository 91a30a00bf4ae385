"""Modules and games small enough to read, for tests of refreshing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from xml.sax.saxutils import escape, quoteattr

from toolkit.vassal.buildfile import BuildFile, read_build_file
from toolkit.vassal.commands import AddPiece, BeginSave, Command, EndSave, Logged, Script
from toolkit.vassal.traits import BasicState, Piece, StackState, Trait, piece


def module(slots: Iterable[Piece], prototypes: Mapping[str, Piece] | None = None) -> BuildFile:
    """Return a module of one map, these palette slots and prototypes."""
    parts = ['<VASSAL.build.module.Map mapName="Field"/>']
    for slot in slots:
        text = escape(slot.add_command().encode())
        gpid = quoteattr(slot.basic_state.gpid)
        parts.append(
            f'<VASSAL.build.widget.PieceSlot entryName="x" gpid={gpid}>{text}</VASSAL.build.widget.PieceSlot>'
        )
    for name, definition in (prototypes or {}).items():
        text = escape(definition.add_command().encode())
        tag = "VASSAL.build.module.PrototypeDefinition"
        parts.append(f"<{tag} name={quoteattr(name)}>{text}</{tag}>")
    text = f'<VASSAL.build.GameModule name="T" version="1">{"".join(parts)}</VASSAL.build.GameModule>'
    return read_build_file(text.encode())


def slot(gpid: str, name: str, *traits: Trait | tuple[Trait, str], image: str = "") -> Piece:
    """Return a counter as a palette holds it."""
    return piece(traits, name=name, image=image, gpid=gpid)


def placed(id_: str, counter: Piece, x: int, *states: str, gpid: str | None = None) -> AddPiece:
    """Return a counter on the map, its outer traits in the given states."""
    basic = replace(counter.basic_state, map="Field", x=x, y=50)
    if gpid is not None:
        basic = replace(basic, gpid=gpid)
    parts = [replace(part, state=state) for part, state in zip(counter.parts, states, strict=False)]
    parts += counter.parts[len(states) : -1]
    parts.append(replace(counter.parts[-1], state=basic.encode()))
    return Piece(tuple(parts)).add_command(id_)


def game(*commands: Command, steps: Iterable[Command] = ()) -> Script:
    """Return a saved game, or a log with steps."""
    return Script((BeginSave(), *commands, EndSave(), *(Logged(step) for step in steps)))


def stack(id_: str, x: int, *members: str) -> AddPiece:
    """Return a stack of pieces."""
    return AddPiece(id_, "stack", StackState("Field", x, 50, members).encode())


def basic(counter: Piece) -> BasicState:
    """Return where a counter lies."""
    return counter.basic_state
