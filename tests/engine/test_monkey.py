"""Random hands: a short run of them in the engine, and how a failing one is made short."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from tests.engine.afterwards import Place
from tests.engine.monkey import play, shrunk
from toolkit.engine.provision import EngineHome


@pytest.mark.engine
def test_a_module_survives_random_hands(home: EngineHome, built_module: BuiltModule, tmp_path: Path) -> None:
    run = play(Place(built_module("causeway"), home, tmp_path), 1, range(1, 41))
    assert run.faults == []
    assert len(run.acts) == 40
    assert "audit" in run.facts


def test_a_failing_run_is_cut_to_the_acts_that_it_needs() -> None:
    def fails(acts: Sequence[int]) -> bool:
        return {17, 60} <= set(acts)

    assert shrunk(range(1, 101), fails, 200) == [17, 60]
    assert len(shrunk(range(1, 101), fails, 1)) == 100
