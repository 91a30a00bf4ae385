"""The battery on Rattenkrieg: random whole games; more with ``python -m tests.rules.rattenkrieg.games``."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from tests.rules.battery import Tally, play_through, replay
from tests.rules.rattenkrieg import world
from tests.rules.rattenkrieg.deeds import deeds
from tests.rules.rattenkrieg.games import SETUP, house_rules
from tests.rules.rattenkrieg.golden_game import FILE, lines
from toolkit.compile.compiled import CompiledGame
from toolkit.rules.rattenkrieg.choices import candidates, legal_actions
from toolkit.rules.rattenkrieg.game import breaches
from toolkit.rules.rattenkrieg.notation import digest, position_from_json, position_to_json
from toolkit.rules.rattenkrieg.position import Phase
from toolkit.rules.rattenkrieg.telling import tell
from toolkit.rules.rattenkrieg.whole import rules_of, rules_over
from toolkit.rules.rulings import Rulings


@pytest.mark.parametrize("seed", [2, 3])
def test_a_random_game_is_legal_and_can_be_replayed(game: CompiledGame, seed: int) -> None:
    """Every action legal, every position sound; the written actions lead to the same end."""
    rules, tally = rules_of(game), Tally()
    position = rules.begin(SETUP if seed % 2 else "", house_rules(seed))
    first = position.copy()
    assert first.key() == position.key()
    actions = play_through(rules, position, seed, tally, deeds=deeds)
    assert tally.findings == []
    assert rules.over(position)
    assert min(tally.deeds["EnterBattle"], tally.deeds["Retreat"]) > 5
    assert first.key() != position.key()
    written = json.loads(json.dumps([rules.write(action) for action in actions]))
    assert [rules.read(found) for found in written] == actions
    assert replay(rules, first, written).key() == position.key()


def test_the_same_seed_plays_the_same_game() -> None:
    """Chance comes from the seed alone."""
    rules = rules_over(world.data())

    def opening(seed: int) -> list[dict[str, object]]:
        return [rules.write(action) for action in islice(rules.play(rules.begin(""), seed), 60)]

    assert opening(5) == opening(5)
    assert opening(5) != opening(6)


def test_positions_are_written_and_read_and_copied() -> None:
    """At every tenth action; copies do not change with the original."""
    rules = rules_over(world.data())
    position = rules.begin("", house_rules(1))
    seen = set()
    for count, action in enumerate(rules.play(position, 1)):
        assert tell(position, action)
        if count % 10 == 0:
            found = json.loads(json.dumps(position_to_json(position)))
            again = position_from_json(position.data, found)
            assert again.key() == position.key()
            assert digest(again) == digest(position)
            seen.add(digest(position))
            kept, before = position.copy(), position.key()
            rules.apply(kept, action)
            assert position.key() == before != kept.key()
    assert len(seen) > 30


def test_what_can_be_done_is_legal_and_never_nothing() -> None:
    """`legal_actions` against every candidate, and no dead end but the end."""
    rules = rules_over(world.data())
    position = rules.begin("", house_rules(4))
    rulings = Rulings(position.data.points)
    for count, _ in enumerate(rules.play(position, 4)):
        if count % 6:
            continue
        found = legal_actions(position, rulings)
        assert found
        for action in candidates(position, rulings):
            assert (action in found) == (not breaches(position, action, rulings))
            assert rules.check(position, action).legal == (action in found)
    assert position.phase is Phase.OVER
    assert legal_actions(position, rulings) == []


def test_the_golden_game() -> None:
    """Written anew by ``python -m tests.rules.rattenkrieg.golden_game``; a change of it is read in review."""
    assert FILE.read_text(encoding="utf-8").splitlines() == list(lines())
