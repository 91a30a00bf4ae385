"""Prototypes: dangling, round, double, unused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from toolkit.diagnostics import Finding, Severity
from toolkit.diagnostics.words import counted
from toolkit.validate.book import CHECKS
from toolkit.validate.module_view import Definition, ModuleView
from toolkit.validate.nearest import nearest
from toolkit.vassal.traits import Prototype

_check = partial(CHECKS.check, subject="module")
_SHOWN = 20


def used_prototypes(item: Definition) -> Iterator[str]:
    """Yield the names of the prototypes that a definition uses, those with a property in them left out."""
    for trait in item.traits:
        if isinstance(trait, Prototype) and "$" not in trait.name:
            yield trait.name


@_check("MOD020", Severity.WARNING)
def dangling_prototype(module: ModuleView) -> Iterator[Finding]:
    """A piece uses a prototype that the module does not define.

    Names with a property to fill in are passed over, and extensions whose module is not at hand.

    Why
    ---
    A warning: the piece silently lacks every trait the prototype should bring.  The engine says nothing, and
    some makers switch a prototype off by renaming it.

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
    users: dict[str, list[Definition]] = {}
    for item in module.definitions:
        for name in used_prototypes(item):
            if name not in module.prototypes:
                users.setdefault(name, []).append(item)
    for name, found in users.items():
        near = nearest(name, module.prototypes)
        hint = f"; did you mean {near!r}?" if near else ""
        others = f" and {len(found) - 1} more" if len(found) > 1 else ""
        verb = "use" if others else "uses"
        message = f"{found[0].name!r}{others} {verb} prototype {name!r}, which is not defined{hint}"
        data = {"prototype": name, "pieces": len(found)}
        yield Finding("MOD020", Severity.WARNING, message, module.place(found[0].element), data=data)


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
    uses = {name: tuple(used_prototypes(item)) for name, item in module.prototypes.items()}
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

    Nothing is said where a name is put together while the game runs.  Pieces of set-ups count as users.

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
    used = {
        trait.name for item in module.definitions for trait in item.traits if isinstance(trait, Prototype)
    }
    if any("$" in name for name in used):
        return
    own = [item.name for item in module.definitions if item.kind == "prototype" and item.name]
    logs = [setup.log.encode() for setup in module.setups if setup.log is not None]
    left = [
        name for name in own if name not in used and not any(f"prototype;{name}" in text for text in logs)
    ]
    if left:
        listed = ", ".join(repr(name) for name in left[:_SHOWN])
        more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        message = f"{counted(len(left), 'prototype is', 'prototypes are')} used by no piece: {listed}{more}"
        yield Finding("MOD023", Severity.INFO, message, module.place(None), data={"prototypes": left})
