"""Ways to tamper, planted in logs and saves that strangers wrote: each is said, and nothing else is new.

What the untouched logs say stands beside each set; it was held against the logs by hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.audit.without_rules.logs import Written, taken_apart
from toolkit.audit.audit import audit_logs
from toolkit.vassal import commands as c
from toolkit.vassal.log import read_log
from toolkit.vassal.privacy import people_of
from toolkit.vassal.table import Table
from toolkit.vassal.things import Thing, state_of
from toolkit.vassal.traits import DeckState, Layer

CAMPAIGN = "uckelman__tld-mod"
Found: TypeAlias = "Counter[tuple[str, str]]"


def notices(logs: list[Written], folder: Path) -> Found:
    """Return the notices of a game: codes and words, however the steps are numbered."""
    paths = [log.write(folder / f"{number}.vlog") for number, log in enumerate(logs)]
    report = audit_logs(paths)
    assert report.overview is not None
    return Counter((notice.code, _STEP.sub("", notice.message)) for notice in report.notices)


def new(found: Found, before: Found) -> set[str]:
    """Return the codes of notices that were not there before; a longer list of deletions is one."""
    return {code for code, _ in found - before}


_STEP = re.compile(r"step \d+")
"""What stands behind steps that were put in has other numbers."""


def table_of(log: Written, steps: int = 0) -> Table:
    """Return the table of a log after some steps."""
    table = Table(people_of(log.begin))
    table.apply(log.begin)
    for step in log.steps[:steps]:
        table.apply(step)
    return table


def end_table(log: Written) -> Table:
    return table_of(log, len(log.steps))


def added(thing: Thing, table: Table, id_: str | None = None, type_: str | None = None) -> c.AddPiece:
    """Return the command that puts a piece where it lies."""
    twin = replace(thing.twin(), spot=table.spot(thing.id))
    return c.AddPiece(id_ or thing.id, type_ or thing.type, state_of(twin))


def alone(table: Table, name: str) -> Thing:
    """Return the piece of a name that only one has."""
    (found,) = [thing for thing in table.counters() if thing.name == name]
    return found


# -- a campaign of two players, engine 2.9: three logs that follow each other exactly

# A regiment that nobody touches in these logs, and one that stands beside it.
UNIT, OTHER = "I/916/352", "III/729/709"


@pytest.fixture(scope="module")
def campaign(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Written], Found]:
    logs = [taken_apart(corpus / CAMPAIGN / f"0607-{number}.log") for number in (3, 4, 5)]
    return logs, notices(logs, tmp_path_factory.mktemp("campaign"))


def doubled(logs: list[Written], unit: str = UNIT) -> None:
    """A regiment comes a second time."""
    table = end_table(logs[-1])
    logs[-1].steps.append([added(alone(table, unit), table, "424242")])


def appeared(logs: list[Written], unit: str = UNIT) -> None:
    """A regiment comes that was not in the game."""
    table = end_table(logs[-1])
    thing = alone(table, unit)
    logs[-1].steps.append([added(thing, table, "424242", thing.type.replace(unit, "9/999/999"))])


def vanished(logs: list[Written], unit: str = UNIT) -> None:
    """A regiment is deleted."""
    logs[-1].steps.append([c.RemovePiece(alone(end_table(logs[-1]), unit).id)])


def retyped(logs: list[Written], unit: str = UNIT) -> None:
    """A regiment is made a stronger one."""
    table = end_table(logs[-1])
    thing = alone(table, unit)
    logs[-1].steps.append([added(thing, table, type_=thing.type.replace(unit, "I/1/SS"))])


def roll_undone(logs: list[Written]) -> None:
    """A roll is taken back and thrown again."""
    logs[-1].steps += [
        [c.Chat("*** d6 = 1 *** <Nate>")],
        [c.Chat("* UNDO: *** d6 = 1 *** <Nate>")],
        [c.Chat("*** d6 = 6 *** <Nate>")],
    ]


def impossible_roll(logs: list[Written]) -> None:
    """A die shows what it has not."""
    step = next(
        step for step in logs[1].steps if any(isinstance(x, c.Chat) and "*** d6 = " in x.text for x in step)
    )
    step[:] = [c.Chat("*** d6 = 7 *** <Nate>")]


def roll_typed(logs: list[Written]) -> None:
    """A roll is typed into the chat."""
    logs[1].steps.append([c.Chat("<Nate> - *** d6 = 6 *** <Nate>")])


def start_moved(logs: list[Written], unit: str = UNIT) -> None:
    """A regiment lies elsewhere when play goes on."""
    log = logs[1]
    thing = alone(table_of(log), unit)
    moved = replace(thing.twin(), spot=thing.spot._replace(x=thing.spot.x + 600), parent=None)
    log.begin[:] = [
        c.AddPiece(item.id, item.type, state_of(moved))
        if isinstance(item, c.AddPiece) and item.id == thing.id
        else replace(item, state=item.state.replace(f";{thing.id}", ""))
        if isinstance(item, c.AddPiece) and thing.parent == item.id
        else item
        for item in log.begin
    ]


def start_turned(logs: list[Written]) -> None:
    """A regiment that was turned over is as before when play goes on."""
    log = logs[1]
    table = table_of(log)
    thing = alone(table, UNIT)
    turned = tuple("-1;" if state == "1;F" else state for state in thing.states)
    assert turned != thing.states
    made = state_of(replace(thing.twin(), states=turned))
    log.begin[:] = [
        replace(item, state=made) if isinstance(item, c.AddPiece) and item.id == thing.id else item
        for item in log.begin
    ]


def play_missing(logs: list[Written]) -> None:
    """A whole log is left out."""
    del logs[1]


def resumed_earlier(logs: list[Written], unit: str = UNIT) -> None:
    """A log was played on after it was sent."""
    table = end_table(logs[0])
    thing = alone(table, unit)
    spot = table.spot(thing.id)
    logs[0].steps.append(
        [
            c.MovePiece(
                thing.id, spot.map, spot.x + 600, spot.y, None, spot.map, spot.x, spot.y, None, "player-1"
            )
        ]
    )


def play_doubled(logs: list[Written]) -> None:
    """A log begins with the steps that end the one before it."""
    logs[1].steps[:0] = [list(step) for step in logs[0].steps[-min(30, len(logs[0].steps) // 2) :]]


def given_twice(logs: list[Written]) -> None:
    """A log is given twice."""
    logs.append(logs[1].copy())


def wrong_order(logs: list[Written]) -> None:
    """The logs come in another order."""
    logs.reverse()


def step_cut(logs: list[Written], unit: str = UNIT) -> None:
    """A move is cut out, and the piece moves on from where it led."""
    table = end_table(logs[-1])
    thing = alone(table, unit)
    spot = table.spot(thing.id)
    moved = c.MovePiece(
        thing.id, spot.map, spot.x + 60, spot.y, None, spot.map, spot.x + 900, spot.y, None, "player-1"
    )
    logs[-1].steps.append([moved])


def piece_without_origin(logs: list[Written], unit: str = UNIT) -> None:
    """The step that brought a piece is cut out, and the piece is changed later."""
    thing = alone(end_table(logs[-1]), unit)
    state = state_of(thing)
    logs[-1].steps.append([c.ChangePiece("424242", state, state)])


def side_changed(logs: list[Written]) -> None:
    """A player sits down on the other side."""
    seats = [item for item in logs[0].begin if isinstance(item, c.AddPlayer)]
    seat, other = [item for item in seats if "observer" not in item.side]
    logs[-1].steps.append([c.AddPlayer(seat.id, seat.name, other.side)])


def module_changed(logs: list[Written]) -> None:
    """The last log is of another version of the module."""
    for log in logs:
        log.module = ("The Longest Day", "1.0")
    logs[-1].module = ("The Longest Day", "1.1")


def extension_added(logs: list[Written]) -> None:
    """The last log was written with an extension."""
    logs[-1].begin.append(c.Extension("Better guns", "2"))


IN_CAMPAIGN: dict[Callable[[list[Written]], None], set[str]] = {
    doubled: {"AUD041"},
    appeared: {"AUD040"},
    vanished: {"AUD042"},
    retyped: {"AUD043"},
    roll_undone: {"AUD051"},
    impossible_roll: {"AUD052"},
    roll_typed: {"AUD053"},
    start_moved: {"AUD034"},
    start_turned: {"AUD034"},
    play_missing: {"AUD030"},
    resumed_earlier: {"AUD057"},
    play_doubled: {"AUD033"},
    given_twice: {"AUD031"},
    wrong_order: {"AUD035"},
    step_cut: {"AUD049"},
    piece_without_origin: {"AUD049"},
    side_changed: {"AUD055"},
    module_changed: {"AUD056"},
    extension_added: {"AUD056"},
}


def test_what_the_untouched_campaign_says(campaign: tuple[list[Written], Found]) -> None:
    """Deleted counters; the regiment that the players replaced and talked about; a roll taken back."""
    assert sorted(code for code, _ in campaign[1].elements()) == [
        "AUD040",
        "AUD042",
        "AUD042",
        "AUD042",
        "AUD051",
    ]


@pytest.mark.parametrize("tamper", IN_CAMPAIGN, ids=lambda tamper: tamper.__name__)
def test_a_campaign_that_was_tampered_with(
    tamper: Callable[[list[Written]], None], campaign: tuple[list[Written], Found], tmp_path: Path
) -> None:
    logs = [log.copy() for log in campaign[0]]
    tamper(logs)
    found = notices(logs, tmp_path)
    if tamper is wrong_order:
        assert "AUD035" in {code for code, _ in found}
        return
    assert new(found, campaign[1]) == IN_CAMPAIGN[tamper]


# -- a game of cards, saved by engine 3.7: two logs of drags on its table

DECK, ARMY, FORT = "AP LW", "AH5", "Aachen"


@pytest.fixture(scope="module")
def cards(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Written], Found]:
    save = taken_apart(corpus / "Cattlesquat__PathsOfGlory" / "Classic10-8.vsav")
    save.begin += [
        c.AddPlayer("secret-a", "Anna", "Allied Powers"),
        c.AddPlayer("secret-b", "Bert", "Central Powers"),
    ]
    roll = [c.Chat("*** d6 = 3 *** <Nate>")]
    first = [[c.Chat("<Anna> - hello")], roll, *(drawn(save, n) for n in range(4))]
    logs = [Written(save.begin, first, save.module)]
    logs.append(gone_on(logs[0], [[c.Chat("<Bert> - on we go")], roll, drawn(logs[0], 4)]))
    logs.append(gone_on(logs[1], [[c.Chat("<Anna> - my turn")], drawn(logs[0], 5)]))
    return logs, notices(logs, tmp_path_factory.mktemp("cards"))


def gone_on(log: Written, steps: list[list[c.Command]]) -> Written:
    """Return a log that begins as another one ends."""
    start, end = table_of(log), end_table(log)
    begin = [
        c.AddPiece(item.id, item.type, state_of(end.things[item.id]))
        if isinstance(item, c.AddPiece)
        and item.id in end.things
        and state_of(end.things[item.id]) != state_of(start.things[item.id])
        else item
        for item in log.begin
    ]
    return Written(begin, steps, log.module)


def deck_of(table: Table) -> Thing:
    return next(thing for thing in table.things.values() if thing.is_deck and thing.name == DECK)


def drawn(log: Written, number: int, place: int | None = None) -> list[c.Command]:
    """Return the drag of the top card of the deck, or of another, after so many draws."""
    deck = deck_of(table_of(log))
    card = deck.members[-1 - number if place is None else place]
    spot = deck.spot
    return [
        c.MovePiece(card, spot.map, spot.x + 300, spot.y, None, spot.map, spot.x, spot.y, None, "secret-a")
    ]


def back(step: list[c.Command], under: str | None) -> list[c.Command]:
    """Return the drag that puts a card back."""
    (move,) = step
    assert isinstance(move, c.MovePiece)
    return [
        c.MovePiece(
            move.id, move.old_map, move.old_x, move.old_y, under, move.map, move.x, move.y, None, move.player
        )
    ]


def draw_undone(logs: list[Written]) -> None:
    """A draw is taken back by an undo, and the card is drawn again."""
    log = logs[-1]
    (below,) = drawn(logs[0], 6)
    assert isinstance(below, c.MovePiece)
    undo = [c.Undo(True), *back(log.steps[-1], below.id), c.Undo(False)]
    log.steps += [undo, list(log.steps[-1])]


def put_back(logs: list[Written]) -> None:
    """A card is drawn, looked at and put back."""
    log = logs[-1]
    log.steps += [[c.Chat("<Anna> - hm")], back(log.steps[-1], None)]


def from_inside(logs: list[Written]) -> None:
    """A card is taken out of the middle of the deck."""
    logs[-1].steps.append(drawn(logs[0], 0, 3))


def reordered(logs: list[Written]) -> None:
    """The deck lies in another order, in play."""
    table = end_table(logs[-1])
    deck = deck_of(table)
    spot = deck.spot
    other = (deck.members[1], deck.members[0], *deck.members[2:])
    state = DeckState(spot.map, spot.x, spot.y, deck.face_down, other).encode()
    logs[-1].steps.append([c.ChangePiece(deck.id, state, state_of(deck))])


def reordered_between(logs: list[Written]) -> None:
    """The deck lies in another order when play goes on."""
    deck = deck_of(table_of(logs[-1]))
    spot = deck.spot
    other = (deck.members[1], deck.members[0], *deck.members[2:])
    state = DeckState(spot.map, spot.x, spot.y, deck.face_down, other).encode()
    logs[-1].begin[:] = [
        replace(item, state=state) if isinstance(item, c.AddPiece) and item.id == deck.id else item
        for item in logs[-1].begin
    ]


def score_changed(logs: list[Written]) -> None:
    """A figure of the game is another when play goes on."""
    at = next(
        place
        for place, item in enumerate(logs[-1].begin)
        if isinstance(item, c.GlobalPropertyState) and item.value.isdigit()
    )
    item = logs[-1].begin[at]
    assert isinstance(item, c.GlobalPropertyState)
    logs[-1].begin[at] = replace(item, value="99")


def tracker_skipped(logs: list[Written]) -> None:
    """The turn tracker goes from 1 to 3."""
    logs[-1].steps.append([c.SetTurn("TurnTracker0", "0|3;0;true;20")])


def property_cut(logs: list[Written]) -> None:
    """A change of a figure is cut out before another one."""
    item = next(x for x in logs[-1].begin if isinstance(x, c.GlobalPropertyState) and x.value.isdigit())
    logs[-1].steps.append([c.ChangeProperty(item.name, "41", "42", item.container)])


def army_turned(logs: list[Written]) -> None:
    """An army lies on its other face when play goes on."""
    log = logs[1]
    thing = alone(table_of(log), ARMY)
    faces = [at for at, trait in enumerate(thing.traits()) if isinstance(trait, Layer)]
    states = list(thing.states)
    states[faces[0]] = "2"
    made = state_of(replace(thing.twin(), states=tuple(states)))
    log.begin[:] = [
        replace(item, state=made) if isinstance(item, c.AddPiece) and item.id == thing.id else item
        for item in log.begin
    ]


def with_piece(tamper: Callable[..., None], unit: str) -> Callable[[list[Written]], None]:
    """Return a way to tamper with a piece of this game."""
    made = partial(tamper, unit=unit)
    made.__name__ = tamper.__name__  # type: ignore[attr-defined]
    return made


IN_CARDS: dict[Callable[[list[Written]], None], set[str]] = {
    with_piece(doubled, FORT): {"AUD041"},
    with_piece(appeared, FORT): {"AUD040"},
    with_piece(vanished, FORT): {"AUD042"},
    with_piece(retyped, ARMY): {"AUD043"},
    with_piece(start_moved, ARMY): {"AUD034"},
    with_piece(resumed_earlier, ARMY): {"AUD057"},
    with_piece(step_cut, ARMY): {"AUD049"},
    with_piece(piece_without_origin, ARMY): {"AUD049"},
    army_turned: {"AUD034"},
    roll_undone: {"AUD051"},
    impossible_roll: {"AUD052"},
    roll_typed: {"AUD053"},
    # One draw is too little to tell from a changed start.
    play_missing: {"AUD034"},
    play_doubled: {"AUD033"},
    given_twice: {"AUD031"},
    wrong_order: {"AUD035"},
    side_changed: {"AUD055"},
    module_changed: {"AUD056"},
    extension_added: {"AUD056"},
    draw_undone: {"AUD020"},
    put_back: {"AUD046"},
    from_inside: {"AUD045"},
    reordered: {"AUD026"},
    reordered_between: {"AUD034"},
    score_changed: {"AUD034"},
    tracker_skipped: {"AUD054"},
    property_cut: {"AUD049"},
}


def test_the_untouched_game_of_cards_says_nothing(cards: tuple[list[Written], Found]) -> None:
    assert not cards[1]


@pytest.mark.parametrize("tamper", IN_CARDS, ids=lambda tamper: tamper.__name__)
def test_a_game_of_cards_that_was_tampered_with(
    tamper: Callable[[list[Written]], None], cards: tuple[list[Written], Found], tmp_path: Path
) -> None:
    logs = [log.copy() for log in cards[0]]
    tamper(logs)
    assert {code for code, _ in notices(logs, tmp_path)} == IN_CARDS[tamper]


# -- dice with values in the file, a covered card, and every other log

DICE = "pacman-ghost__vasl-templates/3d6.vlog"


def test_a_report_of_dice_that_was_edited(corpus: Path, tmp_path: Path) -> None:
    log = taken_apart(corpus / DICE)
    assert not notices([log], tmp_path)
    log.steps[2][0] = c.Chat("*** 3d6 = 6,6,6 *** <test>")
    assert {code for code, _ in notices([log], tmp_path)} == {"AUD052"}


def test_a_covered_piece_that_was_shown(corpus: Path) -> None:
    """The tour that VASSAL's makers recorded shows masking: a tank is unmasked and masked again."""
    report = audit_logs([corpus / "vassalengine__vassal" / "tour.log"])
    assert [(notice.code, notice.step) for notice in report.notices] == [("AUD047", 87)]


def test_all_other_logs_of_the_corpus_say_nothing(corpus: Path) -> None:
    for path in sorted(corpus.rglob("*.vlog")):
        if read_log(path).steps:
            report = audit_logs([path])
            assert [(path.name, notice.code, notice.message) for notice in report.notices] == []
