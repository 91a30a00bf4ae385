"""The engine opens refreshed games: same pieces, same places, the traits that its own refresh gives."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Set
from pathlib import Path

import pytest

from tests.vassal.test_games import CASES, Case, packed
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.engine.replay import differences, keeps_order
from toolkit.engine.table import EngineTable
from toolkit.refresh.game import NewModule
from toolkit.vassal.buildfile import open_module
from toolkit.vassal.containers import open_container
from toolkit.vassal.log import read_log
from toolkit.vassal.packing import write_container
from toolkit.vassal.table import Table

pytestmark = pytest.mark.engine

NAMES = ("Nevsky", "Kassala", "Warmachine", "tour")
FILES = 1
# The engine numbers named keys anew each time.
_NAMED = re.compile(r"5[78]\d{3}\\*,0\\*,")


def spots(table: EngineTable) -> dict[str, tuple[object, ...]]:
    return {
        key: (
            piece.place(),
            piece.stack if piece.stack in table.stacks and table.stacks[piece.stack].deck else None,
        )
        for key, piece in table.pieces.items()
    }


@pytest.mark.parametrize("case", [case for case in CASES if case.name in NAMES], ids=lambda case: case.name)
def test_a_refreshed_game_opens_with_the_same_pieces_at_the_same_places(
    home: EngineHome,
    corpus: Path,
    tmp_path: Path,
    case: Case,
) -> None:
    module = packed(case, tmp_path)
    compared = 0
    for name in case.files[:FILES]:
        source = (corpus / case.module).with_name(name)
        made = NewModule.open(module).game(open_container(source))
        assert made.counts["none"] == 0
        target = write_container(tmp_path / f"new-{name}", made.entries)
        with Engine(home) as engine:
            game = OpenModule.open(engine, module)
            game.load(source)
            before = game.table(types=True)
            game.load(target)
            after = game.table(types=True)
            assert spots(after) == spots(before), name
            log = read_log(target)
            ours = Table()
            ours.apply(log.begin)
            wrong = differences(after, ours, ordered=keeps_order(home.version))
            assert [each for each in wrong if each.kind != "state"] == [], name
            # The engine's own refresh makes the same traits of the palettes.
            game.load(source)
            updated = game.refresh("UseName")["updatedCount"]
            renewed = game.table(types=True)
            # It refuses a module with a counter without a number; of the tour's own log nothing is to renew.
            numbered = all(slot.gpid for slot in open_module(module).slots())
            assert (updated > 0) is numbered
            left = before.pieces.keys() & renewed.pieces.keys() if numbered else frozenset()
            compared += same_traits(after, renewed, left)
            for key in left:
                assert renewed.pieces[key].type == before.pieces[key].type
    sys.stderr.write(f"{case.name}: {compared} counters with the traits of the engine's own refresh\n")
    assert compared > 0


def same_traits(ours: EngineTable, engines: EngineTable, left: Set[str]) -> int:
    """Return how many counters our refresh and the engine's own gave the same traits: all but those it left.

    The engine gives renewed counters new ids: they are compared by place and traits, as a list.  Those that
    the player at the screen may not see, and those without a palette slot, keep their ids.
    """

    def listed(table: EngineTable) -> Counter[tuple[str, ...]]:
        return Counter(
            (str(piece.map), str(piece.x), str(piece.y), _NAMED.sub("N,0,", piece.type or ""))
            for key, piece in table.pieces.items()
            if key not in left
        )

    mine, theirs = listed(ours), listed(engines)
    assert mine == theirs, [list(mine - theirs)[:1], list(theirs - mine)[:1]]
    return mine.total()
