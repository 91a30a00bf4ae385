"""Which properties the keys of a module write, and games on paper do not: nothing would account for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from pathlib import Path
from zipfile import ZipFile

from toolkit.vassal.commands.properties import ChangeProperty
from toolkit.vassal.log import read_log

_SET = re.compile(r"setprop;(\w+);")


def unplayed(module: Path, logs: Iterable[Path], neutral: Collection[str]) -> set[str]:
    """Return the global properties of keys that are not neutral and that no log of a game on paper changes.

    Who holds an area is left out: few games see all of them change hands.
    """
    with ZipFile(module) as archive:
        written = set(_SET.findall(archive.read("buildFile.xml").decode()))
    assert len(written) > 20
    seen = {
        command.name
        for log in logs
        for step in read_log(log).steps
        for command in step.commands
        if isinstance(command, ChangeProperty)
    }
    return {name for name in written - seen - set(neutral) if not name.startswith("Control_")}
