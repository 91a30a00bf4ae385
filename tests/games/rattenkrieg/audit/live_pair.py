"""A game of Rattenkrieg between two clients that pass logs, each side driven only by what its windows show.

    python -m tests.games.rattenkrieg.audit.live_pair --seed 1 --turns 6 --out folder

How: ``tests/audit/decisions/pair.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.audit.decisions.pair import Client, command
from tests.audit.decisions.windows import Change
from tests.games.rattenkrieg.audit.live_ear import Ear
from tests.games.rattenkrieg.audit.live_hands import Hands
from tests.games.rattenkrieg.audit.live_view import SHOWN
from tests.games.rattenkrieg.module.table import DESK
from toolkit.audit.module_data import ModuleData
from toolkit.games.rattenkrieg.gestures import BATTLE_DESK, SIDE_DESK
from toolkit.games.rattenkrieg.play.recording import house_rules
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules import game as rules
from toolkit.games.rattenkrieg.rules.from_game import rules_data
from toolkit.games.rattenkrieg.rules.moments import Moment, due
from toolkit.games.rattenkrieg.rules.player import Player
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.area_data import set_ups


class OneSide(Player):
    """Chooses among the actions of one side only."""

    def __init__(self, position: Position, seed: int, side: Side) -> None:
        super().__init__(position, seed)
        self.me = side

    def _weight(self, action: a.Action) -> float:
        return super()._weight(action) if self._mine(action) else 0

    def _mine(self, action: a.Action) -> bool:
        if isinstance(action, a.ReturnT34):
            return self.me is Side.SOVIET
        side, unit = getattr(action, "side", None), getattr(action, "unit", None)
        if isinstance(side, Side):
            return side is self.me
        return self.position.side(unit) is self.me if isinstance(unit, str) else True


class Mind:
    """What a side makes of its windows, and what it does about it.

    Parameters
    ----------
    seed : int
        Of its choices.
    """

    def __init__(self, client: Client, data: ModuleData, seed: int) -> None:
        self.client, self.side = client, Side[client.player.side.upper()]
        self.position = Position(rules_data(data.game, house_rules(data)))
        for unit, area in next(iter(set_ups(data.game).values())).items():
            rules.apply(self.position, a.Place(unit, area))
        self.ear = Ear(data, self.position)
        self.hands = Hands(client.session, data, self.position, (self.side,))
        self.player = OneSide(self.position, seed, self.side)
        self.actions = 0
        self._dealt = False
        self._may_serve = self.side is Side.GERMAN

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
        if self.position.phase is not Phase.SETUP:
            self.ear.hear(changes)

    def offered(self) -> None:
        """Know that the other side waits: units may be supplied after it."""
        self._may_serve = True

    def differences(self) -> list[str]:
        """Return where the windows show units otherwise than the rules have them."""
        areas, view = self.hands.areas, self.client.view
        found = []
        for unit, at in self.position.where.items():
            shown = view.units.get(unit, "")
            if (at in areas or shown in areas.values()) and shown != areas.get(at):
                found.append(f"{unit} is in {at} by the rules and lies in {shown}")
            elif at in areas and (unit in self.position.down) is not (unit in view.down):
                found.append(f"{unit} lies on the other face")
        return found

    def _deal(self) -> bool:
        """Deal one's own cards; begin the game when all are dealt; return whether to go on now."""
        if self._dealt:
            self._begin()
            return True
        self.client.watch(lambda: self.hands.button(self.side, SIDE_DESK["deal"]))
        self._dealt = True
        if self.side is Side.SOVIET:
            self._begin()
        return False

    def _begin(self) -> None:
        self.ear.cards.lay(self.client.view)
        rules.apply(self.position, a.EndSetUp())

    def go_on(self) -> bool:
        """Do the next thing that is this side's to do; return False when there is none."""
        if self.position.phase is Phase.SETUP:
            return self._deal()
        if self.ear.sniping is not None:
            return self.side is Side.GERMAN and self._give_up()
        waiting = due(self.position, self.player.rulings)
        if waiting.moment is Moment.OVER or waiting.side is self.side.enemy:
            return False
        serving = waiting.moment is Moment.REPLENISHMENT
        if serving and not self._may_serve:
            return False
        try:
            action = self.player.next()
        except KeyError:
            raise
        except LookupError:
            if waiting.side is self.side:
                self.ear.strange.append(f"{waiting.moment}: nothing can be done")
            return False
        if serving and self.side is Side.GERMAN and isinstance(action, a.FlipUp | a.EndTurn):
            self._may_serve = False
            return False
        self._do(action)
        return True

    def _do(self, action: a.Action) -> None:
        change = self.client.watch(lambda: self.hands.do(action))
        if isinstance(action, a.Sniper) and self.position.hands[Side.GERMAN]:
            self.ear.sniping = (action.card, change)
            return
        self.ear.carry_out([change], lambda: self.ear.happened(action, change))
        if self.position.phase is Phase.REPLENISHMENT and isinstance(action, a.EndOperations):
            self._may_serve = self.side is Side.GERMAN
        self.actions += 1

    def _give_up(self) -> bool:
        self.actions += self.ear.hear(
            [self.client.watch(lambda: self.hands.press(self.side, DESK, BATTLE_DESK["give_up"]))]
        )
        return True


SIDES = (SHOWN, Mind)


if __name__ == "__main__":
    sys.exit(command("rattenkrieg", __doc__ or "", SIDES))
