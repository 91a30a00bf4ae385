"""What a module asks of the engine: its version, its classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from lxml import etree

from toolkit.diagnostics import Finding, Severity
from toolkit.validate.book import CHECKS
from toolkit.validate.engine_facts import CLASS_SINCE, TRAIT_SINCE, release
from toolkit.validate.module_view import ModuleView

# What most players have, and what this toolkit writes for unless it is told otherwise.
_LONG_KNOWN = (3, 6)

_check = partial(CHECKS.check, subject="module")


def _stated(module: ModuleView) -> tuple[int, int] | None:
    """Return the release series that the buildFile names, else that of the metadata."""
    own = module.container.metadata("extensiondata") if module.is_extension else module.container.module
    texts = (module.build.vassal_version, own.vassal_version if own is not None else "")
    return next(filter(None, map(release, texts)), None)


def _newer_parts(module: ModuleView) -> Iterator[tuple[str, tuple[int, int], etree._Element]]:
    for element in module.elements:
        since = CLASS_SINCE.get(str(element.tag))
        if since is not None:
            yield f"component {str(element.tag).rsplit('.', 1)[-1]}", since, element
    for item in module.definitions:
        for text in item.texts:
            kind = text.partition(";")[0] + ";"
            since = TRAIT_SINCE.get(kind)
            if since is not None:
                yield f"trait {kind[:-1]!r}", since, item.element


@_check("MOD060", Severity.WARNING)
def newer_part(module: ModuleView) -> Iterator[Finding]:
    """The module has a part that the VASSAL version it names does not know.

    Compared are the classes of components and the kinds of traits with the first release that has them; the
    buildFile's version counts, as for the engine, moduledata's where it has none.

    Why
    ---
    A warning: who opens it with the version it asks for gets an error, or a piece without the trait.

    Good example
    ------------
    <module vassal="3.7.0"><Piece name="Tank" gpid="1">cmt;remark | piece;;;;Tank</Piece></module>

    Bad example
    -----------
    <module vassal="3.6.0"><Piece name="Tank" gpid="1">cmt;remark | piece;;;;Tank</Piece></module>
    """
    stated = _stated(module)
    if stated is None:
        return
    users: dict[str, list[etree._Element]] = {}
    needs: dict[str, tuple[int, int]] = {}
    for what, since, element in _newer_parts(module):
        if since > stated:
            users.setdefault(what, []).append(element)
            needs[what] = since
    for what, found in users.items():
        times = f" ({len(found)} times)" if len(found) > 1 else ""
        asked, needed = (".".join(map(str, version)) for version in (stated, needs[what]))
        message = f"{what}{times} needs VASSAL {needed}; the module asks for {asked}"
        data = {"part": what, "needs": needed, "asks": asked}
        yield Finding("MOD060", Severity.WARNING, message, module.place(found[0]), data=data)


@_check("MOD063", Severity.INFO)
def unknown_to_older(module: ModuleView) -> Iterator[Finding]:
    """The module asks for VASSAL 3.7 or later and has parts that 3.6 does not know.

    One finding names them all: what whoever opens it with 3.6 would not get.

    Why
    ---
    A note: the module says itself what it needs.

    Good example
    ------------
    <module vassal="3.7.0"><Piece name="Tank" gpid="1">piece;;;;Tank</Piece></module>

    Bad example
    -----------
    <module vassal="3.7.0"><Piece name="Tank" gpid="1">cmt;remark | piece;;;;Tank</Piece></module>
    """
    stated = _stated(module)
    if stated is None or stated <= _LONG_KNOWN:
        return
    parts = [
        (what, element) for what, since, element in _newer_parts(module) if _LONG_KNOWN < since <= stated
    ]
    if parts:
        counts = Counter(what for what, _ in parts)
        names = ", ".join(f"{what} ({count} times)" if count > 1 else what for what, count in counts.items())
        message = f"VASSAL {'.'.join(map(str, _LONG_KNOWN))} would not know {names}"
        yield Finding(
            "MOD063", Severity.INFO, message, module.place(parts[0][1]), data={"parts": dict(counts)}
        )


@_check("MOD061", Severity.ERROR)
def missing_class(module: ModuleView) -> Iterator[Finding]:
    """Components are of classes of the module's own, and the classes are not in it.

    Looked for are classes outside the engine's own packages; of these nothing is said.  An extension may
    find the class in its module.

    Why
    ---
    An error: the engine refuses to load the component.

    Good example
    ------------
    <module><file name="my/Ruler.class">code</file><my.Ruler name="ruler"/></module>

    Bad example
    -----------
    <module><my.Ruler name="ruler"/></module>
    """
    if not (module.whole and module.complete):
        return
    entries = set(module.container.names)
    if module.parent is not None:
        entries |= set(module.parent.container.names)
    gone: dict[str, etree._Element] = {}
    for element in module.elements:
        name = str(element.tag)
        foreign = "." in name and not name.startswith("VASSAL.")
        if foreign and name.replace(".", "/") + ".class" not in entries:
            gone.setdefault(name, element)
    if gone:
        what = "class {} of a component is" if len(gone) == 1 else "classes {} of components are"
        message = f"{what.format(', '.join(gone))} not in the module"
        place = module.place(next(iter(gone.values())))
        yield Finding("MOD061", Severity.ERROR, message, place, data={"classes": list(gone)})


@_check("MOD062", Severity.WARNING)
def facts_disagree(module: ModuleView) -> Iterator[Finding]:
    """moduledata and buildFile state different names or versions.

    Why
    ---
    A warning: the list of modules shows the one, saved games and other players' engines compare the other.

    Good example
    ------------
    <module name="Tiny" version="1.2"/>

    Bad example
    -----------
    <module name="Tiny" version="1.2" data-version="1.1"/>
    """
    own = None if module.is_extension else module.container.module
    if own is None:
        return
    pairs = (("name", own.name or "", module.build.name), ("version", own.version, module.build.version))
    for what, stated, built in pairs:
        if stated and built and stated.strip() != built.strip():
            message = f"moduledata says {what} {stated!r}, the buildFile {built!r}"
            data = {"moduledata": stated, "buildFile": built}
            yield Finding("MOD062", Severity.WARNING, message, module.place(module.build.root), data=data)
