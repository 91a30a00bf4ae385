"""What was due in declared games, or had no place yet: one finding of who is to blame, and nobody else's."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.audit.declared.table import audited, begin, drag, offences, play_to
from tests.rules.declared.games import FOLDERS, defaults
from tests.rules.declared.stage import stage
from tests.violations.declared import write_module
from toolkit.audit.declared.paying import payments
from toolkit.play import declared
from toolkit.rules.declared import Position
from toolkit.rules.declared import actions as a
from toolkit.rules.declared.chits import left
from toolkit.rules.declared.choices import legal_actions
from toolkit.rules.declared.game import apply
from toolkit.rules.declared.player import Player

_NOT_AFTER = """
  - {number: "9.9", says: Who attacked does not move., mechanism: not_after, did: attack, then: move}
"""


def test_how_a_debt_could_be_paid() -> None:
    """Each side by what is due of it alone: a step, then a retreat to here or there."""
    units = {"red-1": "moor", "blue-2": "moor", "blue-guns": "northport"}
    position, there = stage("narrows", 2, "red_combat", units), ("moor",)
    for action in (
        a.Attack(("red-1",), there),
        a.Support("blue-guns", there),
        a.Roll(there, (6, 5, 1), "red-1"),
        a.Roll(there, (5, 1, 1), "blue-2"),
        a.Roll(there, (1, 1), "blue-guns"),
    ):
        apply(position, action)
    assert [dict(goals) for goals in payments(position, "blue")] == [{"blue-2": "face 2"}]
    apply(position, a.Lose("blue-2"))
    apply(position, a.Lose("red-1"))
    ends = [action.path[-1] for action in legal_actions(position) if isinstance(action, a.Retreat)]
    assert [dict(goals) for goals in payments(position, "red")] == [{"red-1": end} for end in ends] != []
    assert payments(position, "blue") == ()


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_chit_that_is_drawn_while_the_other_side_acts(goes_on: bool, tmp_path: Path) -> None:
    """Who goes on and says then that he is done, is not accused; without that, one thing that he does is."""
    module = write_module("two_crowns", tmp_path)
    game = begin(module, "two_crowns")
    player = Player(game.position, 1)
    play_to(game, "campaign")
    while not isinstance(action := player.next(), a.Move):
        game.act([action])
    (side,) = set(game.position.phase.sides) - game.position.ended
    draw = next(a.Draw(one) for one in left(game.position) if _names(game.position.copy(), one, side))
    game.act([action])
    game.perform(draw)
    game.act(iter(player.next, a.End(side)))
    if goes_on:
        game.act([a.End(side)])
    else:
        apply(game.position, a.End(side))
    apply(game.position, draw)
    game.act([player.next(), player.next()])
    found = offences(audited(game, module, tmp_path))
    assert [(one[0] == "draw", one[1]) for one in found] == [(goes_on, ("1.3",))]


def _names(position: Position, chit: str, other: str) -> bool:
    """Return whether a chit lets another side act than one."""
    apply(position, a.End(other))
    apply(position, a.Draw(chit))
    return position.is_acting and other in position.ended


def test_aircraft_that_lie_beside_their_battle_while_it_is_fought(tmp_path: Path) -> None:
    """They are taken back when it is over, keys or no keys."""
    module = write_module("orel", tmp_path)
    game = begin(module, "orel")
    player = Player(game.position, 1)
    air = {"luft-1", "luft-2", "vvs-1"}
    while not (isinstance(action := player.next(), a.Attack) and air & {*action.attackers}):
        game.act([action])
    game.act([action])
    unit = next(unit for unit in action.attackers if unit in air)
    box = game.desk.table.spot(game.desk.thing(unit).id)
    assert box.map is not None
    drag(game, unit, action.targets[0])
    while not isinstance(action := player.next(), a.End):
        game.act([action])
    game.desk.move(unit, (box.map, box.x, box.y), game.hands._sides[game.position.units[unit].side])
    game.desk.end_step()
    game.act([action])
    assert offences(audited(game, module, tmp_path)) == []


def test_what_belongs_to_a_phase_that_does_not_come(tmp_path: Path) -> None:
    """In the fog the tracker is turned to the bombardment all the same."""
    module = write_module("sedan", tmp_path)
    game = begin(module, "sedan")
    play_to(game, "german_movement")
    fog = game.position.copy()
    game.desk.set_turn(game.hands.game.tracker("german_bombardment", 1))
    game.desk.end_step()
    fog.go_to(1, "german_bombardment")
    shot = next(one for one in legal_actions(fog) if isinstance(one, a.Attack))
    game.position.go_to(1, "german_combat")
    game.act([shot, a.Roll(shot.targets, (1,))])
    found = offences(audited(game, module, tmp_path))
    assert found == [("attack", ("1.2",), "german")]


def test_a_unit_that_is_set_up_where_it_may_not_be(tmp_path: Path) -> None:
    """Nothing was done before, whatever the game keeps in mind of what units do in a turn."""
    folder = tmp_path / "moscow"
    shutil.copytree(FOLDERS["battle_for_moscow"], folder)
    with (folder / "rules.yaml").open("a", encoding="utf-8") as rules:
        rules.write(_NOT_AFTER)
    name = str(folder)
    module = write_module(name, tmp_path)
    game = declared.begin(module, defaults(name), "empty")
    drag(game, "ger-v", "1405")
    player = Player(game.position, 1)
    game.act(player.next() for _ in range(14))
    assert ("place", ("0.6b",), "german") in offences(audited(game, module, tmp_path))
