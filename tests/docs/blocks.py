"""The blocks of the pages: what they are, and how each is put to the test.

The language of a block says what is done with it:

* ``sh``: commands, a line each.  Each has to be a command that there is, with options that there are;
  each page's are then run in their order in one folder.  A comment that begins with one of `REASONS`
  says to the reader, and to the runner, why a line is not run here.
* ``python``: run, page by page in one namespace; the first line may be such a comment.
* ``yaml``, ``xml``, ``toml``: read, and held against the schema that its first line or its page names.
* ``sql``: asked of an archive, in ``tests/archive/test_docs.py``.
* ``text``: nothing to run; may hold no command.
* in braces: what Sphinx puts there.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

# Why a line is not run -> the commands that may say so.
REASONS = {
    "needs Java": r"toolkit engine .*|python -m tests\.(games|engine)\..*|make engine",
    "needs a package index": r"(pipx|pip|uvx) .*",
    "needs npm and Chromium": r"make browser",
    "needs a cluster": r"toolkit archive run .* --scheduler .*",
    "until Ctrl+C": r"toolkit (preview|watch) .*",
    "takes minutes": r"make .*|([A-Z]+=\S+ )*python -m tests\..*",
    "takes hours": r"make .*|python -m tests\..*",
    "in your editor": r"\$EDITOR .*",
    "in zsh": r"eval .*",
    "in fish": r".* \| source",
}


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page.

    Attributes
    ----------
    page : str
        Its path below the project.
    line : int
        Of the page, from 1.
    language, text : str
        The word after the fence, and what stands inside.
    """

    page: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of commands; `why_not` is the reason not to run it, or None."""

    block: Block
    command: str
    why_not: str | None

    def __str__(self) -> str:
        return f"{self.block}: {self.command}"

    @property
    def words(self) -> list[str]:
        """The command's words, without variables before it and with the plain name of its program."""
        words = shlex.split(self.command)
        while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
            words.pop(0)
        return [words[0].removeprefix(".venv/bin/"), *words[1:]]


def pages() -> list[Path]:
    """Return all pages that people read, those that are written from the code too."""
    return sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md")])


@cache
def blocks(page: Path) -> tuple[Block, ...]:
    """Return a page's blocks; one that is only indented has no language."""
    name = page.relative_to(ROOT).as_posix()
    # What stands in a paragraph is not looked into: it takes most of the time.
    return tuple(
        Block(name, token.map[0] + 1, token.info.strip(), token.content)
        for token in MarkdownIt().disable("inline").parse(page.read_text(encoding="utf-8"))
        if token.type in ("fence", "code_block") and token.map
    )


def lines(block: Block) -> Iterator[Line]:
    """Yield the commands of a block of ``sh``."""
    for line in block.text.splitlines():
        command, _, comment = line.partition("  #") if "  #" in line else line.partition(" # ")
        if command.strip() and not command.startswith("#"):
            yield Line(block, command.strip(), reason(comment))


def reason(comment: str) -> str | None:
    """Return the reason that a comment begins with."""
    return next((why for why in REASONS if comment.strip().startswith(why)), None)
