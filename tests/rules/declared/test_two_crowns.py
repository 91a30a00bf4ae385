"""Two Crowns: chits say who acts, allies come once a state holds, who has arrived does not move."""

from __future__ import annotations

import pytest

from tests.rules.declared.games import rules
from tests.rules.declared.stage import broken, stage
from toolkit.rules.declared import Position, due
from toolkit.rules.declared.actions import Action, Attack, Draw, Eliminate, End, Move, Place, Reveal, Roll
from toolkit.rules.declared.chits import left
from toolkit.rules.declared.impulses import open_phase
from toolkit.rules.declared.winning import follow_states
from toolkit.rules.mechanisms.forces import ELIMINATED, WAITING

UNITS = {"q-1": "minster", "q-2": "fords", "q-guard": "castle", "p-1": "haven", "p-riders": "downs"}
LEVIES, HOUSEHOLD = Draw("levies"), Draw("household")


def _campaign(units: dict[str, str] | None = None) -> Position:
    position = stage("two_crowns", 1, "campaign", units or UNITS)
    open_phase(position)
    return position


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([Move("q-1", ("castle",))], "1.3"),
        ([LEVIES, Move("q-1", ("castle",))], "legal"),
        ([LEVIES, Move("q-guard", ("minster",))], "1.3"),
        ([LEVIES, Move("p-1", ("tower",))], "1.3"),
        ([LEVIES, HOUSEHOLD], "1.3"),
        ([LEVIES, End("queen"), HOUSEHOLD], "legal"),
        ([LEVIES, End("prince")], "1.2"),
        ([Draw("summer")], "1.3"),
        ([End("queen")], "1.3"),
        ([LEVIES, Move("q-1", ("castle", "vale")), Move("q-1", ("fords",))], "2.1"),
        # With the second chit of his household the Prince's men move anew.
        (
            [HOUSEHOLD, Move("p-1", ("tower", "abbey")), End("prince"), HOUSEHOLD, Move("p-1", ("tower",))],
            "legal",
        ),
        ([LEVIES, Attack(("q-2",), ("downs",))], "3.1"),
    ],
)
def test_whom_a_chit_names_acts_until_he_ends(actions: list[Action], said: str) -> None:
    assert broken("two_crowns", _campaign(), *actions) == said


def test_a_chit_is_in_the_cup_as_often_as_there_are_of_it() -> None:
    """1.3: one that is drawn again beyond that is put back."""
    position = _campaign()
    assert left(position) == ["court", "household", "household", "levies", "lords", "winter"]
    for action in (HOUSEHOLD, End("prince"), HOUSEHOLD, End("prince")):
        rules("two_crowns").apply(position, action)
    assert due(position).actions == ("Draw",)
    assert broken("two_crowns", position, HOUSEHOLD, Move("p-1", ("tower",))) == "1.3"
    assert left(position) == ["court", "levies", "lords", "winter"]


def test_the_campaign_ends_with_winter_or_an_empty_cup() -> None:
    position = _campaign()
    rules("two_crowns").apply(position, Draw("winter"))
    assert (position.turn, position.phase.id) == (2, "queen_arrivals")
    position = _campaign()
    position.drawn = ["court", "household", "household", "levies", "winter"]
    for action in (Draw("lords"), End("prince")):
        rules("two_crowns").apply(position, action)
    assert (position.turn, position.phase.id) == (2, "queen_arrivals")


@pytest.mark.parametrize(
    ("stands", "turn", "place", "said"),
    [
        ("minster", 2, "moors", "legal"),
        ("castle", 2, "downs", "legal"),
        ("minster", 2, "haven", "1.5"),
        ("minster", 1, "moors", "1.5"),
        ("vale", 2, "moors", "1.5"),
    ],
)
def test_lords_come_once_the_prince_has_been_crowned(stands: str, turn: int, place: str, said: str) -> None:
    position = stage("two_crowns", turn, "prince_arrivals", {"p-1": stands, "q-guard": "abbey"})
    position.put("p-lords", WAITING)
    follow_states(position)
    assert broken("two_crowns", position, Place("p-lords", place, 2)) == said


def test_who_has_arrived_does_not_move_this_season() -> None:
    position = stage("two_crowns", 2, "queen_arrivals", UNITS)
    position.put("q-3", WAITING)
    come: list[Action] = [Place("q-3", "castle", 2), End("queen"), End("prince"), LEVIES]
    assert broken("two_crowns", position.copy(), *come, Move("q-3", ("vale",))) == "2.6"
    later: list[Action] = [Draw("winter"), End("queen"), End("prince"), LEVIES, Move("q-3", ("vale",))]
    assert broken("two_crowns", position, *come[:3], *later) == "legal"


# Hidden units -------------------------------------------------------------------------------------

VALE = {"q-guard": "vale", "p-1": "vale", "p-feint-1": "vale", "q-1": "minster"}
STORM, ROLL = Attack(("q-guard",), ("vale",)), Roll(("vale",), (3,))
SEEN, FEINT = Reveal("p-1"), Reveal("p-feint-1")


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([SEEN], "2.7"),
        ([STORM, SEEN], "legal"),
        ([STORM, SEEN, SEEN], "2.7"),
        ([STORM, Reveal("q-guard")], "2.7"),
        ([STORM, Reveal("p-2")], "2.7"),
        ([STORM, ROLL], "2.7"),
        ([STORM, SEEN, ROLL], "2.7"),
        ([STORM, SEEN, FEINT, ROLL], "2.7"),
        ([STORM, SEEN, FEINT, End("queen")], "2.7 3.3"),
        ([STORM, SEEN, FEINT, Eliminate("p-feint-1"), ROLL], "legal"),
        ([STORM, Eliminate("p-feint-1")], "1.2"),
        ([STORM, SEEN, Eliminate("p-1")], "1.2"),
    ],
)
def test_hidden_units_are_shown_before_the_roll(actions: list[Action], said: str) -> None:
    assert broken("two_crowns", _campaign(VALE), Draw("court"), *actions) == said


def test_a_battle_against_a_feint_alone_is_over_when_it_is_removed() -> None:
    there = {unit: place for unit, place in VALE.items() if unit != "p-1"}
    position = _campaign(there)
    for action in (Draw("court"), STORM, FEINT, Eliminate("p-feint-1")):
        rules("two_crowns").apply(position, action)
    assert position.where["p-feint-1"] == ELIMINATED
    assert broken("two_crowns", position, ROLL) == "3.3"
    assert broken("two_crowns", position, End("queen")) == "legal"


def test_who_was_shown_stays_so_and_who_comes_later_is_hidden() -> None:
    position = _campaign(VALE)
    for action in (Draw("court"), STORM, SEEN):
        rules("two_crowns").apply(position, action)
    assert "p-1" not in position.hidden
    assert {"p-feint-1", "p-lords"} <= position.hidden
