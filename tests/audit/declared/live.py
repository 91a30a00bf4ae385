"""A declared game played through the running engine as its gesture table says: drags, keys, buttons.

    python -m tests.audit.declared.live battle_for_moscow --seed 1 --turns 2 --out game.vlog

Players choose as the random player does; one client serves both sides; dice are the engine's.  The audit
has to tell every action and to find nothing.  By mouse and keys: `tests.engine.by_hand`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.audit.decisions.gestures import Gestures
from tests.audit.decisions.live import agree, complaints, module_of
from toolkit.audit.audit import audit_logs
from toolkit.audit.declared.vocabulary import steps_shown
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Session
from toolkit.engine.touch import Player as Seat
from toolkit.module import declared_gestures as g
from toolkit.module.declared_game import KindDice
from toolkit.play.declared import house_rules
from toolkit.rules.declared import Position, due, rules_of
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.game import apply
from toolkit.rules.declared.hands import CardAction, owner
from toolkit.rules.declared.player import Player
from toolkit.rules.mechanisms.cards import DECK, HAND
from toolkit.rules.mechanisms.forces import enemies_in

_NAMES = ("Anna", "Ben", "Clara", "David")
_SHOWN = ("CounterId", "LocationName", "Face_Level")


@dataclass
class Played:
    """What was played: actions, gestures, steps of the log, complaints."""

    position: Position
    done: list[a.Action] = field(default_factory=list)
    gestures: int = 0
    steps: int = 0
    problems: list[str] = field(default_factory=list)


def seats(data: ModuleData) -> dict[str, Seat]:
    """Return a player for every side."""
    sides = data.game.labels["side"]
    return {
        side: Seat(name, f"word of {name}", sides[side].en) for side, name in zip(sides, _NAMES, strict=False)
    }


class Hands:
    """Does actions of the rules at the module, as its gesture table says.

    Parameters
    ----------
    position : Position
        Followed by the caller: an action is done before it is applied.
    """

    def __init__(self, session: Session, data: ModuleData, position: Position) -> None:
        self.session, self.data, self.position = session, data, position
        self.gestures = Gestures(session, {side: seat.name for side, seat in seats(data).items()})
        self._areas = data.manifest.get("areas", {})
        self._declared: list[tuple[str, str]] = []
        self._boxes = {
            box: (window, (left + right) // 2, (top + bottom) // 2)
            for window, areas in data.boxes.areas.items()
            for box, (left, top, right, bottom) in areas
        }

    def play(self, action: a.Action) -> a.Action:
        """Do an action and return what happened: of a roll, what the dice showed."""
        match action:
            case a.Place(unit, at, steps):
                while steps_shown(self.position.units[unit], self._value(unit, "Face_Level")) != steps:
                    self._press(unit, g.FLIP)
                self._drag(unit, at)
            case a.Restore(unit) | a.Eliminate(unit):
                self._press(unit, g.RESTORE if isinstance(action, a.Restore) else g.ELIMINATE)
            case a.Move(unit, path) | a.Advance(unit, path):
                self._drag(unit, path[-1])
            case a.Retreat(unit, path, by):
                found = due(self.position)
                self._drag(unit, path[-1], by or (found.sides[0] if "Retreat" in found.actions else ""))
            case a.Attack() | a.Support():
                self._join(action)
            case a.Roll(targets, _, thrower):
                unit, side = (thrower, "") if thrower else self._declared[self._waiting(targets)]
                self._press(unit, g.THROW if thrower else g.ROLL, side)
                return replace(action, dice=tuple(map(int, self._value(unit, g.DICE).split(","))))
            case a.Lose(unit, steps, by):
                for _ in range(steps):
                    self._press(unit, g.LOSE, by)
            case a.Change(unit, status):
                while (self._value(unit, g.STATUS) or "") != status:
                    self._press(unit, g.CHANGE)
            case a.Weather() | a.Draw() | a.End() | a.Deal() | a.Reshuffle() | a.Discard() | a.Play():
                is_button = isinstance(action, a.Weather | a.Draw | a.End)
                return self._press_button(action) if is_button else self._handle(action)
        return action

    def _handle(self, action: CardAction) -> a.Action:
        """Draw a card, whichever comes off the deck, or press the key for what else is done with one."""
        if isinstance(action, a.Reshuffle):
            self._press(action.cards[0], g.RESHUFFLE, action.side)
            return action
        deck = self.position.rules.cards[action.card].side
        if not isinstance(action, a.Deal):
            side = owner(self.position, action.card)
            if isinstance(action, a.Play) and action.targets:
                self._call(action.targets, side)
            if isinstance(action, a.Play) and action.on:
                self._point(action, side)
            self._press(action.card, g.PLAY if isinstance(action, a.Play) else g.DISCARD, side)
            return action
        side = deck or action.side
        boxes = {(box.kind, box.side or ""): box for box in self.data.game.boxes}
        box, before = boxes[HAND, side].id, self._in_decks()
        lying = {(piece.map, piece.x, piece.y) for piece in self.session.game.table(_SHOWN).pieces.values()}
        free = next(spot for spot in self._side_by_side(box) if spot not in lying)
        window, x, y = free
        self.gestures.draw(side, boxes[DECK, deck].names.en, {"map": window, "x": x, "y": y})
        (drawn,) = before - self._in_decks()
        return replace(action, card=drawn)

    def _point(self, action: a.Play, side: str) -> None:
        """Show on what a card is played: on a unit, on one that stands in the place, or laid on the map."""
        there = [action.on] if action.on in self.position.units else self.position.stack(action.on)
        if there:
            self._press(there[0], g.BEAR, side)
        else:
            self._drag(action.card, action.on, side)

    def _side_by_side(self, box: str) -> list[tuple[str, int, int]]:
        """Return spots of a box on which cards do not cover each other."""
        window, spots = self.data.manifest.get("slots", {}).get(box, ("", ()))
        return [(window, x, y) for _, x, y in spots] or [self._boxes[box]]

    def _in_decks(self) -> set[str]:
        """Return the cards that lie in decks."""
        table = self.session.game.table(_SHOWN)
        inside = {piece for stack in table.stacks.values() if stack.deck for piece in stack.pieces}
        return {card for card, piece in table.by_property("CounterId").items() if piece.id in inside}

    def _waiting(self, targets: tuple[str, ...]) -> int:
        battles = enumerate(self.position.battles)
        return next(at for at, one in battles if one.targets == targets and one.waits)

    def _join(self, action: a.Attack | a.Support) -> None:
        if isinstance(action, a.Attack):
            self._attack(action.attackers, action.targets)
        else:
            self._support(action.unit, action.targets)

    def _attack(self, attackers: tuple[str, ...], targets: tuple[str, ...]) -> None:
        side = self._owner(attackers[0])
        first, *others = [enemies_in(self.position, place, side)[0] for place in targets]
        self._declared = [*self._declared[: len(self.position.battles)], (first, side)]
        self._press(first, g.TARGET, side)
        for unit in others:
            self._press(unit, g.ALSO, side)
        for unit in attackers:
            self._press(unit, g.ATTACK)

    def _support(self, unit: str, targets: tuple[str, ...]) -> None:
        """Call support to a battle, unless it comes there already, and join it."""
        self._call(targets, self._owner(unit))
        self._press(unit, g.SUPPORT)

    def _call(self, targets: tuple[str, ...], side: str) -> None:
        """Let what comes next to battles come to one of them, unless it does already."""
        first, _ = self._declared[self._waiting(targets)]
        if self._value(first, g.BATTLE) != self.session.module_values(g.CALLED)[g.CALLED]:
            self._press(first, g.CALL, side)

    def _press_button(self, action: a.Weather | a.Draw | a.End) -> a.Action:
        """Press a button of the toolbar, or turn the tracker; return what came of it."""
        match action:
            case a.Weather(side, _, of):
                self.gestures.button(side, KindDice(of, 1, 6).name.capitalize())
                what = g.weather_of(of)
                shown = self.session.module_values(what)[what].rpartition("/")[2]
                return replace(action, dice=tuple(map(int, shown.split(","))))
            case a.Draw():
                side = self.position.phase.sides[0]
                self.gestures.button(side, "Draw chit")
                drawn = replace(action, chit=self.session.module_values(g.DRAWN)[g.DRAWN].rpartition("/")[2])
                self._follow(drawn)
                return drawn
            case a.End(side):
                if not self._follow(action):
                    self.gestures.button(side, "Done")
        return action

    def _follow(self, action: a.Draw | a.End) -> bool:
        """Turn the tracker if the phase is over with an action; return whether it is."""
        after = self.position.copy()
        apply(after, action)
        if not after.over and (after.turn, after.phase) == (self.position.turn, self.position.phase):
            return False
        side = action.side if isinstance(action, a.End) else self.position.phase.sides[0]
        # The tracker shows the phases as well that do not come in this turn.
        ids = [phase.id for phase in self.position.rules.sequence.phases if "set_up" not in phase.does]
        now = ids.index(self.position.phase.id) if self.position.phase.id in ids else -1
        then = ids.index(after.phase.id) if after.phase.id in ids else 0
        for _ in range((then - now - 1) % len(ids) + 1):
            self.gestures.hotkey(side, "Alt-T")
        return True

    def _owner(self, unit: str) -> str:
        return self.position.units[unit].side

    def _press(self, unit: str, word: str, side: str = "") -> None:
        keys = g.CARD if word in g.CARD.words else g.UNIT
        self.gestures.press(side or self._owner(unit), unit, keys[word].stroke)

    def _drag(self, unit: str, place: str, side: str = "") -> None:
        target = self._areas.get(place, place)
        if place in self._boxes:
            window, x, y = self._boxes[place]
            self.gestures.drag(side or self._owner(unit), unit, {"map": window, "x": x, "y": y})
        else:
            self.gestures.drag(side or self._owner(unit), unit, target)

    def _value(self, unit: str, name: str) -> str:
        return self.session.values(unit, name).get(name, "")

    def differences(self) -> list[str]:
        """Return what lies otherwise on the engine's table than in the position."""
        table, position = self.session.game.table(_SHOWN), self.position
        piles = {box.names.en: box.kind for box in self.data.game.boxes}
        known = table.by_property("CounterId")
        lies = {card: piles.get(known[card].properties["LocationName"], "") for card in position.cards}
        found = [
            f"{card} is in the {where} by the rules and lies in the {lies[card]}"
            for card, where in position.cards.items()
            if lies[card] != where
        ]
        for unit, piece in known.items():
            if unit not in position.units or not position.on_map(unit):
                continue
            place = piece.properties["LocationName"]
            if place != self._areas.get(position.where[unit], position.where[unit]):
                found.append(f"{unit} is in {position.where[unit]} by the rules and lies in {place}")
            shown = steps_shown(position.units[unit], piece.properties.get("Face_Level", ""))
            if position.steps[unit] != shown:
                found.append(f"{unit} has {position.steps[unit]} steps and shows {shown}")
        return found


def play(
    module: Path,
    out: Path,
    seed: int,
    *,
    turns: int = 1,
    home: EngineHome | None = None,
    table: Callable[..., Session] = Session,
) -> Played:
    """Play in the engine and keep the log; `table` makes the session."""
    data = read_module(module)
    setup = next(setup for setup in data.game.setups if not setup.empty)
    position = rules_of(data.game).begin(setup.id, house_rules(data))
    played = Played(position)
    with table(
        module, setup=setup.names.en, players=list(seats(data).values()), home=home, seed=seed
    ) as session:
        hands, player = Hands(session, data, position), Player(position, seed)
        session.begin(out)
        agree(session, data)
        while not position.over and position.turn <= turns and not played.problems:
            moment = position.turn, position.phase
            action = hands.play(player.next())
            apply(position, action)
            played.done.append(action)
            if (position.turn, position.phase) != moment:
                played.problems += hands.differences()[:3]
        played.gestures, played.steps = hands.gestures.count, session.save()
        played.problems += complaints(session)
        played.problems += [f"not heard: {what}" for what in hands.gestures.unheard]
    return played


def main(arguments: list[str] | None = None) -> int:
    """Play, audit, print; return 1 when the audit is not what it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--module", type=Path)
    given = parser.parse_args(arguments)
    module = module_of(given.game, parser, given.module)
    played = play(module, given.out, given.seed, turns=given.turns)
    report = audit_logs([given.out], module)
    accused = [one for one in report.actions if one.outcome.value != "legal"]
    lines = [
        f"{len(played.done)} actions, {played.gestures} gestures, {played.steps} steps",
        f"{len(report.actions)} told: {dict(report.counts)}",
        *(f"{one.outcome.value}: step {one.step} {one.action} {one.name} {one.reason}" for one in accused),
        *(f"engine: {line}" for line in played.problems),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if accused or played.problems else 0


if __name__ == "__main__":
    sys.exit(main())
