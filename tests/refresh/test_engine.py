"""The engine opens refreshed games: same pieces, same places, the traits that its own refresh gives."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.vassal.test_games import CASES, Case, packed
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome
from toolkit.engine.replay import differences, keeps_order
from toolkit.engine.table import EngineTable
from toolkit.refresh.game import refresh_game
from toolkit.vassal.containers import write_container
from toolkit.vassal.log import read_log
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
        made = refresh_game(source, module)
        assert made.counts["none"] == 0
        target = write_container(tmp_path / f"new-{name}", made.entries)
        with Engine(home) as engine:
            game = OpenModule.open(engine, module)
            game.load(source)
            before = game.table()
            game.load(target)
            after = game.table(types=True)
            assert spots(after) == spots(before), name
            log = read_log(target)
            ours = Table()
            ours.apply(log.begin)
            wrong = differences(after, ours, ordered=keeps_order(home.version))
            assert [each for each in wrong if each.kind != "state"] == [], name
            # The engine finds nothing more to renew: it makes the same traits of its palettes.
            game.load(source)
            game.refresh()
            renewed = game.table(types=True)
            compared += same_traits(after, renewed)
    sys.stderr.write(f"{case.name}: {compared} counters with the traits of the engine's own refresh\n")
    assert compared > 0


def same_traits(ours: EngineTable, engines: EngineTable) -> int:
    """Return how many counters of our refresh have the traits that the engine's own gives them.

    The engine gives refreshed counters new ids: they are compared by place and name, as a list.
    """

    def listed(table: EngineTable) -> Counter[tuple[str, ...]]:
        return Counter(
            (str(piece.map), str(piece.x), str(piece.y), _NAMED.sub("N,0,", piece.type or ""))
            for piece in table.pieces.values()
        )

    mine, theirs = listed(ours), listed(engines)
    alike = (mine & theirs).total()
    # Its own refresh leaves alone what the player at the screen may not see.
    assert alike >= 0.75 * mine.total(), [list(mine - theirs)[:1], list(theirs - mine)[:1]]
    return alike
