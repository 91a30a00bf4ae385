"""Perform planted violations through the keys and drags of the module.

Where the module's own keys would not do what the mutant says, the player drags or flips by hand.
"""

from __future__ import annotations

from toolkit.games.gj47.play.paper import CUP, Paper
from toolkit.games.gj47.play.performer import Performer
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import Box
from toolkit.games.gj47.rules.position import Position

_BATTLES = 12
_BOX = "Tracks"


class CannotShowError(Exception):
    """An action that leaves no trace at the table, or has no counter to be done with."""


class Performing(Performer):
    """A `Performer` that also does what is not allowed.

    Parameters
    ----------
    performer : Performer
        Of the legal game; what it remembers is taken over.
    position : Position
        A copy of its own, followed by the caller.
    """

    def __init__(self, performer: Performer, position: Position, hands: Paper) -> None:
        super().__init__(position, hands)
        self.paper = hands
        self.take_over(performer)

    def take_over(self, other: Performer) -> None:
        """Take over what another performer remembers of markers."""
        self._battles = dict(other._battles)
        self._forts = dict(other._forts)
        self._advancing = other._advancing

    def perform(self, action: a.Action) -> None:
        """Do an action; raises `CannotShowError` for one that no table shows."""
        hidden = self._hidden(action)
        if hidden:
            raise CannotShowError(hidden)
        match action:
            case a.Choose():
                self._choose_any(action)
            case a.Draw(chit) if chit not in self.position.turn.cup:
                self._draw_any(chit)
            case a.Roll(target) if target not in self._battles:
                self._unannounced(action)
            case a.Withdraw(die=0):
                for unit in action.units:
                    number = self.position.turn.number
                    self.paper.drag(self._id(unit), {"map": _BOX, "at": f"Turn {number}"})
            case a.BuildFort() if action.hexes:
                self._build_any(action)
            case a.Enter():
                self._enter_any(action)
            case _:
                super().perform(action)

    def _hidden(self, action: a.Action) -> str:
        """Return why no table shows an action, "" for one that leaves its trace."""
        match action:
            case a.Activate(hq) if not self.position.data.units[hq].headquarters:
                return "the key marks a division, and some headquarters may have called it"
            case a.Declare() if action.defenders:
                return "a marker in a hex names all units there"
            case a.Retreat() if -1 in action.path and not action.eliminated:
                return "beside the map lies what is removed"
            case a.Advance() if -1 in action.path:
                return "beside the map lies what is removed"
            case a.EndTurn() if action.winner is not None:
                return "nobody writes down who won"
            case _:
                return ""

    def _choose_any(self, action: a.Choose) -> None:
        known = self.position.data.chits
        own = tuple(chit for chit in action.chits if known[chit].owner is action.owner)
        super().perform(a.Choose(action.owner, own))
        for chit in action.chits:
            if chit not in own:
                self.paper.drag(chit, {"map": _BOX, "at": CUP})

    def _draw_any(self, chit: str) -> None:
        """Play a chit that is not in the cup: from the hand, or put back and drawn."""
        if chit in self.position.turn.drawn:
            self.paper.drag(chit, {"map": _BOX, "at": CUP})
            super().perform(a.Draw(chit))
        else:
            self.paper.key(chit, "Ctrl-P")

    def _unannounced(self, action: a.Roll) -> None:
        self._battles[action.target] = min(len(self._battles) + 1, _BATTLES)
        marker = f"battle-{self._battles[action.target]}"
        self.paper.drag(marker, self._number(action.target))
        super().perform(action)

    def _build_any(self, action: a.BuildFort) -> None:
        position = self.position
        founded = [h for h in action.hexes if h not in position.forts]
        if len(founded) <= position.turn.fort_markers:
            if len(action.hexes) == 1:
                super().perform(action)
                return
            markers = iter(range(3 - position.turn.fort_markers, 3))
            for h in action.hexes:
                if h in position.forts:
                    self.paper.key(self._forts[h], "Ctrl-U")
                else:
                    self._forts[h] = f"fort-{next(markers)}"
                    self.paper.drag(self._forts[h], self._number(h))
            self.paper.button("End chit")
            return
        lost = [m for m in ("fort-1", "fort-2") if m not in {self._forts.get(h) for h in position.forts}]
        if not lost:
            raise CannotShowError("there is no third marker")
        self.paper.drag(lost[0], self._number(founded[0]))
        self.paper.button("End chit")

    def _enter_any(self, action: a.Enter) -> None:
        from_rail = self.position.box_of[action.unit] is Box.RAIL
        name = self._id(action.unit)
        super().perform(action)
        shown = self.paper.value(name, "Step_Level") == "2"
        if shown is not action.reduced and (from_rail or action.reduced):
            self.paper.desk.change(name, {"Step_Level": 2 if action.reduced else 1})
            self.paper.desk.end_step()
