"""March formation said by its key (9.3): on paper with keys and with drags, and through the real engine.

The hexes are those of the real map round 0215 (Kharkov), where the 44th stands.  From there a road and a
railway lead to 0216; from 0216 to 0219 there is a railway only.  0313, on the road north, lies beside Soviet
units at 0412 and 0413.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.games.gj47.audit.engine_hands import ANNA, BORIS, EngineHands
from tests.games.gj47.audit.evenings import (
    PAIR,
    chits_home,
    choose_again,
    open_with_6a,
    rest_of_the_turn,
    turn_marker,
)
from tests.games.gj47.audit.human_table import KEYS, HumanTable, accused, left_open
from tests.games.gj47.audit.plain_logs import Audit, hex_id, make_world, seen
from tests.games.gj47.audit.synthetic import LogBuilder
from toolkit.audit.audit import audit_logs
from toolkit.audit.module_data import read_module
from toolkit.audit.report import Report
from toolkit.compile.compiled import CompiledGame
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Session
from toolkit.games.gj47.play.recording import house_rules
from toolkit.module.build import build_module
from toolkit.module.equipment import load_equipment
from toolkit.play.desk import Desk

GAME = Path(__file__).resolve().parents[4] / "source_data" / "gj47"
ALONG_THE_ROAD = ("0213", "0313", "0212", "0211", "0210", "0209", "0109")


@dataclass(frozen=True)
class Recorded:
    """What the engine's keys wrote on the units, before and after the end of the chit, and the audit."""

    report: Report
    shown: dict[str, tuple[str, str, str]]
    menu: list[str]
    after: set[str]
    problems: list[str]


def audited(t: HumanTable) -> Report:
    """End the chit; nothing stays open."""
    t.done("chit-6a")
    report = t.audited()
    assert left_open(report) == []
    return report


def rules_of(report: Report, unit: str) -> tuple[str, ...]:
    """Return what the one move of a unit breaks."""
    (move,) = [action for action in report.actions if action.unit == unit and action.action == "move"]
    return move.rules


def quiet_road(t: HumanTable) -> None:
    """Clear the road from 0214 north: no Soviet zone on it."""
    t.put("sov-rifle-212", "0613")
    t.put("sov-rifle-293", "0614")


def test_a_march_along_a_railway(table: HumanTable) -> None:
    open_with_6a(table)
    table.march("ger-inf-44")
    table.drag("ger-inf-44", "0218")
    report = audited(table)
    assert rules_of(report, "ger-inf-44") == ("9.3(1)3", "9.3(1)1")
    assert [a.detail for a in report.actions if a.unit == "ger-inf-44"] == ["in march formation"]


def test_the_same_way_on_foot(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("ger-inf-44", "0218")
    assert accused(audited(table)) == []


@pytest.mark.parametrize("said", [True, False])
def test_a_march_along_a_road(table: HumanTable, said: bool) -> None:
    """Seven hexes for 3½ points: too far to walk, and it need not be said."""
    quiet_road(table)
    open_with_6a(table)
    if said:
        table.march("ger-inf-294")
    table.drag("ger-inf-294", *ALONG_THE_ROAD)
    assert accused(audited(table)) == []


def test_a_march_past_an_enemy(table: HumanTable) -> None:
    """On foot it may go 0214, 0213, 0212; the march enters a zone of control."""
    open_with_6a(table)
    table.march("ger-inf-294")
    table.drag("ger-inf-294", *ALONG_THE_ROAD[:3])
    assert rules_of(audited(table), "ger-inf-294")[0] == "9.3(1)2"


@pytest.mark.parametrize("said", [True, False])
def test_a_march_that_begins_beside_an_enemy(table: HumanTable, said: bool) -> None:
    """On foot: one point, and two to leave the zone."""
    open_with_6a(table)
    if said:
        table.march("ger-inf-79")
    table.drag("ger-inf-79", "0212")
    report = audited(table)
    assert rules_of(report, "ger-inf-79") == (("9.3(1)2",) if said else ())


def test_a_march_that_leaves_the_road(table: HumanTable) -> None:
    open_with_6a(table)
    table.march("ger-inf-44")
    table.drag("ger-inf-44", "0115")
    assert rules_of(audited(table), "ger-inf-44") == ("9.3(1)1",)


def test_a_march_that_begins_beside_the_road(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("ger-inf-44", "0216")
    table.march("ger-mot-29")
    table.drag("ger-mot-29", "0215")
    report = audited(table)
    assert rules_of(report, "ger-inf-44") == ()
    assert rules_of(report, "ger-mot-29") == ("9.3(1)1",)


def test_a_march_into_a_full_hex(table: HumanTable) -> None:
    """It may pass the two Hungarians in 0210, and not stay with them (9.3(2))."""
    quiet_road(table)
    open_with_6a(table)
    table.march("ger-inf-294")
    table.drag("ger-inf-294", "0210")
    assert rules_of(audited(table), "ger-inf-294") == ("3.1(1)", "3.1(3)", "9.3(2)")


def test_said_after_the_drag(table: HumanTable) -> None:
    open_with_6a(table)
    table.drag("ger-inf-44", "0218")
    table.march("ger-inf-44")
    assert rules_of(audited(table), "ger-inf-44")[0] == "9.3(1)3"


@pytest.mark.parametrize("late", [True, False])
def test_said_and_taken_back(table: HumanTable, late: bool) -> None:
    open_with_6a(table)
    table.march("ger-inf-44")
    if late:
        table.drag("ger-inf-44", "0218")
        table.march("ger-inf-44")
    else:
        table.march("ger-inf-44")
        table.drag("ger-inf-44", "0218")
    assert accused(audited(table)) == []


def test_said_of_a_unit_that_stays(table: HumanTable) -> None:
    open_with_6a(table)
    table.march("ger-inf-79")
    table.drag("ger-inf-44", "0216")
    assert accused(audited(table)) == []


def test_said_before_the_log_begins(table: HumanTable) -> None:
    open_with_6a(table)
    table.march("ger-inf-44")
    table.start()
    table.drag("ger-inf-44", "0218")
    table.done("chit-6a")
    assert accused(table.audited()) == [("move", "ger-inf-44", "9.3(1)3")]


def test_said_when_combat_has_begun(evening: Desk) -> None:
    """Movement is over: it says nothing of how the unit came here."""
    table = HumanTable.of(evening, KEYS)
    open_with_6a(table)
    table.drag("ger-inf-44", "0218")
    table.declare("0515", *PAIR)
    table.all_declared()
    table.march("ger-inf-44")
    table.roll("0515", 1)
    table.done("chit-6a")
    assert "ger-inf-44" not in {unit for _, unit, _ in accused(table.audited())}


def test_the_end_of_the_chit_takes_the_badge_off(evening: Desk) -> None:
    table = HumanTable.of(evening, KEYS)
    open_with_6a(table)
    table.march("ger-inf-44")
    table.done("chit-6a")
    assert table.paper.value("ger-inf-44", "March") == "0"
    rest_of_the_turn(table)
    chits_home(table)
    turn_marker(table)
    choose_again(table)
    table.draw("chit-6a")
    table.drag("ger-inf-44", "0218")
    table.done("chit-6a")
    assert accused(table.audited()) == []


class TestMovesAlone:
    """A log whose chits name no headquarters: movement is judged, and nothing else."""

    @pytest.fixture
    def log(self) -> LogBuilder:
        world = make_world("a axis inf 5 0205", "b axis inf 5 0207", "r soviet inf 4 1105")
        for one, other, line in (
            ("0205", "0305", "rail"),
            ("0305", "0405", "rail"),
            ("0207", "0307", "road"),
        ):
            world.add(hex_id(one), hex_id(other), line)
        made = LogBuilder(world, chits=True)
        made.open()
        made.chit("chit-6a")
        return made

    @pytest.mark.parametrize("first", [True, False])
    def test_along_a_railway(self, audit: Audit, log: LogBuilder, first: bool) -> None:
        if first:
            log.march("a")
        drag = log.drag("a", to=hex_id("0405"))
        if not first:
            log.march("a")
        log.march("b")
        log.drag("b", to=hex_id("0307"))
        report = audit(log)
        assert seen(report) == [("9.3(1)3", "0205", "0405", drag)]
        assert {action.detail for action in report.actions} == {"in march formation"}

    def test_taken_back(self, audit: Audit, log: LogBuilder) -> None:
        log.march("a")
        log.drag("a", to=hex_id("0405"))
        log.march("a", 2)
        assert seen(audit(log)) == []

    def test_the_next_chit(self, audit: Audit, log: LogBuilder) -> None:
        log.march("a")
        log.chit("chit-sw")
        log.chit("chit-6a")
        log.drag("a", to=hex_id("0405"))
        assert seen(audit(log)) == []


@pytest.fixture(scope="module")
def recorded(home: EngineHome, gj47: CompiledGame, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Play the chit of Sixth Army in the real engine, with the keys of the module."""
    folder = tmp_path_factory.mktemp("marching")
    module = build_module(gj47, load_equipment(GAME)[0], folder)
    data = read_module(module)
    setup = max(gj47.setups, key=lambda found: len(found.on_map)).names.en
    with Session(module, setup=setup, players=[ANNA, BORIS], home=home, seed=1) as session:
        session.begin(folder / "march.vlog")
        hands = EngineHands(session)
        hands.act_as("Axis")
        hands.agree(data.game.options, house_rules(data, None))
        hands.key("chit-6a", "Ctrl-P")
        shown = {}
        for unit, presses, ends in (
            ("ger-inf-44", 1, ["0218"]),
            ("ger-inf-294", 1, ["0213"]),
            ("ger-inf-79", 1, ["0212"]),
            ("ger-inf-297", 1, ["0115"]),
            ("ger-inf-168", 2, ["0211"]),
            ("ger-mot-29", 0, ["0214"]),
        ):
            for _ in range(presses):
                hands.key(unit, "Alt-M")
            shown[unit] = hands.value(unit, "March"), hands.value(unit, "Act"), hands.value(unit, "By")
            for end in ends:
                hands.drag(unit, end)
        menu = [str(entry["name"]) for entry in session.menus("ger-inf-44")]
        hands.button("End chit")
        after = {hands.value(unit, "March") for unit in shown}
        session.save()
        problems = [problem.message for problem in session.take_problems() if problem.kind != "warning"]
    return Recorded(audit_logs([folder / "march.vlog"], module), shown, menu, after, problems)


@pytest.mark.engine
class TestThroughTheEngine:
    """The module's own key, in VASSAL."""

    def test_the_key_says_it_and_the_end_of_the_chit_clears_it(self, recorded: Recorded) -> None:
        assert recorded.problems == []
        assert "March formation / take back" in recorded.menu
        assert recorded.shown["ger-inf-44"] == ("1", "march", "Axis")
        assert recorded.shown["ger-inf-168"][0] == "2"
        assert recorded.shown["ger-mot-29"][0] == "0"
        assert recorded.after == {"0"}

    def test_marches_are_judged_as_marches(self, recorded: Recorded) -> None:
        """Along a railway, along the road, from a zone, off the road; taken back; nothing said."""
        found = {a.unit: a.rules for a in recorded.report.actions if a.action == "move"}
        assert found == {
            "ger-inf-44": ("9.3(1)3", "9.3(1)1"),
            "ger-inf-294": (),
            "ger-inf-79": ("9.3(1)2",),
            "ger-inf-297": ("9.3(1)1",),
            "ger-inf-168": (),
            "ger-mot-29": (),
        }
