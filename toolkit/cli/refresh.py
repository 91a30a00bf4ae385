"""``toolkit refresh``: a saved game or log with the counters of another module."""

from __future__ import annotations

import json
from pathlib import Path

import click

from toolkit.cli.output import console, deliver, print_findings
from toolkit.diagnostics import Finding
from toolkit.diagnostics.files import json_shown, keep_apart, shown
from toolkit.diagnostics.render import to_json_value

_FILE = click.Path(path_type=Path)
_SHOWN = 40


@click.command(name="refresh")
@click.argument("save", type=_FILE)
@click.option("--module", required=True, type=_FILE, help="The new module.")
@click.option("-e", "--extension", multiple=True, type=_FILE, help="An extension the game is played with.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The new file; SAVE with -refreshed in its name by default.",
)
@click.option("--force", is_flag=True, help="Replace a file that stands there already.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(  # noqa: PLR0917 -- click gives them by name
    save: Path, module: Path, extension: tuple[Path, ...], output: Path | None, force: bool, form: str
) -> int:
    """Move SAVE, a saved game or a log, to another version of its module.

    Every counter gets the traits that the new module gives it and keeps its own state, place and stack; one
    that the module does not know stays as it is.  The steps of a log stay and fit the new counters.  Exit
    status: 0 all counters were found and keep their states, 1 not all of them.
    """
    from toolkit.refresh.game import refresh_game  # noqa: PLC0415
    from toolkit.vassal.packing import write_container  # noqa: PLC0415

    target = output or save.parent / f"{save.stem}-refreshed{save.suffix or '.vsav'}"
    keep_apart(target, [save, module, *extension], force=force)
    made = refresh_game(save, module, extension)
    write_container(target, made.entries)
    if form == "json":
        findings = [to_json_value(finding) for finding in made.findings]
        content = {"output": target.as_posix(), "counters": made.counts, "findings": findings}
        deliver(json_shown(json.dumps(content, ensure_ascii=False, indent=1)) + "\n", form=form)
    else:
        _print(made.findings)
        counts = made.counts
        words = (
            f"{counts['id']} counters found by number, {counts['name']} by name, {counts['none']} not at all;"
            f" {counts['changed']} changed"
        )
        console().print(shown(f"{target.as_posix()}: {words}"), soft_wrap=True)
    return 1 if any(finding.severity != "info" for finding in made.findings) else 0


def _print(findings: tuple[Finding, ...]) -> None:
    """Print the heaviest findings, and how many there are more of each kind."""
    order = ("error", "warning", "info")
    ranked = sorted(findings, key=lambda finding: order.index(finding.severity))
    print_findings(ranked[:_SHOWN])
    rest: dict[str, int] = {}
    for finding in ranked[_SHOWN:]:
        rest[finding.code] = rest.get(finding.code, 0) + 1
    for code, count in rest.items():
        console().print(f"{count} more of {code}; --format json lists all", soft_wrap=True)
