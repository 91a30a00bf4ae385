"""``toolkit``: the entry point, its exit statuses and its way of failing."""

from __future__ import annotations

import importlib
import io
import keyword
import os
import signal
import sys
import threading
from collections.abc import Sequence

import click
from click.shell_completion import CompletionItem

from toolkit import __version__
from toolkit.cli.numbers import NumberRange
from toolkit.diagnostics.budget import Budget, running
from toolkit.diagnostics.files import shown

# Command -> what it does.  Each is `command` in the module of its name in this package.  Named here
# and not discovered, so that `toolkit --help` and a cached `toolkit build` import nothing heavy.
COMMANDS = {
    "archive": "Judge a whole archive of logs, and ask what came of it.",
    "audit": "Check games played online against the rules.",
    "build": "Build the VASSAL modules of one game, or of all.",
    "diff": "List and draw what changed between two states of a game.",
    "docs": "Write the generated pages of docs/, or check that they are fresh.",
    "doctor": "Say what is installed here, and what to install for the rest.",
    "engine": "Let the real VASSAL engine judge a module, a save or a log.",
    "import": "Read a module that others made into source data.",
    "inspect": "Show what a VASSAL file holds.",
    "log": "Count the dice of logs, tell them, draw them, join and cut them.",
    "new": "Write a small complete game to change into one's own.",
    "play": "Play a whole game by chance and write its log.",
    "preview": "Draw a compiled map over its scan while it is traced.",
    "refresh": "Move a saved game or log to another version of its module.",
    "render": "Draw a game's map, counters and charts.",
    "rules": "List a game's rules, or explain one.",
    "scrub": "Copy a save or log without the players' passwords.",
    "upgrade": "Bring sources of an older toolkit to the formats of this one.",
    "validate": "Check source data, modules, saves and logs.",
    "watch": "Judge logs as they arrive in a folder.",
}


class _LazyGroup(click.Group):
    """A command group that imports a command's module when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        """Return all commands in alphabetical order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return one command, or None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module = f"{cmd_name}_" if keyword.iskeyword(cmd_name) else cmd_name
        loaded: click.Command = importlib.import_module(f"toolkit.cli.{module}").command
        return loaded

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that was called; of an unknown one say which may have been meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib  # noqa: PLC0415

            near = difflib.get_close_matches(args[0], COMMANDS, n=1) if args else []
            if not near:
                raise
            raise click.UsageError(f"{error.message} Did you mean '{near[0]}'?", error.ctx) from None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin so, without importing any of them, or the options."""
        names = [name for name in COMMANDS if name.startswith(incomplete)]
        found = [CompletionItem(name, help=COMMANDS[name]) for name in names]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the table of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="toolkit")
@click.option(
    "--budget",
    "factor",
    type=NumberRange(0.01, 1_000_000),
    default=1.0,
    metavar="TIMES",
    help="Read files that unpack to TIMES as much as is usual for their size.",
)
@click.pass_context
def toolkit(ctx: click.Context, factor: float) -> None:
    """Build VASSAL modules from annotated maps and check logged games against the printed rules.

    Exit status: 0 clean, 1 findings, 2 wrong usage or unreadable input.
    """
    ctx.with_resource(running(Budget(factor)))


def _stop_as_by_hand() -> None:
    """Take SIGTERM and SIGHUP as Ctrl+C, so that what is half-written is removed on the way out."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # Whoever set a handler or ignores the signal (nohup) knows better.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


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
    _stop_as_by_hand()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names in any script, on a terminal that has few
    try:
        result = toolkit.main(args=None if arguments is None else list(arguments), standalone_mode=False)
    except click.ClickException as error:
        error.show(sys.stderr)
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        return 2
    except OSError as error:
        # Also a closed pipe (`toolkit inspect FILE | head`), which is nobody's fault.
        if isinstance(error, BrokenPipeError):
            return 0
        where = f"{error.filename}: " if error.filename else ""
        click.echo(shown(f"{where}{error.strerror or error}"), err=True)
        return 2
    except Exception as error:  # noqa: BLE001  (the last wall)
        return _failed(error)
    return result if isinstance(result, int) else 0


def _failed(error: Exception) -> int:
    """Say what stopped a command: findings, or a fault of ours, which must not look like one."""
    from toolkit.diagnostics import ToolkitError  # noqa: PLC0415

    if isinstance(error, ToolkitError):
        from toolkit.cli.output import print_findings  # noqa: PLC0415

        print_findings(error.findings, err=True)
        return error.exit_status
    if os.environ.get("TOOLKIT_TRACEBACK"):
        raise error
    click.echo(
        shown(f"internal error: {type(error).__name__}: {error}") + "\n"
        "This is a fault of the toolkit, not of your files. "
        "Run again with TOOLKIT_TRACEBACK=1 for the details.",
        err=True,
    )
    return 2
