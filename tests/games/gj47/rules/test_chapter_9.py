"""One legal and one illegal move for each line of 3.1, 3.2 and chapter 9, under its number.

The hexes lie in a plain world of columns and rows; ``0305`` is column 3, row 5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

import pytest

from tests.games.gj47.rules.worlds import Piece, World, plain
from toolkit.games.gj47.rules.basics import in_enemy_zoc
from toolkit.games.gj47.rules.course import Move
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.judge import check, check_stacking, explain
from toolkit.games.gj47.rules.movement import one_mode, resumed
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.readings import Asked
from toolkit.games.gj47.rules.units import Owner
from toolkit.rules.rulings import Rulings
from toolkit.rules.verdict import Outcome

ROWS = 12
DEFAULTS = {"U-03": "any-crossing", "U-15": "everywhere", "U-22": "no-effect", "U-37": "as-unit"}
DEFAULTS |= {"U-54": "exact", "U-55": "never", "U-64": "segment"}


def hex_id(number: str) -> int:
    return (int(number[:2]) - 1) * ROWS + int(number[2:]) - 1


@dataclass
class Case:
    """A world in shorthand: terrain by hex, lines as strings of hexes, units as text."""

    start: str
    end: str
    unit: str = "inf 5"
    terrain: dict[str, str] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    sides: dict[str, str] = field(default_factory=dict)
    enemies: str = ""
    friends: str = ""
    march: bool = False
    via: str = ""

    def world(self) -> World:
        world = plain(12, ROWS)
        for kind, hexes in self.terrain.items():
            for number in hexes.split():
                world.terrain[hex_id(number)] = kind
        for kind, hexes in self.lines.items():
            numbers = [hex_id(number) for number in hexes.split()]
            for a, b in pairwise(numbers):
                assert b in world.around(a), (a, b)
                world.add(a, b, kind)
        for kind, pairs in self.sides.items():
            for pair in pairs.split():
                a, b = map(hex_id, pair.split("/"))
                assert b in world.around(a), pair
                world.add(a, b, kind)
        word, allowance = self.unit.split()
        world.pieces.append(
            Piece("mover", "axis", word == "pz", word == "mt", int(allowance), hex_id(self.start))
        )
        for side, hexes in (("soviet", self.enemies), ("axis", self.friends)):
            for i, number in enumerate(hexes.split()):
                world.pieces.append(Piece(f"{side}{i}", side, False, False, 4, hex_id(number)))
        return world

    def position(self, fixed: Mapping[str, str] = DEFAULTS) -> Position:
        return self.world().position(fixed)

    def move(self) -> Move:
        stops = tuple(hex_id(number) for number in self.via.split())
        return Move(0, hex_id(self.start), hex_id(self.end), stops, self.march)


ROAD_EAST = "0205 0305 0405 0505 0605 0705 0805 0905 1005 1105 1205"


LEGAL = {
    "9.2(1)1": Case("0501", "0506"),
    "9.2(1)2 city": Case("0501", "0502", "pz 1", {"city": "0502"}),
    "9.2(1)3": Case("0501", "0502", "inf 2", sides={"river": "0501/0502"}),
    "9.2(1)3 road bridge": Case(
        "0501", "0502", "inf 1", sides={"river": "0501/0502"}, lines={"road": "0501 0502"}
    ),
    "9.2(1)4": Case("0501", "0504", "pz 3", {"marsh": "0502 0503 0504"}, {"road": "0501 0502 0503 0504"}),
    "9.2(2) T08": Case("0505", "0605", "inf 5", enemies="0404 0706"),
    "9.2(3)1": Case("0501", "0502", "pz 2", {"marsh": "0502"}, sides={"great": "0501/0502"}),
    "9.2(3)1 from a zone": Case("0505", "0506", "inf 4", sides={"great": "0505/0506"}, enemies="0404"),
    "9.2(3)2 into a zone": Case("0505", "0506", "inf 4", sides={"great": "0505/0506"}, enemies="0507"),
    "9.2(3)3": Case("0501", "0504", sides={"great": "0502/0503"}, lines={"road": "0502 0503"}),
    "9.2(3)3 rail": Case("0501", "0504", sides={"great": "0502/0503"}, lines={"rail": "0502 0503"}),
    "9.2(4)1": Case("0501", "0504", "pz 3", {"mountain": "0502 0503"}, {"road": "0501 0502 0503 0504"}),
    "9.2(4)2": Case("0501", "0502", "mt 4", {"mountain": "0502"}),
    "9.2(4)2 into a zone": Case("0505", "0506", "mt 4", {"mountain": "0506"}, enemies="0507"),
    "9.2(4)2 from a zone": Case("0505", "0506", "mt 4", {"mountain": "0506"}, enemies="0404"),
    "9.2(4)2 leaving": Case("0502", "0504", "mt 4", {"mountain": "0502"}),
    "9.2(5)1": Case("0501", "0502", "inf 2", {"marsh": "0502"}),
    "9.2(5)2": Case("0501", "0506", "inf 5", {"forest": "0502 0503 0504 0505 0506"}),
    "9.3(1) T10": Case("0205", "1205", "inf 5", lines={"road": ROAD_EAST}),
    "9.3(2) through own stack": Case("0205", "1205", "inf 5", lines={"road": ROAD_EAST}, friends="0605 0605"),
    "3.1(2) around": Case("0505", "0508", "inf 8", enemies="0506"),
    "3.2(1) impassable": Case("0501", "0601", "inf 1", sides={"closed": "0601/0701"}, enemies="0701"),
    "3.2(2)": Case("0501", "0502", "inf 3", enemies="0503 0602"),
}


def test_a_zone_is_the_six_hexes_around() -> None:
    """3.2: all around an enemy, and no farther; an enemy has no zone against himself."""
    case = Case("0101", "0102", enemies="0503")
    position, world = case.position(), case.world()
    reading = Asked(Rulings(position.data.points.settled()))
    zone = {h for h in range(len(position.data.board)) if in_enemy_zoc(position, Owner.AXIS, h, reading)}
    assert zone == set(world.around(hex_id("0503")))
    assert not any(in_enemy_zoc(position, Owner.SOVIET, h, reading) for h in zone)


@pytest.mark.parametrize("name", LEGAL)
def test_legal(name: str) -> None:
    case = LEGAL[name]
    assert check(case.position(), case.move()).outcome is Outcome.LEGAL, name


ILLEGAL = {
    "3.1(2)": [
        Case("0505", "0506", "inf 8", enemies="0506"),
        Case("0502", "0504", "pz 4", {"sea": "0402 0403 0404 0602 0603 0604 0401 0601"}, enemies="0503"),
    ],
    "9.2(1)1": [Case("0501", "0507"), Case("0501", "0503", "pz 1")],
    "9.2(1)2": [
        Case("0501", "0502", "inf 5", {"sea": "0502"}),
        Case("0501", "0502", "inf 1", sides={"closed": "0501/0502"}),
    ],
    "9.2(1)3": [Case("0501", "0502", "inf 1", sides={"river": "0501/0502"})],
    "9.2(2)": [
        Case("0505", "0605", "inf 4", enemies="0404 0706"),
        Case("0502", "0504", "inf 3", enemies="0505"),
    ],
    "9.2(3)1": [
        Case("0501", "0503", "inf 3", sides={"great": "0502/0503 0402/0503 0602/0503"}),
        Case("0502", "0504", sides={"great": "0502/0503 0502/0402 0502/0602 0502/0401 0502/0601 0502/0501"}),
    ],
    "9.2(3)2": [
                Case("0505", "0506", "inf 3", sides={"great": "0505/0506"}, enemies="0404 0507")],
    "9.2(4)": [
        Case("0501", "0502", "inf 5", {"mountain": "0502"}),
        Case("0502", "0503", "inf 5", {"mountain": "0502"}),
        Case("0501", "0502", "pz 2", {"mountain": "0502"}, {"road": "0502 0602"}),
    ],
    "9.2(4)2": [
        Case("0501", "0503", "mt 5", {"mountain": "0503"}),
        Case("0505", "0506", "mt 5", {"mountain": "0506"}, enemies="0404 0507"),
    ],
    "9.2(5)1": [Case("0501", "0502", "pz 2", {"marsh": "0502"})],
    "9.2(5)2": [Case("0501", "0502", "pz 1", {"forest": "0502"})],
    "9.3(1)1": [
        Case("0205", "1006", "inf 5", lines={"road": ROAD_EAST}),
        Case("0204", "1005", "inf 5", lines={"road": ROAD_EAST}),
    ],
    "9.3(1)2": [
        Case("0205", "1105", "inf 5", lines={"road": ROAD_EAST}, enemies="0706"),
        Case("0205", "1105", "inf 5", lines={"road": ROAD_EAST}, enemies="0106"),
    ],
    "9.3(1)3": [Case("0205", "1105", "inf 5", lines={"rail": ROAD_EAST})],
}  # fmt: skip


@pytest.mark.parametrize(("rule", "case"), [(r, c) for r, cases in ILLEGAL.items() for c in cases])
def test_illegal_with_its_rule(rule: str, case: Case) -> None:
    verdict = check(case.position(), case.move())
    assert verdict.outcome is Outcome.ILLEGAL
    assert verdict.decisive == rule, verdict.rules


def test_railway_at_the_price_of_a_road() -> None:
    """9.2(1)4: a way along a railway through a marsh costs the marsh."""
    case = Case("0501", "0503", "pz 2", {"marsh": "0502 0503"}, {"rail": "0501 0502 0503"})
    verdict = check(case.position(), case.move())
    assert verdict.outcome is Outcome.ILLEGAL
    assert "9.2(1)4" in verdict.rules
    assert "9.2(1)1" in verdict.rules


def test_two_roads_that_do_not_meet() -> None:
    """9.2(1)4: hexes that each have a road are not joined by it."""
    case = Case("0502", "0503", "pz 2", {"marsh": "0503"}, {"road": "0502 0402"})
    verdict = check(case.position(), case.move())
    assert verdict.rules == ("9.2(5)1", "9.2(5)", "9.2(1)1")
    world = case.world()
    for a, b in (("0502", "0402"), ("0503", "0504")):
        world.add(hex_id(a), hex_id(b), "road")
    assert "9.2(1)4" in check(world.position(DEFAULTS), case.move()).rules


def test_mixing_march_and_normal_movement() -> None:
    """9.1(3): six road hexes marched and two clear ones on foot are one point too many for either."""
    case = Case("0205", "1004", "inf 5", lines={"road": "0205 0305 0405 0505 0605 0705 0805"})
    verdict = check(case.position(), case.move())
    assert verdict.outcome is Outcome.ILLEGAL
    assert "9.1(3)" in verdict.rules
    assert not one_mode(marched=True, moved_normally=True)


@pytest.mark.parametrize(
    ("case", "rules"),
    [
        # Ten hexes of road with four points.
        (Case("0205", "1205", "inf 4", lines={"road": ROAD_EAST}), ("9.3(1)", "9.2(1)1")),
        # A road somewhere else makes no march of a move that is one hex too long.
        (Case("0501", "0507", "inf 5", lines={"road": ROAD_EAST}), ("9.2(1)1",)),
        # The bridge is one hexside farther on.
        (
            Case(
                "0501", "0503", "inf 3", sides={"great": "0502/0503 0402/0503 0602/0503"},
                lines={"road": "0602 0503"}, enemies="0702",
            ),
            ("9.2(3)1", "9.2(3)3", "9.2(2)", "9.2(1)1"),
        ),
        (Case("0501", "0502", "pz 2", {"marsh": "0502"}), ("9.2(5)1", "9.2(5)", "9.2(1)1")),
        (Case("0505", "0605", "inf 4", enemies="0404 0706"), ("9.2(2)", "9.2(1)1", "9.2(5)")),
    ],
)  # fmt: skip
def test_heads_and_exceptions_are_named_after_what_decides(case: Case, rules: tuple[str, ...]) -> None:
    """9.2(3)3, 9.2(5), 9.3(1): they belong to the sentence that is broken."""
    verdict = check(case.position(), case.move())
    assert (verdict.outcome, verdict.rules) == (Outcome.ILLEGAL, rules)


SAID_TO_MARCH: list[tuple[str, Case, tuple[str, ...]]] = [
    ("ten hexes of road", Case("0205", "1205", "inf 5", lines={"road": ROAD_EAST}), ()),
    ("one hex of road", Case("0205", "0305", "inf 5", lines={"road": ROAD_EAST}), ()),
    (
        "past an enemy two hexes off",
        Case("0205", "1005", "inf 5", lines={"road": ROAD_EAST}, enemies="0607"),
        (),
    ),
    (
        "two hexes of railway",
        Case("0205", "0405", "inf 5", lines={"rail": ROAD_EAST}),
        ("9.3(1)3", "9.3(1)1"),
    ),
    (
        "road, then railway",
        Case("0205", "0605", "inf 5", lines={"road": "0205 0305 0405", "rail": "0405 0505 0605"}),
        ("9.3(1)3", "9.3(1)1"),
    ),
    ("ten hexes of railway", Case("0205", "1205", "inf 5", lines={"rail": ROAD_EAST}), ("9.3(1)3",)),
    ("begins beside the road", Case("0204", "0605", "inf 5", lines={"road": ROAD_EAST}), ("9.3(1)1",)),
    ("leaves the road at last", Case("0205", "0406", "inf 5", lines={"road": ROAD_EAST}), ("9.3(1)1",)),
    ("no road at all", Case("0501", "0503", "inf 5"), ("9.3(1)1",)),
    (
        "begins beside an enemy",
        Case("0205", "0405", "inf 5", lines={"road": ROAD_EAST}, enemies="0106"),
        ("9.3(1)2",),
    ),
    (
        "ends beside an enemy",
        Case("0205", "0505", "inf 5", lines={"road": ROAD_EAST}, enemies="0604"),
        ("9.3(1)2",),
    ),
    (
        "past an enemy, hex by hex",
        Case(
            "0205", "0805", "inf 5", lines={"road": ROAD_EAST}, enemies="0506",
            via="0305 0405 0505 0605 0705",
        ),
        ("9.3(1)2", "9.3(1)1"),
    ),
    (
        "eleven hexes",
        Case("0105", "1205", "inf 5", lines={"road": "0105 " + ROAD_EAST}),
        ("9.3(1)", "9.2(1)1"),
    ),
    (
        "a railway beside an enemy",
        Case("0205", "0805", "inf 5", lines={"rail": ROAD_EAST}, enemies="0507 0504"),
        ("9.3(1)3", "9.3(1)2"),
    ),
    (
        "into an enemy",
        Case("0205", "0405", "inf 5", lines={"road": ROAD_EAST}, enemies="0405"),
        ("3.1(2)", "9.3(2)"),
    ),
    (
        "over a strait",
        Case(
            "0501", "0502", "inf 5",
            sides={"closed": " ".join(f"0502/{n}" for n in ("0501", "0402", "0401", "0602", "0601", "0503"))},
        ),
        ("9.2(1)2", "9.3(2)"),
    ),
    (
        "into the sea",
        Case("0501", "0502", "inf 5", {"sea": "0502"}),
        ("9.2(1)2", "9.3(2)"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "rules"), [(c, r) for _, c, r in SAID_TO_MARCH], ids=[n for n, _, _ in SAID_TO_MARCH]
)
def test_a_move_that_was_said_to_be_a_march(case: Case, rules: tuple[str, ...]) -> None:
    """It keeps to 9.3, whatever normal movement would allow; the fast checker agrees."""
    position, move = case.position(), replace(case, march=True).move()
    verdict = check(position, move)
    assert verdict.rules == rules
    assert verdict.outcome is (Outcome.ILLEGAL if rules else Outcome.LEGAL)
    assert check(position, move, FastCheck(position)).outcome is verdict.outcome


def test_said_to_march_or_not_decides_what_a_short_move_breaks() -> None:
    """Along two hexes of railway a unit may walk, and may not march (9.3(1)3)."""
    case = Case("0205", "0405", "inf 5", lines={"rail": ROAD_EAST})
    assert check(case.position(), case.move()).legal
    assert check(case.position(), replace(case, march=True).move()).decisive == "9.3(1)3"


@pytest.mark.parametrize("point", ["U-54", "U-55"])
def test_open_points_of_a_march_that_was_said_to_be_one(point: str) -> None:
    case = replace(UNCLEAR[point], march=True)
    verdict = check(case.position({}), case.move())
    assert (verdict.outcome, verdict.unclear) == (Outcome.UNCLEAR, (point,))
    assert check(case.position(DEFAULTS), case.move()).outcome is Outcome.ILLEGAL


UNCLEAR: dict[str, Case] = {
    "U-03": Case(
        "0505", "0506", "inf 3", sides={"river": "0505/0506"}, lines={"road": "0505 0506"}, enemies="0504"
    ),
    "U-15": Case("0504", "0502", "inf 2", sides={"great": "0502/0501"}, enemies="0501"),
    "U-22": Case("0504", "0502", "inf 2", {"city": "0502 0501"}, enemies="0501"),
    "U-54": Case("0105", "1205", "inf 5", lines={"road": "0105 " + ROAD_EAST}),
    "U-55": Case("0205", "1105", "inf 5", lines={"road": ROAD_EAST}, enemies="1205"),
}


@pytest.mark.parametrize("point", UNCLEAR)
def test_open_points_make_a_move_unclear(point: str) -> None:
    case = UNCLEAR[point]
    open_verdict = check(case.position({}), case.move())
    assert open_verdict.outcome is Outcome.UNCLEAR
    assert open_verdict.unclear == (point,)
    assert check(case.position(DEFAULTS), case.move()).outcome is not Outcome.UNCLEAR


def test_unknown_value_of_a_switch_leaves_it_open() -> None:
    case = UNCLEAR["U-54"]
    verdict = check(case.position({"U-54": "a value of tomorrow"}), case.move())
    assert verdict.outcome is Outcome.UNCLEAR


HOUSE_RULES: list[tuple[dict[str, str], Case, bool]] = [
    ({"U-17": "one-hex"}, Case("0501", "0502", "pz 1", {"marsh": "0502"}), True),
    ({"U-17": "one-hex"}, Case("0501", "0502", "pz 6", {"mountain": "0502"}), False),
    # Another own unit lifts the zone; the moving one does not lift it for itself.
    ({"U-16": "yes"}, Case("0505", "0605", "inf 3", enemies="0404 0706", friends="0505"), True),
    ({"U-16": "yes"}, Case("0505", "0605", "inf 3", enemies="0404 0706"), False),
    ({"U-18": "costs"}, Case("0501", "0502", "pz 2", {"marsh": "0502"}, sides={"great": "0501/0502"}), False),
    ({"U-19": "after-moving"}, Case("0501", "0503", "mt 5", {"mountain": "0503"}), True),
    ({"U-54": "half-dropped"}, UNCLEAR["U-54"], True),
]


@pytest.mark.parametrize(("fixed", "case", "legal"), HOUSE_RULES)
def test_house_rules(fixed: dict[str, str], case: Case, legal: bool) -> None:
    assert check(case.position(DEFAULTS | fixed), case.move()).legal == legal


def test_trail_shows_the_cheapest_way() -> None:
    """The worked example of 9.2: one point of terrain, two to leave, two to enter."""
    case = LEGAL["9.2(2) T08"]
    trail = explain(case.position(), case.move())
    assert trail is not None
    assert [(step.hex, step.halves) for step in trail.steps] == [(hex_id("0605"), 10)]
    assert trail.steps[0].reasons == ("clear 1", "leaves enemy ZOC +2", "enters enemy ZOC +2")


def test_reduced_face_has_its_own_allowance() -> None:
    from dataclasses import replace

    case = LEGAL["9.2(1)1"]
    position = case.position()
    weak = replace(position.data.units[0], reduced_allowance=4)
    data = replace(position.data, units=(weak,))
    position = Position.of(data, {"mover": "0501"}, reduced=["mover"])
    assert check(position, case.move()).decisive == "9.2(1)1"


class TestForts:
    """14.2 as far as it touches movement; U-37 for a fort alone."""

    def position(self, fixed: Mapping[str, str], mover: Owner, end: str) -> tuple[Position, Move]:
        case = Case("0505", end, "inf 2", enemies="" if mover is Owner.AXIS else "0506")
        position = case.position(fixed)
        position.forts[hex_id("0504")] = 1
        return position, case.move()

    def test_alone_it_bars_its_hex(self) -> None:
        position, move = self.position(DEFAULTS, Owner.AXIS, "0504")
        assert check(position, move).decisive == "3.1(2)"

    def test_open_point_is_unclear(self) -> None:
        position, move = self.position({}, Owner.AXIS, "0504")
        verdict = check(position, move)
        assert (verdict.outcome, verdict.unclear) == (Outcome.UNCLEAR, ("U-37",))

    def test_own_fort_lifts_zones(self) -> None:
        case = Case("0504", "0503", "inf 2", enemies="0505")
        soviet = case.world()
        for piece in soviet.pieces:
            piece.side = "soviet" if piece.side == "axis" else "axis"
        position = soviet.position(DEFAULTS)
        assert not check(position, case.move()).legal
        position.forts[hex_id("0504")] = 1
        assert check(position, case.move()).legal


class TestStacking:
    """3.1(1) and 3.1(3)."""

    @pytest.mark.parametrize(
        ("friends", "outcome"), [(0, Outcome.LEGAL), (1, Outcome.LEGAL), (2, Outcome.ILLEGAL)]
    )
    def test_two_in_a_hex(self, friends: int, outcome: Outcome) -> None:
        case = Case("0505", "0505", friends=" ".join(["0505"] * friends))
        verdict = check_stacking(case.position(), hex_id("0505"), segment_over=True)
        assert verdict.outcome is outcome
        assert verdict.decisive == (None if outcome is Outcome.LEGAL else "3.1(1)")

    def test_in_passing(self) -> None:
        case = Case("0505", "0505", friends="0505 0505")
        during = check_stacking(case.position(), hex_id("0505"), segment_over=False)
        assert during.outcome is Outcome.LEGAL
        still_open = check_stacking(case.position({}), hex_id("0505"), segment_over=False)
        assert (still_open.outcome, still_open.unclear) == (Outcome.UNCLEAR, ("U-64",))

    def test_no_limit_in_a_fort(self) -> None:
        case = Case("0505", "0505", friends="0505 0505 0505")
        position = case.position()
        position.forts[hex_id("0505")] = 2
        assert check_stacking(position, hex_id("0505"), segment_over=True).legal


@pytest.mark.parametrize(
    ("order", "expected"),
    [([1, 1, 2], False), ([1, 2], False), ([1, 2, 1], True), ([2, 1], False), ([], False)],
)
def test_one_unit_at_a_time(order: list[int], expected: bool) -> None:
    """9.1(1)."""
    assert resumed(order, 1) is expected


def test_every_rule_has_its_headings_and_an_example() -> None:
    from toolkit.games.gj47.rules import RULE_BOOK

    numbers = [entry.number for entry in RULE_BOOK]
    assert len(numbers) == len(set(numbers))
    assert {"3.1(1)", "3.1(2)", "3.1(3)", "3.2(1)", "9.1(1)", "9.2(3)2", "9.3(1)3"} <= set(numbers)
    for entry in RULE_BOOK:
        assert entry.section("What it checks")
        assert bool(entry.unclear) <= bool(entry.section("Unclear points"))
        assert bool(entry.on) <= bool(entry.section("Legal example") and entry.section("Illegal example"))
    assert [e.number for e in RULE_BOOK.find("9.2(3)")] == ["9.2(3)", "9.2(3)1", "9.2(3)2", "9.2(3)3"]
    assert [e.number for e in RULE_BOOK.find("9.2(1)1")] == ["9.2(1)1"]
    assert RULE_BOOK.find("99") == ()


def _undocumented() -> None:
    """No labels."""


def test_a_rule_that_does_not_say_what_it_checks_is_refused() -> None:
    from toolkit.rules.registry import Enforcement, Kind, rule

    mark: Callable[[Callable[[], None]], Callable[[], None]] = rule(
        "0", "nothing", kind=Kind.EFFECT, enforcement=Enforcement.STATED
    )
    with pytest.raises(ValueError, match="lacks Checks"):
        mark(_undocumented)
