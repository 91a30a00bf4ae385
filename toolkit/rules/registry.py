"""Rules found by their printed number: an entry for each, kept on the function that decides it.

There is no global table.  `rule` leaves the entry on the function, and a function that decides what several
clauses say has the entries of all; `RuleBook.of` collects the entries of the modules a game names and puts
them into the order of the rulebook.  What an action does is known by its signature: the public function that
takes a position and an `action` of these types and returns nothing.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib import import_module
from itertools import pairwise
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar, get_args

from toolkit.rules.rulings import Rulings

_ENTRIES = "rule_entries"
_JUDGES = "judges_for"
LABELS: Mapping[str, str] = {
    "Checks": "What it checks",
    "Legal": "Legal example",
    "Illegal": "Illegal example",
    "Unclear": "Unclear points",
}
"""Label of a line in the docstring of a rule → heading on its manual page."""
HEADINGS = tuple(LABELS.values())
_LABEL = re.compile(rf"^({'|'.join(LABELS)}): ", re.MULTILINE)

_POINT = re.compile(r"\b(?:U-?\d{2}|[A-Z][a-z]-\d{1,2})\b")
"""The number of an unclear point, as ``schema/unclear.schema.json`` has it."""

F = TypeVar("F", bound=Callable[..., Any])
Check = Callable[[Any, Any, Rulings], str | None]
Effect = Callable[[Any, Any], None]


class Kind(StrEnum):
    """What a rule does in the rulebook."""

    DEFINITION = "definition"
    SETUP = "set-up"
    PROCEDURE = "procedure"
    RESTRICTION = "restriction"
    EFFECT = "effect"
    VICTORY = "victory"


class Enforcement(StrEnum):
    """How the project makes a rule hold.

    CHECKED: its function judges actions.  EMBODIED: its function builds what the checks work on, so
    nothing can be done against it.  STATED: data says it, no action can break it.  UNPROVABLE: a record
    of a game cannot show whether it was kept.
    """

    CHECKED = "checked"
    EMBODIED = "embodied"
    STATED = "stated"
    UNPROVABLE = "unprovable"


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """One numbered rule.

    Attributes
    ----------
    number : str
        As printed, e.g. ``"9.2(3)2"``.
    summary : str
        In own words.
    unclear : tuple of str
        Numbers of the unclear points that concern it.
    sections : tuple of (str, str)
        Headings and their text, in the order of `HEADINGS`; none without a text.
    function : str
        ``module.name`` of the function; "" where nothing decides it.
    on : tuple of str
        Names of the action types that the function judges; () for a function that other rules call.
    """

    number: str
    summary: str
    kind: Kind
    enforcement: Enforcement
    unclear: tuple[str, ...]
    sections: tuple[tuple[str, str], ...]
    function: str
    on: tuple[str, ...] = ()

    def section(self, heading: str) -> str:
        """Return the text under one of `HEADINGS`, "" where there is nothing to say."""
        return dict(self.sections).get(heading, "")


def rule(
    number: str,
    summary: str,
    kind: Kind,
    *,
    enforcement: Enforcement | None = None,
    unclear: tuple[str, ...] | None = None,
) -> Callable[[F], F]:
    """Mark a function as the home of a printed rule.

    A function that takes position, action and rulings and returns None, or in a few words what is wrong,
    judges actions of the types that its second parameter names.  Its rule is checked, that of any other
    function embodied, where `enforcement` says nothing else.  Its unclear points are those that the line
    ``Unclear:`` of its docstring names, where `unclear` says nothing else.

    Raises
    ------
    ValueError
        When the docstring lacks a line ``Checks:``, ``Legal:`` and ``Illegal:`` of a rule that judges
        actions, or ``Unclear:`` of one with unclear points.
    """

    def mark(function: F) -> F:
        sections, on = _sections(function.__doc__ or ""), _judged(function)
        wanted = dict(zip(LABELS, (True, on, on, unclear), strict=True))
        missing = [label for label in LABELS if wanted[label] and not sections.get(LABELS[label])]
        if missing:
            raise ValueError(f"rule {number} ({function.__name__}): docstring lacks {', '.join(missing)}")
        entry = RuleEntry(
            number,
            summary,
            kind,
            enforcement or (Enforcement.CHECKED if on else Enforcement.EMBODIED),
            _points_in(sections.get(LABELS["Unclear"], "")) if unclear is None else unclear,
            tuple((heading, sections[heading]) for heading in HEADINGS if sections.get(heading)),
            f"{function.__module__}.{function.__qualname__}",
            on,
        )
        function.__dict__[_ENTRIES] = (entry, *vars(function).get(_ENTRIES, ()))
        return function

    return mark


def _points_in(text: str) -> tuple[str, ...]:
    """Return the numbers of the unclear points that a text names; none where it says that there is none."""
    found = () if text.startswith("None") else set(_POINT.findall(text))
    return tuple(sorted(found, key=lambda point: int(re.sub(r"\D", "", point))))


def _judged(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the actions that a function judges, () for one that judges none."""
    return tuple(action.__name__ for action in _actions(function, ["Rulings", "str | None"]))


def _actions(function: Callable[..., Any], rest: list[str]) -> tuple[type, ...]:
    """Return the actions that a function takes after a position, () where its other types are not `rest`."""
    hints = list(function.__annotations__.values())
    if hints[2:] != rest:
        return ()
    # Of all its types only this one has to be there when the program runs.
    named = eval(hints[1], function.__globals__)
    return get_args(named) or (named,)


def _effects(module: ModuleType) -> Iterator[tuple[type, Effect]]:
    """Yield the actions that functions of a module carry out, each with its function."""
    for name, value in vars(module).items():
        own = inspect.isfunction(value) and value.__module__ == module.__name__
        if own and not name.startswith("_") and list(value.__annotations__)[1:2] in (["action"], ["_action"]):
            yield from ((action, value) for action in _actions(value, ["None"]))


def asked(number: str, summary: str, kind: Kind) -> Callable[[F], F]:
    """Mark a function as `rule` does that judges no action: another one asks it, and names its rule."""
    return rule(number, summary, kind, enforcement=Enforcement.CHECKED)


def unprovable(number: str, summary: str, *, why: str) -> RuleEntry:
    """Return the entry of a rule that no record of a game shows kept or broken, and no function decides."""
    sections = ((HEADINGS[0], why),)
    return RuleEntry(number, summary, Kind.RESTRICTION, Enforcement.UNPROVABLE, (), sections, "")


def judges(number: str) -> Callable[[F], F]:
    """Mark a function that judges further actions for a rule whose entry stands elsewhere."""

    def mark(function: F) -> F:
        function.__dict__[_JUDGES] = (number, _judged(function))
        return function

    return mark


def _sections(docstring: str) -> dict[str, str]:
    """Return the text after each label, by its heading; it ends at the next label or an empty line."""
    found = {}
    for paragraph in inspect.cleandoc(docstring).split("\n\n"):
        _, *parts = _LABEL.split(paragraph)
        for label, text in zip(parts[::2], parts[1::2], strict=True):
            found[LABELS[label]] = " ".join(text.split())
    return found


def _printed(number: str) -> tuple[int, ...]:
    """Return where a printed number stands in a rulebook: its parts, a head before its lines."""
    parts = tuple(map(int, re.findall(r"\d+", number)))
    return parts if number[:1].isdigit() else (sys.maxsize, *parts)


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules of one game that have code, in printed order.

    Attributes
    ----------
    chapters : tuple of str
        Chapters covered line by line.  What is not in here is not yet enforced, and nothing is claimed
        about it.
    checks : mapping of str to tuple of (str, function)
        Action type → the rules that judge it, with their numbers, in printed order.
    effects : mapping of type to function
        Action type → what it does to a position.
    order : tuple of str
        The rules as printed where their numbers do not say it.
    """

    game: str
    entries: tuple[RuleEntry, ...]
    chapters: tuple[str, ...]
    checks: Mapping[str, tuple[tuple[str, Check], ...]] = field(default_factory=dict)
    effects: Mapping[type, Effect] = field(default_factory=dict)
    order: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        game: str,
        package: str,
        modules: str,
        chapters: tuple[str, ...],
        *,
        order: Sequence[str] = (),
    ) -> RuleBook:
        """Collect the marked functions of modules in a package, named with blanks between.

        `order` lists the rules as printed where their numbers do not say it.

        Raises
        ------
        ValueError
            When two functions claim the same number, or one is missing in `order`.
        """
        book = cls(game, (), chapters, order=tuple(order))
        entries: list[RuleEntry] = []
        checks: dict[str, list[tuple[str, Check]]] = {}
        found = [import_module(f"{package}.{name}") for name in modules.split()]
        for module in found:
            for value in vars(module).values():
                if isinstance(value, RuleEntry):
                    entries.append(value)
                if getattr(value, "__module__", None) != module.__name__:
                    continue
                own: tuple[RuleEntry, ...] = getattr(value, _ENTRIES, ())
                entries += own
                judged = [(entry.number, entry.on) for entry in own]
                for number, actions in (*judged, getattr(value, _JUDGES, ("", ()))):
                    for action in actions:
                        checks.setdefault(action, []).append((number, value))
        frozen = {
            action: tuple(sorted(judging, key=lambda check: book.printed(check[0])))
            for action, judging in checks.items()
        }
        effects = dict(pair for module in found for pair in _effects(module))
        whole = replace(book, checks=MappingProxyType(frozen), effects=MappingProxyType(effects))
        return whole.joined(entries)

    def printed(self, number: str) -> tuple[int, ...]:
        """Return where a rule stands in the rulebook; ValueError for one that has no place in its order."""
        if not self.order:
            return _printed(number)
        if number not in self.order:
            raise ValueError(f"{self.game}: rule {number} has no place in the printed order")
        return (self.order.index(number),)

    def joined(self, entries: Iterable[RuleEntry]) -> RuleBook:
        """Return the same book with more rules, such as no function decides; ValueError for one twice."""
        every = sorted((*self.entries, *entries), key=lambda entry: self.printed(entry.number))
        for one, other in pairwise(every):
            if one.number == other.number:
                raise ValueError(f"{self.game}: two functions claim rule {one.number}")
        return replace(self, entries=tuple(every))

    def __iter__(self) -> Iterator[RuleEntry]:
        """Iterate over the entries in printed order."""
        return iter(self.entries)

    def find(self, number: str) -> tuple[RuleEntry, ...]:
        """Return the entry with this number and those below it (``"9.2(3)"`` gives its lines as well)."""
        wanted = number.replace(" ", "")
        found = []
        for entry in self.entries:
            known = entry.number.replace(" ", "")
            below = known.startswith(wanted) and known != wanted
            if known == wanted or (below and not (wanted[-1:].isdigit() and known[len(wanted)].isdigit())):
                found.append(entry)
        return tuple(found)
