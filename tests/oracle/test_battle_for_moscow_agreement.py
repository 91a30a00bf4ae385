"""The second reading of Battle for Moscow agrees with the declared game; ``make oracle`` compares more."""

from __future__ import annotations

from tests.oracle.battle_for_moscow_comparing import compare_game, pairs
from tests.oracle.battle_for_moscow_facts import ARMIES, FULL_HALF, apart, around, number, sourced_rail
from tests.oracle.tally import Tally
from tests.rules.declared.games import compiled


def test_a_game_and_made_up_actions_beside_it() -> None:
    tally = Tally()
    compare_game(compiled("battle_for_moscow"), 3, tally, probes=1)
    assert tally.differing == []
    assert sum(tally.verdicts.values()) > 500


def test_the_map_has_every_sourced_link() -> None:
    game = compiled("battle_for_moscow")
    assert sourced_rail() <= pairs(game, game.map.links["rail"])


def test_units_are_those_of_the_list() -> None:
    game = compiled("battle_for_moscow")
    found = {c.id: (c.full.attack, c.reduced.attack) for c in game.counters if c.full and c.reduced}
    assert found == FULL_HALF
    assert len(ARMIES) == 16


def test_hexes_lie_as_printed() -> None:
    grid = compiled("battle_for_moscow").map.grid
    for h in range(len(grid)):
        at = grid.column_row(h)
        assert {grid.number(n) for n in grid.neighbours()[h].tolist() if n >= 0} == set(
            map(number, around(at))
        )
        assert apart(at, (11, 3)) == grid.distance(h, grid.hex("1103"))
