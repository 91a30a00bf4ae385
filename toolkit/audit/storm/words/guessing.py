"""Fire without keys is guessed from units turned over, and from who suffers: what hangs on the guess."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.audit.storm.story import Story
from toolkit.audit.storm.wording import units_of
from toolkit.rules.storm import actions as a
from toolkit.rules.storm.data import Side, Timing

_GUESSED = "who fired before this, and on what, is not shown: this may be a loss of that fire, or answer it"
_NO_FIRE = "no points are seen to be due: which units fired before this is guessed from those turned over"
_ANSWERS = (Timing.ENEMY_FIRE, Timing.ENEMY_LOSS)


def may_be_hit(story: Story, side: Side, units: Sequence[str], *, told: bool) -> frozenset[str]:
    """Return the enemies that a guessed fire may have hit, and for how many points is not known.

    Units turned over in several areas have not all fired: some were turned over for losses before, and then
    another area may have been fired on, and for more points or fewer.

    Parameters
    ----------
    story : Story
    side : Side
        Whose fire it is.
    units : sequence of str
    told : bool
        Whether the Attack marker shows the target, or there is but one.
    """
    position = story.position
    starts = {area for unit in units if (area := position.where.get(unit, "")) in position.data.areas}
    near = starts | {area for start in starts for area in position.data.neighbours.get(start, ())}
    if told and len(starts) == 1:
        return frozenset()
    return frozenset(unit for area in near for unit in position.units_in(area, side.enemy))


def hangs_on_guess(story: Story, action: a.Action) -> str:
    """Return why an action that looks illegal may be legal after a guessed fire, "" where it may not."""
    if isinstance(action, a.Loss) and story.position.toll is None and story.silent:
        return _NO_FIRE
    if not story.elsewhere:
        return ""
    card = story.position.data.cards.get(action.card) if isinstance(action, a.Play) else None
    # Points that are left over were counted for a target and firers that are guessed.
    answers = isinstance(action, a.Pass) or (card is not None and card.timing in _ANSWERS)
    return _GUESSED if answers or not story.elsewhere.isdisjoint(units_of(action)) else ""
