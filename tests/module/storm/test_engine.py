"""The module in the real engine: clean, drawn, bid, fired, ferried, turned; nobody sees what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.module.two_players import GERMAN, SOVIET, TwoPlayers
from toolkit.cli.main import main
from toolkit.compile.game import CompiledGame
from toolkit.engine.check import check_module
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome, EngineUnavailable, find_engine, required
from toolkit.engine.record import Player, Session
from toolkit.module.area_parts import AreaParts
from toolkit.module.build import build_module
from toolkit.vassal.log import read_log

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def home() -> EngineHome:
    try:
        return find_engine()
    except EngineUnavailable as missing:
        if required():
            pytest.fail(f"engine not run: {missing.reason}")
        pytest.skip(f"engine not run: {missing.reason}")


@pytest.fixture(scope="module")
def storm_module(storm_parts: AreaParts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_module(storm_parts.shop.game, storm_parts.shop.equipment, tmp_path_factory.mktemp("storm"))


@pytest.fixture
def table(home: EngineHome, storm_module: Path) -> Iterator[TwoPlayers]:
    with Session(storm_module, players=[GERMAN, SOVIET], home=home) as session:
        yield TwoPlayers(session)
        assert _complaints(session) == []


def _complaints(session: Session) -> list[str]:
    """Return what the engine complains about, but that 3.6.0 has no translation for its own word Shuffle."""
    said = [problem.message for problem in session.take_problems()]
    return [line for line in said if line != "No Translation: Shuffle"]


def _draw(table: TwoPlayers) -> None:
    for side in ("German", "Soviet"):
        table.act(side)
        table.session.button("Draw")


def test_it_opens_clean_and_every_place_has_its_name(
    home: EngineHome, storm_module: Path, tmp_path: Path
) -> None:
    report = check_module(storm_module, tmp_path, home=home)
    assert [finding.key() for finding in report.findings] == []
    compared = report.facts["places_compared"]
    assert isinstance(compared, int)
    assert compared > 400
    assert report.facts["places_wrong"] == 0


def test_hands_and_bids_keep_their_secrets(
    table: TwoPlayers, storm_game: CompiledGame, tmp_path: Path
) -> None:
    session = table.session
    assert {card.place for card in table.cards().values()} == {"German deck", "Soviet deck"}
    _draw(table)
    german, soviet = table.at("German hand"), table.at("Soviet hand")
    # Turn 1: the Soviets hold Mamayev Kurgan, one card more.
    assert (len(german), len(soviet)) == (4, 5)
    cards = table.cards()
    assert {(cards[card].mask, cards[card].act) for card in german} == {("German", "dealt")}
    assert {(cards[card].mask, cards[card].act) for card in soviet} == {("Soviet", "dealt")}
    assert session.values("soviet-desk", "HandNow", "Act") == {"HandNow": "5", "Act": "draw"}

    # What the Soviet sees of the German's hand does not change with the cards in it.
    spare = next(card.id for card in cards.values() if card.place == "German deck")
    pictures = []
    for _ in range(2):
        table.act("German")
        one, two = german[0], german[1]
        for card, place in ((one, "German hand-8"), (two, "German hand-1"), (one, "German hand-2")):
            session.drag(card, {"map": "German cards", "at": place})
        german = table.at("German hand")
        pictures.append(
            [table.picture(side, "German cards", tmp_path / "s.png") for side in ("German", "Soviet")]
        )
    assert pictures[0][0] != pictures[1][0]
    assert pictures[0][1] == pictures[1][1]
    table.press("Soviet", german[0], "Ctrl-P")
    assert table.cards()[german[0]].place == "German hand-1", "a hidden card does not hear the other side"
    assert table.cards()[spare].place == "German deck"

    # Bids: nothing opens before both are sealed.
    for side, presses in (("German", 2), ("Soviet", 5)):
        table.act(side)
        bid = f"bid-{side.lower()}"
        for _ in range(presses):
            session.key(bid, "Ctrl-U")
        session.key(bid, "Ctrl-D")
        assert session.module_values("Target", "Bid_German", "Bid_Soviet") == {
            "Target": "3", "Bid_German": "0", "Bid_Soviet": "0",
        }  # fmt: skip
        session.key(bid, "Ctrl-S")
        session.key(bid, "Ctrl-U")
        session.button("Open bids")
    assert session.module_values("Target", "SovietSeat", "Bid_German", "Bid_Soviet") == {
        "Target": "4", "SovietSeat": "Soviet", "Bid_German": "1", "Bid_Soviet": "4",
    }  # fmt: skip
    assert session.values("bid-german", "CurrentMap", "Act") == {"CurrentMap": "Main Map", "Act": "opened"}
    session.button("Target", "2")
    option = next(option for option in storm_game.options if option.is_switch)
    session.button(f"{option.id} {option.names.en}".replace(",", ";"), option.values[-1].id)
    assert session.module_values("Target", option.id) == {"Target": "2", option.id: option.values[-1].id}

    # Refresh Counters leaves what the other side hides, and loses nothing.
    cards, pieces = table.cards(), len(session.table().pieces)
    for side, other in (("German", "Soviet"), ("Soviet", "German")):
        table.act(side)
        hidden = sum(card.mask == other for card in cards.values())
        assert session.game.refresh()["updatedCount"] == pieces - hidden
        assert table.cards() == cards


def test_a_fire_with_losses_is_logged_and_replayed(
    table: TwoPlayers, home: EngineHome, storm_module: Path, storm_game: CompiledGame, tmp_path: Path
) -> None:
    session, log = table.session, tmp_path / "fire.vlog"
    # Replaying a shuffle, 3.6.0 leaves the deck as it was: the log begins after it.
    _draw(table)
    session.begin(log)
    table.act("German")
    session.key(["g_ir_191", "g_ir_194"], "Ctrl-B")
    assert session.values("g_ir_194", "Act", "Firing", "From") == {
        "Act": "fire", "Firing": "1", "From": "@Airfield",
    }  # fmt: skip
    session.drag("attack", "Hospital")
    declared = session.module_values("FireState", "FireTarget", "FireFrom", "FireSide", "FireNo", "AttackSum")
    assert dict(declared) == {
        "FireState": "declared", "FireTarget": "@Hospital", "FireFrom": "@Airfield", "FireSide": "German",
        "FireNo": "1", "AttackSum": "6",
    }  # fmt: skip
    assert session.module_values("BestDefence", "Terrain", "ActSide", "NextSide", "Impulse") == {
        "BestDefence": "6", "Terrain": "2", "ActSide": "German", "NextSide": "Soviet", "Impulse": "1",
    }  # fmt: skip
    session.button("Roll fire")
    rolled = {
        name: int(value) for name, value in session.module_values("D1", "D2", "AttackTotal", "Points").items()
    }
    assert rolled["AttackTotal"] == 6 + rolled["D1"] + rolled["D2"]
    assert rolled["Points"] == max(rolled["AttackTotal"] - 8, 0)
    assert session.values("g_ir_191", "Act", "Face_Level", "Firing") == {
        "Act": "fired", "Face_Level": "2", "Firing": "0",
    }  # fmt: skip
    assert session.values("fire-airfield-german", "Fire")["Fire"] == "1"
    # Every line of the loss table; the module counts, it does not judge.
    table.press("Soviet", "s_rb_42", "Ctrl-1")
    table.press("Soviet", "s_nk_272", "Ctrl-2")
    session.drag("s_nk_272", "Central Ravine")
    assert int(session.module_values("Left")["Left"]) == rolled["Points"] - 3
    assert session.values("s_rb_42", "Act", "Cost", "LossIn", "Face_Level", "By") == {
        "Act": "loss_spend", "Cost": "1", "LossIn": "1", "Face_Level": "2", "By": "Soviet",
    }  # fmt: skip
    assert session.values("s_nk_272", "Act", "Face_Level") == {"Act": "loss_drive", "Face_Level": "2"}
    table.press("Soviet", "s_nk_272", "Ctrl-1")
    assert session.values("s_nk_272", "Act", "Cost") == {"Act": "loss_retreat", "Cost": "1"}
    table.press("Soviet", "s_rb_42", "Ctrl-2")
    table.press("Soviet", "s_gt_6", "Ctrl-3")
    assert session.values("s_rb_42", "Act", "LocationName") == {
        "Act": "loss_eliminate", "LocationName": "Eliminated Soviet units",
    }  # fmt: skip
    assert session.values("s_gt_6", "Act", "Cost", "Face_Level") == {
        "Act": "loss_eliminate", "Cost": "3", "Face_Level": "1",
    }  # fmt: skip
    session.button("Close fire")
    assert session.module_values("FireState", "FireTarget", "Left") == {
        "FireState": "", "FireTarget": "", "Left": "0",
    }  # fmt: skip
    assert session.values("attack", "LocationName")["LocationName"] == "Attack"
    # Into the empty area: control goes over; out of it, terrain no longer counts against a marker of fire.
    session.drag("g_ir_211", "Hospital")
    assert session.values("control-hospital", "Control")["Control"] == "German"
    table.press("Soviet", "s_nk_272", "Ctrl-B")
    table.press("Soviet", "g_ir_191", "Ctrl-G")
    assert session.module_values("FireNo", "Terrain", "FireSide") == {
        "FireNo": "2", "Terrain": "0", "FireSide": "Soviet",
    }  # fmt: skip
    session.save()
    with Engine(home) as engine:
        game = OpenModule.open(engine, storm_module)
        game.load(log)
        said = "\n".join(line for step in game.step() for line in step)
    names = [card.names.en for card in storm_game.action_cards]
    assert [name for name in names if name in said] == [], "no line names a card that is in a hand"
    assert main(["engine", str(storm_module), "-l", str(log), "-o", str(tmp_path / "report.txt")]) == 0
    assert len(read_log(log).steps) == 13


def _draw_all(table: TwoPlayers, side: str, cards: int) -> None:
    table.act(side)
    for _ in range(cards):
        table.session.key(f"{side.lower()}-desk", "Ctrl-J")


def _fire(table: TwoPlayers, *names: str) -> dict[str, str]:
    return dict(table.session.module_values(*names))


def test_cards_change_the_fire(table: TwoPlayers, storm_game: CompiledGame) -> None:
    session = table.session
    deck = {
        side: sum(card.side == side.lower() for card in storm_game.action_cards)
        for side in ("German", "Soviet")
    }
    for side, count in deck.items():
        _draw_all(table, side, count)
        assert len(table.at(f"{side} hand")) == count

    def of(side: str, effect: str) -> tuple[str, int]:
        card = next(
            c for c in storm_game.action_cards if c.side == side and c.effect and c.effect.kind == effect
        )
        numbers = [v for v in card.effect.values.values() if isinstance(v, int)] if card.effect else []
        return card.id, numbers[0] if numbers else 0

    # With own fire, against it, after the roll.
    (bonus, more), (dig, deep), (rubble, times) = (
        of("german", "fire_bonus"),
        of("soviet", "dig_in"),
        of("soviet", "rubble"),
    )
    table.press("German", bonus, "Ctrl-P")
    session.key("g_ir_191", "Ctrl-B")
    session.key("s_rb_42", "Ctrl-G")
    table.press("Soviet", dig, "Ctrl-P")
    table.press("Soviet", rubble, "Ctrl-P")
    session.button("Roll fire")
    rolled = {
        name: int(value)
        for name, value in _fire(table, "D1", "D2", "AttackTotal", "DefenceTotal", "Left").items()
    }
    assert rolled["AttackTotal"] == 3 + more + rolled["D1"] + rolled["D2"]
    assert rolled["DefenceTotal"] == 6 + deep + 2 * times
    played = {card.id: card.place for card in table.cards().values() if "hand" not in card.place}
    assert played == {bonus: "German card in play", rubble: "Soviet card in play", dig: "Soviet discards"}
    session.button("Close fire")
    assert _fire(table, "AttackMore", "DefenceMore", "TerrainTimes") == {
        "AttackMore": "0", "DefenceMore": "0", "TerrainTimes": "1",
    }  # fmt: skip
    # A bombardment has no firers and sets no marker; it is the impulse of its card.
    bombard, strength = of("german", "bombard")
    table.press("German", bombard, "Ctrl-P")
    session.drag("attack", "October Park")
    session.button("Roll fire")
    rolled = {
        name: int(value)
        for name, value in _fire(table, "D1", "D2", "AttackTotal", "FireNo", "Impulse").items()
    }
    assert rolled["AttackTotal"] == strength + rolled["D1"] + rolled["D2"]
    assert (rolled["FireNo"], rolled["Impulse"]) == (2, 2)
    # Forgotten to close: the next fire begins with nothing of it.  Cancelled: no roll, the firers are spent.
    cancel, _ = of("soviet", "cancel")
    table.act("German")
    session.key("g_pg_103", "Ctrl-B")
    session.key("s_gd_35", "Ctrl-G")
    assert _fire(table, "AttackMore", "AttackSum", "FireFrom") == {
        "AttackMore": "0", "AttackSum": "3", "FireFrom": "@Sadovaya",
    }  # fmt: skip
    table.press("Soviet", cancel, "Ctrl-P")
    assert _fire(table, "FireState", "FireNo") == {"FireState": "", "FireNo": "3"}
    assert session.values("g_pg_103", "Act", "Face_Level", "Firing") == {
        "Act": "fired", "Face_Level": "2", "Firing": "0",
    }  # fmt: skip
    assert session.values("fire-desk", "Act")["Act"] == "cancelled"
    assert session.values("fire-sadovaya-german", "Fire")["Fire"] == "0"
    # A sniper's points need no roll; a card spares some; the price is a card and a unit.
    snipe, points = of("soviet", "snipe")
    spare, fewer = of("german", "spare")
    table.press("Soviet", snipe, "Ctrl-P")
    session.drag("attack", "Airfield")
    assert _fire(table, "FireState", "Points", "Left", "FireSide") == {
        "FireState": "rolled", "Points": str(points), "Left": str(points), "FireSide": "Soviet",
    }  # fmt: skip
    table.press("German", spare, "Ctrl-P")
    assert _fire(table, "Left") == {"Left": str(max(points - fewer, 0))}
    paid = table.at("German hand")[0]
    table.press("German", paid, "Ctrl-Y")
    session.key("g_sg_244", "Ctrl-S")
    assert (table.cards()[paid].place, table.cards()[paid].act) == ("German discards", "pay")
    assert session.values("g_sg_244", "Act", "Face_Level") == {"Act": "pay", "Face_Level": "2"}
    session.key("g_sg_244", "Ctrl-U")
    assert session.values("g_sg_244", "Act", "Face_Level") == {"Act": "ready", "Face_Level": "1"}
    # Discards and the card in play go back into the deck.
    gone = [*table.at("German discards"), *table.at("German card")]
    session.key("german-desk", "Ctrl-Z")
    assert {table.cards()[card].place for card in gone} == {"German deck"}
    assert session.values("german-desk", "HandNow")["HandNow"] == str(deck["German"] - len(gone))


def test_moves_ferries_and_the_end_of_a_turn(table: TwoPlayers) -> None:
    session = table.session
    _draw(table)
    session.hotkey("Alt-T")
    assert session.module_values("Turn", "Phase") == {"Turn": "1", "Phase": "Impulses"}
    table.act("German")
    done = session.key(["g_ir_544", "g_ir_545"], "Ctrl-M")
    assert len(done.log_steps) <= 1, "one key, one step"
    assert {session.values(unit, "Act")["Act"] for unit in ("g_ir_544", "g_ir_545")} == {"move"}
    session.drag(["g_ir_544", "g_ir_545"], "October Park")
    assert session.values("g_ir_545", "From", "Face_Level", "LocationName") == {
        "From": "@Gorodishche", "Face_Level": "2", "LocationName": "October Park",
    }  # fmt: skip
    assert session.module_values("Impulse", "NextSide", "Step") == {
        "Impulse": "1",
        "NextSide": "Soviet",
        "Step": "4",
    }
    assert session.values("marker_impulse", "LocationName")["LocationName"] == "Soviet impulse"
    assert session.values("control-october_park", "Control")["Control"] == "Soviet"
    # A reinforcement by key, out of the box as an action of its own.
    table.press("Soviet", "s_gr_39", "Ctrl-N")
    place = session.values("s_gr_39", "LocationName", "Act")
    assert place["Act"] == "arrive"
    session.key("s_gr_39", "Ctrl-M")
    assert session.values("s_gr_39", "Act", "From") == {"Act": "ferry", "From": f"@{place['LocationName']}"}
    session.drag("s_gr_39", "Tennis Racket")
    for side in ("German", "Soviet"):
        table.act(side)
        session.button("Pass")
    assert session.module_values("Impulse", "Passes", "ActKind") == {
        "Impulse": "4",
        "Passes": "2",
        "ActKind": "pass",
    }
    session.hotkey("Alt-T")
    table.press("German", table.at("German hand")[0], "Ctrl-X")
    session.button("Fill hand")
    assert session.values("german-desk", "HandNow", "Act") == {"HandNow": "5", "Act": "fill"}
    session.button("Fresh")
    assert {session.values(unit, "Face_Level")["Face_Level"] for unit in ("g_ir_544", "s_gr_39")} == {"1"}
    assert session.values("g_ir_545", "Act")["Act"] == "refreshed"
    # Black units leave; an eliminated one by another unit.
    table.press("German", "g_mi_15", "Ctrl-E")
    table.press("German", "g_mi_15", "Ctrl-W")
    table.press("German", "g_ir_191", "Ctrl-W")
    table.press("German", "g_mi_71", "Ctrl-W")
    assert session.values("g_mi_15", "Act", "LocationName") == {
        "Act": "replaced", "LocationName": "Eliminated German units",
    }  # fmt: skip
    assert session.values("g_ir_191", "Act", "For", "LocationName") == {
        "Act": "withdraw", "For": "@g_mi_15", "LocationName": "Withdrawn",
    }  # fmt: skip
    assert session.values("g_mi_71", "For")["For"] == "@g_mi_71"
    assert session.module_values("WithdrawFor")["WithdrawFor"] == ""
    # By hand: units, fire and control markers turn over.
    table.press("German", "g_ir_267", "Ctrl-F")
    assert session.values("g_ir_267", "Act", "Face_Level") == {"Act": "turn", "Face_Level": "2"}
    session.key("g_ir_267", "Ctrl-F")
    session.key("fire-hospital-soviet", "Ctrl-F")
    session.key("control-hospital", "Ctrl-F")
    assert session.values("g_ir_267", "Face_Level")["Face_Level"] == "1"
    assert session.values("fire-hospital-soviet", "Fire")["Fire"] == "1"
    assert session.module_values("Control_hospital")["Control_hospital"] == "German"


def test_a_player_alone_presses_for_both_sides(home: EngineHome, storm_module: Path) -> None:
    alone = Player("Cleo", "pass-word-3", "Solitaire")
    with Session(storm_module, players=[alone], home=home) as session:
        session.button("Draw")
        hands = [session.values(f"{side}-desk", "HandNow")["HandNow"] for side in ("german", "soviet")]
        assert hands == ["4", "5"]
        session.button("Pass")
        assert session.module_values("ActSide", "NextSide") == {"ActSide": "German", "NextSide": "Soviet"}
        session.button("Pass")
        assert session.module_values("ActSide", "Passes") == {"ActSide": "Soviet", "Passes": "2"}
        assert _complaints(session) == []
