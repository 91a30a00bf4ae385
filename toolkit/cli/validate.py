"""``toolkit validate``: read and compile the sources, say what is wrong, write nothing."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.output import console, print_findings
from toolkit.diagnostics import Finding, InputError, Place, Severity, ToolkitError
from toolkit.diagnostics.render import summary, to_json

SOURCES = Path("source_data")


@click.command(name="validate")
@click.argument("games", nargs=-1)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(games: tuple[str, ...], form: str) -> int:
    """Check GAMES (names, folders or single map files), all games of source_data by default.

    Exit status: 0 nothing but notes, 1 errors or warnings, 2 files that cannot be read or do not fit their
    schema.
    """
    targets = [_target(game) for game in games] if games else _all_games()
    findings: list[Finding] = []
    status = 0
    for target in targets:
        found, own = _check(target, quiet=form == "json")
        findings += found
        status = max(status, own)
    if form == "json":
        click.echo(to_json(findings), nl=False)
    else:
        print_findings(findings)
        console().print(summary(findings), soft_wrap=True)
    return status


def _all_games() -> list[Path]:
    found = sorted(path.parent for path in SOURCES.glob("*/game.yaml"))
    if not found:
        raise InputError.single("SRC001", f"no game in {SOURCES.as_posix()}")
    return found


def _target(name: str) -> Path:
    """Return the folder or file that a name means."""
    path = Path(name)
    if path.is_file() or (path / "game.yaml").is_file():
        return path
    if (SOURCES / name / "game.yaml").is_file():
        return SOURCES / name
    known = ", ".join(sorted(folder.parent.name for folder in SOURCES.glob("*/game.yaml")))
    text = f"no game {name}: neither a file nor a folder with a game.yaml; known are {known or 'none'}"
    raise InputError.single("SRC001", text, Place(file=name))


def _check(target: Path, *, quiet: bool) -> tuple[list[Finding], int]:
    """Return what is found in one target, and its exit status."""
    from toolkit.compile.game import compile_game  # noqa: PLC0415  (slow to import, not needed for --help)
    from toolkit.source.game import load_game, read_map_file  # noqa: PLC0415

    try:
        if target.is_file():
            read_map_file(target)
            return [], 0
        source, findings = load_game(target)
        game, compiled = compile_game(source, strict=False)
    except ToolkitError as error:
        return list(error.findings), error.exit_status
    findings = [*findings, *compiled]
    if not quiet:
        built = game.map
        links = ", ".join(f"{int(mask.sum())} {name} links" for name, mask in built.links.items())
        rivers = ", ".join(f"{int(mask.sum())} {name} sides" for name, mask in built.side_features.items())
        size = f"{len(built.grid)} hexes, {len(built.places)} towns"
        bridges = f"{int(built.bridge.sum())} bridges"
        line = f"{game.id} {game.version}: {size}, {rivers}, {links}, {bridges}"
        console().print(line, soft_wrap=True)
    heavy = any(finding.severity is not Severity.INFO for finding in findings)
    return findings, 1 if heavy else 0
