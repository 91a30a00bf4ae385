"""Losses: what steps are, who chooses, what an exchange matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Steps:
    """A unit loses steps, from face to face; from its last face it is eliminated."""


@dataclass(frozen=True, slots=True)
class LossChoice:
    """Who chooses which units take a loss.

    Attributes
    ----------
    by : {"owner", "enemy"}
    """

    by: Literal["owner", "enemy"]
