"""Which tests speak of which rule."""

from __future__ import annotations

from pathlib import Path

from toolkit.rules.tested import find_tests


def test_tests_are_found_by_name_docstring_and_words(tmp_path: Path) -> None:
    """The index reads names, first lines and literals, and nothing else."""
    (tmp_path / "test_x.py").write_text(
        'CASES = {"71.2(1)1 city": 1}\n'
        "def test_72_2_1_3_infantry() -> None: ...\n"
        'def test_a() -> None:\n    """73.2(4), 74.3: far."""\n'
        'def test_b() -> None:\n    """Nothing.\n\n    75.0 is not meant."""\n    assert x == ("76.1",)\n'
        'def helper() -> None:\n    assert x == ("76.4",)\n',
        encoding="utf-8",
    )
    numbers = ("71.2(1)1", "72.2(1)3", "73.2(4)", "74.3", "75.0", "76.1", "76.4", "72.2(1)")
    assert find_tests(tmp_path, numbers) == {
        "71.2(1)1": ("test_x.py::CASES",),
        "72.2(1)3": ("test_x.py::test_72_2_1_3_infantry",),
        "73.2(4)": ("test_x.py::test_a",),
        "74.3": ("test_x.py::test_a",),
        "75.0": (),
        "76.1": ("test_x.py::test_b",),
        "76.4": (),
        "72.2(1)": (),
    }
