"""Closed lists of the mutation bench: what cannot be broken or shown, and clauses that say the same."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tests.violations.mutation import Twins

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
        "10.5(1)": "a unit named for more steps than it has shows too few (10.4(2)1, 10.4(2)5)",
        "10.6(3)1": "beside the map lies what is removed",
        "10.7(6)3": "beside the map lies what is removed",
        "14.1(6)": "the key that raises a fort does nothing to one of two levels",
        "15.0(4)": "nobody writes down who won, and the track has nine boxes",
    }
)
"""Clauses that only the rules level can be asked about, because no table shows their violation."""

LOOKS_LEGAL: Mapping[str, str] = MappingProxyType(
    {
        "10.4(2)4": "a stay after RR where the first hex is full and the second may be that of an R",
        "10.4(2)5": "a unit's last step, too few or too many, where it has to retreat and may die on the way",
        "10.6": "a hex too many that ends where a shorter way ends as well: a drag that was put right",
        "10.6(3)": "a unit removed where another way, as good, leads through a zone: it may have died there",
        "10.6(3)3": "a closed side crossed where an open way of two hexes has the same end: drags hide it",
        "10.6(3)4": "a great river crossed where a dry way of two hexes has the same end: drags hide it",
        "10.7(5)": "a hex beside the one attacked, which a mechanised unit may have gone through",
        "14.2(5)": "a last step in place of a retreat through a zone: the unit may have died on the way",
    }
)
"""Violations whose log is that of a legal game: the mutators leave them out."""

TWINS: Twins = MappingProxyType({})
"""Clauses that the text prints twice: naming the other number is an answer as well; why."""

TWINS_IN_LOGS: Twins = MappingProxyType(
    {
        **TWINS,
        "10.4(1)": (
            ("AUD021",),
            "a second die that changes nothing is for the referee to see, a notice and no offence",
        ),
    }
)
"""Clauses that the audit of a log answers in another way as well: by another number or a notice; why."""
