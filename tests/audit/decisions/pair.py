"""A game between two clients that pass logs, each side driven only by what its own windows show.

Each side has a running engine of its own.  Who is to act loads the log of the other side, steps through it,
records what he does himself, and passes that on.  A side knows its own cards and what lies open; of the
others it knows how many lie where.  At every look at the table each masked card has to be drawn like every
other one.  At the end the chain of logs is audited as one game.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from PIL import Image

from tests.audit.decisions.live import agree, complaints, module_of
from tests.audit.decisions.violations import told
from tests.audit.decisions.windows import Change, Shown, View
from tests.module.two_players import GERMAN, SOVIET
from toolkit.audit.audit import audit_logs
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Player, Session
from toolkit.engine.sight import Sight


class Client:
    """A side at its own running engine.

    Parameters
    ----------
    session : Session
        With this side's player.

    Attributes
    ----------
    view : View
        What the windows show now.
    looks, pictures : int
        How often the table was looked at, and how many windows were drawn.
    leaks : list of str
        Masked cards that were not drawn, or not named, like all others.
    """

    def __init__(self, session: Session, player: Player, shown: Shown) -> None:
        self.session, self.player, self.shown = session, player, shown
        self.looks = 0
        self.pictures = 0
        self.leaks: list[str] = []
        self._backs: set[str] = set()
        self._joined = False
        self.view = self._look()

    def begin(self, log: Path) -> None:
        """Begin a log of one's own."""
        self._joined = True
        self.session.begin(log)

    def watch(self, do: Callable[[], object]) -> Change:
        """Do something and return what it changed."""
        before = self.view
        do()
        self.view = self._look()
        return Change(before, self.view)

    def receive(self, log: Path) -> list[Change]:
        """Load the other side's log, step through it, return what each step changed."""
        steps = self.session.game.load(log)
        if not self._joined:
            self.session.join(self.player.name)
            self._joined = True
        self.session.act_as(self.player.name)
        return [self.watch(lambda: self.session.game.step(1)) for _ in range(steps)]

    def _look(self) -> View:
        view = View.of(self.session.engine, self.shown)
        masked = {place for place, card in view.cards.items() if card is None}
        faces = {view.faces[place] for place, card in view.cards.items() if card is not None}
        self._backs |= {view.faces[place] for place in masked}
        if len(self._backs) > 1 or self._backs & faces:
            self.leaks.append(f"decision {view.decision}: {len(self._backs)} ways to draw a closed card")
        self.looks += 1
        return view

    def compare_pictures(self, folder: Path) -> None:
        """Draw the windows; in the middle of every masked card there has to be the same picture."""
        sight = Sight.of(self.session.engine, ("Kind",))
        wide, high = self.shown.picture
        backs: set[bytes] = set()
        faces: list[bytes] = []
        for window in sorted({piece.map for piece in sight.pieces}):
            file = folder / "window.png"
            self.session.game.draw(window, file)
            self.pictures += 1
            with Image.open(file) as picture:
                for piece in sight.pieces:
                    if piece.map == window and (piece.masked or piece.properties.get("Kind") == "card"):
                        box = (piece.x - wide, piece.y - high, piece.x + wide, piece.y + high)
                        middle = picture.crop(box).tobytes()
                        if piece.masked:
                            backs.add(middle)
                        else:
                            faces.append(middle)
            file.unlink()
        if len(backs) > 1 or backs & set(faces) or len(set(faces)) < len(faces):
            self.leaks.append(
                f"windows: {len(backs)} ways to draw a closed card, "
                f"{len(set(faces))} to draw {len(faces)} open ones"
            )


class Mind(Protocol):
    """What a side makes of its windows, and what it does about it."""

    @property
    def client(self) -> Client:
        """Where it sits."""

    @property
    def turn(self) -> int:
        """Number of the turn, as it thinks."""

    @property
    def over(self) -> bool:
        """Whether the game is over, as it thinks."""

    @property
    def actions(self) -> int:
        """Actions of its own so far."""

    @property
    def gestures(self) -> int:
        """Keys, buttons and drags so far."""

    @property
    def strange(self) -> Sequence[str]:
        """What the rules, as far as this side sees, do not allow."""

    def hear(self, changes: Sequence[Change]) -> None:
        """Understand the steps of the other side's log."""

    def offered(self) -> None:
        """Know that the other side has done all that it wants to do now."""

    def go_on(self) -> bool:
        """Do the next thing that is this side's to do; return False when there is none."""

    def differences(self) -> list[str]:
        """Return what the windows show otherwise than the rules have it, as this side sees both."""


MakeMind = Callable[[Client, ModuleData, int], Mind]


@dataclass
class PairGame:
    """What two clients played: their logs in order, how it went."""

    folder: Path
    logs: list[Path] = field(default_factory=list)
    turn: int = 1
    over: bool = False
    actions: int = 0
    gestures: int = 0
    looks: int = 0
    pictures: int = 0
    problems: list[str] = field(default_factory=list)

    def next_log(self) -> Path:
        """Return the next log, counted from 1."""
        self.logs.append(self.folder / f"{len(self.logs) + 1:03d}.vlog")
        return self.logs[-1]

    def alternate(self, minds: Sequence[Mind], data: ModuleData, turns: int, logs: int) -> None:
        """Play on, one side after the other, until the last turn is over or nobody has anything to do.

        What a side makes of a table that it has misunderstood tells nothing: the first problem ends the game.
        """
        idle, active = 0, 0
        while idle < 2 and minds[active].turn <= turns and len(self.logs) < logs and self._sound(minds):
            mind, other = minds[active], minds[1 - active]
            mind.client.begin(self.next_log())
            if len(self.logs) == 1:
                agree(mind.client.session, data)
            done = 0
            while mind.turn <= turns and mind.go_on():
                done += 1
            steps = mind.client.session.save()
            self._compare(mind)
            if mind.turn != self.turn:
                self.turn = mind.turn
                for each in minds:
                    each.client.compare_pictures(self.folder)
            if steps:
                other.hear(other.client.receive(self.logs[-1]))
                self._compare(other)
            else:
                self.logs.pop().unlink(missing_ok=True)
            other.offered()
            active = 1 - active
            idle = 0 if done or steps else idle + 1
        self.over = all(mind.over for mind in minds)
        if idle > 1 and not self.over:
            self.problems.append(f"turn {self.turn}: neither side has anything to do")

    def _sound(self, minds: Sequence[Mind]) -> bool:
        return not self.problems and not any(mind.strange for mind in minds)

    def _compare(self, mind: Mind) -> None:
        self.problems += [f"{mind.client.player.side}: {line}" for line in mind.differences()]

    def sum_up(self, mind: Mind) -> None:
        """Count what a side did, and what it complains of."""
        client, name = mind.client, mind.client.player.side
        client.compare_pictures(self.folder)
        self.pictures += client.pictures
        self.looks += client.looks
        self.actions += mind.actions
        self.gestures += mind.gestures
        found = (*client.leaks, *mind.strange, *complaints(client.session))
        self.problems += [f"{name}: {line}" for line in found]


def play_pair(
    module: Path,
    folder: Path,
    seed: int,
    sides: tuple[Shown, MakeMind],
    *,
    turns: int = 6,
    logs: int = sys.maxsize,
    home: EngineHome | None = None,
) -> PairGame:
    """Let two clients play over logs.

    Parameters
    ----------
    folder : Path
        Of the logs.
    seed : int
        Of the players' choices and the engines' chance.
    sides : (Shown, callable)
        What is read of the windows; client, module's data and seed → what a side makes of them.
    turns, logs : int
        When to stop at the latest.
    """
    data, (shown, make) = read_module(module), sides
    game = PairGame(folder)
    with (
        Session(module, players=[GERMAN], home=home, seed=seed) as first,
        Session(module, players=[SOVIET], home=home, seed=seed + 1000) as second,
    ):
        minds = (
            make(Client(first, GERMAN, shown), data, seed),
            make(Client(second, SOVIET, shown), data, seed + 1000),
        )
        game.alternate(minds, data, turns, logs)
        for mind in minds:
            game.sum_up(mind)
    return game


def command(game: str, text: str, sides: tuple[Shown, MakeMind], arguments: list[str] | None = None) -> int:
    """Play, audit, print; return 1 when anything is not what it has to be."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--logs", type=int, default=sys.maxsize)
    parser.add_argument("--out", type=Path, required=True, help="folder for the logs")
    parser.add_argument("--module", type=Path)
    given = parser.parse_args(arguments)
    module = module_of(game, parser, given.module)
    given.out.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    played = play_pair(module, given.out, given.seed, sides, turns=given.turns, logs=given.logs)
    took = time.monotonic() - begun
    report = audit_logs(played.logs, module)
    lines = [
        f"{len(played.logs)} logs, {played.actions} actions, {played.gestures} gestures, {played.looks} "
        f"looks, {played.pictures} pictures, turn {played.turn}{', over' if played.over else ''}, "
        f"{took:.0f} s; {dict(report.counts)}",
        *(f"found: log {x.log + 1} {told(x)}" for x in report.shown),
        *(f"notice: {notice.code} {notice.message}" for notice in report.notices),
        *(f"problem: {line}" for line in played.problems),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if report.shown or played.problems else 0
