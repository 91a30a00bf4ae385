"""``toolkit build``: source data into VASSAL modules; what has not changed is not built again."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.games import SOURCES, no_game
from toolkit.cli.output import console, print_findings
from toolkit.diagnostics import Finding, InputError, Place, Severity, ToolkitError
from toolkit.diagnostics.files import read_regular, write_atomically
from toolkit.diagnostics.words import counted

if TYPE_CHECKING:
    from toolkit.compile.compiled import CompiledGame
    from toolkit.module.own_pictures import OwnBoard
    from toolkit.source.game import GameSource

# Nothing heavy is imported up here: an unchanged build must be over in a moment.

OUTPUT = Path("build")
STAMP = "stamp.json"
_IMPORTED = "imported.yaml"
_PACKED = "files"
_STAMP_VERSION = 1
_PACKAGE = Path(__file__).resolve().parents[1]
_IGNORED = frozenset({"__pycache__"})


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
    """

    module: str
    summary: str
    findings: tuple[Finding, ...]


@click.command(name="build")
@click.argument("games", nargs=-1)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=OUTPUT,
    show_default=True,
    help="Folder; each game gets one of its own inside.",
)
@click.option("--force", is_flag=True, help="Build even what has not changed.")
def command(games: tuple[str, ...], output: Path, force: bool) -> int:
    """Build the modules of GAMES, all games of source_data by default.

    A game is a name below source_data or a folder that holds a game.yaml, or an imported.yaml as
    `toolkit import` writes it.  Exit status 1 on errors in the
    sources, 2 on unreadable sources; other findings are printed.
    """
    status = 0
    for folder in [_folder(game) for game in games] if games else _all_games():
        try:
            built = _build(folder, output / folder.resolve().name, force=force)
        except ToolkitError as error:
            print_findings(error.findings, err=True)
            status = max(status, error.exit_status)
            continue
        print_findings(built.findings, err=True)
        target = console()
        target.print((output / folder.resolve().name / built.module).as_posix(), soft_wrap=True)
        target.print(f"  {built.summary}", soft_wrap=True)
    return status


def _all_games() -> list[Path]:
    found = sorted(path.parent for name in ("module.yaml", _IMPORTED) for path in SOURCES.glob(f"*/{name}"))
    if not found:
        raise InputError.single("SRC001", f"no game with a module.yaml in {SOURCES.as_posix()}")
    return found


def _folder(game: str) -> Path:
    for folder in (SOURCES / game, Path(game)):
        if (folder / "game.yaml").is_file() or (folder / _IMPORTED).is_file():
            return folder
    raise no_game(game)


def _build(folder: Path, out: Path, *, force: bool) -> Built:
    if out.resolve() == folder.resolve():
        raise InputError.single(
            "OUT002", "is the folder of the sources; name another one", Place(out.as_posix())
        )
    inputs = input_digest(folder)
    known = None if force else _read_stamp(out, inputs)
    if known is not None:
        return known
    if (folder / _IMPORTED).is_file():
        return _build_imported(folder, out, inputs)
    return _build_anew(folder, out, inputs)


def _build_imported(folder: Path, out: Path, inputs: str) -> Built:
    from toolkit.importer.build import build_imported  # noqa: PLC0415

    path, findings = build_imported(folder, out)
    size = path.stat().st_size
    built = Built(
        path.name, f"an imported module, {size:,} bytes, {counted(len(findings), 'finding')}", tuple(findings)
    )
    _write_stamp(out, inputs, built)
    return built


def _build_anew(folder: Path, out: Path, inputs: str) -> Built:
    from toolkit.compile.game import compile_game  # noqa: PLC0415
    from toolkit.module.build import build_module  # noqa: PLC0415
    from toolkit.module.equipment import load_equipment  # noqa: PLC0415
    from toolkit.source.game import load_game  # noqa: PLC0415
    from toolkit.source.values import Known  # noqa: PLC0415

    source, read = load_game(folder)
    game, compiled = compile_game(source, strict=False)
    findings = [*read, *compiled]
    try:
        equipment, own = load_equipment(folder, Known(source.definition.sides))
    except InputError as error:
        raise InputError([*findings, *error.findings]) from None
    findings += own
    if any(finding.severity is Severity.ERROR for finding in findings):
        raise ToolkitError(findings)
    board, faults = scan_board(source, float(equipment.pitch_px)) if equipment.board == "scan" else (None, [])
    if faults:
        raise ToolkitError([*findings, *faults])
    path = build_module(game, equipment, out, board)
    numbers = (len(game.counters), "counter"), (len(game.setups), "set-up"), (len(findings), "finding")
    summary = ", ".join(counted(number, word) for number, word in numbers)
    built = Built(path.name, f"{_board_words(game)}, {summary}", tuple(findings))
    _write_stamp(out, inputs, built)
    return built


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
    """Return a hash of all that decides how a module comes out: sources, schemas, this package, the lock."""
    digest = hashlib.sha256()
    root = _PACKAGE.parent
    for base in (folder, root / "schema", _PACKAGE):
        for path in _files(base):
            _feed(digest, path.relative_to(base).as_posix(), _content(path))
    lock = root / "requirements.lock"
    _feed(digest, lock.name, lock.read_bytes() if lock.is_file() else b"")
    return digest.hexdigest()


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
        fresh = (
            data["version"] == _STAMP_VERSION
            and data["inputs"] == inputs
            and data["sha256"] == hashlib.sha256(read_regular(module)).hexdigest()
        )
        return (
            Built(module.name, _text(data["summary"]), tuple(_findings(data["findings"]))) if fresh else None
        )
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
