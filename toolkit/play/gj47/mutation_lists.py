"""Closed lists of the mutation bench: what cannot be broken or shown, and clauses that say the same."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

NOT_BREAKABLE: Mapping[str, str] = MappingProxyType(
    {
        "4.0(6)": "a state of the table, not an action: a face before play",
        "4.0(7)": "a state of the table, not an action: chits before play",
        "4.0(8)": "a state of the table, not an action: the marker before play",
        "4.0(9)": "a state of the table, not an action: the marker before play",
        "5.0(4)2": "with U-04 at its proposed value a unit that moved may attack",
    }
)
"""Clauses marked as checked for which there is no mutator, with the reason."""

NOT_SHOWN: Mapping[str, str] = MappingProxyType(
    {
        "4.0": "no table shows when a player says that the set-up is done",
        "10.1(4)": "the marker in the hex names all units there",
        "10.6(3)1": "beside the map lies what is removed",
        "10.7(6)3": "beside the map lies what is removed",
        "15.0(4)": "nobody writes down who won, and the track has nine boxes",
    }
)
"""Clauses that only the rules level can be asked about, because no table shows their violation."""

TWINS: Mapping[str, tuple[tuple[str, ...], str]] = MappingProxyType(
    {
        "3.1(3)": (("3.1(1)",), "the limit and the moment at which it counts are broken together"),
        "5.0(1)": (("5.0",), "a draw in the phase of choice is out of the order of phases"),
        "6.1(2)": (("16.0(1)",), "a chit that was not chosen can only be played from the hand"),
        "6.2(4)": (("5.0(2)",), "a supply chit that was not drawn is still in the cup"),
        "7.1(4)": (("7.1(1)",), "a chit that is used a second time was drawn before"),
        "9.1(1)": (("8.1(3)",), "a unit that moves on after another one moves twice"),
        "9.2(3)3": (("9.2(3)1",), "beside a bridge is a crossing without one"),
        "9.2(5)": (("9.2(1)1", "9.2(2)", "9.2(5)1", "9.2(5)2"), "too few points for the hex is a price"),
        "9.3(1)": (("9.2(1)1",), "a march too far is over the allowance"),
        "9.3(2)": (("3.1(1)",), "what else a march breaks are the rules of normal movement"),
        "12.3": (("7.2(2)",), "the Axis chit without its die"),
        "13.0(2)": (("12.0", "5.0"), "a headquarters that was never lost is no reinforcement"),
    }
)
"""Clauses whose violation has a second printed number: naming that one is an answer as well; why."""
