"""What counts as a line of code, whose it is, and where a clause is named."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.counting import (
    CORE,
    PRODUCT,
    TESTS,
    Tree,
    committed,
    counts,
    main,
    mentions,
    other_lines,
    python_lines,
    tables,
    working_tree,
)

CODE = '''"""A module,
of two lines."""

import os
from pathlib import (
    Path,
)

LIMIT = 3  # counted
"""What a limit is."""


def told(
    one: int,
) -> str:
    """Return it."""
    # Said aside.
    return """a text

    that is no docstring"""
'''
GAME = {
    "source_data/go/game.yaml": "id: go  # short\n\n# nothing\nname: Go\n",
    "toolkit/rules/go/stones.py": "from a import b\nx = 1\n",
    "toolkit/rules/goods.py": "x = 1\ny = 2\n",
    "tests/test_go_stones.py": '"""2.1(3): a stone."""\nx = 1\n',
}


def test_docstrings_blanks_comments_and_imports_do_not_count() -> None:
    assert python_lines(CODE) == 7


def test_a_text_that_is_handed_on_counts_whole() -> None:
    assert python_lines('say("""a\n\nb""")\n') == 3


@pytest.mark.parametrize(
    ("suffix", "text", "lines"),
    [
        (".yaml", "a: 1\n\n  # b\nc: '# d'\n", 2),
        (".java", "package a;\n\nimport b;\n/* c\n d */\n// e\nclass F {}\n", 1),
        (".js", "import a from 'b';\nlet c = 1; // d\n", 1),
    ],
)
def test_other_languages(suffix: str, text: str, lines: int) -> None:
    assert other_lines(suffix, text) == lines


def test_lines_belong_to_the_game_that_a_path_names() -> None:
    found = counts(Tree("made", GAME))
    assert found == {("go", PRODUCT): 1, (CORE, PRODUCT): 2, ("go", TESTS): 1, ("go", "YAML"): 2}


def test_the_last_tree_is_held_against_the_first() -> None:
    less = {**GAME, "toolkit/rules/goods.py": "x = 1\n"}
    *_, shares = tables([Tree("old", GAME), Tree("new", less)])
    assert shares == "last of first: product 0.667, tests 1.000, both 0.750"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('"""2.1(3): this."""', True),
        ("x = 1  # 2.1(3)", True),
        ('"so (2.1(3))"', True),
        ('"2.1(3)1"', False),
        ('"12.1(3)"', False),
        ('"2.1(3)(4)"', False),
        ("x = [2.1, (3)]", False),
    ],
)
def test_a_clause_is_named_by_its_whole_number(text: str, named: bool) -> None:
    tree = Tree("made", {"source_data/go/game.yaml": "", "toolkit/rules/go/stones.py": text})
    expected = [("rules", "toolkit/rules/go/stones.py")] if named else []
    assert mentions(tree, "go", "2.1(3)") == expected


def test_files_of_another_game_and_written_pages_are_left_out() -> None:
    other = {"source_data/chess/game.yaml": "2.1(3)", "docs/rules/go.md": "2.1(3)", "docs/go.md": "2.1(3)"}
    assert mentions(Tree("made", {**GAME, **other}), "go", "2.1(3)") == [
        ("docs", "docs/go.md"),
        ("tests", "tests/test_go_stones.py"),
    ]


def test_a_commit_is_read_without_touching_the_files(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    (tmp_path / "a.py").write_text("x = 1\n")
    git("add", ".")
    git("commit", "-m", "one")
    (tmp_path / "a.py").write_text("x = 1\ny = 2\n")
    assert committed("HEAD", tmp_path).files == {"a.py": "x = 1\n"}
    assert working_tree(tmp_path).files == {"a.py": "x = 1\ny = 2\n"}


@pytest.mark.parametrize(
    ("arguments", "status"), [(["--help"], 0), (["--often"], 2), (["--clause", "storm"], 2)]
)
def test_what_is_not_understood_prints_how_it_is_used(
    arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == status
    assert "python -m tests.counting" in capsys.readouterr().out
