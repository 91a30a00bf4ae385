"""Whether a log was played with the data that it is judged by.

A module writes the digest of its data into every game that is set up with it, and logs carry it on.  Labels
are only words: another version with the same data judges as well, and the same label over other data judges
nobody.  Logs of modules that wrote no digest are compared piece by piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Notice
from toolkit.module.identity import DIGEST
from toolkit.vassal.commands import AddPiece
from toolkit.vassal.commands.properties import GlobalPropertyState
from toolkit.vassal.log import Log
from toolkit.vassal.traits import Marker, Part, Piece

_ID = "CounterId"


class Fit(StrEnum):
    """How the data that a log was played with stand to a module's."""

    SAME = "same"
    RELABELLED = "same data under another label"
    UNKNOWN = "another label, and nothing that says whether the data are the same"
    OTHER = "other data"


def fit_of(log: Log, data: ModuleData) -> Fit:
    """Return whether a log was played with a module's data, by digest, else by pieces, else by label."""
    relabelled = is_relabelled(log, data)
    same = _same_data(log, data)
    if same is None:
        return Fit.UNKNOWN if relabelled else Fit.SAME
    if not same:
        return Fit.OTHER
    return Fit.RELABELLED if relabelled else Fit.SAME


def is_relabelled(log: Log, data: ModuleData) -> bool:
    """Return whether a log names another module or version."""
    written = log.module
    return written is not None and (written.name, written.version) != (data.name, data.version)


def digest_of(log: Log) -> str:
    """Return the digest of the data that the log's game was set up with, "" where it has none."""
    values = (one.value for one in log.begin if isinstance(one, GlobalPropertyState) and one.name == DIGEST)
    return next(values, "")


def _same_data(log: Log, data: ModuleData) -> bool | None:
    """Return whether log and module have the same data; None where nothing tells."""
    if digest := digest_of(log):
        return digest == data.digest
    own = _module_facts(data)
    found = dict(_facts_of_all(_pieces(log)))
    if not own or found.keys().isdisjoint(own):
        return None
    return not any(_differ(facts, own.get(counter, {})) for counter, facts in found.items())


def _differ(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Return whether two pieces of one counter say different things; what only one has is nothing."""
    return any(one[name] != other[name] for name in one.keys() & other.keys())


def _module_facts(data: ModuleData) -> Mapping[str, Mapping[str, str]]:
    """Return what the module's palette says of each counter, worked out once."""
    if "facts" not in data.kept:
        build = data.windows
        slots = () if build is None else build.slots()
        pieces = (slot.piece.parts for slot in slots if slot.piece is not None)
        data.kept["facts"] = dict(_facts_of_all(pieces))
    found: Mapping[str, Mapping[str, str]] = data.kept["facts"]
    return found


def _pieces(log: Log) -> Iterator[Iterable[Part]]:
    for command in log.begin:
        if isinstance(command, AddPiece) and Marker.ID in command.type:
            yield Piece.parse(command.type, command.state).parts


def _facts_of_all(pieces: Iterable[Iterable[Part]]) -> Iterator[tuple[str, Mapping[str, str]]]:
    for parts in pieces:
        facts: dict[str, str] = {}
        for part in parts:
            if isinstance(part.trait, Marker):
                facts |= part.trait.properties(part.state)
        if _ID in facts:
            yield facts[_ID], facts


def identity_notice(log: Log, data: ModuleData, fit: Fit) -> Notice | None:
    """Return what is said of a log that does not simply fit its module."""
    written = log.module
    if written is None and fit is Fit.SAME:
        return Notice("AUD010", None, "the log does not say which module it was written with")
    if fit is Fit.SAME:
        return None
    label = "an unnamed module" if written is None else f"'{written.name}' {written.version}"
    facts: dict[str, object] = {
        "log": [] if written is None else [written.name, written.version],
        "module": [data.name, data.version],
    }
    here = f"'{data.name}' {data.version}"
    if fit is Fit.RELABELLED:
        text = f"the log was written with {label}, this is {here}: the data are the same, and judge it"
        return Notice("AUD011", None, text, facts)
    if fit is Fit.UNKNOWN:
        text = f"the log was written with {label}, this is {here}: nothing is called illegal"
        return Notice("AUD011", None, text, facts)
    facts["digests"] = [digest_of(log), data.digest]
    text = (
        f"the log was played with {label}, whose data are not those of this {here}: "
        "what would be illegal by these data is unverified"
    )
    return Notice("AUD012", None, text, facts)
