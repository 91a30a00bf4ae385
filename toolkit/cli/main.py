"""``toolkit``: the entry point, its exit statuses and its way of failing."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

import click

from toolkit import __version__
from toolkit.cli.output import print_findings
from toolkit.diagnostics import ToolkitError

# Command -> module of this package that holds it as `command`.  Named here, not discovered, so that
# `toolkit audit` does not pay for the import of the module builder.
COMMANDS = ("audit", "build", "docs", "engine", "inspect", "render", "rules", "validate")


class _LazyGroup(click.Group):
    """A command group that imports a command's module when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all commands in alphabetical order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return one command, or None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        loaded: click.Command = importlib.import_module(f"toolkit.cli.{cmd_name}").command
        return loaded


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="toolkit")
def toolkit() -> None:
    """Build VASSAL modules from annotated maps and check logged games against the printed rules.

    Exit status: 0 clean, 1 findings, 2 wrong usage or unreadable input.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        Without the program's name; `sys.argv` by default.

    Returns
    -------
    int
        0 clean, 1 findings, 2 wrong usage or unreadable input.
    """
    try:
        result = toolkit.main(args=None if arguments is None else list(arguments), standalone_mode=False)
    except click.ClickException as error:
        error.show(sys.stderr)
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        return 2
    except ToolkitError as error:
        print_findings(error.findings, err=True)
        return error.exit_status
    except BrokenPipeError:
        return 0
    return result if isinstance(result, int) else 0
