"""The game as a whole: where a save begins and ends, boards, turns, extensions, small components.

Source: ``VASSAL.build.module`` (``GameState``, ``BoardPicker``, ``TurnTracker``, ``ExtensionsLoader``,
``PluginsLoader``, ``NewGameIndicator``, ``StartupGlobalKeyCommand``, ``Flare``, ``LOS_Thread``,
``SpecialDiceButton``, ``EventLog``), release-3.7; ``CHECK`` and ``ALERT``: engines up to 2.9.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.vassal.commands.base import Command
from toolkit.vassal.sequence import decode, encode, parse_integer


@dataclass(frozen=True, slots=True)
class BeginSave(Command):
    """The table is cleared; what follows sets it up."""

    def canonical(self) -> str:
        """Return the word."""
        return "begin_save"


@dataclass(frozen=True, slots=True)
class EndSave(Command):
    """The table is set up."""

    def canonical(self) -> str:
        """Return the word."""
        return "end_save"


@dataclass(frozen=True, slots=True)
class Extension(Command):
    """An extension was loaded when the game was saved."""

    name: str
    version: str

    def canonical(self) -> str:
        """Return ``EXT``, name and version."""
        return f"EXT\t{encode((self.name, self.version), chr(9))}"


@dataclass(frozen=True, slots=True)
class Plugin(Command):
    """A plugin was loaded when the game was saved."""

    name: str
    version: str

    def canonical(self) -> str:
        """Return ``PLUGIN``, name and version."""
        return f"PLUGIN\t{encode((self.name, self.version), chr(9))}"


@dataclass(frozen=True, slots=True)
class NotNew(Command):
    """The game is no new one: at-start stacks and decks stay in their boxes.

    Attributes
    ----------
    prefix : str
        ``"SETUP_STACK"`` or ``"DECK"``.
    """

    prefix: str

    def canonical(self) -> str:
        """Return the prefix."""
        return f"{self.prefix}\t"


@dataclass(frozen=True, slots=True)
class Board:
    """A board on a map: its place among the map's boards, and whether it is turned by half."""

    name: str
    column: int
    row: int
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class SetBoards(Command):
    """The boards of a map."""

    map: str
    boards: tuple[Board, ...]

    def canonical(self) -> str:
        """Return the map's id, ``BoardPicker`` and three fields a board."""
        fields: list[str | None] = [f"{self.map}BoardPicker"]
        for board in self.boards:
            name = encode((board.name, "rev") if board.reversed else (board.name,), "/")
            fields += [name, str(board.column), str(board.row)]
        return encode(fields, "\t") or ""


@dataclass(frozen=True, slots=True)
class SetTurn(Command):
    """A turn tracker's state."""

    id: str
    state: str

    def canonical(self) -> str:
        """Return ``TURN``, the tracker's id and its state."""
        return encode((f"TURN{self.id}", self.state), "\t") or ""


@dataclass(frozen=True, slots=True)
class StartupKey(Command):
    """Whether a start-up key command was already sent in this game; further fields as they are."""

    id: str
    applied: bool
    rest: tuple[str, ...] = ()

    def canonical(self) -> str:
        """Return ``SGKC`` and the fields."""
        return f"SGKC\t{encode((self.id, 'true' if self.applied else 'false', *self.rest), chr(9))}"


@dataclass(frozen=True, slots=True)
class FlareAt(Command):
    """A flare on a map, in pixels."""

    id: str
    x: int
    y: int

    def canonical(self) -> str:
        """Return ``FLARE`` and the fields."""
        return f"FLARE\t{encode((self.id, str(self.x), str(self.y)), chr(9))}"


@dataclass(frozen=True, slots=True)
class LineOfSight(Command):
    """A line-of-sight thread, in pixels."""

    id: str
    anchor: tuple[int, int]
    arrow: tuple[int, int]
    flags: tuple[str, ...]

    def canonical(self) -> str:
        """Return ``LOS`` and the fields."""
        fields = (self.id, *(str(value) for value in (*self.anchor, *self.arrow)), *self.flags)
        return f"LOS\t{encode(fields, chr(9))}"


@dataclass(frozen=True, slots=True)
class SpecialDice(Command):
    """Faces that special dice show, by number."""

    id: str
    faces: tuple[int, ...]

    def canonical(self) -> str:
        """Return ``SHOW_RESULTS`` and the fields."""
        return f"SHOW_RESULTS\t{encode((self.id, *(str(face) for face in self.faces)), chr(9))}"


@dataclass(frozen=True, slots=True)
class Events(Command):
    """A list of events kept by the module; the form inside is the engine's own."""

    text: str

    def canonical(self) -> str:
        """Return ``EVENT_LIST`` and the events."""
        return f"EVENT_LIST{self.text}"


@dataclass(frozen=True, slots=True)
class Check(Command):
    """A warning shown when a condition on versions holds (engines up to 3.1)."""

    tokens: tuple[str, ...]

    def canonical(self) -> str:
        """Return ``CHECK`` and the tokens."""
        return f"CHECK\t{encode(self.tokens, chr(9))}"


def decode_extension(text: str) -> Extension:
    """Read ``EXT…``."""
    name, version = decode(text[4:], "\t")[:2]
    return Extension(name, version)


def decode_plugin(text: str) -> Plugin:
    """Read ``PLUGIN…``."""
    name, version = decode(text[7:], "\t")[:2]
    return Plugin(name, version)


def decode_not_new(text: str) -> NotNew:
    """Read ``SETUP_STACK`` and ``DECK``."""
    return NotNew(text.partition("\t")[0])


def decode_boards(text: str) -> SetBoards:
    """Read ``…BoardPicker…``."""
    head, *rest = decode(text, "\t")
    boards = []
    for name, column, row in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        parts = decode(name, "/")
        turned = len(parts) > 1 and parts[1] == "rev"
        boards.append(Board(parts[0], parse_integer(column), parse_integer(row), turned))
    return SetBoards(head.removesuffix("BoardPicker"), tuple(boards))


def decode_turn(text: str) -> SetTurn:
    """Read ``TURN…``."""
    tokens = decode(text, "\t")
    return SetTurn(tokens[0][4:], tokens[1])


def decode_startup_key(text: str) -> StartupKey:
    """Read ``SGKC…``."""
    _, id_, applied, *rest = decode(text, "\t")
    return StartupKey(id_, applied == "true", tuple(rest))


def decode_flare(text: str) -> FlareAt:
    """Read ``FLARE…``."""
    _, id_, x, y = decode(text, "\t")[:4]
    return FlareAt(id_, parse_integer(x), parse_integer(y))


def decode_line_of_sight(text: str) -> LineOfSight:
    """Read ``LOS…``."""
    _, id_, *rest = decode(text, "\t")
    x0, y0, x1, y1 = (parse_integer(token) for token in rest[:4])
    return LineOfSight(id_, (x0, y0), (x1, y1), tuple(rest[4:]))


def decode_special_dice(text: str) -> SpecialDice:
    """Read ``SHOW_RESULTS…``."""
    _, id_, *faces = decode(text, "\t")
    return SpecialDice(id_, tuple(parse_integer(face) for face in faces))


def decode_events(text: str) -> Events:
    """Read ``EVENT_LIST…``."""
    return Events(text[10:])


def decode_check(text: str) -> Check:
    """Read ``CHECK…``."""
    return Check(tuple(decode(text[6:], "\t")))
