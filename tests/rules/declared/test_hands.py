"""Cards (docs/examples/narrows, 1.3 to 1.7): drawn by chance, held, played for a battle or a phase."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.rules.declared.games import FOLDERS, begin, rules
from tests.rules.declared.stage import broken, stage
from tests.rules.declared.test_checking import findings
from toolkit.compile.game import compile_game
from toolkit.rules.declared import Position, rules_of
from toolkit.rules.declared.actions import (
    Action,
    Attack,
    Deal,
    Discard,
    End,
    Lose,
    Move,
    Play,
    Reshuffle,
    Roll,
)
from toolkit.rules.mechanisms.cards import HAND, PLAYED
from toolkit.source.game import load_game

ATTACK = Attack(("red-1",), ("mill",))
BARRAGE, TRENCHES, MARCH = "red-barrage-1", "blue-trenches-1", "red-forced-march-1"


def _stage(phase: str, *held: str) -> Position:
    units = {"red-1": "mill", "red-guns": "mill", "red-horse": "camp", "blue-1": "mill"}
    position = stage("narrows", 2, phase, units)
    position.cards |= dict.fromkeys(held, HAND)
    return position


@pytest.mark.parametrize(
    ("held", "actions", "said"),
    [
        ([], [Deal(BARRAGE)], "legal"),
        ([], [Deal(BARRAGE), Deal(MARCH)], "1.3"),
        ([], [Deal("blue-trenches-1")], "1.2"),
        ([BARRAGE], [Deal(BARRAGE)], "1.3"),
        ([BARRAGE, "red-barrage-2", "red-snipers-1"], [Deal(MARCH)], "1.3"),
        ([BARRAGE, "red-barrage-2", "red-snipers-1"], [End("red")], "legal"),
        ([], [End("red")], "1.3"),
        ([], [Deal(BARRAGE), End("red")], "legal"),
        ([], [Deal("nothing")], "1.3"),
        ([MARCH], [Play(MARCH)], "legal"),
        ([], [Play(MARCH)], "1.3"),
        ([MARCH, "red-forced-march-2"], [Play(MARCH), Play("red-forced-march-2")], "1.3"),
        ([BARRAGE], [Play(BARRAGE, ("mill",))], "1.6"),
        ([], [Play("nothing")], "1.3"),
    ],
)
def test_what_is_drawn_and_played_in_a_movement_phase(
    held: list[str], actions: list[Action], said: str
) -> None:
    assert broken("narrows", _stage("red_movement", *held), *actions) == said


def test_what_holds_for_a_phase_ends_with_it() -> None:
    position = _stage("red_movement", MARCH)
    far = Move("red-horse", ("westfield", "camp", "moor"))
    assert broken("narrows", position.copy(), far) == "2.1"
    assert broken("narrows", position, Play(MARCH), far) == "legal"
    assert (position.cards[MARCH], position.kinds) == (PLAYED, {"forced_march"})
    rules("narrows").apply(position, End("red"))
    assert (position.kinds, position.played, position.dealt) == (frozenset(), [], {})


@pytest.mark.parametrize(
    ("held", "actions", "said"),
    [
        ([BARRAGE], [ATTACK, Play(BARRAGE, ("mill",))], "legal"),
        ([TRENCHES], [ATTACK, Play(TRENCHES, ("mill",))], "legal"),
        ([BARRAGE], [ATTACK, Play(BARRAGE, ("moor",))], "1.6"),
        (["blue-barrage-1"], [ATTACK, Play("blue-barrage-1", ("mill",))], "1.6"),
        (
            [BARRAGE, "red-barrage-2"],
            [ATTACK, Play(BARRAGE, ("mill",)), Play("red-barrage-2", ("mill",))],
            "1.3",
        ),
        ([MARCH], [ATTACK, Play(MARCH)], "1.5"),
        ([BARRAGE], [ATTACK, Roll(("mill",), (1, 1, 1), "red-1"), Play(BARRAGE, ("mill",))], "3.9"),
    ],
)
def test_what_is_played_in_a_battle(held: list[str], actions: list[Action], said: str) -> None:
    assert broken("narrows", _stage("red_combat", *held), *actions) == said


def test_it_holds_for_that_battle() -> None:
    fight = [
        Roll(("mill",), (4, 5, 4), "red-1"),
        Roll(("mill",), (4, 3), "red-guns"),
        Roll(("mill",), (1, 1, 1), "blue-1"),
    ]
    attack = Attack(("red-1", "red-guns"), ("mill",))
    plain, guns = _stage("red_combat", BARRAGE, TRENCHES), [Lose("blue-1")]
    assert broken("narrows", plain.copy(), attack, *fight, Lose("blue-1", 2)) == "3.14"
    assert (
        broken("narrows", plain.copy(), attack, Play(BARRAGE, ("mill",)), *fight, Lose("blue-1", 2))
        == "legal"
    )
    dug_in = [attack, Play(TRENCHES, ("mill",)), *fight]
    assert broken("narrows", plain, *dug_in, *guns) == "3.9"


@pytest.mark.parametrize(
    ("new", "phases"),
    [("lasts: phase", 1), ("lasts: turn", 4), ("lasts: turn\n    when: storm", 0)],
)
def test_how_long_it_holds_and_when_it_is_played(new: str, phases: int, tmp_path: Path) -> None:
    """In how many phases of the day it holds; a march that only a storm allows is never played here."""
    shutil.copytree(FOLDERS["narrows"], tmp_path / "narrows")
    path = tmp_path / "narrows/rules.yaml"
    kinds = '  - {number: "1.8", says: Storm on day 6., mechanism: turn_kinds, kinds: {storm: [6]}}\n'
    text = path.read_text(encoding="utf-8").replace("lasts: phase", new, 1)
    path.write_text(text.replace("  # 2 Movement\n", f"{kinds}  # 2 Movement\n"), encoding="utf-8")
    game = rules_of(compile_game(load_game(tmp_path / "narrows")[0])[0])
    position, held = game.begin("start", {}), 0
    game.apply(position, Deal(MARCH))
    assert game.check(position, Play(MARCH)).legal is bool(phases)
    if phases:
        game.apply(position, Play(MARCH))
    while position.turn == 1:
        held += "forced_march" in position.kinds
        game.apply(position, End(position.phase.sides[0]))
    assert (held, "forced_march" in position.kinds) == (phases, False)


def test_a_card_on_a_unit_or_a_place_holds_for_it_alone_and_for_the_phase() -> None:
    """Veterans hit with fours against hills; in smoke a gun throws one die, and never hits with it."""
    units = {"blue-1": "moor", "blue-guns": "moor", "red-1": "moor"}
    position = stage("narrows", 2, "blue_combat", units)
    position.cards |= {"blue-veterans-1": HAND, "blue-smoke-1": HAND}
    attack, at = Attack(("blue-1", "blue-guns"), ("moor",)), ("moor",)
    fire = [Roll(at, (4, 4, 4), "blue-1"), Roll(at, (1, 1, 1), "red-1")]
    plain = [attack, *fire, Roll(at, (6, 6), "blue-guns")]
    assert broken("narrows", position.copy(), *plain, Lose("red-1", 2)) == "legal"
    assert broken("narrows", position.copy(), *plain, Lose("red-1", 3)) == "3.14"
    brave = [Play("blue-veterans-1", (), "blue-1"), *plain]
    assert broken("narrows", position.copy(), *brave, Lose("red-1", 3)) == "legal"
    dim = [Play("blue-smoke-1", (), "moor"), attack, *fire]
    assert broken("narrows", position.copy(), *dim, Roll(at, (6,), "blue-guns"), End("blue")) == "legal"
    game = rules("narrows")
    game.apply(position, Play("blue-veterans-1", (), "blue-1"))
    assert position.units["blue-1"].cards == {"veterans"}
    game.apply(position, End("blue"))
    assert (position.borne, position.units["blue-1"].cards) == ({}, frozenset())


@pytest.mark.parametrize(
    ("card", "on", "said"),
    [
        ("blue-veterans-1", "blue-1", "legal"),
        ("blue-veterans-1", "blue-guns", "1.8"),
        ("blue-veterans-1", "red-1", "1.8"),
        ("blue-veterans-1", "blue-horse", "1.8"),
        ("blue-veterans-1", "moor", "1.8"),
        ("blue-veterans-1", "", "1.8"),
        ("blue-smoke-1", "moor", "legal"),
        ("blue-smoke-1", "northport", "1.9"),
        ("blue-smoke-1", "blue-1", "1.9"),
        ("blue-forced-march-1", "blue-1", "1.5"),
    ],
)
def test_on_what_a_card_is_played(card: str, on: str, said: str) -> None:
    units = {"blue-1": "moor", "blue-guns": "moor", "red-1": "moor"}
    position = stage("narrows", 2, "blue_movement" if "march" in card else "blue_combat", units)
    position.cards[card] = HAND
    assert broken("narrows", position, Play(card, (), on)) == said


ALL_RED = ("red-barrage-1", "red-barrage-2", "red-snipers-1", "red-forced-march-1", "red-forced-march-2")
BLUE = [f"blue-trenches-{number}" for number in (1, 2, 3)]
ALL_BLUE = [*BLUE, *(f"blue-{kind}-1" for kind in ("forced-march", "barrage", "veterans", "smoke"))]
DEAL = Deal(BARRAGE)


@pytest.mark.parametrize(
    ("phase", "held", "piled", "actions", "said"),
    [
        # Red's pile is a new deck as soon as it has a card to draw and none is left, and not before.
        ("red_movement", [], ALL_RED, [DEAL], "1.3"),
        ("red_movement", [], ALL_RED, [End("red")], "1.3"),
        ("red_movement", [], ALL_RED, [Reshuffle("red", ALL_RED), DEAL, End("red")], "legal"),
        ("red_movement", [], ALL_RED, [Reshuffle("red", ALL_RED), DEAL, Deal(MARCH)], "1.3"),
        ("red_movement", [], ALL_RED, [Reshuffle("red", ALL_RED[1:])], "1.3"),
        ("red_movement", [], ALL_RED[1:], [Reshuffle("red", ALL_RED[1:])], "1.3"),
        ("red_movement", ALL_RED[:3], ALL_RED[3:], [Reshuffle("red", ALL_RED[3:])], "1.3"),
        (
            "red_movement",
            [BARRAGE],
            ALL_RED[1:],
            [Discard(BARRAGE), Reshuffle("red", ALL_RED), DEAL],
            "legal",
        ),
        ("red_combat", [], ALL_RED, [Reshuffle("red", ALL_RED)], "1.2"),
        # Blue draws no card twice.
        ("blue_movement", [], BLUE, [End("blue")], "1.4"),
        ("blue_movement", [], ALL_BLUE, [End("blue")], "legal"),
        # What is discarded, by whom and when.
        ("red_movement", ALL_RED[:2], [], [Discard(BARRAGE)], "legal"),
        ("red_movement", ALL_RED[:2], [], [Discard(BARRAGE), Discard("red-barrage-2")], "1.4a"),
        ("red_movement", [], [], [Discard(BARRAGE)], "1.4a"),
        ("red_movement", [], [], [Discard("nothing")], "1.3"),
        ("red_movement", [TRENCHES], [], [Discard(TRENCHES)], "1.2"),
        ("blue_movement", [TRENCHES], [], [Discard(TRENCHES)], "1.4a"),
        ("blue_combat", [TRENCHES], [], [Discard(TRENCHES)], "1.4b"),
        ("blue_combat", [TRENCHES], [], [End("blue")], "legal"),
        ("blue_combat", BLUE[:2], [], [End("blue")], "1.4b"),
        ("blue_combat", BLUE[:2], [], [Discard(TRENCHES), End("blue")], "legal"),
    ],
)
def test_what_is_shuffled_again_and_discarded(
    phase: str, held: list[str], piled: list[str], actions: list[Action], said: str
) -> None:
    position = _stage(phase, *held)
    position.cards |= dict.fromkeys(piled, PLAYED)
    assert broken("narrows", position, *actions) == said


def test_positions_with_other_cards_are_others() -> None:
    position = begin("narrows", "start")
    other = position.copy()
    rules("narrows").apply(other, Deal(BARRAGE))
    assert position.key() != other.key()
    assert (position.cards[BARRAGE], other.cards[BARRAGE]) == ("deck", HAND)


@pytest.mark.parametrize(
    ("edit", "code", "said"),
    [
        (
            ("counters/cards.yaml", "unit_class: barrage}", "unit_class: barage}"),
            "RUL101",
            "did you mean 'barrage'",
        ),
        (("rules.yaml", "when: forced_march", "when: trenches"), "RUL114", "for a battle only"),
        (
            ("rules.yaml", "side: blue\n    hand: 2", "side: red\n    hand: 2"),
            "RUL109",
            "how the side of blue-",
        ),
        (
            ("rules.yaml", "sides: [blue], does: [deal, move]", "sides: [blue], does: [move]"),
            "RUL109",
            "blue never draws",
        ),
        (("setups/start.yaml", "[red-barrage-1, ", "["), "RUL113", "lays red-barrage-1 into no deck"),
        (("setups/boxes.yaml", "kind: hand, side: red", "kind: pool, side: red"), "RUL109", "kind 'hand'"),
        (("rules.yaml", "hand: 2\n", "hand: 2\n    phases: [blue_combat]\n"), "RUL109", "does not 'deal'"),
        (("rules.yaml", "{cards: veterans}", "{cards: veteran}"), "RUL101", "did you mean 'veterans'"),
        (("rules.yaml", "{cards: smoke}", "{cards: veterans}"), "RUL101", "card that is played on places"),
        (("rules.yaml", "when: trenches", "when: veterans"), "RUL114", "for one unit only"),
        (("rules.yaml", "id: smoke\n    lasts: phase", "id: smoke"), "RUL114", "a phase or a turn"),
        (
            ("rules.yaml", "played_on: unit", "played_on: unit\n    places: {terrain: plain}"),
            "RUL114",
            "not played on places",
        ),
        (("rules.yaml", "down_to: 1", "down_to: 2"), "RUL114", "never holds more than 2"),
        (("rules.yaml", "phases: blue_combat", "phases: red_combat"), "RUL114", "blue does not act"),
        (
            ("rules.yaml", "side: red\n    limit: 1\n", "side: blue\n"),
            "RUL114",
            "does not act in red_movement",
        ),
    ],
)
def test_cards_that_do_not_fit_are_found(
    tmp_path: Path, edit: tuple[str, str, str], code: str, said: str
) -> None:
    found = [(one.code, one.message) for one in findings(tmp_path, edit, game="narrows")]
    assert any(known == code and said in message for known, message in found), found


SNIPERS = "red-snipers-1"


@pytest.mark.parametrize(
    ("on", "targets", "said"),
    [
        ("blue-1", ("mill",), "legal"),
        ("red-guns", ("mill",), "1.8a"),
        ("blue-2", ("mill",), "1.8a"),
        ("blue-fort-n", ("mill",), "1.8a"),
        ("", ("mill",), "1.8a"),
        ("blue-1", ("moor",), "1.8a"),
    ],
)
def test_a_card_is_played_on_an_enemys_unit_of_the_battle(
    on: str, targets: tuple[str, ...], said: str
) -> None:
    position = _stage("red_combat", SNIPERS)
    position.put("blue-2", "moor")
    position.put("blue-fort-n", "mill")
    assert broken("narrows", position, ATTACK, Play(SNIPERS, targets, on)) == said


def test_a_card_on_a_unit_that_lasts_a_battle_ends_with_it() -> None:
    position, at = _stage("red_combat", SNIPERS), ("mill",)
    position.put("red-2", "mill")
    first = [Attack(("red-1",), at), Play(SNIPERS, at, "blue-1")]
    assert broken("narrows", position.copy(), *first, Roll(at, (6, 1, 1), "blue-1")) == "3.11e"
    second = [Attack(("red-2",), at), *first]
    broken("narrows", position, *second, End("red"))
    assert position.units["blue-1"].cards == frozenset()
    assert position.in_battle(position.battles[0]).units["blue-1"].cards == {"snipers"}
    # Nobody but the attacker throws; when his hit is taken, the battle is over, and it holds in no other.
    broken("narrows", position, Roll(at, (6, 1, 1), "red-2"), Lose("blue-1"), End("red"))
    assert position.in_battle(position.battles[0]).units["blue-1"].cards == {"snipers"}
    assert position.in_battle(position.battles[1]).units["blue-1"].cards == frozenset()
    assert (
        broken("narrows", position.copy(), Roll(at, (1, 1, 1), "red-1"), Roll(at, (1, 1), "blue-1"))
        == "legal"
    )
