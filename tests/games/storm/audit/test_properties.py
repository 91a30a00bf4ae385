"""What the module's keys write is accounted for: it decides nothing, or games on paper write it as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.decisions.properties import unplayed
from toolkit.games.storm.audit.vocabulary import NEUTRAL
from toolkit.games.storm.play.recording import record

pytestmark = pytest.mark.whole


def test_what_a_key_writes_is_neutral_or_played_on_paper(st_module: Path, tmp_path: Path) -> None:
    logs = [tmp_path / f"{seed}.vlog" for seed in range(4)]
    for seed, log in enumerate(logs):
        record(st_module, log, seed)
    assert unplayed(st_module, logs, NEUTRAL) == set()
