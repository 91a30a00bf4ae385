"""What VASSAL 3.6.0 knows of traits and expressions: nothing else may stand in a module for it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from toolkit.module.allowed import COMPONENTS
from toolkit.module.buildfile import Component

TRAITS = frozenset(
    [
        "prototype",
        "emb2",
        "mark",
        "PROP",
        "macro",
        "globalkey",
        "globalhotkey",
        "report",
        "setprop",
        "sendto",
        "return",
        "markmoved",
        "footprint",
        "AreaOfEffect",
        "label",
        "hideCmd",
        "calcProp",
        "obs",
        "immob",
        "piece",
    ]
)
"""Type words of the traits the modules use; ``setpieceprop border attach locmsg cmt`` came later."""

FUNCTIONS = frozenset(
    ["If", "Random", "Sum", "Count", "SumStack", "SumLocation", "GetProperty", "GetMapProperty"]
)
"""Functions an expression may call; Java's own string methods come on top."""

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![\w.])([A-Za-z_]\w*)\s*\(')


def walk(root: Component) -> Iterable[Component]:
    """Return a component and everything under it, in file order."""
    yield root
    for child in root.children:
        yield from walk(child)


def unlisted(root: Component) -> list[str]:
    """Return the components that are not on the list, and the attributes (``tag.name``)."""
    found = []
    for item in walk(root):
        listed = COMPONENTS.get(item.tag)
        if listed is None:
            found.append(item.tag)
        else:
            found += [f"{item.tag}.{name}" for name, _ in item.attributes if name not in listed]
    return found


def functions_called(text: str) -> set[str]:
    """Return the functions that an expression in braces calls, Java's methods of values left out.

    Texts inside an expression's quotes may be expressions themselves; those are looked into as well.
    """
    found: set[str] = set()
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        return found
    inner = text[start + 1 : end]
    for match in _WORD.finditer(inner):
        if match.group(1) is not None:
            found.add(match.group(1))
        elif "{" in match.group():
            found |= functions_called(match.group()[1:-1].replace('\\"', '"'))
    return found
