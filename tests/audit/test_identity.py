"""Whether a log was played with the data that judge it: digest first, then pieces, labels last."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests import real_game
from toolkit.audit.audit import audit_read
from toolkit.audit.identity import Fit, digest_of, fit_of
from toolkit.audit.module_data import ModuleData, read_module
from toolkit.games.gj47.play.recording import record
from toolkit.module.identity import DIGEST
from toolkit.rules.verdict import Outcome
from toolkit.vassal.commands.properties import GlobalPropertyState
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.packing import write_container


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Log, ModuleData]:
    """Return a log of two turns and the module it was played with."""
    folder = tmp_path_factory.mktemp("identity")
    module = write_container(folder / "gj47.vmod", real_game.entries())
    record(module, folder / "game.vlog", 5, turns=2)
    return read_log(folder / "game.vlog", name="game.vlog"), read_module(module)


def without_digest(log: Log) -> Log:
    kept = [one for one in log.begin if not (isinstance(one, GlobalPropertyState) and one.name == DIGEST)]
    return replace(log, begin=tuple(kept))


def other_data(data: ModuleData) -> ModuleData:
    """Return the module with one fact of one unit changed, its label as it was."""
    first = next(counter for counter in data.game.counters if counter.full is not None)
    assert first.full is not None
    faster = replace(first, full=replace(first.full, movement=first.full.movement + 1))
    counters = tuple(faster if counter.id == first.id else counter for counter in data.game.counters)
    return replace(data, game=replace(data.game, counters=counters), kept={})


def test_the_same_digest_judges_whatever_the_label(played: tuple[Log, ModuleData]) -> None:
    log, data = played
    assert fit_of(log, data) is Fit.SAME
    relabelled = replace(data, version="9.9")
    assert fit_of(log, relabelled) is Fit.RELABELLED
    report = audit_read([log], relabelled)
    assert [notice.code for notice in report.notices if notice.code < "AUD020"] == ["AUD011"]
    assert {action.outcome for action in report.actions} == {Outcome.LEGAL}


def test_a_translated_name_is_no_other_data(played: tuple[Log, ModuleData]) -> None:
    log, data = played
    first, *rest = data.game.counters
    names = replace(first.names, ja="別の名")
    other = replace(data.game, counters=(replace(first, names=names), *rest))
    assert other.whole_digest != data.game.whole_digest
    assert fit_of(log, replace(data, game=other, kept={})) is Fit.SAME
    spelt = replace(first.names, en="Another name")
    other = replace(data.game, counters=(replace(first, names=spelt), *rest))
    assert fit_of(log, replace(data, game=other, kept={})) is Fit.OTHER


def test_the_digest_of_older_modules_is_known(played: tuple[Log, ModuleData]) -> None:
    log, data = played
    older = [
        replace(one, value=data.game.whole_digest)
        if isinstance(one, GlobalPropertyState) and one.name == DIGEST
        else one
        for one in log.begin
    ]
    assert digest_of(log) == data.game.digest != data.game.whole_digest
    assert fit_of(replace(log, begin=tuple(older)), data) is Fit.SAME


def test_the_same_label_over_other_data_judges_nobody(played: tuple[Log, ModuleData]) -> None:
    log, data = played
    other = other_data(data)
    assert fit_of(log, other) is Fit.OTHER
    report = audit_read([log], other)
    assert "AUD012" in [notice.code for notice in report.notices]
    assert Outcome.ILLEGAL not in {action.outcome for action in report.actions}


def test_without_a_digest_pieces_tell(played: tuple[Log, ModuleData]) -> None:
    log, data = played
    old = without_digest(log)
    assert fit_of(old, data) is Fit.SAME
    assert fit_of(old, replace(data, version="9.9")) is Fit.RELABELLED
    assert fit_of(old, replace(data, version="9.9", windows=None, kept={})) is Fit.UNKNOWN
    wrong = {"ger-pz-9": {"CounterId": "ger-pz-9", "Movement": "12"}}
    assert fit_of(old, replace(data, kept={"facts": wrong})) is Fit.OTHER
