"""Weather by dice, leaders and supply that is found out once, in the example that has them."""

from __future__ import annotations

import pytest

from tests.rules.declared.games import begin, rules
from tests.rules.declared.stage import Units, broken, stage
from toolkit.rules.declared import Position
from toolkit.rules.declared.actions import Action, Attack, Eliminate, End, Move, Retreat, Weather
from toolkit.rules.declared.battles import column_of, engaged, strength
from toolkit.rules.declared.choices import settled
from toolkit.rules.mechanisms.sequence import Weather as Dawn

GUNS: Units = {"red-guns": "0102", "red-marshal": "0101"}


def test_the_weather_is_rolled_once_by_who_acts() -> None:
    position = begin("highpass", "start")
    assert broken("highpass", position, End("red")) == "1.4"
    assert broken("highpass", position, Weather("blue", (3,))) == "1.2"
    assert broken("highpass", position, Weather("red", (7,))) == "1.4"
    assert broken("highpass", position, Weather("red", (6,)), Weather("red", (6,))) == "1.4"
    assert broken("highpass", position, End("red")) == "legal"


def test_it_holds_until_the_next_roll() -> None:
    """In rain guns pay two for a clear hex: three of them are too many for an allowance of three."""
    game, way = rules("highpass"), Move("red-guns", ("0202", "0203", "0204"))
    for die, said in ((2, "legal"), (6, "2.1")):
        position = stage("highpass", 2, "dawn", GUNS)
        for action in (Weather("red", (die,)), End("red")):
            game.apply(position, action)
        assert broken("highpass", position, way) == said
        for side in ("red", "red", "blue", "blue"):
            game.apply(position, End(side))
        assert (position.phase.id, position.kinds) == ("dawn", frozenset({"rain"} if die == 6 else ()))


def test_dice_that_stand_nowhere_give_no_kind() -> None:
    weather = Dawn("2d6", {"storm": (2, 3), "rain": (3, 4)})
    assert weather.of((1, 2)) == {"storm", "rain"}
    assert weather.of((6, 6)) == weather.of(()) == frozenset()


def _column(position: Position, attackers: tuple[str, ...], target: str) -> int:
    return column_of(position, engaged(position, attackers, (target,)), settled(position))


def test_a_leader_counts_on_either_side() -> None:
    units: Units = {"red-1": "0302", "red-marshal": "0302", "blue-2": "0402"}
    position = stage("highpass", 2, "red_combat", units)
    assert _column(position, ("red-1",), "0402") == 2
    assert _column(position, ("red-1", "red-marshal"), "0402") == 4
    position.arrive("blue-general", "0402", 1)
    assert _column(position, ("red-1", "red-marshal"), "0402") == 2


def test_supply_is_what_it_was_when_movement_began() -> None:
    """Red 1st Foot is five hexes from the edge; wagons that come later help it in the next turn only."""
    game = rules("highpass")
    units: Units = {"red-1": "0702", "red-marshal": "0702", "red-wagons": "0104", "blue-2": "0802"}
    position = stage("highpass", 2, "dawn", units)
    for action in (Weather("red", (1,)), End("red")):
        game.apply(position, action)
    position.put("red-wagons", "0602")
    game.apply(position, End("red"))
    battle = engaged(position, ("red-1",), ("0802",))
    assert strength(position, battle, "attacker", settled(position)) == 2.5
    assert game.check(position, Attack(("red-1",), ("0802",))).legal
    for side in ("red", "blue", "blue"):
        game.apply(position, End(side))
    for action in (Weather("red", (1,)), End("red"), End("red")):
        game.apply(position, action)
    assert strength(position, battle, "attacker", settled(position)) == 5


# Leaders and wagons alone -------------------------------------------------------------------------

ALONE = {"red-marshal": "0305", "red-1": "0105", "red-2": "0302", "blue-horse": "0405", "red-wagons": "0406"}
RIDE = Move("blue-horse", ("0305",))


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([RIDE], "legal"),
        ([RIDE, End("blue")], "4.9"),
        ([RIDE, Eliminate("red-marshal")], "4.9"),
        ([RIDE, Retreat("red-marshal", ("0105",))], "legal"),
        ([RIDE, Retreat("red-marshal", ("0302",))], "4.9"),
        ([RIDE, Retreat("red-marshal", ("0105",)), End("blue")], "legal"),
        ([Move("blue-horse", ("0305", "0304")), End("blue")], "4.9"),
        ([Move("blue-horse", ("0406",)), End("blue")], "4.10"),
        ([Move("blue-horse", ("0406",)), Retreat("red-wagons", ("0305",))], "4.10"),
        ([Move("blue-horse", ("0406",)), Eliminate("red-wagons"), End("blue")], "legal"),
        ([Move("blue-general", ("0305",))], "2.6"),
    ],
)
def test_who_is_found_alone_goes_before_the_phase_ends(actions: list[Action], said: str) -> None:
    position = stage("highpass", 2, "blue_movement", ALONE | {"blue-general": "0405"})
    assert broken("highpass", position, *actions) == said


def test_nobody_attacks_a_leader_alone_and_foot_beside_him_need_not() -> None:
    position = stage("highpass", 2, "blue_combat", {"red-marshal": "0305", "blue-1": "0405"})
    assert broken("highpass", position, Attack(("blue-1",), ("0305",))) == "5.1"
    assert broken("highpass", position, End("blue")) == "legal"


def test_a_leader_with_foot_is_attacked_and_keeps_others_out() -> None:
    there = {"red-marshal": "0305", "red-1": "0305", "blue-1": "0405", "blue-horse": "0404"}
    position = stage("highpass", 2, "blue_combat", there)
    assert broken("highpass", position, Attack(("blue-1",), ("0305",))) == "legal"
    position = stage("highpass", 2, "blue_movement", there)
    assert broken("highpass", position, RIDE) == "2.6"


def test_a_leader_without_anybody_to_go_to_is_lost() -> None:
    position = stage("highpass", 2, "blue_movement", {"red-marshal": "0305", "blue-horse": "0405"})
    assert broken("highpass", position, RIDE, Eliminate("red-marshal"), End("blue")) == "legal"
