"""Pages of the docs with parts that are counted from the data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1] / "docs"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in lines)


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and what makes its counted blocks.

    A block lies between ``<!-- counted: name -->`` and ``<!-- end -->``.
    """

    name: str
    blocks: Mapping[str, Callable[[], str]]

    def read(self) -> str:
        """Return the page as it stands."""
        return (DOCS / self.name).read_text(encoding="utf-8")

    def counted(self) -> str:
        """Return the page with every counted block written anew.

        Raises
        ------
        ValueError
            For a page without one of the blocks, or with several.
        """
        text = self.read()
        for name, make in self.blocks.items():
            pattern = rf"(<!-- counted: {name} -->\n).*?(<!-- end -->)"
            # As a template it would read backslashes in the data.
            block = make().replace("\\", r"\\")
            text, count = re.subn(pattern, rf"\g<1>{block}\n\g<2>", text, flags=re.DOTALL)
            if count != 1:
                raise ValueError(f"docs/{self.name} needs one block '{name}', found {count}")
        return text

    def write(self) -> None:
        """Write every counted block anew."""
        (DOCS / self.name).write_text(self.counted(), encoding="utf-8")
