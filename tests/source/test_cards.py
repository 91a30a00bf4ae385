"""Decks as data."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from toolkit.diagnostics import InputError
from toolkit.source.cards import Deck, load_cards
from toolkit.source.values import Known

SUITS = [
    {"id": "S", "names": {"en": "Spades"}, "colour": "black", "first_gpid": 101},
    {"id": "H", "names": {"en": "Hearts"}, "colour": "red", "first_gpid": 121},
]
RANKS = [
    {"id": "A", "names": {"en": "Ace"}, "value": 1},
    {"id": "10", "names": {"en": "10"}, "value": 10},
    {"id": "K", "names": {"en": "King"}},
]
USE = {
    "id": "storm", "side": "red", "names": {"en": "Storm"}, "cards": ["KS"], "text": {"en": "It storms."},
    "rules": ["9.1"], "symbol": "none",
}  # fmt: skip
DECK: dict[str, Any] = {
    "provenance": {"kind": "rules"},
    "suits": SUITS,
    "ranks": RANKS,
    "colours": {"blue": "black", "red": "red"},
    "uses": [USE],
}


def load(folder: Path, **changes: Any) -> tuple[Deck, list[str]]:
    (folder / "cards.yaml").write_text(yaml.safe_dump({**DECK, **changes}), encoding="utf-8")
    deck, findings = load_cards(folder, known=Known(["blue", "red"]))
    return deck, [f"{finding.code} {finding.place.pointer}" for finding in findings]


def test_cards_follow_from_suits_and_ranks(tmp_path: Path) -> None:
    deck, findings = load(tmp_path)
    assert findings == []
    assert [card.id for card in deck.cards] == ["AS", "10S", "KS", "AH", "10H", "KH"]
    assert [card.gpid for card in deck.cards] == [101, 102, 103, 121, 122, 123]
    assert [card.value for card in deck.cards] == [1, 10, None, 1, 10, None]
    assert {card.colour for card in deck.cards if card.suit == "H"} == {"red"}
    assert deck.card("10H").names.en == "10 of Hearts"


def test_a_card_has_its_use_for_its_side_only(tmp_path: Path) -> None:
    deck, _ = load(tmp_path)
    use = deck.use("KS", "red")
    assert use is not None
    assert use.id == "storm"
    assert deck.use("KS", "blue") is None
    assert deck.use("KH", "red") is None


def test_an_unknown_card_names_the_nearest(tmp_path: Path) -> None:
    deck, _ = load(tmp_path)
    with pytest.raises(KeyError, match="10H"):
        deck.card("1OH")


def test_json_both_ways(tmp_path: Path) -> None:
    deck, _ = load(tmp_path)
    assert Deck.from_json(deck.to_json()) == deck


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"suits": [SUITS[0], {**SUITS[1], "id": "S"}]}, "CRD001 /suits/1/id"),
        ({"ranks": [*RANKS, RANKS[0]]}, "CRD001 /ranks/3/id"),
        ({"uses": [USE, USE]}, "CRD001 /uses/1/id"),
        ({"suits": [SUITS[0], {**SUITS[1], "first_gpid": 103}]}, "CRD002 /suits/1/first_gpid"),
        ({"uses": [{**USE, "cards": ["KS", "KD"]}]}, "CRD003 /uses/0/cards/1"),
        ({"uses": [USE, {**USE, "id": "calm"}]}, "CRD004 /uses/1/cards/0"),
        ({"uses": [{**USE, "side": "rad"}]}, "SRC020 /uses/0/side"),
    ],
)
def test_faults_stand_at_their_place(tmp_path: Path, changes: dict[str, Any], found: str) -> None:
    assert found in load(tmp_path, **changes)[1]


def test_two_sides_may_use_one_card(tmp_path: Path) -> None:
    assert load(tmp_path, uses=[USE, {**USE, "id": "calm", "side": "blue"}])[1] == []


@pytest.mark.parametrize(
    "changes",
    [{"suits": []}, {"ranks": [{"id": "eleven", "names": {"en": "x"}}]}, {"colours": {"red": "green"}}],
)
def test_what_the_schema_refuses(tmp_path: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(InputError) as error:
        load(tmp_path, **changes)
    assert {finding.code for finding in error.value.findings} == {"SRC010"}


@settings(max_examples=20)
@given(st.integers(1, 200), st.integers(1, 200))
def test_numbers_clash_exactly_when_suits_overlap(first: int, second: int) -> None:
    suits = [{**SUITS[0], "first_gpid": first}, {**SUITS[1], "first_gpid": second}]
    with TemporaryDirectory() as folder:
        deck, findings = load(Path(folder), suits=suits)
    clash = len({card.gpid for card in deck.cards}) < len(deck.cards)
    assert any(finding.startswith("CRD002") for finding in findings) == clash
