"""Predefined set-ups: files that are missing or cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from toolkit.diagnostics import Finding, Severity
from toolkit.validate.book import CHECKS
from toolkit.validate.module_view import ModuleView
from toolkit.validate.nearest import nearest

_check = partial(CHECKS.check, subject="module")


@_check("MOD070", Severity.ERROR)
def missing_setup(module: ModuleView) -> Iterator[Finding]:
    """A predefined set-up starts from a file that is not in the module.

    Why
    ---
    An error: whoever chooses the set-up gets an error in place of a game.

    Good example
    ------------
    <module><PredefinedSetup name="June 1942" useFile="true" file="june.vsav"/>
      <save name="june.vsav">+/1/piece;;;;Tank/Main;10;10;1;0</save></module>

    Bad example
    -----------
    <module><PredefinedSetup name="June 1942" useFile="true" file="june.vsav"/></module>
    """
    if not (module.whole and module.complete):
        return
    for setup in module.setups:
        if setup.missing:
            near = nearest(setup.file, module.container.names)
            hint = f"; did you mean {near!r}?" if near else ""
            message = f"set-up {setup.name!r} starts from {setup.file!r}, which is not in the module{hint}"
            yield Finding(
                "MOD070", Severity.ERROR, message, module.place(setup.element), data={"file": setup.file}
            )


@_check("MOD071", Severity.ERROR)
def unreadable_setup(module: ModuleView) -> Iterator[Finding]:
    """A predefined set-up's file is no saved game that can be read.

    Why
    ---
    An error: whoever chooses the set-up gets an error in place of a game.

    Good example
    ------------
    <module><PredefinedSetup name="June 1942" useFile="true" file="june.vsav"/>
      <save name="june.vsav">+/1/piece;;;;Tank/Main;10;10;1;0</save></module>

    Bad example
    -----------
    <module><PredefinedSetup name="June 1942" useFile="true" file="june.vsav"/>
      <file name="june.vsav">no saved game</file></module>
    """
    for setup in module.setups:
        if setup.problem is not None:
            message = f"set-up {setup.name!r} cannot be read from {setup.file!r}: {setup.problem.message}"
            data = {"file": setup.file, "code": setup.problem.code}
            yield Finding("MOD071", Severity.ERROR, message, module.place(setup.element), data=data)
