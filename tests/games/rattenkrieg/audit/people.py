"""People at the Rattenkrieg table who press no key: they drag, turn over, mask and open cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.games.rattenkrieg.audit.dragging import Dragging
from tests.violations.planting import log_of
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.games.rattenkrieg.play.paper import Paper
from toolkit.games.rattenkrieg.play.recording import begin, house_rules
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.sides import Side
from toolkit.rules.verdict import Outcome
from toolkit.vassal.commands import Chat
from toolkit.vassal.log import Log

G, S = "German", "Soviet"
LATER = 6
"""So many steps after a fault it may still be named: with drags it shows only when the next one begins."""

PLACES: Mapping[str, str] = {
    **dict.fromkeys(("14pz", "24pz", "29mot", "71", "295", "389"), "german_rear"),
    "13gds": "soviet_rear", "t34": "tractor_factory", "rifle_1": "mamayev_kurgan", "rifle_2": "gorodishche",
    "rifle_3": "airfield", "rifle_4": "orlovka", "rifle_5": "rynok", "rifle_6": "minina",
}  # fmt: skip
STEPS: Mapping[str, str] = {
    "14pz": "3C 8C KH 9H", "24pz": "4C 5D 10D 9D", "29mot": "2C 6D 7H", "71": "2D JC", "295": "10C 5H",
    "389": "6C QH", "13gds": "4H 8D KC", "rifle_1": "3D", "rifle_2": "JH", "rifle_3": "2H", "rifle_4": "9C",
    "rifle_5": "10H", "rifle_6": "6H",
}  # fmt: skip
HANDS: Mapping[Side, str] = {Side.GERMAN: "5C 9S QD", Side.SOVIET: "AH KD 7S JD"}
_SOVIET_CARDS = frozenset(
    card
    for cards in (HANDS[Side.SOVIET], *(STEPS[unit] for unit in STEPS if unit.startswith(("rifle", "13"))))
    for card in cards.split()
)
CARDS = tuple(rank + suit for suit in "SCHD" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K"))


@dataclass(frozen=True, slots=True)
class Fault:
    """What has to be said: a rule that begins with one of `rules`, in a step from `first` to `last`."""

    rules: tuple[str, ...]
    first: int
    last: int


@dataclass
class People:
    """Hands at a table where the cards of the set-up are dealt as listed above; `top` is drawn first.

    `hands` says how they play: by drags alone, or by the module's keys.
    """

    module: Path
    data: ModuleData
    top: str = "8S"
    hands: type[Paper] = Dragging
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = begin(self.module, house_rules(self.data), paper=self.hands)
        self.paper = self.game.hands.paper
        self.desk = self.game.desk
        dealt = [card for cards in (*STEPS.values(), *HANDS.values()) for card in cards.split()]
        rest = [card for card in CARDS if card not in dealt and card != self.top]
        self.game.act([a.Shuffle(tuple(reversed([*dealt, self.top, *rest])))])
        self.game.act(a.Place(unit, area) for unit, area in PLACES.items())
        self.game.act(a.DealSteps(unit, tuple(cards.split())) for unit, cards in STEPS.items())
        self.game.act(a.DealHand(side, tuple(cards.split())) for side, cards in HANDS.items())
        self.game.act([a.EndSetUp()])

    @contextmanager
    def fault(self, *rules: str) -> Iterator[None]:
        """Whatever is done inside breaks one of these rules."""
        first = len(self.desk.steps) + 1
        yield
        self.faults.append(Fault(rules, first, len(self.desk.steps)))

    def say(self, text: str) -> None:
        """Write into the chat."""
        self.desk._do(Chat(text))
        self.desk.end_step()

    def drag(self, unit: str, *areas: str, by: str = "") -> None:
        """Drag a unit over areas, a step each."""
        for area in areas:
            self.paper.side = by or self.owner(unit)
            self.paper.drag(unit, area)
            self.desk.end_step()

    def move_by_hand(self, unit: str, *areas: str) -> None:
        """Move without a key: drag a unit, then turn it over."""
        self.drag(unit, *areas)
        self.turn(unit)

    def owner(self, unit: str) -> str:
        """Return whose a unit is."""
        return G if self.game.position.data.units[unit].side is Side.GERMAN else S

    def turn(self, *units: str, up: bool = False) -> None:
        """Turn units over by hand, a step each."""
        for unit in units:
            self.paper.side = self.owner(unit)
            self.desk.change(unit, {"Face_Level": 1 if up else 2})
            self.desk.end_step()

    def card(self, card: str, box: str, by: str = G, *, opened: bool = False) -> None:
        """Drag a card; `opened` turns it face up as it comes to lie there."""
        self.paper.side = by
        self.paper.send(card, box, dragged=True)
        if opened:
            self.desk.mask(card, None)
        self.desk.end_step()

    def open(self, card: str) -> None:
        """Show a card."""
        self.desk.mask(card, None)
        self.desk.end_step()

    def mask(self, card: str, side: str) -> None:
        """Hide a card again."""
        self.desk.mask(card, side)
        self.desk.end_step()

    def draw(self, box: str, side: str) -> str:
        """Drag the deck's top card."""
        card = self.paper.deck_cards()[-1]
        self.paper.side = side
        self.paper.send(card, box, dragged=True)
        self.desk.mask(card, None if box == "drawn" else side)
        self.desk.end_step()
        return card

    def gone(self, unit: str) -> None:
        """Drag a unit to the losses."""
        self.paper.side = self.owner(unit)
        self.paper.send(unit, f"eliminated-{self.owner(unit).lower()}", dragged=True)
        self.desk.end_step()

    def phase(self, phase: str, turn: int = 1) -> None:
        """Move the tracker."""
        self.paper.show_turn(turn, phase)
        self.desk.end_step()

    def log(self) -> Log:
        """Return the log so far."""
        self.desk.end_step()
        return log_of(self.game)


def soviets_go_on(at: People) -> None:
    """The Soviet player takes his player turn and does no harm."""
    at.move_by_hand("13gds", "tractor_factory")


def german_takes_south_stalingrad(at: People) -> None:
    """The 71st goes into the empty area, pays the nine of spades from hand and has acted."""
    at.drag("71", "south_stalingrad")
    at.card("9S", "pile", opened=True)
    at.turn("71")


def lay(at: People, german: str, soviet: str) -> None:
    """The German player attacks with a card, the Soviet player answers with one."""
    at.card(german, "battle-attacker")
    at.card(soviet, "battle-defender", S)


def tidy(at: People, *cards: str) -> None:
    """Cards of a battle are piled by their owners."""
    for card in cards:
        at.card(card, "pile", S if card in _SOVIET_CARDS else G)


situation = pytest.mark.situation
"""Says what a `Situation` is made of for a test that takes `at`."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The deck's top card, how many actions may be left open, and how people play."""

    top: str = "8S"
    hedged: int = 0
    hands: type[Paper] = Dragging


@dataclass(frozen=True, slots=True)
class Judged:
    """What an audit says beside what is expected."""

    wrongly: tuple[str, ...]
    missed: tuple[str, ...]
    hedged: tuple[str, ...]


def compared(report: Report, faults: Sequence[Fault]) -> Judged:
    """Hold a report against the faults: each has to be named, and nothing else."""
    rest = [action for action in report.actions if action.outcome is Outcome.ILLEGAL]
    missed = []
    for fault in faults:
        hit = [
            one
            for one in rest
            if one.rules[0].startswith(fault.rules) and fault.first <= one.step <= fault.last + LATER
        ]
        if not hit:
            missed.append(f"{'/'.join(fault.rules)} in {fault.first}-{fault.last}")
        rest = [one for one in rest if one not in hit]
    hedged = [one for one in report.shown if one.outcome is not Outcome.ILLEGAL]
    return Judged(
        tuple(f"{one.step} {one.action} {one.unit} {one.rules}: {one.reason}" for one in rest),
        tuple(missed),
        tuple(f"{one.step} {one.action} {one.unit} {one.outcome}: {one.reason}" for one in hedged),
    )
