"""The walk through the data works, on hexes and on areas; `make data` goes through all kinds of data."""

from __future__ import annotations

import pytest

from tests.datum.__main__ import walked
from tests.datum.walk import Effect

SAMPLES = (
    ("gj47", "charts/victory.yaml start_hexes", Effect.REFUSED),
    ("rattenkrieg", "charts/figures.yaml figures/3/value", Effect.VERDICT),
)


@pytest.mark.parametrize(("game", "datum", "effect"), SAMPLES)
def test_a_datum_has_the_effect_that_it_claims(game: str, datum: str, effect: Effect) -> None:
    (found,) = walked(game, only=datum)
    assert (found.effect, found.enough) == (effect, True)
