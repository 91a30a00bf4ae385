"""What was done at a desk becomes the starting table of its log."""

from __future__ import annotations

from toolkit.play.desk import Desk
from toolkit.vassal.commands import Group, Logged, Null


def set_begin(desk: Desk, *, since: int | None = None) -> None:
    """Count what is not yet logged, or all since a step, as a part of the starting table."""
    logged = len(desk.steps) if since is None else since
    desk.end_step()
    for step in desk.steps[logged:]:
        assert isinstance(step, Group)
        done = [part.command for part in step.commands if isinstance(part, Logged)]
        desk.begin = (*desk.begin, *(command for command in done if not isinstance(command, Null)))
    del desk.steps[logged:]
