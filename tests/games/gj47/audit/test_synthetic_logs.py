"""Audits of logs written here: what the state machine makes of drags, stacks, undo and chits."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.games.gj47.audit.plain_logs import TWO, Audit, builder, hex_id, make_world, seen
from tests.games.gj47.audit.synthetic import LOSSES, MAP, LogBuilder
from toolkit.audit.report import JudgedAction
from toolkit.rules.verdict import Basis, Outcome
from toolkit.vassal.metadata import Metadata


def test_legal_and_illegal(audit: Audit) -> None:
    log = builder(*TWO)
    log.drag("a", to=hex_id("0501"))
    bad = log.drag("b", to=hex_id("1107"))
    report = audit(log)
    assert seen(report) == [("9.2(1)1", "0507", "1107", bad)]
    (finding,) = report.shown
    assert finding.outcome is Outcome.ILLEGAL
    assert finding.allowance == 5
    assert finding.trail is not None
    assert finding.trail.cost == 6
    assert finding.basis is Basis.RECONSTRUCTED
    assert finding.actor.side == "axis"
    assert report.counts["legal"] == 1


def test_detour_is_one_move_judged_directly(audit: Audit) -> None:
    """Three drags whose way shown is too long, while the direct way is not."""
    log = builder(*TWO)
    log.drag("a", to=hex_id("0502"))
    log.drag("a", to=hex_id("0205"))
    log.drag("a", to=hex_id("0504"))
    report = audit(log)
    assert [(a.start, a.end, a.via, a.outcome) for a in report.actions] == [
        ("0505", "0504", ("0502", "0205"), Outcome.LEGAL)
    ]


def test_several_drags_add_up(audit: Audit) -> None:
    log = builder(*TWO)
    log.drag("a", to=hex_id("0502"))
    last = log.drag("a", to=hex_id("0605"))
    log.drag("b", to=hex_id("0707"))
    third = log.drag("b", to=hex_id("1109"))
    report = audit(log)
    assert seen(report) == [("9.2(1)1", "0507", "1109", third)]
    assert last not in {action.step for action in report.shown}


def test_put_back_did_not_move(audit: Audit) -> None:
    log = builder(*TWO)
    log.drag("a", to=hex_id("1201"))
    log.drag("b", to=hex_id("0508"))
    log.drag("a", to=hex_id("0505"))
    report = audit(log)
    assert [(a.unit, a.outcome) for a in report.actions] == [("b", Outcome.LEGAL)]


def test_nudging_inside_a_hex_is_nothing(audit: Audit) -> None:
    log = builder(*TWO)
    x, y = log.pixel(hex_id("0505"))
    log.drop("a", at=(MAP, x + 20, y - 15))
    log.chat()
    assert audit(log).actions == ()


@pytest.mark.parametrize("marked", [True, False])
def test_undo_is_taken_back(audit: Audit, marked: bool) -> None:
    """Undone drags leave nothing, not even an order in which units moved."""
    log = builder(*TWO)
    log.drag("a", to=hex_id("0503"))
    log.drag("b", to=hex_id("1107"))
    log.undo(marked=marked)
    log.undo(marked=marked)
    log.drag("b", to=hex_id("0509"))
    log.drag("a", to=hex_id("0502"))
    report = audit(log)
    assert [(a.unit, a.outcome, a.end) for a in report.actions] == [
        ("b", Outcome.LEGAL, "0509"),
        ("a", Outcome.LEGAL, "0502"),
    ]
    assert report.notices == ()


@pytest.mark.parametrize("marked", [True, False])
def test_undo_after_a_roll_is_a_notice(audit: Audit, marked: bool) -> None:
    log = builder(*TWO)
    rolled = log.roll()
    undo = log.undo(marked=marked)
    report = audit(log)
    assert [(n.code, n.step, n.data["taken_back"]) for n in report.notices] == [("AUD020", undo, rolled)]
    assert report.shown == ()


def test_stack_drag_moves_each_unit(audit: Audit) -> None:
    units = ("a axis inf 5 0505", "p axis pz 6 0505", "r soviet inf 4 1201")
    log = builder(*units)
    good = log.drag("a", "p", to=hex_id("0705"))
    bad = log.drag("a", "p", to=hex_id("1105"))
    report = audit(log)
    assert good not in {a.step for a in report.actions}
    assert [(a.unit, a.outcome, a.step) for a in report.actions] == [
        ("a", Outcome.ILLEGAL, bad),
        ("p", Outcome.LEGAL, bad),
    ]


def test_stack_then_one_after_the_other_is_no_interruption(audit: Audit) -> None:
    log = builder("a axis inf 5 0505", "b axis inf 5 0505", "r soviet inf 4 1201")
    log.drag("a", "b", to=hex_id("0605"))
    log.drag("a", to=hex_id("0705"))
    log.drag("b", to=hex_id("0607"))
    assert audit(log).shown == ()


class TestOneUnitAtATime:
    """9.1(1)."""

    def test_moving_on_after_another_unit(self, audit: Audit) -> None:
        log = builder(*TWO)
        log.drag("a", to=hex_id("0504"))
        log.drag("b", to=hex_id("0508"))
        bad = log.drag("a", to=hex_id("0503"))
        report = audit(log)
        assert seen(report) == [("9.1(1)", "0505", "0503", bad)]
        assert report.shown[0].basis is Basis.RULES

    def test_aside_after_another_unit(self, audit: Audit) -> None:
        """It could have gone there at once; but its move had ended."""
        log = builder(*TWO)
        log.drag("a", to=hex_id("0509"))
        log.drag("b", to=hex_id("0508"))
        bad = log.drag("a", to=hex_id("0608"))
        report = audit(log)
        assert seen(report) == [("9.1(1)", "0505", "0608", bad)]
        assert report.shown[0].rules == ("9.1(1)", "8.1(3)")

    def test_a_second_whole_move(self, audit: Audit) -> None:
        """Each of the two is legal by itself: what is wrong is that there are two."""
        log = builder(*TWO)
        log.drag("a", to=hex_id("0509"))
        log.drag("b", to=hex_id("0508"))
        log.drag("a", to=hex_id("1009"))
        (action,) = audit(log).shown
        assert action.rules == ("9.1(1)", "8.1(3)", "9.2(1)1")

    def test_without_chits_it_may_be_a_new_command(self, audit: Audit) -> None:
        log = builder(*TWO, chits=False)
        log.drag("a", to=hex_id("0504"))
        log.drag("b", to=hex_id("0508"))
        log.drag("a", to=hex_id("0503"))
        (action,) = audit(log).shown
        assert (action.outcome, action.rules) == (Outcome.UNPROVABLE, ("9.1(1)",))

    def test_without_chits_a_second_full_move_is_a_new_command(self, audit: Audit) -> None:
        log = builder(*TWO, chits=False)
        log.drag("a", to=hex_id("0501"))
        log.drag("b", to=hex_id("0508"))
        log.drag("a", to=hex_id("0901"))
        report = audit(log)
        assert report.shown == ()
        assert [(a.start, a.end) for a in report.actions if a.unit == "a"] == [
            ("0505", "0501"),
            ("0501", "0901"),
        ]

    def test_a_new_chit_is_a_new_move(self, audit: Audit) -> None:
        log = builder(*TWO)
        log.drag("a", to=hex_id("0501"))
        log.drag("b", to=hex_id("0508"))
        log.chit("chit-6a")
        log.drag("a", to=hex_id("0901"))
        report = audit(log)
        assert report.shown == ()
        assert [(a.segment.number, a.segment.label, a.segment.inferred) for a in report.actions] == [
            (1, "chit-6a", False),
            (1, "chit-6a", False),
            (2, "chit-6a", False),
        ]

    def test_a_correction_is_no_second_move(self, audit: Audit) -> None:
        log = builder(*TWO)
        log.drag("a", to=hex_id("0509"))
        log.drag("b", to=hex_id("0508"))
        log.drag("a", to=hex_id("0506"))
        assert audit(log).shown == ()


class TestStacking:
    """3.1."""

    UNITS = (
        "a axis inf 5 0505",
        "b axis inf 5 0505",
        "c axis inf 5 0507",
        "d axis inf 5 0508",
        "r soviet inf 4 1105",
    )

    def test_three_at_the_end(self, audit: Audit) -> None:
        log = builder(*self.UNITS)
        bad = log.drag("c", to=hex_id("0505"))
        log.drag("d", to=hex_id("0509"))
        report = audit(log)
        assert seen(report) == [("3.1(1)", "0507", "0505", bad)]
        assert report.shown[0].rules == ("3.1(1)", "3.1(3)")
        assert report.shown[0].basis is Basis.RULES

    def test_passing_through_is_fine(self, audit: Audit) -> None:
        log = builder(*self.UNITS)
        log.drag("c", to=hex_id("0505"))
        log.drag("c", to=hex_id("0504"))
        log.drag("d", to=hex_id("0509"))
        assert audit(log).shown == ()

    def test_full_for_a_time_is_unclear(self, audit: Audit) -> None:
        log = builder(*self.UNITS)
        log.drag("c", to=hex_id("0505"))
        log.drag("a", to=hex_id("0504"))
        (action,) = audit(log).shown
        assert (action.unit, action.outcome, action.unclear) == ("c", Outcome.UNCLEAR, ("U-64",))

    def test_stack_onto_a_unit(self, audit: Audit) -> None:
        log = builder("a axis inf 5 0505", "b axis inf 5 0505", "c axis inf 5 0507", "r soviet inf 4 1105")
        bad = log.drag("a", "b", to=hex_id("0507"))
        assert [key[0] for key in seen(audit(log))] == ["3.1(1)"]
        assert audit(log).shown[0].step == bad

    def test_one_error_is_one_finding(self, audit: Audit) -> None:
        log = builder(*self.UNITS)
        log.drag("c", to=hex_id("0505"))
        log.chit("chit-6a")
        log.drag("d", to=hex_id("0509"))
        log.chit("chit-6a")
        log.drag("d", to=hex_id("0510"))
        assert len(audit(log).shown) == 1

    def test_into_the_enemy(self, audit: Audit) -> None:
        log = builder("a axis inf 5 0505", "r soviet inf 4 0506")
        bad = log.drag("a", to=hex_id("0506"))
        assert seen(audit(log)) == [("3.1(2)", "0505", "0506", bad)]

    def test_no_limit_in_a_fort(self, audit: Audit) -> None:
        units = [f"{n} soviet inf 4 0505" for n in "ab"] + ["c soviet inf 4 0506", "x axis inf 5 1105"]
        made = LogBuilder(make_world(*units), chits=True)
        made.spots["fort-1"] = (MAP, *made.pixel(hex_id("0505")))
        made.open()
        made.chit("chit-sw")
        made.drag("c", to=hex_id("0505"))
        assert audit(made).shown == ()


class TestBeforePlay:
    def test_setting_up_is_no_move(self, audit: Audit) -> None:
        """Nothing of the set-up is judged as a move, and an illegal move after a wrong set-up stays."""
        made = LogBuilder(
            make_world("a axis inf 5 -", "b axis inf 5 -", "r soviet inf 4 1105"), chits=True, started=False
        )
        made.open()
        made.drag("a", to=hex_id("0505"))
        made.drag("a", to=hex_id("1201"))
        made.drag("b", to=hex_id("0505"))
        made.chit("chit-6a")
        bad = made.drag("b", to=hex_id("1205"))
        found = seen(audit(made))
        assert [one for one in found if not one[0].startswith("4.")] == [("9.2(1)1", "0505", "1205", bad)]

    def test_setting_up_ends_when_all_units_are_placed(self, audit: Audit) -> None:
        world = make_world("a axis inf 5 -", "b axis inf 5 -", "r soviet inf 4 1105")
        made = LogBuilder(world, chits=False).open()
        made.drag("a", to=hex_id("0505"))
        made.drag("a", to=hex_id("1201"))
        made.drag("b", to=hex_id("0505"))
        made.drag("r", to=hex_id("1106"))
        bad = made.drag("a", to=hex_id("0101"))
        found = seen(audit(made))
        assert [one for one in found if not one[0].startswith("4.")] == [("9.2(1)1", "1201", "0101", bad)]

    def test_lost_units_are_no_set_up(self, audit: Audit) -> None:
        """A log may begin late in a game, with most units of the set-up in the box of the lost."""
        made = LogBuilder(make_world("a axis inf 5 -", "b axis inf 5 -", "r soviet inf 4 1105"), chits=False)
        made.spots |= {"a": (LOSSES, 50, 50), "b": (LOSSES, 50, 50)}
        made.open()
        bad = made.drag("r", to=hex_id("0101"))
        assert seen(audit(made)) == [("9.2(1)1", "1105", "0101", bad)]

    def test_before_the_first_chit_nothing_is_illegal(self, audit: Audit) -> None:
        made = LogBuilder(make_world(*TWO), chits=True, started=False).open()
        made.drag("a", to=hex_id("1201"))
        made.chit("chit-6a")
        assert [a.outcome for a in audit(made).shown] == [Outcome.UNPROVABLE]


def test_on_and_off_the_map_is_no_move(audit: Audit) -> None:
    log = builder("a axis inf 5 0505", "n axis inf 5 -", "r soviet inf 4 1105")
    log.drag("n", to=hex_id("1201"))
    log.drag("a", to=None)
    log.drag("a", to=hex_id("0101"))
    assert audit(log).actions == ()


def test_placing_a_unit_and_placing_it_again_is_not_accused(audit: Audit) -> None:
    log = builder("a axis inf 5 0505", "n axis inf 5 -", "r soviet inf 4 1105")
    log.drag("n", to=hex_id("1201"))
    log.drag("n", to=hex_id("0101"))
    assert [a.outcome for a in audit(log).actions] == [Outcome.UNPROVABLE]
    log.chit("chit-6a")
    bad = log.drag("n", to=hex_id("1201"))
    assert ("9.2(1)1", "0101", "1201", bad) in seen(audit(log))


def test_the_other_side_only_retreats_in_a_command(audit: Audit) -> None:
    """No roll is in the log, but Soviet units do not move of their own in an Axis command."""
    log = builder("a axis inf 5 0505", "r soviet inf 4 0506", "s axis inf 5 0606", "x axis inf 5 0406")
    log.drag("r", to=hex_id("0508"))
    log.drag("a", to=hex_id("0506"))
    assert Outcome.ILLEGAL not in {a.outcome for a in audit(log).actions}


def test_an_unknown_counter_is_unverified_and_only_it(audit: Audit) -> None:
    made = LogBuilder(make_world(*TWO), chits=True)
    made.add("stranger", (MAP, *made.pixel(hex_id("0301"))))
    made.open()
    made.chit("chit-6a")
    made.drag("stranger", to=hex_id("1210"))
    made.drag("a", to=hex_id("0504"))
    report = audit(made)
    assert [(a.unit, a.outcome) for a in report.actions] == [
        ("stranger", Outcome.UNVERIFIED),
        ("a", Outcome.LEGAL),
    ]


def test_another_version_of_the_module_accuses_nobody(audit: Audit) -> None:
    log = builder(*TWO)
    log.drag("a", to=hex_id("1201"))
    report = audit(log, module=Metadata(name="Test game", version="0.9", vassal_version="3.6.0"))
    assert [a.outcome for a in report.shown] == [Outcome.UNVERIFIED]
    assert [n.code for n in report.notices] == ["AUD011"]


def test_actor_is_the_players_side_and_no_id_is_shown(audit: Audit) -> None:
    """One moves for the other: the log names who did it."""
    import json

    log = builder(*TWO)
    log.drag("a", to=hex_id("0504"), player=1)
    log.drag("b", to=hex_id("1201"))
    report = audit(log)
    actors: list[tuple[str | None, str]] = [(a.actor.side, a.actor.known.value) for a in report.actions]
    assert actors == [("soviet", "logged"), ("axis", "inferred")]
    text = json.dumps(report.to_json()) + repr(report)
    assert "secret" not in text


def test_settings_travel_with_the_game(audit: Audit) -> None:
    """U-54: eleven road hexes with five points, by what the saved game says."""
    world = make_world("a axis inf 5 0105", "r soviet inf 4 0110")
    way = [f"{c:02}05" for c in range(1, 13)]
    for one, other in pairwise(way):
        world.add(hex_id(one), hex_id(other), "road")
    made = LogBuilder(world, chits=True).open()
    made.chit("chit-6a")
    made.drag("a", to=hex_id("1205"))
    outcomes = {
        value: [a.outcome for a in audit(made, {"U-54": value}).actions]
        for value in ("", "open", "exact", "half-dropped")
    }
    assert outcomes == {
        "": [Outcome.UNCLEAR],
        "open": [Outcome.UNCLEAR],
        "exact": [Outcome.ILLEGAL],
        "half-dropped": [Outcome.LEGAL],
    }


def test_after_an_illegal_move_the_table_is_as_it_is(audit: Audit) -> None:
    log = builder(*TWO)
    log.drag("a", to=hex_id("1201"))
    log.chit("chit-6a")
    log.drag("a", to=hex_id("1203"))
    report = audit(log)
    outcomes: list[JudgedAction] = list(report.actions)
    assert [a.outcome for a in outcomes] == [Outcome.ILLEGAL, Outcome.LEGAL]
