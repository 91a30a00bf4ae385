"""Modules made of games' sources: where they are asked for, or on demand into the user's cache.

What has not changed is not built again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from toolkit import resources
from toolkit.cli.games import folder_of
from toolkit.diagnostics import Finding, InputError, Place, Severity, ToolkitError
from toolkit.diagnostics.files import read_regular, write_atomically
from toolkit.diagnostics.words import counted

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from toolkit.compile.compiled import CompiledGame
    from toolkit.module.darkroom import Darkroom
    from toolkit.module.equipment import Equipment
    from toolkit.module.own_pictures import OwnBoard
    from toolkit.source.game import GameSource

# Nothing heavy is imported up here: an unchanged build must be over in a moment.

OUTPUT = Path("build")
STAMP = "stamp.json"
_PACKED = "files"
_STAMP_VERSION = 2
_IGNORED = frozenset({"__pycache__"})
# Other packages whose version decides how a picture comes out.
_DRAWN_BY = ("fontpkg-roboto-condensed", "fonttools", "numpy", "pillow", "resvg_py", "shapely")
_DRAWN_BY_EXTRAS = ("noto-cjk-sans-jp-bold", "noto-cjk-sans-jp-regular")


@dataclass(frozen=True, slots=True)
class Built:
    """What a build has made.

    Attributes
    ----------
    module : str
        File name of the module.
    summary : str
        One line about its content.
    findings : tuple of Finding
        Of the sources; no errors among them.
    extensions : tuple of str
        Paths of the extensions that lie in the game's folder, below that of the module.
    """

    module: str
    summary: str
    findings: tuple[Finding, ...]
    extensions: tuple[str, ...] = ()


def build_game(folder: Path, out: Path) -> Built:
    """Build a game's module into a folder, or return what the last build left there when nothing changed.

    Raises
    ------
    ToolkitError
        For errors in the sources.
    """
    inputs = input_digest(folder)
    return _read_stamp(out, inputs) or _make(folder, out, inputs, "en")


def build_games(
    folders: Iterable[Path], output: Path, language: str = "en", *, force: bool = False
) -> Iterator[tuple[Path, Built | ToolkitError]]:
    """Yield each game's folder with what was built of it below `output`, or why nothing was, in their order.

    Games that have to be built anew are built side by side, one on each core.
    """
    wanted = [(folder, place_of(folder, output, language), input_digest(folder)) for folder in folders]
    known = {out: None if force else _read_stamp(out, inputs) for _, out, inputs in wanted}
    stale = [out for out, built in known.items() if built is None]
    workers = min(len(stale), os.cpu_count() or 1)
    with ExitStack() as stack:
        pool: Executor | None = None
        if workers > 1:
            from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  (nothing of it for one game)

            pool = stack.enter_context(ProcessPoolExecutor(workers))
        tasks = {
            out: pool.submit(_attempt, folder, out, inputs, language)
            for folder, out, inputs in wanted
            if pool is not None and known[out] is None
        }
        for folder, out, inputs in wanted:
            task = tasks.get(out)
            yield (
                folder,
                known[out] or (_attempt(folder, out, inputs, language) if task is None else task.result()),
            )


def place_of(folder: Path, output: Path, language: str = "en") -> Path:
    """Return the folder of a game's module below `output`; each language of pictures has its own."""
    return output / (folder.resolve().name + ("" if language == "en" else f".{language}"))


def _attempt(folder: Path, out: Path, inputs: str, language: str) -> Built | ToolkitError:
    try:
        return _make(folder, out, inputs, language)
    except ToolkitError as error:
        return error


def _make(folder: Path, out: Path, inputs: str, language: str) -> Built:
    if out.resolve() == folder.resolve():
        raise InputError.single(
            "OUT002", "is the folder of the sources; name another one", Place(out.as_posix())
        )
    if (folder / resources.IMPORTED).is_file():
        return _build_imported(folder, out, inputs)
    return _build_anew(folder, out, inputs, language)


def _build_imported(folder: Path, out: Path, inputs: str) -> Built:
    from toolkit.importer.build import build_imported  # noqa: PLC0415

    path, findings = build_imported(folder, out)
    size = path.stat().st_size
    built = Built(
        path.name, f"an imported module, {size:,} bytes, {counted(len(findings), 'finding')}", tuple(findings)
    )
    _write_stamp(out, inputs, built)
    return built


def _build_anew(folder: Path, out: Path, inputs: str, language: str) -> Built:
    from toolkit.module.build import build_module  # noqa: PLC0415
    from toolkit.source.extension import extensions_of  # noqa: PLC0415

    making = _Making.of(folder)
    path = build_module(making.game, making.equipment, out, making.board, _darkroom(), language=language)
    extensions = [_write_extension(each, making, path) for each in extensions_of(folder)]
    findings = making.findings + sum((found for _, found in extensions), ())
    game = making.game
    numbers = (len(game.counters), "counter"), (len(game.setups), "set-up"), (len(findings), "finding")
    summary = ", ".join(counted(number, word) for number, word in numbers)
    written = tuple(file.relative_to(out).as_posix() for file, _ in extensions)
    built = Built(path.name, f"{_board_words(game)}, {summary}", findings, written)
    _write_stamp(out, inputs, built)
    return built


@dataclass(frozen=True, slots=True)
class _Making:
    """A game that is read, compiled and found without errors, and what its module is made of."""

    source: GameSource
    game: CompiledGame
    equipment: Equipment
    board: OwnBoard | None
    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, folder: Path) -> _Making:
        """Read a game; raises ToolkitError for errors in its sources."""
        from toolkit.compile.game import compile_game  # noqa: PLC0415
        from toolkit.module.equipment import load_equipment  # noqa: PLC0415
        from toolkit.rules.declared.declaration import declaration_of  # noqa: PLC0415
        from toolkit.source.game import load_game  # noqa: PLC0415
        from toolkit.source.values import Known  # noqa: PLC0415

        source, read = load_game(folder)
        game, compiled = compile_game(source, strict=False)
        findings = [*read, *compiled]
        if game.rules:
            findings += declaration_of(game).findings
        try:
            equipment, own = load_equipment(folder, Known(source.definition.sides), source.boxes)
        except InputError as error:
            raise InputError([*findings, *error.findings]) from None
        findings += own
        _stop_at_errors(findings)
        scan = equipment.board == "scan"
        board, faults = scan_board(source, float(equipment.pitch_px)) if scan else (None, [])
        _stop_at_errors([*findings, *faults] if faults else [])
        return cls(source, game, equipment, board, tuple(findings))


def _stop_at_errors(findings: Sequence[Finding]) -> None:
    if any(finding.severity is Severity.ERROR for finding in findings):
        raise ToolkitError(findings)


def _darkroom() -> Darkroom:
    from toolkit.module.darkroom import Darkroom  # noqa: PLC0415

    return Darkroom(resources.cache_folder("pictures"))


def build_extension(folder: Path, output: Path) -> tuple[Path, tuple[Finding, ...]]:
    """Build an extension by itself, and its game's module where that has changed; see `build_game`.

    Returns
    -------
    Path
        The ``.vmdx``, in the folder beside the module where the engine looks for it.
    tuple of Finding
        Of the extension's sources.
    """
    from toolkit.source.extension import extended_game  # noqa: PLC0415

    game = extended_game(folder)
    out = output / game.resolve().name
    module = out / build_game(game, out).module
    return _write_extension(folder, _Making.of(game), module)


def _write_extension(folder: Path, making: _Making, module: Path) -> tuple[Path, tuple[Finding, ...]]:
    """Write an extension beside its module; see `build_extension`."""
    from toolkit.compile.extension import compile_extension  # noqa: PLC0415
    from toolkit.module.build import game_parts  # noqa: PLC0415
    from toolkit.module.extension import write_extension  # noqa: PLC0415
    from toolkit.source.extension import extensions_folder, load_extension  # noqa: PLC0415

    extension, read = load_extension(folder, making.source)
    _stop_at_errors(read)
    game, compiled = compile_extension(making.source, extension, making.findings)
    findings = (*read, *compiled)
    _stop_at_errors(findings)
    own, whole = (game_parts(each, making.equipment, making.board) for each in (making.game, game))
    place = Place((folder / resources.EXTENSION).as_posix())
    out = extensions_folder(module)
    return write_extension(extension, own, whole, out, _darkroom(), place=place), findings


def _board_words(game: CompiledGame) -> str:
    if game.hex_map is None:
        count = len(game.action_cards) + (len(game.deck.cards) if game.deck is not None else 0)
        return counted(len(game.areas), "area") + (f", {counted(count, 'card')}" if count else "")
    # A river that changes its kind on the way is several chains: don/1, don.
    rivers = len({chain.id.partition("/")[0] for chain in game.map.chains})
    return f"{counted(len(game.map.grid), 'hex', 'hexes')}, {counted(rivers, 'river')}"


def scan_board(source: GameSource, pitch_px: float) -> tuple[OwnBoard | None, list[Finding]]:
    """Return a game's scan, laid straight, as the module's board; MOD006 when there is none."""
    from toolkit.compile.map import lay_scan  # noqa: PLC0415
    from toolkit.compile.projection import make_grid  # noqa: PLC0415
    from toolkit.module.own_pictures import OwnBoard  # noqa: PLC0415
    from toolkit.render.raster import png_of  # noqa: PLC0415
    from toolkit.render.scan import lay_straight, scan_layout  # noqa: PLC0415
    from toolkit.source.pictures import read_pixels  # noqa: PLC0415

    if source.definition.hex_grid is None:
        text = "board: scan is for hexes; areas take a picture of their own: `pictures: {map.png: …}`"
        return None, [
            Finding(
                "MOD006",
                Severity.ERROR,
                text,
                Place(file=(Path(source.file).parent / "module.yaml").as_posix()),
            )
        ]
    grid = make_grid(source.definition.grid)
    scan, _ = lay_scan(source, grid)
    if source.scan is None or scan is None or scan.image is None:
        text = (
            "module.yaml wants the scan as its board, but the game has no scan, or its picture is not there"
        )
        return None, [Finding("MOD006", Severity.ERROR, text, Place(file=source.file))]
    layout = scan_layout(grid, scan.calibration, scan.size_px, pitch_px)
    pixels = read_pixels(scan.image, source.scan.image_place)
    return OwnBoard(layout, png_of(lay_straight(pixels, scan.calibration, layout))), []


def input_digest(folder: Path) -> str:
    """Return a hash of all that decides a module: sources, schemas, this package, what draws."""
    digest = _tools().copy()
    _feed_folder(digest, folder)
    return str(digest.hexdigest())


@cache
def _tools() -> Any:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  (slow to load)

    digest = hashlib.sha256()
    for base in (resources.schemas(), resources.PACKAGE):
        _feed_folder(digest, base)
    for name in _DRAWN_BY:
        _feed(digest, name, version(name).encode())
    for name in _DRAWN_BY_EXTRAS:
        with suppress(PackageNotFoundError):
            _feed(digest, name, version(name).encode())
    return digest


def _feed_folder(digest: Any, base: Path) -> None:
    for path in _files(base):
        _feed(digest, path.relative_to(base).as_posix(), _content(path))


def _feed(digest: Any, name: str, content: bytes) -> None:
    digest.update(f"{len(name)} {len(content)} {name}\n".encode())
    digest.update(content)


def _files(base: Path) -> Iterator[Path]:
    """Yield the files that a build may look at: all that are packed as they are, elsewhere none hidden."""
    packed = base / _PACKED
    for folder, folders, files in os.walk(base):
        every = Path(folder).is_relative_to(packed)
        folders[:] = sorted(name for name in folders if every or not _hidden(name))
        for name in sorted(files):
            if every or not name.startswith("."):
                yield Path(folder) / name


def _hidden(name: str) -> bool:
    return name in _IGNORED or name.startswith(".")


def _content(path: Path) -> bytes:
    """Return what stands for a file in the digest; the build itself says what is wrong with a bad one."""
    try:
        return read_regular(path)
    except OSError as error:
        return f"unreadable: {error.errno}".encode()


def _read_stamp(out: Path, inputs: str) -> Built | None:
    """Return what the last build has made, when its inputs were these and its module is still there."""
    try:
        data = json.loads(read_regular(out / STAMP).decode("utf-8"))
        module = out / Path(data["module"]).name
        built = Built(
            module.name,
            _text(data["summary"]),
            tuple(_findings(data["findings"])),
            tuple(map(_text, data["extensions"])),
        )
        fresh = (
            data["version"] == _STAMP_VERSION
            and data["inputs"] == inputs
            and data["sha256"] == hashlib.sha256(read_regular(module)).hexdigest()
            and all((out / name).is_file() for name in built.extensions)
        )
        return built if fresh else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        # Missing, cut short, or somebody else's: as if there were none.
        return None


def _findings(entries: Iterable[dict[str, Any]]) -> Iterator[Finding]:
    for entry in entries:
        place = Place(**entry["place"])
        if not all(_fits(value, name) for name, value in asdict(place).items()):
            raise TypeError("no place")
        citation = entry["citation"]
        yield Finding(
            _text(entry["code"]),
            Severity(entry["severity"]),
            _text(entry["message"]),
            place,
            None if citation is None else _text(citation),
        )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _fits(value: object, name: str) -> bool:
    return value is None or isinstance(value, int if name in ("line", "column", "step") else str)


def _write_stamp(out: Path, inputs: str, built: Built) -> None:
    content = {
        "version": _STAMP_VERSION,
        "inputs": inputs,
        "module": built.module,
        "sha256": hashlib.sha256((out / built.module).read_bytes()).hexdigest(),
        "summary": built.summary,
        "extensions": list(built.extensions),
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity.value,
                "message": finding.message,
                "place": asdict(finding.place),
                "citation": finding.citation,
            }
            for finding in built.findings
        ],
    }
    write_atomically(out / STAMP, json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True))


def ready_module(game: str) -> Path:
    """Return a module, given itself or by its game: the one below ``build/``, else one made in the cache.

    One below ``build/`` whose sources have changed since is built again.

    Raises
    ------
    ToolkitError
        SRC001 for a name that no game has; for errors in its sources.
    """
    if Path(game).suffix == ".vmod" and Path(game).is_file():
        return Path(game)
    out = OUTPUT / Path(game).resolve().name
    here, folder = (
        next(iter(sorted(out.glob("*.vmod"))), None),
        resources.game_folder(game, (resources.GAME,)),
    )
    if here is None:
        return _cached(folder_of(game))
    return here if folder is None else out / build_game(folder, out).module


def known_modules(log: Path) -> Iterator[Path]:
    """Yield the modules that a log may have been played with, those made on demand last.

    Parameters
    ----------
    log : Path
        Names its module; of the games that are not built, that one is made in the user's cache.
    """
    yield from sorted(OUTPUT.glob("*/*.vmod"))
    wanted = _module_of(log)
    for folder in resources.game_folders(("module.yaml",)).values():
        if wanted is not None and _module_name(folder) == wanted:
            yield _cached(folder)


def _cached(folder: Path) -> Path:
    out = resources.cache_folder("modules") / folder.resolve().name
    return out / build_game(folder, out).module


def _module_of(log: Path) -> str | None:
    """Return the name of the module that a log was written with, as the log gives it."""
    from toolkit.vassal.containers import open_container  # noqa: PLC0415

    metadata = open_container(log, name=str(log)).module
    return None if metadata is None else metadata.name


def _module_name(folder: Path) -> str | None:
    """Return how the module of a game is called; None when its file does not say."""
    from toolkit.source.names import Names  # noqa: PLC0415
    from toolkit.source.reading import read_document  # noqa: PLC0415
    from toolkit.source.values import mapping  # noqa: PLC0415

    try:
        document = read_document(folder / "module.yaml", "module.schema.json")
        return Names.from_json(mapping(document)["names"]).en
    except ToolkitError:
        return None
