"""The HTML page: complete, escaped, and on its own."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diagnostics.samples import CODES, FINDINGS, SECTIONS, findings
from toolkit.diagnostics import Finding
from toolkit.diagnostics.html import to_html

_VOID = {"meta", "input", "br"}


class Page(HTMLParser):
    """Tags, attributes and text of a page; fails on tags that do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)


def page(found: list[Finding]) -> Page:
    read = Page(to_html(found, title="Title <&>", codes=CODES, sections=SECTIONS))
    assert read.open == []
    return read


def test_nothing_of_the_data_becomes_a_tag_or_an_attribute(tmp_path: Path) -> None:
    read = page(findings(tmp_path))
    assert "script" not in read.tags
    assert {name for _, name, _ in read.attributes if name.startswith("on")} == set()
    assert "".join(read.words).count("<script>alert('1')</script>") >= 3


@given(st.lists(FINDINGS, max_size=3))
@settings(max_examples=30)
def test_whatever_a_finding_says_the_page_is_whole(found: list[Finding]) -> None:
    plain, read = page([]), page(found)
    assert {tag for tag in read.tags if tag not in plain.tags} <= {
        *("ul", "li", "label", "input", "details", "summary", "dl", "dt", "dd", "a", "small", "code", "pre"),
    }


def test_nothing_is_loaded_from_elsewhere(tmp_path: Path) -> None:
    text = to_html(findings(tmp_path), codes=CODES, sections=SECTIONS)
    read = Page(text)
    assert [value for _, name, value in read.attributes if name in ("src", "srcset", "action")] == []
    links = [value or "" for _, name, value in read.attributes if name == "href"]
    assert [value for value in links if not value.startswith("#")] == []
    assert re.search(r"url\(|@import", text) is None
    assert "default-src &#x27;none&#x27;" in text


def test_links_lead_to_what_is_there(tmp_path: Path) -> None:
    read = page(findings(tmp_path))
    ids = {value for _, name, value in read.attributes if name == "id"}
    assert {value for _, name, value in read.attributes if name == "href"} == {f"#{id}" for id in ids}


def test_every_fact_is_on_it(tmp_path: Path) -> None:
    words = "".join(page(findings(tmp_path)).words)
    for expected in ("no such hex", "2.1(3)", "hex 1419", "step 12", "buildFile.xml:4:2", "Waived (1)"):
        assert expected in words
    assert "Waived: the printed map has it <so>" in words
    assert "No findings" in "".join(page([]).words)


def test_light_dark_and_paper() -> None:
    text = to_html([])
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text
