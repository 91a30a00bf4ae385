"""Actions as JSON, there and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from toolkit.rules.shapes import NO_NAMES, Names, shape_of

Act = TypeVar("Act")


def write_action(action: object, names: Names = NO_NAMES) -> dict[str, Any]:
    """Return an action as a JSON object; `Reader.action` gives it back."""
    kind: Any = type(action)
    return {"action": kind.__name__, **shape_of(kind).write(action, names)}


class Reader(Generic[Act]):
    """Reads what `write_action` wrote.

    Parameters
    ----------
    actions : iterable of type
        The game's kinds of action.
    names : Names
        What the numbers in them stand for.
    """

    def __init__(self, actions: Iterable[type], names: Names = NO_NAMES) -> None:
        self._kinds = {kind.__name__: kind for kind in actions}
        self._names = names

    def action(self, found: Mapping[str, Any]) -> Act:
        """Return the action that `write_action` wrote.

        Raises
        ------
        KeyError
            For an unknown kind of action, or a name that the game does not have.
        TypeError
            When a value of the action is missing.
        """
        action: Act = shape_of(self._kinds[found["action"]]).read(found, self._names)
        return action
