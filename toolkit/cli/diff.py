"""``toolkit diff``: what changed from one state of a game to another."""

from __future__ import annotations

import json
from pathlib import Path

import click

from toolkit.cli.output import console, deliver, print_findings
from toolkit.diagnostics.files import json_shown, keep_apart, shown, write_atomically

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command(name="diff")
@click.argument("old")
@click.argument("new")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("-o", "--output", type=_FILE, help="Write the list to a file.")
@click.option(
    "--picture",
    type=_FILE,
    help="Draw the changed parts before and after; .svg, or .png for any other ending.",
)
def command(old: str, new: str, form: str, output: Path | None, picture: Path | None) -> int:
    """List what changed from OLD to NEW.

    Each is a module, a folder of source data, the name of a game below source_data, REVISION:FOLDER, or a
    git revision of the other one's folder.  Exit status: 0 nothing changed, 1 something did.
    """
    from toolkit.compare.changes import FORMAT, VERSION, changes_between, summary  # noqa: PLC0415
    from toolkit.compare.sides import open_side  # noqa: PLC0415

    for target in (output, picture):
        keep_apart(target, [Path(old), Path(new)])
    before, after = open_side(old, new), open_side(new, old)
    changes = changes_between(before.facts, after.facts)
    print_findings((f for f in (*before.findings, *after.findings) if f.severity == "error"), err=True)
    if form == "json":
        content = {"format": FORMAT, "version": VERSION, "old": old, "new": new}
        content |= {"summary": summary(changes), "changes": [change.to_json() for change in changes]}
        text = json_shown(json.dumps(content, ensure_ascii=False, indent=1)) + "\n"
    else:
        text = "".join(f"{shown(line)}\n" for line in (*map(str, changes), summary(changes)))
    deliver(text, output, form)
    if picture is not None and changes and before.game is not None and after.game is not None:
        from toolkit.compare.picture import draw_changes  # noqa: PLC0415
        from toolkit.render.raster import rasterise  # noqa: PLC0415

        svg = draw_changes(before.game, after.game, changes, f"{after.game.names.en}: from {old} to {new}")
        write_atomically(picture, svg.encode() if picture.suffix.lower() == ".svg" else rasterise(svg))
        console(err=True).print(picture.as_posix(), soft_wrap=True)
    return 1 if changes else 0
