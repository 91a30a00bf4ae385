"""Whether two trees of XML say the same."""

from __future__ import annotations

from lxml import etree


def same_tree(one: etree._Element, other: etree._Element) -> bool:
    """Return whether two elements say the same: blank text and the order of attributes do not count."""
    if one.tag != other.tag or dict(one.attrib) != dict(other.attrib):
        return False
    if (one.text or "").strip() != (other.text or "").strip():
        return False
    inner, others = ([child for child in item if isinstance(child.tag, str)] for item in (one, other))
    return len(inner) == len(others) and all(same_tree(a, b) for a, b in zip(inner, others, strict=True))
