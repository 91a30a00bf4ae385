"""Names do not cover each other, nor what they name."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.render.overlaps import overlapping
from toolkit.render.fonts import BOLD, text_width
from toolkit.render.labels import Ink, Label, place_labels

BOARD = 1000.0
cells = st.tuples(st.integers(1, 8), st.integers(1, 8))
names = st.sampled_from(["Don", "Rostov", "Stalingrad", "Tsimlyanskaya", "Ust-Labinskaya"])


def label(text: str, x: float, y: float, rank: int = 1) -> Label:
    return Label(text, (x, y), 10, 16, BOLD, rank)


@settings(max_examples=25)
@given(st.dictionaries(cells, names, min_size=1, max_size=30))
def test_towns_a_hex_apart_get_names_that_do_not_touch(towns: dict[tuple[int, int], str]) -> None:
    # Neighbouring hexes of pitch 100, every second column half a hex lower.
    labels = [label(name, 100 * c, 100 * r + 50 * (c % 2)) for (c, r), name in towns.items()]
    ink = Ink(BOARD, BOARD)
    for one in labels:
        x, y = one.anchor
        ink.add_box((x - 10, y - 10, x + 10, y + 10), 12.0)
    placed = place_labels(labels, ink)
    assert [item.label for item in placed] == labels
    assert overlapping(placed) == []
    for item in placed:
        left, top, right, bottom = item.box
        assert left >= 0
        assert top >= 0
        assert right <= BOARD
        assert bottom <= BOARD
        for one in labels:
            x, y = one.anchor
            covers = left < x + 9 and right > x - 9 and top < y + 9 and bottom > y - 9
            assert not covers, (item.label.text, one.text)


def test_the_same_labels_get_the_same_places() -> None:
    labels = [label("Rostov", 300, 300), label("Bataisk", 310, 320), label("Azov", 280, 315)]
    first = place_labels(labels, Ink(BOARD, BOARD))
    assert first == place_labels(labels, Ink(BOARD, BOARD))


def test_a_name_stands_right_of_its_town_when_nothing_is_in_the_way() -> None:
    (placed,) = place_labels([label("Don", 500, 500)], Ink(BOARD, BOARD))
    assert placed.x > 510
    assert placed.box[1] < 500 < placed.box[3]


def test_a_name_leaves_a_line_free() -> None:
    ink = Ink(BOARD, BOARD)
    ink.add_line(np.array([[500.0, 500.0], [900.0, 500.0]]), 3.0)
    (placed,) = place_labels([label("Stalingrad", 500, 500)], ink)
    _, top, right, bottom = placed.box
    assert not (top < 500 < bottom and right > 510), placed


def test_a_name_at_the_edge_stays_on_the_board() -> None:
    (placed,) = place_labels([label("Semikarakorskaya", BOARD - 12, 500)], Ink(BOARD, BOARD))
    assert placed.box[2] <= BOARD
    (placed,) = place_labels([label("Semikarakorskaya", 12, 990)], Ink(BOARD, BOARD))
    assert placed.box[3] <= BOARD


def test_the_box_is_as_wide_as_the_words() -> None:
    (placed,) = place_labels([label("Stalingrad", 500, 500)], Ink(BOARD, BOARD))
    assert placed.box[2] - placed.box[0] >= text_width("Stalingrad", placed.size, BOLD)
    assert placed.box[0] <= placed.x


def test_higher_ranks_choose_first() -> None:
    labels = [label("Bataisk", 500, 500, 1), label("ROSTOV", 500, 500, 0)]
    town, city = place_labels(labels, Ink(BOARD, BOARD))
    alone = place_labels([labels[1]], Ink(BOARD, BOARD))[0]
    assert city.box == alone.box
    assert town.box != place_labels([labels[0]], Ink(BOARD, BOARD))[0].box


def test_ink_under_a_box_is_what_was_put_there() -> None:
    ink = Ink(300, 300)
    ink.add_box((30, 30, 59, 59), 2.0)
    under = ink.under(
        np.array([[0.0, 0.0, 299.0, 299.0], [30.0, 30.0, 44.0, 59.0], [90.0, 90.0, 120.0, 120.0]])
    )
    assert under.tolist() == [200.0, 100.0, 0.0]


def test_overlapping_names_the_pair() -> None:
    one, other = place_labels([label("A", 500, 500), label("B", 500, 500)], Ink(BOARD, BOARD))
    assert overlapping([one, other]) == []
    assert overlapping([one, one]) == [("A", "A")]


def test_a_name_stands_beyond_what_will_lie_on_its_symbol() -> None:
    label = Label("Kursk", (200.0, 200.0), 10.0, 16.5, BOLD, covered=36.0)
    counter = (164.0, 164.0, 236.0, 236.0)
    left, top, right, bottom = place_labels([label], Ink(400, 400))[0].box
    assert (
        left >= counter[2] - 3 or right <= counter[0] + 3 or top >= counter[3] - 3 or bottom <= counter[1] + 4
    )
