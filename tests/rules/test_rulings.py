"""Which readings of an unclear point count."""

from __future__ import annotations

import pytest

from toolkit.rules.rulings import Points
from toolkit.source.names import Names
from toolkit.source.options import Option, OptionValue

READINGS = {"U-1": ("a", "b", "c")}


@pytest.mark.parametrize(
    ("support", "literal", "fixed", "counts"),
    [
        ("text", None, None, ("a",)),
        ("text", "b", None, ("a", "b")),
        ("text", "a", None, ("a",)),
        ("open", None, None, ("a", "b", "c")),
        ("open", "b", None, ("a", "b", "c")),
        ("text", "b", "c", ("c",)),
    ],
)
def test_the_letter_of_the_text_counts_beside_the_default(
    support: str, literal: str | None, fixed: str | None, counts: tuple[str, ...]
) -> None:
    """What the plain text allows is held against nobody; a third reading is not the text's."""
    names = Names(en="A point")
    values = tuple(OptionValue(value, value) for value in READINGS["U-1"])
    option = Option("U-1", names, ("1.0",), "", values, "a", support, None, literal)
    settled = {} if fixed is None else {"U-1": fixed}
    assert Points.of(READINGS, (), [option], settled).values == {"U-1": counts}


@pytest.mark.parametrize(
    ("value", "counts"), [("c", ("c",)), ("19", ("a", "b", "c")), ("", ("a", "b", "c")), (None, ("a",))]
)
def test_a_value_that_nobody_knows_leaves_its_point_open(value: str | None, counts: tuple[str, ...]) -> None:
    """A log of a stranger's may set a point to anything."""
    settings = {"U-9": "x"} if value is None else {"U-1": value}
    assert Points.of(READINGS, ("U-1",), None, {}).under(settings).values == {"U-1": counts}
    assert Points.of(READINGS, ("U-1",), None, settings).values == {"U-1": counts}
