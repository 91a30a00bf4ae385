"""A game with something changed: steps put into its log or left out, and what comes after made to fit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tests.violations_apart.played import Game, Step
from toolkit.vassal import sequence
from toolkit.vassal.commands import ChangePiece, ChangeProperty, Command
from toolkit.vassal.traits import DynamicProperty, Layer, Mask, Moved, parse_trait, trait_texts


@dataclass(frozen=True, slots=True)
class Planted:
    """A game with something changed.

    Attributes
    ----------
    steps : tuple of steps
        The whole new log.
    at : tuple of int
        Its steps at which it is done, one-based.
    what : str
        In words, for a reader of the results.
    culprit : str or None
        Side that did it, None where the log tells nobody.
    begin : tuple of Command or None
        Another beginning of the log.
    cut : int or None
        Number of steps after which a second log goes on.
    changed : tuple of (int, int, int)
        Place in the old log (zero-based), steps left out, steps put in: what `splice` did.
    """

    steps: tuple[Step, ...]
    at: tuple[int, ...]
    what: str
    culprit: str | None = None
    begin: tuple[Command, ...] | None = None
    cut: int | None = None
    changed: tuple[int, int, int] = (0, 0, 0)


def splice(
    game: Game,
    step: int,
    put_in: Sequence[Step],
    what: str,
    *,
    leave_out: int = 0,
    count: int = 0,
    culprit: str | None = None,
    at: Iterable[int] | None = None,
    stop: int | None = None,
) -> Planted:
    """Return the game with steps put in before a step, in place of `leave_out` steps from there on.

    Parameters
    ----------
    count : int
        Decisions more (or fewer) than before: later numbers of decisions are shifted by it.
    at : iterable of int, optional
        Steps at which it is done; by default those put in, or the two around the gap.
    stop : int, optional
        First old step that does not fit any more: the players stop before it.
    """
    head = game.steps[: step - 1]
    tail = game.steps[step - 1 + leave_out : None if stop is None else max(stop - 1, step - 1 + leave_out)]
    if count:
        above = int(game.table(step).properties.get(("Module", "Step"), "0"))
        tail = tuple(moved_on(one, count, above, game) for one in tail)
    tail = joined_on(put_in, tail, game)
    if at is None:
        at = range(step, step + len(put_in)) if put_in else (step - 1, step)
    return Planted(
        (*head, *put_in, *tail), tuple(at), what, culprit, changed=(step - 1, leave_out, len(put_in))
    )


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
