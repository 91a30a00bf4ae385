"""Declarations that do not fit: the code, file:line:column, and what would have been right."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.declared.games import FOLDERS, compiled
from toolkit.compile.game import compile_game
from toolkit.diagnostics import Finding, InputError, Severity
from toolkit.rules.declared import declaration_of
from toolkit.source.game import load_game


def findings(folder: Path, *edits: tuple[str, str, str], game: str = "battle_for_moscow") -> list[Finding]:
    """Return what is found in a game with texts of its files replaced."""
    shutil.copytree(FOLDERS[game], folder / game)
    for name, old, new in edits:
        path = folder / game / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    try:
        source, found = load_game(folder / game)
    except InputError as error:
        return list(error.findings)
    game_, more = compile_game(source, strict=False)
    return [*found, *more, *declaration_of(game_).findings]


def line_of(folder: Path, name: str, text: str) -> int:
    lines = (folder / "battle_for_moscow" / name).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


R = "rules.yaml"
HOLD, AND_WOODS = "hold: {towns: [major_city]}", "hold: {towns: [major_city], terrain: [forest]}"
LOSE, NO_LOSS = "does: [{to: attacker, lose: 1}]", "does: [{to: attacker}]"
CASES = [
    ("RUL101", (R, "classes: [panzer]", "classes: [panzr]"), "panzr", "did you mean 'panzer'"),
    ("RUL101", (R, "{clear: 1, forest: 2}", "{clear: 1, forest: 2, wood: 2}"), "wood:", "no terrain 'wood'"),
    ("RUL101", (R, "across: [river]", "across: [rivr]"), "rivr", "did you mean 'river'"),
    ("RUL101", (R, "phases: [panzer_movement]", "phases: [panzer_move]"), "panzer_move]", "panzer_movement"),
    ("RUL101", (R, "ids: [sov-1s]}", "ids: [sov-1x]}"), "sov-1x", "no unit 'sov-1x'"),
    ("RUL101", (R, "line: communication\n", "line: comunication\n"), "comunication", "communication"),
    ("RUL102", (R, "{clear: 1, forest: 2}", "{clear: 1}"), "costs: {clear: 1}", "terrain 'forest'"),
    ("RUL103", (R, "each: 1\n    faces", "each: 2\n    faces"), '"0.6a"', "nobody could end the set-up"),
    ("RUL103", (R, "begins: panzer_movement", "begins: soviet_movement\n    turn: 9"), None, None),
    ("RUL103", (R, "units: {classes: [panzer]}", "units: {side: soviet}"), '"0.3"', "no unit of german"),
    ("RUL104", (R, "points: printed", "units: {side: german}"), "id: rail_movement", "no allowance"),
    ("RUL106", (R, "who: defender", "who: attacker"), None, None),
    ("RUL107", ("charts/crt.yaml", "  3: [AL", "  7: [AL"), "rows:", "no row for 3"),
    ("RUL107", ("charts/crt.yaml", '"2:1"', '"0.5:1"'), "columns:", "does not rise"),
    ("RUL107", ("charts/crt.yaml", "DE, DE, DE]", "DE, DE, 4*]"), "4*", "no result"),
    ("RUL108", ("charts/crt.yaml", "DE, DE, DE]", "DE, DE, DX]"), "DX", "explains 'DX'"),
    ("RUL109", (R, "mechanism: zones", "mechanism: note"), '"1.1b"', "without a clause of 'zones'"),
    ("RUL110", (R, 'number: "0.5"', 'number: "0.4"'), None, "stands twice"),
    ("RUL111", (R, "stands: false, lifted", "stood: false, lifted"), "stood", "'stands'"),
    ("RUL110", (R, "id: german_combat", "id: german_movement"), "id: german_movement", "two phases"),
    ("RUL114", (R, HOLD, AND_WOODS), "city], terrain", "no place"),
    ("RUL114", (R, LOSE, NO_LOSS), NO_LOSS, "nothing is asked"),
    ("RUL114", (R, "begins: panzer_movement", "begins: set_up"), "begins: set_up", "before the first turn"),
    ("RUL115", (R, "    turn: 4\n", "    turn: 14\n"), "turn: 14", "the game lasts 7"),
    ("SRC010", (R, "count: 7", "count: 2147483648"), "count: 2147483648", "at most 1000"),
    ("RUL114", (R, "limit: 1", "limit: 0"), "limit: 0", "for some 'places'"),
    ("SRC010", (R, "{clear: 1, forest: 2}", "{clear: 1, forest: -2}"), "forest: -2", "expected at least 0"),
    ("SRC010", (R, "limit: 1", "limit: 1\n    points: {panzer: -2}"), "panzer: -2", "at least 0"),
    ("SRC010", (R, "points: {german: 1, ", "points: {german: -1, "), "german: -1", "at least 0"),
    ("SRC010", (R, LOSE, LOSE.replace("1", "0")), "lose: 0", "at least 1"),
    ("SRC010", (R, "mechanism: turns", "mechanism: turn"), "mechanism: turn", "did you mean 'turns'"),
    ("SRC010", (R, "mechanism: zone_lines", "mechanism: zone_line"), "mechanism: zone_line", "'zone_lines'"),
    ("SRC010", (R, "mechanism: zones", "mechanism: zoc_rules"), "mechanism: zoc_rules", "call so is 'zones'"),
    ("SRC010", (R, "count: 7", "conut: 7"), 'number: "0.1"', "did you mean 'count'"),
    ("SRC010", (R, "declared: together", "declared: at_once"), "at_once", "together"),
]  # fmt: skip

C, BLUE, CRT = "counters/german.yaml", "counters/blue.yaml", "charts/crt.yaml"
ARRIVE = "    mechanism: reinforcements"
CONTROL = "    mechanism: control\n    places: {towns: [town]}"
ATTRITION = "    mechanism: attrition\n    line: supply"
OFF = "    mechanism: note"
EAST = ", soviet: {features: [east_edge]}}\n    along"
JOINT = "sides: [landing, garrison], does: [move"
GATE = "features: [east_gate]"
USE = "table: crt\n    phases: "
CRT_PHASES = (f"{USE}[german_combat, f", f"{USE}[f")
COMPARE = "compare: difference\n    phases: "
DIFFERENCE = (f"{COMPARE}[german_combat", f"{COMPARE}[german_movement, german_combat")
STOPS = (
    "mechanism: enemy_blocks",
    'mechanism: enemy_blocks\n\n  - number: "2.9x"\n    says: They stop.\n    mechanism: enemy_stops',
)
OVERRULED = ("costs: {woods: 3}\n    units: {classes: [armour]}", "costs: {clear: 1, woods: 3}")
NO_LEADER = ("classes: [foot, horse, guns, leader]}", "classes: [foot, horse, guns]}")
OR_LOSE = ("retreat: printed, or_lose", "lose: printed, or_lose")
MIXED = ("retreat: printed, mixed", "lose: printed, mixed")
ELSEWHERE = "otherwise: {features: [west_edge]}"
EMPTY = "setups/empty.yaml"
WINS = ("    lead: 5\n    level: marginal", "    level: marginal")
BOUND = ("    who: units", "    who: units\n    phases: [french_movement]")
ALONE = ("mechanism: attacks\n", "mechanism: attacks\n    alone: false\n")
NO_CLASS = ("size: regiment, unit_class: motorised", "size: regiment")
BESIDE = ("from: saltings, to: old_harbour", "from: saltings, to: dunes")
NEVER_MOVES = ("sides: [red], does: [move]", "sides: [blue], does: [move]")
ODDLESS = (
    "compare: attack\n    phases: [german_bombardment, french_bombardment]",
    "compare: attack\n    phases: [german_bombardment]",
)
NOBODY_ATTACKS = ("did_in: [german_combat, french_combat]", "did_in: [german_combat, german_pursuit]")
GONE_BACK = ("{to: defender, lose: all}", "{to: defender, lose: all, retreat: 2}")
NOWHERE = ('  "1108": [rus-8]\n', "")
COMMA = ("{to: attacker, lose: all}", "{to: attacker, lose: all, and gone}")
LEADERLESS = ("beside: {classes: [leader]}", "beside: {ids: [s-l], side: north}")
UNARMED = ("sides: [south], does: [fight]", "sides: [north], does: [fight]")
UNHEARD = ("units: {cards: snipers}", "units: {classes: [foot]}")
ON_HILLS = ("whose: enemy", "whose: enemy\n    places: {terrain: [hills]}")
NO_FEINTS = ("blanks: {ids: [p-feint-1, p-feint-2]}", "blanks: {classes: [leader]}")
COUNTERS = [
    ("battle_for_moscow", "RUL103", "error", (EMPTY, "empty: true", "empty: false"), "no set-up"),
    ("battle_for_moscow", "RUL112", "warning", (C, "unit_class: panzer", "unit_class: panzr"), "'panzer'"),
    ("causeway", "RUL113", "warning", (BLUE, "    enters: 2\n", ""), "has no turn"),
    ("causeway", "RUL113", "warning", (R, ARRIVE, ARRIVE + "\n    units: {side: red}"), "no clause of"),
    ("causeway", "RUL101", "error", (BLUE, "[beach, transports]", "[beach, transport]"), "'transports'"),
    ("hex", "RUL112", "info", (R, "units: {classes: [armour]}", "units: {side: red}"), "nothing tells it"),
    ("lindau", "RUL109", "error", (R, CONTROL, OFF), "no place is held"),
    ("lindau", "RUL109", "error", (R, "{id: vienna, places", "{id: viena, places"), "did you mean 'vienna'"),
    ("lindau", "RUL109", "error", ("setups/boxes.yaml", "kind: exited", "kind: pool"), "no box 'vienna'"),
    ("sedan", "RUL107", "error", ("charts/crt.yaml", '"5-7"', '"6-7"'), "no column for 5: '2-4'"),
    ("sedan", "RUL107", "error", ("charts/bombardment.yaml", '"3-5"', '"3:5"'), "columns read 3, 4-7"),
    ("sedan", "RUL107", "error", ("charts/crt.yaml", '"5-7"', '"4-7"'), "'4-7' both stand for 4"),
    ("sedan", "RUL103", "error", (R, f"{COMPARE}[german_combat, f", f"{COMPARE}[f"), "'odds' or 'unit_dice'"),
    ("lindau", "RUL109", "error", (R, *BOUND), "the phase does not 'fight'"),
    ("lindau", "RUL114", "error", (R, *WINS), "decides in every case"),
    ("sedan", "RUL103", "error", (R, *CRT_PHASES), "holds in it"),
    ("sedan", "RUL105", "error", (R, *DIFFERENCE), "tells them apart"),
    ("sedan", "RUL108", "error", (R, "R\n    tables: bomb", "R\n    tables: crt #"), "explains 'R'"),
    ("sedan", "RUL101", "error", (R, "did_in: [german_c", "did_in: [grman_c"), "mean 'german_combat'"),
    ("two_crowns", "RUL109", "error", (R, "does: [draw, move", "does: [move"), "nobody draws"),
    ("two_crowns", "RUL101", "error", (R, "when: crowned", "when: crownd"), "did you mean 'crowned'"),
    ("orel", "RUL114", "error", (R, "    onto: railway\n", ""), "leads nowhere"),
    ("orel", "RUL114", "error", (R, "onto: railway", "onto: supply"), "onto itself"),
    ("highpass", "RUL114", "error", (R, "points: 5", "points: 5\n    length: 5"), "not both"),
    ("highpass", "RUL114", "error", (R, "points: 5", "length: 5"), "'costs' count for 'points'"),
    ("highpass", "RUL109", "error", (R, "does: [weather]", "does: [move]"), "no phase does 'weather'"),
    ("highpass", "RUL114", "error", (R, "rain: [5, 6]", "rain: [6, 7]"), "1d6 never show 7"),
    ("highpass", "RUL114", "error", (R, "dice: 1d6", "dice: d6"), "'d6' is no dice"),
    ("highpass", "RUL101", "error", (R, "when: rain", "when: rains"), "did you mean 'rain'"),
    ("highpass", "RUL101", "error", (R, "[red_movement]", "[red_move]"), "did you mean 'red_movement'"),
    ("highpass", "RUL101", "error", (R, "costs: {woods: 2, mou", "costs: {wood: 2, mou"), "'woods'"),
    ("highpass", "RUL101", "error", (R, "defender_classes: [leader]", "defender_classes: [hq]"), "'hq'"),
    ("orel", "RUL114", "error", (R, EAST, "}\n    along"), "soviet has no source"),
    ("orel", "RUL114", "error", (R, "at: turn\n    turns: [4]", "at: end\n    turns: [4]"), "'turns' is for"),
    ("orel", "RUL114", "error", (R, *STOPS), "lets no unit into"),
    ("orel", "RUL114", "error", (R, *OR_LOSE), "is for a 'retreat'"),
    ("orel", "RUL114", "error", (R, *MIXED), "is for a 'retreat'"),
    ("orel", "RUL114", "error", (R, "    times: 1.5\n", ""), "nobody goes further"),
    ("orel", "RUL114", "error", (R, "then: loses", "then: stays\n    steps: 2"), "'then: loses'"),
    ("orel", "RUL114", "error", (R, f"    {ELSEWHERE}\n", ""), "'otherwise'"),
    ("orel", "RUL109", "error", (R, "phases: [ax_supply]", "phases: [ax_move]"), "does not 'supply'"),
    ("sedan", "RUL109", "error", (R, *ODDLESS), "no clause of 'odds' holds in"),
    ("sedan", "RUL109", "error", (R, *NOBODY_ATTACKS), "nobody does this in"),
    ("orel", "RUL114", "error", (R, *GONE_BACK), "does not retreat"),
    ("black_coast", "RUL114", "error", (R, "    lead: 1\n", ""), "decides in every case"),
    ("orel", "RUL113", "warning", ("setups/start.yaml", *NOWHERE), "stands in no set-up"),
    ("orel", "RUL110", "error", (R, "{id: sov_rail, ", "{id: sov_move, "), "called sov_move"),
    ("sedan", "RUL107", "error", ("charts/bombardment.yaml", '"3-5"', '"2-5"'), "both stand for 2"),
    ("sedan", "RUL112", "info", ("counters/units.yaml", *NO_CLASS), "has no class"),
    ("two_harbours", "RUL109", "error", ("setups/boxes.yaml", "kind: eliminated", "kind: pool"), "loses"),
    ("two_harbours", "RUL114", "warning", ("map/areas.yaml", *BESIDE), "areas that touch need no link"),
    ("causeway", "RUL103", "warning", (R, *NEVER_MOVES), "no phase lets them move"),
    ("black_coast", "RUL114", "error", (R, "{held_by: white, places", "{places"), "nothing is counted"),
    ("orel", "RUL115", "warning", (R, "dry: [1, 2]", "dry: [1, 12]"), "no turn 12"),
    ("hex", "RUL114", "error", (R, *ALONE), "nobody attacks"),
    ("two_harbours", "RUL114", "error", (R, JOINT, JOINT.replace(", garrison", "")), "nobody alternates"),
    ("two_harbours", "RUL114", "error", (R, ", at_least: 3}", "}"), "any number"),
    ("two_harbours", "RUL110", "error", (R, "id: shaken", "id: storm"), "another state"),
    ("two_harbours", "RUL101", "error", (R, "phases: [day]", "phases: [days]"), "did you mean 'day'"),
    ("lindau", "RUL114", "warning", (R, GATE, f"{GATE}, terrain: [forest]"), "no place"),
    ("area", "RUL103", "error", (R, ATTRITION, OFF), "no clause of 'attrition'"),
    ("area", "RUL107", "error", (CRT, "  2-3:", "  2-4:"), "both stand for 4"),
    ("area", "RUL107", "error", (CRT, "  12+:", "  11+:"), "both stand for 11"),
    ("area", "RUL107", "error", (CRT, '"-1 or less"', "weak"), None),
    ("hex", "RUL114", "error", (R, *OVERRULED), "2.3 below fits in all its cases"),
    ("highpass", "RUL114", "error", (R, *NO_LEADER), "units of the class leader attack"),
    ("hex", "RUL107", "error", (CRT, "  6: [NE", "  six: [NE"), "rows read 4, 2-3, 12+"),
    ("hex", "RUL107", "error", (CRT, "AR, NE, DR", "1/2, NE, DR"), "letters first"),
    ("hollin", "RUL114", "error", (R, "enter: stop", "enter: free"), "zones do nothing"),
    ("hollin", "RUL114", "error", (R, "    links: [road]\n    among", "    among"), "nothing is gone"),
    ("hollin", "RUL114", "error", (R, "    when: fired\n", ""), "from the start"),
    ("hollin", "RUL101", "error", (R, "when: blown\n", "when: blwn\n"), "did you mean 'blown'"),
    ("hollin", "RUL101", "error", (R, "without_classes: [guns]", "without_classes: [gun]"), "mean 'guns'"),
    ("hollin", "RUL114", "warning", (R, *LEADERLESS), "no unit"),
    ("hollin", "RUL113", "warning", (R, "\n    places: {features: [north_road]}", ""), "may enter anywhere"),
    ("hollin", "RUL103", "warning", (R, *UNARMED), "lets them fight"),
    ("hollin", "SRC010", "error", (R, *COMMA), "goes into quotes"),
    ("isles", "RUL114", "error", (R, "reach: same\n", "reach: same\n    range: 2\n"), "not 'reach: same'"),
    ("two_crowns", "RUL114", "error", (R, *NO_FEINTS), "'blanks' are among the 'units'"),
    ("narrows", "RUL112", "warning", (R, *UNHEARD), "'cards: [snipers]'"),
    ("narrows", "RUL114", "error", (R, *ON_HILLS), "on places"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "code", "severity", "edit", "says"), COUNTERS)
def test_counters_and_tables_that_do_not_fit_the_clauses(  # noqa: PLR0917
    tmp_path: Path, game: str, code: str, severity: str, edit: tuple[str, str, str], says: str | None
) -> None:
    found = [finding for finding in findings(tmp_path, edit, game=game) if finding.code == code]
    if says is None:
        assert found == []
        return
    assert (severity, True) in [(finding.severity.value, says in finding.message) for finding in found]
    assert all(finding.place.file and finding.place.line for finding in found)


@pytest.mark.parametrize(("code", "edit", "at", "says"), CASES, ids=lambda case: str(case)[:40])
def test_a_bad_declaration_is_found_where_it_stands(
    tmp_path: Path, code: str, edit: tuple[str, str, str], at: str | None, says: str | None
) -> None:
    found = findings(tmp_path, edit)
    if at is None and says is None:
        # Sound after all: what the change makes is odd, but no fault.
        assert code not in {finding.code for finding in found}
        return
    mine = [finding for finding in found if finding.code == code]
    assert mine, found
    assert mine[0].place.file is not None
    assert mine[0].place.file.endswith(edit[0])
    assert says is None or any(says in finding.message for finding in mine)
    if at is not None:
        assert mine[0].place.line == line_of(tmp_path, edit[0], at)


@pytest.mark.parametrize("name", FOLDERS)
def test_the_games_are_sound(tmp_path: Path, name: str) -> None:
    assert findings(tmp_path, game=name) == []


def test_two_clauses_that_say_opposite_things(tmp_path: Path) -> None:
    more = '\n  - number: "9.1"\n    says: Two may stand together.\n    mechanism: stacking\n    limit: 2\n'
    text = "    mechanism: victory\n    side: soviet\n"
    found = findings(tmp_path, (R, text, text + more))
    assert [(finding.code, finding.place.pointer) for finding in found] == [("RUL106", "/clauses/56/limit")]
    assert "clause 2.1d says limit 1" in found[0].message


def test_a_mechanism_that_is_stated_once(tmp_path: Path) -> None:
    more = '\n  - number: "9.1"\n    says: Eight turns.\n    mechanism: turns\n    count: 8\n'
    text = "    mechanism: victory\n    side: soviet\n"
    found = findings(tmp_path, (R, text, text + more))
    assert [finding.code for finding in found] == ["RUL105"]


def test_a_table_of_a_strangers_module_has_columns_and_a_cell_for_each() -> None:
    """No source gets there: its schema asks for columns, and its reader counts the cells."""
    game = compiled("hex")
    (table,) = (chart for chart in game.free_charts if chart.dice)
    head = next(iter(table.rows))
    for changed, says in (
        (replace(table, columns=()), "has no columns; one reads 3:1"),
        (replace(table, rows={**table.rows, head: table.rows[head][1:]}), "4 cells for 5 columns"),
    ):
        charts = tuple(changed if chart is table else chart for chart in game.free_charts)
        found = declaration_of(replace(game, free_charts=charts))
        assert found.rules is None
        assert ("RUL107", True) in [(one.code, says in one.message) for one in found.findings]


def test_a_game_of_no_clauses_is_refused() -> None:
    found = declaration_of(replace(compiled("causeway"), rules=()))
    assert [item.code for item in found.findings] == ["RUL109"]


def test_phases_that_two_clauses_state_are_refused() -> None:
    game = compiled("battle_for_moscow")
    stated = next(clause for clause in game.rules if clause.mechanism == "phases")
    first = dict(stated.parameters["phases"][0])
    other = replace(stated, number="0.0", parameters={"phases": [{**first, "id": "elsewhere"}]})
    found = declaration_of(replace(game, rules=(other, *game.rules))).findings
    assert [item for item in found if item.severity is Severity.ERROR]


def _found(name: str, mechanism: str, **changed: object) -> set[str]:
    """Return the errors of a game's rules as another module might hold them, past every schema."""
    game = compiled(name)
    clauses = [
        replace(clause, parameters={**clause.parameters, **changed})
        if clause.mechanism == mechanism
        else clause
        for clause in game.rules
    ]
    return {finding.code for finding in declaration_of(replace(game, rules=tuple(clauses))).findings}


def test_more_turns_than_anybody_plays_are_refused_at_once() -> None:
    assert "RUL115" in _found("battle_for_moscow", "turns", count=1 << 31)


def test_a_table_that_no_chart_has_is_a_finding() -> None:
    assert _found("battle_for_moscow", "use_table", table="no_such_chart")


def test_a_cost_that_is_missing_is_said_where_the_unit_has_its_others(tmp_path: Path) -> None:
    """Foot and horse have clauses of their own: that of foot comes first."""
    foot = "costs: {clear: 1, forest: 2, marsh: all}"
    (found,) = findings(tmp_path, (R, foot, "costs: {clear: 1, forest: 2}"), game="lindau")
    assert (found.code, "'marsh'" in found.message) == ("RUL102", True)
    lines = (FOLDERS["lindau"] / R).read_text(encoding="utf-8").splitlines()
    assert found.place is not None
    assert foot in lines[(found.place.line or 0) - 1]
