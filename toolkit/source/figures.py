"""Numbers that the rules of a game name, and the dates of its turns, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.source.corrections import ReadDocument, corrected
from toolkit.source.document import Document
from toolkit.source.json_value import JsonValue
from toolkit.source.names import Names
from toolkit.source.provenance import Provenance
from toolkit.source.schema import suggestion
from toolkit.source.values import Known, mapping


@dataclass(frozen=True, slots=True)
class Figure(JsonValue):
    """A number of the rules: a hand's size, a modifier, the number of turns.

    Attributes
    ----------
    rules : tuple of str
        Printed numbers of the rules that name it.
    place : Place
        Where its value stands in the source; not part of the value.
    """

    id: str
    value: int
    names: Names
    rules: tuple[str, ...]
    provenance: Provenance
    place: Place = field(default=Place(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TurnDate(JsonValue):
    """A turn of the track.

    Attributes
    ----------
    dates : Names
        Its date, by language.
    draw, hand : mapping of str to int
        Side → cards that it draws, and its hand limit, where the track prints them.
    """

    number: int
    dates: Names
    provenance: Provenance
    draw: Mapping[str, int] = field(default_factory=dict, hash=False)
    hand: Mapping[str, int] = field(default_factory=dict, hash=False)


def load_figures(
    folder: Path, read: ReadDocument | None = None, known: Known | None = None
) -> tuple[tuple[Figure, ...], tuple[TurnDate, ...], list[Finding]]:
    """Return the numbers and turns of a game folder (``charts/figures.yaml``), and their faults.

    Errata are applied; `read` is for callers that choose them, `known` for those who know the game's sides.

    Raises
    ------
    InputError
        The file cannot be read or its schema does not allow it.
    """
    read = corrected(folder, read)
    return read_figures(read(folder / "charts" / "figures.yaml", "chart_figures.schema.json"), known)


def read_figures(
    document: Document, known: Known | None = None
) -> tuple[tuple[Figure, ...], tuple[TurnDate, ...], list[Finding]]:
    """Return the numbers and turns of a file, and what is wrong with them.

    Findings: ``CHT005`` a number twice, ``CHT014`` another number of turns than the track has, ``CHT003``
    turns not in order, ``CHT006`` cards or a hand limit of a turn for some sides only; ``SRC020`` a side that
    the game does not have.
    """
    content = mapping(document)
    default = content["provenance"]
    figures = tuple(
        replace(
            Figure.from_json({"provenance": default, **entry}),
            place=document.place("figures", index, "value"),
        )
        for index, entry in enumerate(content["figures"])
    )
    turns = tuple(TurnDate.from_json({"provenance": default, **entry}) for entry in content.get("turns", ()))
    findings = []
    seen: set[str] = set()
    for index, figure in enumerate(figures):
        if figure.id in seen:
            place = document.place("figures", index, "id")
            findings.append(Finding("CHT005", Severity.ERROR, f"the number {figure.id} stands twice", place))
        seen.add(figure.id)
    counted = next((figure for figure in figures if figure.id == "turns"), None)
    if counted is not None and turns and counted.value != len(turns):
        text = f"the game has {counted.value} turns, the track has {len(turns)}"
        findings.append(Finding("CHT014", Severity.ERROR, text, counted.place))
    for index, turn in enumerate(turns):
        if turn.number != index + 1:
            text = f"found turn {turn.number}, expected turn {index + 1}"
            place = document.place("turns", index, "number")
            findings.append(Finding("CHT003", Severity.ERROR, text, place))
        findings += _check_sides(document, index, turn, known)
    return figures, turns, findings


def _check_sides(document: Document, index: int, turn: TurnDate, known: Known | None) -> Iterator[Finding]:
    """Find fault with the sides that a turn speaks of."""
    for key, numbers in (("draw", turn.draw), ("hand", turn.hand)):
        for side in numbers:
            if known is not None and side not in known.sides:
                text = f"the game has no side '{side}'; it has {', '.join(known.sides)}"
                place = document.place("turns", index, key, side)
                yield Finding("SRC020", Severity.ERROR, text + suggestion(side, known.sides), place)
        missing = [side for side in known.sides if side not in numbers] if known is not None else []
        if numbers and missing:
            text = f"turn {turn.number} says nothing of {' and '.join(missing)} under '{key}'"
            yield Finding("CHT006", Severity.ERROR, text, document.place("turns", index, key))
