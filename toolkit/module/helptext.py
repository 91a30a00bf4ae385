"""Pages of the Help menu: the game's own text, with the keys filled in from where they are defined."""

from __future__ import annotations

from pathlib import Path

from toolkit.diagnostics import InputError, Place
from toolkit.diagnostics.files import packed_file
from toolkit.module.declared import pages as declared_pages
from toolkit.module.workshop import Workshop


def help_pages(shop: Workshop) -> list[tuple[str, str, bytes]]:
    """Return (title, file, HTML) of each page, in file order; a page's title is its ``<title>``.

    Raises
    ------
    InputError
        MOD009: a page that cannot be read, or is no UTF-8.
    """
    pages = declared_pages(shop.game)
    folder = shop.equipment.help_folder
    if folder is None:
        return pages
    for path in sorted(folder.glob("*.html")):
        text = page_text(folder, path)
        title = text.partition("<title>")[2].partition("</title>")[0] or path.stem
        pages.append((title, f"help/{path.name}", text.encode()))
    return pages


def page_text(folder: Path, path: Path) -> str:
    """Return a page's text; MOD009 where it cannot be read, or is no UTF-8."""
    try:
        return packed_file(folder, path).decode("utf-8")
    except OSError as error:
        text = f"help page cannot be read: {error.strerror or error}"
    except UnicodeDecodeError as error:
        text = f"help page is not UTF-8 text: byte 0x{error.object[error.start]:02x} at offset {error.start}"
    raise InputError.single("MOD009", text, Place(file=path.as_posix()))
