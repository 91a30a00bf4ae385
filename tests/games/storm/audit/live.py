"""Storm played through the running engine: drags and keys only; the engine's chance by a seed.

    python -m tests.games.storm.audit.live --seed 1 --turns 6 --out game.vlog [--planted 20]

Players choose as the random player does; one client serves both sides.  Cards that are drawn, dice and the
order of a shuffled deck are read from the engine's table.  The audit must tell every action and find nothing;
with ``--planted`` illegal actions are done on the way: it must find these and no others.  Two clients that
pass logs: ``live_pair``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.audit.decisions.live import LiveGame, agree, command
from tests.audit.decisions.violations import Violations, Weighed, weigh
from tests.games.storm.audit.live_hands import Hands
from tests.games.storm.audit.live_violations import WAYS
from tests.module.two_players import GERMAN, SOVIET
from tests.violations.storm.mutation_bench import clauses_of
from tests.violations.storm.mutators import Scene
from tests.violations.storm.not_in_logs import TWINS_IN_LOGS
from toolkit.audit.module_data import read_module
from toolkit.audit.report import Report
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Session
from toolkit.engine.table import EngineTable
from toolkit.games.storm.audit.wording import word
from toolkit.games.storm.play.recording import house_rules
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.from_game import rules_data
from toolkit.games.storm.rules.player import Player
from toolkit.games.storm.rules.position import Phase, Position
from toolkit.games.storm.rules.sides import Side
from toolkit.rules.area_data import set_up, set_ups

_SHOWN = ("CounterId", "Kind", "LocationName", "Face_Level", "Control", "Fire")
# Cards are drawn and laid down one by one; who has won is not written down.
_NOT_COUNTED = ("draw", "discard", "end turn")

Played = LiveGame[Position, Scene, a.Action]


class OpenTable(Hands):
    """Hands of both sides that also read from the engine's table what chance gave."""

    def play(self, action: a.Action) -> Sequence[a.Action]:
        """Do an action and return what happened, not yet applied."""
        self.do(action)
        match action:
            case a.Roll():
                return [a.Roll((int(self.value("D1")), int(self.value("D2"))))]
            case a.Draw(side=side):
                return [a.Draw(side, self._drawn(side))]
            case a.Shuffle(side=side) if self.position.piles[side]:
                return [a.Shuffle(side, tuple(self._deck(self._look(), side)))]
        return [action]

    def _look(self) -> EngineTable:
        return self.gestures.session.game.table(_SHOWN)

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
        # The module turns firers over with the roll.
        firing = position.shot.units if position.shot is not None else ()
        for unit, at in position.where.items():
            place, spent = values[unit]["LocationName"], values[unit]["Face_Level"] == "2"
            if place != self.areas.get(at, place) or (at not in self.areas and place in self.areas.values()):
                found.append(f"{unit} is in {at} by the rules and lies in {place}")
            elif at in self.areas and unit not in firing and spent is not (unit in position.spent):
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


def play(
    module: Path,
    out: Path,
    seed: int,
    *,
    turns: int = 6,
    planted: int = 0,
    home: EngineHome | None = None,
    table: Callable[..., Session] = Session,
) -> Played:
    """Play in the engine and keep the log; `table` makes the session."""
    data = read_module(module)
    position = Position(rules_data(data.game, house_rules(data)))
    set_up(position, next(iter(set_ups(data.game).values())))
    played = LiveGame(out, position, Violations(WAYS, seed, planted, turns))
    with table(module, players=[GERMAN, SOVIET], home=home, seed=seed) as session:
        hands, player = OpenTable(session, data, position), Player(position, seed)
        session.begin(out)
        agree(session, data)

        def moment() -> object | None:
            over = position.phase is Phase.OVER or position.turn > turns
            return None if over else (position.turn, position.phase)

        played.play(hands, session, player.next, moment)
        played.problems += [f"not heard: {what}" for what in hands.gestures.unheard]
    return played


def untold(done: Sequence[a.Action], report: Report) -> list[str]:
    """Return the kinds of actions of which the audit tells more or fewer than were done."""
    were, told = Counter(map(word, done)), Counter(action.action for action in report.actions)
    return [
        f"{name}: {were[name]} done, {told[name]} told"
        for name in sorted({*were, *told})
        if were[name] != told[name] and name not in _NOT_COUNTED
    ]


def weighed(played: Played, report: Report) -> Weighed:
    """Compare what an audit says of a game with what was done and planted in it."""
    data, planted = played.position.data, played.violations.done
    result = weigh(planted, report, TWINS_IN_LOGS, lambda rule: clauses_of(data, rule))
    if not planted:
        result.missed += untold(played.done, report)
    return result


if __name__ == "__main__":
    sys.exit(command("storm", __doc__ or "", play, weighed))
