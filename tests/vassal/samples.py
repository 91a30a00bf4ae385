"""A small game, written by hand: one map, a deck, two players whose ids must never show."""

from __future__ import annotations

from toolkit.vassal.commands import (
    AddPiece,
    AddPlayer,
    BeginSave,
    Chat,
    Command,
    EndSave,
    Group,
    Logged,
    MovePiece,
    Undo,
    encode_commands,
)
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import container_bytes, game_entries
from toolkit.vassal.traits import (
    BasicPiece,
    BasicState,
    DynamicProperty,
    Layer,
    Mask,
    Part,
    Piece,
    RestrictAccess,
)

ID_A, ID_B, ID_C = "hunter2", "swordfish", "letmein"
MAP = "Main Map"


def counter(
    name: str,
    x: int = 0,
    y: int = 0,
    *,
    where: str | None = MAP,
    act: str = "",
    step: str = "1",
    masked: str = "null;",
    owner: str = "",
) -> Piece:
    """Return a counter with a dynamic property, a layer, a mask and an owner."""
    return Piece(
        (
            Part(DynamicProperty(name="ActIn"), act),
            Part(Layer(images=("full", "reduced"), names=("", ""), name="Step"), step),
            Part(Mask(), masked),
            Part(RestrictAccess(by_player=True), owner),
            Part(BasicPiece(name=name), BasicState(where, x, y, "7").encode()),
        )
    )


def add(id_: str, piece: Piece) -> AddPiece:
    """Return the command that puts a counter on the table."""
    return piece.add_command(id_)


def stack(id_: str, x: int, y: int, *members: str) -> AddPiece:
    """Return the command that puts a stack on the table."""
    return AddPiece(id_, "stack", ";".join((MAP, str(x), str(y), *members, "@@0")))


DECK_TYPE = "deck;false;;40;40;Always;Never;false;false;false;;;;Cup;;;;true;false"


def deck(id_: str, x: int, y: int, *members: str) -> AddPiece:
    """Return the command that puts a deck on the table."""
    ends = f";{','.join(members)}" if members else ""
    return AddPiece(id_, DECK_TYPE, f"{MAP};{x};{y};true{ends}")


def move(
    id_: str, x: int, y: int, *, under: str | None = None, where: str | None = MAP, player: str | None = ID_A
) -> MovePiece:
    """Return a move; the old place is not read by anyone."""
    return MovePiece(id_, where, x, y, under, MAP, 0, 0, None, player)


def begin() -> list[Command]:
    """Return the set-up: a lone counter a, a stack s of b and c, a deck d of e and f."""
    return [
        BeginSave(),
        add("a", counter("3rd Pz", 100, 100)),
        *(
            add(id_, counter(name))
            for id_, name in (("b", "6A"), ("c", "HQ"), ("e", "chit 1"), ("f", "chit 2"))
        ),
        stack("s", 200, 100, "b", "c"),
        deck("d", 900, 900, "e", "f"),
        AddPlayer(ID_A, "Ann", "Axis"),
        AddPlayer(ID_B, "Bob", "Soviet"),
        EndSave(),
    ]


def step(*commands: Command) -> Command:
    """Return commands as one logged step."""
    logged: tuple[Command, ...] = tuple(Logged(command) for command in commands)
    return logged[0] if len(logged) == 1 else Group(logged)


def log_bytes(*steps: Command) -> bytes:
    """Return a ``.vlog``."""
    text = encode_commands([*begin(), *steps])
    save = Metadata(vassal_version="3.7.26", saved_ms=1_700_000_000_000)
    return container_bytes(game_entries(text, save=save, module=Metadata(name="Test", version="1.0")))


PLAYED = (
    step(move("a", 150, 100), Chat("* 3rd Pz moves")),
    step(move("s", 250, 100, player=ID_C)),
    step(Undo(True), move("a", 100, 100), Undo(False)),
)
