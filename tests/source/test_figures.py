"""Numbers of the rules and dates of turns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from toolkit.source.figures import Figure, TurnDate, load_figures
from toolkit.source.provenance import Provenance, ProvenanceKind
from toolkit.source.values import Known

HAND = {"id": "hand", "value": 3, "names": {"en": "Hand"}, "rules": ["3.4"]}
TURN = {"number": 1, "dates": {"en": "May"}, "provenance": {"kind": "invented"}}


def load(
    folder: Path, known: Known | None = None, **changes: Any
) -> tuple[tuple[Figure, ...], tuple[TurnDate, ...], list[str]]:
    (folder / "charts").mkdir(exist_ok=True)
    content = {
        "provenance": {"kind": "rules", "source": "rules"},
        "figures": [HAND],
        "turns": [TURN],
        **changes,
    }
    (folder / "charts" / "figures.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
    figures, turns, findings = load_figures(folder, known=known)
    return figures, turns, [f"{finding.code} {finding.place.pointer}" for finding in findings]


def test_values_with_their_origins(tmp_path: Path) -> None:
    figures, turns, findings = load(tmp_path)
    assert findings == []
    assert (figures[0].id, figures[0].value, figures[0].rules) == ("hand", 3, ("3.4",))
    assert figures[0].provenance == Provenance(ProvenanceKind.RULES, "rules")
    assert (turns[0].dates.en, turns[0].provenance.kind) == ("May", ProvenanceKind.INVENTED)


def test_json_both_ways(tmp_path: Path) -> None:
    figures, turns, _ = load(tmp_path)
    assert Figure.from_json(figures[0].to_json()) == figures[0]
    assert TurnDate.from_json(turns[0].to_json()) == turns[0]


def test_faults_stand_at_their_place(tmp_path: Path) -> None:
    assert load(tmp_path, figures=[HAND, HAND])[2] == ["CHT005 /figures/1/id"]
    assert load(tmp_path, turns=[TURN, {**TURN, "number": 3}])[2] == ["CHT003 /turns/1/number"]


def test_a_turn_may_print_cards_and_hands(tmp_path: Path) -> None:
    turn = TURN | {"draw": {"blue": 2, "red": 3}, "hand": {"blue": 4, "red": 5}}
    known = Known(["blue", "red"])
    _, (found,), findings = load(tmp_path, known, turns=[turn])
    assert findings == []
    assert (found.draw["red"], found.hand["blue"]) == (3, 4)
    assert TurnDate.from_json(found.to_json()) == found
    assert load(tmp_path, known, turns=[turn | {"draw": {"red": 3}}])[2] == ["CHT006 /turns/0/draw"]
    wrong = {"blue": 4, "red": 5, "rad": 1}
    assert load(tmp_path, known, turns=[turn | {"hand": wrong}])[2] == ["SRC020 /turns/0/hand/rad"]
