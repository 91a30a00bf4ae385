"""Saves, logs and the set-ups inside modules: pieces, places, names, texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from toolkit.diagnostics import Finding, Severity
from toolkit.diagnostics.words import counted
from toolkit.validate.book import CHECKS
from toolkit.validate.checks.starts import HALF_A_COUNTER
from toolkit.validate.game_file import GameFile, Saved
from toolkit.validate.module_view import Definition, ModuleView
from toolkit.validate.nearest import nearest
from toolkit.vassal.commands import AddPlayer, Board, Chat, MovePiece, SetBoards

_check = partial(CHECKS.check, subject="game file")
_SHOWN = 5
_OBSERVERS = frozenset({"", "<observer>", "observer"})
# UTF-8 read as Latin-1 or Windows-1252: a lead byte's letter, then letters that continuation bytes give.
_MOJIBAKE = re.compile(
    "[\u00c3\u00c2\u00c5\u00d0\u00d1][\u0080-\u00bf\u0152\u0153\u0160\u0161\u2013-\u203a\u20ac\u2122]"
    "|\u00e2\u20ac|[\u00e3-\u00e9][\u0080-\u00bf][\u0080-\u00bf]"
)
_BROKEN = re.compile("\ufffd|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f]")


def _listed(names: Iterable[str]) -> str:
    every = sorted(set(names))
    more = f" and {len(every) - _SHOWN} more" if len(every) > _SHOWN else ""
    return ", ".join(repr(name) for name in every[:_SHOWN]) + more


@_check("LOG040", Severity.WARNING)
def unknown_map(game: GameFile) -> Iterator[Finding]:
    """Pieces lie on a map that the module does not have.

    Passed over are games played with extensions, which may bring maps, and files none of whose maps the
    module has: those are of another module.

    Why
    ---
    A warning: the engine puts such pieces on no map, and nobody sees them again.

    Good example
    ------------
    <both><module><Map mapName="Main"/></module>
      <save>+/1/piece;;;;Tank/Main;10;10;1;0</save></both>

    Bad example
    -----------
    <both><module><Map mapName="Main"/></module>
      <save>+/1/piece;;;;Tank/Main;10;10;1;0
      +/2/piece;;;;Gun/Old map;10;10;2;0</save></both>
    """
    module = game.comparable
    if module is None:
        return
    lost: dict[str, list[Saved]] = {}
    for piece in game.pieces:
        if piece.map is not None and piece.map not in module.map_names:
            lost.setdefault(piece.map, []).append(piece)
    for name, pieces in lost.items():
        near = nearest(name, module.map_names)
        hint = f"; did you mean {near!r}?" if near else ""
        many = counted(len(pieces), "piece lies", "pieces lie")
        message = f"{many} on {name!r}, a map that the module does not have{hint}"
        data = {"map": name, "pieces": len(pieces)}
        yield Finding("LOG040", Severity.WARNING, message, game.place(pointer=name), data=data)


class _Extents:
    """Sizes of maps by what boards lie on them; None where that is not certain."""

    def __init__(self, module: ModuleView, boards: Mapping[str, Sequence[Board]]) -> None:
        self._module = module
        self._boards = dict(boards)
        self._hands = module.names_of("PlayerHand")
        self._known: dict[str, tuple[int, int] | None] = {}

    def set(self, command: SetBoards) -> None:
        """Note that other boards lie on a map from now on."""
        self._boards[command.map] = command.boards
        self._known.pop(command.map, None)

    def off(self, name: str | None, x: int, y: int) -> bool:
        """Return whether a place is certain to be off its map."""
        if name is None:
            return False
        if name not in self._known:
            around = self._module.build.maps.get(name)
            # The window of a hand lays its counters out by itself.
            certain = around is not None and name not in self._hands
            self._known[name] = around.extent(self._boards.get(name)) if around and certain else None
        size = self._known[name]
        half = HALF_A_COUNTER
        return size is not None and not (-half <= x < size[0] + half and -half <= y < size[1] + half)


@_check("LOG041", Severity.WARNING)
def off_the_map(game: GameFile) -> Iterator[Finding]:
    """A piece lies, or is moved, outside all boards of its map and the blank edge around them.

    A counter whose middle lies up to a hundred pixels beyond is still seen.  Maps with a board of unknown
    size are passed over, and hands.

    Why
    ---
    A warning: nobody can see or reach the counter.

    Good example
    ------------
    <both><module><Map mapName="Main"><BoardPicker><setup>MainBoardPicker→Map→0→0</setup>
      <Board name="Map" width="200" height="100"/></BoardPicker></Map></module>
      <save>+/1/piece;;;;Tank/Main;10;10;1;0</save></both>

    Bad example
    -----------
    <both><module><Map mapName="Main"><BoardPicker><setup>MainBoardPicker→Map→0→0</setup>
      <Board name="Map" width="200" height="100"/></BoardPicker></Map></module>
      <save>+/1/piece;;;;Tank/Main;10;700;1;0</save></both>
    """
    module = game.comparable
    if module is None:
        return
    extents = _Extents(module, game.table.boards)
    off: dict[str, list[Saved]] = {}
    for piece in game.pieces:
        if extents.off(piece.map, piece.x, piece.y):
            off.setdefault(piece.map or "", []).append(piece)
    for name, pieces in off.items():
        first = pieces[0]
        names = _listed(piece.name for piece in pieces)
        where = f"the first at ({first.x}, {first.y})"
        many = counted(len(pieces), "piece lies", "pieces lie")
        message = f"{many} outside the boards of map {name!r}: {names}; {where}"
        data = {"map": name, "pieces": len(pieces)}
        yield Finding("LOG041", Severity.WARNING, message, game.place(pointer=name), data=data)
    for step in game.log.steps:
        for command in step.commands:
            if isinstance(command, SetBoards):
                extents.set(command)
            elif isinstance(command, MovePiece) and extents.off(command.map, command.x, command.y):
                where = f"({command.x}, {command.y})"
                message = f"a move ends at {where}, outside the boards of map {command.map!r}"
                data = {"map": command.map, "x": command.x, "y": command.y}
                yield Finding("LOG041", Severity.WARNING, message, game.place(step.number), data=data)


@_check("LOG042", Severity.INFO)
def piece_without_gpid(game: GameFile) -> Iterator[Finding]:
    """Pieces that do not say which palette slot they came from (no gpid).

    Files in which most pieces do not say it are passed over: they were made with an engine before 3.2.

    Why
    ---
    A note: such pieces cannot be brought up to date by Refresh Counters.

    Good example
    ------------
    <save>+/1/piece;;;;Tank/Main;10;10;1;0
    +/2/piece;;;;Gun/Main;10;10;2;0</save>

    Bad example
    -----------
    <save>+/1/piece;;;;Tank/Main;10;10;1;0
    +/2/piece;;;;Gun/Main;10;10;2;0
    +/3/piece;;;;Flag/Main;10;10;;0</save>
    """
    without = [piece for piece in game.pieces if not piece.gpid]
    if without and 2 * len(without) < len(game.pieces):
        names = _listed(piece.name for piece in without)
        message = f"{len(without)} of {len(game.pieces)} pieces have no gpid: {names}"
        yield Finding("LOG042", Severity.INFO, message, game.place(), data={"pieces": len(without)})


@_check("LOG043", Severity.WARNING)
def unknown_slot(game: GameFile) -> Iterator[Finding]:
    """Pieces whose gpid no palette slot and no placed marker of the module has.

    Passed over are games of which no piece has a known gpid (another module, or one without), and gpids of
    extensions.

    Why
    ---
    A warning: Refresh Counters leaves such pieces as they were, whatever changed in the module.

    Good example
    ------------
    <both><module><Map mapName="Main"/><Piece name="Tank" gpid="1">piece;;;;Tank</Piece></module>
      <save>+/1/piece;;;;Tank/Main;10;10;1;0</save></both>

    Bad example
    -----------
    <both><module><Map mapName="Main"/><Piece name="Tank" gpid="1">piece;;;;Tank</Piece></module>
      <save>+/1/piece;;;;Tank/Main;10;10;1;0
      +/2/piece;;;;Gun/Main;10;10;2;0</save></both>
    """
    module = game.comparable
    if module is None:
        return
    known = [piece for piece in game.pieces if piece.gpid in module.by_gpid]
    lost = [
        piece
        for piece in game.pieces
        if piece.gpid and ":" not in piece.gpid and piece.gpid not in module.by_gpid
    ]
    if lost and known:
        names = _listed(f"{piece.name} ({piece.gpid})" for piece in lost)
        message = (
            f"{counted(len(lost), 'piece has', 'pieces have')} a gpid that no slot of the module has: {names}"
        )
        data = {"gpids": sorted({piece.gpid for piece in lost})}
        yield Finding("LOG043", Severity.WARNING, message, game.place(), data=data)


@_check("LOG044", Severity.WARNING)
def other_name(game: GameFile) -> Iterator[Finding]:
    """A piece has another basic name than the palette slot of its gpid.

    Case and blanks do not matter; a piece one of whose slots was never named is passed over.  A gpid that
    stands for several definitions is MOD032's.

    Why
    ---
    A warning: Refresh Counters makes the one into the other, which is meant only for a counter renamed.

    Good example
    ------------
    <both><module><Map mapName="Main"/><Piece name="Tank" gpid="1">piece;;;;Tank</Piece></module>
      <save>+/1/piece;;;;Tank/Main;10;10;1;0</save></both>

    Bad example
    -----------
    <both><module><Map mapName="Main"/><Piece name="Tank" gpid="1">piece;;;;Tank</Piece></module>
      <save>+/1/piece;;;;Gun/Main;10;10;1;0</save></both>
    """
    module = game.comparable
    if module is None:
        return
    pairs: dict[tuple[str, str, str], int] = {}
    for piece in game.pieces:
        slot = module.by_gpid.get(piece.gpid)
        own = "" if slot is None or slot.basic is None else slot.basic.name
        if own and piece.name and _folded(own) != _folded(piece.name) and not _named(slot, piece.name):
            key = (piece.gpid, piece.name, own)
            pairs[key] = pairs.get(key, 0) + 1
    if pairs:
        listed = [f"{name!r} (gpid {gpid}; the slot is {own!r})" for gpid, name, own in sorted(pairs)]
        more = f" and {len(listed) - _SHOWN} more" if len(listed) > _SHOWN else ""
        message = f"pieces and their palette slots have other names: {', '.join(listed[:_SHOWN])}{more}"
        data = {"pairs": [list(key) for key in sorted(pairs)]}
        yield Finding("LOG044", Severity.WARNING, message, game.place(), data=data)


def _folded(name: str) -> str:
    return "".join(name.split()).casefold()


def _named(slot: Definition | None, name: str) -> bool:
    """Return whether another trait of the slot gives the name."""
    if slot is None:
        return False
    return any(
        _folded(part.properties(state).get("BasicName", "")) == _folded(name)
        for part, state in zip(slot.traits, slot.states, strict=True)
    )


@_check("LOG045", Severity.WARNING)
def other_module(game: GameFile) -> Iterator[Finding]:
    """A game was saved with another module, or another version of it, than the one at hand.

    Set-ups inside a module are passed over: they are older than the module by nature.

    Why
    ---
    A warning: what is found in the one may not hold for the other.

    Good example
    ------------
    <both><module name="Tiny" version="1.0"/><save module="Tiny" version="1.0">begin_save</save></both>

    Bad example
    -----------
    <both><module name="Tiny" version="1.1"/><save module="Tiny" version="1.0">begin_save</save></both>
    """
    own = game.log.module
    if game.module is None or game.entry is not None or own is None or game.module.is_extension:
        return
    build = game.module.build
    if own.name and build.name and own.name.strip() != build.name.strip():
        message = f"saved with module {own.name!r}; the one at hand is {build.name!r}"
    elif own.version and build.version and own.version.strip() != build.version.strip():
        message = f"saved with version {own.version} of the module; the one at hand is {build.version}"
    else:
        return
    data = {"saved": [own.name, own.version], "module": [build.name, build.version]}
    yield Finding("LOG045", Severity.WARNING, message, game.place(), data=data)


@_check("LOG046", Severity.INFO)
def about_nothing(game: GameFile) -> Iterator[Finding]:
    """A step of a log moves, changes or removes a piece that is not on the table.

    Why
    ---
    A note: the log was cut or put together from others, or a player stepped into a game that went on; the
    engine passes over such a command.

    Good example
    ------------
    <save>+/1/piece;;;;Tank/Main;10;10;1;0
    step
    M/1/Main/20/20/null/Main/10/10/null/</save>

    Bad example
    -----------
    <save>+/1/piece;;;;Tank/Main;10;10;1;0
    step
    M/2/Main/20/20/null/Main/10/10/null/</save>
    """
    steps = sorted({item.step for item in game.ignored if item.step is not None})
    if steps:
        listed = ", ".join(map(str, steps[:_SHOWN]))
        more = f" and {len(steps) - _SHOWN} more" if len(steps) > _SHOWN else ""
        where = f"in steps {listed}{more}"
        many = counted(len(game.ignored), "command is", "commands are")
        message = f"{many} about pieces that are not on the table, {where}"
        yield Finding("LOG046", Severity.INFO, message, game.place(steps[0]), data={"steps": steps})


@_check("LOG047", Severity.INFO)
def damaged_text(game: GameFile) -> Iterator[Finding]:
    """Chat lines or names whose letters were lost on the way: read in a wrong encoding, or replaced.

    Looked for are the replacement character, control characters, and UTF-8 that was read as Latin-1 twice in
    one line.

    Why
    ---
    A note: nothing that is judged depends on it, but names may be hard to read.

    Good example
    ------------
    <save>begin_save
    step
    CHAT* Żółkiew taken, Orël held</save>

    Bad example
    -----------
    <save>begin_save
    step
    CHAT* Å»Ã³Å‚kiew taken, OrÃ«l held</save>
    """
    found: list[int | None] = []
    texts: list[tuple[int | None, str]] = [(None, piece.name) for piece in game.pieces]
    for step in game.log.steps:
        texts += [(step.number, command.text) for command in step.commands if isinstance(command, Chat)]
    for step_number, text in texts:
        if _BROKEN.search(text) or len(_MOJIBAKE.findall(text)) > 1:
            found.append(step_number)
    if found:
        message = (
            f"{counted(len(found), 'text holds', 'texts hold')} letters that were lost in a wrong encoding"
        )
        yield Finding("LOG047", Severity.INFO, message, game.place(found[0]), data={"texts": len(found)})


@_check("LOG048", Severity.WARNING)
def player_of_no_side(game: GameFile) -> Iterator[Finding]:
    """A player is of a side that the module's roster does not have.

    Observers are of no side.  Modules without a roster are passed over.

    Why
    ---
    A warning: pieces and windows of that side are out of the player's reach.

    Good example
    ------------
    <both><module><PlayerRoster><entry>Blue</entry></PlayerRoster></module>
      <save>PLAYER→secret→Anna→Blue</save></both>

    Bad example
    -----------
    <both><module><PlayerRoster><entry>Blue</entry></PlayerRoster></module>
      <save>PLAYER→secret→Anna→Green</save></both>
    """
    module = game.comparable
    if module is None or not module.sides:
        return
    found = {item.side for item in game.log.begin if isinstance(item, AddPlayer)}
    for side in sorted(found - module.sides - _OBSERVERS):
        near = nearest(side, module.sides)
        hint = f"; did you mean {near!r}?" if near else ""
        message = f"a player is of side {side!r}, which is not in the module's roster{hint}"
        yield Finding("LOG048", Severity.WARNING, message, game.place(pointer=side), data={"side": side})
