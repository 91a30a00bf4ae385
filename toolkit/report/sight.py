"""Whose eyes look at a table: which windows they see, and which pieces are masked or hidden for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from toolkit.vassal import sequence
from toolkit.vassal.buildfile import BuildFile
from toolkit.vassal.privacy import People
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import Hide, Mask, Trait, parse_trait, trait_texts

_PRIVATE = frozenset({"VASSAL.build.module.PrivateMap", "VASSAL.build.module.PlayerHand"})


class Seen(Enum):
    """What eyes see of a piece."""

    OPEN = "open"
    SECRET = "secret"
    """Its face, which somebody else does not see."""
    MASKED = "masked"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class Sight:
    """The eyes of a referee or of one side.

    Attributes
    ----------
    side : str or None
        Name of the side as the module spells it; None for a referee, who sees everything.
    windows : mapping of str to frozenset of str
        Windows that not everybody sees → the sides that see them.
    """

    side: str | None
    windows: Mapping[str, frozenset[str]]

    def sees_window(self, name: str) -> bool:
        """Return whether a window is open to these eyes."""
        owners = self.windows.get(name)
        return self.side is None or owners is None or self.side in owners

    def sees(self, thing: Thing, people: People) -> tuple[Seen, int | None]:
        """Return what these eyes see of a piece, and the place of its mask among its traits."""
        seen, mask = Seen.OPEN, None
        for index, trait in _covers(thing.type):
            state = thing.states[index] if index < len(thing.states) else ""
            if isinstance(trait, Hide) and trait.owner(state) is not None:
                if not self._owns(trait.access, trait.owner(state), people):
                    return Seen.NOT, None
                seen = Seen.SECRET
            if isinstance(trait, Mask) and trait.owner(state) is not None:
                mask = index
                if not self._owns(trait.access, trait.owner(state), people):
                    return Seen.MASKED, index
                seen = Seen.SECRET
        return seen, mask

    def _owns(self, access: str, owner: str | None, people: People) -> bool:
        """Return whether what somebody masked or hid is open to these eyes; in doubt it is not."""
        if self.side is None:
            return True
        if access.startswith("sides:"):
            return self.side in sequence.decode(access[len("sides:") :], ":")
        if access.startswith("side"):
            return owner == self.side
        actor = people.actor(owner)
        return actor is not None and actor.side == self.side


@lru_cache(maxsize=1 << 12)
def _covers(type_: str) -> tuple[tuple[int, Trait], ...]:
    """Return the masks of a piece and what makes it invisible, with their place among its traits."""
    starts = (Mask.ID, Hide.ID)
    return tuple(
        (i, parse_trait(text)) for i, text in enumerate(trait_texts(type_)) if text.startswith(starts)
    )


def sight_of(side: str | None, windows: BuildFile | None) -> Sight:
    """Return the eyes of a side, or of a referee (None), at a module's windows."""
    private: dict[str, frozenset[str]] = {}
    for name, element in ({} if windows is None else windows.map_elements()).items():
        if element.tag in _PRIVATE and element.get("visible") != "true":
            private[name] = frozenset(sequence.decode(element.get("side", ""), ","))
    return Sight(side, private)
