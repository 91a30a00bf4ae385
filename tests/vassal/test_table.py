"""The table: the engine's placing and stacking, events with facts, undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vassal.samples import ID_A, ID_C, MAP, add, begin, counter, deck, move, stack
from toolkit.vassal import events as e
from toolkit.vassal.commands import (
    AddPiece,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    Raw,
    RemovePiece,
    SecretNote,
    SetTurn,
    Undo,
)
from toolkit.vassal.log import read_log
from toolkit.vassal.privacy import Actor
from toolkit.vassal.table import Table
from toolkit.vassal.things import state_of

_ANN = Actor("Ann", "Axis")


@pytest.fixture
def table() -> Table:
    made = Table()
    made.apply(begin())
    return made


def at(x: int, y: int) -> e.Spot:
    return e.Spot(MAP, x, y)


def test_set_up_gives_places_and_no_step_events(table: Table) -> None:
    assert {thing.id: table.spot(thing.id) for thing in table.counters()} == {
        "a": at(100, 100),
        "b": at(200, 100),
        "c": at(200, 100),
        "e": at(900, 900),
        "f": at(900, 900),
    }
    assert table.things["d"].name == "Cup"
    assert table.things["a"].name == "3rd Pz"
    assert [thing.id for thing in table.at(at(200, 100))] == ["b", "c"]


def test_a_lone_piece_moves(table: Table) -> None:
    assert table.apply([move("a", 150, 100)], 4) == (
        e.PieceMoved(id="a", pieces=("a",), start=at(100, 100), end=at(150, 100), actor=_ANN, step=4),
    )


def test_a_stack_moves_with_its_members(table: Table) -> None:
    (event,) = table.apply([move("s", 250, 100, player=ID_C)], 1)
    assert event == e.PieceMoved(
        id="s", pieces=("b", "c"), start=at(200, 100), end=at(250, 100), actor=Actor("player 1"), step=1
    )
    assert table.spot("b") == table.spot("c") == at(250, 100)


def test_a_piece_leaves_its_stack_and_gets_one_of_its_own(table: Table) -> None:
    events = table.apply([move("c", 300, 100), stack("t", 300, 100, "c")], 1)
    assert [(event.start, event.end) for event in events if isinstance(event, e.PieceMoved)] == [
        (at(200, 100), at(300, 100))
    ]
    assert (table.things["s"].members, table.things["t"].members) == (("b",), ("c",))


def test_a_piece_joins_a_stack_above_the_piece_named(table: Table) -> None:
    table.apply([move("a", 200, 100, under="b")], 1)
    assert table.things["s"].members == ("b", "a", "c")
    table.apply([move("b", 200, 100, under="c")], 2)
    assert table.things["s"].members == ("a", "c", "b")
    table.apply([move("b", 200, 100)], 3)
    assert table.things["s"].members == ("b", "a", "c")


def test_joining_a_lone_piece_makes_a_stack(table: Table) -> None:
    table.apply([move("c", 100, 100, under="a")], 1)
    parent = table.things["a"].parent
    assert parent is not None
    assert table.things[parent].members == ("a", "c")
    assert table.spot("c") == at(100, 100)


def test_a_stack_joins_a_stack(table: Table) -> None:
    table.apply([stack("t", 100, 100, "a"), move("s", 100, 100, under="a")], 1)
    assert table.things["t"].members == ("a", "b", "c")
    assert table.things["s"].members == ()


def test_a_piece_named_that_is_elsewhere_is_not_joined(table: Table) -> None:
    table.apply([move("a", 500, 500, under="b")], 1)
    assert table.spot("a") == at(500, 500)
    assert table.things["s"].members == ("b", "c")


def test_a_draw_from_a_deck_and_a_return(table: Table) -> None:
    moved, drawn = table.apply([move("f", 150, 150)], 1)
    assert isinstance(moved, e.PieceMoved)
    assert drawn == e.DeckChanged(
        id="d", name="Cup", before=("e", "f"), after=("e",), shuffled=False, face_down=True, step=1
    )
    _, back = table.apply([move("f", 900, 900, under="e")], 2)
    assert isinstance(back, e.DeckChanged)
    assert back.after == ("e", "f")


def test_a_shuffle_is_a_new_order(table: Table) -> None:
    (event,) = table.apply([ChangePiece("d", f"{MAP};900;900;true;f,e", f"{MAP};900;900;true;e,f")], 1)
    assert isinstance(event, e.DeckChanged)
    assert (event.shuffled, event.after) == (True, ("f", "e"))


def test_an_empty_deck_takes_a_piece(table: Table) -> None:
    table.apply([deck("g", 5, 5), move("a", 5, 5)], 1)
    assert table.things["g"].members == ("a",)


def test_changes_come_by_name_and_without_ids(table: Table) -> None:
    old, new = (
        counter("3rd Pz", 100, 100),
        counter("3rd Pz", 100, 100, act="4", step="2", masked=f"{ID_A};", owner=ID_C),
    )
    (event,) = table.apply([ChangePiece("a", new.state, old.state)], 2)
    assert isinstance(event, e.PieceChanged)
    assert {(change.trait, change.name, change.old, change.new) for change in event.changes} == {
        ("DynamicProperty", "ActIn", "", "4"),
        ("Layer", "Step_Level", "1", "2"),
        ("Layer", "Step_Image", "full", "reduced"),
        ("Mask", "ObscuredToOthers", "false", "true"),
        ("Mask", "MaskedBy", "", "Ann (Axis)"),
        ("RestrictAccess", "OwnedBy", "", "player 1"),
    }
    assert table.apply([ChangePiece("a", new.state, new.state)], 3) == ()


def test_a_change_takes_over_only_what_it_changed(table: Table) -> None:
    seen = counter("3rd Pz", 100, 100)
    table.apply([ChangePiece("a", counter("3rd Pz", 100, 100, act="9").state)], 1)
    table.apply([ChangePiece("a", counter("3rd Pz", 100, 100, step="2").state, seen.state)], 2)
    properties = table.things["a"].properties()
    assert (properties["ActIn"], properties["Step_Level"]) == ("9", "2")


def test_a_changed_state_can_move_a_piece_too(table: Table) -> None:
    (event,) = table.apply([ChangePiece("a", counter("3rd Pz", 7, 8).state)], 1)
    assert event == e.PieceMoved(id="a", pieces=("a",), start=at(100, 100), end=at(7, 8), step=1)


def test_adding_and_removing(table: Table) -> None:
    events = table.apply([add("z", counter("new", 1, 2)), RemovePiece("c"), RemovePiece("s")], 1)
    assert events == (
        e.PieceAdded(id="z", name="new", spot=at(1, 2), step=1),
        e.PieceRemoved(id="c", name="HQ", spot=at(200, 100), step=1),
        # The engine takes what lies in a stack off the map with it.
        e.PieceMoved(id="b", pieces=("b",), start=at(200, 100), end=e.Spot(None, 200, 100), step=1),
    )


def test_a_stack_around_it_brings_a_piece_back(table: Table) -> None:
    events = table.apply([RemovePiece("s"), stack("t", 200, 100, "b", "c")], 1)
    net = [(event.id, event.start, event.end) for event in events if isinstance(event, e.PieceMoved)]
    nowhere = e.Spot(None, 200, 100)
    assert net == [
        *((id_, at(200, 100), nowhere) for id_ in "bc"),
        *((id_, nowhere, at(200, 100)) for id_ in "bc"),
    ]


def test_adding_what_is_there_gives_it_the_new_state(table: Table) -> None:
    (event,) = table.apply([add("a", counter("3rd Pz", 9, 9))], 1)
    assert event == e.PieceMoved(id="a", pieces=("a",), start=at(100, 100), end=at(9, 9), step=1)


def test_properties_turns_chat_notes_undo_and_strangers(table: Table) -> None:
    events = table.apply(
        [
            ChangeProperty("ChitSeq", "1", "2", "Module"),
            SetTurn("T", "0|1"),
            Chat(f"<{ID_A}> hello"),
            Chat("* !die 4"),
            SecretNote("n", ID_A, True, "text"),
            Undo(True),
            Undo(False),
            Raw("ROLLOVER:RED"),
            move("nobody", 1, 1),
        ],
        3,
    )
    assert events == (
        e.PropertyChanged(name="ChitSeq", container="Module", old="1", new="2", step=3),
        e.TurnChanged(id="T", old="", new="0|1", step=3),
        e.ChatLine(text="<Ann> hello", step=3),
        e.ChatLine(text="* die 4", step=3),
        e.NoteChanged(kind="secret", text=None, owner=_ANN, step=3),
        e.UndoBegin(step=3),
        e.UndoEnd(step=3),
        e.Unknown(prefix="ROLLOVER", step=3),
        e.Ignored(reason="moves nobody, which is not on the table", step=3),
    )


def test_a_move_off_every_map_waits_for_the_removal(table: Table) -> None:
    moved, gone = table.apply([move("b", 0, 0, where=None), RemovePiece("b")], 1)
    assert isinstance(moved, e.PieceMoved)
    assert moved.start == moved.end
    assert isinstance(gone, e.PieceRemoved)


def snapshot(table: Table) -> object:
    things = {id_: (thing.type, state_of(thing), thing.parent) for id_, thing in table.things.items()}
    return things, dict(table.properties), dict(table.turns)


_COMMANDS: list[Command] = [
    move("a", 200, 100, under="c"),
    move("b", 300, 100),
    move("s", 100, 100, under="a"),
    move("s", 50, 50),
    move("f", 10, 10),
    move("a", 900, 900),
    stack("t", 300, 100, "b", "a"),
    ChangePiece("s", f"{MAP};1;2;c;a"),
    ChangePiece("a", counter("x", 3, 4, act="1").state),
    ChangePiece("d", f"{MAP};900;900;false;f,e,a"),
    RemovePiece("c"),
    RemovePiece("s"),
    add("n", counter("n", 5, 5)),
    AddPiece("b", "stack", "null;0;0"),
    ChangeProperty("p", "", "1"),
    SetTurn("T", "1"),
]


@settings(max_examples=300)
@given(st.lists(st.lists(st.sampled_from(_COMMANDS), max_size=4), max_size=6))
def test_any_commands_keep_stacks_sound_and_are_taken_back(steps: list[list[Command]]) -> None:
    table = Table()
    table.apply(begin())
    states = [snapshot(table)]
    for number, commands in enumerate(steps, 1):
        table.apply(commands, number)
        for thing in table.things.values():
            assert len(set(thing.members)) == len(thing.members)
            for member in thing.members:
                assert table.things[member].parent == thing.id
            if thing.parent is not None:
                assert thing.id in table.things[thing.parent].members
        assert_places_are_known(table)
        states.append(snapshot(table))
    for expected in reversed(states[:-1]):
        assert table.undo()
        assert snapshot(table) == expected
        assert_places_are_known(table)


def assert_places_are_known(table: Table) -> None:
    """Asked for a place, the store names what a look at everything names, in the same order."""
    lone = [thing for thing in table.things.values() if thing.parent is None]
    for spot in {thing.spot for thing in table.things.values()}:
        assert list(table._store.lying(spot)) == [thing for thing in lone if thing.spot == spot]


@settings(max_examples=50)
@given(st.lists(st.sampled_from(_COMMANDS), max_size=12))
def test_a_table_that_keeps_nothing_for_undo_is_the_same_table(commands: list[Command]) -> None:
    table, onlooker = Table(), Table(undoable=False)
    assert table.apply([*begin(), *commands], 1) == onlooker.apply([*begin(), *commands], 1)
    assert snapshot(table) == snapshot(onlooker)
    assert not onlooker.undo()


# Consecutive logs of one campaign: where nobody played between them, the table at the end of one is that at
# the start of the next.  After 0606-1, 0606-3 and around 0607-2 the players did move pieces off the record.
_EXACT = (
    ("0606-2.log", "0606-3.log"),
    ("0606-4.log", "0607-1.log"),
    ("0607-3.log", "0607-4.log"),
    ("0607-4.log", "0607-5.log"),
)


@pytest.mark.parametrize(("one", "two"), _EXACT)
def test_the_end_of_a_log_is_the_start_of_the_next(corpus: Path, one: str, two: str) -> None:
    folder = corpus / "uckelman__tld-mod"
    first, second = read_log(folder / one), read_log(folder / two)
    table, after = Table(), Table()
    table.apply(first.begin)
    for played in first.steps:
        table.apply(played.commands, played.number)
        table.forget()
    after.apply(second.begin)
    ends = {thing.id: (table.spot(thing.id), thing.states[:-1]) for thing in table.counters()}
    starts = {thing.id: (after.spot(thing.id), thing.states[:-1]) for thing in after.counters()}
    assert len(ends) > 2000
    assert ends == starts
