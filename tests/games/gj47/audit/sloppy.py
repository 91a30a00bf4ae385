"""Players who do what is legal as people do it: in any order, with corrections.

    python -m tests.games.gj47.audit.sloppy --games 12 --turns 9 [--commands | --no-chits]

plays whole games so, with drags, flips and a die only or with the module's commands, audits them, and prints
what share was left open and who was accused wrongly.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.games.gj47.audit.dragging import CUP, SIDES, USED, Dragger, play
from toolkit.audit.audit import audit_logs
from toolkit.games.gj47.play.hands import Hands
from toolkit.games.gj47.play.performer import Performer
from toolkit.games.gj47.rules import actions as a
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.game import check
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.verdict import Outcome

_SELDOM, _SOMETIMES, _OFTEN = 0.03, 0.15, 0.5


@dataclass(frozen=True, slots=True)
class _Gesture:
    """Something done after a battle; what `leaves` makes the hex attacked emptier."""

    unit: int
    last: bool
    leaves: bool
    do: Callable[[], None]


class Sloppy(Performer):
    """Does what is legal in one of the many ways in which it can be done.

    Results of a battle are carried out in any order, an advance when the hex is empty.  Units are set down
    wrongly and put right, looked under and put back.
    """

    def be_sloppy(self, seed: int) -> None:
        """Begin with it."""
        self.rng = random.Random(f"sloppy {seed}")
        self._waiting: list[_Gesture] = []
        self._advances: list[Callable[[], None]] = []

    def perform(self, action: a.Action) -> None:
        """Do an action; what comes of a battle is kept until it is over."""
        match action:
            case a.Lose():
                self._keep_losses(action)
            case a.Retreat():
                self._keep_retreat(action)
            case a.Advance():
                self._keep_advance(action)
            case _:
                self._carry_out()
                if self.rng.random() < _SELDOM:
                    self._look_under()
                super().perform(action)

    # -- battles ------------------------------------------------------------------------------------------

    def _keep_losses(self, action: a.Lose) -> None:
        side = SIDES[action.owner]
        for unit in dict.fromkeys(action.units):
            count = action.units.count(unit)
            left = self._left(unit)
            self._keep_steps(unit, count, gone=count >= left, side=side)
        for _ in range(action.fort):
            marker = self._forts[action.target]
            self._waiting.append(_Gesture(-1, False, True, partial(self._key, side, marker)))

    def _left(self, unit: int) -> int:
        kind = self.position.data.units[unit]
        return 2 if kind.steps > 1 and not self.position.reduced[unit] else 1

    def _keep_steps(self, unit: int, count: int, *, gone: bool, side: str) -> None:
        if gone and count > 1 and self.rng.random() < _OFTEN:
            # Straight into the box, without turning it over first.
            self._waiting.append(_Gesture(unit, True, True, lambda: self._to_box(side, unit)))
            return
        for number in range(1, count + 1):
            last = gone and number == count
            self._waiting.append(_Gesture(unit, last, last, lambda: self._lose_step(side, unit)))

    def _keep_retreat(self, action: a.Retreat) -> None:
        side = SIDES[self.position.data.units[action.unit].owner]
        path = [h for h in action.path if h != OFF_MAP]
        if path and (not action.eliminated or self.rng.random() < _OFTEN):
            stops = path if self.rng.random() < _OFTEN else path[-1:]
            self._waiting.append(
                _Gesture(action.unit, False, True, lambda: self._walk(side, action.unit, stops))
            )
        count = self._left(action.unit) if action.eliminated else action.steps
        self._keep_steps(action.unit, count, gone=action.eliminated, side=side)

    def _keep_advance(self, action: a.Advance) -> None:
        side = SIDES[self.position.data.units[action.unit].owner]
        stops = list(action.path) if self.rng.random() < _OFTEN else [action.path[-1]]
        self._advances.append(lambda: self._walk(side, action.unit, stops))

    def _carry_out(self) -> None:
        """Do what is kept: in any order, but nothing to a unit that is gone, and advances last."""
        rest = list(self._waiting)
        self._waiting.clear()
        while rest:
            free = [g for g in rest if not g.last or sum(other.unit == g.unit for other in rest) == 1]
            gesture = self.rng.choice(free)
            rest.remove(gesture)
            gesture.do()
        for advance in self._advances:
            advance()
        self._advances.clear()

    def _walk(self, side: str, unit: int, stops: list[int]) -> None:
        self.hands.act_as(side)
        for h in stops:
            self.hands.drag(self._id(unit), self._number(h))

    def _key(self, side: str, counter: str) -> None:
        self.hands.act_as(side)
        self.hands.key(counter, "Ctrl-F")

    def _lose_step(self, side: str, unit: int) -> None:
        """Let a unit lose a step."""
        self.hands.act_as(side)
        self.hands.key(self._id(unit), "Ctrl-F")

    def _to_box(self, side: str, unit: int) -> None:
        """Remove a unit whatever face it shows."""
        self.hands.act_as(side)
        self.hands.key(self._id(unit), "Ctrl-E")

    # -- moves --------------------------------------------------------------------------------------------

    def _move(self, action: a.Move) -> None:
        self._as_owner(action.unit)
        name = self._id(action.unit)
        if self.rng.random() < _SOMETIMES:
            # Dropped in the wrong hex, and put right.
            near = [n for n, _ in self.position.data.board.steps[action.end] if n != action.start]
            wrong = self.rng.choice([*near, action.start]) if near else action.start
            if wrong != action.start:
                self.hands.drag(name, self._number(wrong))
                self.hands.drag(name, self._number(action.start))
        if not action.via and self.rng.random() < _SOMETIMES:
            # Hex by hex.
            for h in self._way(action):
                self.hands.drag(name, self._number(h))
        super()._move(action)

    def _way(self, action: a.Move) -> list[int]:
        """Return the hexes between the ends of a legal way; none where a town on it would change hands."""
        trail = check(self.position, action).trail
        between = [step.hex for step in trail.steps[:-1]] if trail is not None else []
        between = [h for h in between if h not in (action.start, action.end)]
        owner = self.position.data.units[action.unit].owner
        held = self.position.control[0]
        return between if all(held.get(h, owner) is owner for h in between) else []

    def _look_under(self) -> None:
        """Drag a unit aside and put it back."""
        owner = self.rng.choice(list(Owner))
        there = self.position.on_map(owner)
        if not there:
            return
        unit = self.rng.choice(there)
        here = self.position.hex_of[unit]
        aside = self.rng.choice([n for n, _ in self.position.data.board.steps[here]])
        self.hands.act_as(SIDES[self.rng.choice(list(Owner))])
        self.hands.drag(self._id(unit), self._number(aside))
        self.hands.drag(self._id(unit), self._number(here))


class SloppyCommander(Sloppy):
    """The same with the module's commands."""

    def __init__(self, position: Position, hands: Hands, seed: int) -> None:
        super().__init__(position, hands)
        self.be_sloppy(seed)

    def _say_it_marches(self, unit: int) -> None:
        """Some forget the key, some take it back."""
        for _ in range(unit % 3):
            super()._say_it_marches(unit)


class SloppyDragger(Sloppy, Dragger):
    """The same with drags, flips and a die only; chits lie where they lie."""

    def __init__(self, position: Position, hands: Hands, die: Callable[[int], None], seed: int) -> None:
        Dragger.__init__(self, position, hands, die)
        self.be_sloppy(seed)
        self._straight = False

    def _lose_step(self, side: str, unit: int) -> None:
        self.hands.act_as(side)
        self._step(unit)

    def _to_box(self, side: str, unit: int) -> None:
        self.hands.act_as(side)
        if self.position.data.units[unit].headquarters:
            self.hands.key(self._id(unit), "Ctrl-E")
        else:
            self.hands.drag(self._id(unit), {"map": "Losses", "at": f"Eliminated {side} units"})

    # -- chits --------------------------------------------------------------------------------------------

    def _drag_active(self, action: a.Draw | a.FreeChit) -> None:
        owner = self.position.data.chits[action.chit].owner
        self._as(Owner.AXIS if owner is None else owner)
        if self.rng.random() < _SOMETIMES:
            # Straight to the used ones.
            self._straight = True
            self.hands.drag(action.chit, USED)
        else:
            self._straight = False
            super()._drag_active(action)

    def _drag_used(self, action: object) -> None:
        if not self._straight:
            super()._drag_used(action)

    def _drag_home(self, action: a.EndTurn) -> None:
        if self.rng.random() < _OFTEN:
            super()._drag_home(action)
            return
        for chit in self.rng.sample(self.position.turn.drawn, len(self.position.turn.drawn)):
            owner = self.position.data.chits[chit].owner
            side = "" if owner is None else SIDES[owner]
            self.hands.drag(chit, {"map": f"{side} chits", "at": f"{side} command chits"} if side else CUP)
        number = self.position.turn.number + 1
        if number <= 9:
            self.hands.drag("marker-turn", {"map": "Tracks", "at": f"Turn {number}"})


class ChitlessDragger(SloppyDragger):
    """The same where chits are drawn beside the table: the log shows none."""

    def perform(self, action: a.Action) -> None:
        """Do what is not done with a chit."""
        if isinstance(action, a.Choose | a.FreeChit | a.Draw | a.SetAside | a.EndCommand):
            self._carry_out()
            return
        super().perform(action)

    def _drag_used(self, action: object) -> None:
        del action

    def _drag_home(self, action: a.EndTurn) -> None:
        del action
        number = self.position.turn.number + 1
        if number <= 9:
            self.hands.drag("marker-turn", {"map": "Tracks", "at": f"Turn {number}"})


def measure(
    module: Path, log: Path, seed: int, turns: int, *, commands: bool, chits: bool = True
) -> tuple[str, bool]:
    """Play and audit one game; return a line about it, and whether nobody was accused wrongly."""
    wrong: Counter[str] = Counter()

    def see(position: Position, action: a.Action) -> None:
        verdict = check(position, action)
        if not verdict.legal:
            wrong[verdict.rules[0]] += 1

    play(module, log, seed, commands=commands, sloppy=True, chits=chits, turns=turns, seen=see)
    report = audit_logs([log], module)
    found = Counter(action.rules[0] for action in report.actions if action.outcome is Outcome.ILLEGAL)
    left_open = report.counts["unclear"] + report.counts["unprovable"]
    share = 100 * left_open / max(1, len(report.actions))
    line = f"seed {seed}: {len(report.actions)} actions, {share:.1f} % open, {sum(wrong.values())} illegal"
    line += f"; wrongly accused {dict(found - wrong)}, missed {dict(wrong - found)}"
    return line, not found - wrong


def measured(
    text: str | None,
    one: Callable[[argparse.Namespace, Path, Path, int], tuple[str, bool]],
    *,
    games: int,
    **flags: str,
) -> int:
    """Measure several games as the command line says; return 1 when somebody was accused wrongly.

    Parameters
    ----------
    text : str
        What the command is for.
    one : callable
        Flags, module, place of the log and seed → a line, and whether all was well.
    games : int
        How many, where nothing else is said.
    **flags
        Further flags of the command, with their help.
    """
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=9)
    for flag, help in {"commands": "use the module's commands", **flags}.items():
        parser.add_argument(f"--{flag.replace('_', '-')}", action="store_true", help=help)
    parser.add_argument("--module", type=Path)
    given = parser.parse_args()
    module = given.module or next(iter(sorted(Path("build", "gj47").glob("*.vmod"))), None)
    if module is None:
        parser.error("no module under build/gj47; run toolkit build gj47, or give --module")
    good = True
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(given.seed, given.seed + given.games):
            line, fine = one(given, module, Path(folder, "game.vlog"), seed)
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
            good = good and fine
    return int(not good)


def main() -> int:
    """Measure several games; return 1 when somebody was accused wrongly."""

    def one(given: argparse.Namespace, module: Path, log: Path, seed: int) -> tuple[str, bool]:
        chits = not given.no_chits
        return measure(module, log, seed, given.turns, commands=given.commands, chits=chits)

    return measured(__doc__, one, games=12, no_chits="draw chits beside the table")


if __name__ == "__main__":
    sys.exit(main())
