"""Text with its line, GitHub's commands, sections as text, and writing a report to a file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diagnostics.samples import CODES, FINDINGS, SECTIONS, findings
from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.diagnostics.excerpt import Excerpt, excerpt_of
from toolkit.diagnostics.files import write_atomically
from toolkit.diagnostics.formats import FORMATS, Format, render
from toolkit.diagnostics.github import to_github
from toolkit.diagnostics.render import folded, quoted_line, section_text, to_text_with_line


@pytest.mark.parametrize(
    ("line", "column", "caret"),
    [
        ("hex: '14 19'", 6, "     ^^^^^^^"),
        ("川: 12", 4, "    ^^"),
        ("a\tb", 3, "  ^"),
        ("end", 4, "   ^"),
    ],
)
def test_the_caret_stands_under_the_fault(line: str, column: int, caret: str) -> None:
    found = excerpt_of(Place("f", 1, column), lambda place: [line])
    assert found is not None
    assert found.caret_line() == caret


def test_a_long_line_is_cut_around_the_fault() -> None:
    long = "a" * 500 + " fault " + "b" * 500
    found = excerpt_of(Place("f", 1, 502), lambda place: [long])
    assert found is not None
    assert found.start is not None
    assert found.text[found.start : found.end] == "fault"
    assert (len(found.text), found.text[0], found.text[-1]) == (100, "…", "…")


@pytest.mark.parametrize("place", [Place("f"), Place("f", 3), Place("f", 0), Place("", 1), Place("gone", 1)])
def test_no_line_no_excerpt(place: Place) -> None:
    assert excerpt_of(place, lambda asked: ["one", "two"] if asked.file == "f" else None) is None


def test_control_characters_are_shown_not_obeyed() -> None:
    assert excerpt_of(Place("f", 1), lambda place: ["a\x1b[2J\x07b"]) == Excerpt(1, "a�[2J�b")


def test_an_error_reads_like_a_compilers(tmp_path: Path) -> None:
    first = findings(tmp_path)[0]
    assert quoted_line(first).splitlines() == [
        "2 |   ставка: {hex: '1419', 'at': [47.5, 1] }",
        "  |                 ^^^^^^",
    ]
    assert to_text_with_line(first).count("\n") == 2


def test_github_gets_one_line_a_finding_and_no_waived_one(tmp_path: Path) -> None:
    found = findings(tmp_path)
    written = to_github(found).splitlines()
    assert len(written) == len(found) - 1
    assert written[0].endswith(",line=2,col=17,title=MAP012::hex 1419: no such hex (2.1(3))")
    assert "map%2C 1 ü.yaml" in written[0]
    assert "%0D%0A::error::%250A" in written[1]
    assert written[4] == "::warning file=M.vmod,title=MOD010::buildFile.xml:4: inside"


@given(FINDINGS)
@settings(max_examples=60)
def test_a_finding_is_one_command_whatever_it_says(finding: Finding) -> None:
    text = to_github([finding])
    assert text.count("\n") == (finding.waived is None)
    assert "\r" not in text


def test_a_section_is_a_table_in_columns() -> None:
    assert section_text(SECTIONS[0]).splitlines()[2:4] == [
        "step  verdict  why",
        "   3  illegal  ZOC <b>; second line",
    ]


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_has_every_standing_finding(form: Format, tmp_path: Path) -> None:
    found = findings(tmp_path)
    text = render(form, found, codes=CODES, sections=SECTIONS)
    for finding in found:
        if finding.message.isprintable() and finding.waived is None:
            assert finding.message in text


@given(st.lists(FINDINGS, max_size=4), st.sampled_from(FORMATS))
@settings(max_examples=40)
def test_no_form_fails(found: list[Finding], form: Format) -> None:
    assert render(form, found, codes=CODES) == render(form, found, codes=CODES)


def test_a_report_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    write_atomically(path, "naïve\n")
    assert path.read_bytes() == "naïve\n".encode()
    assert [item.name for item in tmp_path.iterdir()] == ["report.html"]
    with pytest.raises(InputError) as error:
        write_atomically(tmp_path / "no" / "such" / "folder.html", "x")
    assert error.value.findings[0].code == "OUT001"


def test_a_waived_finding_weighs_nothing() -> None:
    from toolkit.diagnostics.render import summary

    waived = Finding("SRC001", Severity.ERROR, "x", waived="so printed")
    assert summary([waived]) == "no findings, 1 waived"


@pytest.mark.parametrize("form", FORMATS)
def test_bytes_of_no_utf8_do_no_harm(form: Format, tmp_path: Path) -> None:
    finding = Finding("SRC001", Severity.ERROR, "name \udcff", Place("f\udcfe"), data={"a": "\udcfd"})
    text = render(form, [finding], title="\udcfc")
    write_atomically(tmp_path / "report", text)
    assert "name ?" in (tmp_path / "report").read_text(encoding="utf-8")


def test_what_is_said_of_many_lines_is_said_once() -> None:
    """Text names the other lines; JSON keeps a finding for each, and so does the summary."""
    at = [Finding("SRC020", Severity.ERROR, "no nation 'x'", Place("a.yaml", line, 5)) for line in (3, 4, 9)]
    other = [
        replace(at[0], message="no nation 'y'"),
        replace(at[0], place=Place("b.yaml", 3, 5)),
        replace(at[0], place=Place(None, None)),
    ]
    shown = render("text", [*at, *other, other[2]])
    assert shown.count("no nation 'x'") == 4
    assert "a.yaml:3:5: error SRC020 no nation 'x'; also in lines 4, 9\n" in shown
    assert shown.endswith("7 errors\n")
    assert render("json", at).count("no nation 'x'") == 3
    assert [one.message for one in folded(at[:2])] == ["no nation 'x'; also in line 4"]
