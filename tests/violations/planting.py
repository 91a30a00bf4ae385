"""What the benches of all games share that plant violations in games and write them as logs."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from tests.violations.mutation import Harvest, Kind, Mutant, Tally, Twins, kind_of
from toolkit.audit.audit import audit_read
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.audit.report import JudgedAction, Report
from toolkit.compile.compiled import CompiledGame
from toolkit.play.desk import Desk
from toolkit.play.recording import Recorder
from toolkit.rules.verdict import Outcome
from toolkit.vassal.codecs import Codec
from toolkit.vassal.commands import (
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    GlobalPropertyState,
    MovePiece,
    RemovePiece,
    SetTurn,
    decode_commands,
    encode_commands,
    leaves,
)
from toolkit.vassal.log import Log, Step
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.table import Table
from toolkit.vassal.things import state_of

Act = TypeVar("Act")
Theme = TypeVar("Theme")

AFTER = 20
"""Actions after a mutant, so that what is due and left out shows."""


class Recorded(Protocol):
    """A game that is being written."""

    @property
    def desk(self) -> Desk:
        """The table it is played at."""


class Written(Recorder[Any, Any], Protocol):
    """A game that is being written, of a module that an audit knows."""

    @property
    def data(self) -> ModuleData:
        """The module it is played with."""


Game = TypeVar("Game", bound=Written)


@dataclass(frozen=True, slots=True)
class Seen:
    """What an audit said of a mutant's log.

    Attributes
    ----------
    shown : bool
        Whether the table shows anything of it.
    named : mapping of str to None
        Rules of the findings, the decisive ones of each first.
    hedged : tuple of str
        Other outcomes than legal and illegal.
    beside : int
        Findings about something else, where they are counted: accusations of what nobody planted.
    """

    shown: bool
    named: Mapping[str, None]
    hedged: tuple[str, ...] = ()
    beside: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """A run: mutants of a mutator, the first seed, clauses (empty for all), the most games and seconds."""

    wanted: int = 2
    seed: int = 1
    clauses: frozenset[str] = frozenset()
    games: int = 40
    seconds: float = 3600.0


@dataclass(frozen=True, slots=True)
class Begun(Generic[Game, Act]):
    """A game before its first action: its seed, its table, and what is done at it.

    An action is carried out in the position when the next one is asked for.
    """

    seed: int
    game: Game
    actions: Iterable[Act]


def by_turns(
    themes: Mapping[Theme, frozenset[str]],
    harvest: Harvest[Any, Any, Any],
    order: Order,
    promising: Callable[[int, Theme], bool] = lambda _seed, _theme: True,
) -> Iterator[tuple[int, Theme]]:
    """Yield a seed and what the game with it is about, one theme after the other.

    It ends when no theme shows anything that the harvest lacks, or with the games or the time of the order.

    Parameters
    ----------
    themes : mapping of Theme to frozenset of str
        What a game may be about → the clauses that it is played for.
    promising : callable
        Whether a game gives a chance to what the harvest lacks: others are passed over.
    """
    until = time.monotonic() + order.seconds
    seeds = range(order.seed, order.seed + order.games)
    for seed, theme in zip(seeds, _lacking(themes, harvest), strict=False):
        if time.monotonic() > until:
            return
        if promising(seed, theme):
            yield seed, theme


def _lacking(themes: Mapping[Theme, frozenset[str]], harvest: Harvest[Any, Any, Any]) -> Iterator[Theme]:
    """Yield the themes that show something that a harvest lacks, over and over until none does."""
    while any(about & harvest.missing for about in themes.values()):
        for theme, about in themes.items():
            if about & harvest.missing:
                yield theme


@dataclass(slots=True)
class Planting(Generic[Game, Act]):
    """A bench of logs: a log for each mutant is audited, and each game as it was played.

    Attributes
    ----------
    audited : callable
        Plants a mutant in a game as it stands, and audits the log.
    told : callable
        Told of each mutant, what became of it, and what was said.
    confirmed : callable
        Another reading: whether a mutant breaks the rules at all.
    """

    harvest: Harvest[Any, Any, Act]
    audited: Callable[[Game, Mutant[Any, Act]], Seen]
    twins: Twins
    told: Callable[[Mutant[Any, Act], Kind, Seen], None]
    confirmed: Callable[[Mutant[Any, Act]], bool]

    def run(self, games: Iterable[Begun[Game, Act]]) -> Tally[Any, Act]:
        """Play games until every way has its mutants, and count."""
        tally: Tally[Any, Act] = Tally()
        for begun in games:
            game = begun.game
            for moment, action in enumerate(begun.actions):
                for mutant in self.harvest.of(game.position, begun.seed, moment, action):
                    self._one(tally, game, mutant)
                game.perform(action)
                if self.harvest.complete:
                    break
            report = audit_read([log_of(game)], game.data)
            tally.untouched += len(report.actions)
            tally.false += [
                f"seed {begun.seed}, step {one.step}: {one.rules[:2]} {one.reason}"
                for one in findings(report)
            ]
        return tally

    def _one(self, tally: Tally[Any, Act], game: Game, mutant: Mutant[Any, Act]) -> None:
        if not self.confirmed(mutant):
            tally.doubted.append(mutant)
            return
        seen = self.audited(game, mutant)
        kind = Kind.NOT_IN_LOGS
        if seen.shown:
            kind = kind_of(mutant.clause, seen.named, self.twins, sure=not seen.hedged)
        else:
            self.harvest.renew(mutant)
        tally.add(mutant, kind, list(seen.named) or seen.hedged or "nothing")
        self.told(mutant, kind, seen)


@dataclass(frozen=True, slots=True)
class Bench(Generic[Game, Act, Theme]):
    """The bench of logs of one kind of game.

    Attributes
    ----------
    themes : mapping of Theme to frozenset of str
        What a game may be about → the clauses that it is played for.
    hidden : collection of str
        Clauses that no log shows.
    harvest : callable
        How many mutants of each mutator, and of which clauses → an empty harvest.
    foreseen : callable
        A compiled game, a seed and a theme → what is done in that game, and the position before, without a
        table.
    begun : callable
        A built module, a seed and a theme → the same game, to be written.
    audited : callable
        Plants a mutant in a game as it stands, and audits the log.
    """

    themes: Mapping[Theme, frozenset[str]]
    hidden: Collection[str]
    harvest: Callable[[int, frozenset[str]], Harvest[Any, Any, Act]]
    foreseen: Callable[[CompiledGame, int, Theme], Iterable[tuple[Any, Act]]]
    begun: Callable[[Path, int, Theme], Begun[Game, Act]]
    audited: Callable[[Game, Mutant[Any, Act]], Seen]
    twins: Twins

    def in_logs(
        self,
        module: Path,
        order: Order,
        told: Callable[[Mutant[Any, Act], Kind, Seen], None] = lambda _mutant, _kind, _seen: None,
        confirmed: Callable[[Mutant[Any, Act]], bool] = lambda _mutant: True,
    ) -> Tally[Any, Act]:
        """Audit a log for each mutant, and each game as it was played.

        Parameters
        ----------
        module : Path
            A built module.
        told : callable
            Told of each mutant, what became of it, and what was said.
        confirmed : callable
            Another reading: whether a mutant breaks the rules at all.
        """
        every = frozenset[str]().union(*self.themes.values())
        shown = (order.clauses or every).difference(self.hidden)
        harvest = self.harvest(order.wanted, shown)
        game = read_module(module).game

        def promising(seed: int, theme: Theme) -> bool:
            return harvest.promised(self.foreseen(game, seed, theme), seed)

        themes = {theme: about & shown for theme, about in self.themes.items()}
        chosen = by_turns(themes, harvest, order, promising)
        games = (self.begun(module, seed, theme) for seed, theme in chosen)
        return Planting(harvest, self.audited, self.twins, told, confirmed).run(games)


def log_of(game: Recorded) -> Log:
    """Return the log of a game as far as it was played."""
    desk = game.desk
    steps = tuple(Step(number, tuple(leaves(group))) for number, group in enumerate(desk.steps, 1))
    module = Metadata(name=desk.data.name, version=desk.data.version, vassal_version="3.6.0")
    script = decode_commands(encode_commands([]))
    return Log("mutant", None, module, Codec.PLAIN, script, desk.begin, steps, ())


_ANEW = (AddPiece, ChangePiece, ChangeProperty, Chat, GlobalPropertyState, MovePiece, RemovePiece, SetTurn)
"""What a saved table says in its own words, or no longer."""


def saved(table: Table, begin: Iterable[Command]) -> tuple[Command, ...]:
    """Return a table as a log begins with it, without what led to it.

    Parameters
    ----------
    begin : iterable of Command
        What it was laid out with: players, boards and notes are taken over.
    """
    rest = [leaf for command in begin for leaf in leaves(command) if not isinstance(leaf, _ANEW)]
    pieces = [AddPiece(thing.id, thing.type, state_of(thing)) for thing in table.counters()]
    # Stacks that a table made have ids that every table counts anew.
    stacks = [
        AddPiece(thing.id.replace("~", "stack"), thing.type, state_of(thing))
        for thing in table.things.values()
        if thing.is_stack
    ]
    known = table.properties.items()
    properties = [GlobalPropertyState(name, value, container or None) for (container, name), value in known]
    turns = [SetTurn(id_, state) for id_, state in table.turns.items()]
    return (*rest, *pieces, *stacks, *properties, *turns)


def findings(report: Report) -> list[JudgedAction]:
    """Return what a report holds against somebody."""
    return [action for action in report.actions if action.outcome is Outcome.ILLEGAL]


def hedged(report: Report) -> tuple[str, ...]:
    """Return the outcomes of a report other than legal and illegal."""
    sure = (Outcome.LEGAL, Outcome.ILLEGAL)
    return tuple(sorted({str(action.outcome) for action in report.actions if action.outcome not in sure}))
