"""A played game, audited and laid out for a page; whole modules come from `built_module`."""

from __future__ import annotations

from pathlib import Path

from toolkit.audit.audit import audit_logs
from toolkit.audit.view import REFEREE, seen_by
from toolkit.play import declared
from toolkit.plugins import games, room
from toolkit.report.data import Sources
from toolkit.report.write import sources_of


def played(game: str, module: Path, out: Path, seed: int = 1) -> Path:
    """Play a game by chance and return its log."""
    recording = room(game, "play.recording") if game in games() else declared
    log: Path = recording.record(module, out, seed).log
    return log


def audited(log: Path, module: Path, view: str = REFEREE) -> Sources:
    """Audit a log and return what its page is made from."""
    return sources_of(seen_by(audit_logs([log], module), view), [log], module)
