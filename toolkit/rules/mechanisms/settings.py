"""A value of a clause that may depend on how an unclear point is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from toolkit.rules.rulings import Rulings

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """One value, or one for each reading of an unclear point.

    Attributes
    ----------
    value : T or None
        Without a point.
    point : str
        Number in the register of unclear points; "" for none.
    values : mapping of str to T
        Reading → value.
    """

    value: T | None = None
    point: str = ""
    values: Mapping[str, T] = field(default_factory=dict, hash=False)

    def under(self, rulings: Rulings) -> T:
        """Return the value under a reading; asks for the point only when there is one."""
        if self.point:
            return self.values[rulings.of(self.point)]
        assert self.value is not None
        return self.value

    def every(self) -> Iterator[T]:
        """Yield every value it may have."""
        if self.point:
            yield from self.values.values()
        else:
            assert self.value is not None
            yield self.value


def fixed(value: T) -> Setting[T]:
    """Return a setting that depends on nothing."""
    return Setting(value)


YES: Setting[bool] = Setting(True)
NO: Setting[bool] = Setting(False)
