"""The random player: chooses one legal action after the other, for both sides."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import game, supply
from toolkit.games.gj47.rules.course import Phase
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.player import arriving, choosing, fighting, moving, supplying
from toolkit.games.gj47.rules.player.temper import Temper
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.selection import void_reason
from toolkit.games.gj47.rules.set_up_choices import random_set_up
from toolkit.games.gj47.rules.units import Owner
from toolkit.games.gj47.rules.victory import winner
from toolkit.rules.protocol import played
from toolkit.rules.rulings import Rulings


class Player:
    """Plays both sides of a game from wherever it stands.

    Parameters
    ----------
    position : Position
        Its unclear points are taken at their proposed values; changed by the caller with what is chosen.
    careful : bool
        Whether nobody chooses chits against the numbers; who does plays on with void ones (6.2).
    """

    def __init__(self, position: Position, seed: int, *, careful: bool = True) -> None:
        self.position = position
        self.rng = random.Random(seed)
        self.rulings = Rulings(position.data.points.settled())
        self.fast = FastCheck(position)
        tempers = {owner: Temper.drawn(self.rng) for owner in Owner}
        if careful:
            tempers = {owner: replace(temper, carelessness=0.0) for owner, temper in tempers.items()}
        self.tempers = tempers
        self._placing: Iterator[a.Place | a.EndSetUp] | None = None
        self._moves: Iterator[a.Move] | None = None
        self._targets: list[a.Declare] = []
        self._kept: str | None = None
        self._phases: Mapping[Phase, Callable[[], a.Action]] = {
            Phase.SETUP: self._set_up,
            Phase.CHOICE: self._choose,
            Phase.DRAW: self._draw,
            Phase.EXECUTION: self._execute,
            Phase.MOVEMENT: self._move,
            Phase.DECLARATION: self._declare,
        }

    def next(self) -> a.Action:
        """Return the next action.

        Raises
        ------
        KeyError
            When the game is over.
        """
        position, rulings, rng = self.position, self.rulings, self.rng
        phase = position.turn.phase
        if phase is Phase.COMBAT:
            return fighting.next_of_battle(position, rulings, rng, self._die)
        if phase in supply.STEPS:
            return supplying.step(position, rulings, rng, self._die)
        if phase is Phase.REINFORCEMENT:
            return arriving.step(position, rulings, rng)
        return self._phases[phase]()

    def _die(self) -> int:
        return self.rng.randint(1, 6)

    def _temper(self) -> Temper:
        owner = self.position.data.chits[self.position.command.chit].owner
        return self.tempers[Owner.AXIS if owner is None else owner]

    def _set_up(self) -> a.Action:
        if self._placing is None:
            self._placing = random_set_up(self.position, self.rulings, self.rng)
        return next(self._placing)

    def _choose(self) -> a.Choose:
        owner = next(side for side in Owner if side not in self.position.turn.ready)
        if self.position.turn.number == 1 and owner is Owner.AXIS and self.rng.random() < 0.6:
            known = self.position.data.chits
            self._kept = self.rng.choice(sorted(c for c, kind in known.items() if kind.group == "ger_com"))
        chooser = choosing.Chooser(self.position, self.rulings, self.rng, self.tempers[owner])
        return chooser.choice(owner, self._kept)

    def _draw(self) -> a.Action:
        turn = self.position.turn
        if self._kept is not None:
            kept, self._kept = self._kept, None
            free = a.FreeChit(kept)
            if game.check(self.position, free).legal:
                return free
        if turn.cup:
            return a.Draw(self.rng.choice(sorted(turn.cup)))
        return a.EndTurn(winner(self.position, self.rulings))

    def _execute(self) -> a.Action:
        chit = self.position.data.chits[self.position.command.chit]
        if void_reason(self.position, self.rulings) is not None:
            return a.SetAside()
        if chit.order.endswith("reinforcement"):
            wanted: a.Action | None = a.Reinforce(self._die() if chit.owner is Owner.AXIS else None)
        else:
            wanted = choosing.activation(self.position, self.rng)
        if wanted is None or not game.check(self.position, wanted).legal:
            return a.SetAside()
        # A side that sleeps leaves its reinforcements where they are.
        idle = max(0.03, self._temper().hold - 0.1 if self._temper().asleep else 0.0)
        if isinstance(wanted, a.Reinforce) and self.rng.random() < idle:
            return a.SetAside()
        return wanted

    def _move(self) -> a.Action:
        if self._moves is None:
            begun = moving.Movement.begun(self.fast, self.rulings, self.rng, self._temper())
            self._moves = begun.moves()
        move = next(self._moves, None)
        if move is not None:
            return move
        self._moves = None
        self._targets = []
        return a.EndMovement()

    def _declare(self) -> a.Action:
        if not self.position.command.battles and not self._targets:
            self._targets = fighting.targets(self.position, self.rulings, self.rng, self._temper())
        if self._targets:
            return self._targets.pop()
        return a.EndDeclaration()


def play_on(position: Position, seed: int, *, careful: bool = True) -> Iterator[a.Action]:
    """Play a game to its end: yield each action, then carry it out.

    Parameters
    ----------
    position : Position
        Changed as the game goes on; at each action it is the position before it.
    careful : bool
        As in `Player`.

    Raises
    ------
    RuntimeError
        As `toolkit.rules.protocol.played`.
    """
    return played(
        position,
        Player(position, seed, careful=careful).next,
        game.apply,
        lambda position: position.turn.phase is Phase.OVER,
    )
