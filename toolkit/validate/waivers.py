"""Findings that the maker of the data lets stand, each with a reason: ``waivers.yaml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import cast

from toolkit.diagnostics import Finding, Place, Severity
from toolkit.source.reading import read_document

FILE = "waivers.yaml"


@dataclass(frozen=True, slots=True)
class Waiver:
    """One waiver.

    Attributes
    ----------
    pattern : str
        What the place must match: its hex, pointer, file, entry, ``step N``, or all of it as it is printed.
    place : Place
        Where the waiver itself stands.
    """

    code: str
    pattern: str
    reason: str
    place: Place

    def fits(self, finding: Finding) -> bool:
        """Return whether the waiver is about a finding."""
        if finding.code != self.code:
            return False
        place = finding.place
        step = None if place.step is None else f"step {place.step}"
        names = (place.hex, place.pointer, place.file, place.entry, step, str(place))
        return self.pattern == "*" or any(
            name is not None and fnmatchcase(name, self.pattern) for name in names
        )


def load_waivers(path: Path) -> tuple[Waiver, ...]:
    """Read a file of waivers.

    Raises
    ------
    InputError
        SRC001 to SRC011.
    """
    document = read_document(path, "waivers.schema.json")
    data = cast("Mapping[str, Sequence[Mapping[str, str]]]", document.data)
    return tuple(
        Waiver(item["code"], item.get("place", "*"), item["reason"], document.place("waivers", index))
        for index, item in enumerate(data["waivers"])
    )


def apply_waivers(
    findings: Iterable[Finding], waivers: Sequence[Waiver], codes: Iterable[str] | None = None
) -> list[Finding]:
    """Return findings, those that a waiver is about with its reason, and one for each waiver in vain.

    Parameters
    ----------
    waivers : sequence of Waiver
        The first that fits counts.
    codes : iterable of str, optional
        The codes that were looked for: a waiver of another is not in vain.
    """
    used: set[int] = set()
    found = []
    for finding in findings:
        index = next((n for n, waiver in enumerate(waivers) if waiver.fits(finding)), None)
        if index is None:
            found.append(finding)
        else:
            used.add(index)
            found.append(replace(finding, waived=waivers[index].reason))
    looked_for = None if codes is None else frozenset(codes)
    for index, waiver in enumerate(waivers):
        if index not in used and (looked_for is None or waiver.code in looked_for):
            where = "" if waiver.pattern == "*" else f" at {waiver.pattern!r}"
            message = f"nothing is found any more that this waiver is about: {waiver.code}{where}; remove it"
            data = {"code": waiver.code, "place": waiver.pattern}
            found.append(Finding("SRC060", Severity.WARNING, message, waiver.place, data=data))
    return found
