"""Chapter 1: fractions.  What else chapters 1 and 2 say the data hold (`statements.yaml`)."""

from __future__ import annotations

from math import floor

from toolkit.rules.registry import Kind, rule


@rule("1.0(2)", "Where a number is halved, the fraction is dropped.", Kind.DEFINITION)
def without_fraction(number: float) -> int:
    """Return a number without its fraction.

    Checks: Strengths that attack across rivers (10.3(1)1).
    Legal: A sum of 7 across a river attacks with 3.
    Illegal: It attacks with 4.
    Unclear: U-01: what is added before it is halved. U-54: whether it bears on the half points of a march.
    """
    return floor(number)
