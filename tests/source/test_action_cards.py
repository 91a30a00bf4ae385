"""Decks of action cards as data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from toolkit.diagnostics import InputError
from toolkit.source.action_cards import FILE, MOMENTS, ActionCard, load_action_cards
from toolkit.source.values import Known

ROOT = Path(__file__).parents[2]
CARD: dict[str, Any] = {
    "id": "guns",
    "gpid": 1,
    "side": "red",
    "names": {"en": "Guns"},
    "text": {"en": "They fire."},
    "symbol": "shell",
    "play": "action",
    "effect": {"bombard": {"attack": 7}},
}
FULL: dict[str, Any] = {
    "cost": {"discard": 1},
    "where": {
        "areas": ["a", "b"],
        "terrain_least": 1,
        "terrain_most": 2,
        "riverside": True,
        "victory": False,
        "control": "enemy",
        "own_units": False,
        "adjacent_to_own": True,
    },
    "units": {"classes": ["tank"], "division": "first", "most": 2},
    "rules": ["3.7"],
    "provenance": {"kind": "published", "source": "a review"},
}


def load(folder: Path, *cards: dict[str, Any]) -> tuple[tuple[ActionCard, ...], list[str]]:
    content = {"provenance": {"kind": "invented"}, "cards": list(cards)}
    (folder / FILE).write_text(yaml.safe_dump(content), encoding="utf-8")
    found, findings = load_action_cards(folder, known=Known(["blue", "red"]))
    return found, [f"{finding.code} {finding.place.pointer}" for finding in findings]


def test_a_card_without_more_asks_for_nothing(tmp_path: Path) -> None:
    (card,), findings = load(tmp_path, CARD)
    assert findings == []
    assert (card.play, card.cost, card.where, card.units, card.rules) == ("action", None, None, None, ())
    assert card.effect is not None
    assert (card.effect.kind, card.effect.number("attack")) == ("bombard", 7)
    assert str(card.provenance.kind) == "invented"


def test_all_that_a_card_may_say(tmp_path: Path) -> None:
    (card,), findings = load(tmp_path, CARD | FULL)
    assert findings == []
    assert card.cost is not None
    assert (card.cost.discard, card.cost.spend) == (1, None)
    assert card.where is not None
    assert (card.where.areas, card.where.terrain_least, card.where.riverside) == (("a", "b"), 1, True)
    assert (card.where.victory, card.where.own_units) == (False, False)
    assert card.units is not None
    assert (card.units.classes, card.units.division, card.units.most) == (("tank",), "first", 2)
    assert card.provenance.source == "a review"


@pytest.mark.parametrize("more", [{}, FULL, {"cost": {"spend": "tank"}}, {"effect": {"no_terrain": {}}}])
def test_json_both_ways(tmp_path: Path, more: dict[str, Any]) -> None:
    (card,), _ = load(tmp_path, CARD | more)
    assert ActionCard.from_json(json.loads(json.dumps(card.to_json()))) == card


def test_a_card_without_meaning_is_allowed_and_said(tmp_path: Path) -> None:
    foreign = {key: value for key, value in CARD.items() if key not in ("play", "effect")}
    (card,), findings = load(tmp_path, foreign)
    assert (card.play, card.effect) == (None, None)
    assert findings == ["CRD013 /cards/0"]
    assert ActionCard.from_json(card.to_json()) == card


@pytest.mark.parametrize("kind", sorted(MOMENTS))
def test_an_effect_means_something_at_its_moments_only(tmp_path: Path, kind: str) -> None:
    numbers = {
        "attack": 2, "movement": 1, "units": 2, "cards": 2, "points": 2, "by": "owner", "factor": 2,
        "defence": 2, "back": True,
    }  # fmt: skip
    schema = json.loads((ROOT / "schema" / "action_cards.schema.json").read_text(encoding="utf-8"))
    entry = schema["properties"]["cards"]["items"]["properties"]["effect"]["properties"][kind]
    entry = schema["$defs"][entry["$ref"].rpartition("/")[2]] if "$ref" in entry else entry
    values = {name: numbers[name] for name in entry.get("required", ())}
    for play in ("action", "own_fire", "own_move", "enemy_fire", "enemy_loss", "enemy_move"):
        _, findings = load(tmp_path, CARD | {"play": play, "effect": {kind: values}})
        assert findings == ([] if play in MOMENTS[kind] else ["CRD012 /cards/0/play"]), play


def test_every_effect_of_the_schema_has_its_moments() -> None:
    schema = json.loads((ROOT / "schema" / "action_cards.schema.json").read_text(encoding="utf-8"))
    effects = schema["properties"]["cards"]["items"]["properties"]["effect"]["properties"]
    assert set(effects) == set(MOMENTS)


def test_faults_stand_at_their_place(tmp_path: Path) -> None:
    assert load(tmp_path, CARD, CARD | {"gpid": 2})[1] == ["CRD010 /cards/1/id"]
    assert load(tmp_path, CARD, CARD | {"id": "others"})[1] == ["CRD011 /cards/1/gpid"]
    assert load(tmp_path, CARD | {"side": "read"})[1] == ["SRC020 /cards/0/side"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"effect": {"bombard": {"attack": 7}, "draw": {"cards": 1}}},
        {"effect": {"bombard": {}}},
        {"effect": {"bombing": {"attack": 7}}},
        {"cost": {"discard": 1, "spend": "tank"}},
        {"where": {}},
        {"play": "later"},
    ],
)
def test_what_the_schema_does_not_allow(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        load(tmp_path, CARD | wrong)


def test_an_effect_needs_a_moment(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        load(tmp_path, {key: value for key, value in CARD.items() if key != "play"})
