"""Storm played through the running engine: drags and keys only; all chance is the engine's.

    python -m tests.audit.storm.live --seed 1 --turns 6 --out game.vlog

Players choose as the random player does; one client serves both sides.  Cards that are drawn, dice and the
order of a shuffled deck are read from the engine's table.  The audit must tell every action and find nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.audit.storm.live_hands import Hands
from tests.module.two_players import GERMAN, SOVIET, TwoPlayers
from toolkit.audit.audit import audit_logs
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.audit.report import Report
from toolkit.audit.storm.wording import word
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Session
from toolkit.engine.table import EngineTable
from toolkit.module.house_rules import option_text
from toolkit.play.storm.recording import house_rules
from toolkit.rules.storm import actions as a
from toolkit.rules.storm.data import Side
from toolkit.rules.storm.from_game import rules_data, set_ups
from toolkit.rules.storm.game import apply
from toolkit.rules.storm.player import Player
from toolkit.rules.storm.position import Phase, Position

_LIMIT = 4_000
_SHOWN = ("CounterId", "Kind", "LocationName", "Face_Level", "Control", "Fire")
# The engine has no translation of its own word.
_OWN_COMPLAINT = "No Translation: Shuffle"
# Cards are drawn and laid down one by one; who has won is not written down.
_NOT_COUNTED = ("draw", "discard", "end turn")


class OpenTable(Hands):
    """Hands of both sides that also read from the engine's table what chance gave."""

    def play(self, action: a.Action) -> a.Action:
        """Do an action and return what happened, not yet applied."""
        self.do(action)
        match action:
            case a.Roll():
                dice = self.table.session.module_values("D1", "D2")
                return a.Roll((int(dice["D1"]), int(dice["D2"])))
            case a.Draw(side=side):
                return a.Draw(side, self._drawn(side))
            case a.Shuffle(side=side) if self.position.piles[side]:
                return a.Shuffle(side, tuple(self._deck(self._look(), side)))
        return action

    def _look(self) -> EngineTable:
        return self.table.session.game.table(_SHOWN)

    def _deck(self, table: EngineTable, side: Side) -> list[str]:
        """Return a deck as it lies, the next card last."""
        found = [stack for stack in table.stacks.values() if stack.deck == f"{self.sides[side]} deck"]
        return [table.pieces[piece].properties["CounterId"] for stack in found for piece in stack.pieces]

    def _drawn(self, side: Side) -> tuple[str, ...]:
        """Return the cards that came into a hand; the deck of the position becomes what it was before."""
        table, known = self._look(), set(self.position.hands[side])
        head = f"{self.sides[side]} hand-"
        cards = tuple(
            card
            for card, piece in table.by_property("CounterId").items()
            if card not in known and piece.properties["LocationName"].startswith(head)
        )
        self.position.decks[side][:] = [*self._deck(table, side), *reversed(cards)]
        return cards

    def differences(self) -> list[str]:
        """Return what lies otherwise on the engine's table than in the position."""
        table, position = self._look(), self.position
        values = {id: piece.properties for id, piece in table.by_property("CounterId").items()}
        found = []
        for unit, at in position.where.items():
            place, spent = values[unit]["LocationName"], values[unit]["Face_Level"] == "2"
            if place != self.areas.get(at, place) or (at not in self.areas and place in self.areas.values()):
                found.append(f"{unit} is in {at} by the rules and lies in {place}")
            elif at in self.areas and spent is not (unit in position.spent):
                found.append(f"{unit} lies {'spent' if spent else 'fresh'}")
        for side in Side:
            head = f"{self.sides[side]} hand-"
            held = {card for card, known in values.items() if known["LocationName"].startswith(head)}
            if held != set(position.hands[side]):
                found.append(f"{side.id} holds {sorted(held)}, by the rules {sorted(position.hands[side])}")
            if set(self._deck(table, side)) != set(position.decks[side]):
                found.append(f"the {side.id} deck has other cards than by the rules")
        for area in self.areas:
            control = values.get(f"control-{area}")
            if control is not None and control["Control"] != self.sides[position.control(area)]:
                found.append(f"{area} is shown under {control['Control']} control")
            for side in Side:
                marker = values.get(f"fire-{area}-{side.id}")
                if marker is not None and (marker["Fire"] == "1") is not ((area, side) in position.markers):
                    found.append(f"{area}: fire marker of {side.id} is {marker['Fire']}")
        return found


@dataclass
class LiveGame:
    """What was played: the log, the position at its end, complaints."""

    log: Path
    position: Position
    done: list[a.Action] = field(default_factory=list)
    gestures: int = 0
    steps: int = 0
    problems: list[str] = field(default_factory=list)


def play(module: Path, out: Path, seed: int, *, turns: int = 6, home: EngineHome | None = None) -> LiveGame:
    """Play in the engine and keep the log."""
    data: ModuleData = read_module(module)
    position = Position(rules_data(data.game, house_rules(data)))
    for unit, area in next(iter(set_ups(data.game).values())).items():
        position.put(unit, area)
    played = LiveGame(out, position)
    with Session(module, players=[GERMAN, SOVIET], home=home) as session:
        hands = OpenTable(TwoPlayers(session), data, position)
        session.begin(out)
        for option in data.game.options:
            if option.is_switch:
                session.button(option_text(option), option.default)
        player = Player(position, seed)
        while position.phase is not Phase.OVER and position.turn <= turns and len(played.done) < _LIMIT:
            turn = position.turn
            happened = hands.play(player.next())
            apply(position, happened)
            played.done.append(happened)
            if position.turn != turn or isinstance(happened, a.EndImpulses):
                wrong = hands.differences()
                played.problems += [f"turn {turn}, after {happened}: {each}" for each in wrong[:3]]
                if wrong:
                    break  # what the rules expect from here on is not what lies on the table
        played.gestures, played.steps = hands.gestures, session.save()
        played.problems += [f"not heard: {what}" for what in hands.unheard]
        played.problems += [
            f"{p.kind}: {p.message}"
            for p in session.take_problems()
            if p.kind != "warning" and p.message != _OWN_COMPLAINT
        ]
    return played


def untold(done: Sequence[a.Action], report: Report) -> list[str]:
    """Return the kinds of actions of which the audit tells more or fewer than were done."""
    were, told = Counter(map(word, done)), Counter(action.action for action in report.actions)
    return [
        f"{name}: {were[name]} done, {told[name]} told"
        for name in sorted({*were, *told})
        if were[name] != told[name] and name not in _NOT_COUNTED
    ]


def main(arguments: list[str] | None = None) -> int:
    """Play, audit, print; return 1 when the audit finds or misses anything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--module", type=Path)
    given = parser.parse_args(arguments)
    module = given.module or next(iter(sorted(Path("build", "storm").glob("*.vmod"))), None)
    if module is None:
        parser.error("no module under build/storm; run toolkit build storm, or give --module")
    begun = time.monotonic()
    played = play(module, given.out, given.seed, turns=given.turns)
    took = time.monotonic() - begun
    report = audit_logs([given.out], module)
    missing = untold(played.done, report)
    lines = [
        f"{len(played.done)} actions, {played.gestures} gestures, {played.steps} steps, turn "
        f"{played.position.turn}, {took:.0f} s; {dict(report.counts)}",
        *(f"found: step {each.step}: {each.action} {each.rules} {each.reason}" for each in report.shown),
        *(f"notice: {each}" for each in report.notices),
        *(f"untold: {line}" for line in missing),
        *(f"engine: {line}" for line in played.problems),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if report.shown or missing or played.problems else 0


if __name__ == "__main__":
    sys.exit(main())
