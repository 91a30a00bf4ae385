"""The ledger by itself: what cancels, what is accounted for, what is left; and how findings are folded."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from toolkit.audit.actor import Actor, Known
from toolkit.audit.folding import Folded, Instead, fold, left_of
from toolkit.audit.ledger import PATIENCE, Book, Entry, Key, Sums, What, put_back
from toolkit.audit.report import START, JudgedAction, Notice, Segment
from toolkit.audit.unexplained import Words, left_over
from toolkit.rules.verdict import Basis, Outcome


def moved(unit: str, before: str, after: str) -> Entry:
    return Entry(Key(What.PLACE, unit), before, after, "unit")


def turned(unit: str, before: str, after: str) -> Entry:
    return Entry(Key(What.FACE, unit), before, after, "unit")


def test_lifted_and_put_back_comes_to_nothing() -> None:
    rows = [(0, [moved("a", "x", "y")]), (1, [moved("b", "x", "z")]), (2, [moved("b", "z", "x")])]
    assert list(put_back(rows, lambda _: True)) == [(1, 2)]


def test_pieces_may_be_put_back_in_another_order() -> None:
    rows = [
        (0, [moved("a", "x", "y")]),
        (1, [turned("b", "1", "2")]),
        (2, [turned("b", "2", "1")]),
        (3, [moved("a", "y", "x")]),
    ]
    assert list(put_back(rows, lambda _: True)) == [(0, 1, 2, 3)]


def test_a_unit_turned_over_and_back_in_one_step_was_not_turned() -> None:
    rows = [(0, [turned("a", "1", "2"), turned("a", "2", "1")]), (1, [moved("b", "x", "z")])]
    assert list(put_back(rows, lambda _: True)) == [(0,)]


def test_a_decision_in_between_is_no_mere_handling() -> None:
    rows = [(0, [moved("a", "x", "y")]), (1, [turned("b", "1", "2")]), (2, [moved("a", "y", "x")])]
    assert list(put_back(rows, lambda place: place != 1)) == []


def test_a_book_closes_every_entry() -> None:
    book = Book()
    book.enter(1, [moved("a", "x", "y"), moved("b", "x", "y")])
    book.explain(lambda one: one.entry.key.subject == "a")
    book.settle(lambda _: False)
    book.enter(2, [moved("c", "x", "y"), moved("b", "y", "x")])
    book.settle(lambda entry: entry.key.subject == "c")
    book.enter(3, [turned("d", "2", "1")])
    book.settle(lambda _: False)
    book.finish()
    sums = book.sums(Sums(entries=5))
    assert sums == Sums(5, accounted=2, cancelled=2, unexplained=1)
    assert sums.closed
    assert [one.entry.key.subject for one in book.unexplained] == ["d"]


def test_patience_ends() -> None:
    book = Book()
    book.enter(1, [moved("a", "x", "y")])
    book.settle(lambda _: False)
    book.enter(1 + PATIENCE, [])
    assert not book.unexplained
    book.enter(2 + PATIENCE, [])
    assert [one.at for one in book.unexplained] == [1]


def test_who_goes_on_from_a_slip_puts_it_right_but_for_the_turn() -> None:
    for what, kept in ((What.PLACE, 0), (What.TURN, 1)):
        key, book = Key(what, "a"), Book()
        book.enter(1, [Entry(key, "x", "y")])
        book.settle(lambda _: False)
        book.enter(2, [Entry(key, "y", "z")])
        book.settle(lambda _: True)
        assert len(book.waiting) == kept


def test_sums_that_do_not_add_up_are_not_closed() -> None:
    assert not Sums(entries=2, accounted=1).closed


def found(step: int, unit: str, start: str = "x", end: str = "y") -> JudgedAction:
    return JudgedAction(
        step, (step,), unit, unit, start, end, (), Outcome.ILLEGAL, ("1.0",), (), "", Basis.RULES,
        Actor(None, Known.INFERRED), Segment(0, "", False),
    )  # fmt: skip


STEPS = [(0, number) for number in range(1, 9)]
STEPS_OF_MANY = range(1, 51)


def test_consequences_stand_under_their_cause() -> None:
    judged = [found(2, "a"), found(4, "b"), found(6, "c")]
    folded = fold(judged, STEPS, lambda gone: [] if (0, 2) in gone else judged)
    assert [one.follows for one in folded[0]] == [None, (0, 2), (0, 2)]


def test_what_cannot_be_thought_away_explains_nothing() -> None:
    judged = [replace(found(2, "a"), action="activate"), found(4, "b")]

    def again(gone: Instead) -> list[JudgedAction]:
        return [] if (0, 2) in gone else judged

    folded, *_ = fold(judged, STEPS, again, firm=("activate",))
    assert [one.follows for one in folded] == [None, None]
    assert [one.follows for one in fold(judged, STEPS, again)[0]] == [None, (0, 2)]


def test_two_offences_both_stay() -> None:
    judged = [found(2, "a"), found(3, "d"), found(4, "b"), found(6, "c")]

    def again(gone: Instead) -> list[JudgedAction]:
        left = [] if (0, 2) in gone else [judged[0], judged[1]]
        return left + ([] if (0, 4) in gone else [judged[2], judged[3]])

    assert [one.follows for one in fold(judged, STEPS, again)[0]] == [None, (0, 2), None, (0, 4)]


def test_where_nearly_all_is_illegal_the_search_for_causes_ends_and_says_so() -> None:
    """Each game that is judged again takes long then: the work is bounded, whatever the log."""
    judged = [found(step, f"u{unit}") for step in STEPS_OF_MANY for unit in range(10)]
    tried: list[Instead] = []

    def again(instead: Instead) -> list[JudgedAction]:
        tried.append(instead)
        return judged

    folded = fold(judged, [(0, step) for step in STEPS_OF_MANY], again)
    assert (len(tried), folded.untried) == (4, (0, 1))
    notices = left_of([], folded, lambda _: [])
    assert [(one.step, one.code) for one in notices] == [(1, "AUD050")]


def test_what_only_moves_the_blame_is_no_cause() -> None:
    judged = [found(2, "a"), found(4, "b")]
    other = replace(found(5, "e"), action="retreat")
    folded = fold(judged, STEPS, lambda gone: [other] if (0, 2) in gone else [judged[0]])
    assert [one.follows for one in folded[0]] == [None, None]


def test_a_card_that_was_taken_wrongly_and_is_played_later_says_nothing_against_a_cause() -> None:
    judged = [found(2, ""), found(4, "b")]
    play = replace(found(6, ""), action="play card")

    def cards(step: tuple[int, int]) -> frozenset[str]:
        return frozenset({"KS"} if step in ((0, 2), (0, 6)) else ())

    def again(gone: Instead) -> list[JudgedAction]:
        return [play] if (0, 2) in gone else judged

    assert [one.follows for one in fold(judged, STEPS, again, cards)[0]] == [None, (0, 2)]
    assert [one.follows for one in fold(judged, STEPS, again)[0]] == [None, None]


def test_what_comes_right_had_the_unit_gone_elsewhere_follows_from_where_it_went() -> None:
    judged = [found(2, "a"), found(4, "b"), found(6, "c")]
    owed = replace(found(3, "a"), action="stay")

    def again(instead: Instead) -> list[JudgedAction]:
        goals = instead.get((0, 2))
        return judged if goals is None else [] if goals == {"a": "near"} else [owed, judged[1], judged[2]]

    def elsewhere(_cause: JudgedAction) -> list[dict[str, str]]:
        return [{"a": "far"}, {"a": "near"}]

    folded, instead, _ = fold(judged, STEPS, again, elsewhere=elsewhere)
    assert [one.follows for one in folded] == [None, (0, 2), (0, 2)]
    assert instead == {(0, 2): {"a": "near"}}
    assert [one.follows for one in fold(judged, STEPS, again)[0]] == [None, None, None]


def test_a_unit_that_might_have_gone_elsewhere_was_not_put_right() -> None:
    judged = [found(2, "a", "x", "far"), replace(found(3, "a", "far", "y"), outcome=Outcome.LEGAL)]
    owed = replace(found(3, "a"), action="stay")

    def again(instead: Instead) -> list[JudgedAction]:
        return [] if instead[0, 2] else [owed]

    assert fold(judged, STEPS, again, elsewhere=lambda _: [{"a": "near"}])[0] == tuple(judged)


def test_what_one_unit_does_in_several_drags_is_one_cause() -> None:
    judged = [found(2, "a", "x", "y"), found(6, "c")]
    alone = {(0, 3): frozenset({"a"}), (0, 2): frozenset({"a"})}

    def again(gone: Instead) -> list[JudgedAction]:
        if {(0, 2), (0, 3)} <= gone.keys():
            return []
        return [found(3, "a", "x", "z"), judged[1]] if (0, 2) in gone else judged

    folded, *_ = fold(judged, STEPS, again, lambda step: alone.get(step, frozenset()))
    assert [one.follows for one in folded] == [None, (0, 2)]


def test_what_is_not_sure_any_more_follows_as_well() -> None:
    judged = [found(2, "a"), replace(found(4, "b"), outcome=Outcome.UNPROVABLE)]
    folded, *_ = fold(judged, STEPS, lambda instead: [] if (0, 2) in instead else judged)
    assert [one.follows for one in folded] == [None, (0, 2)]


def test_what_one_step_shows_twice_is_one_fault() -> None:
    ends = replace(found(2, "", "", ""), action="end turn")
    folded, *_ = fold([ends, ends, ends], STEPS, lambda _: [ends, ends, ends])
    assert [one.follows for one in folded] == [None, (0, 2), (0, 2)]


def test_a_fault_that_still_stands_is_found_once() -> None:
    lies = replace(found(2, "a", "", ""), action="stay")
    acts = replace(found(5, "a"), outcome=Outcome.LEGAL)
    again = [replace(lies, step=step, steps=(step,)) for step in (2, 4, 6)]
    judged = [again[0], again[1], acts, again[2]]
    assert [one.follows for one in fold(judged, STEPS, lambda _: judged)[0]] == [None, (0, 2), None, None]


def test_notices_that_only_follow_are_left_out() -> None:
    notices = [Notice("AUD028", step, "", {}) for step in (2, 5, 7)]
    left = left_of(notices, Folded((), {(0, 2): {}}), lambda _: [notices[2]])
    assert [one.step for one in left] == [2, 7]
    assert left_of(notices, Folded((), {}), lambda _: []) == tuple(notices)


def test_set_down_wrongly_and_put_right_at_once_is_no_offence() -> None:
    judged = [found(2, "a", "x", "far"), replace(found(3, "a", "far", "y"), outcome=Outcome.LEGAL)]
    assert fold(judged, STEPS, lambda gone: [] if (0, 2) in gone else judged)[0] == (judged[1],)


def test_what_went_along_has_to_be_put_right_as_well() -> None:
    judged = [found(2, "a", "x", "far"), replace(found(3, "a", "far", "y"), outcome=Outcome.LEGAL)]

    def again(gone: Instead) -> list[JudgedAction]:
        return [] if (0, 2) in gone else judged

    both, one = frozenset("ab"), frozenset("a")
    left = {(0, 2): both, (0, 3): one}
    assert fold(judged, STEPS, again, lambda step: left.get(step, frozenset()))[0] == tuple(judged)
    put_right = {(0, 2): both, (0, 3): both}
    assert fold(judged, STEPS, again, lambda step: put_right.get(step, frozenset()))[0] == (judged[1],)


def test_what_a_key_began_may_go_on_beyond_the_log_unless_the_game_is_over() -> None:
    key = Key(What.VALUE, "a", "Isolated")
    book = Book()
    book.enter(1, [Entry(key, "1", "0", "unit")], keyed=True)
    book.finish()
    words = Words(str, lambda _: None, lambda _: None, str, str)
    moments = [(0, 1), (0, 2)]
    actions, notices = left_over(book, [], moments, words)
    assert (actions, [(one.step, one.code) for one in notices]) == ([], [(2, "AUD044")])
    _, notices = left_over(book, [], moments, words, over=True)
    assert [(one.step, one.code) for one in notices] == [(2, "AUD025")]


def test_what_follows_from_a_changed_start_is_folded_and_the_rest_stays() -> None:
    first, second, apart = found(2, "a"), found(3, "b"), found(4, "c")
    edited: Instead = {(0, START): {"a": "home"}}
    folded, instead, _ = fold(
        [first, second, apart], STEPS, lambda gone: [apart] if (0, START) in gone else [first, second, apart],
        edited=edited,
    )  # fmt: skip
    assert [one.follows for one in folded] == [(0, START), (0, START), None]
    assert instead == edited


def test_a_changed_start_without_which_as_much_is_found_is_the_cause_of_nothing() -> None:
    judged = [found(2, "a"), found(3, "b")]
    folded, instead, _ = fold(
        judged, STEPS, lambda _: [found(4, "c"), found(3, "b")], edited={(0, START): {"a": "home"}}
    )
    assert ([one.follows for one in folded], instead) == ([None, None], {})


def test_what_one_hand_does_at_one_go_is_one_finding() -> None:
    book = Book()
    for step in (1, 2, 5):
        book.enter(step, [turned(f"u{step}", "2", "1")])
    book.finish()
    words = Words(str, lambda _: None, lambda _: ("1.0", "nobody is turned up"), str, str)
    actions, _ = left_over(book, [], [(0, step) for step in range(10)], words)
    assert [(one.steps, one.unit) for one in actions] == [((1, 2), "u1"), ((5,), "u5")]


def _is_about(piece: str, entry: Entry) -> bool:
    return entry.key.subject == piece


def test_who_plays_a_card_that_he_took_puts_nothing_right() -> None:
    key = Key(What.PLACE, "c")
    for taken, kept in (("c", 1), ("other", 0)):
        book = Book(firm=partial(_is_about, taken))
        book.enter(1, [Entry(key, "pile", "hand", "card")])
        book.settle(lambda _: False)
        book.enter(2, [Entry(key, "hand", "row", "card")])
        book.settle(lambda _: True)
        assert len(book.waiting) == kept
