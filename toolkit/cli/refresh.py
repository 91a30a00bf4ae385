"""``toolkit refresh``: saved games, logs and predefined set-ups with the counters of another module."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.output import console, deliver, print_findings
from toolkit.diagnostics import Finding, InputError
from toolkit.diagnostics.files import json_shown, keep_apart, shown
from toolkit.diagnostics.render import to_json_value

if TYPE_CHECKING:
    from toolkit.refresh.game import NewModule, Refreshed

_FILE = click.Path(path_type=Path)
_SHOWN = 40
_GAMES = (".vsav", ".vlog")
_UNPACKED = ("savedGame", "buildFile.xml", "buildFile")


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What became of a game: where it is now, its counters by how they were found, what was found amiss."""

    output: str
    counts: Mapping[str, int]
    findings: tuple[Finding, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "output": self.output,
            "counters": dict(self.counts),
            "findings": [to_json_value(finding) for finding in self.findings],
        }

    def line(self) -> str:
        return f"{self.output}: {_words(self.counts)}" if self.counts else f"{self.output}: not read"


@click.command(name="refresh")
@click.argument("saves", nargs=-1, required=True, metavar="SAVE...", type=_FILE)
@click.option("--module", required=True, type=_FILE, help="The new module.")
@click.option("-e", "--extension", multiple=True, type=_FILE, help="An extension the game is played with.")
@click.option(
    "-o",
    "--output",
    type=_FILE,
    help="The new file, or the folder for those of several; SAVE with -refreshed in its name by default.",
)
@click.option("--force", is_flag=True, help="Replace a file that stands there already.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(  # noqa: PLR0917 -- click gives them by name
    saves: tuple[Path, ...],
    module: Path,
    extension: tuple[Path, ...],
    output: Path | None,
    force: bool,
    form: str,
) -> int:
    """Move each SAVE, a saved game or a log, to another version of its module.

    Every counter gets the traits that the new module gives it and keeps its own state, place and stack; one
    that the module does not know stays as it is.  The steps of a log stay and fit the new counters.  A folder
    stands for the games in it, a module for its predefined set-ups: it is written with these refreshed.  Exit
    status: 0 all counters were found and keep their states, 1 not all of them, or of several games one could
    not be read.
    """
    from toolkit.refresh.game import NewModule  # noqa: PLC0415

    new = NewModule.open(module, extension)
    several = len(saves) > 1 or _holds_games(saves[0])
    targets = dict(_targets(saves, output, several=several))
    for source, target in targets.items():
        keep_apart(target, [source, module, *extension], force=force)
    made: list[_Outcome] = []
    for source, target in targets.items():
        try:
            made += _refreshed(new, source, target)
        except InputError as error:
            if not several:
                raise
            made.append(_Outcome(source.as_posix(), {}, tuple(error.findings)))
    _tell(made, form)
    heavy = any(finding.severity != "info" for one in made for finding in one.findings)
    return 1 if heavy else 0


def _holds_games(path: Path) -> bool:
    """Return whether a path is a folder of games, and not a game or module that was unpacked."""
    return path.is_dir() and not any((path / name).exists() for name in _UNPACKED)


def _targets(saves: Sequence[Path], output: Path | None, *, several: bool) -> Iterator[tuple[Path, Path]]:
    """Yield each game with the file that it is written to."""
    for save in saves:
        folder = _holds_games(save)
        inside = (path for path in sorted(save.rglob("*")) if path.suffix in _GAMES) if folder else (save,)
        for source in inside:
            beside = source.with_name(f"{source.stem}-refreshed{source.suffix or '.vsav'}")
            if output is None:
                yield source, beside
            elif several:
                yield source, output / (source.relative_to(save) if folder else source.name)
            else:
                yield source, output


def _refreshed(new: NewModule, source: Path, target: Path) -> Iterator[_Outcome]:
    """Write a game, or a module with its set-ups, and yield what became of them."""
    from toolkit.vassal.containers import Kind, open_container  # noqa: PLC0415
    from toolkit.vassal.packing import container_bytes, write_container  # noqa: PLC0415

    container = open_container(source)
    if container.kind is Kind.GAME:
        game = new.game(container)
        write_container(target, game.entries, parents=True)
        yield _outcome(target.as_posix(), game)
        return
    setups = new.setups(container)
    entries = dict(container.contents(name for name in container.names if name not in setups))
    entries |= {entry: container_bytes(setup.entries) for entry, setup in setups.items()}
    write_container(target, entries, parents=True)
    for entry, setup in setups.items():
        yield _outcome(f"{target.as_posix()}:{entry}", setup)


def _outcome(output: str, made: Refreshed) -> _Outcome:
    return _Outcome(output, made.counts, made.findings)


def _tell(made: Sequence[_Outcome], form: str) -> None:
    """Say what became of the games; of several what they came to together as well."""
    total: Counter[str] = Counter()
    for one in made:
        total.update(one.counts)
    if form == "json":
        content = {"games": [one.to_json() for one in made], "counters": dict(total)}
        whole = made[0].to_json() if len(made) == 1 else content
        deliver(json_shown(json.dumps(whole, ensure_ascii=False, indent=1)) + "\n", form=form)
        return
    _print([finding for one in made for finding in one.findings])
    for one in made:
        console().print(shown(one.line()), soft_wrap=True)
    if len(made) != 1:
        read = sum(bool(one.counts) for one in made)
        console().print(f"{read} of {len(made)} games: {_words(total)}", soft_wrap=True)


def _words(counts: Mapping[str, int]) -> str:
    return (
        f"{counts.get('id', 0)} counters found by number, {counts.get('name', 0)} by name,"
        f" {counts.get('none', 0)} not at all; {counts.get('changed', 0)} changed"
    )


def _print(findings: Sequence[Finding]) -> None:
    """Print the heaviest findings, and how many there are more of each kind."""
    order = ("error", "warning", "info")
    ranked = sorted(findings, key=lambda finding: order.index(finding.severity))
    print_findings(ranked[:_SHOWN])
    for code, count in Counter(finding.code for finding in ranked[_SHOWN:]).items():
        console().print(f"{count} more of {code}; --format json lists all", soft_wrap=True)
