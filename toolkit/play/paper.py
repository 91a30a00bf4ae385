"""What the keys of modules on areas have in common, on paper: where pieces lie, decisions noted on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Self

from toolkit.play.desk import Desk


class AreaPaper:
    """Hands at a `Desk`.

    Attributes
    ----------
    side : str
        Who presses the keys; a game says who is first.
    phases : tuple of str
        The parts of a turn, as the turn tracker has them.
    turns : int
        How many it has.
    """

    side: str
    phases: tuple[str, ...] = ()
    turns: int

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.sides = {side: names.en for side, names in desk.data.game.labels.get("side", {}).items()}
        self.turns = len(desk.data.game.turns)
        self._slots = desk.boxes()
        self._place = {counter: desk.place(counter) for counter in desk.pieces}

    def fork(self, desk: Desk) -> Self:
        """Return hands at a copy of the table."""
        other = copy(self)
        other.desk = desk
        other._place = dict(self._place)
        return other

    def place(self, counter: str) -> str:
        """Return the name of the place where a piece lies."""
        return self._place[counter]

    def decide(self, counter: str, act: str, **values: str | int) -> None:
        """Note a decision on the piece whose key is pressed."""
        self.desk.set_global("Step", self._number() + 1)
        self.follow(counter, act, **values)

    def follow(self, counter: str, act: str, **values: str | int) -> None:
        """Note on a piece what another one's decision did with it."""
        noted = {"Seq": self._number(), "By": self.side, **self._beside(counter), "Act": act, **values}
        self.desk.change(counter, noted)

    def _beside(self, _counter: str) -> Mapping[str, str]:
        """Return what a game notes of a piece with every decision."""
        return {}

    def _number(self) -> int:
        return int(self.desk.global_value("Step") or 0)

    def turn_over(self, units: Iterable[str], *, down: bool) -> None:
        """Show a face of units."""
        for unit in units:
            self.desk.change(unit, {"Face_Level": 2 if down else 1})

    def end(self) -> None:
        """End the step."""
        self.desk.end_step()

    def show_turn(self, turn: int, phase: str) -> None:
        """Set the turn tracker."""
        below = [str(self.phases.index(phase)), "0", "0", ",".join(["true"] * len(self.phases))]
        head = next(iter(self.desk.table.turns.values())).split("|", 1)[0]
        inner = "\\;".join(below)
        self.desk.set_turn(f"{head}|{turn};0;true;{self.turns};{inner}")
