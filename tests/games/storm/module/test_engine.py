"""The module in the real engine: clean, drawn, bid, fired, ferried, turned; nobody sees what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import BuiltModule
from tests.games.storm.module.cast import Cast
from tests.module.chat import chat
from tests.module.two_players import GERMAN, SOVIET, TwoPlayers, complaints
from toolkit.audit.audit import audit_logs
from toolkit.cli.main import main
from toolkit.compile.compiled import CompiledGame
from toolkit.engine.check import check_module
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Player, Session
from toolkit.module.expressions import LOSS
from toolkit.vassal.log import read_log

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def storm_module(built_module: BuiltModule) -> Path:
    return built_module("storm")


@pytest.fixture
def table(home: EngineHome, storm_module: Path) -> Iterator[TwoPlayers]:
    with Session(storm_module, players=[GERMAN, SOVIET], home=home, seed=1) as session:
        yield TwoPlayers(session)
        assert complaints(session) == []


@pytest.fixture
def cast(storm_game: CompiledGame) -> Cast:
    return Cast.of(storm_game)


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
    # The Soviets hold Mamayev Kurgan: one card more.
    numbers = storm_game.turns[0].draw
    assert (len(german), len(soviet)) == (numbers["german"], numbers["soviet"] + 1)
    cards = table.cards()
    assert {cards[card].mask for card in german} == {"German"}
    assert {cards[card].mask for card in soviet} == {"Soviet"}
    assert session.values("soviet-desk", "HandNow", "Act") == {
        "HandNow": str(len(soviet)), "Act": "draw",
    }  # fmt: skip

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
    for side, numbers in (("German", (2, 1)), ("Soviet", (7, 4))):
        table.act(side)
        bid = f"bid-{side.lower()}"
        for number in numbers:
            session.key(bid, f"Ctrl-{number}")
        assert session.module_values("Target", "Bid_German", "Bid_Soviet") == {
            "Target": "3", "Bid_German": "0", "Bid_Soviet": "0",
        }  # fmt: skip
        session.key(bid, "Ctrl-S")
        session.key(bid, "Ctrl-6")
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
    table: TwoPlayers, cast: Cast, home: EngineHome, storm_module: Path, tmp_path: Path
) -> None:
    session, log = table.session, tmp_path / "fire.vlog"
    (one, two), (first, second) = cast.firers, cast.pair
    base, goal, other = cast.name(cast.base), cast.name(cast.goal), cast.witness.id
    # Replaying a shuffle, 3.6.0 leaves the deck as it was: the log begins after it.
    _draw(table)
    session.begin(log)
    table.act("German")
    session.key([one.id, two.id], "Ctrl-B")
    assert session.values(two.id, "Act", "Firing", "From") == {
        "Act": "fire",
        "Firing": "1",
        "From": f"@{base}",
    }
    session.drag("attack", goal)
    declared = session.module_values("FireState", "FireTarget", "FireFrom", "FireSide", "FireNo")
    assert dict(declared) == {
        "FireState": "declared", "FireTarget": f"@{goal}", "FireFrom": f"@{base}", "FireSide": "German",
        "FireNo": "1",
    }  # fmt: skip
    strength = sum(unit.fresh.attack for unit in cast.firers if unit.fresh is not None)
    assert _numbers(table, "AttackSum", "BestDefence", "Terrain", "Impulse") == {
        "AttackSum": strength, "BestDefence": cast.best_defence, "Terrain": cast.terrain(cast.goal),
        "Impulse": 1,
    }  # fmt: skip
    assert session.module_values("ActSide", "NextSide") == {"ActSide": "German", "NextSide": "Soviet"}
    session.button("Roll for fire")
    rolled = _numbers(table, "D1", "D2", "AttackTotal", "DefenceTotal", "Points", "Left")
    assert rolled["AttackTotal"] == strength + rolled["D1"] + rolled["D2"]
    assert rolled["DefenceTotal"] == cast.best_defence + cast.terrain(cast.goal)
    assert rolled["Points"] == rolled["Left"] == max(rolled["AttackTotal"] - rolled["DefenceTotal"], 0)
    assert session.values(one.id, "Act", "Face_Level", "Firing") == {
        "Act": "fired", "Face_Level": "2", "Firing": "0",
    }  # fmt: skip
    assert session.values(f"fire-{cast.base}-german", "Fire")["Fire"] == "1"
    # The marker shifted within the area is no new fire.
    session.key(first.id, "Ctrl-G")
    assert _numbers(table, "FireNo", "Left") == {"FireNo": 1, "Left": rolled["Points"]}
    # Every line of the loss table; the module counts, it does not judge.
    table.press("Soviet", first.id, "Ctrl-1")
    table.press("Soviet", second.id, "Ctrl-2")
    retreat = session.values(other, "LocationName")["LocationName"]
    session.drag(second.id, retreat)
    assert _numbers(table, "Left") == {"Left": rolled["Points"] - 3}
    assert session.values(first.id, "Act", "Cost", "LossIn", "Face_Level", "By") == {
        "Act": "loss_spend", "Cost": "1", "LossIn": "1", "Face_Level": "2", "By": "Soviet",
    }  # fmt: skip
    assert session.values(second.id, "Act", "Face_Level") == {"Act": "loss_drive", "Face_Level": "2"}
    table.press("Soviet", first.id, "Ctrl-1")
    assert session.values(first.id, "Act", "Cost") == {"Act": "loss_retreat", "Cost": "1"}
    table.press("Soviet", first.id, "Ctrl-2")
    table.press("Soviet", other, "Ctrl-3")
    assert session.values(first.id, "Act", "LocationName") == {
        "Act": "loss_eliminate", "LocationName": "Eliminated Soviet units",
    }  # fmt: skip
    assert session.values(other, "Act", "Cost", "Face_Level") == {
        "Act": "loss_eliminate", "Cost": "3", "Face_Level": "1",
    }  # fmt: skip
    session.button("End fire")
    assert session.module_values("FireState", "FireTarget", "Left") == {
        "FireState": "", "FireTarget": "", "Left": "0",
    }  # fmt: skip
    assert session.values("attack", "LocationName")["LocationName"] == "Attack"
    # Into the empty area: control goes over.
    session.drag(cast.third.id, goal)
    assert session.values(f"control-{cast.goal}", "Control")["Control"] == "German"
    # Fire at units that have fired out of their area, called by a key: their ground does not count.
    table.press("Soviet", second.id, "Ctrl-B")
    table.press("Soviet", one.id, "Ctrl-G")
    assert session.module_values("FireNo", "FireTarget", "Terrain", "FireSide") == {
        "FireNo": "2", "FireTarget": f"@{base}", "Terrain": "0", "FireSide": "Soviet",
    }  # fmt: skip
    session.save()
    said = "\n".join(chat(home, storm_module, log))
    names = [card.names.en for card in cast.game.action_cards]
    assert [name for name in names if name in said] == [], "no line names a card that is in a hand"
    for line in (
        f"fires from {base}",
        f"fire 1 on {goal}",
        f"rolls for fire 1 on {goal}",
        f"in {goal} is spent for 1, {rolled['Points'] - 1} left",
    ):
        assert line in said
    assert main(["engine", str(storm_module), "-l", str(log), "-o", str(tmp_path / "report.txt")]) == 0
    assert len(read_log(log).steps) == 14


def test_one_key_declares_a_fire_of_a_whole_area_and_rolls(
    table: TwoPlayers, cast: Cast, storm_module: Path, tmp_path: Path
) -> None:
    session, log = table.session, tmp_path / "together.vlog"
    (one, two), target = cast.firers, cast.pair[0]
    _draw(table)
    session.begin(log)
    session.hotkey("Alt-T")
    table.act("Soviet")
    session.key(target.id, "Ctrl-Shift-B")
    assert session.module_values("FireNo")["FireNo"] == "0", "an enemy's unit hears it for its own side only"
    table.act("German")
    session.key([one.id, target.id], "Ctrl-Shift-B")
    goal, base = cast.name(cast.goal), cast.name(cast.base)
    assert dict(session.module_values("FireNo", "FireState", "FireTarget", "FireFrom")) == {
        "FireNo": "1", "FireState": "rolled", "FireTarget": f"@{goal}", "FireFrom": f"@{base}",
    }  # fmt: skip
    assert session.values(two.id, "Act", "Face_Level") == {"Act": "fired", "Face_Level": "2"}
    session.save()
    told = [action.action for action in audit_logs([log], storm_module).actions]
    assert [name for name in told if name in ("fire", "roll")] == ["fire", "roll"]


def test_the_chat_warns_of_loss_points_that_are_left(
    table: TwoPlayers, cast: Cast, home: EngineHome, storm_module: Path, tmp_path: Path
) -> None:
    session, log, base, goal = (
        table.session,
        tmp_path / "left.vlog",
        cast.name(cast.base),
        cast.name(cast.goal),
    )
    rolled: list[int] = []
    snipe, points = cast.card("soviet", "snipe")
    table.act("Soviet")
    for _ in range(sum(card.side == "soviet" for card in cast.game.action_cards)):
        session.key("soviet-desk", "Ctrl-J")
    session.begin(log)
    session.key(snipe, "Ctrl-P")
    session.drag("attack", base)
    session.button("End fire")
    # One that is forgotten with points left, or with none or too many taken.
    for spend in (0, 99):
        table.act("German")
        session.key(cast.firers[0].id, "Ctrl-B")
        session.drag("attack", goal)
        session.button("Roll for fire")
        rolled.append(int(session.module_values("Points")["Points"]))
        for _ in range(min(spend, rolled[-1] + 1)):
            table.press("Soviet", cast.witness.id, "Ctrl-1")
        table.press("German", cast.firers[1].id, "Ctrl-B")
        session.key(cast.firers[1].id, "Ctrl-B")
    session.save()
    warnings = [line for line in chat(home, storm_module, log) if "***" in line]
    expected = [f"* {LOSS}Soviet closes fire 1 on {base} *** {points} loss points left ***"]
    if rolled[0]:
        expected.append(f"* {LOSS}fire 2 on {goal} was not closed *** {rolled[0]} loss points left ***")
    assert warnings == expected


def _numbers(table: TwoPlayers, *names: str) -> dict[str, int]:
    return {name: int(value) for name, value in table.session.module_values(*names).items()}


def test_cards_change_the_fire(table: TwoPlayers, cast: Cast) -> None:
    session = table.session
    deck = {}
    for side in ("German", "Soviet"):
        deck[side] = sum(card.side == side.lower() for card in cast.game.action_cards)
        table.act(side)
        for _ in range(deck[side]):
            session.key(f"{side.lower()}-desk", "Ctrl-J")
        assert len(table.at(f"{side} hand")) == deck[side]
    # With own fire, against it.
    bonus, more = cast.card("german", "fire_bonus")
    (dig, deep), (rubble, times) = cast.card("soviet", "dig_in"), cast.card("soviet", "rubble")
    attack = cast.firers[0].fresh
    assert attack is not None
    table.press("German", bonus, "Ctrl-P")
    session.key(cast.firers[0].id, "Ctrl-B")
    session.key(cast.pair[0].id, "Ctrl-G")
    table.press("Soviet", dig, "Ctrl-P")
    table.press("Soviet", rubble, "Ctrl-P")
    session.button("Roll for fire")
    rolled = _numbers(table, "D1", "D2", "AttackTotal", "DefenceTotal")
    assert rolled["AttackTotal"] == attack.attack + more + rolled["D1"] + rolled["D2"]
    assert rolled["DefenceTotal"] == cast.best_defence + deep + times * cast.terrain(cast.goal)
    played = {card.id: card.place for card in table.cards().values() if "hand" not in card.place}
    assert played == {bonus: "German card in play", rubble: "Soviet card in play", dig: "Soviet discards"}
    session.button("End fire")
    assert _numbers(table, "AttackMore", "DefenceMore", "TerrainTimes") == {
        "AttackMore": 0, "DefenceMore": 0, "TerrainTimes": 1,
    }  # fmt: skip
    # A bombardment has no firers and sets no marker; it is the impulse of its card.
    bombard, strength = cast.card("german", "bombard")
    table.press("German", bombard, "Ctrl-P")
    session.drag("attack", cast.name(cast.goal))
    session.button("Roll for fire")
    rolled = _numbers(table, "D1", "D2", "AttackTotal", "FireNo", "Impulse")
    assert rolled["AttackTotal"] == strength + rolled["D1"] + rolled["D2"]
    assert (rolled["FireNo"], rolled["Impulse"]) == (2, 2)
    # Forgotten to close: the next fire begins with nothing of it.  Cancelled: no roll, the firers are spent.
    firer = cast.firers[1]
    assert firer.fresh is not None
    cancel, _ = cast.card("soviet", "cancel")
    marker = f"fire-{cast.base}-german"
    session.key(marker, "Ctrl-F")
    assert session.values(marker, "Fire")["Fire"] == "0"
    table.act("German")
    session.key(firer.id, "Ctrl-B")
    session.key(cast.pair[0].id, "Ctrl-G")
    assert _numbers(table, "AttackMore", "AttackSum") == {"AttackMore": 0, "AttackSum": firer.fresh.attack}
    table.press("Soviet", cancel, "Ctrl-P")
    assert session.module_values("FireState", "FireNo") == {"FireState": "", "FireNo": "3"}
    assert session.values(firer.id, "Act", "Face_Level", "Firing") == {
        "Act": "fired", "Face_Level": "2", "Firing": "0",
    }  # fmt: skip
    assert session.values("fire-desk", "Act")["Act"] == "cancelled"
    assert session.values(marker, "Fire")["Fire"] == "0"
    # A sniper's points need no roll; a card spares some; the price is a card and a unit.
    (snipe, points), (spare, fewer) = cast.card("soviet", "snipe"), cast.card("german", "spare")
    table.press("Soviet", snipe, "Ctrl-P")
    session.drag("attack", cast.name(cast.base))
    assert session.module_values("FireState", "Points", "Left", "FireSide") == {
        "FireState": "rolled", "Points": str(points), "Left": str(points), "FireSide": "Soviet",
    }  # fmt: skip
    table.press("German", spare, "Ctrl-P")
    assert _numbers(table, "Left") == {"Left": max(points - fewer, 0)}
    paid, payer = table.at("German hand")[0], cast.third.id
    table.press("German", paid, "Ctrl-Y")
    session.key(payer, "Ctrl-S")
    assert (table.cards()[paid].place, table.cards()[paid].act) == ("German discards", "pay")
    assert session.values(payer, "Act", "Face_Level") == {"Act": "pay", "Face_Level": "2"}
    session.key(payer, "Ctrl-U")
    assert session.values(payer, "Act", "Face_Level") == {"Act": "ready", "Face_Level": "1"}
    # Discards and the card in play go back into the deck.
    gone = [*table.at("German discards"), *table.at("German card")]
    session.key("german-desk", "Ctrl-Z")
    assert {table.cards()[card].place for card in gone} == {"German deck"}
    assert session.values("german-desk", "HandNow")["HandNow"] == str(deck["German"] - len(gone))


def test_moves_ferries_and_the_end_of_a_turn(table: TwoPlayers, cast: Cast) -> None:
    session = table.session
    goal = cast.name(cast.goal)
    _draw(table)
    session.hotkey("Alt-T")
    assert session.module_values("Turn", "Phase") == {"Turn": "1", "Phase": "Impulses"}
    table.act("German")
    group = [unit.id for unit in cast.firers]
    session.key(group, "Ctrl-M")
    assert [session.values(unit, "Act")["Act"] for unit in group] == ["move", "move"]
    session.drag(group, goal)
    assert session.values(group[1], "From", "Face_Level", "LocationName") == {
        "From": f"@{cast.name(cast.base)}", "Face_Level": "2", "LocationName": goal,
    }  # fmt: skip
    assert session.module_values("Impulse", "NextSide", "Step") == {
        "Impulse": "1", "NextSide": "Soviet", "Step": "4",
    }  # fmt: skip
    assert session.values("marker_impulse", "LocationName")["LocationName"] == "Soviet impulse"
    assert session.values(f"control-{cast.goal}", "Control")["Control"] == "Soviet"
    # A reinforcement by key, then out of the box as an action of its own.
    arrival = cast.arrival.id
    table.press("Soviet", arrival, "Ctrl-N")
    box = cast.name(cast.arrival.entry[0])
    assert session.values(arrival, "Act", "LocationName") == {"Act": "arrive", "LocationName": box}
    session.key(arrival, "Ctrl-M")
    assert session.values(arrival, "Act", "From") == {"Act": "ferry", "From": f"@{box}"}
    session.drag(arrival, goal)
    for side in ("German", "Soviet"):
        table.act(side)
        session.button("Pass")
    assert session.module_values("Impulse", "Passes", "ActKind") == {
        "Impulse": "4", "Passes": "2", "ActKind": "pass",
    }  # fmt: skip
    session.hotkey("Alt-T")
    table.press("German", table.at("German hand")[0], "Ctrl-X")
    session.button("Fill hand")
    limit = str(cast.game.turns[0].hand["german"])
    assert session.values("german-desk", "HandNow", "Act") == {"HandNow": limit, "Act": "fill"}
    session.button("All fresh")
    assert {session.values(unit, "Face_Level")["Face_Level"] for unit in (*group, arrival)} == {"1"}
    # The desk tells it once: the units say nothing of their own.
    assert session.values("phase-desk", "Act")["Act"] == "end_phase"
    assert session.values(group[0], "Act")["Act"] == "move"
    # Without keys: a card dragged onto the board is open, and the hand is counted again.
    table.act("German")
    for place in ("German card in play", "German discards"):
        card = table.at("German hand")[0]
        session.drag(card, place)
        assert (table.cards()[card].place, table.cards()[card].mask) == (place, None)
    assert session.values("german-desk", "HandNow")["HandNow"] == str(len(table.at("German hand")))
    # Black units leave; an eliminated one by another unit.
    lost, leaves = cast.black[0].id, cast.black[1].id
    table.press("German", lost, "Ctrl-E")
    table.press("German", lost, "Ctrl-W")
    table.press("German", group[0], "Ctrl-W")
    table.press("German", leaves, "Ctrl-W")
    assert session.values(lost, "Act", "LocationName") == {
        "Act": "replaced", "LocationName": "Eliminated German units",
    }  # fmt: skip
    assert session.values(group[0], "Act", "For", "LocationName") == {
        "Act": "withdraw", "For": f"@{lost}", "LocationName": "Withdrawn",
    }  # fmt: skip
    assert session.values(leaves, "For")["For"] == f"@{leaves}"
    assert session.module_values("WithdrawFor")["WithdrawFor"] == ""
    # By hand: units, fire and control markers turn over.
    table.press("German", cast.third.id, "Ctrl-F")
    assert session.values(cast.third.id, "Act", "Face_Level") == {"Act": "turn", "Face_Level": "2"}
    session.key(cast.third.id, "Ctrl-F")
    session.key(f"fire-{cast.goal}-soviet", "Ctrl-F")
    session.key(f"control-{cast.goal}", "Ctrl-F")
    assert session.values(cast.third.id, "Face_Level")["Face_Level"] == "1"
    assert session.values(f"fire-{cast.goal}-soviet", "Fire")["Fire"] == "1"
    assert session.module_values(f"Control_{cast.goal}")[f"Control_{cast.goal}"] == "German"


def test_a_player_alone_presses_for_both_sides(
    home: EngineHome, storm_module: Path, storm_game: CompiledGame
) -> None:
    alone = Player("Cleo", "pass-word-3", "Solitaire")
    with Session(storm_module, players=[alone], home=home, seed=1) as session:
        session.button("Draw")
        hands = [session.values(f"{side}-desk", "HandNow")["HandNow"] for side in ("german", "soviet")]
        numbers = storm_game.turns[0].draw
        assert hands == [str(numbers["german"]), str(numbers["soviet"] + 1)]
        session.button("Pass")
        assert session.module_values("ActSide", "NextSide") == {"ActSide": "German", "NextSide": "Soviet"}
        session.button("Pass")
        assert session.module_values("ActSide", "Passes") == {"ActSide": "Soviet", "Passes": "2"}
        assert complaints(session) == []
