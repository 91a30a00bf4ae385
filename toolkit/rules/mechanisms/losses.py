"""Losses: what steps are, who chooses, what an exchange matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from toolkit.rules.mechanisms.forces import Units


@dataclass(frozen=True, slots=True)
class Steps:
    """A unit loses steps, from face to face; from its last face it is eliminated."""


@dataclass(frozen=True, slots=True)
class LossChoice:
    """Who chooses which units take a loss.

    Attributes
    ----------
    by : {"owner", "enemy"}
    last : Units or None
        Who is not chosen while any other unit could be: leaders.
    """

    by: Literal["owner", "enemy"]
    last: Units | None = None
