"""What was done at a desk becomes the starting table of its log."""

from __future__ import annotations

from toolkit.play.desk import Desk
from toolkit.vassal.commands import Group, Logged, Null


def set_begin(desk: Desk) -> None:
    """Count what was done so far, and not yet logged, as a part of the starting table."""
    logged = len(desk.steps)
    desk.end_step()
    for step in desk.steps[logged:]:
        assert isinstance(step, Group)
        done = [part.command for part in step.commands if isinstance(part, Logged)]
        desk.begin = (*desk.begin, *(command for command in done if not isinstance(command, Null)))
    del desk.steps[logged:]
