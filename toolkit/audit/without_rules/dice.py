"""What is to be said of single rolls: taken back, changed in the file, or no roll at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from toolkit.audit.report import Notice
from toolkit.audit.without_rules.case import Case, notice
from toolkit.audit.without_rules.history import History
from toolkit.audit.without_rules.rolls import Roll
from toolkit.diagnostics.words import listed
from toolkit.vassal import events as e

_SOON = 40
"""So many steps after an undo a roll of the same die takes the place of the one that was taken back."""


def dice_notices(case: Case) -> Iterator[Notice]:
    """Yield what is to be said of the rolls of a game."""
    for history in case.histories:
        rolls = [roll for roll in case.rolls if roll.log == history.place]
        yield from _undone(history, rolls)
        for roll in rolls:
            yield from _odd(history, roll)
        yield from _typed(case, history)


def shown(roll: Roll) -> str:
    """Return a roll's values as people write them."""
    return "+".join(map(str, roll.values))


def _undone(history: History, rolls: Sequence[Roll]) -> Iterator[Notice]:
    """Yield one notice for each row of rolls by one player that were taken back one after the other."""
    back = sorted((roll for roll in rolls if roll.undone), key=lambda roll: roll.undone)

    def key(item: tuple[int, Roll]) -> tuple[int, str, str]:
        place, roll = item
        return roll.undone - place, roll.player, roll.die.kind

    for (_, player, kind), group in groupby(enumerate(back), key):
        found = sorted((roll for _, roll in group), key=lambda roll: roll.step)
        undo, count = max(roll.undone for roll in found), len(found)
        again = [
            roll
            for roll in rolls
            if not roll.undone
            and undo < roll.step <= undo + _SOON
            and (roll.player, roll.die.kind) == (player, kind)
        ][:count]
        old, new = listed(map(shown, found)), listed(map(shown, again))
        what = f"{player or 'somebody'} took back {'a roll' if count == 1 else f'{count} rolls'} of {kind}"
        text = f"{what}: {old} (from step {found[0].step})"
        text += f"; {_after(found, again, new)}"
        data = {
            "player": player,
            "die": kind,
            "taken_back": [list(roll.values) for roll in found],
            "again": [list(roll.values) for roll in again],
        }
        yield notice("AUD051", history, undo, text, data)


def _after(back: Sequence[Roll], again: Sequence[Roll], words: str) -> str:
    if not again:
        return "not rolled again soon"
    if [roll.values for roll in again] == [roll.values for roll in back]:
        return "the same came again after it"
    return f"rolled after it: {words}"


def _odd(history: History, roll: Roll) -> Iterator[Notice]:
    who, die = roll.player or "somebody", roll.die
    data = {"player": roll.player, "die": die.kind, "values": list(roll.values)}
    held = roll.property_values
    if held is not None and sorted(held) != sorted(roll.values) and held != (sum(roll.values),):
        other = "+".join(map(str, held))
        text = f"the report of {who}'s {die.kind} says {shown(roll)}, the roll itself {other}"
        yield notice("AUD052", history, roll.step, text, {**data, "held": list(held)})
    low, high = 1, die.sides
    single = not die.count or len(roll.values) == die.count
    if die.sides and single and not all(low <= value <= high for value in roll.values):
        text = f"{who}'s {die.kind} shows {shown(roll)}: no face of a die with {die.sides} sides"
        yield notice("AUD052", history, roll.step, text, data)
    elif die.count and die.sides and not single and len(roll.values) > 1:
        text = f"{who}'s {die.kind} shows {len(roll.values)} results for {die.count} dice"
        yield notice("AUD052", history, roll.step, text, data)
    elif (
        die.count > 1
        and die.sides
        and len(roll.values) == 1
        and not die.count <= roll.values[0] <= die.count * die.sides
    ):
        text = (
            f"{who}'s {die.kind} shows {shown(roll)}, which {die.count} dice of {die.sides} sides never give"
        )
        yield notice("AUD052", history, roll.step, text, data)


def _typed(case: Case, history: History) -> Iterator[Notice]:
    for moment in history.moments:
        for event in moment.events:
            if isinstance(event, e.ChatLine) and case.reports.typed(event.text):
                text = f"a line of chat looks like a roll, and is none: {event.text}"
                yield notice("AUD053", history, moment.step, text, {"said": event.text})
