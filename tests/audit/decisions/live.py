"""A whole game at one client that serves both sides: played, written as a log, audited, told."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from tests.audit.decisions.gestures import Gestures
from tests.audit.decisions.violations import Act, Board, Look, Violations, Weighed
from toolkit.audit.audit import audit_logs
from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Report
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Session
from toolkit.module.house_rules import AS_PROPOSED

_LIMIT = 4_000
_OWN_WORD = "No Translation: Shuffle"
"""The engine has no translation of its own word."""

Act_contra = TypeVar("Act_contra", contravariant=True)


class Hands(Protocol[Act_contra]):
    """A game's hands at a table where everything is seen."""

    @property
    def gestures(self) -> Gestures:
        """What they did."""

    def play(self, action: Act_contra) -> Sequence[Any]:
        """Do an action and return what happened, not yet applied: chance, and what a key does besides."""

    def differences(self) -> list[str]:
        """Return what lies otherwise on the engine's table than in the position."""


@dataclass
class LiveGame(Generic[Board, Look, Act]):
    """What was played: the log, the position at its end, what was planted, complaints."""

    log: Path
    position: Board
    violations: Violations[Board, Look, Act]
    done: list[Act] = field(default_factory=list)
    gestures: int = 0
    steps: int = 0
    problems: list[str] = field(default_factory=list)

    def play(
        self,
        hands: Hands[Act],
        session: Session,
        choose: Callable[[], Act],
        moment: Callable[[], object | None],
    ) -> None:
        """Play on until it is over, and write the log.

        Parameters
        ----------
        session : Session
            With a log that was begun.
        choose : callable
            The next legal action; raises LookupError where there is none.
        moment : callable
            Turn and phase; when they change the table is compared.  None when enough was played.
        """
        while (now := moment()) is not None and len(self.done) < _LIMIT:
            try:
                action = choose()
            except LookupError:
                # A violation can lead to where nothing is legal; without one it is a fault.
                if not self.violations.done:
                    self.problems.append(f"nothing is legal after {self.done[-3:]}")
                break
            wrong = self.violations.instead(self.position, action)
            before, after = hands.gestures.step, str(action)
            for each in (action,) if wrong is None else wrong:
                self.take(hands.play(each))
            if wrong is not None:
                after = str(self.violations.did(before + 1, hands.gestures.step))
            if wrong is not None or moment() != now:
                self.problems += [f"after {after}: {line}" for line in hands.differences()[:3]]
                if self.problems:
                    break  # what the rules expect from here on is not what lies on the table
        if not self.problems:
            self.problems += hands.differences()[:3]
        self.gestures, self.steps = hands.gestures.count, session.save()
        self.problems += complaints(session)

    def take(self, happened: Sequence[Act]) -> None:
        """Carry out what happened."""
        for action in happened:
            self.violations.ways.apply(self.position, action)
            self.done.append(action)


def complaints(session: Session) -> list[str]:
    """Return what the engine complained of."""
    heard = [p for p in session.take_problems() if p.kind != "warning" and p.message != _OWN_WORD]
    return [f"{problem.kind}: {problem.message}" for problem in heard]


def agree(session: Session, data: ModuleData) -> None:
    """Set the house rules to their proposed values by the module's menu."""
    if any(option.is_switch for option in data.game.options):
        session.button(AS_PROPOSED)


class Play(Protocol):
    """Play a game in the engine and keep the log."""

    def __call__(
        self,
        module: Path,
        out: Path,
        seed: int,
        *,
        turns: int = 6,
        planted: int = 0,
        home: EngineHome | None = None,
    ) -> LiveGame[Any, Any, Any]:
        """Return what was played."""


def module_of(game: str, parser: argparse.ArgumentParser, given: Path | None) -> Path:
    """Return the module that was given, or the built one."""
    found = given or next(iter(sorted(Path("build", game).glob("*.vmod"))), None)
    if found is None:
        parser.error(f"no module under build/{game}; run toolkit build {game}, or give --module")
    return found


def command(
    game: str,
    text: str,
    play: Play,
    weighed: Callable[[LiveGame[Any, Any, Any], Report], Weighed],
    arguments: list[str] | None = None,
) -> int:
    """Play, audit, print; return 1 when the audit is not what it has to be.

    What was planted is listed beside the log, as ``<log>.planted.json``.
    """
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--module", type=Path)
    parser.add_argument("--planted", type=int, default=0)
    given = parser.parse_args(arguments)
    module = module_of(game, parser, given.module)
    begun = time.monotonic()
    played = play(module, given.out, given.seed, turns=given.turns, planted=given.planted)
    took = time.monotonic() - begun
    planted = played.violations.done
    if given.planted:
        listed = json.dumps([one.to_json() for one in planted], indent=1, ensure_ascii=False)
        given.out.with_suffix(".planted.json").write_text(listed + "\n", encoding="utf-8")
    report = audit_logs([given.out], module)
    result = weighed(played, report)
    lines = [
        f"{len(played.done)} actions, {played.gestures} gestures, {played.steps} steps, turn "
        f"{played.position.turn}, {took:.0f} s; {dict(report.counts)}",
        f"planted {len(planted)}: found {result.found}",
        *(f"planted: {each}" for each in planted),
        *(f"missed: {line}" for line in result.missed),
        *(f"accused: {line}" for line in result.accused),
        *(f"notice: {notice.code} {notice.message}" for notice in report.notices),
        *(f"engine: {line}" for line in played.problems),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if result.missed or result.accused or played.problems else 0


__all__ = ["LiveGame", "Play", "agree", "command", "complaints", "module_of"]
