"""Changing data one by one and looking for what comes of it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.datum.changes import Folder, Siblings, candidates
from tests.datum.leaves import Leaf, leaves
from tests.datum.sorts import Sort, sort_of
from toolkit.compile import game as compiling
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.game import compile_game
from toolkit.compile.map import compile_map
from toolkit.diagnostics import Finding, Severity, ToolkitError
from toolkit.geometry.map import Map
from toolkit.module.build import game_parts, text_entries
from toolkit.module.equipment import Equipment, load_equipment
from toolkit.source.game import GameSource, load_game

# What every datum changes: the data that a module carries, and the digest of them.
_TRIED = 3
_CARRIED = ("toolkit/game.json", "toolkit/manifest.json")


class Effect(StrEnum):
    """What came of a change, the weightiest first."""

    VERDICT = "verdict"
    REFUSED = "refused"
    MAP = "map"
    FINDING = "finding"
    MODULE = "module"
    NONE = "none"
    CRASH = "crash"
    APART = "apart"


ENOUGH: Mapping[Sort, frozenset[Effect]] = {
    Sort.RULES: frozenset({Effect.VERDICT, Effect.REFUSED}),
    Sort.MAP: frozenset({Effect.VERDICT, Effect.REFUSED, Effect.MAP}),
    Sort.FACT: frozenset({Effect.FINDING, Effect.REFUSED}),
    Sort.TEXT: frozenset({Effect.VERDICT, Effect.REFUSED, Effect.MAP, Effect.MODULE}),
    Sort.MODULE: frozenset({Effect.VERDICT, Effect.REFUSED, Effect.MAP, Effect.MODULE}),
    Sort.APART: frozenset({Effect.APART}),
}


@dataclass(frozen=True, slots=True)
class Question:
    """Something that rules answer from a game's data: verdicts, choices, sums.

    Attributes
    ----------
    ask : callable
        Rules over compiled data, as the battery makes them → an answer that can be compared.
    """

    name: str
    ask: Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Battery:
    """What a game's rules are asked.

    Attributes
    ----------
    rules : callable
        A compiled game → what the questions ask.
    about : callable
        A datum → the questions, the nearest first.
    """

    rules: Callable[[CompiledGame], Any]
    about: Callable[[Leaf], Iterable[Question]]


@dataclass
class Trial:
    """A game as its folder stands."""

    source: GameSource
    game: CompiledGame
    equipment: Equipment
    findings: list[tuple[str, str]]
    mapped: list[tuple[Map, list[Finding]]]

    @cached_property
    def board(self) -> object:
        """What the map answers."""
        return _board(self.game)

    @cached_property
    def module(self) -> dict[str, object]:
        """Everything in the module but what carries the data themselves."""
        parts = game_parts(self.game, self.equipment)
        found: dict[str, object] = {k: v for k, v in text_entries(parts).items() if k not in _CARRIED}
        found["file name"] = self.equipment.file
        return found | {name: (drawing.draw(), drawing.size) for name, drawing in parts.drawings.items()}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one datum.

    Attributes
    ----------
    why : str
        Question, file or finding that shows it.
    """

    leaf: Leaf
    sort: Sort
    effect: Effect
    why: str = ""

    @property
    def enough(self) -> bool:
        """Whether the datum governs what it claims to."""
        return self.effect in ENOUGH[self.sort]


class _UnansweredError(Exception):
    """A question that the rules cannot answer over the printed data."""


@dataclass
class Walk:
    """One game's data, and what its rules answer when they are as printed."""

    folder: Folder
    battery: Battery
    base: Trial
    all: tuple[Leaf, ...]
    answers: dict[str, object] = field(default_factory=dict)
    _told: dict[Leaf, str] = field(default_factory=dict)

    @cached_property
    def siblings(self) -> Siblings:
        """Values of the same kinds."""
        return Siblings(self.all)

    @cached_property
    def rules(self) -> Any:
        """The rules over the printed data."""
        return self.battery.rules(self.base.game)

    @classmethod
    @contextmanager
    def of(cls, source: Path, battery: Battery) -> Iterator[Walk]:
        """Copy a game's folder and read it."""
        with tempfile.TemporaryDirectory() as place:
            folder = Folder(Path(shutil.copytree(source, Path(place) / source.name)))
            yield cls(folder, battery, _read(folder.folder), tuple(leaves(source)))

    def look(self, leaf: Leaf) -> Outcome:
        """Change a datum and say what came of it."""
        sort = sort_of(leaf)
        if sort is Sort.APART:
            return Outcome(leaf, sort, Effect.APART)
        if sort is Sort.TEXT and leaf in self.told:
            return Outcome(leaf, sort, Effect.MODULE, self.told[leaf])
        refused, idle = Outcome(leaf, sort, Effect.NONE), []
        for value in candidates(leaf, self.siblings):
            self.folder.change(leaf, value)
            try:
                found = Outcome(leaf, sort, *self._effect(leaf, sort))
            finally:
                self.folder.restore()
            if found.effect is Effect.REFUSED:
                refused = found
            elif found.enough or found.effect is Effect.CRASH:
                return found
            else:
                idle.append(found)
            if len(idle) == _TRIED:
                break
        # Refused is a datum that may have no other value; one that may, and changes nothing, is a lie.
        return idle[0] if idle else refused

    def _effect(self, leaf: Leaf, sort: Sort) -> tuple[Effect, str]:
        try:
            trial = self._trial()
        except ToolkitError as error:
            faults = [finding for finding in error.findings if finding.severity is Severity.ERROR]
            placed = all(finding.place.file and finding.place.line for finding in faults)
            return (Effect.REFUSED if placed else Effect.CRASH), str(_key(faults[0]))
        try:
            return self._told_apart(trial, leaf, sort)
        except _UnansweredError:
            raise
        except Exception as error:  # noqa: BLE001 -- what a datum may not do is what is looked for
            return Effect.CRASH, f"{type(error).__name__}: {error}"

    def _told_apart(self, trial: Trial, leaf: Leaf, sort: Sort) -> tuple[Effect, str]:
        if sort is Sort.FACT:
            return (Effect.FINDING, "") if trial.findings != self.base.findings else (Effect.NONE, "")
        if (
            sort is not Sort.RULES
            and trial.game.hex_map is not self.base.game.hex_map
            and trial.board != self.base.board
        ):
            return Effect.MAP, ""
        if sort in (Sort.RULES, Sort.MAP) and trial.game != self.base.game:
            rules = self.battery.rules(trial.game)
            for question in self.battery.about(leaf):
                printed = self._answer(question)
                if question.ask(rules) != printed:
                    return Effect.VERDICT, question.name
        elif sort not in (Sort.RULES, Sort.MAP):
            module, base = trial.module, self.base.module
            changed = next((name for name in {**base, **module} if module.get(name) != base.get(name)), None)
            if changed is not None:
                return Effect.MODULE, changed
        return (Effect.FINDING, "") if trial.findings != self.base.findings else (Effect.NONE, "")

    def _answer(self, question: Question) -> object:
        """Return what the rules answer over the printed data."""
        if question.name not in self.answers:
            try:
                self.answers[question.name] = question.ask(self.rules)
            except Exception as error:
                raise _UnansweredError(question.name) from error
        return self.answers[question.name]

    def _trial(self) -> Trial:
        return _read(self.folder.folder, self.base)

    @cached_property
    def told(self) -> Mapping[Leaf, str]:
        """Texts that are found in the module, each marked by a word of its own, all at once."""
        marks = {
            leaf: f"{leaf.value} q{index:04x}z"
            for index, leaf in enumerate(self.all)
            if sort_of(leaf) is Sort.TEXT and isinstance(leaf.value, str) and leaf.file.endswith(".yaml")
        }
        marks = {leaf: mark for leaf, mark in marks.items() if leaf.kind[-1] not in ("version", "file", "*")}
        module = None
        while module is None and marks:
            self.folder.change_all(marks)
            try:
                module = self._trial().module
            except ToolkitError as error:
                # A name that others refer to: its file is looked at datum by datum.
                files = {finding.place.file or "" for finding in error.findings}
                fewer = {leaf: mark for leaf, mark in marks.items() if not any(map(_ends(leaf), files))}
                marks = fewer if len(fewer) < len(marks) else {}
            finally:
                self.folder.restore()
        if module is None:
            return {}
        texts = {name: _text(content) for name, content in module.items()}
        found = {}
        for leaf, mark in marks.items():
            word = mark.rpartition(" ")[2]
            name = next((name for name, text in texts.items() if word in text), None)
            if name is not None:
                found[leaf] = name
        return found


def _ends(leaf: Leaf) -> Callable[[str], bool]:
    return lambda file: file.endswith(leaf.file)


def _text(content: object) -> str:
    if isinstance(content, bytes):
        # Java writes other letters than ASCII as escapes; the marks have none.
        return content.decode("utf-8", "replace")
    return str(content)


def _read(folder: Path, base: Trial | None = None) -> Trial:
    source, findings = load_game(folder)
    mapped: list[tuple[Map, list[Finding]]] = []

    def compiled(found: GameSource) -> tuple[Map, list[Finding]]:
        """Compile a map, or spare it where its source has not changed."""
        same = base is not None and base.mapped and _same_board(found, base.source)
        mapped.append(base.mapped[0] if base is not None and same else compile_map(found))
        return mapped[0][0], list(mapped[0][1])

    with patch.object(compiling, "compile_map", compiled):
        game, more = compile_game(source)
    equipment, most = load_equipment(folder)
    errors = [finding for finding in (*findings, *most) if finding.severity is Severity.ERROR]
    if errors:
        raise ToolkitError(errors)
    return Trial(source, game, equipment, sorted(map(_key, (*findings, *more, *most))), mapped)


def _same_board(one: GameSource, other: GameSource) -> bool:
    return (one.definition, one.map, one.scan, one.errata) == (
        other.definition,
        other.map,
        other.scan,
        other.errata,
    )


def _board(game: CompiledGame) -> object:
    """Return what the map answers, without where its data come from."""
    board = game.hex_map or game.area_map
    if board is None:
        return None
    data = board.to_json()
    data.pop("provenance", None)
    return data


def _key(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message
