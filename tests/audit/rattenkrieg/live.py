"""Rattenkrieg played through the running engine: drags, keys and buttons only; all chance is the engine's.

    python -m tests.audit.rattenkrieg.live --seed 1 --turns 6 --out game.vlog [--planted 20]

Players choose as the random player does; one client serves both sides.  Cards are known from the engine's
table: what was dealt, and in which order the deck lies.  With ``--planted`` illegal actions are done on the
way: the audit must find these and no others.  Two clients that pass logs: ``live_pair``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.audit.rattenkrieg.live_hands import Hands
from tests.audit.rattenkrieg.live_violations import Violations, weigh
from tests.module.rattenkrieg.table import GERMAN, SOVIET, TableOfTwo
from toolkit.audit.audit import audit_logs
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Session
from toolkit.module.house_rules import option_text
from toolkit.play.rattenkrieg.recording import house_rules
from toolkit.rules.rattenkrieg import actions as a
from toolkit.rules.rattenkrieg import game as rules
from toolkit.rules.rattenkrieg.data import Side
from toolkit.rules.rattenkrieg.from_game import rules_data, set_ups
from toolkit.rules.rattenkrieg.hands import hand_limit
from toolkit.rules.rattenkrieg.player import Player
from toolkit.rules.rattenkrieg.position import Phase, Position

_LIMIT = 4_000
_SHOWN = ("CounterId", "Kind", "LocationName", "Face_Level")


class OpenTable(Hands):
    """Hands of both sides that also read from the engine's table what chance gave."""

    def deck(self) -> list[str]:
        """Return the deck as it lies, the next card last."""
        table = self.table.session.game.table(["CounterId"])
        found = next(stack for stack in table.stacks.values() if stack.deck == "Deck")
        return [table.pieces[piece].properties["CounterId"] for piece in found.pieces]

    def deal(self, data: ModuleData) -> Iterator[a.Action]:
        """Deal all cards and yield what it was to the rules."""
        for side in Side:
            self.button(side, f"Deal {self.sides[side]}")
        where = {card.place: card.id for card in self.table.cards().values()}
        units = self.position.data.units
        steps = {
            unit: tuple(where[f"{self.short[unit]}-{n}"] for n in range(1, units[unit].steps + 1))
            for unit in units
            if self.position.on_map(unit) and units[unit].steps
        }
        hands = {
            side: tuple(where[p] for n in range(1, 7) if (p := f"{self.sides[side]} hand-{n}") in where)
            for side in Side
        }
        given = [card for cards in (*steps.values(), *hands.values()) for card in cards]
        yield a.Shuffle((*self.deck(), *reversed(given)))
        for unit, cards in steps.items():
            yield a.DealSteps(unit, cards)
        for side, cards in hands.items():
            yield a.DealHand(side, cards)
        yield a.EndSetUp()

    def play(self, action: a.Action) -> list[a.Action]:
        """Do an action and return what happened, not yet applied: its key may do more than one thing."""
        p = self.position
        self.do(action)
        match action:
            case a.Shuffle():
                return [a.Shuffle(tuple(self.deck()[len(p.deck) :]))]
            case a.Sniper(card=card):
                taken = [c for c in self.table.cards().values() if c.act == "sniped"]
                last = max(taken, key=lambda c: c.seq, default=None)
                return [a.Sniper(card, last.id if last is not None and p.hands[Side.GERMAN] else None)]
            case a.Reinforce(unit=unit):
                # The key deals the steps as well, as far as the deck goes.
                lacking = p.data.units[unit].steps - len(p.steps[unit])
                cards = tuple(reversed(p.deck[-lacking:])) if lacking else ()
                return [action, *([a.DealSteps(unit, cards)] if cards else [])]
            case a.DealSteps(unit=unit, cards=cards):
                # More steps after a shuffle in between are taken off the deck by hand.
                self.draw_steps(unit, len(cards))
        return [action]

    def differences(self) -> list[str]:
        """Return the units and cards that lie elsewhere on the engine's table than in the position."""
        table, position = self.table.session.game.table(_SHOWN), self.position
        pieces = table.by_property("CounterId")
        found = []
        for unit, at in position.where.items():
            values = pieces[unit].properties
            place, face = values["LocationName"], values["Face_Level"] == "2"
            if (place in self.areas.values() or at in self.areas) and place != self.areas.get(at):
                found.append(f"{unit} is in {at} by the rules and lies in {place}")
            elif at in self.areas and face is not (unit in position.down):
                found.append(f"{unit} lies {'down' if face else 'up'}")
        strips = {short: unit for unit, short in self.short.items() if unit in position.where}
        hands = {f"{name} hand": side.id for side, name in self.sides.items()}
        for card, piece in pieces.items():
            if piece.properties["Kind"] == "card" and card in _all_cards(position):
                lies = piece.properties["LocationName"]
                head = lies.rpartition("-")[0]
                place = "deck" if lies == "Deck" else strips.get(head) or hands.get(head) or "laid"
                right = position.place_of(card)
                if place != ("laid" if right in ("pile", "battle") else right):
                    found.append(f"{card} is in {right} by the rules and lies at {lies}")
        return found


def _all_cards(position: Position) -> set[str]:
    laid = position.battle.cards if position.battle is not None else ()
    held = [*position.hands, *position.steps.values(), position.pile, position.deck, [x.card for x in laid]]
    return {card for cards in held for card in cards}


@dataclass
class LiveGame:
    """What was played: the log, the position at its end, what was planted, complaints."""

    log: Path
    position: Position
    violations: Violations
    done: list[a.Action] = field(default_factory=list)
    gestures: int = 0
    steps: int = 0
    problems: list[str] = field(default_factory=list)


def play(
    module: Path, out: Path, seed: int, *, turns: int = 6, planted: int = 0, home: EngineHome | None = None
) -> LiveGame:
    """Play in the engine and keep the log."""
    data = read_module(module)
    position = Position(rules_data(data.game, house_rules(data)))
    with Session(module, players=[GERMAN, SOVIET], home=home) as session:
        hands = OpenTable(TableOfTwo(session), data, position)
        session.begin(out)
        for option in data.game.options:
            if option.is_switch:
                session.button(option_text(option), option.default)
        played = LiveGame(out, position, Violations(seed, planted, turns))
        for unit, area in next(iter(set_ups(data.game).values())).items():
            rules.apply(position, a.Place(unit, area))
        for action in hands.deal(data):
            rules.apply(position, action)
            played.done.append(action)
        player = Player(position, seed)
        while position.phase is not Phase.OVER and position.turn <= turns and len(played.done) < _LIMIT:
            try:
                action = player.next()
            except LookupError:
                # A violation can lead to where nothing is legal; without one it is a fault.
                if not played.violations.done:
                    played.problems.append(f"nothing is legal after {played.done[-3:]}")
                break
            if isinstance(action, a.Draw):
                action = _whole_draw(player, position, action)
            wrong = played.violations.instead(position, action)
            before = hands.step
            for each in (action,) if wrong is None else wrong:
                for happened in hands.play(each):
                    rules.apply(position, happened)
                    played.done.append(happened)
            if wrong is not None:
                played.violations.did(before + 1, hands.step)
                played.problems += [
                    f"after {played.violations.done[-1]}: {d}" for d in hands.differences()[:2]
                ]
                if played.problems:
                    break  # what the rules expect from here on is not what lies on the table
        played.gestures, played.steps = hands.gestures, session.save()
        played.problems += [f"{p.kind}: {p.message}" for p in session.take_problems() if p.kind != "warning"]
        played.problems += hands.differences()[:2]
    return played


def _whole_draw(player: Player, position: Position, action: a.Draw) -> a.Draw:
    """Return a draw up to the limit of a hand: the key draws no fewer."""
    room = hand_limit(position, action.side, player.rulings) - len(position.hands[action.side])
    return replace(action, cards=tuple(reversed(position.deck[-room:])))


def main(arguments: list[str] | None = None) -> int:
    """Play, audit, print; return 1 when the audit is not what it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--module", type=Path)
    parser.add_argument("--planted", type=int, default=0)
    given = parser.parse_args(arguments)
    module = given.module or next(iter(sorted(Path("build", "rattenkrieg").glob("*.vmod"))), None)
    if module is None:
        parser.error("no module under build/rattenkrieg; run toolkit build rattenkrieg, or give --module")
    begun = time.monotonic()
    played = play(module, given.out, given.seed, turns=given.turns, planted=given.planted)
    took = time.monotonic() - begun
    report = audit_logs([given.out], module)
    weighed = weigh(played.violations.done, report)
    lines = [
        f"{len(played.done)} actions, {played.gestures} gestures, {played.steps} steps, turn "
        f"{played.position.turn}, {took:.0f} s; {dict(report.counts)}",
        f"planted {len(played.violations.done)}: found {weighed.found}",
        *(f"planted: {each}" for each in played.violations.done),
        *(f"missed: {line}" for line in weighed.missed),
        *(f"accused: {line}" for line in weighed.accused),
        *(f"engine: {line}" for line in played.problems),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if weighed.missed or weighed.accused or played.problems else 0


if __name__ == "__main__":
    sys.exit(main())
