"""What a check found, where, and how it is shown.  Knows no game."""

from toolkit.diagnostics.errors import InputError, ToolkitError
from toolkit.diagnostics.finding import Finding, Place, Severity
from toolkit.diagnostics.report import Cell, CodeInfo, Section

__all__ = [
    "Cell",
    "CodeInfo",
    "Finding",
    "InputError",
    "Place",
    "Section",
    "Severity",
    "ToolkitError",
]
