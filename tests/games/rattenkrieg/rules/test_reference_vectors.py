"""Vectors and plays of the reference, by their numbers."""

from __future__ import annotations

import pytest

from tests.games.rattenkrieg.rules.table import G, S, do, said, table
from tests.games.rattenkrieg.rules.test_chapter_03 import dealt
from tests.games.rattenkrieg.rules.test_reference import battle
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.cards import is_face, number
from toolkit.games.rattenkrieg.rules.position import Course, Phase, Strike
from toolkit.games.rattenkrieg.rules.results import decide, face_hits, hit
from toolkit.rules.rulings import Rulings

# attacker's side, strength, card; defender's side, strength, card; who wins
COMBAT = (
    ("C01", "G", 7, "7S", "S", 2, "3H", "A"),
    ("C03", "G", 7, "2H", "S", 2, "2S", "TIE"),
    ("C05", "G", 7, "5C", "S", 2, "AS", "A"),
    ("C07", "G", 3, "3S", "S", 4, "4H", "A"),
    ("C09", "G", 3, "JS", "S", 2, "5D", "D"),
    ("C11", "S", 2, "2H", "G", 7, "6S", "A"),
    ("C13", "S", 6, "6D", "G", 5, "5C", "D"),
    ("C15", "G", 5, "5S", "S", 2, "3H", "A"),
    ("C17", "G", 3, "2S", "S", 2, "2H", "TIE"),
    ("C19", "G", 7, "QS", "S", 2, "JH", "D"),
    ("C21", "G", 7, "2H", "S", 4, "AS", "D"),
    ("C23", "S", 4, "3S", "G", 3, "3H", "TIE"),
)


@pytest.mark.parametrize("vector", COMBAT, ids=lambda vector: vector[0])
def test_8_7_combat_vectors(vector: tuple[str, str, int, str, str, int, str, str]) -> None:
    """8.7."""
    _, attacks, own, card, _, other, answer, expected = vector
    attacker = G if attacks == "G" else S
    pair = (card, answer) if attacker is G else (answer, card)
    limits = (own, other) if attacker is G else (other, own)
    hits = [hit(one, limit) for one, limit in zip(pair, limits, strict=True)]
    winner = decide(pair, hits, attacker).winner
    assert {None: "TIE", attacker: "A"}.get(winner, "D") == expected


# kind, who fires, strength to reach, card drawn, whether the firer holds Mamayev Kurgan, damage
FIRE = (
    ("B01", "BOMB", "G", 2, "2H", False, True),
    ("B03", "BOMB", "G", 4, "3C", False, False),
    ("B05", "BOMB", "S", 5, "4D", False, False),
    ("B07", "BOMB", "S", 7, "6S", True, False),
    ("B09", "BOMB", "G", 2, "QH", True, True),
    ("B11", "AIR", "G", 2, "2S", False, True),
    ("B13", "AIR", "G", 4, "3S", True, False),
    ("B15", "BOMB", "G", 2, "10S", True, True),
)


@pytest.mark.parametrize("vector", FIRE, ids=lambda vector: vector[0])
def test_9_2_fire_vectors(vector: tuple[str, str, str, int, str, bool, bool]) -> None:
    """9.2, 9.3."""
    _, kind, fires, strength, drawn, kurgan, damage = vector
    by = G if fires == "G" else S
    position = table("71@airfield", held="mamayev_kurgan" if kurgan is (by is G) else "")
    if is_face(drawn):
        strike = Strike("71", drawn, by, kind == "AIR")
        found = face_hits(position, strike, Rulings(position.data.points))
    else:
        found = (number(drawn) or 0) >= strength
    assert found is damage


def test_play_p5_of_the_reference() -> None:
    """P5: no hand, no step; the German card is never shown; Rifle-3 retreats to Mamayev Kurgan."""
    position = battle(a.PlayCard(G, "9H"), soviet="", steps="14pz:7S")
    assert said(position, a.PlayCard(S, "5H")) == ("8.5",)
    do(position, a.TakeLoss(S), a.Retreat("rifle_3", "mamayev_kurgan"), a.End(("14pz",)))
    assert position.covered == {"9H": G}
    assert position.courses == (Course.ACTED,)


def test_play_p1_and_p2_of_the_reference() -> None:
    """P1, P2: the T-34 is removed instead of a loss, and returns in turn 2."""
    position = table("14pz@german_rear rifle_4@orlovka t34@orlovka", act="14pz", steps="14pz:7S rifle_4:2D")
    do(position, a.EnterBattle("14pz", "orlovka"), a.NameDefender(S, "rifle_4", support=True))
    do(position, a.PlayCard(G, "7S"), a.TakeLoss(S), a.T34Out(), a.Retreat("14pz", "german_rear"))
    position.phase, position.turn = Phase.REINFORCEMENT, 2
    do(position, a.ReturnT34("tractor_factory"))


def test_play_p14_of_the_reference() -> None:
    """P14: a unit replenished in this turn does not act any more."""
    position = do(table("14pz@german_rear rifle_3@airfield", deck="QC"), a.Replenish("14pz", "QC"))
    do(position, a.Pass(S, "rifle_3"))
    assert said(position, a.Activate("14pz")) == ("7.4",)


def test_the_deal_of_the_reference() -> None:
    """33 cards are dealt, 19 are the deck."""
    position = dealt()
    assert len(position.deck) == 19
