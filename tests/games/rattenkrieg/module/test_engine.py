"""The module in the real engine: clean, dealt, fought over, and nobody sees the other side's cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from tests.games.rattenkrieg.module.table import DESK, GERMAN, SOVIET, TableOfTwo
from tests.module.chat import chat
from tests.module.two_players import complaints
from toolkit.audit.audit import audit_logs
from toolkit.cli.main import main
from toolkit.compile.compiled import CompiledGame
from toolkit.engine.check import check_module
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Player, Session
from toolkit.vassal.log import read_log

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def rk_module(built_module: BuiltModule) -> Path:
    return built_module("rattenkrieg")


@pytest.fixture
def table(home: EngineHome, rk_module: Path) -> Iterator[TableOfTwo]:
    with Session(rk_module, players=[GERMAN, SOVIET], home=home, seed=1) as session:
        yield TableOfTwo(session)
        assert complaints(session) == []


def test_it_opens_clean_and_every_place_has_its_name(
    home: EngineHome, rk_module: Path, tmp_path: Path
) -> None:
    report = check_module(rk_module, tmp_path, home=home)
    assert [finding.key() for finding in report.findings] == []
    assert report.facts["places_compared"] > 200
    assert report.facts["places_wrong"] == 0


def test_each_side_deals_its_own_and_nobody_sees_the_others(
    table: TableOfTwo, rk_game: CompiledGame, tmp_path: Path
) -> None:
    table.act("Soviet")
    table.session.button("Deal German")
    assert {card.place for card in table.cards().values()} == {"Deck"}, "only the German deals German cards"
    table.deal()
    cards = table.cards()
    held = {card.place: card for card in cards.values() if card.place != "Deck"}
    units = [unit for unit in rk_game.counters if unit.kind == "unit" and (unit.enters or 1) == 1]
    places = {f"{unit.names.en}-{number}" for unit in units for number in range(1, unit.steps + 1)}
    places |= {f"German hand-{n}" for n in (1, 2, 3)} | {f"Soviet hand-{n}" for n in (1, 2, 3, 4)}
    assert set(held) == places
    side = {unit.names.en: unit.side for unit in units}
    for place, card in held.items():
        first = place.rpartition("-")[0]
        wanted = first.partition(" ")[0] if "hand" in first else (side[first] or "").capitalize()
        assert (card.mask, card.owner) == (wanted, ""), place
        assert table.session.values(card.id, "Holder")["Holder"] == wanted, place
    assert {card.mask for card in cards.values() if card.place == "Deck"} == {None}
    assert [card.id for card in cards.values() if card.place.startswith("German hand")] != ["9D", "8D", "7D"]

    # What a side sees does not change with what the other side holds; the last piece moved is marked for all.
    pictures = []
    for _ in range(2):
        one, two = table.at("14th Panzer Division-1")[0], table.at("24th Panzer Division-1")[0]
        table.act("German")
        for card, place in (
            (one, "German hand-6"),
            (two, "14th Panzer Division-1"),
            (one, "24th Panzer Division-1"),
        ):
            table.session.drag(card, {"map": "German cards", "at": place})
        assert (table.at("14th Panzer Division-1"), table.at("24th Panzer Division-1")) == ([two], [one])
        pictures.append(
            [table.picture(side, "German cards", tmp_path / "seen.png") for side in ("German", "Soviet")]
        )
    (german, soviet), (german_then, soviet_then) = pictures
    assert german != soviet
    assert german_then != german
    assert soviet_then == soviet
    assert table.session.values("14pz", "StepsNow")["StepsNow"] == "4"

    # Refresh Counters leaves what the other side hides, and loses nothing.
    cards = table.cards()
    pieces = len(table.session.table().pieces)
    for side, other in (("German", "Soviet"), ("Soviet", "German")):
        table.act(side)
        hidden = sum(card.mask == other for card in cards.values())
        assert table.session.game.refresh()["updatedCount"] == pieces - hidden
        assert table.cards() == cards


def test_a_battle_by_both_sides_own_keys(
    table: TableOfTwo, home: EngineHome, rk_module: Path, tmp_path: Path
) -> None:
    session, log = table.session, tmp_path / "battle.vlog"
    table.deal()
    session.begin(log)
    table.press("German", "14pz", "Ctrl-A")
    assert session.drag("14pz", "Airfield Settlement")[-1].landed[0].location == "Airfield Settlement"
    assert session.values("control-airfield", "Control")["Control"] == "Soviet", "Rifle-3 is still there"
    table.press("German", "14pz", "Ctrl-B")
    table.press("Soviet", "rifle_3", "Ctrl-D")
    first, raised, answer = (
        table.at("14th Panzer Division-1")[0],
        table.at("German hand-1")[0],
        table.at("Soviet hand-1")[0],
    )
    table.press("German", first, "Ctrl-B")
    table.press("Soviet", first, "Ctrl-O")
    table.press("Soviet", answer, "Ctrl-B")
    table.press("German", raised, "Ctrl-B")
    table.press("Soviet", DESK, "Ctrl-S")
    cards = table.cards()
    assert [(cards[c].place, cards[c].mask) for c in (first, raised, answer)] == [
        ("A1", "German"), ("A2", "German"), ("D1", "Soviet"),
    ]  # fmt: skip
    assert [cards[c].owner for c in (first, raised, answer)] == ["German", "German", "Soviet"]
    assert [cards[c].seq for c in (first, answer, raised)] == [6, 7, 8], "a key on a hidden card does nothing"
    assert session.values("14pz", "StepsNow")["StepsNow"] == "3"
    assert session.values("german-desk", "HandNow")["HandNow"] == "2"
    table.press("German", raised, "Ctrl-O")
    table.press("Soviet", answer, "Ctrl-O")
    shown = session.module_values("OpenA", "OpenD", "Attacker", "Defender", "BattleArea", "Active")
    assert dict(shown) == {
        "OpenA": f"@{raised}", "OpenD": f"@{answer}", "Attacker": "@14pz", "Defender": "@rifle_3",
        "BattleArea": "@Airfield Settlement", "Active": "@14pz",
    }  # fmt: skip
    table.press("Soviet", "rifle_3", "Ctrl-T")
    session.drag("rifle_3", "Mamayev Kurgan")
    assert session.values("rifle_3", "Face_Level", "Act") == {"Face_Level": "2", "Act": "retreat"}
    assert session.values("control-airfield", "Control")["Control"] == "German"
    table.press("Soviet", DESK, "Ctrl-C")
    table.press("German", DESK, "Ctrl-C")
    assert {c: table.cards()[c].place for c in (first, raised, answer)} == {
        first: "Hidden pile", raised: "Pile", answer: "Pile",
    }  # fmt: skip
    table.press("German", "14pz", "Ctrl-E")
    session.save()

    said = "\n".join(chat(home, rk_module, log))
    assert first not in said
    assert "attacks in Airfield Settlement, battle 1" in said
    assert "retreats from Airfield Settlement" in said
    before, _, _ = said.partition("opens")
    names = [f"{c[:-1]} of" for c in (first, raised, answer)] + ["Ace of", "King of", "Queen of", "Jack of"]
    assert [name for name in names if name in before] == []
    assert main(["engine", str(rk_module), "-l", str(log), "-o", str(tmp_path / "report.txt")]) == 0
    assert len(read_log(log).steps) == 15


def test_events_losses_and_the_end_of_a_turn(table: TableOfTwo) -> None:
    session = table.session
    table.deal()
    table.press("German", "14pz", "Ctrl-A")
    session.drag("14pz", "German Rear")
    event = table.at("14th Panzer Division-1")[0]
    table.press("German", event, "Ctrl-E")
    table.press("German", "rifle_1", "Ctrl-G")
    for _ in range(2):
        table.press("German", DESK, "Ctrl-D")
    cards = table.cards()
    drawn = session.module_values("DrawnCard")["DrawnCard"].removeprefix("@")
    assert (cards[event].place, cards[event].mask) == ("Event", None)
    assert (cards[drawn].place, cards[drawn].mask, cards[drawn].act) == ("Drawn", None, "drawn")
    assert len(table.at("Pile")) == 1
    # A step lost goes face down to the hidden pile, a Soviet card does not hear the German.
    lost, foreign = table.at("71st Infantry Division-1")[0], table.at("13th Guards Rifle Division-1")[0]
    table.press("German", lost, "Ctrl-L")
    table.press("German", foreign, "Ctrl-L")
    assert (table.cards()[lost].place, table.cards()[foreign].place) == (
        "Hidden pile",
        "13th Guards Rifle Division-1",
    )
    table.press("German", "24pz", "Ctrl-R")
    assert session.values("24pz", "Face_Level") == {"Face_Level": "1"}, "it has all its steps"
    table.press("German", "71", "Ctrl-R")
    assert session.values("71", "StepsNow", "Face_Level", "Act") == {
        "StepsNow": "2", "Face_Level": "2", "Act": "replenish",
    }  # fmt: skip
    # Sniper: the lot by the Soviet, the card by the German.
    table.press("Soviet", DESK, "Ctrl-R")
    slot = session.module_values("SnipeSlot")["SnipeSlot"]
    hit = table.at(slot)[0]
    table.press("German", DESK, "Ctrl-G")
    assert (table.cards()[hit].place, table.cards()[hit].act) == ("Pile", "sniped")
    # T-34 with its partner, lost, back.
    session.drag("13gds", "Tractor Factory")
    table.press("Soviet", "13gds", "Ctrl-A")
    table.press("Soviet", "t34", "Ctrl-J")
    table.press("Soviet", "13gds", "Ctrl-T")
    assert session.values("t34", "Joined", "Face_Level") == {"Joined": "0", "Face_Level": "1"}
    table.press("Soviet", "13gds", "Ctrl-U")
    table.press("Soviet", "13gds", "Ctrl-A")
    table.press("Soviet", "t34", "Ctrl-J")
    table.press("Soviet", "13gds", "Ctrl-E")
    assert session.values("t34", "Face_Level", "Joined", "Act")["Face_Level"] == "2"
    table.press("Soviet", "t34", "Ctrl-K")
    assert session.values("t34", "LocationName", "GoneTurn") == {
        "LocationName": "Soviet losses",
        "GoneTurn": "1",
    }
    session.hotkey("Alt-T")
    table.act("German")
    session.button("Fill German hand")
    session.button("All units up")
    session.hotkey("Alt-T")
    assert session.module_values("Turn", "Phase") == {"Turn": "2", "Phase": "Reinforcements"}
    assert session.values("german-desk", "HandNow")["HandNow"] == "3"
    assert session.values("13gds", "Face_Level")["Face_Level"] == "1"
    table.press("Soviet", "t34", "Ctrl-N")
    assert session.values("t34", "LocationName", "Act") == {
        "LocationName": "Tractor Factory",
        "Act": "return",
    }
    table.press("German", "16pz", "Ctrl-N")
    assert session.values("16pz", "StepsNow", "LocationName") == {
        "StepsNow": "4",
        "LocationName": "German Rear",
    }
    spent = [*table.at("Pile"), *table.at("Hidden pile")]
    session.button("Reshuffle")
    assert {table.cards()[card].place for card in spent} == {"Deck"}
    # Isolated units count for nobody.
    session.drag("295", "Minina")
    table.press("Soviet", "rifle_6", "Ctrl-I")
    assert session.values("control-minina", "Control")["Control"] == "German"
    session.button("U01 When a unit turns over", "always")
    assert session.module_values("U01")["U01"] == "always"


def test_a_battle_by_the_keys_that_ask_for_no_click(
    table: TableOfTwo, home: EngineHome, rk_module: Path, tmp_path: Path
) -> None:
    session, log = table.session, tmp_path / "short.vlog"
    table.deal()
    session.begin(log)
    table.act("German")
    session.drag("295", "Minina")
    session.key("295", "Ctrl-B")
    assert dict(session.module_values("Active", "Attacker", "Defender")) == {
        "Active": "@295", "Attacker": "@295", "Defender": "@rifle_6",
    }  # fmt: skip
    hands = {f"{side} {number}": table.at(f"{side} hand-{number}")[0] for side, number in _LAID}
    for side, number in _LAID:
        table.act(side)
        session.hotkey(f"Ctrl-{number}")
    cards = table.cards()
    assert [cards[hands[each]].place for each in ("German 1", "Soviet 1", "German 2")] == ["A1", "D1", "A2"]
    table.act("Soviet")
    session.hotkey("Alt-S")
    table.act("German")
    session.hotkey("Alt-O")
    assert dict(session.module_values("OpenA", "OpenD")) == {
        "OpenA": f"@{hands['German 2']}", "OpenD": f"@{hands['Soviet 1']}",
    }  # fmt: skip
    step = table.at("Rifle 6-1")[0]
    table.press("Soviet", "rifle_6", "Ctrl-L")
    assert table.cards()[step].place == "Hidden pile"
    session.drag("rifle_6", "Red Square")
    table.act("German")
    session.hotkey("Alt-E")
    assert session.values("295", "Face_Level", "Act") == {"Face_Level": "2", "Act": "end"}
    session.save()
    assert "retreats from Minina" in "\n".join(chat(home, rk_module, log))
    # Who has to suffer the loss is a matter of the cards: the rest is legal whatever they are.
    told = [(action.action, action.outcome.value) for action in audit_logs([log], rk_module).actions]
    assert told[:9] == [
        (name, "legal") for name in (
            "activate", "enter battle", "name defender", "play card", "play card", "raise", "stand", "open",
            "open",
        )
    ]  # fmt: skip
    assert [name for name, _ in told[9:]] == ["lose step", "retreat", "end"]


_LAID = (("German", 1), ("Soviet", 1), ("German", 2))


def test_a_player_alone_lays_and_opens_for_both_sides(
    home: EngineHome, rk_module: Path, tmp_path: Path
) -> None:
    alone, log = Player("Cleo", "pass-word-3", "Solitaire"), tmp_path / "alone.vlog"
    with Session(rk_module, players=[alone], home=home, seed=1) as session:
        table = TableOfTwo(session)
        for side in ("German", "Soviet"):
            session.button(f"Deal {side}")
        session.begin(log)
        session.drag("295", "Minina")
        session.key("295", "Ctrl-B")
        hands = {f"{side} {number}": table.at(f"{side} hand-{number}")[0] for side, number in _LAID}
        for _, number in _LAID:
            session.hotkey(f"Ctrl-{number}")
        session.hotkey("Alt-S")
        cards = table.cards()
        assert [cards[card].place for card in hands.values()] == ["A1", "D1", "A2"]
        assert dict(session.module_values("OpenA", "OpenD")) == {
            "OpenA": f"@{hands['German 2']}", "OpenD": f"@{hands['Soviet 1']}",
        }  # fmt: skip
        session.save()
        assert complaints(session) == []
    told = [(action.action, action.outcome.value) for action in audit_logs([log], rk_module).actions]
    assert told[3:9] == [
        (name, "legal") for name in ("play card", "play card", "raise", "stand", "open", "open")
    ]  # fmt: skip
