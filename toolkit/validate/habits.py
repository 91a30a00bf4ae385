"""One habit, one finding: names that the same parts of a module use, or only unused prototypes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml import etree

from toolkit.diagnostics import Finding, Severity
from toolkit.validate.module_view import NAMES, Definition, ModuleView, short

User = tuple[etree._Element, Definition | None]
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Habit:
    """Names that stand in the same places.

    Attributes
    ----------
    names : tuple of str
        In the order of the file.
    users : tuple of (element, Definition or None)
        The places; None for a component that is no piece.
    """

    names: tuple[str, ...]
    users: tuple[User, ...]

    @property
    def who(self) -> str:
        """The first place and how many more there are."""
        element, item = self.users[0]
        names = (item.name,) if item is not None else (element.get(key) for key in NAMES)
        name = next((str(name) for name in names if name), short(element))
        return f"{name!r}{f' and {len(self.users) - 1} more' if len(self.users) > 1 else ''}"


def listed(names: Sequence[str], hint: Callable[[str], str] = lambda _: "") -> str:
    """Return names with what is said behind each, and how many are left out."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(f"{name!r}{hint(name)}" for name in names[:_SHOWN]) + more


@dataclass(frozen=True, slots=True)
class Report:
    """How a check says what it found.

    Attributes
    ----------
    key : str
        What the names are called in a finding's data.
    one : callable
        A habit to its message.
    idle : callable
        Names that only unused prototypes use, to the words for them.
    """

    code: str
    severity: Severity
    key: str
    one: Callable[[Habit], str]
    idle: Callable[[Sequence[str]], str]

    def findings(self, module: ModuleView, users: Mapping[str, Sequence[User]]) -> Iterator[Finding]:
        """Yield a finding for each habit, and a note on what only prototypes that nothing uses name."""
        together: dict[tuple[int, ...], list[str]] = {}
        found: dict[tuple[int, ...], list[User]] = {}
        unused: list[str] = []
        first: etree._Element | None = None
        for name, places in users.items():
            live = [user for user in places if user[1] is None or module.in_use(user[1])]
            if not live:
                first = places[0][0] if first is None else first
                unused.append(name)
                continue
            key = tuple(id(element) for element, _ in live)
            together.setdefault(key, []).append(name)
            found.setdefault(key, live)
        habits = [Habit(tuple(names), tuple(found[key])) for key, names in together.items()]
        for habit in _folded(habits):
            data = {self.key: list(habit.names), "places": len(habit.users)}
            place = module.place(habit.users[0][0])
            yield Finding(self.code, self.severity, self.one(habit), place, data=data)
        if unused:
            message = f"in prototypes that no piece uses: {self.idle(unused)}"
            data = {self.key: unused}
            yield Finding(self.code, Severity.INFO, message, module.place(first), data=data)


def _folded(habits: list[Habit]) -> list[Habit]:
    """Return the first habits, and all others as one."""
    rest = habits[_SHOWN:]
    if len(rest) < 2:
        return habits
    names = tuple(name for habit in rest for name in habit.names)
    return [*habits[:_SHOWN], Habit(names, tuple(user for habit in rest for user in habit.users))]
