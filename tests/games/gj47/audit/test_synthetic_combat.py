"""Audits of logs written here: what may be combat, where the log shows it and where it does not."""

from __future__ import annotations

import pytest

from tests.games.gj47.audit.plain_logs import TWO, Audit, builder, hex_id, seen
from tests.games.gj47.audit.synthetic import LogBuilder
from toolkit.rules.verdict import Outcome


class TestCombat:
    """After combat has begun, a drag may be a retreat or an advance."""

    UNITS = (
        "a axis inf 5 0505",
        "b axis inf 5 0405",
        "r soviet inf 4 0506",
        "s soviet inf 4 0607",
        "z axis inf 5 1101",
    )

    @pytest.mark.parametrize("sign", ["roll", "attack"])
    def test_retreat_and_advance_are_not_accused(self, audit: Audit, sign: str) -> None:
        log = builder(*self.UNITS)
        log.drag("b", to=hex_id("0406"))
        log.roll() if sign == "roll" else log.attack("a")
        log.drag("r", to=hex_id("0508"))
        log.drag("a", to=hex_id("0506"))
        report = audit(log)
        assert Outcome.ILLEGAL not in {a.outcome for a in report.actions}

    def test_what_cannot_be_a_result_is_accused(self, audit: Audit) -> None:
        log = builder(*self.UNITS)
        log.roll()
        bad = log.drag("z", to=hex_id("0309"))
        assert seen(audit(log)) == [("9.2(1)1", "1101", "0309", bad)]

    def test_moves_before_combat_are_judged(self, audit: Audit) -> None:
        log = builder(*self.UNITS)
        bad = log.drag("z", to=hex_id("0309"))
        log.roll()
        assert seen(audit(log)) == [("9.2(1)1", "1101", "0309", bad)]

    def test_flipped_units_are_slower(self, audit: Audit) -> None:
        log = builder(*TWO)
        log.flip("a")
        log.chit("chit-6a")
        bad = log.drag("a", to=hex_id("1005"))
        assert seen(audit(log)) == [("9.2(1)1", "0505", "1005", bad)]


class TestSegmentsWithoutChits:
    def test_the_other_side_ends_a_segment(self, audit: Audit) -> None:
        log = builder(*TWO, chits=False)
        log.drag("a", to=hex_id("0501"))
        log.drag("r", to=hex_id("1104"))
        log.drag("a", to=hex_id("0901"))
        report = audit(log)
        assert report.shown == ()
        assert [(a.segment.number, a.segment.inferred) for a in report.actions] == [
            (1, True),
            (2, True),
            (3, True),
        ]

    def test_drags_on_end_are_one_move(self, audit: Audit) -> None:
        log = builder(*TWO, chits=False)
        log.drag("a", to=hex_id("0501"))
        bad = log.drag("a", to=hex_id("0901"))
        assert seen(audit(log)) == [("9.2(1)1", "0505", "0901", bad)]

    def test_new_movement_after_combat(self, audit: Audit) -> None:
        log = builder(*TWO, "c axis inf 5 0201", chits=False)
        log.roll()
        log.drag("c", to=hex_id("0203"))
        bad = log.drag("c", to=hex_id("0210"))
        assert seen(audit(log)) == [("9.2(1)1", "0201", "0210", bad)]


class TestCombatOutsideTheLog:
    """Dice thrown elsewhere, no chits logged: after the other side moved, a short drag may be its result."""

    UNITS = (
        "a axis inf 5 0509",
        "b axis inf 5 0406",
        "d axis inf 5 0503",
        "r soviet inf 4 0506",
        "s soviet inf 4 1105",
    )

    @pytest.fixture
    def attacked(self) -> LogBuilder:
        log = builder(*self.UNITS, chits=False)
        log.drag("a", to=hex_id("0507"))
        return log

    def test_a_retreat_is_not_accused(self, audit: Audit, attacked: LogBuilder) -> None:
        attacked.drag("r", to=hex_id("0504"))
        attacked.drag("a", to=hex_id("0506"))
        assert [(a.unit, a.outcome) for a in audit(attacked).actions] == [
            ("a", Outcome.LEGAL),
            ("r", Outcome.UNPROVABLE),
            ("a", Outcome.LEGAL),
        ]

    def test_nor_one_hex_by_hex(self, audit: Audit, attacked: LogBuilder) -> None:
        attacked.drag("r", to=hex_id("0505"))
        attacked.drag("r", to=hex_id("0504"))
        assert [(a.unit, a.outcome) for a in audit(attacked).shown] == [("r", Outcome.UNPROVABLE)]

    def test_an_advance_into_the_hex_left_is_not_accused(self, audit: Audit) -> None:
        log = builder(*self.UNITS, "c axis inf 4 0507", "t soviet inf 4 0606", chits=False)
        log.drag("b", to=hex_id("0305"))
        log.drag("r", to=hex_id("0505"))
        log.drag("c", to=hex_id("0506"))
        assert [(a.unit, a.outcome) for a in audit(log).shown] == [("c", Outcome.UNPROVABLE)]

    def test_nothing_is_excused_after_an_ordinary_move(self, audit: Audit, attacked: LogBuilder) -> None:
        attacked.drag("s", to=hex_id("1104"))
        bad = attacked.drag("r", to=hex_id("0504"))
        assert seen(audit(attacked)) == [("9.2(2)", "0506", "0504", bad)]

    def test_nor_a_drag_that_is_too_long(self, audit: Audit, attacked: LogBuilder) -> None:
        bad = attacked.drag("r", to=hex_id("0501"))
        assert [a.key()[1:] for a in audit(attacked).shown] == [("0506", "0501", bad)]
        assert audit(attacked).shown[0].outcome is Outcome.ILLEGAL
