"""What the module's keys write is accounted for: it decides nothing, or games on paper write it as well."""

from __future__ import annotations

from pathlib import Path

from tests.audit.decisions.properties import unplayed
from toolkit.games.rattenkrieg.audit.vocabulary import NEUTRAL
from toolkit.games.rattenkrieg.play.recording import record


def test_what_a_key_writes_is_neutral_or_played_on_paper(rk_module: Path, tmp_path: Path) -> None:
    logs = [tmp_path / f"{seed}.vlog" for seed in range(4)]
    for seed, log in enumerate(logs):
        record(rk_module, log, seed)
    assert unplayed(rk_module, logs, NEUTRAL) == set()
