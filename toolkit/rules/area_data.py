"""What the rules of every game on areas take from a compiled game in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeVar

from toolkit.diagnostics import InputError
from toolkit.rules.protocol import Begin

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.geometry.area_map import AreaMap

PRINTED = frozenset({"rules", "published"})
"""Kinds of provenance of what stands in print."""


class AreaPosition(Protocol):
    """A position of a game on areas."""

    @property
    def where(self) -> Mapping[str, str]:
        """Unit → area, or where it is off the map."""

    def put(self, unit: str, area: str, /) -> None:
        """Move a unit to an area."""


P = TypeVar("P", bound=AreaPosition)


def neighbouring(board: AreaMap) -> Iterator[tuple[str, str, str]]:
    """Yield the pairs of neighbours by borders and by links, each with where it comes from."""
    for border in board.borders:
        yield board.ids[border.a], board.ids[border.b], str(border.provenance.kind)
    for link in board.links:
        yield board.ids[link.start], board.ids[link.end], str(link.provenance.kind)


def set_ups(game: CompiledGame) -> Mapping[str, Mapping[str, str]]:
    """Return the set-ups of a compiled game: id → unit → area; what waits in a box is left out."""
    areas = frozenset(game.areas.ids)
    return {
        setup.id: {counter: place for counter, place in setup.placements.items() if place in areas}
        for setup in game.setups
    }


def set_up(position: AreaPosition, units: Mapping[str, str]) -> None:
    """Put the units of a set-up, unit → area, on the table; what the rules do not know is left out."""
    for unit, area in units.items():
        if unit in position.where:
            position.put(unit, area)


def beginning(
    laid_out: Callable[[Mapping[str, str]], P], starts: Mapping[str, Mapping[str, str]]
) -> Begin[P]:
    """Return how a game begins: with the units of a set-up on its table.

    Parameters
    ----------
    laid_out : callable
        Settings of the unclear points → the table without units.
    starts : mapping of str to mapping of str to str
        Set-up → unit → area.
    """

    def begin(setup: str, fixed: Mapping[str, str] = MappingProxyType({})) -> P:
        position = laid_out(fixed)
        set_up(position, starts[setup])
        return position

    return begin


def unknown(text: str) -> InputError:
    """Return the error for data that the rules need and do not find, or find and do not know."""
    return InputError.single("RUL001", text)
