"""What a check found, where, and how it is shown.  Knows no game."""

from toolkit.diagnostics.errors import InputError, ToolkitError
from toolkit.diagnostics.finding import Finding, Place, Severity, worst

__all__ = ["Finding", "InputError", "Place", "Severity", "ToolkitError", "worst"]
