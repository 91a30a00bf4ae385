"""A battle of cards as a sum."""

from __future__ import annotations

from tests.games.rattenkrieg.rules.table import G, S, do
from tests.games.rattenkrieg.rules.test_chapter_08_battle import NAME, begun
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.sums import sum_of
from toolkit.rules.sums import Line, Term


def test_cards_that_lie_open_against_strengths() -> None:
    """8.7.1: a 7 hits for the panzer division, a 3 misses for a Rifle of 2."""
    position = begun(NAME, a.PlayCard(G, "7S"), a.PlayCard(S, "3D"), a.Stand(G), a.Open(G), soviet="3D 9S")
    battle = sum_of(position, a.Open(S))
    assert battle is not None
    assert battle.totals == ("7", "2")
    assert battle.steps == (
        Line(Term.ATTACKERS_CARD, "7S", Term.HIT, "8.7.1"),
        Line(Term.DEFENDERS_CARD, "3D", Term.MISS, "8.7.1"),
        Line(Term.ONLY_HIT, rule="8.7.1"),
        Line(Term.ATTACKER_WINS),
    )


def test_one_open_card_tells_nothing() -> None:
    position = begun(NAME, a.PlayCard(G, "7S"), a.PlayCard(S, "2D"), a.Stand(G))
    assert sum_of(position, a.Open(S)) is None


def test_a_card_that_was_outbid_and_never_opened_is_not_told() -> None:
    """U20 read as the best card: the ace under the 9 decides, and nobody else has seen it."""
    position = begun(
        NAME, a.PlayCard(G, "7S"), a.PlayCard(S, "AH"), a.Raise(G, "4H"), soviet="AH 9S", reading="U20=best"
    )
    do(position, a.Raise(S, "9S"), a.Stand(G), a.Open(G))
    assert sum_of(position, a.Open(S)) is None


def test_a_shot_tells_card_and_strength() -> None:
    position = begun(NAME)
    shot = sum_of(position, a.Bombard("JH", "rifle_1", "AS"))
    assert shot is not None
    assert (shot.attack, shot.totals) == ((), ("", "2"))
    assert shot.steps[0] == Line(Term.CARD_DRAWN, "AS")
    assert shot.steps[1].text == Term.SHOT_MISSES
