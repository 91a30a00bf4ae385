"""Pieces: unreadable definitions, ids, sides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lxml import etree

from toolkit.diagnostics import Finding, Severity
from toolkit.validate.book import CHECKS
from toolkit.validate.module_view import Definition, ModuleView, short
from toolkit.validate.nearest import nearest
from toolkit.vassal import sequence
from toolkit.vassal.traits import Mask, RestrictAccess, UnknownTrait

_check = partial(CHECKS.check, subject="module")
_EVERYBODY = frozenset({"<observer>", "observer"})
_SHOWN = 5


@_check("MOD030", Severity.ERROR)
def unreadable_piece(module: ModuleView) -> Iterator[Finding]:
    """The text of a palette slot or prototype is no piece.

    A piece is written as an add command whose innermost trait is a basic piece.  Empty slots and empty
    prototypes are as they should be.

    Why
    ---
    An error: the engine shows an empty slot or refuses the module.

    Good example
    ------------
    <module><Piece name="Tank" gpid="1">piece;;;;Tank</Piece></module>

    Bad example
    -----------
    <module><Piece name="Tank" gpid="1">delete;Delete;68,130</Piece></module>
    """
    for item in module.definitions:
        if item.readable and (not item.traits or item.basic is not None or _foreign(item)):
            continue
        what = "its innermost trait is no basic piece" if item.readable else "the text is no add command"
        message = f"{item.kind} {item.name!r} holds no piece: {what}"
        yield Finding("MOD030", Severity.ERROR, message, module.place(item.element), data={"name": item.name})


def _foreign(item: Definition) -> bool:
    """Return whether a class of the module's own makes the innermost part: nothing is known of it."""
    return isinstance(item.traits[-1], UnknownTrait) and not item.texts[-1].startswith("delete;")


@_check("MOD031", Severity.WARNING)
def missing_gpid(module: ModuleView) -> Iterator[Finding]:
    """Palette slots without a piece id (gpid).

    Modules last saved with an engine before 3.2 have none at all; that is one finding.

    Why
    ---
    A warning: the engine gives them ids when the module is next edited, and saved games made before cannot
    be refreshed.

    Good example
    ------------
    <module><Piece name="Tank" gpid="1">piece;;;;Tank</Piece></module>

    Bad example
    -----------
    <module><Piece name="Tank" gpid="">piece;;;;Tank</Piece></module>
    """
    without = [item for item in module.slots if not item.gpid and item.traits]
    if without:
        names = ", ".join(repr(item.name) for item in without[:_SHOWN])
        more = f" and {len(without) - _SHOWN} more" if len(without) > _SHOWN else ""
        message = f"{len(without)} of {len(module.slots)} palette slots have no gpid: {names}{more}"
        place = module.place(without[0].element)
        yield Finding("MOD031", Severity.WARNING, message, place, data={"slots": len(without)})


@_check("MOD032", Severity.ERROR)
def double_gpid(module: ModuleView) -> Iterator[Finding]:
    """One piece id (gpid) stands for two definitions.

    Counted are palette slots and the markers that traits place, as the engine's own checker counts them.
    Definitions that are the same word for word are no finding: refreshing with either gives the same.

    Why
    ---
    An error: Refresh Counters makes pieces of the one into the other.

    Good example
    ------------
    <module><Piece name="Tank" gpid="1">piece;;;;Tank</Piece>
      <Piece name="Gun" gpid="2">piece;;;;Gun</Piece></module>

    Bad example
    -----------
    <module><Piece name="Tank" gpid="1">piece;;;;Tank</Piece>
      <Piece name="Gun" gpid="1">piece;;;;Gun</Piece></module>
    """
    found: dict[str, list[Definition]] = {}
    for item in module.definitions:
        if item.gpid and item.kind in ("slot", "marker") and item.traits:
            found.setdefault(item.gpid, []).append(item)
    for gpid, items in found.items():
        if len({_content(item) for item in items}) < 2:
            continue
        other = next(item for item in items if _content(item) != _content(items[0]))
        pair = f"{_named(items[0])} and {_named(other)}"
        message = f"gpid {gpid} stands for {len(items)} definitions, among them {pair}"
        data = {"gpid": gpid, "names": sorted({item.name for item in items})}
        yield Finding("MOD032", Severity.ERROR, message, module.place(other.element), data=data)


def _content(item: Definition) -> tuple[str, ...]:
    # The place in the basic piece's state is no part of what the piece is.
    return (*item.texts, *item.states[:-1])


def _named(item: Definition) -> str:
    return f"a marker placed by {item.name!r}" if item.kind == "marker" else repr(item.name)


@_check("MOD033", Severity.INFO)
def bad_gpid(module: ModuleView) -> Iterator[Finding]:
    """A piece id (gpid) that is no number.

    In an extension the number follows the extension's own id and a colon.

    Why
    ---
    A note: the engine gives the slot another id when the module is next edited.

    Good example
    ------------
    <module><Piece name="Tank" gpid="17">piece;;;;Tank</Piece></module>

    Bad example
    -----------
    <module><Piece name="Tank" gpid="tank-17">piece;;;;Tank</Piece></module>
    """
    for item in module.slots:
        number = item.gpid.rpartition(":")[2]
        if item.gpid and not (number.isascii() and number.isdigit()):
            message = f"gpid {item.gpid!r} of {item.name!r} is no number"
            yield Finding(
                "MOD033", Severity.INFO, message, module.place(item.element), data={"gpid": item.gpid}
            )


def _sides_of(trait: object) -> tuple[str, ...]:
    if isinstance(trait, RestrictAccess):
        return trait.sides
    if isinstance(trait, Mask) and trait.access.startswith("sides:"):
        return tuple(sequence.decode(trait.access[6:], ":"))
    return ()


def _restrictions(module: ModuleView) -> Iterator[tuple[str, str, etree._Element, Definition | None]]:
    for item in module.definitions:
        for trait in item.traits:
            for side in _sides_of(trait):
                yield side, f"a restriction of {item.name!r}", item.element, item
    for element in module.elements:
        if short(element) in ("PrivateMap", "PlayerHand") and element.get("side"):
            for side in sequence.decode(str(element.get("side")), ","):
                yield side, f"the window {element.get('mapName', '')!r}", element, None


@_check("MOD040", Severity.WARNING)
def unknown_side(module: ModuleView) -> Iterator[Finding]:
    """A restriction names a side that the roster does not have.

    Looked at are Restricted Access, masks for certain sides, and private windows and hands.  Modules without
    a roster are passed over, and names with a property in them.

    Why
    ---
    A warning where the name is nearly one of the roster's: nobody can ever be of that side, so nobody can
    use the piece or see the window.  Any other name is a note: so makers lock a piece for good.

    Good example
    ------------
    <module><PlayerRoster><entry>Blue</entry><entry>Red</entry></PlayerRoster>
      <Piece name="Tank" gpid="1">restrict;Blue;false;true | piece;;;;Tank</Piece></module>

    Bad example
    -----------
    <module><PlayerRoster><entry>Blue</entry><entry>Red</entry></PlayerRoster>
      <Piece name="Tank" gpid="1">restrict;Reds;false;true | piece;;;;Tank</Piece></module>
    """
    if not module.sides:
        return
    users: dict[str, list[tuple[str, etree._Element, Definition | None]]] = {}
    for side, what, element, item in _restrictions(module):
        if side and "$" not in side and side not in module.sides and side not in _EVERYBODY:
            users.setdefault(side, []).append((what, element, item))
    for side, found in users.items():
        near = nearest(side, module.sides)
        live = [what for what, _, item in found if item is None or module.in_use(item)]
        severity = Severity.WARNING if near and live else Severity.INFO
        known = ", ".join(sorted(module.sides))
        hint = f"; did you mean {near!r}?" if near else f" ({known}): nobody is ever of that side"
        others = f" and {len(found) - 1} more" if len(found) > 1 else ""
        verb = "name" if others else "names"
        where = "" if live else " (in prototypes that no piece uses)"
        message = f"{found[0][0]}{others}{where} {verb} the side {side!r}, which is not in the roster{hint}"
        data = {"side": side, "places": len(found)}
        yield Finding("MOD040", severity, message, module.place(found[0][1]), data=data)
