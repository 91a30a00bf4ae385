"""Verdicts on the whole game's table, worked out from the text alone: edges of cards, losses, arrivals.

Each case lays units, lets some legal actions happen, and asks about one more: () where the text allows it,
else how the number of the clause that stands against it begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.storm.rules.table import do, in_impulses
from toolkit.compile.compiled import CompiledGame
from toolkit.games.storm.rules import actions as a
from toolkit.games.storm.rules.control import ALL
from toolkit.games.storm.rules.from_game import rules_data
from toolkit.games.storm.rules.game import check
from toolkit.games.storm.rules.points import READINGS
from toolkit.games.storm.rules.position import ELIMINATED, Phase, Position
from toolkit.games.storm.rules.sides import Side

G, S = Side.GERMAN, Side.SOVIET
WAY = ("SEED 移動3", "SEED 註5")
H = "g_ir_191@airfield g_ir_194@airfield s_rb_42@hospital s_nk_272@hospital"
ONE = "g_ir_191@airfield s_rb_42@hospital"
OVER = "g_pr_24@yelshanka g_pg_21@yelshanka g_ir_267@yelshanka s_rd_244@tsaritsa_woods s_m_south@south_ferry"
BLACK = "g_mi_15@kuporosnoye g_mi_71@sadovaya g_sg_245@airfield"
THREE = "g_ir_191@airfield g_ir_194@airfield g_ir_211@airfield"
NINE = " ".join(f"g_ir_{n}@airfield" for n in (191, 194, 211, 516, 517, 518, 267, 274, 276))
MEN = "gd_35 nk_271 rd_131 rb_10 nb_92 rd_244 nk_272 gt_6 nk_270 nk_269"
FULL = " ".join(f"s_{name}@station_1" for name in MEN.split())
RING = "g_pr_36@tsaritsa_woods g_pg_103@central_ravine g_ir_517@central_landing g_ir_518@south_ferry"
HELD: dict[str, Any] = {"held": "-hospital -station_1"}


def m(units: str, *path: str, side: Side = G) -> a.Move:
    return a.Move(side, tuple(units.split()), path)


def f(units: str, target: str, side: Side = G) -> a.Fire:
    return a.Fire(side, tuple(units.split()), target)


def p(card: str, area: str = "", units: str = "", paid: str = "") -> a.Play:
    return a.Play(G if card.startswith("g_") else S, card, area, tuple(units.split()), tuple(paid.split()))


def shot(*dice: int) -> list[a.Action]:
    """Let the 191st fire at the hospital: 4 and the dice against 8, or 7 for a spent unit."""
    return [f("g_ir_191", "hospital"), a.Roll((dice[0], dice[1]))]


def lay(game: CompiledGame, units: str, **told: Any) -> Position:
    """Lay a table: all units that are not named are out of the game, or `off` it."""
    where = dict(one.rstrip("!").split("@") for one in units.split())
    fixed = {point: values[0] for point, values in READINGS.items()}
    point, _, value = told.get("reading", "").partition("=")
    fixed.pop(point, None)
    fixed.update({point: value} if value else {})
    hands = (told.get("german", "").split(), told.get("soviet", "").split())
    spent = [one.split("@")[0] for one in units.split() if one.endswith("!")]
    position = in_impulses(rules_data(game, fixed), where, hands, spent=set(spent))
    for unit in position.data.units:
        if unit not in where and unit not in told.get("off", ""):
            position.put(unit, ELIMINATED)
    for area in told.get("held", "").split():
        position.held[area.lstrip("-")] = ALL if area.startswith("-") else 0
    position.turn, position.phase = told.get("turn", 1), told.get("phase", Phase.IMPULSES)
    position.last = told.get("last")
    return position


Case = tuple[str, dict[str, Any], Sequence[a.Action], a.Action, tuple[str, ...]]
SOVIET: dict[str, Any] = {"last": G}
END: dict[str, Any] = {"turn": 3, "phase": Phase.ARRIVALS}
MOVES: tuple[Case, ...] = (
    ("g_pr_36@airfield s_gt_6@central_ravine", {}, [], m("g_pr_36", "central_ravine", "airfield"), ()),
    ("g_pg_103@airfield s_gt_6@central_ravine", {}, [], m("g_pg_103", "central_ravine", "airfield"), WAY),
    ("s_tb_27@october_park", SOVIET, [], m("s_tb_27", "gorodishche", "orlovka", side=S), ()),
    ("s_m_south@south_ferry g_ir_191@south_ferry", {**SOVIET, "held": "-south_ferry"}, [],
     m("s_m_south", "grain_silo", side=S), WAY),
    (f"{NINE} g_mi_71@yelshanka g_mi_15@yelshanka", {}, [],
     m("g_mi_71 g_mi_15", "airfield", "razgulyaevka"), ("SEED 移動4",)),
    (f"{NINE} g_mi_71@yelshanka", {}, [], m("g_mi_71", "airfield", "razgulyaevka"), ()),
    (f"{NINE} g_ir_545@airfield", {}, [], m("g_ir_545", "yelshanka", "airfield"), ()),
    ("g_pr_36@airfield", {"german": "g_motor_column"}, [p("g_motor_column")],
     m("g_pr_36", "hospital", "station_1", "south_ferry", "grain_silo"), WAY),
    (f"{ONE} s_nk_270@station_1", {"german": "g_through_gullies g_forced_march"},
     [p("g_through_gullies"), p("g_forced_march")],
     m("g_ir_191", "hospital", "station_1", "south_ferry"), ()),
    ("s_m_south@ferry_south", {**SOVIET, "held": "south_ferry"}, [],
     m("s_m_south", "south_ferry", side=S), WAY),
    ("s_gr_34@ferry_south", {**SOVIET, "reading": "St-28", "held": "south_ferry"}, [],
     m("s_gr_34", "south_ferry", "grain_silo", side=S), (*WAY, "SEED 渡口3")),
    ("s_gr_34@ferry_south s_gr_42@ferry_south g_ir_191@airfield", SOVIET,
     [m("s_gr_34", "south_ferry", side=S), a.Pass(G)], m("s_gr_42", "station_1", side=S), ()),
)  # fmt: skip
CARDS: tuple[Case, ...] = (
    (f"{H} g_sg_244@airfield", {"german": "g_massed_fire g_assault_guns"},
     [f("g_ir_191", "hospital"), p("g_massed_fire")], p("g_assault_guns", paid="g_sg_244"), ()),
    (f"{H} g_sg_244@airfield", {"german": "g_assault_guns"}, [p("g_assault_guns", paid="g_sg_244")],
     f("g_ir_191 g_sg_244", "hospital"), ("SEED 註4",)),
    (H, {"soviet": "s_counter_battery s_rubble", "german": "g_massed_fire"},
     [f("g_ir_191", "hospital"), p("g_massed_fire"), p("s_counter_battery", paid="s_rubble")],
     f("g_ir_194", "hospital"), ("SEED 流程2",)),
    (H, {"soviet": "s_counter_battery s_rubble", "german": "g_sustained_fire"},
     [f("g_ir_191", "hospital"), p("s_counter_battery", paid="s_rubble")],
     p("g_sustained_fire", units="g_ir_191"), ("REF 3.3",)),
    (ONE, {"soviet": "s_not_a_step_back"}, [*shot(3, 4), p("s_not_a_step_back")],
     m("s_rb_42", "station_1", side=S), ()),
    (ONE, {"soviet": "s_not_a_step_back"}, [*shot(1, 1)], p("s_not_a_step_back"), ("REF 3.3",)),
    (ONE, {"last": G, "soviet": "s_zaitsev", "german": "g_dressing_station"}, [p("s_zaitsev", "airfield")],
     p("g_dressing_station"), ("REF 3.3",)),
    (OVER, {"german": "g_overrun g_massed_fire"},
     [p("g_overrun"), m("g_pr_24 g_pg_21", "tsaritsa_woods"), p("g_massed_fire")],
     f("g_pr_24", "south_ferry"), ()),
    (OVER, {"german": "g_overrun"}, [p("g_overrun"), m("g_pr_24 g_pg_21", "tsaritsa_woods")],
     f("g_ir_267", "tsaritsa_woods"), ("SEED 流程2",)),
    (OVER, {"german": "g_overrun", "soviet": "s_minefield"},
     [p("g_overrun"), m("g_pr_24", "tsaritsa_woods"), p("s_minefield")], f("g_pr_24", "tsaritsa_woods"),
     ("SEED 註4", "SEED 流程2")),
    (OVER, {"german": "g_overrun", "soviet": "s_antitank_mines"},
     [p("g_overrun"), m("g_pr_24 g_pg_21", "tsaritsa_woods"), p("s_antitank_mines")],
     f("g_pr_24", "tsaritsa_woods"), ("SEED 損傷3",)),
    (H, {"soviet": "s_ambush s_rubble"}, [m("g_ir_191", "hospital"), p("s_ambush", paid="s_rubble")],
     a.Spend(G, "g_ir_194"), ("SEED 損傷2",)),
    (H, {"soviet": "s_ambush s_rubble"}, [m("g_ir_191", "hospital"), p("s_ambush", paid="s_rubble")],
     a.Retreat(G, "g_ir_191", ("yelshanka",)), ()),
    ("s_tb_137@tennis_racket g_ir_191@airfield", {"last": G, "soviet": "s_political_officers"},
     [m("s_tb_137", "red_october", side=S), a.Pass(G), p("s_political_officers", "red_october", "s_tb_137"),
      a.Pass(G)], m("s_tb_137", "tennis_racket", side=S), ()),
    (f"{NINE} g_ir_545@airfield", {"german": "g_march_battalions"}, [],
     p("g_march_battalions", "airfield", "g_ir_546"), ("CARD",)),
    (NINE, {"german": "g_march_battalions"}, [], p("g_march_battalions", "airfield", "g_ir_546"), ()),
    (ONE, {"german": "g_march_battalions"}, [],
     p("g_march_battalions", "kuporosnoye", "g_ir_546"), ("CARD",)),
    ("g_ir_191@hospital s_nk_270@hospital", {"german": "g_corps_artillery"}, [],
     p("g_corps_artillery", "hospital"), ("CARD",)),
    ("g_ir_191@hospital s_nk_270@station_1", {"german": "g_siege_mortar g_smoke"}, [],
     p("g_siege_mortar", "station_1", paid="g_smoke g_siege_mortar"), ("CARD",)),
)  # fmt: skip
LOSSES: tuple[Case, ...] = (
    (ONE, {}, shot(3, 3), a.Drive(S, "s_rb_42", ("station_1",)), ()),
    (ONE, {}, [*shot(3, 3), a.Spend(S, "s_rb_42")], a.Pass(S), ("SEED 損傷3",)),
    (ONE, {}, [*shot(3, 3), a.Spend(S, "s_rb_42")], a.Eliminate(S, "s_rb_42"), ("SEED 損傷2[2](1)",)),
    (ONE, {}, [*shot(3, 4), a.Drive(S, "s_rb_42", ("station_1",))], a.CloseLosses(S), ()),
    (ONE, {"reading": "St-1=again"}, [*shot(3, 4), a.Drive(S, "s_rb_42", ("station_1",))], a.CloseLosses(S),
     ("SEED 損傷3",)),
    (f"{ONE}!", {}, shot(2, 2), a.Retreat(S, "s_rb_42", (), lost=True), ("SEED 撤退2",)),
    (f"{ONE}! g_ir_194@south_ferry", {"held": "-hospital -south_ferry"}, shot(2, 2),
     a.Retreat(S, "s_rb_42", ("south_ferry",)), ("SEED 撤退1",)),
    (f"{ONE}!", {"held": "-hospital south_ferry"}, shot(2, 2), a.Retreat(S, "s_rb_42", ("south_ferry",)), ()),
    (f"{ONE}! {FULL} {RING}", HELD, shot(2, 2), a.Retreat(S, "s_rb_42", ("station_1",)), ("SEED 撤退3",)),
    (f"{ONE}! {FULL} {RING}", HELD, shot(2, 2), a.Retreat(S, "s_rb_42", ("station_1",), lost=True), ()),
    (f"{ONE}! {FULL} {RING}", {"held": "-hospital -south_ferry"}, shot(2, 2),
     a.Retreat(S, "s_rb_42", ("station_1",), lost=True), ("SEED 撤退",)),
    (f"{ONE}! {FULL} {RING}", {"held": "-hospital -south_ferry"}, shot(2, 2),
     a.Retreat(S, "s_rb_42", ("station_1", "south_ferry")), ()),
    ("g_ir_191@hospital s_nk_270@station_1!", {}, [f("g_ir_191", "station_1"), a.Roll((6, 6))],
     a.Retreat(S, "s_nk_270", ("ferry_south",)), ("SEED 渡口2",)),
)  # fmt: skip
ENDS: tuple[Case, ...] = (
    ("g_ir_191@yelshanka s_rb_42@airfield", {"phase": Phase.ARRIVALS, "off": "g_jr_54"}, [],
     a.Place("g_jr_54", "airfield"), ()),
    (f"{NINE} g_ir_545@airfield", {"phase": Phase.ARRIVALS, "off": "g_jr_54"}, [], a.Lost("g_jr_54"),
     ("SEED 增援3",)),
    ("g_ir_191@yelshanka", {"phase": Phase.ARRIVALS, "off": "s_gr_39"}, [], a.Place("s_gr_39", "ferry_south"),
     ("SEED 增援4",)),
    (f"{BLACK} g_ir_191@airfield", END, [], a.Withdraw("g_mi_15", "g_pa_129"), ("SEED 撤離",)),
    ("g_sg_245@airfield g_pa_129@airfield g_pg_21@airfield g_ir_191@airfield", END,
     [a.Withdraw("g_pg_21", "g_mi_15")], a.Withdraw("g_ir_191", "g_mi_71"), ()),
    ("g_mi_71@sadovaya g_sg_245@airfield g_pa_129@airfield g_pg_21@airfield g_ir_191@airfield", END, [],
     a.Withdraw("g_ir_191", "g_mi_15"), ("SEED 撤離2",)),
    (f"{THREE} g_ir_516@airfield", END, [], a.EndTurn(S), ("SEED 勝利", "SEED 撤離")),
    (THREE, END, [], a.EndTurn(S), ()),
    (THREE, END, [], a.EndTurn(), ("SEED 撤離4",)),
    (THREE, {**END, "off": "g_ir_208"}, [], a.EndTurn(S), ("SEED",)),
    (ONE, {}, [a.Pass(G), m("s_rb_42", "station_1", side=S), a.Pass(G)], a.EndImpulses(), ("SEED 流程2(3)",)),
)  # fmt: skip


@pytest.mark.parametrize("case", [*MOVES, *CARDS, *LOSSES, *ENDS])
def test_what_the_text_says(game: CompiledGame, case: Case) -> None:
    units, told, before, action, against = case
    verdict = check(do(lay(game, units, **told), *before), action)
    assert verdict.unclear == ()
    assert verdict.legal if not against else bool(verdict.rules) and verdict.rules[0].startswith(against)
