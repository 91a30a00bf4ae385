"""Logs as lists of commands, to be changed and written again, and a small game that nobody here knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from toolkit.vassal import commands as c
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.packing import game_entries, write_container
from toolkit.vassal.traits import (
    BasicPiece,
    BasicState,
    Deck,
    DeckState,
    Layer,
    Mask,
    Part,
    Piece,
    marker,
)

ANNA, BERT = "secret-a", "secret-b"
MAP = "Field"


@dataclass
class Written:
    """A log: what sets up the table, the steps, and the module it names."""

    begin: list[c.Command]
    steps: list[list[c.Command]]
    module: tuple[str, str] = ("Unknown Game", "1.0")

    def write(self, path: Path) -> Path:
        """Write it as an engine does."""
        begin = [item for item in self.begin if not isinstance(item, c.BeginSave | c.EndSave)]
        logged = [
            c.Group(tuple(c.Logged(command) for command in step)) if len(step) > 1 else c.Logged(step[0])
            for step in self.steps
        ]
        script = c.encode_commands([c.BeginSave(), *begin, c.EndSave(), *logged])
        name, version = self.module
        of = Metadata(name=name, version=version, vassal_version="3.6.0")
        return write_container(path, game_entries(script, save=Metadata(vassal_version="3.6.0"), module=of))

    def copy(self) -> Written:
        """Return one that can be changed."""
        return Written(list(self.begin), [list(step) for step in self.steps], self.module)


def taken_apart(source: Path | Log) -> Written:
    """Return a log as lists."""
    log = source if isinstance(source, Log) else read_log(source)
    module = log.module
    named = (module.name or "", module.version) if module is not None else ("", "")
    return Written(list(log.begin), [list(step.commands) for step in log.steps], named)


def unit(id_: str, number: int, side: str, x: int, y: int, *, level: int = 1) -> c.AddPiece:
    """Return a counter of a side with two faces."""
    constant, value = marker({"Side": side})
    made = Piece(
        (
            Part(Layer(name="Step", images=("full.png", "half.png")), str(level)),
            Part(constant, value),
            Part(BasicPiece(name=f"{side} {number}", image=f"{side}{number}.png"), _at(x, y, str(number))),
        )
    )
    return made.add_command(id_)


def card(id_: str, number: int, x: int = 500, y: int = 500, masked_by: str = "null") -> c.AddPiece:
    """Return a card."""
    made = Piece(
        (
            Part(Mask(image="back.png"), f"{masked_by};"),
            Part(BasicPiece(name=f"Card {number}"), _at(x, y, f"c{number}")),
        )
    )
    return made.add_command(id_)


def _at(x: int, y: int, gpid: str, map_: str | None = MAP) -> str:
    return BasicState(map_, x, y, gpid).encode()


def deck(id_: str, cards: Sequence[str], *, type_: Deck | None = None) -> c.AddPiece:
    """Return a deck that lies face down and cannot be shuffled."""
    made = type_ or Deck(name="Orders", shuffle="Never", reversible=False)
    return c.AddPiece(id_, made.encode(), DeckState(MAP, 500, 500, True, tuple(cards)).encode())


def move(id_: str, start: tuple[int, int], end: tuple[int, int], player: str = ANNA) -> c.MovePiece:
    """Return a drag."""
    return c.MovePiece(id_, MAP, *end, None, MAP, *start, None, player)


def changed(made: c.AddPiece, old: str, new: str) -> c.ChangePiece:
    """Return what a key does: one trait's state for another, at the beginning of the piece's state."""
    assert made.state.startswith(old)
    return c.ChangePiece(made.id or "", new + made.state[len(old) :], made.state)


def rolled(values: str, before: str, who: str = "Anna") -> list[c.Command]:
    """Return a roll of the button 2d6."""
    return [
        c.Chat(f"*** 2d6 = {values} *** <{who}>"),
        c.ChangeProperty("2d6_result", before, values, "Module"),
    ]


def spot(number: int) -> tuple[int, int]:
    """Return where a unit of the small game stands at first."""
    return 100 * number, 100 if number < 20 else 300


@dataclass
class SmallGame:
    """Two logs of a game of units, cards, dice and a turn tracker; the second begins as the first ends."""

    first: Written
    second: Written
    units: dict[str, c.AddPiece] = field(default_factory=dict)

    def write(self, folder: Path) -> list[Path]:
        """Write both."""
        return [self.first.write(folder / "one.vlog"), self.second.write(folder / "two.vlog")]


def small_game() -> SmallGame:
    """Return an honest game."""
    units = {f"r{n}": unit(f"r{n}", n, "Red", *spot(n)) for n in range(1, 11)}
    units |= {f"b{n}": unit(f"b{n}", n, "Blue", *spot(n + 20)) for n in range(1, 11)}
    cards = [card(f"k{n}", n) for n in range(1, 7)]
    begin: list[c.Command] = [
        c.AddPlayer(ANNA, "Anna", "Red"),
        c.AddPlayer(BERT, "Bert", "Blue"),
        *units.values(),
        *cards,
        deck("deck", [f"k{n}" for n in range(1, 7)]),
        c.GlobalPropertyState("2d6_result", "1,1", "Module"),
        c.GlobalPropertyState("Score", "0", "Module"),
        c.SetTurn("TurnTracker0", "0|1;0;false;0"),
    ]
    out: tuple[int, int] = (50, 700)
    steps: list[list[c.Command]] = [
        [c.Chat("<Anna> - good luck")],
        [move("r1", spot(1), (120, 160))],
        rolled("3,4", "1,1"),
        [move("b1", spot(21), (2120, 360), BERT)],
        rolled("5,5", "3,4", "Bert"),
        [c.MovePiece("k6", MAP, *out, None, MAP, 500, 500, None, ANNA)],
        [changed(units["b1"], "1\t", "2\t")],
        [c.SetTurn("TurnTracker0", "0|2;0;false;0")],
        [move("r2", spot(2), (220, 160))],
        rolled("1,6", "5,5"),
        [c.ChangeProperty("Score", "0", "2", "Module")],
        [move("b2", spot(22), (2220, 360), BERT)],
    ]
    one = Written(begin, steps)
    places = {"r1": (120, 160), "b1": (2120, 360), "r2": (220, 160), "b2": (2220, 360)}
    later: list[c.Command] = []
    for item in begin:
        if isinstance(item, c.AddPiece) and item.id in places:
            owner = "Red" if item.id.startswith("r") else "Blue"
            number = int(item.id[1:])
            later.append(unit(item.id, number, owner, *places[item.id], level=2 if item.id == "b1" else 1))
        elif isinstance(item, c.AddPiece) and item.id == "k6":
            later.append(card("k6", 6, *out))
        elif isinstance(item, c.AddPiece) and item.id == "deck":
            later.append(deck("deck", [f"k{n}" for n in range(1, 6)]))
        elif isinstance(item, c.GlobalPropertyState):
            later.append(replace(item, value={"2d6_result": "1,6", "Score": "2"}[item.name]))
        elif isinstance(item, c.SetTurn):
            later.append(c.SetTurn("TurnTracker0", "0|2;0;false;0"))
        else:
            later.append(item)
    two = Written(
        later,
        [
            [move("r3", spot(3), (320, 160))],
            rolled("2,2", "1,6", "Bert"),
            [move("b3", spot(23), (2320, 360), BERT)],
            [c.SetTurn("TurnTracker0", "0|3;0;false;0")],
        ],
    )
    return SmallGame(one, two, units)
