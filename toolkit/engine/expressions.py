"""How long the engine takes for each expression of a module when a player first meets it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from toolkit.diagnostics import Severity
from toolkit.diagnostics.words import counted
from toolkit.engine.process import Engine
from toolkit.engine.report import EngineReport
from toolkit.validate.expressions import Expression, expressions
from toolkit.validate.module_view import ModuleView, short
from toolkit.vassal.containers import open_container
from toolkit.vassal.traits import Prototype

SLOW_MILLIS = 50.0
_PATIENCE_SECONDS = 5.0
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class _Timed:
    """An expression, where it stands, and whose properties it reads: a palette slot's or a map's."""

    text: str
    place: str
    slot: str
    map: str


class ExpressionTimes:
    """The expressions of a module, each once, and what the report says of them."""

    def __init__(self, report: EngineReport, module: Path) -> None:
        self._report = report
        self._left = _timed(ModuleView(open_container(module)))
        self._slowest = 0.0
        report.facts["expressions"] = len(self._left)

    def read(self, engine: Engine) -> None:
        """Let an engine with the open module read them: what hangs here hangs every game."""
        self._time(engine, evaluate=False)

    def evaluate(self, engine: Engine) -> None:
        """Let it evaluate those that it could read, in the game that is going on."""
        self._time(engine, evaluate=True)
        self._report.facts["slowest_expression_ms"] = round(self._slowest, 1)

    def _time(self, engine: Engine, *, evaluate: bool) -> None:
        seconds = 60.0 + len(self._left) * _PATIENCE_SECONDS
        times = cast(
            "Sequence[float]",
            engine.call(
                "time_expressions",
                seconds=seconds,
                texts=[item.text[1:-1] for item in self._left],
                pieces=[item.slot for item in self._left],
                maps=[item.map for item in self._left],
                slow_millis=SLOW_MILLIS,
                patience=_PATIENCE_SECONDS,
                evaluate=evaluate,
            ),
        )
        # An expression taken out of its place may complain of what it finds there.
        engine.take_problems()
        self._tell(times)
        untried = len(self._left) - len(times)
        if untried:
            message = f"{counted(untried, 'expression')} not timed: too many before them never ended"
            self._report.add("ENG071", Severity.ERROR, message, untried=untried)
        fast = [item for item, time in zip(self._left, times, strict=False) if 0 <= time <= SLOW_MILLIS]
        self._left = fast

    def _tell(self, times: Sequence[float]) -> None:
        for item, time in zip(self._left, times, strict=False):
            text = item.text if len(item.text) <= _SHOWN else f"{item.text[: _SHOWN - 3]}..."
            data = {"expression": item.text, "place": item.place}
            self._slowest = max(self._slowest, time)
            if time < 0:
                message = f"{item.place}: no answer to {text} in {_PATIENCE_SECONDS:g} s"
                self._report.add("ENG071", Severity.ERROR, message, **data)
            elif time > SLOW_MILLIS:
                message = f"{item.place}: {time:.0f} ms for {text}"
                self._report.add("ENG070", Severity.WARNING, message, milliseconds=round(time), **data)


def _timed(module: ModuleView) -> list[_Timed]:
    slots = _slots_by_prototype(module)
    found: dict[str, _Timed] = {}
    for item in expressions(module):
        if item.text not in found:
            slot = item.definition.gpid or slots.get(item.definition.name, "") if item.definition else ""
            found[item.text] = _Timed(item.text, module.path(item.element), slot, _map(item))
    return list(found.values())


def _slots_by_prototype(module: ModuleView) -> dict[str, str]:
    """Return a palette slot that uses each prototype, where one does."""
    found: dict[str, str] = {}
    for slot in module.slots:
        for trait in slot.traits:
            if isinstance(trait, Prototype):
                found.setdefault(trait.name, slot.gpid)
    return found


def _map(item: Expression) -> str:
    for element in (item.element, *item.element.iterancestors()):
        if short(element) in {"Map", "PrivateMap", "PlayerHand"}:
            return str(element.get("mapName", ""))
    return ""
