"""Running the checks over a path, whatever it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.extension import compile_extension
from toolkit.compile.game import compile_game
from toolkit.compile.origins import GROUPS, count_origins, origins_by_layer
from toolkit.diagnostics import Finding, InputError, Place, Severity, ToolkitError
from toolkit.diagnostics.budget import capped
from toolkit.diagnostics.excerpt import LinesOf, read_lines
from toolkit.diagnostics.words import counted
from toolkit.importer.build import built_entries, is_imported
from toolkit.module.equipment import load_equipment
from toolkit.resources import EXTENSION
from toolkit.rules.declared import declaration_of
from toolkit.source.extension import extended_game, load_extension
from toolkit.source.game import load_game, read_map_file
from toolkit.source.schema import suggestion
from toolkit.source.values import Known
from toolkit.validate.catalog import CHECKS
from toolkit.validate.game_file import GameFile
from toolkit.validate.module_view import ModuleView
from toolkit.validate.waivers import FILE, Waiver, apply_waivers, load_waivers
from toolkit.vassal.containers import Container, Kind, container_of, open_container
from toolkit.vassal.log import read_log

_MAP_SUFFIXES = frozenset({".yaml", ".yml", ".json", ".geojson"})


@dataclass(frozen=True, slots=True)
class Selection:
    """Which findings are wanted, by the beginnings of their codes; the longer beginning decides.

    Attributes
    ----------
    select : tuple of str
        None of them: all findings.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in (*self.select, *self.ignore):
            if not name or not any(code.startswith(name) for code in CHECKS):
                known = {*CHECKS, *(code[:3] for code in CHECKS)}
                message = f"no check begins with {name!r}{suggestion(name, known)}"
                raise InputError.single("SRC061", message)

    def takes(self, code: str) -> bool:
        """Return whether findings of a code are wanted."""
        wanted = max((len(name) for name in self.select if code.startswith(name)), default=-1)
        unwanted = max((len(name) for name in self.ignore if code.startswith(name)), default=-1)
        return (wanted >= 0 or not self.select) and (unwanted < 0 or wanted > unwanted)


@dataclass(slots=True)
class PathReport:
    """What was found in one path.

    Attributes
    ----------
    status : int
        0 nothing but notes, 1 errors or warnings, 2 unreadable.
    summary : str
        What it is, in a line; empty where it cannot be read.
    origins : tuple of str
        Of a game: how much of each layer is sourced, and what an owner of the printed game has to fill in,
        a line for each layer.
    lines_of : callable
        Where quoted lines come from.
    """

    findings: list[Finding] = field(default_factory=list)
    status: int = 0
    summary: str = ""
    origins: tuple[str, ...] = ()
    lines_of: LinesOf = read_lines

    def settle(self, selection: Selection, waivers: Sequence[Waiver]) -> PathReport:
        """Leave out what is not wanted, mark what is waived, and give the status."""
        looked_for = [code for code in CHECKS if selection.takes(code)]
        # A file that cannot be read is said whatever is wanted.
        wanted = list(
            capped(item for item in self.findings if self.status == 2 or selection.takes(item.code))
        )
        self.findings = apply_waivers(wanted, waivers, looked_for)
        heavy = any(f.severity is not Severity.INFO and f.waived is None for f in self.findings)
        self.status = max(self.status if self.status == 2 else 0, int(heavy))
        return self


def validate_path(
    path: Path,
    *,
    selection: Selection | None = None,
    module: Path | None = None,
    waivers: Path | None = None,
) -> PathReport:
    """Check whatever a path holds.

    Parameters
    ----------
    path : Path
        A folder of source data, of an extension's or of an imported module, one map file, a module or
        extension (also unpacked), a save or log.
    selection : Selection, optional
        All findings by default.
    module : Path, optional
        The module that an extension, save or log belongs to; of an extension in the folder where the engine
        finds it, the module beside that by default.
    waivers : Path, optional
        A file of waivers; of source data ``waivers.yaml`` is read by itself.

    Raises
    ------
    InputError
        Waivers or a module that cannot be read.
    """
    chosen = selection or Selection()
    allowed = () if waivers is None else load_waivers(waivers)
    own = path / FILE
    if ((path / "game.yaml").is_file() or is_imported(path)) and own.is_file():
        allowed = (*allowed, *load_waivers(own))
    try:
        outcome = _look(path, module, chosen)
    except ToolkitError as error:
        outcome = PathReport(list(error.findings), error.exit_status)
    return outcome.settle(chosen, allowed)


def _look(path: Path, module: Path | None, selection: Selection) -> PathReport:
    if (path / "game.yaml").is_file():
        return _game(path)
    if (path / EXTENSION).is_file():
        return _extension(path)
    if is_imported(path):
        return _imported(path, module, selection)
    if path.is_file() and path.suffix.lower() in _MAP_SUFFIXES:
        read_map_file(path)
        return PathReport(summary=f"{path.as_posix()}: a map file")
    container = open_container(path)
    around = _around(module or (_module_beside(path) if container.kind is Kind.EXTENSION else None))
    if container.kind is Kind.GAME:
        return _saved(container, around, selection)
    return _module(container, around, selection)


# -- source data


def _game(folder: Path) -> PathReport:
    source, read = load_game(folder)
    game, compiled = compile_game(source, strict=False)
    # What a module needs beside the game is checked when it is built as well; here it costs nothing.
    known = Known(source.definition.sides)
    own = load_equipment(folder, known, source.boxes)[1] if (folder / "module.yaml").is_file() else []
    declared = declaration_of(game).findings if game.is_declared and not _broken(compiled) else ()
    return PathReport([*read, *compiled, *declared, *own], summary=_size(game), origins=tuple(_origins(game)))


def _extension(folder: Path) -> PathReport:
    """Check an extension's sources; those of its game are checked as the game."""
    source, _ = load_game(extended_game(folder))
    extension, read = load_extension(folder, source)
    known = compile_game(source, strict=False)[1]
    compiled = [] if _broken(read) else compile_extension(source, extension, known)[1]
    parts = counted(len(extension.counters), "counter"), counted(len(extension.setups), "set-up")
    summary = f"{extension.names.en} {extension.version} for {extension.game}: {', '.join(parts)}"
    return PathReport([*read, *compiled], summary=summary)


def _module_beside(extension: Path) -> Path | None:
    """Return the module beside whose folder of extensions one lies, as the engine finds it."""
    home = extension.resolve().parent
    module = home.with_name(f"{home.name.removesuffix('_ext')}.vmod")
    return module if home.name.endswith("_ext") and module.is_file() else None


def _broken(findings: Iterable[Finding]) -> bool:
    """Return whether a game was compiled with parts left out, of which its rules may speak."""
    return any(finding.severity is Severity.ERROR for finding in findings)


def _size(game: CompiledGame) -> str:
    parts: list[str] = []
    if game.hex_map is not None:
        built = game.hex_map
        parts.append(f"{counted(len(built.grid), 'hex', 'hexes')}, {counted(len(built.places), 'town')}")
        parts += [counted(int(mask.sum()), f"{name} side") for name, mask in built.side_features.items()]
        parts += [counted(int(mask.sum()), f"{name} link") for name, mask in built.links.items()]
        parts.append(counted(int(built.bridge.sum()), "bridge"))
    if game.area_map is not None:
        areas = game.area_map
        parts += [counted(len(areas), "area"), counted(len(areas.borders), "border")]
        parts.append(counted(len(areas.links), "link"))
    cards = len(game.action_cards) if game.deck is None else len(game.deck.cards)
    if cards:
        parts += [counted(len(game.counters), "counter"), counted(cards, "card")]
    origins = ", ".join(f"{count} {group}" for group, count in count_origins(game).items())
    return f"{game.id} {game.version}: {', '.join(parts)}; values: {origins}"


def _origins(game: CompiledGame) -> Iterator[str]:
    """Yield a line for each layer of a game on areas: its counts, and the slots that are not sourced."""
    if game.area_map is None:
        return
    layers = origins_by_layer(game)
    wide = max(len(layer.layer) for layer in layers)
    yield f"{'':{wide}}  {'  '.join(GROUPS)}  to be filled in by an owner of the game"
    for layer in layers:
        counts = "  ".join(f"{layer.counts[group]:{len(group)}}" for group in GROUPS)
        slots = "all" if layer.is_whole else " ".join(layer.slots) or "nothing"
        yield f"{layer.layer:{wide}}  {counts}  {slots}"


# -- modules, saves and logs


def _around(module: Path | None) -> ModuleView | None:
    return None if module is None else ModuleView(open_container(module))


def _imported(folder: Path, module: Path | None, selection: Selection) -> PathReport:
    """Check an imported game as the module that `toolkit build` would make of it."""
    entries, found = built_entries(folder)
    outcome = _module(container_of(entries, folder.as_posix()), _around(module), selection)
    # What MOD checks say of the module, a missing picture for one, IMP006 says at the line of the file.
    return replace(outcome, findings=[*found, *outcome.findings])


def _run(kind: str, subject: object, selection: Selection) -> Iterator[Finding]:
    for check in CHECKS.values():
        run: Callable[[Any], Iterable[Finding]] | None = check.run
        if run is not None and check.subject == kind and selection.takes(check.code):
            yield from run(subject)


def _module(container: Container, around: ModuleView | None, selection: Selection) -> PathReport:
    view = ModuleView(container, around)
    games: list[Finding] = []
    for setup, log in view.opened_setups():
        if log is not None:
            games += [_inside(item, view.file, setup.file) for item in log.findings]
            games += _run("game file", GameFile(log, view.file, setup.file, view), selection)
        del log  # before the next one is read
    findings = [*container.findings, *_run("module", view, selection), *games]
    build = view.build
    prototypes = sum(item.kind == "prototype" for item in view.definitions)
    summary = (
        f"{build.name or container.name} {build.version}, VASSAL {build.vassal_version or 'unknown'}: "
        f"{counted(len(view.slots), 'palette slot')}, {counted(prototypes, 'prototype')}, "
        f"{counted(len(build.maps), 'map')}, {counted(len(view.images), 'picture')}, "
        f"{counted(len(view.setups), 'set-up')}"
    )
    return PathReport(findings, summary=summary, lines_of=view.lines_of)


def _inside(finding: Finding, file: str, entry: str) -> Finding:
    """Return a finding of a set-up's own reading at its place inside the module."""
    place = Place(file, step=finding.place.step, entry=entry)
    return Finding(finding.code, finding.severity, finding.message, place, data=finding.data)


def _saved(container: Container, around: ModuleView | None, selection: Selection) -> PathReport:
    log = read_log(container)
    game = GameFile(log, container.name, None, around)
    findings = [*log.findings, *_run("game file", game, selection)]
    kind = f"a log of {len(log.steps)} steps" if log.steps else "a save"
    name = log.module.name if log.module is not None and log.module.name else "a module it does not name"
    return PathReport(findings, summary=f"{container.name}: {kind}, {len(game.pieces)} pieces, of {name}")
