"""From actions of the rules to keys and drags at the Rattenkrieg module: what players would do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from toolkit.games.rattenkrieg.play.chapters import battle, events, losses, moves, set_up, turns
from toolkit.games.rattenkrieg.play.hands import Hands, Performed
from toolkit.games.rattenkrieg.play.paper import Paper
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.position import Position
from toolkit.play.desk import Desk

_CHAPTERS = (set_up, turns, moves, battle, losses, events)
_DOES: Mapping[type, Performed] = MappingProxyType({k: v for c in _CHAPTERS for k, v in c.DOES.items()})


class Performer:
    """Does what a player does for each action, with the module's own keys.

    Parameters
    ----------
    position : Position
        Followed by the caller: each action is performed before it is applied.
    """

    def __init__(self, position: Position, paper: Paper) -> None:
        self._hands = Hands(position, paper)

    @property
    def paper(self) -> Paper:
        """The module on paper at which things are done."""
        return self._hands.paper

    def fork(self, position: Position, desk: Desk) -> Performer:
        """Return a performer that goes on from here at copies of the position and the table."""
        other = Performer(position, self.paper)
        other._hands = self._hands.fork(position, desk)
        return other

    def perform(self, action: a.Action) -> None:
        """Do an action; what leaves no trace at the table does nothing."""
        self._hands.keep_control()
        does = _DOES.get(type(action))
        if does is None:
            return
        if not isinstance(action, a.Reinforce | a.DealSteps):
            set_up.arrive_bare(self._hands)
        self._hands.tidy(action)
        does(self._hands, action)
