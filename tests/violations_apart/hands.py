"""Hands at the table: what a drag, a key, an edit or an undo writes into a log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

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
from toolkit.vassal.things import state_of
from toolkit.vassal.traits import DynamicProperty, Layer, Mask, Moved, parse_trait, trait_texts


@lru_cache(maxsize=256)
def places_of(type_: str) -> dict[str, int]:
    """Return property → index of the trait that keeps it, for what can be set: properties, layers, the
    mask.
    """
    found: dict[str, int] = {}
    for index, text in enumerate(trait_texts(type_)):
        trait = parse_trait(text)
        if isinstance(trait, DynamicProperty):
            found[trait.name] = index
        elif isinstance(trait, Layer):
            found[f"{trait.name}_Level"] = index
        elif isinstance(trait, Moved):
            found["Moved"] = index
        elif isinstance(trait, Mask):
            found["Mask"] = index
    return found


class Hand:
    """Writes steps as players would and does them on a table of its own.

    Parameters
    ----------
    game : Game
    step : int
        The table is as before this step.
    """

    def __init__(self, game: Game, step: int) -> None:
        self.game = game
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


def moved_on(step: Step, by: int, above: int, game: Game) -> Step:
    """Return a step with all numbers of decisions above a number shifted: what comes after an inserted
    decision.
    """
    if not by:
        return step
    return tuple(_shifted(command, by, above, game) for command in step)


def _shifted(command: Command, by: int, above: int, game: Game) -> Command:
    if isinstance(command, ChangeProperty) and command.name == "Step":
        new = str(int(command.new) + by)
        old = str(int(command.old) + by) if int(command.old) >= above else command.old
        return ChangeProperty("Step", old, new, command.container)
    if isinstance(command, ChangePiece) and command.old is not None:
        thing = game.last.things.get(command.id)
        index = None if thing is None or thing.is_stack else places_of(thing.type).get("Seq")
        if index is None:
            return command
        new_states = sequence.decode_nested(command.state, "\t")
        old_states = sequence.decode_nested(command.old, "\t")
        changed = False
        for states in (new_states, old_states):
            if states[index].isdigit() and int(states[index]) > above:
                states[index] = str(int(states[index]) + by)
                changed = True
        if changed:
            return ChangePiece(
                command.id, sequence.encode_nested(new_states, "\t"), sequence.encode_nested(old_states, "\t")
            )
    return command


# What a key writes into a piece whatever stood there before.
_WRITTEN = ("Act", "Seq", "By", "At", "From", "LossIn", "Cost", "For", "Event")


def joined_on(put_in: Sequence[Step], tail: Sequence[Step], game: Game) -> tuple[Step, ...]:
    """Return the steps after inserted ones with the next decision of each piece written in full.

    A log writes what changes: where a piece says `By` the same side twice, the second key leaves it out.
     After a
    decision in between it would have written it.
    """
    left: dict[str, list[str]] = {}
    for step in put_in:
        for command in step:
            thing = game.last.things.get(command.id) if isinstance(command, ChangePiece) else None
            if isinstance(command, ChangePiece) and thing is not None and not thing.is_stack:
                left[command.id] = sequence.decode_nested(command.state, "\t")
    found = []
    for step in tail:
        commands = list(step)
        for index, command in enumerate(commands):
            if isinstance(command, ChangePiece) and command.id in left and command.old is not None:
                where = places_of(game.last.things[command.id].type)
                new = sequence.decode_nested(command.state, "\t")
                old = sequence.decode_nested(command.old, "\t")
                if all(
                    new[where[name]] == old[where[name]] for name in ("Act", "Seq", "By") if name in where
                ):
                    continue
                for name in _WRITTEN:
                    if name in where:
                        old[where[name]] = left[command.id][where[name]]
                commands[index] = ChangePiece(command.id, command.state, sequence.encode_nested(old, "\t"))
                del left[command.id]
        found.append(tuple(commands))
    return tuple(found)
