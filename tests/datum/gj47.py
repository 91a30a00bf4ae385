"""What GJ47's rules are asked when a datum has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from itertools import product
from pathlib import Path

from tests.datum.leaves import Leaf, ids_in
from tests.datum.walk import Battery, Question
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules import game as rules
from toolkit.games.gj47.rules.course import OFF_MAP, Battle, Box, Cause, Command, Phase
from toolkit.games.gj47.rules.entitlement import entitled
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.from_game import rules_data
from toolkit.games.gj47.rules.losses import take_step
from toolkit.games.gj47.rules.odds import columns_left, preview, ratio_column
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.results import result
from toolkit.games.gj47.rules.start import start
from toolkit.games.gj47.rules.terrain import GREAT_RIVER, IMPASSABLE, RAIL, RIVER, ROAD, Terrain
from toolkit.games.gj47.rules.units import Owner
from toolkit.games.gj47.rules.victory import lost_points, points
from toolkit.games.gj47.rules.withdrawal import withdrawal_choices
from toolkit.rules.rulings import Rulings

SET_UP, OWN_SET_UP = "june-28-1942", "empty"


class Table:
    """The rules over one compiled game, in the terms of its sources: ids and printed numbers."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        self.fixed = {option.id: option.default for option in game.options}
        self.data = rules_data(game, self.fixed)
        self.rulings = Rulings(self.data.points)
        self.hexes: Mapping[str, int] = {number: h for h, number in enumerate(self.data.board.numbers)}

    def unit(self, name: str) -> int:
        return self.data.index[name]

    def begun(self, setup: str = SET_UP) -> Position:
        return start(self.game, setup, self.fixed)

    def empty(self) -> Position:
        position = Position(self.data)
        position.turn = replace(position.turn, command=Command("chit-6a"))
        return position

    @cached_property
    def open(self) -> Position:
        """The start with every point as the register leaves it."""
        return start(self.game, SET_UP)

    def in_phase(self, phase: Phase, chit: str = "", **command: object) -> Position:
        """Return the start in a phase of its first turn."""
        position = self.begun()
        played = Command(chit, **command) if chit else None  # type: ignore[arg-type]
        position.turn = replace(position.turn, phase=phase, command=played, drawn=(chit,) if chit else ())
        return position

    def verdict(self, position: Position, action: a.Action) -> tuple[object, ...]:
        found = rules.check(position, action)
        return (found.outcome.value, found.rules, found.unclear)


# -- questions ----------------------------------------------------------------------------------------------


def begins(setup: str, table: Table) -> object:
    """What a set-up's position is."""
    position = table.begun(setup)
    numbers = table.data.board.numbers
    return (
        {
            unit.id: (numbers[h] if h >= 0 else position.box_of[u].name, unit.owner, unit.steps)
            for u, (unit, h) in enumerate(zip(table.data.units, position.hex_of, strict=True))
        },
        [{numbers[h]: owner for h, owner in held.items()} for held in position.control],
        position.turn,
    )


def goes(unit: str, numbers: Iterable[str], table: Table) -> object:
    """Where a unit can go from some hexes, on either face."""
    found = []
    for number, reduced in product(numbers, (0, 1)):
        position = table.empty()
        position.place(table.unit(unit), table.hexes[number])
        position.reduced[table.unit(unit)] = reduced
        ways = FastCheck(position).ways(table.unit(unit))
        found.append([table.data.board.numbers[h] for h in ways.hexes()])
    return found


def fights(unit: str, foe: str, ends: tuple[str, str], table: Table) -> object:
    """The odds for and against a unit, on either face."""
    found: list[object] = []
    for (one, other), reduced in product(((unit, foe), (foe, unit)), (0, 1)):
        position = table.empty()
        attacker, defender = table.unit(one), table.unit(other)
        position.place(attacker, table.hexes[ends[0]])
        position.place(defender, table.hexes[ends[1]])
        position.reduced[table.unit(unit)] = reduced
        odds = preview(position, table.hexes[ends[1]], (attacker,), table.rulings)
        found.append((odds.attack, odds.defence, odds.column))
    return found


def dies(unit: str, table: Table) -> object:
    """What is left of a unit that loses steps, and what its loss costs."""
    position = table.begun()
    gone = []
    for _ in range(2):
        take_step(position, table.unit(unit), Cause.COMBAT)
        gone.append(position.hex_of[table.unit(unit)] == OFF_MAP)
    return gone, lost_points(position, table.rulings), sorted(position.column_of.items())


def set_up(unit: str, numbers: Iterable[str], table: Table) -> object:
    """Where a unit may be set up."""
    position = table.begun(OWN_SET_UP)
    return [table.verdict(position, a.Place(table.unit(unit), table.hexes[number]))[:2] for number in numbers]


def leaves_for_good(unit: str, table: Table) -> object:
    """Which withdrawal rolls take a unit that stands alone for its class."""
    found = []
    for die in range(1, 7):
        position = table.in_phase(Phase.WITHDRAWAL, "chit-supply")
        position.place(table.unit(unit), table.hexes["0306"])
        found.append(table.verdict(position, a.Withdraw(die, (table.unit(unit),))))
    return found


def arrives(unit: str, numbers: Iterable[str], table: Table) -> object:
    """Where a unit of the pool may enter, for each die and column, and in place of whom."""
    found = []
    for chit, die, column in _CHITS_OF_REINFORCEMENT:
        position = table.in_phase(Phase.REINFORCEMENT, chit, die=die)
        position.send(table.unit(unit), Box.POOL)
        position.turn = replace(position.turn, column=column)
        found += [
            table.verdict(position, a.Enter(table.unit(unit), table.hexes[number], reduced))
            for number, reduced in product(numbers, (False, True))
        ]
    return found


def goes_by_rail(unit: str, table: Table) -> object:
    """Whether a unit may go into the rail box."""
    position = table.in_phase(Phase.RAIL_BOX, "chit-supply")
    position.place(table.unit(unit), table.hexes["0306"])
    return table.verdict(position, a.RailTransport((table.unit(unit),)))


def obeys(unit: str, orders: Iterable[tuple[str, str]], table: Table) -> object:
    """Whether headquarters activate a unit, near and far."""
    found = []
    for (hq, chit), (number, beside) in product(
        orders, (("1018", "1019"), ("1022", "1023"), ("1023", "1024"))
    ):
        position = table.empty()
        position.place(table.unit(hq), table.hexes["1018"])
        position.place(table.unit(unit), table.hexes[number])
        command = Command(chit, hq=table.unit(hq), hexes_then=tuple(position.hex_of))
        position.turn = replace(position.turn, phase=Phase.MOVEMENT, command=command, drawn=(chit,))
        move = a.Move(table.unit(unit), table.hexes[number], table.hexes[beside])
        found.append(table.verdict(position, move))
    return found


def reaches_as_headquarters(hq: str, foot: str, chit: str, table: Table) -> object:
    """How far a headquarters activates units."""
    found = []
    for row in range(11, 32):
        position = table.empty()
        position.place(table.unit(hq), table.hexes["1021"])
        position.place(table.unit(foot), table.hexes[f"10{row}"])
        command = Command(chit, hq=table.unit(hq), hexes_then=tuple(position.hex_of))
        position.turn = replace(position.turn, phase=Phase.DECLARATION, command=command, drawn=(chit,))
        attack = a.Declare(table.hexes[f"10{row + 1}"], (table.unit(foot),))
        found.append(table.verdict(position, attack))
    return found


def chooses(chits: Iterable[str], turn: int, table: Table) -> object:
    """What verdict each number of chits of either group gets, for both players."""
    found = []
    known = table.data.chits
    for owner, count, more in product(Owner, range(6), range(4)):
        position = table.begun()
        position.turn = replace(position.turn, number=turn)
        groups = ("ger_com", "axis_rnf_com") if owner is Owner.AXIS else ("su_com", "soviet_special")
        of = [
            [chit for chit in chits if chit in known and known[chit].group == group][:size]
            for group, size in zip(groups, (count, more), strict=True)
        ]
        found.append(table.verdict(position, a.Choose(owner, (*of[0], *of[1]))))
    return found


def draws(chit: str, headquarters: Iterable[str], table: Table) -> object:
    """What a chit orders, and whom."""
    position = table.begun()
    everything = frozenset(table.data.chits)
    position.turn = replace(
        position.turn, phase=Phase.DRAW, ready=frozenset(Owner), chosen=everything, cup=everything
    )
    rules.apply(position, a.Draw(chit))
    actions = [a.Activate(table.unit(hq)) for hq in headquarters]
    found = [table.verdict(position, action) for action in (*actions, a.Reinforce(), a.Reinforce(3))]
    owners = [table.verdict(table.begun(), a.Choose(owner, (chit,))) for owner in Owner]
    return position.turn.phase, found, owners


def fells(table: Table) -> object:
    """What each column and die of the combat results table does."""
    units = sorted(table.data.units, key=lambda unit: unit.id)
    axis = [unit for unit in units if unit.owner is Owner.AXIS and not unit.headquarters]
    germans = sorted(axis, key=lambda unit: unit.attack[0])[:24]
    foe = next(u for u in units if u.owner is Owner.SOVIET and u.defence[0] == 2 and not u.headquarters)
    found: list[object] = []
    for size, die in product(range(1, len(germans)), range(1, 7)):
        position = table.empty()
        target = table.hexes["1018"]
        position.place(table.unit(foe.id), target)
        attackers = tuple(table.unit(unit.id) for unit in germans[:size])
        battle = Battle(target, attackers, (table.hexes["1017"],) * size, (table.unit(foe.id),), die=die,
                        faces=(0,) * (size + 1))  # fmt: skip
        outcome = result(position, battle, table.rulings)
        found.append((outcome.attacker_losses, outcome.defender_losses, outcome.retreat))
    charts = table.data.charts
    found.append([ratio_column(charts, x, y, table.rulings) for x in range(1, 60) for y in range(1, 8)])
    return found


def shifts(table: Table) -> object:
    """How far terrain shifts the odds, hex by hex."""
    return [columns_left(table.begun(), h, table.rulings) for h in range(len(table.data.board))]


def advances(units: Iterable[str], pairs: Iterable[tuple[str, str]], table: Table) -> object:
    """What verdict advances get over the ground between some hexes."""
    found = []
    for unit, (origin, target) in product(units, pairs):
        position, u = table.empty(), table.unit(unit)
        position.place(u, table.hexes[origin])
        battle = Battle(
            table.hexes[target], (u,), (table.hexes[origin],), die=6, defender_lost=(), faces=(0,)
        )
        position.turn = replace(
            position.turn, phase=Phase.COMBAT, command=Command("chit-6a", hq=u, battles=(battle,))
        )
        beyond = [(h,) for h, _ in table.data.board.steps[table.hexes[target]]]
        for path in ((), *beyond):
            action = a.Advance(table.hexes[target], u, (table.hexes[target], *path))
            found.append(table.verdict(position, action))
    return found


def attacks_over(units: Iterable[str], pairs: Iterable[tuple[str, str]], foe: str, table: Table) -> object:
    """The strengths of attacks over the hexsides between some hexes."""
    found = []
    for unit, (origin, target) in product(units, pairs):
        position, u = table.empty(), table.unit(unit)
        position.place(u, table.hexes[origin])
        position.place(table.unit(foe), table.hexes[target])
        found.append(preview(position, table.hexes[target], (u,), table.rulings).attack)
    return found


def forts(table: Table) -> object:
    """What forts add, how many there are, and what falls of them."""
    found: list[object] = []
    for level in range(4):
        position = table.empty()
        soviet = next(u for u in table.data.units if u.owner is Owner.SOVIET and not u.headquarters)
        german = next(u for u in table.data.units if u.german and not u.headquarters)
        position.place(table.unit(soviet.id), table.hexes["1018"])
        position.place(table.unit(german.id), table.hexes["1017"])
        position.forts[table.hexes["1018"]] = level
        found.append(preview(position, table.hexes["1018"], (table.unit(german.id),), table.rulings).defence)
    position = table.in_phase(Phase.FORT, "chit-supply")
    found.append(position.turn.fort_markers)
    towns = sorted(position.data.board.towns)
    for count in range(4):
        held = [h for h in towns if position.control[0].get(h) is Owner.SOVIET][:count]
        found.append(table.verdict(position, a.BuildFort(tuple(held))))
    return found


def comes(table: Table) -> object:
    """What each die and each column brings, and what each withdrawal roll takes."""
    found: list[object] = []
    for chit, die, column in _CHITS_OF_REINFORCEMENT:
        position = table.in_phase(Phase.REINFORCEMENT, chit, die=die)
        position.turn = replace(position.turn, column=column)
        found.append(dict(entitled(position, table.rulings).numbers))
    position = table.in_phase(Phase.WITHDRAWAL, "chit-supply")
    found += [
        [
            (share.name, share.count, len(share.ranks))
            for share in withdrawal_choices(position, die, table.rulings)
        ]
        for die in range(1, 7)
    ]
    position = table.in_phase(Phase.REINFORCEMENT, "chit-soviet-reinf")
    for column in range(1, 12):
        position.turn = replace(position.turn, column=column)
        found.append([table.verdict(position, a.EndReinforcement(next_)) for next_ in range(1, 12)])
    return found


def wins(unit: str, losses: Iterable[int], table: Table) -> object:
    """When the Axis has won, and when the game is over."""
    found: list[object] = [points(table.begun(), table.rulings)]
    for turn, lost in product((1, 2, 8, 9, 10), losses):
        position = table.empty()
        position.turn = replace(position.turn, phase=Phase.DRAW, number=turn, ready=frozenset(Owner))
        for h in sorted(table.data.board.vp_hexes):
            position.take_control(Owner.AXIS, h, moving=True)
        position.turn = replace(position.turn, chosen=frozenset({"chit-supply"}), drawn=("chit-supply",))
        for _ in range(lost):
            position.remove(table.unit(unit), Cause.COMBAT)
        found.append(points(position, table.rulings))
        found += [table.verdict(position, a.EndTurn(winner)) for winner in (None, *Owner)]
    return found


def is_read(point: str, table: Table) -> object:
    """Which values of an unclear point count while a match fixes none, and what movement makes of them."""
    data = table.open.data
    return data.points.values.get(point), data.moves.strict, data.moves.mild


_CHITS_OF_REINFORCEMENT = (
    *(("chit-axis-reinf", die, 1) for die in range(1, 7)),
    *(("chit-soviet-reinf", 0, column) for column in range(1, 11)),
)


# -- which questions ----------------------------------------------------------------------------------------


class Asked:
    """The questions, with the units and hexes of the printed game that show most."""

    def __init__(self, game: CompiledGame, ids_of: Mapping[str, tuple[str, ...]]) -> None:
        self.ids_of = ids_of
        self.table = table = Table(game)
        self.units = {unit.id: unit for unit in table.data.units}
        board = table.data.board
        self.chits = tuple(table.data.chits)
        self.headquarters = tuple(u.id for u in table.data.units if u.headquarters)
        self.orders = tuple(
            (table.data.units[chit.hq].id, chit.id)
            for chit in table.data.chits.values()
            if chit.hq is not None
        )
        self.symbols = tuple(dict.fromkeys(board.numbers[mark.hex] for mark in board.setup_hexes))
        towns = sorted(board.towns)
        self.towns = tuple(board.numbers[h] for h in towns)
        self.entries = tuple(board.numbers[h] for held in board.sources for h in sorted(held))
        kinds: dict[tuple[object, ...], tuple[str, str]] = {}
        for h, steps in enumerate(board.steps):
            for n, features in steps:
                if Terrain.SEA in (board.terrain[h], board.terrain[n]) or features & IMPASSABLE:
                    continue
                key = (board.terrain[h] == Terrain.MOUNTAIN, board.terrain[n], n in board.towns,
                       features & (RIVER | GREAT_RIVER | ROAD | RAIL))  # fmt: skip
                kinds.setdefault(key, (board.numbers[h], board.numbers[n]))
        self.pairs = tuple(kinds.values())
        seaside = next(
            board.numbers[h]
            for h, steps in enumerate(board.steps)
            if board.terrain[h] == Terrain.CLEAR and any(board.terrain[n] == Terrain.SEA for n, _ in steps)
        )
        inland = next(
            (board.numbers[n], seaside)
            for n, _ in board.steps[table.hexes[seaside]]
            if board.terrain[n] != Terrain.SEA
        )
        self.shore = (*self.pairs, inland)
        self.losses = self._losses()
        self.classes = (
            "ger-pz-24",
            "ger-inf-44",
            "ger-mt-1" if "ger-mt-1" in self.units else self._mountain(),
        )

    def _mountain(self) -> str:
        return next(unit.id for unit in self.units.values() if unit.mountain)

    def _losses(self) -> tuple[int, ...]:
        """Return how many points the Axis must lose with every VP hex in hand to win just so, or just not."""
        position = self.table.empty()
        for h in sorted(self.table.data.board.vp_hexes):
            position.take_control(Owner.AXIS, h, moving=True)
        needed = self.table.data.charts.victory.needed
        spare = points(position, self.table.rulings) - needed
        return tuple(range(spare - 2, spare + 3))

    def about(self, leaf: Leaf) -> Iterator[Question]:
        """Yield the questions that a datum is near to, then the others."""
        unit = self._unit_of(leaf)
        if unit in self.units:
            yield from self._of_unit(unit)
        if leaf.file.startswith("unclear.yaml"):
            point = self._entry(leaf)
            yield _asked("reads", is_read, point)
        if leaf.file.startswith(("setups/", "map/setup")):
            yield _asked("begins", begins, SET_UP)
            yield _asked("begins", begins, OWN_SET_UP)
        yield from self._general(leaf)

    def _entry(self, leaf: Leaf) -> str:
        assert isinstance(leaf.path[1], int)
        return self.table.game.options[leaf.path[1]].id

    def _unit_of(self, leaf: Leaf) -> str:
        """Return the counter that a datum belongs to."""
        if leaf.file.startswith("errata/") and leaf.path[:1] == ("changes",):
            return {0: "ger-inf-44", 1: "ger-inf-62", 2: "ger-inf-68", 3: "sov-cav-79", 4: "sov-cav-110"}.get(
                int(leaf.path[1]), ""
            )
        if not leaf.file.startswith("counters/") or leaf.path[:1] != ("counters",):
            return ""
        index = leaf.path[1]
        assert isinstance(index, int)
        return self.ids_of[leaf.file][index]

    def _of_unit(self, unit: str) -> Iterator[Question]:
        kind = self.units[unit]
        foe = "sov-rifle-6" if kind.owner is Owner.AXIS else "ger-inf-44"
        start_ = next(one for one, _ in self.pairs)
        yield _asked("goes", goes, unit, (start_,))
        for ends in (("1018", "1019"),):
            yield _asked("fights", fights, unit, foe, ends)
            yield _asked("fights", fights, unit, foe if foe != unit else "ger-inf-62", ends)
        yield _asked("begins", begins, SET_UP)
        yield _asked("dies", dies, unit)
        if kind.headquarters:
            chit = next(chit for hq, chit in self.orders if hq == unit)
            foot = {"german": "ger-inf-44", "soviet": "sov-rifle-6"}.get(kind.nationality)
            foot = foot or next(
                u.id for u in self.units.values() if u.nationality == kind.nationality and not u.headquarters
            )
            yield _asked("reach", reaches_as_headquarters, unit, foot, chit)
        yield _asked("set up", set_up, unit, (*self.symbols, *self.towns[:40]))
        yield _asked("goes", goes, unit, tuple(one for one, _ in self.pairs[::6]))
        yield _asked("withdrawn", leaves_for_good, unit)
        yield _asked("arrives", arrives, unit, self.entries[:2] + self.entries[-2:])
        yield _asked("by rail", goes_by_rail, unit)
        yield _asked("obeys", obeys, unit, self.orders)

    def _general(self, leaf: Leaf) -> Iterator[Question]:
        name = leaf.file.partition("/")[2]
        general: dict[str, tuple[Question, ...]] = {
            "crt": (_asked("falls", fells),),
            "tables": (_asked("comes", comes),),
            "victory": (_asked("wins", wins, "ger-inf-44", self.losses), *(_asked("dies", dies, u) for u in (
                "ger-pz-24", "ger-inf-44", "hun-inf-6", "ger-hq-6a"))),
            "ground": (
                *(_asked("goes", goes, unit, tuple(one for one, _ in self.pairs)) for unit in self.classes),
                _asked("shifts", shifts),
                _asked("attacks over", attacks_over, self.classes, self.pairs, "sov-rifle-6"),
                _asked("advances", advances, self.classes, self.shore),
            ),
            "turns": tuple(_asked("chooses", chooses, self.chits, turn) for turn in range(1, 10)),
            "chits": tuple(_asked("draws", draws, chit, self.headquarters) for chit in self.chits),
            "forts": (_asked("forts", forts),),
            "start": (_asked("begins", begins, SET_UP), _asked("begins", begins, OWN_SET_UP)),
        }  # fmt: skip
        first = {
            "crt.yaml": "crt",
            "terrain_effects.yaml": "ground",
            "turn_track.yaml": "turns",
            "victory.yaml": "victory",
            "chits.yaml": "chits",
            "markers.yaml": "forts",
        }.get(name, "tables")
        for group in (first, *(group for group in general if group != first)):
            yield from general[group]


def battery(game: CompiledGame, folder: Path) -> Battery:
    """Return what GJ47 is asked."""
    return Battery(Table, Asked(game, ids_in(folder)).about)


def _asked(name: str, ask: Callable[..., object], *arguments: object) -> Question:
    return Question(f"{name} {arguments}", partial(ask, *arguments))
