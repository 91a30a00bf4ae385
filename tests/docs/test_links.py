"""The follower of links finds what is broken, and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.docs.links import faults

SOUND = (
    '<html><body id="top"><a href="b.html#there">b</a><a href="https://example.org/x">out</a></body></html>'
)


def site(folder: Path, index: str) -> list[str]:
    (folder / "index.html").write_text(index, encoding="utf-8")
    (folder / "b.html").write_text('<html><body><h1 id="there">B</h1></body></html>', encoding="utf-8")
    return list(faults(folder))


def test_a_sound_site(tmp_path: Path) -> None:
    assert site(tmp_path, SOUND) == []


def test_what_leads_nowhere(tmp_path: Path) -> None:
    links = '<a href="c.html">c</a><a href="b.html#gone">b</a><a href="../x.html">x</a><a href="#no">n</a>'
    assert site(tmp_path, links) == [
        "index.html: c.html: there is no such file",
        "index.html: b.html#gone: there is no such heading",
        "index.html: ../x.html: leads out of the site",
        "index.html: #no: there is no such heading",
    ]


def test_what_is_fetched_from_elsewhere_and_pictures_that_are_not_there(tmp_path: Path) -> None:
    index = SOUND + '<script src="https://example.org/a.js"></script><img src="gone.png">'
    assert site(tmp_path, index) == [
        "index.html: img gone.png: there is no such file",
        "index.html: script https://example.org/a.js: is fetched from elsewhere",
    ]


def test_a_page_that_nobody_finds(tmp_path: Path) -> None:
    assert site(tmp_path, "<p>nothing</p>") == ["b.html: no page leads here"]
