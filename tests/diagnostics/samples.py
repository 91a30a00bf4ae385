"""Findings of every kind of place, with everything that could break a form."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from toolkit.diagnostics import Cell, CodeInfo, Finding, Place, Section, Severity

NASTY = "</pre><script>alert('1')</script> & \"x\" ]]> \x1b[31m\r\n::error::%0A, done: 川"

CODES = {
    "MAP012": CodeInfo(
        "MAP012", "A tributary does not meet its river.", Severity.WARNING, "First.\n\nSecond <b>."
    ),
    "LOG010": CodeInfo("LOG010", NASTY),
}
SECTIONS = (
    Section(
        "Verdicts <1>",
        ("One move & more.",),
        ("step", "verdict", "why"),
        (
            ("3", Cell("illegal", "error"), "ZOC <b>\nsecond line"),
            ("14", Cell("legal", "good"), NASTY),
        ),
        frozenset({0}),
    ),
    Section("Bare"),
)


def findings(folder: Path) -> list[Finding]:
    """Return findings, some of them in a file that is written to `folder`."""
    path = folder / "map, 1 ü.yaml"
    path.write_text(
        "towns:\n  ставка: {hex: '1419', 'at': [47.5, 1] }\n" + "x" * 300 + "\n", encoding="utf-8"
    )
    file = path.as_posix()
    return [
        Finding("MAP012", Severity.ERROR, "no such hex", Place(file, 2, 17, "/towns/0", "1419"), "2.1(3)"),
        Finding("MAP012", Severity.WARNING, NASTY, Place(file, 3, 200)),
        Finding("MAP012", Severity.WARNING, "beyond the end", Place(file, 99, 1)),
        Finding("LOG010", Severity.INFO, "a step", Place("game.vlog", step=12), data={"a": [1, "</pre>"]}),
        Finding("MOD010", Severity.WARNING, "inside", Place("M.vmod", 4, 2, "/x", entry="buildFile.xml")),
        Finding("MOD010", Severity.ERROR, "let be", Place("M.vmod"), waived="the printed map has it <so>"),
        Finding("SRC001", Severity.ERROR, "nowhere"),
    ]


TEXTS = st.text(max_size=20)
PLACES = st.builds(
    Place,
    file=st.none() | TEXTS.filter(bool),
    line=st.none() | st.integers(1, 9),
    column=st.none() | st.integers(1, 9),
    pointer=st.none() | TEXTS.filter(bool),
    hex=st.none() | TEXTS.filter(bool),
    step=st.none() | st.integers(1, 9),
    entry=st.none() | TEXTS.filter(bool),
)
FINDINGS = st.builds(
    Finding,
    code=st.sampled_from(["MAP012", "LOG010", "SRC001"]),
    severity=st.sampled_from(Severity),
    message=TEXTS.filter(bool),
    place=PLACES,
    citation=st.none() | TEXTS,
    data=st.dictionaries(TEXTS, TEXTS | st.integers(), max_size=2),
    waived=st.none() | TEXTS.filter(bool),
)
