"""Whether a log was played with the data that it is judged by.

A module writes the digest of its data into every game that is set up with it, and logs carry it on.  Labels
are only words: another version with the same data judges as well, and the same label over other data judges
nobody.  Logs of modules that wrote no digest are compared piece by piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import chain, zip_longest

from toolkit.audit.module_data import ModuleData
from toolkit.audit.report import Notice
from toolkit.module.identity import DIGEST
from toolkit.vassal.commands import AddPiece, Extension
from toolkit.vassal.commands.properties import GlobalPropertyState
from toolkit.vassal.log import Log
from toolkit.vassal.sequence import decode_nested
from toolkit.vassal.traits import Marker, parse_trait, trait_texts

_ID = "CounterId"


class Fit(StrEnum):
    """How the data that a log was played with stand to a module's."""

    SAME = "same"
    RELABELLED = "same data under another label"
    UNKNOWN = "another label, and nothing that says whether the data are the same"
    OTHER = "other data"


def fit_of(log: Log, data: ModuleData) -> Fit:
    """Return whether a log was played with a module's data, by digest, else by pieces, else by label."""
    if _lacks_extension(log, data):
        return Fit.UNKNOWN
    relabelled = is_relabelled(log, data)
    same = _same_data(log, data)
    if same is None:
        return Fit.UNKNOWN if relabelled else Fit.SAME
    if not same:
        return Fit.OTHER
    return Fit.RELABELLED if relabelled else Fit.SAME


def _lacks_extension(log: Log, data: ModuleData) -> bool:
    """Return whether an extension of a log is of another version, or brought counters that nobody knows."""
    played = [item for item in log.begin if isinstance(item, Extension)]
    if any(item.version != data.extensions.get(item.name, item.version) for item in played):
        return True
    if all(item.name in data.extensions for item in played):
        return False
    known = {counter.id for counter in data.game.counters} | _module_facts(data).keys()
    commands = chain(log.begin, *(step.commands for step in log.steps))
    pieces = (one for one in commands if isinstance(one, AddPiece))
    return any(id not in known for id, _ in _facts_of_all(pieces))


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
        return data.is_of(digest)
    own = _module_facts(data)
    found = dict(_facts_of_all(one for one in log.begin if isinstance(one, AddPiece)))
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
        data.kept["facts"] = {} if build is None else dict(_facts_of_all(build.slot_commands()))
    found: Mapping[str, Mapping[str, str]] = data.kept["facts"]
    return found


def _facts_of_all(pieces: Iterable[AddPiece]) -> Iterator[tuple[str, Mapping[str, str]]]:
    for piece in pieces:
        if Marker.ID not in piece.type:
            continue
        facts: dict[str, str] = {}
        # Only the markers are parsed: a whole piece is some thirty traits.
        for text, state in zip_longest(
            trait_texts(piece.type), decode_nested(piece.state, "\t"), fillvalue=""
        ):
            trait = parse_trait(text) if text.startswith(Marker.ID) else None
            if isinstance(trait, Marker):
                facts |= trait.properties(state)
        if _ID in facts:
            yield facts[_ID], facts


def identity_notice(log: Log, data: ModuleData, fit: Fit) -> Notice | None:
    """Return what is said of a log that does not simply fit its module."""
    written = log.module
    if written is None and fit is Fit.SAME:
        return Notice("AUD010", None, "the log does not say which module it was written with")
    if fit is Fit.SAME or not (fit is Fit.OTHER or is_relabelled(log, data)):
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
