"""Rattenkrieg played through the running engine: drags, keys and buttons only; all chance is the engine's.

    python -m tests.audit.rattenkrieg.live --seed 1 --turns 6 --out game.vlog [--planted 4]

Players choose as the random player does.  Cards are known from the engine's table: what was dealt, and in
which order the deck lies.  With ``--planted`` illegal actions are done on the way: the audit must find these.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.module.rattenkrieg.table import DESK, GERMAN, SOVIET, TableOfTwo
from toolkit.audit.audit import audit_logs
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.audit.report import Report
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Session
from toolkit.module.toolbar import option_text
from toolkit.play.rattenkrieg.recording import house_rules
from toolkit.rules.rattenkrieg import actions as a
from toolkit.rules.rattenkrieg import game as rules
from toolkit.rules.rattenkrieg.data import Side
from toolkit.rules.rattenkrieg.from_game import rules_data, set_ups
from toolkit.rules.rattenkrieg.hands import hand_limit
from toolkit.rules.rattenkrieg.player import Player
from toolkit.rules.rattenkrieg.position import Phase, Position

_LIMIT = 2_000


class Hands:
    """Does an action of the rules at the module in the engine."""

    def __init__(self, table: TableOfTwo, data: ModuleData, position: Position) -> None:
        self.table, self.position = table, position
        self.areas: Mapping[str, str] = data.manifest["areas"]
        self.sides = {side: data.game.labels["side"][side.id].en for side in Side}
        self.gestures = 0
        self.step = 0
        self._laid = False

    # -- gestures -----------------------------------------------------------------------------------------

    def press(self, side: Side, piece: str, key: str) -> None:
        """Let a side press a key on a piece."""
        done = self.table.press(self.sides[side], piece, key)
        self.gestures += 1
        self.step = max((self.step, *done.log_steps))

    def button(self, side: Side, name: str) -> None:
        """Let a side press a button."""
        self.table.act(self.sides[side])
        self.gestures += 1
        self.step = max((self.step, *self.table.session.button(name).log_steps))

    def drag(self, unit: str, area: str, *, with_t34: bool = False) -> None:
        """Let its owner drag a unit, the T-34 behind it."""
        self.table.act(self.sides[self.position.side(unit)])
        for each in (unit, self.position.data.tank) if with_t34 else (unit,):
            self.gestures += 1
            for done in self.table.session.drag(each, self.areas[area]):
                self.step = max((self.step, *done.log_steps))

    def turn(self) -> None:
        """Advance the turn track."""
        self.table.act(self.sides[Side.GERMAN])
        self.gestures += 1
        self.step = max((self.step, *self.table.session.hotkey("Alt-T").log_steps))

    # -- chance -------------------------------------------------------------------------------------------

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
        short = {counter.id: counter.short for counter in data.game.counters}
        steps = {
            unit: tuple(where[f"{short[unit]}-{n}"] for n in range(1, units[unit].steps + 1))
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

    # -- actions ------------------------------------------------------------------------------------------

    def do(self, action: a.Action) -> a.Action:  # noqa: PLR0912
        """Do an action and return the one that happened; the position is still the one before it."""
        p, tank = self.position, self.position.data.tank
        self._tidy(action)
        match action:
            case a.Shuffle():
                self.button(p.actor, "Reshuffle")
                return a.Shuffle(tuple(self.deck()[len(p.deck) :]))
            case a.Reinforce(unit=unit):
                self.press(p.side(unit), unit, "Ctrl-N")
            case a.ReturnT34():
                self.press(Side.SOVIET, tank, "Ctrl-N")
            case a.EndReinforcement() | a.EndOperations() | a.EndTurn():
                self.turn()
            case a.Activate(unit=unit, with_t34=joined):
                self.press(p.side(unit), unit, "Ctrl-A")
                if joined:
                    self.press(Side.SOVIET, tank, "Ctrl-J")
            case a.Pass(side=side, unit=unit):
                self.press(side, unit or f"{side.id}-desk", "Ctrl-P")
            case a.End():
                if p.act is not None and p.on_map(p.act.unit):
                    self.press(p.actor, p.act.unit, "Ctrl-E")
            case a.Replenish(unit=unit):
                self.press(p.side(unit), unit, "Ctrl-R")
            case a.MoveFriendly(unit=unit, area=area, with_t34=along):
                self.drag(unit, area, with_t34=along)
            case a.EnterEmpty(unit=unit, area=area, card=card, with_t34=along):
                self.drag(unit, area, with_t34=along)
                if card is not None:
                    self.press(p.side(unit), card, "Ctrl-Y")
            case a.EnterBattle(unit=unit, area=area, with_t34=along, support=support):
                self.drag(unit, area, with_t34=along)
                self.press(p.side(unit), unit, "Ctrl-B")
                self._waive(unit, area, support=support, along=along)
            case a.Attack(unit=unit, support=support):
                self.press(p.side(unit), unit, "Ctrl-B")
                self._waive(unit, p.where[unit], support=support)
            case a.NameDefender(side=side, unit=unit, support=support):
                self.press(side, unit, "Ctrl-D")
                self._waive(unit, p.where[unit], support=support)
            case a.PlayCard(side=side, card=card, face_up=up) | a.Raise(side=side, card=card, face_up=up):
                self.press(side, card, "Ctrl-Shift-B" if up else "Ctrl-B")
            case a.TakeLoss(side=side, folded=folded):
                self.press(side, DESK, "Ctrl-L")
                for played in p.battle.of(side.enemy) if p.battle is not None else ():
                    if folded != "hidden":
                        self.press(side.enemy, played.card, "Ctrl-O" if folded == "shown" else "Ctrl-K")
            case a.Stand(side=side):
                self.press(side, DESK, "Ctrl-S")
            case a.Open(side=side):
                for played in p.battle.of(side)[-1:] if p.battle is not None else ():
                    self.press(side, played.card, "Ctrl-O")
            case a.FightOn() | a.Stop():
                fights = isinstance(action, a.FightOn)
                self.press(self._attacker(), DESK, "Ctrl-F" if fights else "Ctrl-Q")
                if fights:
                    self._clear()
            case a.Retreat(unit=unit, area=area, with_t34=along, down=down):
                if down:
                    for each in (unit, tank) if along else (unit,):
                        self.press(p.side(unit), each, "Ctrl-T")
                self.drag(unit, area, with_t34=along)
            case a.LoseStep(unit=unit, card=card):
                self.press(p.side(unit), card, "Ctrl-L")
            case a.T34Out():
                self.press(Side.SOVIET, tank, "Ctrl-K")
            case a.Remove(unit=unit):
                self.press(p.side(unit), unit, "Ctrl-X")
            case a.Isolate(unit=unit):
                self.press(p.side(unit), unit, "Ctrl-I")
            case a.Bombard(card=card, target=target) | a.AirSupport(card=card, target=target):
                self.press(p.actor, card, "Ctrl-E")
                self.press(p.actor, target, "Ctrl-G")
                self.press(p.actor, DESK, "Ctrl-D")
            case a.Sniper(card=card):
                return self._sniper(card)
            case a.AssaultGun(card=card) | a.Engineers(card=card) | a.Molotov(card=card):
                self.press(p.actor, card, "Ctrl-E")
            case a.ChuikovBattle(card=card):
                self.press(p.actor, card, "Ctrl-E")
            case a.ChuikovReady(card=card, unit=unit):
                self.press(p.actor, card, "Ctrl-Shift-E")
                self.press(p.actor, unit, "Ctrl-U")
            case a.Discard(side=side, cards=cards):
                for card in cards:
                    self.press(side, card, "Ctrl-X")
            case a.Draw(side=side):
                self.button(side, f"Fill {self.sides[side]} hand")
            case a.FlipUp():
                self.button(Side.GERMAN, "All units up")
        return action

    def _attacker(self) -> Side:
        battle = self.position.battle
        return self.position.actor if battle is None else self.position.side(battle.attacker)

    def _waive(self, unit: str, area: str, *, support: bool, along: bool = False) -> None:
        tank = self.position.data.tank
        beside = along or self.position.where.get(tank) == area
        if beside and not support and unit != tank and self.position.side(unit) is Side.SOVIET:
            self.press(Side.SOVIET, tank, "Ctrl-W")

    def _sniper(self, card: str) -> a.Sniper:
        self.press(self.position.actor, card, "Ctrl-E")
        if not self.position.hands[Side.GERMAN]:
            return a.Sniper(card, None)
        self.press(Side.SOVIET, DESK, "Ctrl-R")
        slot = self.table.session.module_values("SnipeSlot")["SnipeSlot"]
        (taken,) = self.table.at(slot)
        self.press(Side.GERMAN, DESK, "Ctrl-G")
        return a.Sniper(card, taken)

    def _tidy(self, action: a.Action) -> None:
        if isinstance(action, a.PlayCard | a.Raise):
            self._laid = True
        if self._laid and self.position.battle is None and not isinstance(action, a.TakeBack):
            self._clear()

    def _clear(self) -> None:
        self._laid = False
        for side in Side:
            self.press(side, DESK, "Ctrl-C")


@dataclass
class LiveGame:
    """What was played: the log, the position at its end, the planted actions with their steps, complaints."""

    log: Path
    position: Position
    done: list[a.Action] = field(default_factory=list)
    planted: list[tuple[a.Action, str, int, int]] = field(default_factory=list)
    gestures: int = 0
    steps: int = 0
    problems: list[str] = field(default_factory=list)


def illegal(position: Position, action: a.Action, had: int) -> tuple[a.Action, str] | None:
    """Return an illegal action that could be done instead, and its rule: one of two kinds by turns."""
    if isinstance(action, a.Activate):
        # A unit that lies face down cannot be turned by its key: the other side's unit acts out of turn.
        others = [
            unit
            for unit, known in position.data.units.items()
            if known.side is position.actor.enemy and position.on_map(unit) and unit not in position.down
            and unit != position.data.tank
        ]  # fmt: skip
        if had % 2 == 0 and others:
            wrong = a.Activate(others[0])
            return wrong, rules.check(position, wrong).rules[0]
    if isinstance(action, a.MoveFriendly | a.EnterEmpty | a.EnterBattle) and had % 2 == 1:
        near = position.data.neighbours[position.where[action.unit]]
        for area, held in position.held[0].items():
            foe = held is position.side(action.unit).enemy
            if foe and area not in near and not position.units_in(area):
                wrong = a.EnterEmpty(action.unit, area, None)
                verdict = rules.check(position, wrong)
                if verdict.rules and not verdict.legal:
                    return wrong, verdict.rules[0]
    return None


def play(
    module: Path, out: Path, seed: int, *, turns: int = 6, planted: int = 0, home: EngineHome | None = None
) -> LiveGame:
    """Play in the engine and keep the log."""
    data = read_module(module)
    position = Position(rules_data(data.game, house_rules(data)))
    with Session(module, players=[GERMAN, SOVIET], home=home) as session:
        hands = Hands(TableOfTwo(session), data, position)
        session.begin(out)
        for option in data.game.options:
            if option.is_switch:
                session.button(option_text(option), option.default)
        played = LiveGame(out, position)
        for unit, area in next(iter(set_ups(data.game).values())).items():
            rules.apply(position, a.Place(unit, area))
        for action in hands.deal(data):
            rules.apply(position, action)
            played.done.append(action)
        player = Player(position, seed)
        while position.phase is not Phase.OVER and position.turn <= turns and len(played.done) < _LIMIT:
            action = player.next()
            if isinstance(action, a.Draw):
                action = _whole_draw(player, position, action)
            wrong = illegal(position, action, len(played.planted)) if len(played.planted) < planted else None
            before = hands.step
            happened = hands.do(action if wrong is None else wrong[0])
            if wrong is not None:
                played.planted.append((wrong[0], wrong[1], before + 1, hands.step))
            rules.apply(position, happened)
            played.done.append(happened)
        played.gestures, played.steps = hands.gestures, session.save()
        played.problems = [f"{p.kind}: {p.message}" for p in session.take_problems() if p.kind != "warning"]
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
    found, told = found_of(report), dict(report.counts)
    lines = [
        f"{len(played.done)} actions, {played.gestures} gestures, {played.steps} steps, {took:.0f} s; {told}",
        *(f"planted: step {first}-{last}: {rule} {action}" for action, rule, first, last in played.planted),
        *(f"found: step {step}: {rule}" for rule, step in found),
        *(f"engine: {line}" for line in played.problems),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    exact = [(rule, last) for _, rule, _, last in played.planted] == found
    return 0 if exact and not played.problems else 1


def found_of(report: Report) -> list[tuple[str, int]]:
    """Return rule and step of each action that is not legal."""
    return [(action.rules[0] if action.rules else "", action.step) for action in report.shown]


if __name__ == "__main__":
    sys.exit(main())
