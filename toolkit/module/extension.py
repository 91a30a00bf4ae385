"""From an extension of a game to a ``.vmdx``: what the module lacks, and where it is put in.

The module of the game with the extension is made as any other, and what it has more than the game's own
module is what the extension brings; whatever else would differ cannot be brought by an extension.

Source: ``VASSAL.build.module`` (``ModuleExtension``, ``ExtensionElement``, ``ExtensionsManager``),
``VASSAL.tools.ComponentPathBuilder``, release-3.7.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from toolkit.compile.extension import NUMBERS
from toolkit.diagnostics import Finding, Place, Severity, ToolkitError
from toolkit.module.buildfile import Component, component, to_xml
from toolkit.module.darkroom import Darkroom
from toolkit.module.identity import DIGEST
from toolkit.module.palette import PALETTE, panel
from toolkit.module.parts import ModuleParts
from toolkit.module.pieces import Piece
from toolkit.module.root import predefined_setups, vassal_version
from toolkit.source.extension import CONTENT, FORMAT, VERSION, Extension
from toolkit.vassal import commands as c
from toolkit.vassal import sequence, traits
from toolkit.vassal.codecs import encode_saved_game
from toolkit.vassal.containers import SAVED_GAME, open_container
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, write_container

# Parts of the buildFile to which extensions add.
_OPEN = frozenset({"VASSAL.build.module.PieceWindow", "VASSAL.build.module.PredefinedSetup"})


def write_extension(
    extension: Extension,
    own: ModuleParts,
    whole: ModuleParts,
    out: Path,
    darkroom: Darkroom | None = None,
    *,
    place: Place = Place(),  # noqa: B008  (a frozen value)
) -> Path:
    """Write an extension.

    Parameters
    ----------
    own, whole : ModuleParts
        The game's module without and with the extension (`toolkit.compile.extension`).
    out : Path
        Folder; made if missing.
    place : Place
        Where findings point to.

    Returns
    -------
    Path
        The ``.vmdx``; the same input gives the same bytes.

    Raises
    ------
    ToolkitError
        MOD015 where the module itself would have to be another.
    """
    faults = list(_closed(extension, own, whole, place))
    if faults:
        raise ToolkitError(faults)
    entries = _entries(extension, own, whole, darkroom)
    return write_container(out / f"{extension.file}.vmdx", entries, parents=True)


def _closed(extension: Extension, own: ModuleParts, whole: ModuleParts, place: Place) -> Iterator[Finding]:
    """Yield what the game's module would have otherwise with the extension, and cannot get from it."""
    parts = _closed_parts(own), _closed_parts(whole)
    changed = [_said(new) for old, new in zip(*parts, strict=False) if old != new]
    changed += [_said(item) for item in parts[len(parts[0]) < len(parts[1])][min(map(len, parts)) :]]
    pieces = {piece.id: piece for piece in whole.pieces}
    changed += [f"the piece {piece.name}" for piece in own.pieces if pieces.get(piece.id) != piece]
    if changed:
        text = f"the module would have to be another, which no extension can do: {', '.join(changed[:5])}"
        data = {"extension": extension.id, "changed": changed}
        yield Finding("MOD015", Severity.ERROR, text, place, data=data)


def _closed_parts(parts: ModuleParts) -> list[Component]:
    """Return the parts of the buildFile to which nothing can be added, without the digest of the data."""
    digest = parts.shop.game.digest

    def bare(item: Component) -> Component:
        pairs = tuple((name, "" if value == digest else value) for name, value in item.attributes)
        return replace(item, attributes=pairs, children=tuple(map(bare, item.children)))

    return [bare(child) for child in parts.root.children if child.tag not in _OPEN]


def _said(item: Component) -> str:
    name = next(filter(None, map(item.get, ("name", "mapName", "entryName"))), "")
    return f"{item.tag.rpartition('.')[2]} {name}".rstrip()


def _entries(
    extension: Extension, own: ModuleParts, whole: ModuleParts, darkroom: Darkroom | None
) -> dict[str, bytes]:
    equipment, game = own.shop.equipment, own.shop.game
    pieces = new_pieces(extension, whole)
    kept = {name for name, _ in own.setups}
    setups = [
        (name, _as_played(content, extension, game.digest))
        for name, content in whole.setups
        if name not in kept
    ]
    drawn = {name: item for name, item in whole.drawings.items() if name not in own.drawings}
    made = (darkroom or Darkroom(cores=1)).develop(drawn, {name: item.svg() for name, item in drawn.items()})
    data = Metadata(
        version=extension.version,
        vassal_version=vassal_version(equipment),
        description=extension.description or extension.names.en,
        module_name=equipment.names.en,
        module_version=equipment.version,
    )
    content = {"format": FORMAT, "format_version": VERSION, "digest": game.digest, **extension.to_json()}
    return {
        "buildFile.xml": to_xml(_root(extension, own, pieces, [name for name, _ in setups])),
        "extensiondata": data.to_xml(),
        CONTENT: json.dumps(content, ensure_ascii=False, sort_keys=True, indent=1).encode() + b"\n",
        **dict(setups),
        **{f"images/{name}": picture for name, picture in made.items()},
    }


def new_pieces(extension: Extension, whole: ModuleParts) -> tuple[Piece, ...]:
    """Return the extension's pieces under its own numbers."""
    new = {counter.id for counter in extension.counters}
    return tuple(
        replace(piece, gpid=piece.gpid - NUMBERS, extension=extension.id)
        for piece in whole.pieces
        if piece.id in new
    )


def _root(
    extension: Extension, own: ModuleParts, pieces: Sequence[Piece], setups: Sequence[str]
) -> Component:
    equipment = own.shop.equipment
    return component(
        "ModuleExtension",
        [
            *_panels(extension, own, pieces),
            *(
                component("ExtensionElement", [setup], target="")
                for setup in predefined_setups(extension.setups, setups)
            ),
        ],
        anyModule=False,
        description=extension.description or extension.names.en,
        extensionId=extension.id,
        module=equipment.names.en,
        moduleVersion=equipment.version,
        nextPieceSlotId=max((piece.gpid for piece in pieces), default=0) + 1,
        vassalVersion=vassal_version(equipment),
        version=extension.version,
    )


def _panels(extension: Extension, own: ModuleParts, pieces: Sequence[Piece]) -> Iterator[Component]:
    """Yield a list of the extension's pieces for each tab of the palette that has some."""
    tabs: dict[str, list[Piece]] = {}
    for piece in pieces:
        tabs.setdefault(piece.group[0], []).append(piece)
    known = {piece.group[0] for piece in own.pieces}
    for tab, found in tabs.items():
        path = (*PALETTE, tab) if tab in known else PALETTE
        steps = [sequence.encode((_class(depth), name), ":") for depth, name in enumerate(path)]
        target = sequence.encode(steps, "/") or ""
        yield component("ExtensionElement", [panel(extension.names.en, found)], target=target)


def _class(depth: int) -> str:
    return "VASSAL.build.widget.TabWidget" if depth else "VASSAL.build.module.PieceWindow"


def _as_played(content: bytes, extension: Extension, digest: str) -> bytes:
    """Return a set-up as a game with the extension has it: its numbers, its name, the game's digest."""
    container = open_container(content, name=extension.file)
    saved = container.saved_game()
    commands: list[c.Command] = []
    for command in c.decode_commands(saved.text):
        match command:
            case c.BeginSave():
                commands += [command, c.Extension(extension.file, extension.version)]
            case c.GlobalPropertyState(name=name) if name == DIGEST:
                commands.append(replace(command, value=digest))
            case c.AddPiece() if not (traits.is_stack(command.type) or traits.is_deck(command.type)):
                commands.append(_own_number(command, extension))
            case _:
                commands.append(command)
    entries = dict(container.contents(name for name in container.names if name != SAVED_GAME))
    entries[SAVED_GAME] = encode_saved_game(c.encode_commands(commands), saved.codec, saved.key)
    return container_bytes(entries)


def _own_number(command: c.AddPiece, extension: Extension) -> c.AddPiece:
    states = sequence.decode_nested(command.state, "\t")
    inner = traits.BasicState.parse(states[-1])
    if not inner.gpid.isdigit() or int(inner.gpid) < NUMBERS:
        return command
    number = f"{extension.id}:{int(inner.gpid) - NUMBERS}"
    states[-1] = replace(inner, gpid=number).encode()
    return replace(command, state=sequence.encode_nested(states, "\t"))
