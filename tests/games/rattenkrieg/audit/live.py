"""Rattenkrieg played through the running engine: drags, keys and buttons only; the engine's chance by a seed.

    python -m tests.games.rattenkrieg.audit.live --seed 1 --turns 6 --out game.vlog [--planted 20]

Players choose as the random player does; one client serves both sides.  Cards are known from the engine's
table: what was dealt, and in which order the deck lies.  With ``--planted`` illegal actions are done on the
way: the audit must find these and no others.  Two clients that pass logs: ``live_pair``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tests.audit.decisions.live import LiveGame, agree, command
from tests.audit.decisions.violations import Violations, Weighed, weigh
from tests.games.rattenkrieg.audit.live_hands import Hands
from tests.games.rattenkrieg.audit.live_violations import WAYS
from tests.module.two_players import GERMAN, SOVIET, LyingCard, TwoPlayers
from tests.violations.rattenkrieg.mutation_lists import TWINS
from tests.violations.rattenkrieg.mutators import Scene
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.audit.report import Report
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Session
from toolkit.games.rattenkrieg.gestures import SIDE_DESK
from toolkit.games.rattenkrieg.play.recording import house_rules
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules import game as rules
from toolkit.games.rattenkrieg.rules.from_game import rules_data
from toolkit.games.rattenkrieg.rules.hands import hand_limit
from toolkit.games.rattenkrieg.rules.player import Player
from toolkit.games.rattenkrieg.rules.position import Phase, Position
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.area_data import set_ups

Played = LiveGame[Position, Scene, a.Action]
_SHOWN = ("CounterId", "Kind", "LocationName", "Face_Level")


class OpenTable(Hands):
    """Hands of both sides that also read from the engine's table what chance gave."""

    def _cards(self) -> dict[str, LyingCard]:
        return TwoPlayers(self.gestures.session).cards()

    def deck(self) -> list[str]:
        """Return the deck as it lies, the next card last."""
        table = self.gestures.session.game.table(["CounterId"])
        found = next(stack for stack in table.stacks.values() if stack.deck == "Deck")
        return [table.pieces[piece].properties["CounterId"] for piece in found.pieces]

    def deal(self, data: ModuleData) -> Iterator[a.Action]:
        """Deal all cards and yield what it was to the rules."""
        for side in Side:
            self.button(side, SIDE_DESK["deal"])
        where = {card.place: card.id for card in self._cards().values()}
        units = self.position.data.units
        steps = {
            unit: tuple(where[f"{self.row[unit]}-{n}"] for n in range(1, units[unit].steps + 1))
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

    def play(self, action: a.Action) -> Sequence[a.Action]:
        """Do an action and return what happened, not yet applied: its key may do more than one thing."""
        p = self.position
        self.do(action)
        match action:
            case a.Shuffle():
                return [a.Shuffle(tuple(self.deck()[len(p.deck) :]))]
            case a.Sniper(card=card):
                taken = [c for c in self._cards().values() if c.act == "sniped"]
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
        table, position = self.gestures.session.game.table(_SHOWN), self.position
        pieces = table.by_property("CounterId")
        found = []
        for unit, at in position.where.items():
            values = pieces[unit].properties
            place, face = values["LocationName"], values["Face_Level"] == "2"
            if (place in self.areas.values() or at in self.areas) and place != self.areas.get(at):
                found.append(f"{unit} is in {at} by the rules and lies in {place}")
            elif at in self.areas and face is not (unit in position.down):
                found.append(f"{unit} lies {'down' if face else 'up'}")
        strips = {row: unit for unit, row in self.row.items() if unit in position.where}
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
    for unit, area in next(iter(set_ups(data.game).values())).items():
        rules.apply(position, a.Place(unit, area))
    played = LiveGame(out, position, Violations(WAYS, seed, planted, turns))
    with table(module, players=[GERMAN, SOVIET], home=home, seed=seed) as session:
        hands, player = OpenTable(session, data, position), Player(position, seed)
        session.begin(out)
        agree(session, data)
        for action in hands.deal(data):
            played.take([action])

        def choose() -> a.Action:
            action = player.next()
            return _whole_draw(player, position, action) if isinstance(action, a.Draw) else action

        def moment() -> object | None:
            over = position.phase is Phase.OVER or position.turn > turns
            return None if over else (position.turn, position.phase)

        played.play(hands, session, choose, moment)
    return played


def _whole_draw(player: Player, position: Position, action: a.Draw) -> a.Draw:
    """Return a draw up to the limit of a hand: the key draws no fewer."""
    room = hand_limit(position, action.side, player.rulings) - len(position.hands[action.side])
    return replace(action, cards=tuple(reversed(position.deck[-room:])))


def weighed(played: Played, report: Report) -> Weighed:
    """Compare what an audit says of a game with what was planted in it."""
    return weigh(played.violations.done, report, TWINS)


if __name__ == "__main__":
    sys.exit(command("rattenkrieg", __doc__ or "", play, weighed))
