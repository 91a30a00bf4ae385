"""Who plays."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from toolkit.rules.sides import TwoSides


class Side(TwoSides):
    """The two players."""

    GERMAN = 0
    SOVIET = 1


SIDES: Mapping[str, Side] = MappingProxyType({side.id: side for side in Side})
