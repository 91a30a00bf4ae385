"""Numbers on the command line."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class NumberRange(click.FloatRange):
    """A range that refuses nan as well, which is neither below nor above anything."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number; fails as a range does."""
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number


def pitch_option(help: str) -> Callable[[F], F]:
    """Return the option ``--pitch`` of a command that draws maps."""
    return click.option("--pitch", type=NumberRange(80, 400), default=100.0, show_default=True, help=help)
