"""Hollin Bridge: a bridge that is blown, leaders who hasten their men, nights, powder that is used up."""

from __future__ import annotations

import pytest

from tests.rules.declared.games import begin, rules
from tests.rules.declared.stage import Units, broken, stage
from toolkit.rules.declared import Position, due
from toolkit.rules.declared.actions import (
    Action,
    Attack,
    Eliminate,
    End,
    Move,
    Retreat,
    Roll,
    Support,
    Weather,
)
from toolkit.rules.declared.battles import column_of, engaged, strength
from toolkit.rules.declared.choices import settled

BY_THE_BRIDGE: Units = {"n-1": "E5", "s-2": "F5", "s-e": "H7"}


def _position(phase: str, units: Units, *states: str, turn: int = 2) -> Position:
    position = stage("hollin", turn, phase, units)
    position.states.update(states)
    return position


def _column(units: Units, attackers: tuple[str, ...], place: str, *states: str) -> int:
    position = _position("north_combat", units, *states)
    return column_of(position, engaged(position, attackers, (place,)), settled(position))


@pytest.mark.parametrize(
    ("phase", "units", "action", "standing", "blown"),
    [
        # Over the bridge half a point, and through the Holl three, of four.
        ("north_movement", {"n-1": "E5"}, Move("n-1", ("F5", "G5", "H4", "I5")), "legal", "2.1"),
        ("north_movement", {"n-1": "E5"}, Move("n-1", ("F5",)), "legal", "legal"),
        ("north_combat", BY_THE_BRIDGE, Attack(("n-1",), ("F5",)), "legal", "5.1"),
        ("north_movement", {"n-1": "D4", "s-2": "F5"}, Move("n-1", ("E5", "E6")), "4.2", "legal"),
        # Nobody has to fight through the stream.
        ("north_combat", BY_THE_BRIDGE, End("north"), "5.7", "legal"),
        # The other bridge stands as it did.
        ("north_movement", {"n-1": "E2"}, Move("n-1", ("F2", "G3", "H3", "I3")), "legal", "legal"),
    ],
)
def test_bridge(phase: str, units: Units, action: Action, standing: str, blown: str) -> None:
    """3.4: A bridge that is blown bears no march, no attack, no zone, and its road is none."""
    for states, said in (((), standing), (("blown",), blown)):
        assert broken("hollin", _position(phase, units, *states), action).split()[:1] == [said], states


def test_retreat_over_the_bridge() -> None:
    """3.4, 6.8: Nobody retreats over a bridge that is blown."""
    units = {"n-1": "D4", "n-2": "D5", "n-3": "E6", "n-4": "E4", "s-2": "E5"}
    attack = (Attack(("n-1", "n-2", "n-3"), ("E5",)), Roll(("E5",), (2,)))
    back = Retreat("s-2", ("F5",), "north")
    assert broken("hollin", _position("north_combat", units), *attack, back) == "legal"
    assert "6.8" in broken("hollin", _position("north_combat", units, "blown"), *attack, back)


def test_mine() -> None:
    """3.1 to 3.3: While the sappers are there South throws a die each turn, until the mine goes off."""
    game, position = rules("hollin"), stage("hollin", 2, "north_combat", {"s-e": "E5", "n-1": "A1"})
    for dice, blown in ((5, False), (4, True)):
        game.apply(position, End("north"))
        assert position.phase.id == "demolition"
        for action in (Weather("south", (dice,), "demolition"), End("south"), End("south")):
            assert game.check(position, action).outcome.value == "legal"
            game.apply(position, action)
        assert ("blown" in position.kinds) is blown
        for side in ("south", "north")[: 2 - (position.phase.id == "north_movement")]:
            game.apply(position, End(side))
    while position.phase.id != "north_combat":
        game.apply(position, End(position.phase.sides[0]))
    game.apply(position, End("north"))
    assert position.phase.id == "south_movement"
    assert "blown" in position.kinds


@pytest.mark.parametrize(
    ("units", "before", "turn", "said"),
    [
        ({"n-1": "B4", "n-l": "B4"}, (), 2, "legal"),
        ({"n-1": "B4", "n-l": "A4"}, (), 2, "2.1"),
        ({"n-1": "B4", "s-l": "H4"}, (), 2, "2.1"),
        # The leader has gone on before, or comes too late.
        ({"n-1": "B4", "n-l": "B4"}, (Move("n-l", ("B5",)),), 2, "legal"),
        ({"n-1": "B4", "n-l": "B5"}, (Move("n-l", ("B4",)),), 2, "2.1"),
        ({"n-1": "B4", "n-l": "B4"}, (), 4, "2.3"),
        # Horse is not hastened.
        ({"n-g": "B4", "n-l": "B4"}, (), 2, "2.1"),
    ],
)
def test_leader_hastens(units: Units, before: tuple[Action, ...], turn: int, said: str) -> None:
    """2.2: Foot that begins its movement with a leader goes a point further, by day."""
    position = _position("north_movement", units, turn=turn)
    move = Move(next(iter(units)), ("B5", "B6", "B7", "B8", "A8"))
    assert broken("hollin", position, *before, move) == said


def test_night() -> None:
    """4.1: At night nobody has a zone, and the day brings them back."""
    move = Move("n-h1", ("D4", "D5"))
    for turn, said in ((2, "4.2 4.3"), (4, "legal"), (5, "4.2 4.3")):
        position = _position("north_movement", {"n-h1": "C5", "s-2": "E5"}, turn=turn)
        assert broken("hollin", position, move) == said


def test_from_afar() -> None:
    """5.3: Guns have half their strength from two hexes away, beside the enemy all of it."""
    for place, value in (("C5", 2), ("D5", 4)):
        position = _position("north_combat", {"n-g": place, "s-2": "D6"} | {"s-2": "E6"})
        found = strength(position, engaged(position, ("n-g",), ("E6",)), "attacker", settled(position))
        assert found == value


def test_without_guns() -> None:
    """5.15: A hill is attacked a column worse, unless guns are among the attackers."""
    units = {"n-1": "G3", "n-g": "H1", "s-2": "G2"}
    assert _column(units, ("n-1",), "G2") == _column({**units, "s-2": "G2"}, ("n-1",), "G2")
    with_guns = _column(units, ("n-1", "n-g"), "G2")
    assert with_guns - _column(units, ("n-1",), "G2") == 3  # four points are two columns, and the hill


def test_powder() -> None:
    """5.16: A wagon that gave its powder is lost once the battle is rolled, whatever came of it."""
    game = rules("hollin")
    position = _position("north_combat", {"n-1": "D4", "n-w": "D4", "s-2": "D3", "n-2": "C4", "s-3": "B3"})
    for action in (Attack(("n-1",), ("D3",)), Support("n-w", ("D3",)), Roll(("D3",), (3,))):
        assert game.check(position, action).outcome.value == "legal"
        game.apply(position, action)
    game.apply(position, Retreat("s-2", ("D2",), "north"))
    assert due(position).units == ("n-w",)
    assert due(position).clause == "5.16"
    assert "5.16" in broken("hollin", position.copy(), Attack(("n-2",), ("B3",)))
    game.apply(position, Eliminate("n-w"))
    assert "Eliminate" not in due(position).actions


def test_opening() -> None:
    """The game begins with the bridge standing and mined."""
    position = begin("hollin", "start", None)
    assert "road" in position.board.links["E5", "F5"]
    assert position.board is position.rules.board_in(position.kinds)
