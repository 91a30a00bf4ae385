"""What an illegal move runs into: the barrier by its place and its name, or what the cheapest way costs.

On the real map, with single units where the case needs them; the rules that are named stand in other tests.
"""

from __future__ import annotations

import pytest

from tests import real_game
from toolkit.games.gj47.rules.barriers import sentence
from toolkit.games.gj47.rules.course import Move
from toolkit.games.gj47.rules.from_game import rules_data
from toolkit.games.gj47.rules.judge import check, check_stacking
from toolkit.games.gj47.rules.position import Position
from toolkit.rules.verdict import Barrier, Outcome, Verdict

INFANTRY, PANZERS, MOUNTAINEERS = "ger-inf-44", "ger-pz-16", "ger-mt-1"
ENEMY, OTHER_ENEMY = "sov-g-rifle-13", "sov-rifle-76"


def judged(
    start: str, end: str, *, unit: str = INFANTRY, march: bool = False, **enemies: str
) -> tuple[Position, Verdict]:
    """Judge a move of a unit that stands alone but for enemies, given by hex."""
    game = real_game.compiled()
    data = rules_data(game, {option.id: option.default for option in game.options if option.is_switch})
    units = {unit: start} | dict(zip((ENEMY, OTHER_ENEMY), enemies.values(), strict=False))
    position = Position.of(data, units)
    numbers = {number: h for h, number in enumerate(data.board.numbers)}
    move = Move(data.index[unit], numbers[start], numbers[end], march=march)
    return position, check(position, move)


BARRIERS = {
    "a strait": (
        {"start": "0233", "end": "0333"},
        "9.2(1)2",
        Barrier("impassable", "0233/0333", "Kerch strait"),
        "hexside 0233/0333 is impassable (Kerch strait)",
    ),
    "a strait on the way": (
        {"start": "0233", "end": "0434"},
        "9.2(1)2",
        Barrier("impassable", "0233/0334", "Kerch strait"),
        "hexside 0233/0334 is impassable (Kerch strait)",
    ),
    "a bay, with a way round": (
        {"start": "0826", "end": "0827"},
        "9.2(1)2",
        Barrier("impassable", "0826/0827", "Sea of Azov"),
        "hexside 0826/0827 is impassable (Sea of Azov); the cheapest legal way costs 10 movement points, the "
        "unit has 5",
    ),
    "the sea": (
        {"start": "0233", "end": "0132"},
        "9.2(1)2",
        Barrier("sea", "0132", "Sea of Azov"),
        "0132 is sea (Sea of Azov)",
    ),
    "an enemy": (
        {"start": "0414", "end": "0514", "enemy": "0514"},
        "3.1(2)",
        Barrier("enemy", "0514", "13th Guards Rifle Division"),
        "0514 is held by the enemy (13th Guards Rifle Division)",
    ),
    "a great river on the way": (
        {"start": "1232", "end": "1234"},
        "9.2(3)1",
        Barrier("great river", "1233/1234", "Kuban"),
        "hexside 1233/1234 is an unbridged great river (Kuban), crossed by a whole move only; the cheapest "
        "legal way costs 8 movement points, the unit has 5",
    ),
    "a great river from zone to zone": (
        {"start": "1233", "end": "1234", "enemy": "1232", "other": "1335"},
        "9.2(3)2",
        Barrier("great river between zones", "1233/1234", "Kuban"),
        "hexside 1233/1234 is an unbridged great river (Kuban) between two enemy zones of control",
    ),
    "mountains from zone to zone": (
        {"start": "1236", "end": "1237", "unit": MOUNTAINEERS, "enemy": "1235", "other": "1238"},
        "9.2(4)2",
        Barrier("mountain between zones", "1237", "Caucasus"),
        "1237 is mountain (Caucasus), and both hexes of the climb lie in enemy zones of control",
    ),
    "mountains": (
        {"start": "1236", "end": "1237"},
        "9.2(4)",
        Barrier("mountain", "1237", "Caucasus"),
        "1237 is mountain (Caucasus), entered by road only",
    ),
    "out of mountains": (
        {"start": "1237", "end": "1236"},
        "9.2(4)",
        Barrier("mountain left", "1237", "Caucasus"),
        "1237 is mountain (Caucasus), left by road only",
    ),
    "mountains after a move": (
        {"start": "1236", "end": "1238", "unit": MOUNTAINEERS},
        "9.2(4)2",
        Barrier("mountain late", "1237", "Caucasus"),
        "1237 is mountain (Caucasus), entered off the road by a whole move only",
    ),
    "a march on rails": (
        {"start": "0215", "end": "0218", "march": True},
        "9.3(1)3",
        Barrier("railway", "0216/0217"),
        "hexside 0216/0217 has a railway and no road, which a march needs",
    ),
    "a march off the road": (
        {"start": "0215", "end": "0115", "march": True},
        "9.3(1)1",
        Barrier("no road", "0115/0215"),
        "no road crosses hexside 0115/0215, and a march keeps to roads",
    ),
    "a march from beside an enemy": (
        {"start": "0313", "end": "0211", "march": True, "enemy": "0413"},
        "9.3(1)2",
        Barrier("zone", "0313", "Belgorod"),
        "0313 (Belgorod) lies in an enemy zone of control, closed to a march",
    ),
}


@pytest.mark.parametrize("case", BARRIERS)
def test_the_barrier_is_named(case: str) -> None:
    given, rule, barrier, words = BARRIERS[case]
    _, verdict = judged(**given)  # type: ignore[arg-type]
    assert (verdict.outcome, verdict.decisive) == (Outcome.ILLEGAL, rule)
    assert verdict.barrier == barrier
    assert verdict.reason.startswith(words)
    assert verdict.reason.startswith(sentence(barrier))


def test_a_full_hex() -> None:
    position, _ = judged("0215", "0214")
    data = position.data
    for unit in (INFANTRY, PANZERS, MOUNTAINEERS):
        position.place(data.index[unit], data.board.numbers.index("0215"))
    verdict = check_stacking(position, data.board.numbers.index("0215"), segment_over=True)
    assert verdict.barrier == Barrier("full", "0215", "Kharkov")
    assert verdict.reason == "0215 (Kharkov) is full: 3 units, two are allowed"


def test_what_is_only_too_dear() -> None:
    """No barrier: cost and allowance, both ends, and the dear hexes and hexsides by name."""
    _, verdict = judged("0215", "0222")
    assert verdict.barrier is None
    assert verdict.reason == (
        "0215 to 0222 costs 8 movement points, the unit has 5; dear: hexside 0219/0220 (Samara, river +1)"
    )


def test_what_zones_of_control_make_too_dear() -> None:
    _, verdict = judged("0414", "0614", enemy="0514")
    assert verdict.decisive == "9.2(2)"
    assert verdict.barrier is None
    assert "costs 8 movement points, the unit has 5" in verdict.reason
    assert "0614 (enters enemy ZOC +2)" in verdict.reason


def test_a_strait_that_is_too_far_off_is_named_all_the_same() -> None:
    """Over it the move would be too dear as well; round it, it costs five times as much."""
    _, verdict = judged("0334", "0128")
    assert verdict.decisive == "9.2(1)1"
    assert verdict.barrier == Barrier("impassable", "0233/0334", "Kerch strait")
    assert verdict.reason == (
        "hexside 0233/0334 is impassable (Kerch strait); the cheapest legal way costs 28 movement points, "
        "the unit has 5"
    )


def test_nothing_bars_a_march_that_is_merely_too_long() -> None:
    _, verdict = judged("0214", "0509")
    assert (verdict.rules, verdict.barrier) == (("9.3(1)", "9.2(1)1"), None)
    assert verdict.reason.startswith("0214 to 0509 costs 8 movement points, the unit has 5; dear: hexside")
