"""Errata of a game on areas: units, numbers, cards, places and borders, each at its own line."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding
from toolkit.source.game import load_game

SOURCES = Path(__file__).parents[2] / "source_data"
HEAD = {"title": "T", "why": "misprint", "authority": "letter", "date": "2013"}


def compiled(
    folder: Path, *changes: dict[str, Any], game: str = "rattenkrieg"
) -> tuple[CompiledGame, list[Finding]]:
    shutil.copytree(SOURCES / game, folder, dirs_exist_ok=True)
    (folder / "errata").mkdir()
    text = yaml.safe_dump({**HEAD, "changes": list(changes)}, sort_keys=False)
    (folder / "errata" / "001.yaml").write_text(text, encoding="utf-8")
    source, read = load_game(folder)
    built, found = compile_game(source, strict=False)
    return built, [*read, *found]


def test_everything_a_correction_may_be_about(tmp_path: Path) -> None:
    game, findings = compiled(
        tmp_path,
        {"counter": "29mot", "value": "combat", "from": 5, "to": 6},
        {"chart": "figures", "at": "figures/hand_german/value", "from": 3, "to": 4},
        {"datum": "cards.yaml", "at": "uses/sniper/symbol", "from": "sniper", "to": "none"},
        {"setup": "september_1942", "counter": "rifle_1", "from": "mamayev_kurgan", "to": "red_square"},
        {"setup": "september_1942", "counter": "39gds", "from": "turn-3", "to": "turn-4"},
        {"counter": "39gds", "value": "enters", "from": 3, "to": 4},
        {"border": ["airfield", "mamayev_kurgan"], "from": True, "to": False},
        {"border": ["gorodishche", "mamayev_kurgan"], "from": False, "to": True},
        {"switch": "U01", "from": "always", "to": "only-on-pass"},
    )
    assert findings == []
    units = {counter.id: counter for counter in game.counters}
    assert units["29mot"].combat == 6
    assert str(units["29mot"].provenance["combat"].kind) == "rules"
    assert game.figure("hand_german") == 4
    use = game.cards.use("JH", "soviet")
    assert use is not None
    assert use.symbol == "none"
    (setup,) = game.setups
    assert setup.in_areas["rifle_1"] == "red_square"
    assert setup.in_boxes["39gds"] == "turn-4"
    areas = game.areas
    kurgan = areas.index("mamayev_kurgan")
    assert not areas.adjacent[kurgan, areas.index("airfield")]
    assert areas.adjacent[kurgan, areas.index("gorodishche")]
    assert next(option for option in game.options if option.id == "U01").default == "only-on-pass"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"counter": "29mot", "value": "combat", "from": 4, "to": 6}, "SRC040"),
        ({"setup": "september_1942", "counter": "rifle_1", "from": "rynok", "to": "minina"}, "SRC040"),
        ({"chart": "figures", "at": "figures/hand/value", "from": 3, "to": 4}, "SRC020"),
    ],
)
def test_what_does_not_fit(tmp_path: Path, change: dict[str, Any], code: str) -> None:
    _, findings = compiled(tmp_path, change)
    assert [(finding.code, finding.place.pointer) for finding in findings] == [(code, "/changes/0")]


def test_an_area_that_is_none(tmp_path: Path) -> None:
    change = {"setup": "september_1942", "counter": "rifle_1", "from": "mamayev_kurgan", "to": "minima"}
    _, findings = compiled(tmp_path, change)
    assert [finding.code for finding in findings] == ["SET011"]
    assert "minina" in findings[0].message


def test_what_a_game_of_action_cards_prints(tmp_path: Path) -> None:
    game, findings = compiled(
        tmp_path,
        {"datum": "map/areas.yaml", "at": "areas/airfield/properties/terrain", "from": 0, "to": 1},
        {
            "datum": "map/areas.yaml",
            "at": "areas/hospital/properties/riverside",
            "from": "absent",
            "to": True,
        },
        {"datum": "action_cards.yaml", "at": "cards/g_smoke/effect/weaken/attack", "from": 4, "to": 5},
        {"counter": "g_ir_191", "value": "fresh/movement", "from": 2, "to": 3},
        {"counter": "g_ir_191", "value": "withdraws", "from": "absent", "to": True},
        {"chart": "figures", "at": "turns/6/hand/soviet", "from": 5, "to": 4},
        game="storm",
    )
    assert findings == []
    areas = game.areas
    airfield = areas.index("airfield")
    assert areas.properties[airfield]["terrain"] == "1"
    # Only the corrected datum is the erratum's.
    assert (areas.origin(airfield, "terrain").kind, areas.origin(airfield, "name").kind) == (
        "rules",
        "historical",
    )
    assert areas.properties[areas.index("hospital")]["riverside"] == "true"
    cards = {card.id: card for card in game.action_cards}
    assert cards["g_smoke"].effect is not None
    assert cards["g_smoke"].effect.number("attack") == 5
    assert str(cards["g_smoke"].provenance.kind) == "rules"
    assert str(cards["s_trenches"].provenance.kind) == "invented"
    regiment = next(counter for counter in game.counters if counter.id == "g_ir_191")
    assert regiment.fresh is not None
    assert (regiment.fresh.movement, regiment.withdraws) == (3, True)
    assert {str(regiment.provenance[group].kind) for group in ("fresh", "withdraws")} == {"rules"}
    assert game.turns[5].hand == {"german": 4, "soviet": 4}
