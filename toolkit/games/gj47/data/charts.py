"""Charts as data: combat results, terrain effects, withdrawal, reinforcements, turns and victory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.games.gj47.data.effect_checks import check_effects
from toolkit.games.gj47.data.tables import CombatTable, DieTable, ReinforcementTrack
from toolkit.games.gj47.data.terrain_effects import TerrainEffect
from toolkit.source.corrections import ReadDocument, corrected
from toolkit.source.document import Document
from toolkit.source.json_value import JsonValue
from toolkit.source.provenance import Provenance
from toolkit.source.values import mapping

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame


@dataclass(frozen=True, slots=True)
class Turn(JsonValue):
    """One box of the turn track.

    Attributes
    ----------
    dates : mapping of str to str
        Printed date by language (``"en"``, ``"ja"``, ``"zh"``).
    su_com, ger_com, axis_rnf_com : int
        Chits to choose from the Soviet fronts, the German armies, the allied armies and Axis reinforcement.
    provenance : mapping of str to Provenance
        Of the ``"dates"`` and of the ``"numbers"``.
    """

    number: int
    dates: Mapping[str, str]
    su_com: int
    ger_com: int
    axis_rnf_com: int
    provenance: Mapping[str, Provenance]


@dataclass(frozen=True, slots=True)
class Victory(JsonValue):
    """Victory points of 15.0.

    Attributes
    ----------
    hex_points : int
        For each VP hex held with a line of communication.
    needed : int
        Axis points that win at the end of a turn.
    start_hexes : int
        VP hexes that are Axis at start.
    losses : mapping of str to int
        Points a removed unit costs: ``"german_mechanised"``, ``"german_other"``, ``"allied"``, ``"hq"``.
    """

    hex_points: int
    needed: int
    start_hexes: int
    losses: Mapping[str, int]
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class Charts:
    """Every chart of the game."""

    crt: CombatTable
    terrain_effects: tuple[TerrainEffect, ...]
    withdrawal: DieTable
    axis_reinforcement: DieTable
    soviet_reinforcement: ReinforcementTrack
    turn_track: tuple[Turn, ...]
    victory: Victory

    def effect(self, kind: str) -> TerrainEffect | None:
        """Return the row of a terrain, place, hexside or link kind; None when the chart has none."""
        return next((row for row in self.terrain_effects if row.kind == kind), None)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Charts:
        """Read all charts, already checked against their schemas; keys are the attribute names."""
        return cls(
            CombatTable.from_json(data["crt"]),
            tuple(TerrainEffect.from_json(row) for row in data["terrain_effects"]["effects"]),
            DieTable.from_json(data["withdrawal"]),
            DieTable.from_json(data["axis_reinforcement"]),
            ReinforcementTrack.from_json(data["soviet_reinforcement"]),
            tuple(Turn.from_json(turn) for turn in data["turn_track"]["turns"]),
            Victory.from_json(data["victory"]),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the mapping that `from_json` reads."""
        return {
            "crt": self.crt.to_json(),
            "terrain_effects": {"effects": [row.to_json() for row in self.terrain_effects]},
            "withdrawal": self.withdrawal.to_json(),
            "axis_reinforcement": self.axis_reinforcement.to_json(),
            "soviet_reinforcement": self.soviet_reinforcement.to_json(),
            "turn_track": {"turns": [turn.to_json() for turn in self.turn_track]},
            "victory": self.victory.to_json(),
        }


CHART_FILES = (
    "crt",
    "terrain_effects",
    "withdrawal",
    "axis_reinforcement",
    "soviet_reinforcement",
    "turn_track",
    "victory",
)
"""Names of the chart files; each has a schema ``chart_<name>.schema.json``."""


@lru_cache(maxsize=8)
def charts_of(game: CompiledGame) -> Charts:
    """Return the charts of a compiled game.

    Raises
    ------
    InputError
        ``RUL001`` for a game without charts.
    """
    if not game.charts:
        raise InputError.single("RUL001", "the game has no charts")
    return Charts.from_json(game.charts)


def load_charts(folder: Path, read: ReadDocument | None = None) -> dict[str, Any]:
    """Return the charts of a game folder (``charts/<name>.yaml``) as the JSON values of `Charts`.

    Errata are applied; `read` is for callers that choose them.

    Raises
    ------
    InputError
        A file that cannot be read, that its schema does not allow, or whose rows do not fit (see
        `read_charts`).
    """
    read = corrected(folder, read)
    return read_charts(
        {name: read(folder / "charts" / f"{name}.yaml", f"chart_{name}.schema.json") for name in CHART_FILES}
    ).to_json()


def read_charts(documents: Mapping[str, Document]) -> Charts:
    """Return the charts of the files named in `CHART_FILES`, each checked against its schema.

    Raises
    ------
    InputError
        ``CHT001`` a row of another length than the heading, ``CHT002`` odds that do not rise, ``CHT003``
        turns that are not 1, 2, 3 …, ``CHT004`` a terrain kind twice, ``CHT012`` what no rule reads in the
        terrain effects chart.
    """
    findings = [
        *_check_rows(documents["crt"], "columns", "ratios"),
        *_check_rows(documents["withdrawal"], "classes"),
        *_check_rows(documents["axis_reinforcement"], "classes"),
        *_check_track(documents["soviet_reinforcement"]),
        *_check_odds(documents["crt"]),
        *_check_turns(documents["turn_track"]),
        *_check_kinds(documents["terrain_effects"]),
        *check_effects(documents["terrain_effects"]),
    ]
    if findings:
        raise InputError(findings)
    return Charts.from_json({name: mapping(documents[name]) for name in CHART_FILES})


def _check_rows(document: Document, heading: str, *others: str) -> Iterator[Finding]:
    content = mapping(document)
    width = len(content[heading])
    lists = [((name,), content[name]) for name in others]
    rows: list[tuple[tuple[str | int, ...], list[object]]] = [
        *lists,
        *((("rows", index), row) for index, row in enumerate(content["rows"])),
    ]
    for path, row in rows:
        if len(row) != width:
            text = f"found {len(row)} values, expected {width}, one for each of '{heading}'"
            yield _fault("CHT001", text, document.place(*path))


def _check_track(document: Document) -> Iterator[Finding]:
    rows: Mapping[str, list[int]] = mapping(document)["rows"]
    first = next(iter(rows))
    for name, row in rows.items():
        if len(row) != len(rows[first]):
            text = f"row {name} has {len(row)} columns, row {first} has {len(rows[first])}"
            yield _fault("CHT001", text, document.place("rows", name))


def _check_odds(document: Document) -> Iterator[Finding]:
    ratios: list[float] = mapping(document)["ratios"]
    for index, (lower, upper) in enumerate(pairwise(ratios), start=1):
        if upper <= lower:
            text = f"odds {upper:g} follow {lower:g}; columns go from low odds to high"
            yield _fault("CHT002", text, document.place("ratios", index))


def _check_turns(document: Document) -> Iterator[Finding]:
    for index, turn in enumerate(mapping(document)["turns"]):
        if turn["number"] != index + 1:
            text = f"found turn {turn['number']}, expected turn {index + 1}"
            yield _fault("CHT003", text, document.place("turns", index, "number"))


def _check_kinds(document: Document) -> Iterator[Finding]:
    seen: set[str] = set()
    for index, row in enumerate(mapping(document)["effects"]):
        if row["kind"] in seen:
            text = f"kind {row['kind']} stands twice"
            yield _fault("CHT004", text, document.place("effects", index, "kind"))
        seen.add(row["kind"])


def _fault(code: str, message: str, place: Place) -> Finding:
    return Finding(code, Severity.ERROR, message, place)
