"""A game of Rattenkrieg between two clients that pass logs, each side driven only by what its windows show.

    python -m tests.audit.rattenkrieg.live_pair --seed 1 --turns 6 --out folder

Each side has a running engine of its own.  Who is to act loads the log of the other side, steps through it,
records what he does himself, and passes that on.  A side knows its own cards and what lies open; of the
others it knows how many lie where.  At every look at the table each masked card has to be drawn like every
other one.  At the end the chain of logs is audited as one game.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image

from tests.audit.rattenkrieg.live_ear import Ear
from tests.audit.rattenkrieg.live_hands import Hands
from tests.audit.rattenkrieg.live_view import Change, View
from tests.module.rattenkrieg.table import DESK, GERMAN, NAMES, SOVIET, TableOfTwo
from toolkit.audit.audit import audit_logs
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Session
from toolkit.engine.sight import Sight
from toolkit.module.house_rules import option_text
from toolkit.play.rattenkrieg.recording import house_rules
from toolkit.rules.rattenkrieg import actions as a
from toolkit.rules.rattenkrieg import game as rules
from toolkit.rules.rattenkrieg.data import Side
from toolkit.rules.rattenkrieg.from_game import rules_data, set_ups
from toolkit.rules.rattenkrieg.moments import Moment, due
from toolkit.rules.rattenkrieg.player import Player
from toolkit.rules.rattenkrieg.position import Phase, Position

_HALF = (34, 50)
"""Half the size of what is compared of a card, in pixels: its frame shows who was moved last."""
_PLAYERS = {Side.GERMAN: GERMAN, Side.SOVIET: SOVIET}


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


class Client:
    """A side at its own running engine.

    Parameters
    ----------
    session : Session
        With this side's player.
    data : ModuleData
    side : Side
    seed : int
        Of its choices.

    Attributes
    ----------
    leaks : list of str
        Masked cards that were not drawn, or not named, like all others.
    """

    def __init__(self, session: Session, data: ModuleData, side: Side, seed: int) -> None:
        self.session, self.side = session, side
        self.position = Position(rules_data(data.game, house_rules(data)))
        for unit, area in next(iter(set_ups(data.game).values())).items():
            rules.apply(self.position, a.Place(unit, area))
        self.ear = Ear(data, self.position)
        self.hands = Hands(TableOfTwo(session), data, self.position, (side,))
        self.player = OneSide(self.position, seed, side)
        self.actions = 0
        self.looks = 0
        self.pictures = 0
        self.leaks: list[str] = []
        self._backs: set[str] = set()
        self._joined = False
        self._may_serve = side is Side.GERMAN
        self.view = self.look()

    def look(self) -> View:
        """Look at the windows."""
        view = View.of(self.session.engine)
        masked = {place for place, card in view.cards.items() if card is None}
        shown = {view.faces[place] for place, card in view.cards.items() if card is not None}
        self._backs |= {view.faces[place] for place in masked}
        if len(self._backs) > 1 or self._backs & shown:
            self.leaks.append(f"decision {view.decision}: {len(self._backs)} ways to draw a closed card")
        self.looks += 1
        return view

    def compare_pictures(self, folder: Path) -> None:
        """Draw the windows; in the middle of every masked card there has to be the same picture."""
        sight = Sight.of(self.session.engine, ("Kind",))
        backs: set[bytes] = set()
        faces: list[bytes] = []
        for window in sorted({piece.map for piece in sight.pieces}):
            file = folder / "window.png"
            self.session.game.draw(window, file)
            self.pictures += 1
            with Image.open(file) as picture:
                for piece in sight.pieces:
                    if piece.map == window and (piece.masked or piece.properties.get("Kind") == "card"):
                        box = (piece.x - _HALF[0], piece.y - _HALF[1], piece.x + _HALF[0], piece.y + _HALF[1])
                        middle = picture.crop(box).tobytes()
                        if piece.masked:
                            backs.add(middle)
                        else:
                            faces.append(middle)
            file.unlink()
        if len(backs) > 1 or backs & set(faces) or len(set(faces)) < len(faces):
            self.leaks.append(
                f"windows: {len(backs)} ways to draw a closed card, {len(set(faces))} open ones"
            )

    def receive(self, log: Path) -> None:
        """Load the other side's log, step through it and understand what was done."""
        steps = self.session.game.load(log)
        if not self._joined:
            self.session.join(_PLAYERS[self.side].name)
            self._joined = True
        self.session.act_as(_PLAYERS[self.side].name)
        changes = []
        for _ in range(steps):
            self.session.game.step(1)
            seen = self.look()
            changes.append(Change(self.view, seen))
            self.view = seen
        if self.position.phase is not Phase.SETUP:
            self.ear.hear(changes)
        self._may_serve = True

    def differences(self) -> list[str]:
        """Return where the windows show units otherwise than the rules have them, as this side sees both."""
        areas = self.hands.areas
        found = []
        for unit, at in self.position.where.items():
            shown = self.view.units.get(unit, "")
            if (at in areas or shown in areas.values()) and shown != areas.get(at):
                found.append(f"{unit} is in {at} by the rules and lies in {shown}")
            elif at in areas and (unit in self.position.down) is not (unit in self.view.down):
                found.append(f"{unit} lies on the other face")
        return found

    def deal(self) -> None:
        """Deal one's own cards."""
        self.hands.button(self.side, f"Deal {NAMES_OF[self.side]}")
        self.view = self.look()

    def begin(self) -> None:
        """Begin the game when all cards are dealt."""
        self.ear.cards.lay(self.view)
        rules.apply(self.position, a.EndSetUp())

    def go_on(self) -> bool:
        """Do the next thing that is this side's to do; return False when there is none."""
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
        before = self.view
        self.hands.do(action)
        self.view = self.look()
        change = Change(before, self.view)
        if isinstance(action, a.Sniper) and self.position.hands[Side.GERMAN]:
            self.ear.sniping = (action.card, change)
            return
        self.ear.carry_out([change], lambda: self.ear.happened(action, change))
        if self.position.phase is Phase.REPLENISHMENT and isinstance(action, a.EndOperations):
            self._may_serve = self.side is Side.GERMAN
        self.actions += 1

    def _give_up(self) -> bool:
        before = self.view
        self.hands.press(self.side, DESK, "Ctrl-G")
        self.view = self.look()
        self.actions += self.ear.hear([Change(before, self.view)])
        return True


NAMES_OF = {Side[name.upper()]: name for name in NAMES}


@dataclass
class PairGame:
    """What two clients played: their logs in order, how it went."""

    logs: list[Path] = field(default_factory=list)
    turn: int = 0
    over: bool = False
    actions: int = 0
    gestures: int = 0
    looks: int = 0
    pictures: int = 0
    problems: list[str] = field(default_factory=list)


def play_pair(
    module: Path,
    folder: Path,
    seed: int,
    *,
    turns: int = 6,
    logs: int = sys.maxsize,
    home: EngineHome | None = None,
) -> PairGame:
    """Let two clients play over logs.

    Parameters
    ----------
    module : Path
    folder : Path
        Of the logs.
    seed : int
        Of the players' choices; chance is the engines'.
    turns, logs : int
        When to stop at the latest.
    home : EngineHome, optional
    """
    data = read_module(module)
    game = PairGame()
    with (
        Session(module, players=[GERMAN], home=home) as first,
        Session(module, players=[SOVIET], home=home) as second,
    ):
        clients = [Client(first, data, Side.GERMAN, seed), Client(second, data, Side.SOVIET, seed + 1000)]
        first.begin(_next(game, folder))
        for option in data.game.options:
            if option.is_switch:
                first.button(option_text(option), option.default)
        clients[0]._joined = True
        clients[0].deal()
        first.save()
        clients[1].receive(game.logs[-1])
        second.begin(_next(game, folder))
        clients[1].deal()
        second.save()
        clients[1].begin()
        clients[0].receive(game.logs[-1])
        clients[0].begin()
        _alternate(game, folder, clients, turns, logs)
        for client in clients:
            client.compare_pictures(folder)
            game.pictures += client.pictures
            game.actions += client.actions
            game.gestures += client.hands.gestures
            game.looks += client.looks
            game.problems += [f"{client.side.id}: {p}" for p in (*client.leaks, *client.ear.strange)]
            game.problems += [
                f"{client.side.id}: {p.kind}: {p.message}"
                for p in client.session.take_problems()
                if p.kind != "warning"
            ]
        game.turn = clients[0].position.turn
        game.over = all(client.position.phase is Phase.OVER for client in clients)
    return game


def _alternate(game: PairGame, folder: Path, clients: list[Client], turns: int, logs: int) -> None:
    """Play on, one side after the other, until the last turn is over or nobody has anything to do."""
    idle, active, turn = 0, 0, 1
    while idle < 2 and clients[active].position.turn <= turns and len(game.logs) < logs:
        client = clients[active]
        client.session.begin(_next(game, folder))
        done = 0
        while clients[active].position.turn <= turns and client.go_on():
            done += 1
        client.session.save()
        game.problems += [f"{client.side.id}: {line}" for line in client.differences()]
        active = 1 - active
        idle = 0 if done else idle + 1
        if client.position.turn != turn:
            turn = client.position.turn
            for each in clients:
                each.compare_pictures(folder)
        if done:
            clients[active].receive(game.logs[-1])
            game.problems += [f"{clients[active].side.id}: {line}" for line in clients[active].differences()]
        else:
            game.logs.pop().unlink(missing_ok=True)
    if idle > 1 and not all(client.position.phase is Phase.OVER for client in clients):
        game.problems.append(f"turn {turn}: neither side has anything to do")


def _next(game: PairGame, folder: Path) -> Path:
    game.logs.append(folder / f"{len(game.logs) + 1:03d}.vlog")
    return game.logs[-1]


def main(arguments: list[str] | None = None) -> int:
    """Play, audit, print; return 1 when anything is not what it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--out", type=Path, required=True, help="folder for the logs")
    parser.add_argument("--module", type=Path)
    given = parser.parse_args(arguments)
    module = given.module or next(iter(sorted(Path("build", "rattenkrieg").glob("*.vmod"))), None)
    if module is None:
        parser.error("no module under build/rattenkrieg; run toolkit build rattenkrieg, or give --module")
    given.out.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    game = play_pair(module, given.out, given.seed, turns=given.turns)
    took = time.monotonic() - begun
    report = audit_logs(game.logs, module)
    shown = [
        f"log {x.log + 1} step {x.step}: {x.outcome.value} {x.action} {x.unit} {x.rules} {x.reason}"
        for x in report.shown
    ]
    lines = [
        f"{len(game.logs)} logs, {game.actions} actions, {game.gestures} gestures, {game.looks} looks, "
        f"{game.pictures} pictures, turn {game.turn}{', over' if game.over else ''}, {took:.0f} s; "
        f"{dict(report.counts)}",
        *(f"found: {line}" for line in shown),
        *(f"notice: {notice.code} {notice.message}" for notice in report.notices),
        *(f"problem: {line}" for line in game.problems),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if shown or game.problems else 0


if __name__ == "__main__":
    sys.exit(main())
