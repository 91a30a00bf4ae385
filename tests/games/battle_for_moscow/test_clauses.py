"""Every clause of Battle for Moscow with a legal and an illegal case; its rules are data and have no code."""

from __future__ import annotations

import pytest

from tests.rules.declared.games import begin, compiled, rules
from tests.rules.declared.stage import Units, broken, stage
from toolkit.rules.declared import Position, due
from toolkit.rules.declared.actions import (
    Action,
    Advance,
    Attack,
    Eliminate,
    End,
    Lose,
    Move,
    Place,
    Restore,
    Retreat,
    Roll,
)

NAME = "battle_for_moscow"
CLAUSES = (
    "0.1 0.2 0.3 0.4 0.5 0.6a 0.6b 1.1a 1.1b 1.1c 1.1d 2.1a 2.1b 2.1c 2.1d 2.2a 2.2b 2.2c "
    "3.1a 3.1b 3.1c 3.1d 3.1e 3.1f 3.2a 3.2b 3.2c 3.2d 3.3 "
    "3.4a 3.4b 3.4c 3.4d 3.4e 3.4f 3.4g 3.4h 3.4i 3.4j 3.5 3.6 4.1a 4.1b "
    "5.1a 5.1b 5.1c 5.1d 5.1e 5.1f 5.1g 5.2 5.3a 5.3b 5.4 6.1a 6.1b"
)


def test_every_clause_of_the_reference_has_an_entry() -> None:
    assert " ".join(entry.number for entry in rules(NAME).book) == CLAUSES


def play(turn: int, phase: str, units: Units, *actions: Action, **fixed: str) -> str:
    settings = {point.replace("_", "-"): value for point, value in fixed.items()}
    chosen = {option.id: option.default for option in compiled(NAME).options} | settings
    return broken(NAME, stage(NAME, turn, phase, units, chosen), *actions)


def moved(turn: int, phase: str, units: Units, unit: str, path: str) -> str:
    return play(turn, phase, units, Move(unit, tuple(path.split())))


# Sequence and set-up


def test_0_1() -> None:
    """0.1: after the seventh turn the game is over."""
    position = stage(NAME, 7, "soviet_movement", {"sov-3": "1103"})
    rules(NAME).apply(position, End("soviet"))
    assert (position.over, position.winner) == (True, "soviet")
    assert broken(NAME, position, End("german")) == "0.2"


def test_0_2() -> None:
    """0.2: each phase has its side and what is done in it."""
    units = {"ger-v": "0103", "sov-3": "1204"}
    assert moved(1, "german_movement", units, "ger-v", "0102") == "legal"
    assert moved(1, "german_movement", units, "sov-3", "1205") == "0.2"
    assert play(1, "german_movement", units, Attack(("ger-v",), ("1204",))) == "0.2"
    assert play(1, "german_movement", units, End("soviet")) == "0.2"


def test_0_3() -> None:
    """0.3: panzers alone move in their phase."""
    units = {"ger-v": "0103", "ger-lvi": "0203"}
    assert moved(1, "panzer_movement", units, "ger-lvi", "0303") == "legal"
    assert moved(1, "panzer_movement", units, "ger-v", "0102") == "0.3"


def test_0_4() -> None:
    """0.4: the first turn begins with the panzers."""
    position = begin(NAME, "october-1941")
    assert (position.turn, position.phase.id) == (1, "panzer_movement")
    assert broken(NAME, position, Restore("ger-v")) == "0.2"


def test_0_5() -> None:
    """0.5: turns 3 and 4 are mud."""
    position = begin(NAME, "october-1941")
    kinds = [position.rules.sequence.kinds.of(turn) for turn in range(1, 8)]
    assert [sorted(found) for found in kinds] == [[], [], ["mud"], ["mud"], [], [], []]


def test_0_6() -> None:
    """0.6a, 0.6b: one unit on each set-up hex, Soviets at half strength, Germans at full."""
    position = begin(NAME, "")
    assert position.phase.does == ("set_up",)
    assert broken(NAME, position, Place("sov-16", "0304", 1)) == "legal"
    assert broken(NAME, position, Place("sov-16", "0304", 2)) == "0.6a"
    assert broken(NAME, position, Place("sov-1s", "0304", 1)) == "0.6a"
    assert broken(NAME, position, Place("sov-16", "0604", 1)) == "0.6a"
    assert broken(NAME, position, Place("ger-xl", "0306", 2)) == "legal"
    assert broken(NAME, position, Place("ger-xl", "0405", 2)) == "0.6b"
    assert broken(NAME, position, Place("ger-xl", "0306", 2), Place("ger-v", "0306", 2)) == "0.6b"
    assert broken(NAME, position, End("soviet")) == "0.6a"


# Zones


def test_1_1b() -> None:
    """1.1a, 1.1b: a zone ends the move, whatever lies between; out of one costs nothing."""
    units = {"ger-v": "0606", "sov-3": "0805"}
    assert moved(1, "german_movement", units, "ger-v", "0706") == "legal"
    assert moved(1, "german_movement", units, "ger-v", "0706 0707") == "1.1b"
    out = {"ger-v": "0806", "sov-3": "0805"}
    assert moved(1, "german_movement", out, "ger-v", "0807 0808 0809") == "legal"
    assert moved(1, "german_movement", out, "ger-v", "0706") == "legal"
    assert moved(1, "german_movement", out, "ger-v", "0706 0606") == "1.1b"


def test_1_1c() -> None:
    """1.1c: no retreat through an enemy zone."""
    units = {"ger-lvi": "0606", "sov-3": "0605", "ger-v": "0803"}
    fight = (Attack(("ger-lvi",), ("0605",)), Roll(("0605",), (6,)))
    assert play(1, "german_combat", units, *fight, Retreat("sov-3", ("0604", "0603"))) == "legal"
    assert play(1, "german_combat", units, *fight, Retreat("sov-3", ("0705", "0704"))) == "1.1c"


def test_1_1d_and_5_2() -> None:
    """1.1d, 5.2, 5.1f: zones cut communication; both open points matter."""
    free = {"sov-3": ("1107", 1)}
    assert play(2, "soviet_replacement", free, Restore("sov-3")) == "legal"
    ring = {
        "sov-3": ("1107", 1), "ger-v": "1105", "ger-vi": "1109", "ger-vii": "1306", "ger-viii": "1308",
        "ger-ix": "0907",
    }  # fmt: skip
    assert play(2, "soviet_replacement", ring, Restore("sov-3")) == "5.1f"
    beside = {"sov-3": ("1107", 1), "ger-v": "1006"}
    assert play(2, "soviet_replacement", beside, Restore("sov-3")) == "5.1f"
    assert play(2, "soviet_replacement", beside, Restore("sov-3"), U_05="free") == "legal"
    assert play(2, "soviet_replacement", beside, Restore("sov-3"), U_02="lifted") == "legal"
    position = stage(NAME, 2, "soviet_replacement", beside, {"U-02": "stands"})
    verdict = rules(NAME).check(position, Restore("sov-3"))
    assert (verdict.outcome.value, verdict.unclear) == ("unclear", ("U-05",))


# Movement


def test_2_1() -> None:
    """2.1a, 2.1b, 2.1c: allowance, forest at two, never into an enemy's hex."""
    units = {"ger-v": "0103", "sov-3": "0503"}
    assert moved(1, "german_movement", units, "ger-v", "0104 0105 0106 0107") == "legal"
    assert moved(1, "german_movement", units, "ger-v", "0104 0105 0106 0107 0108") == "2.1a"
    assert moved(1, "german_movement", units, "ger-v", "0202 0201") == "legal"
    assert moved(1, "german_movement", units, "ger-v", "0202 0201 0101") == "2.1a"
    assert moved(1, "german_movement", units, "ger-v", "0203 0303 0403 0503") == "1.1b 2.1c"
    assert moved(1, "german_movement", units, "ger-v", "0302") == "2.1a"


def test_2_1d() -> None:
    """2.1d: through friends, but one a hex at the end of the phase."""
    units = {"ger-v": "0103", "ger-vi": "0104"}
    assert moved(1, "german_movement", units, "ger-v", "0104 0105") == "legal"
    assert play(1, "german_movement", units, Move("ger-v", ("0104",)), End("german")) == "2.1d"


def test_2_2() -> None:
    """2.2a, 2.2b, 2.2c: rail movement begins on a railway and follows it; forest costs one."""
    units = {"sov-3": "0510", "sov-5": "0303", "sov-10": "0803"}
    assert moved(1, "rail_movement", units, "sov-3", "0509 0508 0407 0307") == "legal"
    assert moved(1, "rail_movement", units, "sov-5", "0302") == "2.2a 2.2b"
    assert moved(1, "rail_movement", units, "sov-10", "0804") == "2.2b"
    forest = {"sov-3": "0707"}
    assert moved(1, "rail_movement", forest, "sov-3", "0806 0805 0905 1004") == "legal"
    assert moved(1, "soviet_movement", forest, "sov-3", "0806 0805 0905 1004") == "2.1a"


# Combat


PAIR: Units = {"ger-lvi": "0606", "ger-v": "0604", "ger-vi": "0505", "sov-3": "0605", "sov-5": "0607"}


def test_3_1() -> None:
    """3.1a, 3.1b, 3.1c, 3.1d, 3.1e: who attacks what, how often, and when."""
    one, two = Attack(("ger-lvi",), ("0605",)), Attack(("ger-lvi",), ("0607",))
    assert play(1, "german_combat", PAIR, Attack(("ger-v", "ger-lvi"), ("0605",))) == "legal"
    assert play(1, "german_combat", PAIR, Attack(("ger-v",), ("0607",))) == "3.1a"
    assert play(1, "german_combat", PAIR, one, two) == "3.1b"
    assert play(1, "german_combat", PAIR, one, Attack(("ger-v",), ("0605",))) == "3.1c"
    assert play(1, "german_combat", PAIR, Attack(("ger-lvi",), ("0605", "0607"))) == "3.1d"
    roll = Roll(("0605",), (1,))
    assert play(1, "german_combat", PAIR, Attack(("ger-v",), ("0605",)), two, roll) == "legal"
    late = (Attack(("ger-v",), ("0605",)), Roll(("0605",), (4,)), two)
    assert play(1, "german_combat", {**PAIR, "sov-3": ("0605", 1)}, *late) == "3.1e"
    assert play(1, "german_combat", PAIR, one, End("german")) == "3.1e"
    assert play(1, "german_combat", PAIR, Roll(("0605",), (1,))) == "3.1e"


COLUMNS = [
    ({"ger-lvi": "0606", "sov-3": "0605"}, "0605", 0),  # 9:8
    ({"ger-lvii": "0606", "sov-3": ("0605", 1)}, "0605", 2),  # 12:4
    ({"ger-v": "0606", "sov-3": "0605"}, "0605", -1),  # 6:8
    ({"ger-lvii": "0606", "ger-xli": "0505", "sov-3": ("0605", 1)}, "0605", 5),  # 24:4
    ({"ger-lvii": "0606", "sov-3": ("0604", 1)}, "0604", None),  # does not touch
    ({"ger-lvii": "0705", "sov-3": ("0604", 1)}, "0604", 1),  # forest
    ({"ger-lvii": "1002", "sov-3": ("1103", 1)}, "1103", 1),  # Moscow
    ({"ger-lvii": "1204", "sov-3": ("1103", 1)}, "1103", None),
    ({"ger-lvii": "1104", "sov-3": ("1103", 1)}, "1103", 0),  # Moscow across the Moskva
    ({"ger-lvii": "1104", "ger-v": "1202", "sov-3": ("1103", 1)}, "1103", 2),  # not all across
    ({"ger-lvii": "0604", "sov-3": ("0504", 1)}, "0504", 1),  # fortification
    ({"sov-3": "0604", "ger-v": ("0504", 1)}, "0504", 1),  # 8:3, no fortification for Germans
]  # fmt: skip


@pytest.mark.parametrize(("units", "target", "column"), COLUMNS)
def test_3_1f_and_3_2(units: Units, target: str, column: int | None) -> None:
    """3.1f, 3.2a, 3.2b, 3.2c, 3.2d: odds without fractions, and columns to the left."""
    from toolkit.rules.declared.battles import column_of, engaged
    from toolkit.rules.declared.choices import settled

    phase = "soviet_combat" if "ger-v" in units and "ger-lvii" not in units and len(units) == 2 else ""
    phase = "german_combat" if not phase or ("ger-v" in units and units["ger-v"] == "0606") else phase
    position = stage(NAME, 1, phase, units)
    side = position.phase.sides[0]
    attackers = tuple(unit for unit in units if position.units[unit].side == side)
    if column is None:
        assert "3.1a" in broken(NAME, position, Attack(attackers, (target,)))
        return
    assert broken(NAME, position, Attack(attackers, (target,))) == "legal"
    assert column_of(position, engaged(position, attackers, (target,)), settled(position)) == column


def test_3_1f_beyond_the_table() -> None:
    """3.1f: above 6:1 counts as 6:1, before or after the shifts is open (U-01)."""
    units = {"ger-lvii": "0705", "ger-xli": "0603", "ger-xxiv": "0504", "sov-3": ("0604", 1)}
    attack = (Attack(("ger-lvii", "ger-xli", "ger-xxiv"), ("0604",)), Roll(("0604",), (5,)))
    # 36:4 against forest: 5:1 is DRL, 6:1 is DE.
    assert play(1, "german_combat", units, *attack, Lose("sov-3"), U_01="before") == "legal"
    assert play(1, "german_combat", units, *attack, Eliminate("sov-3"), U_01="before") == "3.4f"
    assert play(1, "german_combat", units, *attack, Eliminate("sov-3"), U_01="after") == "legal"


def test_3_1f_below_the_table() -> None:
    """3.1f: below 1:1 nothing happens."""
    units = {"ger-v": "0606", "sov-3": "0605"}
    fight = (Attack(("ger-v",), ("0605",)), Roll(("0605",), (1,)))
    assert play(1, "german_combat", units, *fight, End("german")) == "legal"
    assert play(1, "german_combat", units, *fight, Lose("ger-v")) == "3.1f"


def test_3_3() -> None:
    """3.3: one die of six."""
    units = {"ger-lvi": "0606", "sov-3": "0605"}
    attack = Attack(("ger-lvi",), ("0605",))
    assert play(1, "german_combat", units, attack, Roll(("0605",), (6,))) == "legal"
    assert play(1, "german_combat", units, attack, Roll(("0605",), (7,))) == "3.3"
    assert play(1, "german_combat", units, attack, Roll(("0605",), (1, 2))) == "3.3"


def fought(die: int, *actions: Action, units: Units | None = None, **fixed: str) -> str:
    """9:8 on a plain hex: 1:1."""
    table = {"ger-lvi": "0606", "sov-3": "0605"} if units is None else units
    attackers = tuple(unit for unit in table if unit.startswith("ger-") and unit != "ger-xx")
    start = (Attack(attackers, ("0605",)), Roll(("0605",), (die,)))
    return play(1, "german_combat", table, *start, *actions, **fixed)


def test_3_4a() -> None:
    """3.4a: NE asks for nothing."""
    assert fought(4, End("german")) == "legal"
    assert fought(4, Retreat("sov-3", ("0604", "0603"))) == "3.4a"


def test_3_4b_and_3_4d() -> None:
    """3.4b, 3.4d: DR, by the attacker's player, before anything else."""
    assert fought(6, Retreat("sov-3", ("0604", "0603"), "german")) == "legal"
    assert fought(6, Retreat("sov-3", ("0604", "0603"), "soviet")) == "3.4d"
    assert fought(6, End("german")) == "3.4b"
    assert fought(6, Lose("sov-3")) == "3.4b"


def test_3_4c() -> None:
    """3.4c: two hexes away, empty, past no enemy; further only if need be (U-04)."""
    assert fought(6, Retreat("sov-3", ("0604",))) == "3.4c"
    assert fought(6, Retreat("sov-3", ("0604", "0603", "0602"))) == "3.4c"
    assert fought(6, Retreat("sov-3", ("0604", "0705"))) == "3.4c"
    friend = {"ger-lvi": "0606", "sov-3": "0605", "sov-5": "0604"}
    assert fought(6, Retreat("sov-3", ("0604", "0603")), units=friend) == "legal"
    held = {"ger-lvi": "0606", "sov-3": "0605", "sov-5": "0603"}
    assert fought(6, Retreat("sov-3", ("0604", "0603")), units=held) == "3.4c"
    assert fought(6, Retreat("sov-3", ("0606", "0607"))) == "1.1c 3.4c"


CORNERED: Units = {
    "ger-lvi": "0606", "sov-3": "0605", "ger-v": "0603", "ger-vi": "0404", "ger-vii": "0804",
}  # fmt: skip


def test_3_4e() -> None:
    """3.4e: who cannot retreat is eliminated, and nobody else."""
    assert fought(6, Eliminate("sov-3")) == "3.4e"
    table = stage(NAME, 1, "german_combat", CORNERED)
    fight = (Attack(("ger-lvi",), ("0605",)), Roll(("0605",), (6,)))
    assert broken(NAME, table, *fight, Eliminate("sov-3")) == "legal"


def test_3_4f() -> None:
    """3.4f: DRL, the loss first."""
    units = {"ger-lvii": "0606", "ger-v": "0505", "sov-3": "0605"}  # 18:8
    assert fought(6, Lose("sov-3"), Retreat("sov-3", ("0705", "0704")), units=units) == "legal"
    assert fought(6, Retreat("sov-3", ("0705", "0704")), units=units) == "3.4f"
    dead = {**units, "sov-3": ("0605", 1), "ger-xx": "0101"}
    assert fought(3, Lose("sov-3"), End("german"), units=dead) == "legal"


def test_3_4g_and_3_4j() -> None:
    """3.4g, 3.4j: AL, one attacker by its owner's choice."""
    units = {"ger-lvi": "0606", "ger-v": "0505", "sov-3": "0605"}
    assert fought(1, Lose("ger-v", 1, "german"), units=units) == "legal"
    assert fought(1, Lose("ger-v", 1, "soviet"), units=units) == "3.4j"
    assert fought(1, Lose("ger-v"), Lose("ger-lvi"), units=units) == "3.4g"
    assert fought(1, Lose("ger-v", 2), units=units) == "3.4g"
    assert fought(1, End("german"), units=units) == "3.4g"


def test_3_4h() -> None:
    """3.4h: EX, where the table has it (U-03): the attackers lose as much strength, then the retreat."""
    low = {"U_03": "low"}
    assert fought(3, Lose("sov-3"), Lose("ger-lvi"), Retreat("sov-3", ("0604", "0603")), **low) == "legal"
    assert fought(3, Lose("sov-3"), Retreat("sov-3", ("0604", "0603")), **low) == "3.4h"
    assert fought(3, Lose("ger-lvi"), **low) == "3.4h"
    assert fought(3, Lose("ger-lvi")) == "legal"
    # Four lost by the defender: two of XII Corps (5 to 2 is 3) are not enough.
    weak = {"ger-xii": "0606", "ger-lvi": "0505", "sov-3": "0605"}
    assert fought(3, Lose("sov-3"), Lose("ger-xii"), Lose("ger-lvi"), units=weak, **low) == "legal"


def test_3_4i() -> None:
    """3.4i: DE."""
    units = {"ger-lvii": "0606", "ger-xli": "0505", "ger-xxiv": "0604", "sov-3": "0605"}  # 36:8
    assert fought(6, Eliminate("sov-3"), units=units) == "legal"
    assert fought(6, Lose("sov-3"), units=units) == "3.4i"


def test_3_5() -> None:
    """3.5: full, half, eliminated."""
    position = stage(NAME, 1, "german_combat", {"ger-lvi": "0606", "sov-3": "0605"})
    broken(
        NAME, position, Attack(("ger-lvi",), ("0605",)), Roll(("0605",), (1,)), Lose("ger-lvi"), End("german")
    )
    assert position.steps["ger-lvi"] == 1
    assert position.units["ger-lvi"].face(1).attack == 4
    rules(NAME).apply(position, Lose("ger-lvi"))
    assert position.where["ger-lvi"] == "@eliminated"


def test_3_6() -> None:
    """3.6: one attacker into the empty hex."""
    units = {"ger-lvi": "0606", "ger-v": "0505", "ger-xx": "0607", "sov-3": "0605"}  # 15:8, XX looks on
    gone = Retreat("sov-3", ("0705", "0704"))
    assert fought(6, gone, Advance("ger-v", ("0605",)), units=units) == "legal"
    both = (gone, Advance("ger-v", ("0605",)), Advance("ger-lvi", ("0605",)))
    assert fought(6, *both, units=units) == "3.6"
    assert fought(6, gone, Advance("ger-xx", ("0605",)), units=units) == "3.6"
    assert fought(6, gone, Advance("ger-v", ("0504",)), units=units) == "3.6"
    assert fought(4, Advance("ger-lvi", ("0605",))) == "3.6"


# Mud


def test_4_1a() -> None:
    """4.1a: one hex a phase, forest too; rail movement as ever."""
    units = {"ger-lvi": "0203", "sov-3": "0803"}
    assert moved(3, "german_movement", units, "ger-lvi", "0202") == "legal"
    assert moved(3, "german_movement", units, "ger-lvi", "0303 0403") == "4.1a"
    assert moved(3, "rail_movement", units, "sov-3", "0903 1003 1103") == "legal"
    assert moved(3, "soviet_movement", units, "sov-3", "0903 1003") == "4.1a"


def test_4_1b() -> None:
    """4.1b: in mud the attackers' sum is halved."""
    units = {"ger-lvi": "0606", "ger-v": "0505", "sov-3": "0605"}
    fight = (Attack(("ger-lvi", "ger-v"), ("0605",)), Roll(("0605",), (1,)))
    assert play(2, "german_combat", units, *fight, Lose("ger-v")) == "legal"
    assert play(3, "german_combat", units, *fight, Lose("ger-v")) == "3.1f"


# Replacements


def test_5_1a() -> None:
    """5.1a: one German replacement a turn, five Soviet ones, none saved."""
    units = {"ger-v": ("0103", 1), "ger-vi": ("0104", 1)}
    assert play(2, "german_replacement", units, Restore("ger-v")) == "legal"
    assert play(2, "german_replacement", units, Restore("ger-v"), Restore("ger-vi")) == "5.1a"
    red: Units = {f"sov-{n}": (f"140{row}", 1) for row, n in enumerate((3, 5, 10, 13, 16, 19), 1)}
    five = [Restore(unit) for unit in red]
    assert play(2, "soviet_replacement", red, *five[:5]) == "legal"
    assert play(2, "soviet_replacement", red, *five) == "5.1a"


def lost(*units: str, on: Units | None = None, turn: int = 2, side: str = "soviet") -> Position:
    position = stage(NAME, turn, f"{side}_replacement", on or {})
    for unit in units:
        position.put(unit, "@eliminated")
        position.steps[unit] = 0
    return position


def test_5_1b_and_5_1c() -> None:
    """5.1b, 5.1c: back at half strength, or to full, not both."""
    assert broken(NAME, lost("sov-3"), Place("sov-3", "1402", 1)) == "legal"
    assert broken(NAME, lost("sov-3"), Place("sov-3", "1402", 2)) == "5.1b"
    assert broken(NAME, lost("sov-3"), Place("sov-3", "1402", 1), Restore("sov-3")) == "5.1c"
    assert broken(NAME, lost(on={"sov-3": "1402"}), Restore("sov-3")) == "5.1b"
    assert broken(NAME, lost(on={"sov-3": "@waiting"}), Place("sov-3", "1402", 1)) == "legal"


def test_5_1d() -> None:
    """5.1d: on the own edge, or in an own city in communication."""
    assert broken(NAME, lost("sov-3"), Place("sov-3", "1107", 1)) == "legal"
    assert broken(NAME, lost("sov-3"), Place("sov-3", "1106", 1)) == "5.1d"
    assert broken(NAME, lost("sov-3"), Place("sov-3", "0102", 1)) == "5.1d"
    assert broken(NAME, lost("sov-3", on={"sov-5": "1402"}), Place("sov-3", "1402", 1)) == "5.1d"
    assert broken(NAME, lost("sov-3", on={"ger-v": "1206"}), Place("sov-3", "1107", 1)) == "5.1d"
    assert broken(NAME, lost("ger-v", side="german"), Place("ger-v", "0204", 1)) == "legal"
    assert broken(NAME, lost("ger-v", side="german"), Place("ger-v", "0509", 1)) == "5.1d"
    assert broken(NAME, lost("ger-v", side="german"), Place("ger-v", "0105", 1)) == "legal"


def test_5_1e() -> None:
    """5.1e: one a city a phase."""
    position = lost("sov-3", "sov-5")
    two = (Place("sov-3", "1107", 1), Place("sov-5", "1107", 1))
    assert broken(NAME, position, *two) == "5.1d 5.1e"


def test_5_1g() -> None:
    """5.1g: in Moscow the Soviets need no communication."""
    cut = {"ger-v": "1002", "ger-vi": "1204"}
    assert broken(NAME, lost("sov-3", on=cut), Place("sov-3", "1103", 1)) == "legal"
    assert broken(NAME, lost(on={**cut, "sov-5": ("1103", 1)}), Restore("sov-5")) == "legal"


def test_5_3() -> None:
    """5.3a, 5.3b: a city is whose unit was in it last, passing through included."""
    position = begin(NAME, "october-1941")
    assert (position.control["0204"], position.control["0307"]) == ("german", "german")
    assert {position.control[city] for city in ("0509", "0603", "1103", "1405")} == {"soviet"}
    position = stage(NAME, 1, "german_movement", {"ger-lvi": "0602"})
    rules(NAME).apply(position, Move("ger-lvi", ("0603", "0604")))
    assert position.control["0603"] == "german"


def test_5_4() -> None:
    """5.4: 1st Shock Army from turn 4."""
    assert broken(NAME, lost("sov-1s", turn=3), Place("sov-1s", "1402", 1)) == "5.4"
    assert broken(NAME, lost("sov-1s", turn=4), Place("sov-1s", "1402", 1)) == "legal"


@pytest.mark.parametrize(("unit", "winner"), [("ger-v", "german"), ("sov-3", "soviet")])
def test_6_1(unit: str, winner: str) -> None:
    """6.1a, 6.1b: who owns Moscow at the end."""
    position = stage(NAME, 7, "soviet_movement", {unit: "1103"})
    rules(NAME).apply(position, End("soviet"))
    assert position.winner == winner


def test_what_is_due() -> None:
    """What comes next is asked of the right side."""
    position = stage(NAME, 1, "german_combat", {"ger-lvi": "0606", "sov-3": "0605"})
    assert due(position).sides == ("german",)
    broken(NAME, position, Attack(("ger-lvi",), ("0605",)), Roll(("0605",), (6,)), End("german"))
    found = due(position)
    assert (found.sides, found.actions, found.units, found.clause) == (
        ("german",),
        ("Retreat", "Eliminate"),
        ("sov-3",),
        "3.4b",
    )
