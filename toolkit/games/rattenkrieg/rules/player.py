"""The random player: plays both sides by chance, but with some sense, from wherever a game stands.

Each legal action gets a weight from what it is good for; one is drawn.  Only legal actions are considered,
so a game that gets stuck shows a dead end of the rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.cards import DECK, is_face
from toolkit.games.rattenkrieg.rules.choices import candidates, shuffles
from toolkit.games.rattenkrieg.rules.data import KURGAN
from toolkit.games.rattenkrieg.rules.events import uses
from toolkit.games.rattenkrieg.rules.game import apply, breaches
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.games.rattenkrieg.rules.results import hit
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.games.rattenkrieg.rules.strength import strength
from toolkit.rules.protocol import played
from toolkit.rules.rulings import Rulings


@dataclass(frozen=True, slots=True)
class Temper:
    """How a player plays: how ready he is to attack, to bluff, to raise, to go on, to give ground."""

    attack: float
    bluff: float
    raising: float
    endurance: float
    retreat: float

    @classmethod
    def drawn(cls, rng: random.Random) -> Temper:
        """Return a temper by chance."""
        return cls(*(rng.uniform(low, high) for low, high in _RANGES))


_RANGES = ((2.0, 9.0), (0.02, 0.5), (0.05, 0.5), (0.5, 0.9), (0.2, 2.0))


_PLAIN: Mapping[type, float] = {
    a.DealSteps: 0.02,
    a.DealHand: 0.02,
    a.Pass: 0.35,
    a.Bombard: 1.5,
    a.AirSupport: 1.5,
    a.AssaultGun: 1.5,
    a.Engineers: 1.5,
    a.Molotov: 1.5,
    a.ChuikovBattle: 1.5,
    a.Sniper: 2.0,
    a.Stop: 0.2,
    a.T34Out: 0.6,
    a.Discard: 0.2,
    a.FlipUp: 0.1,
    a.EndTurn: 0.1,
    a.EndSetUp: 0.1,
    a.EndReinforcement: 1e-3,
}


class Player:
    """Plays both sides of a game.

    Parameters
    ----------
    position : Position
        Its unclear points are taken at their proposed values; changed by the caller with what is chosen.
    """

    def __init__(self, position: Position, seed: int) -> None:
        self.position = position
        self.rng = random.Random(seed)
        self.rulings = Rulings(position.data.points.settled())
        self.tempers = tuple(Temper.drawn(self.rng) for _ in Side)
        self._front: frozenset[str] = frozenset()

    def next(self) -> a.Action:
        """Return the next action.

        Raises
        ------
        LookupError
            When nothing is legal: the rules have a dead end.
        """
        order: list[str] = []
        if shuffles(self.position):
            order = list(DECK)
            self.rng.shuffle(order)
        held = self.position.held[0]
        ways = self.position.data.ways
        self._front = frozenset(one for one, other in ways if held[one] is not held[other])
        weighted = []
        for action in candidates(self.position, self.rulings, order):
            weight = self._weight(action)
            if weight > 0:
                weighted.append((self.rng.random() ** (1 / weight), action))
        weighted.sort(key=lambda found: -found[0])
        for _, action in weighted:
            if not breaches(self.position, action, self.rulings):
                return action
        raise LookupError(f"nothing is legal in turn {self.position.turn}, {self.position.phase}")

    def _weight(self, action: a.Action) -> float:  # noqa: PLR0912
        """Return how much a player likes an action; 0 for one he never does."""
        position, temper = self.position, self.tempers[self.position.actor]
        match action:
            case a.Shuffle():
                return 1e6 if not position.deck else 0
            case a.Activate():
                return self._activation(action)
            case a.Replenish():
                return 1.5 * self._lacking(action.unit)
            case a.ChuikovReady():
                return 0.06 if position.act is not None else 8
            case a.End():
                return 3 * (1 - temper.endurance) * (2 if action.flipped else 0.3)
            case a.MoveFriendly():
                return self._march(action)
            case a.EnterEmpty():
                return self._advance(action.area) * (
                    0.05 if action.card and not is_face(action.card) else 0.4
                )
            case a.EnterBattle():
                return self._eagerness(action) * self._advance(action.area)
            case a.Attack():
                return self._eagerness(action)
            case a.PlayCard():
                return self._card(action.side, action.card)
            case a.Raise():
                readiness = self.tempers[action.side].raising * (6 if action.face_up else 1)
                return self._card(action.side, action.card) * readiness
            case a.TakeLoss():
                return 0.35 if action.folded == "hidden" else 0.1
            case a.Retreat():
                return self.tempers[position.side(action.unit)].retreat / 4
            case a.Draw():
                return 3 * len(action.cards)
            case _:
                return _PLAIN.get(type(action), 1.0)

    def _lacking(self, unit: str) -> int:
        return self.position.data.units[unit].steps - len(self.position.steps[unit])

    def _eagerness(self, action: a.EnterBattle | a.Attack) -> float:
        """Return how much a player wants a battle: more with the T-34, most with an event waiting for it."""
        act = self.position.act
        waiting = act is not None and any(effect.before == len(act.fights) for effect in act.effects)
        temper = self.tempers[self.position.actor]
        return temper.attack * (2 if action.support else 1) * (5 if waiting else 1)

    def _activation(self, action: a.Activate) -> float:
        position = self.position
        cards = len(position.hands[position.actor]) + len(position.steps[action.unit])
        return 0.2 + cards * (1.5 if action.with_t34 else 1)

    def _march(self, action: a.MoveFriendly) -> float:
        data, side = self.position.data, self.position.actor
        if action.area == data.rears[side]:
            return 0.1 * self._lacking(action.unit)
        done = self.position.act.operations if self.position.act is not None else 0
        return (0.5 if action.area in self._front else 0.05) * (1.5 if action.with_t34 else 1) / (1 + done)

    def _advance(self, area: str) -> float:
        data = self.position.data
        return 3.0 if area in data.crossings else 2.0 if area == KURGAN else 1.0

    def _card(self, side: Side, card: str) -> float:
        battle = self.position.battle
        if battle is None:
            return 0
        if hit(card, strength(self.position, battle, side, self.rulings)):
            return 1.5
        # A general is worth more than a bluff.
        kept = a.ChuikovReady in uses(self.position.data, card, side)
        return self.tempers[side].bluff / (30 if kept else 3)


def play_on(position: Position, seed: int) -> Iterator[a.Action]:
    """Play a game to its end: yield each action, then carry it out.

    Parameters
    ----------
    position : Position
        Changed as the game goes on; at each action it is the position before it.

    Raises
    ------
    RuntimeError
        As `toolkit.rules.protocol.played`.
    LookupError
        When nothing is legal.
    """
    return played(position, Player(position, seed).next, apply, lambda position: position.phase is Phase.OVER)
