"""What was taken back in a log: undos that say so, and units that were put back by hand."""

from __future__ import annotations

import pytest

from toolkit.audit.undo import taken_back
from toolkit.vassal import events as e

_HOME, _AWAY = e.Spot("Map", 10, 10), e.Spot("Map", 90, 90)
_FAR = e.Spot("Map", -500, 900)


def _move(piece: str, start: e.Spot = _HOME, end: e.Spot = _AWAY) -> e.PieceMoved:
    return e.PieceMoved(id=piece, pieces=(piece,), start=start, end=end)


def _back(piece: str) -> e.Event:
    return _move(piece, _AWAY, _HOME)


def _roll(old: str, new: str) -> e.Event:
    return e.PieceChanged(id="die", changes=(e.TraitChange("DynamicProperty", 2, "Roll", old, new),))


def _said(*steps: tuple[e.Event, ...]) -> list[tuple[int, int, tuple[str, ...]]]:
    found = taken_back(list(enumerate(steps, start=1)))
    return [(back.step, back.undo, back.seen) for back in found]


def test_a_unit_put_back_at_once() -> None:
    assert _said((_move("a"),), (_back("a"),)) == [(1, 2, ())]


def test_a_unit_put_back_after_another_went_is_a_move() -> None:
    assert _said((_move("a"),), (_move("b"),), (_back("a"),)) == []


def test_a_marked_undo_reaches_over_what_the_other_player_did() -> None:
    steps = ((_move("a"),), (_move("b"),), (e.UndoBegin(), _back("a"), e.UndoEnd()))
    assert _said(*steps) == [(1, 3, ())]


def test_the_marks_of_an_undo_alone_take_nothing_back() -> None:
    """Nobody went from there: the piece is moved, whatever stands around the move."""
    elsewhere = _move("a", _AWAY, e.Spot("Map", 500, 300))
    assert _said((_move("a"),), (e.UndoBegin(), elsewhere, e.UndoEnd())) == []


def test_an_undo_after_the_other_player_moved_on_goes_back_to_where_it_began() -> None:
    far = e.Spot("Map", 500, 300)
    undo = (e.UndoBegin(), _move("a", far, _HOME), e.UndoEnd())
    assert _said((_move("a"),), (_move("a", _AWAY, far),), undo) == [(1, 3, ())]


def test_an_undo_that_moves_a_bystander_as_well_takes_nothing_back() -> None:
    """Between the marks one unit is put back, and another one dragged away: both are drags."""
    steps = ((_move("a"),), (e.UndoBegin(), _back("a"), _move("b", end=_FAR), e.UndoEnd()))
    assert _said(*steps) == []


def test_an_undo_that_puts_back_one_piece_of_two_takes_nothing_back() -> None:
    steps = ((_move("a"), _move("b")), (e.UndoBegin(), _back("a"), e.UndoEnd()))
    assert _said(*steps) == []


def test_the_marks_of_an_undo_do_not_reach_far_back() -> None:
    """A piece that once went from there, long ago, is not taken back by a move that ends there."""
    far = e.Spot("Map", 500, 300)
    steps = [(_move("a"),), (_move("a", _AWAY, far),), *((_move("b", _HOME, _AWAY),) for _ in range(12))]
    assert _said(*steps, (e.UndoBegin(), _move("a", far, _HOME), e.UndoEnd())) == []


def test_undos_go_back_one_step_after_the_other() -> None:
    there, further = _move("a"), _move("a", _AWAY, e.Spot("Map", 170, 10))
    undo = [(e.UndoBegin(), _move("a", one.end, one.start)) for one in (further, there)]
    assert _said((there,), (further,), *undo) == [(2, 3, ()), (1, 4, ())]


def test_a_marked_undo_that_is_not_exact_takes_the_latest_of_its_kind() -> None:
    elsewhere = _move("a", _AWAY, e.Spot("Map", 11, 10))
    assert _said((_move("a"),), (_roll("0", "4"),), (e.UndoBegin(), elsewhere)) == [(1, 3, ())]


def test_an_undo_of_another_value_of_the_piece_takes_nothing_back() -> None:
    named = e.PieceChanged(id="die", changes=(e.TraitChange("DynamicProperty", 5, "Name", "x", "y"),))
    assert _said((_roll("0", "4"),), (e.UndoBegin(), named)) == []


@pytest.mark.parametrize("new", ["0", ""])
def test_a_die_that_is_wiped_off_again_was_seen(new: str) -> None:
    assert _said((_roll(new, "4"),), (_roll("4", new),)) == [(1, 2, ("a die of 4",))]


def test_a_die_that_falls_as_it_lay_before_was_thrown_anew() -> None:
    assert _said((_roll("3", "4"),), (_roll("4", "3"),)) == []


def test_an_undo_of_putting_back_brings_the_move_back() -> None:
    steps = ((_move("a"),), (_back("a"),), (e.UndoBegin(), _move("a")))
    assert _said(*steps) == [(2, 3, ())]


@pytest.mark.parametrize("fits", [True, False])
def test_thousands_of_undos_are_looked_up(fits: bool) -> None:
    # A piece walks on and on; then undos that fit the first of its steps, or none.  Comparing each undo with
    # each step would take minutes.
    count = 10_000
    spots = [e.Spot("Map", x, 0) for x in range(count + 1)]
    walk = [(_move("a", spots[i], spots[i + 1]),) for i in range(count)]
    undos = [(e.UndoBegin(), _move("a", spots[i + 1], spots[i] if fits else _FAR)) for i in range(count)]
    back = [(n + 1, count + n + 1, ()) for n in range(count)]
    assert _said(*walk, *undos) == (back if fits else [])


def test_thousands_put_back_by_hand_and_undone() -> None:
    count = 5_000
    steps = [step for x in range(count) for step in ((_move(f"p{x}"),), (_back(f"p{x}"),))]
    undos = [(e.UndoBegin(), _move(f"p{x}")) for x in reversed(range(count))]
    found = _said(*steps, *undos)
    assert found == [(2 * x + 2, 3 * count - x, ()) for x in reversed(range(count))]


def test_a_count_that_is_no_number_is_no_chance() -> None:
    drawn = e.PropertyChanged(name="ChitSeq", container="", old="²", new="9" * 5_000)
    undrawn = e.PropertyChanged(name="ChitSeq", container="", old=drawn.new, new=drawn.old)
    assert _said((drawn, _roll("0", "4")), (undrawn, _roll("4", "0"))) == [(1, 2, ("a die of 4",))]
