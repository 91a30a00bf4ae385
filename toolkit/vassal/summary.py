"""What a VASSAL file is, in figures: for people and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from toolkit.diagnostics import Finding, InputError
from toolkit.vassal.buildfile import BuildFile, open_module
from toolkit.vassal.commands import Command, Extension, Raw
from toolkit.vassal.containers import Container, Kind, open_container
from toolkit.vassal.log import Log, read_log
from toolkit.vassal.metadata import Metadata
from toolkit.vassal.privacy import Actor, People, people_of

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a file is.

    Attributes
    ----------
    kind : str
        ``log``, ``save``, ``module`` or ``extension``.
    codec : str or None
        How a saved game is wrapped.
    written_by : str
        VASSAL's version; empty where the file does not say.
    saved : str
        Date and time, UTC; empty where the file does not say.
    module : (name, version, VASSAL version) or None
        The module it is, or was written with.
    extensions : tuple of (name, version)
    begin, logged : dict
        Commands by kind: those that set up the table, those of the steps.
    unknown : dict
        Commands of unknown families by their prefix.
    content : dict
        Of a module: maps, boards, pieces and so on, counted or named.
    log : Log or None
        Of a game, for more questions.
    """

    file: str
    kind: str
    codec: str | None = None
    written_by: str = ""
    saved: str = ""
    comment: str = ""
    module: tuple[str, str, str] | None = None
    players: tuple[Actor, ...] = ()
    extensions: tuple[tuple[str, str], ...] = ()
    steps: int = 0
    begin: dict[str, int] = field(default_factory=dict)
    logged: dict[str, int] = field(default_factory=dict)
    unknown: dict[str, int] = field(default_factory=dict)
    content: dict[str, object] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    log: Log | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, object]:
        """Return a JSON-serialisable form; no player id is in it."""
        module = None
        if self.module is not None:
            module = dict(zip(("name", "version", "vassal_version"), self.module, strict=True))
        return {
            "file": self.file,
            "kind": self.kind,
            "codec": self.codec,
            "written_by": self.written_by,
            "saved": self.saved,
            "comment": self.comment,
            "module": module,
            "players": [{"name": player.name, "side": player.side} for player in self.players],
            "extensions": [{"name": name, "version": version} for name, version in self.extensions],
            "steps": self.steps,
            "commands": {"begin": self.begin, "steps": self.logged},
            "unknown": self.unknown,
            "content": self.content,
            "findings": [
                {
                    "code": finding.code,
                    "severity": finding.severity.value,
                    "message": finding.message,
                    "step": finding.place.step,
                }
                for finding in self.findings
            ],
        }


def _time(metadata: Metadata | None) -> str:
    if metadata is None or not 0 < metadata.saved_ms < 1 << 47:
        return ""
    return (_EPOCH + timedelta(milliseconds=metadata.saved_ms)).strftime("%Y-%m-%d %H:%M UTC")


def _module(metadata: Metadata | None) -> tuple[str, str, str] | None:
    return None if metadata is None else (metadata.name or "", metadata.version, metadata.vassal_version)


def _redacted(module: tuple[str, str, str] | None, people: People) -> tuple[str, str, str] | None:
    if module is None:
        return None
    name, version, engine = map(people.redact, module)
    return name, version, engine


def _shown(finding: Finding, people: People) -> Finding:
    """Return a finding whose words hold no id."""
    return replace(finding, message=people.redact(finding.message), data={})


def _kinds(commands: Iterable[Command]) -> dict[str, int]:
    counts = Counter(type(command).__name__ for command in commands)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _unknown(commands: Iterable[Command], people: People) -> dict[str, int]:
    counts = Counter(
        Raw(people.redact(command.text[:4096])).prefix
        for command in commands
        if isinstance(command, Raw) and command.reason is None
    )
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _game(container: Container) -> Summary:
    log = read_log(container)
    logged = [command for step in log.steps for command in step.commands]
    people = people_of([*log.begin, *logged])
    save = log.metadata
    return Summary(
        file=container.name,
        kind="log" if log.steps else "save",
        codec=log.codec.value,
        written_by="" if save is None else save.vassal_version,
        saved=_time(save),
        comment="" if save is None else people.redact(save.description),
        module=_redacted(_module(log.module), people),
        players=people.players,
        extensions=tuple(
            (people.redact(item.name), people.redact(item.version))
            for item in log.begin
            if isinstance(item, Extension)
        ),
        steps=len(log.steps),
        begin=_kinds(log.begin),
        logged=_kinds(logged),
        unknown=_unknown([*log.begin, *logged], people),
        findings=tuple(_shown(finding, people) for finding in log.findings),
        log=log,
    )


def _content(module: BuildFile) -> dict[str, object]:
    slots = list(module.slots())
    return {
        "sides": list(module.sides),
        "maps": {name: list(map_.boards) for name, map_ in module.maps.items()},
        "prototypes": len(module.prototypes),
        "pieces": len(slots),
        "pieces_without_gpid": sum(not slot.gpid for slot in slots),
    }


def _definition(container: Container) -> Summary:
    module = open_module(container)
    own = container.module if container.kind is Kind.MODULE else container.metadata("extensiondata")
    facts = _module(own) or ("", "", "")
    name, version, engine = (
        facts[0] or module.name,
        facts[1] or module.version,
        facts[2] or module.vassal_version,
    )
    content = _content(module) | {"entries": len(container.names)}
    if container.kind is Kind.EXTENSION:
        name = (own.module_name if own is not None else None) or str(module.root.get("module", ""))
    return Summary(
        file=container.name,
        kind=container.kind.value,
        written_by=engine,
        saved=_time(own),
        comment="" if own is None else own.description,
        module=(name, version, engine),
        content=content,
        findings=container.findings,
    )


def summarise(source: Container | str | bytes) -> Summary:
    """Return what a VASSAL file is.

    Raises
    ------
    InputError
        When it is none, or broken as a whole.
    """
    container = source if isinstance(source, Container) else open_container(source)
    if container.kind is Kind.GAME:
        return _game(container)
    if container.build_file() is None:
        raise InputError.single("LOG021", f"{container.name} holds no buildFile.xml: no module")
    return _definition(container)
