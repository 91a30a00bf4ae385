"""Follow every link of the built site, apart from what Sphinx checks: files, headings, pictures, scripts.

``python -m tests.docs.links build/site`` prints what leads nowhere; exit status 1 when there is any.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml import html

# What the browser fetches by itself; a site that is read offline has it with it.
_FETCHED = (("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"))


@cache
def _ids(page: Path) -> frozenset[str]:
    root = html.parse(str(page)).getroot()
    return frozenset({*root.xpath("//@id"), *root.xpath("//a/@name")})


def _broken(site: Path, page: Path, link: str) -> str | None:
    """Return what is wrong with a link of a page, or None."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
    if not target.is_relative_to(site):
        return "leads out of the site"
    if not target.is_file():
        return "there is no such file"
    # What follows the hash of the report is read by its script.
    if parts.fragment and target.suffix == ".html" and target.name != "report.html":
        return None if unquote(parts.fragment) in _ids(target) else "there is no such heading"
    return None


def faults(site: Path) -> Iterator[str]:
    """Yield a line for each link that leads nowhere, and for each page that none leads to."""
    site = site.resolve()
    pages = sorted(site.rglob("*.html"))
    reached = {site / "index.html"}
    for page in pages:
        root = html.parse(str(page)).getroot()
        name = page.relative_to(site)
        for link in root.xpath("//a/@href"):
            why = _broken(site, page, link)
            if why:
                yield f"{name}: {link}: {why}"
            if not urlsplit(link).scheme:
                reached.add((page.parent / unquote(urlsplit(link).path)).resolve())
        for tag, attribute in _FETCHED:
            for link in root.xpath(f"//{tag}/@{attribute}"):
                why = "is fetched from elsewhere" if urlsplit(link).netloc else _broken(site, page, link)
                if why and urlsplit(link).scheme != "data":
                    yield f"{name}: {tag} {link}: {why}"
    for page in pages:
        if page not in reached and page.name not in ("search.html", "genindex.html"):
            yield f"{page.relative_to(site)}: no page leads here"


def main(site: Path) -> int:
    """Print the faults and return the exit status."""
    found = list(faults(site))
    for line in found:
        print(line)  # noqa: T201
    print(f"{len(list(site.rglob('*.html')))} pages, {len(found)} broken links")  # noqa: T201
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
