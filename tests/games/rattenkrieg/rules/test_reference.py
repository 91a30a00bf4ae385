"""Cases and vectors of the reference, by their numbers; areas and units as there.

A case names its table, what is done first, the action, and what is said of it: nothing, the decisive rule (or
the head of its paragraph), or a rule with the unclear point on which it depends.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.rattenkrieg.rules import world
from tests.games.rattenkrieg.rules.table import PROPOSED, G, S, do, force, said, table
from tests.games.rattenkrieg.rules.test_chapter_03 import placed
from tests.games.rattenkrieg.rules.test_chapter_05 import arriving
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules.cards import DECK
from toolkit.games.rattenkrieg.rules.position import Phase, Position

AIR = "14pz@german_rear 71@german_rear rifle_3@airfield"
FIGHT = "14pz:7S,8S 71:2C rifle_3:2D"


def empty() -> Position:
    return Position(world.data(PROPOSED))


def gone(turn: int, lost: int, reading: str = "", held: str = "") -> Position:
    position = arriving(turn, reading=reading, held=held)
    if turn == 2:
        position.put("16pz", "german_rear")
    position.put("t34", "gone")
    position.t34_gone = lost
    return position


def battle(*actions: a.Action, units: str = AIR, **more: str) -> Position:
    settings = {"steps": FIGHT, **more}
    position = table(units, act="14pz", **settings)  # type: ignore[arg-type]
    return do(position, a.EnterBattle("14pz", "airfield"), a.NameDefender(S, "rifle_3"), *actions)


def opened(german: str, soviet: str) -> Position:
    """14Pz (7) against Rifle-3 (2), cards open."""
    played = (a.PlayCard(G, german), a.PlayCard(S, soviet), a.Stand(G), a.Open(S), a.Open(G))
    return battle(*played, german=f"{german} 9C", soviet=f"{soviet} 9D", steps="rifle_3:6D")


def lost_in_tennis_racket(held: str) -> Position:
    position = table(
        "14pz@mamayev_kurgan rifle_3@tennis_racket", act="14pz", steps="14pz:7S rifle_3:2D", held=held
    )
    do(position, a.EnterBattle("14pz", "tennis_racket"), a.NameDefender(S, "rifle_3"))
    return do(position, a.PlayCard(G, "7S"), a.TakeLoss(S))


def guards_out_of_the_rear(steps: str) -> Position:
    """13Gds attacked Red Square out of the rear and lost; nothing but the rear is Soviet."""
    held = "factory_district tennis_racket mamayev_kurgan minina south_stalingrad airfield"
    position = table(
        "13gds@soviet_rear 71@red_square", actor=S, act="13gds", steps=steps, held=held, soviet="9S"
    )
    do(position, a.EnterBattle("13gds", "red_square"), a.NameDefender(G, "71"), a.PlayCard(S, "9S"))
    return do(position, a.PlayCard(G, "4H"), a.Stand(S), a.Open(S), a.Open(G))


def step_lost() -> Position:
    """Rifle-3 lost a step against 14Pz and still stands there, Rifle-1 beside it."""
    position = battle(a.PlayCard(G, "7S"), a.TakeLoss(S), units=AIR + " rifle_1@airfield")
    return do(position, a.LoseStep("rifle_3", "2D"))


def others_left() -> Position:
    """Rifle-3 retreated, Rifle-1 is still in the area."""
    position = battle(a.PlayCard(G, "7S"), a.TakeLoss(S), units=AIR + " rifle_1@airfield")
    return do(position, a.Retreat("rifle_3", "mamayev_kurgan"))


def isolated(act: str = "", side: object = S, reading: str = "", units: str = "") -> Position:
    where = "71@airfield rifle_1@airfield " + units
    actor = S if side is S else G
    return table(where, actor=actor, act=act, isolated="rifle_1", steps="rifle_1:2D 71:2C", reading=reading)


def replenishment(
    held: str = "", german: str = "4H 9H 8H", soviet: str = "5H 9S", deck: str = "AC"
) -> Position:
    position = table("71@airfield", steps="71:2C", german=german, soviet=soviet, held=held, deck=deck)
    position.phase = Phase.REPLENISHMENT
    return position


def last(held: str, turn: int) -> Position:
    position = table("71@german_rear", held=held, turn=turn)
    position.phase = Phase.REPLENISHMENT
    return position


def guns(
    card: str, unit: str = "71", at: str = "airfield", target: str = "rifle_1@mamayev_kurgan", **more: str
) -> Position:
    return table(f"{unit}@{at} {target}", act=unit, german=card, **more)  # type: ignore[arg-type]


def opened_and_lost() -> Position:
    """14Pz attacked with a 9, which misses 7, against a red ace."""
    played = (a.PlayCard(G, "9H"), a.PlayCard(S, "AH"), a.Stand(G), a.Open(S), a.Open(G))
    return battle(*played, soviet="AH")


def t34_alone() -> Position:
    position = table("14pz@german_rear t34@airfield", act="14pz", steps="14pz:7S")
    do(position, a.EnterBattle("14pz", "airfield"), a.NameDefender(S, "t34"))
    return do(position, a.PlayCard(G, "7S"), a.TakeLoss(S))


def shot(
    drawn: str,
    area: str = "mamayev_kurgan",
    start: str = "airfield",
    *,
    held: str = "",
    card: str = "QD",
    more: str = "",
) -> Position:
    position = table(
        f"71@{start} rifle_1@{area} {more}", act="71", german=card, deck=drawn, held=held, steps="rifle_1:2D"
    )
    event = a.AirSupport(card, "rifle_1", drawn) if card == "JS" else a.Bombard(card, "rifle_1", drawn)
    return do(position, event)


def force_card(position: Position, card: str) -> Position:
    """Give the Soviet player a card out of the deck."""
    position.give(card, "soviet")
    return position


BESIDE = "rifle_4@tractor_factory t34@tractor_factory"
TWO = "39gds@red_square rifle_1@mamayev_kurgan"
CROSSINGS = "factory_district tennis_racket red_square"
Case = tuple[str, Callable[[], Position], a.Action, tuple[str, ...]]
CASES: tuple[Case, ...] = (
    ("T001", empty, a.Place("rifle_1", "orlovka"), ()),
    ("T003", lambda: do(empty(), a.Place("rifle_1", "orlovka")), a.Place("rifle_2", "orlovka"), ("3.1",)),
    ("T005", empty, a.Place("16pz", "german_rear"), ("3.2",)),
    ("T007", placed, a.DealSteps("13gds", DECK[:3]), ()),
    ("T007 Rifle", placed, a.DealSteps("rifle_1", DECK[:1]), ()),
    ("T009", placed, a.DealHand(G, DECK[:4]), ("3.4",)),
    (
        "T011",
        lambda: do(arriving(2, deck="AS 2S"), a.Reinforce("100j", "german_rear")),
        a.DealSteps("100j", ("AS", "2S")),
        ("6.1",),
    ),
    (
        "T013",
        lambda: do(arriving(3, deck="AS 2S 3S"), a.Reinforce("39gds", "soviet_rear")),
        a.DealSteps("39gds", ("AS", "2S", "3S")),
        (),
    ),
    ("T015", lambda: gone(2, 1), a.ReturnT34("tractor_factory"), ()),
    ("T017", lambda: gone(3, 1, "U09"), a.ReturnT34("tractor_factory"), ("6.3", "U09")),
    ("T019", lambda: gone(4, 3), a.ReturnT34("tractor_factory"), ()),
    ("T021", lambda: do(table(AIR), a.Pass(G, "71"), a.Pass(S, "rifle_3")), a.EndOperations(), ()),
    (
        "T021 forced",
        lambda: do(table(AIR), a.Pass(G, "71"), a.Pass(S, "rifle_3")),
        a.Pass(G, "14pz"),
        ("5.0",),
    ),
    ("T023", lambda: table("295@german_rear"), a.Pass(G, "295"), ()),
    ("T025", lambda: table(AIR, down="14pz 71"), a.Pass(G), ()),
    (
        "T027",
        lambda: force(table(AIR, act="71", reading="U01"), a.End(), a.Pass(S, "rifle_3")),
        a.Activate("71"),
        ("7.4", "U01"),
    ),
    (
        "T029",
        lambda: do(table(AIR, act="71", operations=0, german="QS"), a.AssaultGun("QS")),
        a.End(("71",)),
        (),
    ),
    (
        "T031",
        lambda: table("13gds@soviet_rear", actor=S, act="13gds", held=CROSSINGS),
        a.MoveFriendly("13gds", "mamayev_kurgan"),
        ("7.2",),
    ),
    (
        "T033",
        lambda: table("14pz@german_rear", act="14pz", steps="14pz:7S"),
        a.EnterEmpty("14pz", "airfield", "7S"),
        (),
    ),
    ("T035", lambda: table("14pz@german_rear", act="14pz"), a.MoveFriendly("14pz", "airfield"), ("7.3",)),
    (
        "T037",
        lambda: table("14pz@german_rear", act="14pz"),
        a.EnterEmpty("14pz", "mamayev_kurgan", "4H"),
        ("7.3",),
    ),
    (
        "T039",
        lambda: table(AIR, actor=S, act="rifle_3"),
        a.MoveFriendly("rifle_3", "german_rear"),
        ("3.5",),
    ),
    ("T041", lambda: table(AIR, act="14pz"), a.EnterBattle("14pz", "airfield", card="4H"), ("7.3",)),
    (
        "T043",
        lambda: table(
            "71@german_rear 14pz@airfield 24pz@airfield 29mot@airfield 295@airfield 389@airfield", act="71"
        ),
        a.MoveFriendly("71", "airfield"),
        (),
    ),
    ("T047", lambda: table(AIR, act="71", german=""), a.EnterBattle("71", "airfield"), ("7.3",)),
    (
        "T049",
        lambda: do(table(AIR + " rifle_1@airfield", act="14pz"), a.EnterBattle("14pz", "airfield")),
        a.NameDefender(G, "rifle_1"),
        ("8.2",),
    ),
    ("T051", lambda: battle(a.PlayCard(G, "7S")), a.PlayCard(G, "8S"), ("8.4",)),
    ("T053", lambda: battle(german="JS"), a.PlayCard(G, "JS"), ()),
    ("T055", lambda: battle(a.PlayCard(G, "7S")), a.PlayCard(S, "5H"), ()),
    (
        "T057",
        lambda: battle(a.PlayCard(G, "7S"), soviet="", steps="14pz:7S"),
        a.PlayCard(S, "2D"),
        ("8.5",),
    ),
    (
        "T059",
        lambda: battle(a.PlayCard(G, "7S"), a.PlayCard(S, "2D"), a.Stand(G)),
        a.Raise(S, "5H"),
        ("8.6",),
    ),
    (
        "T061",
        lambda: battle(a.PlayCard(G, "7S"), a.PlayCard(S, "2D"), a.Raise(G, "8S")),
        a.TakeBack(G, "7S"),
        ("8.6",),
    ),
    (
        "T063",
        lambda: battle(a.PlayCard(G, "7S"), a.PlayCard(S, "2D"), a.Raise(G, "8S"), reading="U21"),
        a.TakeLoss(S),
        ("8.5", "U21"),
    ),
    ("T065", lambda: opened("8S", "3H"), a.LoseStep("rifle_3", "6D"), ("8.7.5",)),
    ("T067", lambda: opened("5C", "AH"), a.Retreat("14pz", "german_rear"), ()),
    ("T069", lambda: do(opened("2H", "2S"), a.FightOn()), a.PlayCard(G, "9C"), ()),
    ("T071", lambda: opened("7S", "3H"), a.TakeBack(G, "7S"), ("8.6",)),
    (
        "T079",
        lambda: battle(a.PlayCard(G, "7S"), a.TakeLoss(S)),
        a.Retreat("rifle_3", "mamayev_kurgan", down=False),
        ("8.9.1",),
    ),
    ("T081", lambda: battle(a.PlayCard(G, "7S"), a.TakeLoss(S)), a.Discard(S, ("5H",)), ("8.9",)),
    (
        "T083",
        lambda: battle(
            a.PlayCard(G, "7S"),
            a.TakeLoss(S),
            steps="14pz:7S",
            held="gorodishche minina red_square mamayev_kurgan",
        ),
        a.Remove("rifle_3"),
        (),
    ),
    (
        "T085",
        lambda: lost_in_tennis_racket("factory_district red_square mamayev_kurgan"),
        a.Retreat("rifle_3", "soviet_rear"),
        ("8.9.4",),
    ),
    ("T087", lambda: guards_out_of_the_rear("13gds:4D"), a.LoseStep("13gds", "4D"), ()),
    ("T087 removed", lambda: guards_out_of_the_rear("13gds:4D"), a.Remove("13gds"), ("8.9.3",)),
    (
        "T089",
        lambda: battle(a.PlayCard(G, "7S"), a.TakeLoss(S), held="minina"),
        a.Retreat("rifle_3", "minina"),
        ("8.9.1",),
    ),
    ("T091", lambda: do(opened_and_lost(), a.LoseStep("14pz", "8S")), a.Attack("14pz"), ()),
    ("T093", step_lost, a.Retreat("14pz", "german_rear"), ()),
    ("T097", others_left, a.Retreat("rifle_1", "mamayev_kurgan", down=False), ("8.10.1",)),
    ("T099", step_lost, a.Isolate("rifle_1"), ("8.10.2",)),
    ("T101", lambda: isolated("rifle_1"), a.MoveFriendly("rifle_1", "mamayev_kurgan"), ("8.10",)),
    (
        "T103",
        lambda: do(isolated("71", G), a.Attack("71"), a.NameDefender(S, "rifle_1"), a.PlayCard(G, "2C")),
        a.PlayCard(S, "2D"),
        (),
    ),
    (
        "T109",
        lambda: table(BESIDE, actor=S, down="t34"),
        a.Activate("rifle_4", with_t34=True),
        ("8.12",),
    ),
    (
        "T111",
        lambda: table(
            "rifle_4@tractor_factory t34@tractor_factory 71@orlovka", actor=S, act="rifle_4", joint=True
        ),
        a.EnterBattle("rifle_4", "orlovka", with_t34=True, support=True),
        (),
    ),
    (
        "T113",
        lambda: battle(a.PlayCard(G, "7S"), a.TakeLoss(S), units=AIR + " t34@mamayev_kurgan"),
        a.T34Out(),
        ("8.12",),
    ),
    ("T115", t34_alone, a.Retreat("t34", "mamayev_kurgan"), ()),
    ("T117", lambda: guns("JD", deck="5C"), a.Bombard("JD", "rifle_1", "5C"), ()),
    (
        "T119",
        lambda: table("rifle_1@mamayev_kurgan 71@airfield", actor=S, act="rifle_1", soviet="QH", deck="5C"),
        a.Bombard("QH", "71", "5C"),
        ("9.1",),
    ),
    ("T121", lambda: guns("QD", at="orlovka", deck="5C"), a.Bombard("QD", "rifle_1", "5C"), ("9.2",)),
    (
        "T123",
        lambda: guns("KD", target="t34@mamayev_kurgan", deck="5C"),
        a.Bombard("KD", "t34", "5C"),
        ("9.2",),
    ),
    ("T125", lambda: shot("AC"), a.LoseStep("rifle_1", "2D"), ("9.2",)),
    (
        "T127",
        lambda: shot("3C", "workers_settlement", "gorodishche"),
        a.LoseStep("rifle_1", "2D"),
        ("9.2",),
    ),
    ("T129", lambda: shot("QC", held="mamayev_kurgan", area="red_square"), a.LoseStep("rifle_1", "2D"), ()),
    ("T129 forced", lambda: shot("QC", held="mamayev_kurgan", area="red_square"), a.End(("71",)), ("8.9",)),
    (
        "T131",
        lambda: shot("KC", held="mamayev_kurgan", area="red_square", card="JS"),
        a.LoseStep("rifle_1", "2D"),
        ("9.3",),
    ),
    (
        "T133",
        lambda: do(shot("5C", more="rifle_2@mamayev_kurgan"), a.Retreat("rifle_1", "factory_district")),
        a.Isolate("rifle_2"),
        ("8.10",),
    ),
    (
        "T139",
        lambda: table("rifle_1@mamayev_kurgan", actor=S, act="rifle_1", soviet="JD", german="4H 9H"),
        a.Sniper("JD", "4H"),
        (),
    ),
    ("T141", lambda: force_card(battle(), "QH"), a.Molotov("QH"), ("9.7",)),
    (
        "T143",
        lambda: table(
            "39gds@red_square rifle_1@mamayev_kurgan", actor=S, act="rifle_1", soviet="KH", down="39gds"
        ),
        a.ChuikovReady("KH", "39gds"),
        (),
    ),
    (
        "T145",
        lambda: table("39gds@red_square", actor=S, soviet="KH", down="39gds", reading="U49"),
        a.ChuikovReady("KH", "39gds"),
        ("9.8", "U49"),
    ),
    (
        "T147",
        lambda: table(AIR, act="71", steps="71:QS", reading="U39"),
        a.AssaultGun("QS"),
        ("9.1", "U39"),
    ),
    ("T147 proposed", lambda: table(AIR, act="71", steps="71:QS"), a.AssaultGun("QS"), ()),
    ("T149", lambda: table(AIR, steps="71:2C", deck="QC"), a.Replenish("71", "QC"), ()),
    ("T151", lambda: table(AIR, steps="71:2C", deck="QC", down="71"), a.Replenish("71", "QC"), ("7.5",)),
    (
        "T153",
        lambda: table("71@airfield rifle_1@airfield", actor=S, isolated="rifle_1", deck="QC", reading="U04"),
        a.Replenish("rifle_1", "QC"),
        ("7.5", "U04"),
    ),
    (
        "T155",
        lambda: do(table("71@airfield", act="71", deck="QC"), a.MoveFriendly("71", "german_rear")),
        a.Replenish("71", "QC"),
        ("7.5",),
    ),
    (
        "T157",
        lambda: do(
            table("13gds@soviet_rear 71@german_rear", actor=S, deck="QC"),
            a.Replenish("13gds", "QC"),
            a.Pass(G, "71"),
        ),
        a.Activate("13gds"),
        ("7.4",),
    ),
    ("T159", replenishment, a.Draw(G, ("AC",)), ("10.1",)),
    ("T161", lambda: replenishment("mamayev_kurgan", soviet="5H 9S 6H 7H"), a.EndTurn(), ()),
    ("T163", replenishment, a.Discard(G, ("2C",)), ("10.1",)),
    ("T165", lambda: force(replenishment(), a.Discard(G, ())), a.EndTurn(), ()),
    ("T167", lambda: last(CROSSINGS, 4), a.EndTurn(G), ("4.0",)),
    ("T169", lambda: last(CROSSINGS, 6), a.EndTurn(S), ("4.0",)),
    ("T171", lambda: force(table(AIR, act="71"), a.Discard(G, ("4H",))), a.Shuffle(("4H",)), ("3.4",)),
    ("T173", lambda: battle(a.PlayCard(G, "7S"), reading="U19"), a.TakeLoss(S, "shown"), ("8.5", "U19")),
    ("T175", lambda: battle(a.PlayCard(G, "9H")), a.TakeLoss(S), ()),
)


@pytest.mark.parametrize(
    ("table_of", "action", "expected"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_case_of_the_reference(
    table_of: Callable[[], Position], action: a.Action, expected: tuple[str, ...]
) -> None:
    assert said(table_of(), action) == expected


def test_t045_t105_t107_control_and_isolation() -> None:
    """3.6, 8.10: who holds the area of an isolated unit, and when it is free."""
    position = isolated()
    assert position.held[0]["airfield"] is G  # T045
    position = isolated("13gds", units="13gds@mamayev_kurgan")
    position.steps["13gds"] = [position.deck.pop()]
    card = position.steps["13gds"][0]
    do(position, a.EnterBattle("13gds", "airfield"), a.NameDefender(G, "71"), a.PlayCard(S, card))
    do(position, a.TakeLoss(G), a.Retreat("71", "german_rear"))
    assert position.held[0]["airfield"] is S  # T105
    assert position.cut_off[0] == set()
    position = isolated(reading="U13")
    position.put("71", "german_rear")
    assert [held["airfield"] for held in position.held] == [G, S]  # T107: both readings are kept
