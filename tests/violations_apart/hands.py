"""Hands at the table: what a drag, a key, an edit or an undo writes into a log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.violations_apart.planted import Planted, places_of, splice
from tests.violations_apart.played import Game, Step
from toolkit.vassal import sequence
from toolkit.vassal.commands import (
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    MovePiece,
    Null,
    RemovePiece,
    SetTurn,
    Undo,
)
from toolkit.vassal.things import Thing, state_of


class Hand:
    """Writes steps as players would and does them on a table of its own.

    Parameters
    ----------
    step : int
        The table is as before this step.
    """

    def __init__(self, game: Game, step: int) -> None:
        self.game, self.step = game, step
        self.table = game.table(step)
        self.steps: list[Step] = []
        self._pending: list[Command] = []
        self._decks: list[dict[str, str]] = []

    def do(self, *commands: Command) -> None:
        """Execute commands as a part of the step that is being written."""
        if not self._pending:
            self._decks.append({t.id: state_of(t) for t in self.table.things.values() if t.is_deck})
        self.table.apply(commands, 0)
        self._pending.extend(commands)

    def end(self) -> None:
        """Close the step."""
        if self._pending:
            self.steps.append(tuple(self._pending))
            self._pending = []

    def done(self) -> list[Step]:
        """Close the step and return all steps."""
        self.end()
        return self.steps

    def planted(
        self,
        what: str,
        *,
        leave_out: int = 0,
        count: int = 0,
        culprit: str | None = None,
        at: Iterable[int] | None = None,
        stop: int | None = None,
    ) -> Planted:
        """Return the game with what this hand wrote; see `splice`."""
        done = self.done()
        return splice(
            self.game,
            self.step,
            done,
            what,
            leave_out=leave_out,
            count=count,
            culprit=culprit,
            at=at,
            stop=stop,
        )

    # -- what is seen on the table

    def props(self, piece: str) -> dict[str, str]:
        """Return the properties of a piece."""
        return self.game.props(self.table, piece)

    def place(self, piece: str) -> str:
        """Return the name of the place where a piece is."""
        return self.game.place(self.table, piece)

    def pieces(self, **props: str) -> list[Thing]:
        """Return the pieces with these properties."""
        return self.game.pieces(self.table, **props)

    # -- parts of a step

    def move(
        self, piece: str, spot: tuple[str, int, int], by: str | None = None, under: str | None = None
    ) -> None:
        """Move a piece to pixels of a map; `by` is the side of the player who drags, None for a key."""
        old = self.table.spot(piece)
        player = None if by is None else self.game.players[by]
        self.do(MovePiece(piece, *spot, under, old.map, old.x, old.y, None, player))

    def drag(self, piece: str, place: str, by: str) -> None:
        """Drag a piece to a place by its name."""
        self.move(piece, self.game.spot(place), by)

    def change(self, piece: str, **values: str) -> None:
        """Set properties of a piece: dynamic ones, ``<layer>_Level``, ``Mask`` (the trait's whole state)."""
        thing = self.table.things[piece]
        old = state_of(thing)
        states = sequence.decode_nested(old, "\t")
        where = places_of(thing.type)
        for name, value in values.items():
            states[where[name]] = value
        self.do(ChangePiece(piece, sequence.encode_nested(states, "\t"), old))

    def set(self, name: str, value: str) -> None:
        """Set a global property."""
        self.do(ChangeProperty(name, self.value(name), value, "Module"))

    def value(self, name: str) -> str:
        """Return a global property."""
        return self.table.properties.get(("Module", name), "")

    def decide(self, piece: str, act: str, by: str, **values: str) -> None:
        """Write a decision as the keys of the area games do: `Step` counts on, the piece tells what is
        done.
        """
        number = str(int(self.value("Step")) + 1)
        self.set("Step", number)
        self.change(piece, Act=act, Seq=number, By=by, **values)

    def say(self, text: str) -> None:
        """Write a line of chat."""
        self.do(Chat(text))

    def undo(self, count: int = 1) -> None:
        """Take back the last steps of this hand, as the engine's undo button does: a step for each."""
        self.end()
        taken = list(zip(self.steps[-count:], self._decks[-count:], strict=True))
        for step, decks in reversed(taken):
            self.do(*undone(step)[:-1])
            for id_, state in decks.items():
                now = state_of(self.table.things[id_])
                if now != state:
                    self.do(ChangePiece(id_, state, now))
            self.do(Undo(False))
            self.end()


def undone(step: Sequence[Command]) -> Step:
    """Return what the engine writes when a step is taken back."""
    back = tuple(reversed([opposite(command) for command in step if not isinstance(command, Null | Chat)]))
    return (Undo(True), *back, Undo(False))


def opposite(command: Command) -> Command:
    """Return the command that takes another back."""
    match command:
        case MovePiece():
            return MovePiece(
                command.id,
                command.old_map,
                command.old_x,
                command.old_y,
                command.old_under,
                command.map,
                command.x,
                command.y,
                command.under,
                command.player,
            )
        case ChangePiece(id=id_, state=state, old=old) if old is not None:
            return ChangePiece(id_, old, state)
        case ChangeProperty(name=name, old=old, new=new, container=container):
            return ChangeProperty(name, new, old, container)
        case AddPiece(id=str(id_)):
            return RemovePiece(id_)
        case _:
            raise ValueError(f"cannot be taken back without the table: {type(command).__name__}")


def can_undo(step: Sequence[Command]) -> bool:
    """Return whether `undone` can write it."""
    return not any(isinstance(c, SetTurn | RemovePiece) for c in step)
