"""What a change finds at the table: whose turn it is, units and cards that rest, and how a log goes on."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.violations_apart.hands import Hand
from tests.violations_apart.kinds import Expected, Kinds, Plant
from tests.violations_apart.planted import Planted
from tests.violations_apart.played import Game
from tests.violations_apart.ways import Ways
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing

WAYS = {
    "gj47": Ways(
        ("Axis", "Soviet"),
        "Step_Level",
        ("unit", "hq"),
        {"Axis": "Eliminated Axis units", "Soviet": "Eliminated Soviet units"},
    ),
    "rattenkrieg": Ways(
        ("German", "Soviet"),
        "Face_Level",
        ("unit",),
        {"German": "German losses", "Soviet": "Soviet losses"},
    ),
    "storm": Ways(
        ("German", "Soviet"),
        "Face_Level",
        ("unit",),
        {"German": "Eliminated German units", "Soviet": "Eliminated Soviet units"},
    ),
}

# The layer or property of a control marker that says whose a place is.
FLAGS = {"gj47": "Face_Level", "rattenkrieg": "Flag_Level", "storm": "Control"}

# House rules that a game sets.
RULES = {
    "gj47": ("U-03", "U-12", "U-26"),
    "rattenkrieg": ("U13", "U44", "U62"),
    "storm": ("St-3", "St-4", "St-8"),
}

# Game → side → its cards that nobody has drawn, its used ones, what its hand's places begin with.
CARDS = {
    "gj47": {
        "Axis": ("Cup", "Used command chits", "Axis command chits"),
        "Soviet": ("Cup", "Used command chits", "Soviet command chits"),
    },
    "rattenkrieg": {
        "German": ("Deck", "Pile", "German hand-"),
        "Soviet": ("Deck", "Pile", "Soviet hand-"),
    },
    "storm": {
        "German": ("German deck", "German discards", "German hand-"),
        "Soviet": ("Soviet deck", "Soviet discards", "Soviet hand-"),
    },
}

_touched: dict[tuple[str, int], dict[str, list[int]]] = {}
_sides: dict[tuple[str, int], list[str]] = {}


def touched(game: Game, piece: str, step: int) -> int:
    """Return the first step from `step` on that does something to a piece, or one past the end."""
    key = (game.name, game.seed)
    if key not in _touched:
        found: dict[str, list[int]] = defaultdict(list)
        moved = ((move.step, move.piece) for move in game.moves)
        changed = ((change.step, change.piece) for change in game.changes if change.name != "Moved")
        for at, one in sorted((*moved, *changed)):
            found[one].append(at)
        _touched[key] = found
    steps = _touched[key][piece]
    index = bisect_right(steps, step - 1)
    return steps[index] if index < len(steps) else len(game.steps) + 1


def acting(game: Game, step: int) -> str:
    """Return the side that did the last thing before a step."""
    key = (game.name, game.seed)
    if key not in _sides:
        said: dict[int, str] = {}
        for move in game.moves:
            if move.by:
                said[move.step] = move.by
        for change in game.changes:
            if change.name == "By" and change.new:
                said[change.step] = change.new
        now, found = WAYS[game.name].sides[0], [WAYS[game.name].sides[0]]
        for number in range(1, len(game.steps) + 1):
            now = said.get(number, now)
            found.append(now)
        _sides[key] = found
    return _sides[key][step - 1]


@dataclass
class Scene:
    """The table before a step, a hand over it, and who is at it.

    Attributes
    ----------
    stop : int
        First old step that does not fit any more; changes lower it.
    """

    game: Game
    rng: random.Random
    step: int
    hand: Hand
    ways: Ways
    side: str
    stop: int = 1 << 30
    steps: list[int] = field(default_factory=list)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.hand.table

    @property
    def other(self) -> str:
        """The side that waits."""
        return self.ways.other(self.side)

    def pick(self, pieces: list[str], room: int = 6) -> str:
        """Return a piece that rests for some steps; the log ends before it is used again."""
        self.rng.shuffle(pieces)
        for piece in pieces:
            later = touched(self.game, piece, self.step)
            if later >= self.step + room:
                self.stop = min(self.stop, later)
                return piece
        raise LookupError("nothing rests")

    def unit(self, side: str | None = None, face: str | None = None) -> str:
        """Return a unit on the board that rests, with two faces where one is asked for."""
        units = self.ways.units(self.game, self.table, side or self.side)
        if face is not None:
            units = self.ways.two_sided(self.game, self.table, units)
            units = [u for u in units if self.game.props(self.table, u)[self.ways.face] == face]
        return self.pick(units)

    def dead(self, side: str) -> str:
        """Return a lost unit of a side."""
        dead = self.ways.dead(self.game, self.table)
        return self.pick([u for u in dead if self.ways.side(self.table, u) == side])

    def boxed(self, side: str) -> str:
        """Return a unit that waits for its turn in a box."""
        found = [
            i
            for i, p in self.game.fixed.items()
            if p.get("Kind") in self.ways.kinds and p.get("Side") == side and i in self.table.things
        ]
        lost = set(self.ways.losses.values())
        places = {i: self.game.place(self.table, i) for i in found}
        rear = ("Rear", "Ferry", "Crossing")
        return self.pick(
            [
                i
                for i, place in places.items()
                if place not in lost
                and not place.startswith("Withdrawn")
                and not any(r in place for r in rear)
                and not self.ways.on_board(self.game, place, self.table.spot(i).map)
            ]
        )

    def far(self, piece: str) -> tuple[str, int, int]:
        """Return the spot of the unit on the board that is farthest from a piece."""
        here = self.table.spot(piece)
        spots = [self.table.spot(u) for u in self.ways.units(self.game, self.table)]
        spot = max(spots, key=lambda s: (s.x - here.x) ** 2 + (s.y - here.y) ** 2)
        return str(spot.map), spot.x, spot.y

    def cards(self, where: int, side: str | None = None) -> list[str]:
        """Return a side's cards: 0 not drawn, from the top; 1 used; 2 in hand."""
        place = CARDS[self.game.name][side or self.side][where]
        if where < 2:
            for thing in self.table.things.values():
                if thing.is_deck and thing.name == place:
                    return [m for m in reversed(thing.members) if m in self.game.fixed]
        kinds = ("card", "chit")
        cards = [i for i, p in self.game.fixed.items() if p.get("Kind") in kinds and i in self.table.things]
        return [c for c in cards if self.game.place(self.table, c).startswith(place)]

    def card(self, where: int, side: str | None = None) -> str:
        """Return such a card that rests, the top one of a deck."""
        cards = self.cards(where, side)
        return self.pick(cards[:1] if where == 0 else cards, room=3)

    def spot_of(self, where: int, side: str | None = None) -> tuple[str, int, int]:
        """Return a spot of these cards, in a hand a free one where there is any."""
        place = CARDS[self.game.name][side or self.side][where]
        taken = {self.game.place(self.table, c) for c in self.cards(where, side)}
        named = self.game.places()
        names = sorted(n for n in named if n.startswith(place))
        free = [n for n in names if n not in taken or where < 2] or names
        if not free:
            raise LookupError(place)
        return named[free[0]]

    def before_the_next_draw(self) -> None:
        """Let the log end before a card is drawn again, which would be another one; a cup has no order."""
        if self.game.name == "gj47":
            return
        decks = {names[0] for names in CARDS[self.game.name].values()}
        later = (m.step for m in self.game.moves if m.step >= self.step and m.start in decks)
        self.stop = min(self.stop, next(later, self.stop))

    def deck(self, side: str | None = None) -> Thing:
        """Return the deck that a side draws from; a cup has no order."""
        place = CARDS[self.game.name][side or self.side][0]
        found = [t for t in self.table.things.values() if t.is_deck and t.name == place]
        if not found or len(found[0].members) < 4 or self.game.name == "gj47":
            raise LookupError(place)
        return found[0]


Do = Callable[[Scene], str | None]
"""Does it with the scene's hand and returns the side whose doing it is, None where nobody can tell;
raises LookupError where there is no room."""


def at_any_time(do: Do, note: str, tries: int = 60) -> Plant:
    """Return the planting of what is put in somewhere between the steps of a game."""

    def plant(game: Game, rng: random.Random) -> Iterator[Planted]:
        ways = WAYS[game.name]
        for step in ways.steps(game, rng)[:tries]:
            if step > len(game.steps) - 8:
                continue
            scene = Scene(game, rng, step, Hand(game, step), ways, acting(game, step))
            try:
                culprit = do(scene)
            except (LookupError, ValueError):
                continue
            if scene.stop - step < 3:
                continue
            yield scene.hand.planted(note, culprit=culprit, stop=min(scene.stop, len(game.steps) + 1))

    return plant


Clauses = dict[str, tuple[str, ...]]
Rows = list[tuple[str, Expected, Clauses, Plant]]
"""Name, what is expected, clauses by game, and how it is planted."""


def fill(
    kinds: Kinds,
    game: str,
    table: Rows,
) -> None:
    """Add a table's kinds to those of a game."""
    for name, expected, clauses, plant in table:
        kinds.take(name, plant, expected, clauses.get(game, ()))
