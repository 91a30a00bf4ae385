"""The players: both sides of a game, from wherever it stands.

Each legal action has a worth; a careful player takes the best one, a careless one draws by chance with some
sense.  Only legal actions are considered, so a game that gets stuck shows a dead end of the rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.cards import LAYS
from toolkit.games.storm.rules.choices import candidates, losses, plays
from toolkit.games.storm.rules.data import Timing, Use
from toolkit.games.storm.rules.game import apply, breaches
from toolkit.games.storm.rules.hands import room_to_draw
from toolkit.games.storm.rules.moments import Moment, due
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.readings import can_draw
from toolkit.games.storm.rules.sides import Side
from toolkit.games.storm.rules.worth import Eye
from toolkit.rules.protocol import played
from toolkit.rules.rulings import Rulings

_NEVER = -1e9


@dataclass(frozen=True, slots=True)
class Temper:
    """How a player plays.

    Attributes
    ----------
    noise : float
        How far his judgement of an action errs.
    patience : float
        What an action has to be worth; he passes otherwise.
    cards : float
        How ready he is to answer with cards.
    order : float
        How ready he is to lay cards before an act.
    """

    noise: float
    patience: float
    cards: float
    order: float

    @classmethod
    def drawn(cls, rng: random.Random) -> Temper:
        """Return a temper by chance, from careful to careless."""
        noise = rng.choice((0.3, 1.5, 6.0))
        return cls(noise, rng.uniform(0.0, 0.4), rng.uniform(0.3, 0.9), rng.uniform(0.05, 0.3))


class Player:
    """Plays both sides of a game.

    Parameters
    ----------
    position : Position
        Its unclear points are taken at their proposed values; changed by the caller with what is chosen.
    tempers : (Temper, Temper) or None
        By side; drawn by chance for None.
    """

    def __init__(self, position: Position, seed: int, tempers: tuple[Temper, Temper] | None = None) -> None:
        self.position = position
        self.rng = random.Random(seed)
        self.rulings = Rulings(position.data.points.settled())
        self.tempers = tempers or (Temper.drawn(self.rng), Temper.drawn(self.rng))
        self.bids = self.rulings.says("St-9", "bid") or self.rng.random() < 0.3

    def next(self) -> a.Action:
        """Return the next action.

        Raises
        ------
        LookupError
            When nothing is legal: the rules have a dead end.
        """
        position = self.position
        moment = due(position, self.rulings).moment
        match moment:
            case Moment.PREPARATION:
                wanted: Iterable[a.Action] = self._preparation()
            case Moment.DRAW | Moment.HANDS | Moment.OWED:
                wanted = self._cards(moment)
            case Moment.SHOT:
                wanted = self._on_shot()
            case Moment.LOSSES:
                wanted = self._losses()
            case Moment.ARRIVALS:
                wanted = self._shuffled(candidates(position, self.rulings))
                wanted = sorted(wanted, key=lambda action: isinstance(action, a.EndTurn))
            case _:
                wanted = self._impulse(moment)
        for action in wanted:
            if not breaches(position, action, self.rulings) and self._goes_on(action):
                return action
        raise LookupError(f"nothing is legal in turn {position.turn}, {position.phase}, {moment}")

    def _goes_on(self, action: a.Action) -> bool:
        """Return whether a card that is laid can be followed by an act."""
        if not isinstance(action, a.Play) or self.position.shot is not None:
            return True
        if not self.position.data.cards[action.card].does(*LAYS):
            return True
        ahead = self.position.copy()
        apply(ahead, action)
        acts = (act for act in candidates(ahead, self.rulings) if isinstance(act, a.Move | a.Fire))
        return any(not breaches(ahead, act, self.rulings) for act in acts)

    def _shuffled(self, found: Iterable[a.Action]) -> list[a.Action]:
        mixed = list(found)
        self.rng.shuffle(mixed)
        return mixed

    def _order(self, cards: Iterable[str]) -> tuple[str, ...]:
        order = list(cards)
        self.rng.shuffle(order)
        return tuple(order)

    def _dice(self) -> tuple[int, int]:
        return self.rng.randint(1, 6), self.rng.randint(1, 6)

    def _preparation(self) -> Iterator[a.Action]:
        position, data = self.position, self.position.data
        for side in Side:
            if not position.decks[side] and data.decks[side]:
                yield a.Shuffle(side, self._order(data.decks[side]))
        if self.bids and not position.target:
            for side in Side:
                if side not in position.bids:
                    yield a.Bid(side, self.rng.choice((1, 2, 2, 3, 3, 4)))
            high = max(Side, key=lambda side: position.bids.get(side, 0))
            equal = len(set(position.bids.values())) == 1
            figures = position.data.figures
            suggested = range(figures.tie_target_least, figures.tie_target_most + 1)
            yield a.OpenBids(high, self.rng.choice(suggested) if equal else position.bids[high])
        yield a.Begin()

    def _cards(self, moment: Moment) -> Iterator[a.Action]:
        position, owed = self.position, self.position.owed
        ending = moment is Moment.HANDS
        for side in Side:
            hand = position.hands[side]
            if ending and hand and not position.drawn[side] and self.rng.random() < 0.12:
                yield a.Discard(side, tuple(self.rng.sample(hand, self.rng.randint(1, min(2, len(hand))))))
            room = room_to_draw(position, side, self.rulings)
            if owed is not None and moment is Moment.OWED:
                room = owed.count if side is owed.side else 0
            if room and not position.decks[side] and can_draw(position, side, self.rulings):
                yield a.Shuffle(side, self._order(position.piles[side]))
            count = min(room, len(position.decks[side]))
            if count:
                yield a.Draw(side, tuple(reversed(position.decks[side][-count:])))
        yield a.EndHands() if ending else a.EndDraw()

    def _on_shot(self) -> Iterator[a.Action]:
        position, shot = self.position, self.position.shot
        if shot is None:
            return
        points = Eye(position, self.rulings).points_to_come(shot)
        for side in Side:
            if self.rng.random() < self.tempers[side].cards:
                yield from self._shuffled(self._on_this_fire(side, points))
        yield a.Roll(self._dice())

    def _on_this_fire(self, side: Side, points: float) -> Iterator[a.Action]:
        position, shot = self.position, self.position.shot
        for play in plays(position, side):
            if shot is None or not isinstance(play, a.Play):
                continue
            card = position.data.cards[play.card]
            own = card.timing is Timing.OWN_FIRE
            wish = (0.4 if own else 0.15) * points + self.rng.gauss(0, self.tempers[side].noise / 3)
            if wish > 0.8 and not (own and play.paid and play.paid[0] in shot.units):
                yield play

    def _losses(self) -> list[a.Action]:
        position, toll = self.position, self.position.toll
        if toll is None:
            return []
        eye, owner = Eye(position, self.rulings), toll.allotter is toll.victim
        noise = self.tempers[toll.allotter].noise / 4
        answers = [
            play
            for side in Side
            if self.rng.random() < self.tempers[side].cards
            for play in plays(position, side)
        ]
        scored: list[tuple[float, a.Action]] = []
        for action in losses(position, self.rulings):
            harm = 1e6 if isinstance(action, a.CloseLosses) else eye.harm(action)  # type: ignore[arg-type]
            harm = harm if owner or harm > 1e5 else -harm
            scored.append((harm + self.rng.gauss(0, noise), action))
        scored.sort(key=lambda found: found[0])
        return [*answers, *(action for _, action in scored)]

    def _impulse(self, moment: Moment) -> list[a.Action]:
        eye = Eye(self.position, self.rulings)
        scored = [
            (self._score(eye, action, moment), action) for action in candidates(self.position, self.rulings)
        ]
        scored.sort(key=lambda found: -found[0])
        return [action for score, action in scored if score > _NEVER]

    def _score(self, eye: Eye, action: a.Action, moment: Moment) -> float:
        position = self.position
        side: Side = getattr(action, "side", Side.GERMAN)
        temper = self.tempers[side]
        blur = self.rng.gauss(0, temper.noise)
        match action:
            case a.Pass():
                return temper.patience + min(blur, 0.5)
            case a.Fire():
                return eye.fire(side, action.units, position.where[action.units[0]], action.target) + blur
            case a.Move():
                return eye.move(side, action.units, action.path) + blur / 2
            case a.Play():
                return self._play(eye, action, moment) + blur / 2
            case _:
                return 1.0

    def _play(self, eye: Eye, action: a.Play, moment: Moment) -> float:
        card, position = eye.data.cards[action.card], self.position
        temper = self.tempers[action.side]
        if card.does(*LAYS):
            # Cards for a fire may as well come after its declaration.
            chance = temper.order * (2.5 if card.does(Use.OVERRUN, Use.MARCH, Use.JOINT, Use.FERRY) else 1.0)
            ready = moment is Moment.IDLE and self.rng.random() < chance
            return 2.5 if ready and due(position, self.rulings).side is action.side else _NEVER * 2
        if card.does(Use.MINES, Use.UNSPENT):
            return 4.0 if self.rng.random() < temper.cards else _NEVER * 2
        return eye.card(action)


def play_on(
    position: Position, seed: int, *, tempers: tuple[Temper, Temper] | None = None
) -> Iterator[a.Action]:
    """Play a game to its end: yield each action, then carry it out.

    Parameters
    ----------
    position : Position
        Changed as the game goes on; at each action it is the position before it.
    tempers : (Temper, Temper) or None
        How the sides play; None draws it by chance from careful to careless.

    Raises
    ------
    RuntimeError
        As `toolkit.rules.protocol.played`.
    LookupError
        When nothing is legal.
    """
    return played(
        position,
        Player(position, seed, tempers).next,
        apply,
        lambda position: position.phase is Phase.OVER,
    )
