"""Random games, with legal and illegal candidates at every step, for comparing this reading with the checker.

A candidate is made from what is on the table, not from what the rules allow: half of them are nonsense.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.oracle.gj47 import book
from tests.oracle.gj47.adapter import View
from tests.oracle.gj47.ch03_basics import unsupplied
from tests.oracle.gj47.ch12_reinforcements import railheads
from tests.oracle.gj47.world import World
from tests.oracle.readings import Readings
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP, Battle, Box, Phase
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner


class Walk:
    """Makes up actions for a position."""

    def __init__(self, world: World, position: Position, random: Random) -> None:
        self.world, self.position, self.random = world, position, random
        self.data = position.data
        self.near = [[n for n, _ in steps] for steps in self.data.board.steps]

    def candidates(self) -> Iterator[a.Action]:
        """Yield actions of the kinds that the phase knows, good and bad ones."""
        turn = self.position.turn
        makers = {
            Phase.SETUP: self._set_up,
            Phase.CHOICE: self._choices,
            Phase.DRAW: self._draws,
            Phase.EXECUTION: self._executions,
            Phase.MOVEMENT: self._moves,
            Phase.DECLARATION: self._declarations,
            Phase.COMBAT: self._combat,
            Phase.SUPPLY_SOVIET: self._attrition,
            Phase.SUPPLY_AXIS: self._attrition,
            Phase.WITHDRAWAL: self._withdrawals,
            Phase.RAIL_BOX: self._rail,
            Phase.FORT: self._forts,
            Phase.REINFORCEMENT: self._arrivals,
        }
        maker = makers.get(turn.phase)
        if maker is not None:
            yield from maker()

    # -- helpers

    def _on_map(self, owner: Owner | None = None) -> list[int]:
        return [
            u
            for u, h in enumerate(self.position.hex_of)
            if h != OFF_MAP and (owner is None or self.data.units[u].owner is owner)
        ]

    def _some(self, items: list[int], most: int) -> tuple[int, ...]:
        return tuple(self.random.sample(items, min(len(items), self.random.randint(0, most))))

    def _ball(self, h: int, radius: int) -> list[int]:
        ring = self.data.board.distances(h)
        return [n for n, d in enumerate(ring) if d <= radius]

    def _actor(self) -> Owner:
        command = self.position.turn.command
        if command is None:
            return Owner.AXIS
        if command.hq is not None:
            return self.data.units[command.hq].owner
        return self.data.chits[command.chit].owner or Owner.AXIS

    # -- one maker a phase

    def _set_up(self) -> Iterator[a.Action]:
        tray = [u for u, box in enumerate(self.position.box_of) if box is Box.TRAY]
        symbols = [symbol.hex for symbol in self.data.board.setup_hexes]
        towns = sorted(self.data.board.towns)
        for u in self.random.sample(tray, min(len(tray), 12)):
            yield a.Place(u, self.random.choice(symbols))
            yield a.Place(u, self.random.choice(towns))
        yield a.EndSetUp(Owner.AXIS)
        yield a.EndSetUp(Owner.SOVIET)

    def _choices(self) -> Iterator[a.Action]:
        numbers = self.world.numbers[self.position.turn.number]
        for owner in Owner:
            for wrong in (0, 0, 0, 1):
                chosen: list[str] = []
                for group, number in numbers.items():
                    ids = self._chits(owner, group)
                    size = max(0, number + (self.random.randint(-1, 1) if wrong else 0))
                    chosen += self.random.sample(ids, min(size, len(ids))) if ids else []
                special = self._chits(owner, "soviet_special")
                chosen += self.random.sample(
                    special, min(len(special), self.random.choice((0, 1, 1 + wrong)))
                )
                if self.position.turn.free:
                    chosen = [id for id in chosen if id != self.position.turn.free]
                yield a.Choose(owner, tuple(sorted(chosen)))
        if self.position.turn.number == 1:
            yield a.FreeChit(self.random.choice(self._chits(Owner.AXIS, None)))

    def _chits(self, owner: Owner, group: str | None) -> list[str]:
        return sorted(
            id for id, chit in self.data.chits.items() if chit.owner is owner and group in (None, chit.group)
        )

    def _draws(self) -> Iterator[a.Action]:
        turn = self.position.turn
        cup = sorted(turn.cup)
        if cup:
            yield a.Draw(self.random.choice(cup))
        yield a.Draw(self.random.choice(sorted(self.data.chits)))
        if not turn.drawn:
            yield a.FreeChit(self.random.choice(cup))
            yield a.FreeChit(self.random.choice(self._chits(Owner.AXIS, None)))
        for winner in (None, Owner.AXIS, Owner.SOVIET):
            yield a.EndTurn(winner)

    def _executions(self) -> Iterator[a.Action]:
        chit = self.data.chits[self.position.command.chit]
        hqs = [u for u, unit in enumerate(self.data.units) if unit.headquarters]
        if chit.hq is not None:
            yield a.Activate(chit.hq)
            germans = [u for u in self._on_map(Owner.AXIS) if self.data.units[u].german]
            hq_hex = self.position.hex_of[chit.hq]
            if hq_hex != OFF_MAP:
                ring = self.data.board.distances(hq_hex)
                near = [u for u in germans if ring[self.position.hex_of[u]] <= 5]
                for _ in range(4):
                    yield a.Activate(chit.hq, self._some(near, 3))
        yield a.Activate(self.random.choice(hqs))
        yield a.Activate(self.random.choice([u for u in hqs if self.data.units[u].owner is self._actor()]))
        yield a.SetAside()
        yield a.Reinforce(None)
        yield a.Reinforce(self.random.randint(1, 6))

    def _moves(self) -> Iterator[a.Action]:
        actor = self._actor()
        command = self.position.command
        own, anyone = self._on_map(actor), self._on_map()
        ring = self.data.board.distances(self.position.hex_of[command.hq]) if command.hq is not None else b""
        near = [u for u in own if not ring or ring[self.position.hex_of[u]] <= 5]
        for _ in range(10):
            u = self.random.choice(near if near and self.random.random() < 0.9 else anyone)
            start = self.position.hex_of[u]
            radius = self.position.allowance(u)
            end = self.random.choice(self._ball(start, self.random.choice((1, 2, 3, radius, radius + 2))))
            yield a.Move(u, start, end, march=self.random.random() < 0.2)
        yield a.EndMovement()

    def _declarations(self) -> Iterator[a.Action]:
        actor = self._actor()
        hexes = sorted(
            {self.position.hex_of[u] for u in self._on_map(actor.enemy)} | set(self.position.forts)
        )
        touching = [h for h in hexes if any(self._there(n, actor) for n in self.near[h])]
        for _ in range(6):
            if not touching:
                break
            target = self.random.choice(touching)
            around = [u for n in self.near[target] for u in self._there(n, actor)]
            yield a.Declare(target, tuple(sorted(around)))
            yield a.Declare(
                target, tuple(sorted(self.random.sample(around, self.random.randint(1, len(around)))))
            )
        if touching and self.random.random() < 0.5:
            target = self.random.choice(self.near[self.random.choice(touching)])
            yield a.Declare(target, self._some(self._on_map(actor), 2))
        yield a.EndDeclaration()

    def _there(self, h: int, owner: Owner) -> list[int]:
        return [u for u in self.position.stacks[h] if self.data.units[u].owner is owner]

    def _combat(self) -> Iterator[a.Action]:
        battles = [battle for battle in self.position.command.battles if not battle.closed]
        running = [battle for battle in battles if battle.die]
        for battle in battles:
            yield a.CallOff(battle.target)
            yield a.CloseBattle(battle.target)
            if not running or self.random.random() < 0.3:
                yield a.Roll(battle.target, self.random.randint(1, 6))
        for battle in running:
            yield from self._answers(battle)
        yield a.EndCommand()

    def _answers(self, battle: Battle) -> Iterator[a.Action]:
        actor = self._actor()
        living = [u for u in battle.attackers if self.position.hex_of[u] != OFF_MAP]
        for count in (0, 1, 2):
            if living:
                yield a.Lose(battle.target, actor, tuple(sorted(self.random.choices(living, k=count))))
        inside = [u for u in battle.defenders if self.position.hex_of[u] != OFF_MAP]
        level = self.position.forts.get(battle.target, 0)
        for count in range(5):
            for _ in range(2):
                room = [u for u in inside for _ in range(2)] + [-1] * level
                lost = self.random.sample(room, min(count, len(room)))
                units = tuple(sorted(u for u in lost if u >= 0))
                converted = self.random.choice((0, 0, 1, 2)) if battle.fort else 0
                yield a.Lose(battle.target, actor.enemy, units, lost.count(-1), converted)
        for u in inside:
            yield from self._ways(battle, u)
        for u in living:
            first = battle.target
            yield a.Advance(battle.target, u, (first,))
            yield a.Advance(battle.target, u, (first, self.random.choice(self.near[first])))
            yield a.Advance(battle.target, u, (self.random.choice(self.near[self.position.hex_of[u]]),))

    def _ways(self, battle: Battle, u: int) -> Iterator[a.Action]:
        start = self.position.hex_of[u]
        yield a.Retreat(battle.target, u, (), 0, True)
        for length in (1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3):
            path: list[int] = []
            here = start
            for _ in range(length):
                here = self.random.choice(self.near[here])
                path.append(here)
            steps = self.random.choice((0, 0, 0, 1, 2))
            room = self.data.units[u].steps - self.position.reduced[u]
            yield a.Retreat(battle.target, u, tuple(path), steps, steps >= room)

    def _attrition(self) -> Iterator[a.Action]:
        owner = Owner.SOVIET if self.position.turn.phase is Phase.SUPPLY_SOVIET else Owner.AXIS
        yield a.Attrition(owner, self._some(self._on_map(owner), 2))
        yield a.Attrition(owner, ())
        r = Readings(self.world.register)
        state = View(self.world, self.position).state(r)
        lost = unsupplied(self.world, state, "axis" if owner is Owner.AXIS else "soviet", r)
        yield a.Attrition(owner, tuple(sorted(self.data.index[id] for id in lost)))

    def _withdrawals(self) -> Iterator[a.Action]:
        die = self.random.randint(1, 6)
        due = book.WITHDRAWAL[die]
        for _ in range(6):
            leaving: list[int] = []
            for kind, number in due.items():
                class_ = [
                    u
                    for u, unit in enumerate(self.data.units)
                    if unit.pool_type == kind
                    and (self.position.hex_of[u] != OFF_MAP or self.position.box_of[u] is Box.RAIL)
                ]
                leaving += self.random.sample(class_, min(number, len(class_)))
            yield a.Withdraw(die, tuple(sorted(leaving)))
        yield a.Withdraw(die, self._some(self._on_map(Owner.AXIS), 3))

    def _rail(self) -> Iterator[a.Action]:
        yield a.RailTransport(())
        for _ in range(4):
            yield a.RailTransport(self._some(self._on_map(), 1))
        yield a.RailTransport(self._some(self._on_map(Owner.AXIS), 3))

    def _forts(self) -> Iterator[a.Action]:
        yield a.BuildFort(())
        towns = sorted(self.data.board.towns)
        near = [h for h in towns if h in self.position.forts] + self.random.sample(towns, min(8, len(towns)))
        for h in near:
            yield a.BuildFort((h,))
        yield a.BuildFort(tuple(self.random.sample(towns, 2)))
        yield a.BuildFort((self.random.randrange(len(self.data.board)),))

    def _arrivals(self) -> Iterator[a.Action]:
        actor = self._actor()
        boxed = [
            u
            for u, box in enumerate(self.position.box_of)
            if box is not Box.MAP and box is not Box.WITHDRAWN and self.data.units[u].owner is actor
        ]
        rails = [h for h in range(len(self.near)) if self.data.board.on_line(h, 16)]
        r = Readings(self.world.register)
        side = "axis" if actor is Owner.AXIS else "soviet"
        heads = railheads(self.world, View(self.world, self.position).state(r), side, r)
        numbers = {number: h for h, number in enumerate(self.data.board.numbers)}
        good = [numbers[h] for h in sorted(heads)]
        for u in self.random.sample(boxed, min(len(boxed), 25)):
            if good:
                yield a.Enter(u, self.random.choice(good), bool(self.position.reduced[u]))
        for u in self.random.sample(boxed, min(len(boxed), 5)):
            yield a.Enter(u, self.random.choice(rails), bool(self.random.random() < 0.2))
            yield a.Enter(u, self.random.choice(rails), bool(self.position.reduced[u]))
        yield a.EndReinforcement(0)
        yield a.EndReinforcement(self.position.turn.column + 1)
