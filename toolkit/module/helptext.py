"""Pages of the Help menu: the game's own text, with the keys filled in from where they are defined."""

from __future__ import annotations

from toolkit.module.declared import pages as declared_pages
from toolkit.module.workshop import Workshop


def help_pages(shop: Workshop) -> list[tuple[str, str, bytes]]:
    """Return (title, file, HTML) of each page, in file order; a page's title is its ``<title>``."""
    pages = declared_pages(shop.game)
    folder = shop.equipment.help_folder
    if folder is None:
        return pages
    for path in sorted(folder.glob("*.html")):
        text = path.read_text(encoding="utf-8")
        title = text.partition("<title>")[2].partition("</title>")[0] or path.stem
        pages.append((title, f"help/{path.name}", text.encode()))
    return pages
