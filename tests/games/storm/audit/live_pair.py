"""A game of Storm between two clients that pass logs, each side driven only by what its windows show.

    python -m tests.games.storm.audit.live_pair --seed 1 --turns 6 --out folder

How: ``tests/audit/decisions/pair.py``.  With an even seed the players bid for the sides first.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.audit.decisions.pair import Client, command
from tests.audit.decisions.windows import Change
from tests.games.storm.audit.live_ear import SHOWN, Ear
from tests.games.storm.audit.live_hands import Hands
from toolkit.audit.module_data import ModuleData
from toolkit.games.storm.play.recording import house_rules
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.from_game import rules_data
from toolkit.games.storm.rules.game import apply
from toolkit.games.storm.rules.moments import Moment, due
from toolkit.games.storm.rules.player import Player
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.area_data import set_up, set_ups

_ENDS = (a.EndDraw, a.EndImpulses, a.EndHands, a.EndTurn)
"""What ends a part of the turn: either side may do it when the other has had its chance."""
_ANSWERED = (*_ENDS, a.Fire, a.Play, a.Roll)
"""What the other side may have something to say to."""


class OneSide(Player):
    """Chooses among the actions of one side only."""

    def __init__(self, position: Position, seed: int, side: Side) -> None:
        super().__init__(position, seed)
        self.me = side
        self.offered = False

    def _goes_on(self, action: a.Action) -> bool:
        return self._mine(action) and super()._goes_on(action)

    def _mine(self, action: a.Action) -> bool:
        if isinstance(action, _ENDS):
            return self.offered
        if isinstance(action, a.Roll):
            shot = self.position.shot
            return self.offered and shot is not None and shot.side is self.me
        if isinstance(action, a.Place | a.Lost | a.Withdraw):
            return self.position.side(action.unit) is self.me
        return getattr(action, "side", None) is self.me


class Mind:
    """What a side makes of its windows, and what it does about it.

    Parameters
    ----------
    seed : int
        Of its choices.
    """

    def __init__(self, client: Client, data: ModuleData, seed: int) -> None:
        self.client, self.side = client, Side[client.player.side.upper()]
        position = Position(rules_data(data.game, house_rules(data)))
        set_up(position, next(iter(set_ups(data.game).values())))
        self.position = position
        self.ear = Ear(data, position, self.side)
        self.hands = Hands(client.session, data, position, (self.side,))
        self.player = OneSide(position, seed, self.side)
        self.actions = 0
        self._bids = seed % 2 == 0
        for side in Side:
            apply(position, a.Shuffle(side, tuple(position.data.decks[side])))
        if not self._bids:
            apply(position, a.Begin())

    @property
    def turn(self) -> int:
        """Number of the turn."""
        return self.position.turn

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.position.phase is Phase.OVER

    @property
    def gestures(self) -> int:
        """Keys, buttons and drags so far."""
        return self.hands.gestures.count

    @property
    def strange(self) -> Sequence[str]:
        """What the rules, as far as this side sees, do not allow."""
        return self.ear.strange

    def hear(self, changes: Sequence[Change]) -> None:
        """Understand what was done."""
        if self.position.phase is not Phase.PREPARATION:
            self.ear.hear(changes)

    def offered(self) -> None:
        """Know that the other side has done all that it wants to do now."""
        self.player.offered = True

    def differences(self) -> list[str]:
        """Return what the windows show otherwise than the rules have it."""
        return [] if self.over else self.ear.differences(self.client.view)

    def go_on(self) -> bool:
        """Do the next thing that is this side's to do; return False when there is none."""
        if self.position.phase is Phase.PREPARATION:
            return self._bid()
        if due(self.position, self.player.rulings).moment is Moment.OVER or self._waits():
            return False
        try:
            action = self.player.next()
        except LookupError:
            return False
        change = self.client.watch(lambda: self.hands.do(action))
        for happened in self.ear.happened(action, change):
            self.ear.carry_out(happened)
        self.actions += 1
        if isinstance(action, _ANSWERED):
            self.player.offered = False
        return True

    def _waits(self) -> bool:
        """Return whether the other side is first asked what it plays on the losses of its units."""
        toll = self.position.toll
        return toll is not None and toll.victim is not self.side and not self.player.offered

    def _bid(self) -> bool:
        """Bid, open the bids, or begin when they are open; return whether to go on now."""
        values, position, own = self.client.view.values, self.position, self.hands.sides[self.side]
        if values["SovietSeat"]:
            self._opened()
            return True
        if values[f"Sealed_{own}"] != "1":
            bid = a.Bid(self.side, self.player.rng.choice((1, 2, 2, 3, 3, 4)))
            self.client.watch(lambda: self.hands.do(bid))
            apply(position, bid)
        elif all(values[f"Sealed_{name}"] == "1" for name in self.hands.sides.values()):
            # Which numbers they are shows with the opening.
            self.client.watch(lambda: self.hands.do(a.OpenBids(self.side, 0)))
            if self.client.view.values["SovietSeat"] == "tie":
                target = str(self.player.rng.choice((2, 3)))
                self.client.watch(lambda: self.hands.agree_target(target))
            self._opened()
            # The other side sees the bids first.
            return False
        else:
            return False
        self.actions += 1
        return True

    def _opened(self) -> None:
        """Write down the bids as they lie open, and begin."""
        values, position = self.client.view.values, self.position
        for side, name in self.hands.sides.items():
            if side not in position.bids:
                self.ear.carry_out(a.Bid(side, int(values[f"Bid_{name}"])))
        seats = [side for side, name in self.hands.sides.items() if name == values["SovietSeat"]]
        seat = seats[0] if seats else Side.SOVIET
        self.ear.carry_out(a.OpenBids(seat, int(values["Target"])))
        self.ear.carry_out(a.Begin())


SIDES = (SHOWN, Mind)


if __name__ == "__main__":
    sys.exit(command("storm", __doc__ or "", SIDES))
