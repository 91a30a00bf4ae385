"""Prototypes: dangling, round, double, unused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from toolkit.diagnostics import Finding, Severity
from toolkit.diagnostics.words import counted
from toolkit.validate.book import CHECKS
from toolkit.validate.habits import Habit, Report, User, listed
from toolkit.validate.module_view import ModuleView
from toolkit.validate.nearest import nearest

_check = partial(CHECKS.check, subject="module")
_SHOWN = 20
_WORD = re.compile(r"\w")
_HEADING = re.compile(r"\W{3}")


@_check("MOD020", Severity.WARNING)
def dangling_prototype(module: ModuleView) -> Iterator[Finding]:
    """A piece uses a prototype that the module does not define.

    Names with a property to fill in are passed over, and extensions whose module is not at hand.  What an
    extension beside the module defines counts (``Some_ext`` beside ``Some.vmod``).  Of what only prototypes
    that no piece uses name, one note is made.

    Why
    ---
    A warning: the piece silently lacks every trait the prototype should bring.  The engine says nothing.  A
    note where the prototype has the name and a word more, or less: so some makers switch one off.

    Good example
    ------------
    <module><Prototype name="Armour">mark;Kind => tank | piece;;;;</Prototype>
      <Piece name="Tank" gpid="1">prototype;Armour | piece;;;;Tank</Piece></module>

    Bad example
    -----------
    <module><Prototype name="Armour">mark;Kind => tank | piece;;;;</Prototype>
      <Piece name="Tank" gpid="1">prototype;Armor | piece;;;;Tank</Piece></module>
    """
    if not module.whole:
        return
    users: dict[str, list[User]] = {}
    for item in module.definitions:
        for name in item.prototypes:
            if name not in module.prototypes:
                users.setdefault(name, []).append((item.element, item))

    def near(name: str) -> str:
        other = nearest(name, module.prototypes)
        return f" (did you mean {other!r}?)" if other else ""

    def one(habit: Habit) -> str:
        verb = "uses" if len(habit.users) == 1 else "use"
        what = "prototype" if len(habit.names) == 1 else f"{len(habit.names)} prototypes"
        state = "which is not defined" if len(habit.names) == 1 else "which are not defined"
        return f"{habit.who} {verb} {what} {listed(habit.names, near)}, {state}"

    def idle(names: Sequence[str]) -> str:
        return f"{counted(len(names), 'prototype is', 'prototypes are')} not defined: {listed(names)}"

    off = {name for name in users if _renamed(name, module.prototypes)}
    for severity, names in ((Severity.WARNING, users.keys() - off), (Severity.INFO, off)):
        chosen = {name: found for name, found in users.items() if name in names}
        yield from Report("MOD020", severity, "prototypes", one, idle).findings(module, chosen)


def _renamed(name: str, known: Iterable[str]) -> bool:
    """Return whether a prototype goes by this name and a word more or less: so makers switch one off."""
    return any(other.startswith(f"{name} ") or name.startswith(f"{other} ") for other in known if other)


@_check("MOD021", Severity.ERROR)
def round_prototype(module: ModuleView) -> Iterator[Finding]:
    """A prototype uses itself, directly or through others.

    Why
    ---
    An error: the engine stops with a message about an infinite loop and leaves the traits out.

    Good example
    ------------
    <module><Prototype name="A">prototype;B | piece;;;;</Prototype>
      <Prototype name="B">mark;Kind => tank | piece;;;;</Prototype></module>

    Bad example
    -----------
    <module><Prototype name="A">prototype;B | piece;;;;</Prototype>
      <Prototype name="B">prototype;A | piece;;;;</Prototype></module>
    """
    uses = {name: tuple(item.prototypes) for name, item in module.prototypes.items()}
    done: set[str] = set()
    for start in uses:
        found = _circle(start, uses, done)
        if found is not None:
            way = " → ".join(found)
            message = f"prototypes come round to themselves: {way}"
            place = module.place(module.prototypes[found[0]].element)
            yield Finding("MOD021", Severity.ERROR, message, place, data={"prototypes": found})


def _circle(start: str, uses: dict[str, tuple[str, ...]], done: set[str]) -> list[str] | None:
    """Return a circle that can be reached from a prototype and was not yet found, without recursion."""
    path: list[str] = []
    stack: list[tuple[str, bool]] = [(start, False)]
    while stack:
        name, leaving = stack.pop()
        if leaving:
            path.pop()
            done.add(name)
        elif name in path:
            done.update(path)
            return [*path[path.index(name) :], name]
        elif name in uses and name not in done:
            path.append(name)
            stack.append((name, True))
            stack += [(other, False) for other in uses[name]]
    return None


@_check("MOD022", Severity.WARNING)
def double_prototype(module: ModuleView) -> Iterator[Finding]:
    """Two prototypes have one name.

    Why
    ---
    A warning: the last one counts; what is edited in the other changes nothing.

    Good example
    ------------
    <module><Prototype name="A">mark;Kind => tank | piece;;;;</Prototype>
      <Prototype name="B">mark;Kind => gun | piece;;;;</Prototype></module>

    Bad example
    -----------
    <module><Prototype name="A">mark;Kind => tank | piece;;;;</Prototype>
      <Prototype name="A">mark;Kind => gun | piece;;;;</Prototype></module>
    """
    own = [item for item in module.definitions if item.kind == "prototype"]
    counts = Counter(item.name for item in own)
    texts: dict[str, set[str]] = {}
    for item in own:
        texts.setdefault(item.name, set()).add((item.element.text or "").strip())
    for name, count in counts.items():
        if count > 1 and name:
            last = [item for item in own if item.name == name][-1]
            alike = "" if len(texts[name]) > 1 else " (their traits are the same)"
            message = f"{count} prototypes are called {name!r}; the last one counts{alike}"
            place = module.place(last.element)
            yield Finding("MOD022", Severity.WARNING, message, place, data={"prototype": name})


@_check("MOD023", Severity.INFO)
def unused_prototype(module: ModuleView) -> Iterator[Finding]:
    """Prototypes that no piece and no other prototype uses.

    Nothing is said where a name is put together while the game runs.  Pieces of set-ups count as users;
    names such as ``===== Markers =====`` are headings.

    Why
    ---
    A note: nothing is wrong, but something may have been forgotten.

    Good example
    ------------
    <module><Prototype name="Armour">mark;Kind => tank | piece;;;;</Prototype>
      <Piece name="Tank" gpid="1">prototype;Armour | piece;;;;Tank</Piece></module>

    Bad example
    -----------
    <module><Prototype name="Armour">mark;Kind => tank | piece;;;;</Prototype>
      <Piece name="Tank" gpid="1">piece;;;;Tank</Piece></module>
    """
    if module.is_extension or not module.slots:
        return
    if module.patterned_prototypes:
        return
    used = {name for item in module.definitions for name in item.prototypes} | module.prototypes_of_setups
    own = [item.name for item in module.definitions if item.kind == "prototype"]
    left = [name for name in own if name not in used and _WORD.search(name) and not _HEADING.match(name)]
    if left:
        listed = ", ".join(repr(name) for name in left[:_SHOWN])
        more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        message = f"{counted(len(left), 'prototype is', 'prototypes are')} used by no piece: {listed}{more}"
        yield Finding("MOD023", Severity.INFO, message, module.place(None), data={"prototypes": left})
