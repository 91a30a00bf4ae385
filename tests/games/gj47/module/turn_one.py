"""Turn 1 as the module's Help tells it, played for both sides in the real engine; keeps the log and pictures.

    python -m tests.games.gj47.module.turn_one docs/examples/gj47_turn_1.vlog docs/pictures

Dice and the order of the chits are the engine's own, so the play goes by what lies on the table: units move
where the rules' checker lets them, attack where the odds are good, retreat away from the enemy.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.engine.record import Player, Session
from toolkit.engine.table import EnginePiece
from toolkit.games.gj47.data.charts import charts_of
from toolkit.games.gj47.rules.course import Command, Move
from toolkit.games.gj47.rules.from_game import rules_data
from toolkit.games.gj47.rules.judge import is_legal
from toolkit.games.gj47.rules.odds import preview
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.retreat import options
from toolkit.games.gj47.rules.retreat_ways import Way
from toolkit.module.build import build_module
from toolkit.module.equipment import load_equipment
from toolkit.module.house_rules import option_text
from toolkit.render.layout import BoardLayout
from toolkit.rules.rulings import Rulings
from toolkit.source.game import load_game

GAME = Path(__file__).resolve().parents[4] / "source_data" / "gj47"
PITCH_PX = 100.0  # as in module.yaml

AXIS, SOVIET = Player("Anna", "player-1", "Axis"), Player("Boris", "player-2", "Soviet")
CHOSEN = {
    AXIS.name: ("chit-6a", "chit-17a", "chit-1pza-a", "chit-axis-reinf"),
    SOVIET.name: ("chit-vrnz", "chit-sw", "chit-sth", "chit-soviet-reinf"),
}
FREE_CHIT = "chit-4pza-a"  # counts against the number of armies, as the house rules are proposed (U-46)
_PROPERTIES = (
    "CounterId", "Kind", "Side", "Class", "Nationality", "LocationName", "CurrentMap", "ActIn", "AttackIn",
    "DefendIn", "AttackNow", "DefenceNow", "Result", "Step_Level", "Steps", "Mechanised", "Number", "Odds",
)  # fmt: skip
_MAIN = "Main Map"
Show = Callable[[str, str], None]
"""Called with the name of a moment and the hex it is about."""


class TurnOne:
    """One turn at a table.

    Parameters
    ----------
    session : Session
        With `AXIS` and `SOVIET` as players, the full set-up on the table and a log begun.
    show : callable, optional
        Called at moments worth a picture.
    """

    def __init__(self, session: Session, game: CompiledGame, show: Show = lambda _name, _hex: None) -> None:
        self.session, self.game, self.show = session, game, show
        self.rules = {option.id: option.default for option in game.options if option.is_switch}
        self.data = rules_data(game, self.rules)
        self.grid = game.map.grid
        self.near = [[n for n in row if n >= 0] for row in game.map.neighbours.tolist()]
        self.battles = 0
        self.look()

    def look(self) -> None:
        """Read the table."""
        table = self.session.game.table(_PROPERTIES)
        self.globals = table.globals
        self.pieces = {
            p.properties["CounterId"]: p for p in table.pieces.values() if "CounterId" in p.properties
        }
        self.position = Position(self.data)
        for name, index in self.data.index.items():
            piece = self.pieces[name]
            if piece.properties.get("CurrentMap") == _MAIN:
                self.position.place(index, self.grid.hex(str(piece.properties["LocationName"]).zfill(4)))
            self.position.reduced[index] = piece.properties.get("Step_Level") == "2"

    def number(self, piece: EnginePiece, name: str) -> int:
        """Return a property of a piece as a number."""
        return int(piece.properties.get(name) or 0)

    def where(self, counter: str) -> int:
        """Return a unit's hex, -1 off the map."""
        return self.position.hex_of[self.data.index[counter]]

    def units_in(self, h: int, side: str | None = None) -> list[str]:
        """Return the units in a hex."""
        names = [self.data.units[i].id for i in self.position.stacks[h]]
        return [n for n in names if side is None or self.pieces[n].properties["Side"] == side]

    def enemies_by(self, h: int, side: str) -> bool:
        """Return whether an enemy of `side` stands beside a hex."""
        return any(len(self.units_in(n)) > len(self.units_in(n, side)) for n in self.near[h])

    def may_enter(self, a: int, b: int, side: str) -> bool:
        """Return whether a unit may retreat or advance from hex a to b as far as the land goes."""
        barred = self.game.map.side_features["impassable"][self.game.map.side(a, b)]
        dry = self.game.map.terrain_of(b) not in ("sea", "mountain")
        return dry and not barred and len(self.units_in(b)) == len(self.units_in(b, side)) < 2

    def drag(self, counter: str, h: int) -> None:
        """Drag a unit to a hex."""
        self.session.drag(counter, self.grid.number(h))
        self.position.place(self.data.index[counter], h)

    # -- the turn ----------------------------------------------------------------------------------

    def play(self) -> None:
        """Play the turn from the house rules and the free chit to the turn marker."""
        self.session.act_as(AXIS.name)
        self.agree()
        self.session.key(FREE_CHIT, "Ctrl-P")
        self.look()
        self.show("activation", "0407")
        self.command("Axis", battles=3)
        self.session.button("End chit")
        for name, chits in CHOSEN.items():
            self.session.act_as(name)
            for chit in chits:
                self.session.key(chit, "Ctrl-C")
            self.show("chits", name)
            side = next(player.side for player in (AXIS, SOVIET) if player.name == name)
            self.session.button(f"Put the {side} chits into the cup")
        for _ in range(sum(len(chits) for chits in CHOSEN.values()) + 1):
            self.session.button("Draw chit")
            self.look()
            self.chit(self.globals["ActiveChit"])
            self.session.button("End chit")
        self.show("end", "")
        self.session.button("End turn")
        self.session.hotkey("Alt-T")
        self.session.drag("marker-turn", {"map": "Tracks", "at": "Turn 2"})

    def agree(self) -> None:
        """Fix each unclear point as proposed, through its line of the menu *House rules*."""
        for option in self.game.options:
            if option.id in self.rules:
                self.session.button(option_text(option), self.rules[option.id])

    def chit(self, chit: str) -> None:
        """Carry out the chit that was drawn."""
        side = self.pieces[chit].properties["Side"]
        if chit == "chit-supply":
            self.supply()
            return
        self.session.act_as(AXIS.name if side == "Axis" else SOVIET.name)
        if chit == "chit-axis-reinf":
            self.axis_reinforcement()
        elif chit == "chit-soviet-reinf":
            self.soviet_reinforcement()
        else:
            self.command(side, battles=3 if side == "Axis" else 1)

    # -- a headquarters' chit ----------------------------------------------------------------------

    def command(self, side: str, battles: int) -> None:
        """Move and fight with the units that are active."""
        now = self.globals["ChitSeq"]
        active = [
            name for name, piece in sorted(self.pieces.items())
            if piece.properties.get("ActIn") == now and piece.properties["Kind"] == "unit"
            and piece.properties["Side"] == side and name in self.data.index and self.where(name) >= 0
        ]  # fmt: skip
        targets = self.targets(active, side)[:battles]
        attackers = self.gather(active, targets, side)
        declared = []
        for target in targets:
            mine = attackers[target]
            strength = sum(self.number(self.pieces[n], "AttackNow") for n in mine)
            if strength >= 2 * self.defence(target) and self.allowed(target, mine):
                declared.append((target, mine))
        for number, (target, mine) in enumerate(declared, start=1):
            self.session.drag(f"battle-{number}", self.grid.number(target))
            for name in mine:
                self.session.key(name, "Ctrl-B")
        if declared:
            self.session.hotkey("Ctrl-D")
        for number, (target, mine) in enumerate(declared, start=1):
            self.fight(number, target, mine, side)

    def defence(self, target: int) -> int:
        """Return the strength of the units in a hex."""
        return sum(self.number(self.pieces[n], "DefenceNow") for n in self.units_in(target))

    def allowed(self, target: int, mine: Sequence[str]) -> bool:
        """Return whether the odds are on the table once rivers have halved and land has shifted them."""
        then = tuple(self.position.hex_of)
        self.position.set_command(Command(self.globals["ActiveChit"] or FREE_CHIT, hexes_then=then))
        attackers = tuple(self.data.index[name] for name in mine)
        return preview(self.position, target, attackers, Rulings(self.data.points)).allowed

    def targets(self, active: Sequence[str], side: str) -> list[int]:
        """Return enemy hexes beside active units, those with the most of them first."""
        count: dict[int, int] = {}
        for name in active:
            for h in self.near[self.where(name)]:
                if len(self.units_in(h)) > len(self.units_in(h, side)):
                    count[h] = count.get(h, 0) + self.number(self.pieces[name], "AttackNow")
        worth = {h: strength / max(1, self.defence(h)) for h, strength in count.items()}
        return sorted(worth, key=lambda h: (-worth[h], h))

    def gather(self, active: Sequence[str], targets: Sequence[int], side: str) -> dict[int, list[str]]:
        """Share out the active units among the targets; those that are not beside one move up, or stay."""
        attackers: dict[int, list[str]] = {target: [] for target in targets}
        for name in active:
            beside = [t for t in targets if t in self.near[self.where(name)]]
            if beside:
                attackers[min(beside, key=lambda t: len(attackers[t]))].append(name)
                continue
            move = next(self.ways_up(name, targets, side), None)
            if move is not None:
                h, target = move
                self.drag(name, h)
                attackers[target].append(name)
        return attackers

    def ways_up(self, name: str, targets: Sequence[int], side: str) -> Iterator[tuple[int, int]]:
        """Return hexes beside targets that a unit may surely reach, with the target."""
        unit, start = self.data.index[name], self.where(name)
        for target in targets:
            for h in sorted(self.near[target], key=lambda n: self.grid.distance(n, start)):
                room = len(self.units_in(h)) == len(self.units_in(h, side)) < 2
                near = self.grid.distance(h, start) <= 6
                if room and near and is_legal(self.position, Move(unit, start, h)):
                    yield h, target

    # -- a battle ----------------------------------------------------------------------------------

    def fight(self, number: int, target: int, mine: Sequence[str], side: str) -> None:
        """Work out the odds, roll, and carry out the result."""
        marker = f"battle-{number}"
        self.session.key(marker, "Ctrl-K")
        self.show("odds", self.grid.number(target))
        self.session.key(marker, "Ctrl-R")
        self.look()
        self.show("rolled", self.grid.number(target))
        self.battles += 1
        result = self.pieces[marker].properties["Result"]
        found = re.fullmatch(r"(A?)(\d?)(R*)|-|no attack", result)
        assert found is not None, result
        losses, steps = int(found[2] or 0), len(found[3] or "")
        other = SOVIET if side == "Axis" else AXIS
        own = AXIS if side == "Axis" else SOVIET
        if found[1]:
            self.lose(list(mine), losses)
        else:
            self.session.act_as(other.name)
            self.lose(self.units_in(target), losses)
            self.retreat(target, steps, other.side)
            self.session.act_as(own.name)
        if not self.units_in(target):
            self.advance(marker, target, mine, side)
        self.session.key(marker, "Ctrl-L")
        self.look()

    def lose(self, units: Sequence[str], losses: int) -> None:
        """Take steps off units in turn."""
        for _ in range(losses):
            alive = [n for n in units if self.where(n) >= 0]
            if not alive:
                return
            self.session.key(max(alive, key=lambda n: -self.position.reduced[self.data.index[n]]), "Ctrl-F")
            self.look()

    def retreat(self, target: int, steps: int, side: str) -> None:
        """Drag the units of a hex away, hex by hex; those without a way or worn out on it go."""
        for name in list(self.units_in(target, side)) if steps else ():
            way = self.way_back(name, target, steps)
            for h in () if way.eliminated else way.path:
                self.drag(name, h)
            for _ in range(0 if way.eliminated else way.steps):
                self.session.key(name, "Ctrl-F")
            if way.eliminated:
                self.session.key(name, "Ctrl-E")
            self.look()

    def way_back(self, name: str, target: int, steps: int) -> Way:
        """Return the way of a retreating unit that costs least, to the emptiest hex."""
        ways = options(self.position, self.data.index[name], steps, Rulings(self.data.points), target)
        return min(ways, key=lambda w: (w.eliminated, w.steps, [len(self.units_in(h)) for h in w.path[-1:]]))

    def advance(self, marker: str, target: int, mine: Sequence[str], side: str) -> None:
        """Let two attackers advance into the empty hex."""
        going = [n for n in mine if self.where(n) >= 0 and self.may_enter(self.where(n), target, side)][:2]
        if not going:
            return
        self.session.key(marker, "Ctrl-N")
        for name in going:
            self.drag(name, target)
        self.show("advanced", self.grid.number(target))
        if any(place.hex == target for place in self.game.map.places):
            self.session.drag("control", self.grid.number(target))
            if side == "Soviet":
                self.session.key("control", "Ctrl-F")

    # -- the other chits ---------------------------------------------------------------------------

    def supply(self) -> None:
        """Roll for withdrawal, take one unit by rail, build a fort; nobody is out of supply on turn 1."""
        self.session.act_as(AXIS.name)
        self.session.key("withdrawal-roll", "Ctrl-R")
        self.look()
        self.show("supply", "")
        for count, kind in self.given("withdrawal-roll"):
            for name in self.germans(kind)[:count]:
                self.session.drag(name, {"map": "Tracks", "at": "Turn 1"})
                self.look()
        self.session.drag(self.germans("Inf")[0], {"map": "Tracks", "at": "Axis rail transport"})
        self.look()
        self.session.act_as(SOVIET.name)
        town = next(
            p for p in self.game.map.places
            if p.kind == "major_city" and p.control == "soviet" and not self.enemies_by(p.hex, "Soviet")
        )  # fmt: skip
        self.session.drag("fort-1", self.grid.number(town.hex))
        self.show("fort", self.grid.number(town.hex))

    def given(self, roll: str) -> list[tuple[int, str]]:
        """Return what a roll piece shows: "1 Pz, 2 Inf"."""
        words = self.pieces[roll].properties["Result"].split(", ")
        return [(int(w.split()[0]), w.split()[1]) for w in words if w != "nothing"]

    def germans(self, kind: str) -> list[str]:
        """Return German units of a class on the map that touch no enemy, from the south."""
        found = [
            name for name in self.data.index
            if self.where(name) >= 0 and self.pieces[name].properties["Class"] == kind
            and self.pieces[name].properties["Nationality"] == "german"
        ]  # fmt: skip
        return sorted(found, key=lambda n: (self.enemies_by(self.where(n), "Axis"), -self.where(n)))

    def axis_reinforcement(self) -> None:
        """Roll, and bring the divisions in by rail."""
        self.session.key("axis-reinforcement-roll", "Ctrl-R")
        self.look()
        for count, kind in self.given("axis-reinforcement-roll"):
            self.bring("Axis", kind, count, "Axis reserve pool")

    def soviet_reinforcement(self) -> None:
        """Bring in what the first column of the track gives, then move the number marker on."""
        for kind, count in charts_of(self.game).soviet_reinforcement.column(1).items():
            self.bring("Soviet", kind, count, "Soviet reserve pool")
        self.session.drag("marker-soviet-reinforcement", {"map": "Tracks", "at": "Soviet reinforcements 2"})

    def bring(self, side: str, kind: str, count: int, pool: str) -> None:
        """Drag units of a class from the pool to rail hexes behind the front."""
        waiting = [
            name for name in self.data.index
            if self.pieces[name].properties.get("LocationName") == pool
            and kind in (self.pieces[name].properties["Class"], self.pieces[name].properties["Kind"].upper())
        ]  # fmt: skip
        for name in waiting[:count]:
            h = next(self.stations(side, self.pieces[name].properties["Nationality"]), None)
            if h is not None:
                self.drag(name, h)

    def stations(self, side: str, nation: str) -> Iterator[int]:
        """Return rail hexes that reach an own source by rail, with room for a unit."""
        rail = self.game.map.links["rail"]
        sources = self.game.map.hex_features[f"supply_{side.lower()}"].nonzero()[0].tolist()
        seen, queue = set(sources), list(sources)
        while queue:
            here = queue.pop(0)
            if self.enemies_by(here, side) or len(self.units_in(here)) > len(self.units_in(here, side)):
                continue
            alike = all(self.pieces[n].properties["Nationality"] == nation for n in self.units_in(here))
            onward = [h for h in self.near[here] if rail[self.game.map.side(here, h)]]
            # A source may lie where no railway leads.
            if onward and len(self.units_in(here)) < 2 and (alike or side == "Soviet"):
                yield here
            queue += [h for h in onward if h not in seen]
            seen.update(onward)


class Pictures:
    """Takes a picture of each moment the first time it comes."""

    def __init__(self, session: Session, game: CompiledGame, folder: Path) -> None:
        self.session, self.folder = session, folder
        self.grid = game.map.grid
        self.layout = BoardLayout.for_grid(game.map.grid, PITCH_PX)
        self.taken: set[str] = set()

    def __call__(self, moment: str, about: str) -> None:
        """Draw what a moment is about: a hex with its surroundings, or a window."""
        name = f"{moment}_{about.lower()}" if moment == "chits" else moment
        if name in self.taken:
            return
        self.taken.add(name)
        file = self.folder / f"turn_1_{name}.png"
        game = self.session.game
        if moment == "chits":
            side = next(player.side for player in (AXIS, SOVIET) if player.name == about)
            game.draw(f"{side} chits", file)
        elif moment == "supply":
            game.draw("Chits", file)
        elif about:
            x, y = self.layout.to_pixels(self.grid.centres()[self.grid.hex(about)]).tolist()
            region = (max(0, int(x) - 420), max(0, int(y) - 300), int(x) + 420, int(y) + 300)
            game.draw(_MAIN, file, region)
        else:
            game.draw(_MAIN, file, (60, 400, 1400, 2500), 0.4)


def _smaller(folder: Path) -> None:
    """Reduce pictures to a palette with ImageMagick, where there is one."""
    program = shutil.which("convert")
    for file in sorted(folder.glob("turn_1_*.png")) if program else ():
        subprocess.run([str(program), str(file), "-strip", "-colors", "96", f"PNG8:{file}"], check=True)


def record(
    module: Path, game: CompiledGame, log: Path, pictures: Path | None = None, *, seed: int | None = None
) -> TurnOne:
    """Record the turn into `log`, with pictures into a folder when there is one; with the dice of a seed."""
    setup = max(game.setups, key=lambda s: len(s.on_map)).names.en
    with Session(module, setup=setup, players=[AXIS, SOVIET], seed=seed) as session:
        session.begin(log)
        show: Show = Pictures(session, game, pictures) if pictures else lambda _moment, _about: None
        turn = TurnOne(session, game, show)
        turn.play()
        session.save()
        if pictures:
            _smaller(pictures)
        complaints = [p for p in session.take_problems() if p.kind != "warning"]
        assert complaints == []
        return turn


def main(log: Path, pictures: Path | None) -> None:
    """Build the module beside nothing else and record the turn."""
    game = compile_game(load_game(GAME)[0])[0]
    with tempfile.TemporaryDirectory() as folder:
        module = build_module(game, load_equipment(GAME)[0], Path(folder))
        record(module, game, log, pictures)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
