"""``python -m tests.counting [COMMIT...]``: how many lines of code the product, the tests and each game have.

Without a commit the working tree is counted; of several, the last is also held against the first.  A line of
code has more than blanks and comments on it and belongs to no import and no docstring.

``python -m tests.counting --clause GAME NUMBER [COMMIT]`` lists the files that mention a clause by its
printed number: what somebody reads or touches when an erratum changes it.  Pages that a command writes are
left out.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tarfile
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tests.counted import table

ROOT = Path(__file__).parents[1]
CORE = "core"
PRODUCT, TESTS = "product", "tests"
OTHERS: Mapping[str, str] = {".yaml": "YAML", ".java": "Java", ".js": "JavaScript"}
WRITTEN = re.compile(r"docs/(rules/.*|bench|checks|commands|findings)\.md|CHANGELOG\.md|.*\.json")
"""What nobody touches by hand when a clause changes."""

_NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip
_ROOMS: tuple[tuple[str, str], ...] = (
    ("source_data/", "data"),
    ("tests/oracle/", "second reading"),
    ("tests/", "tests"),
    ("toolkit/rules/", "rules"),
    ("toolkit/games/", "rules"),
    ("toolkit/", "rest of the product"),
    ("schema/", "data"),
)


@dataclass(frozen=True, slots=True)
class Tree:
    """The text files of the project at one time: the commit's name, and path → text."""

    name: str
    files: Mapping[str, str]

    @property
    def games(self) -> list[str]:
        """The games that have data, which name the games' folders everywhere else."""
        return sorted({path.split("/")[1] for path in self.files if path.startswith("source_data/")})

    def game_of(self, path: str) -> str:
        """Return the game whose name a path holds as a word, or `CORE`."""
        words = re.split(r"[/.]", path)
        for game in self.games:
            if any(re.search(rf"(?<![a-z0-9]){game}(?![a-z0-9])", word) for word in words):
                return game
        return CORE


def working_tree(root: Path = ROOT) -> Tree:
    """Return the files as they stand, those that git ignores left out."""
    listed = _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    paths = [path for path in listed.decode().split("\0") if path and (root / path).is_file()]
    return Tree("working tree", dict(_texts((path, (root / path).read_bytes()) for path in paths)))


def committed(commit: str, root: Path = ROOT) -> Tree:
    """Return the files of a commit, without touching the working tree."""
    with tarfile.open(fileobj=io.BytesIO(_git(root, "archive", "--format=tar", commit))) as archive:
        members = [(member, archive.extractfile(member)) for member in archive]
        return Tree(commit, dict(_texts((member.name, file.read()) for member, file in members if file)))


def _git(root: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True).stdout


def _texts(files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, str]]:
    for path, data in files:
        try:
            yield path, data.decode("utf-8")
        except UnicodeDecodeError:
            continue


def python_lines(text: str) -> int:
    """Return how many lines of a Python file hold code that is neither docstring nor import."""
    lines = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt) and _is_apart(node):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def _is_apart(node: ast.stmt) -> bool:
    """Return whether a statement is an import or a string that stands alone (a docstring)."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return isinstance(node, ast.Import | ast.ImportFrom)


def other_lines(suffix: str, text: str) -> int:
    """Return how many lines of a YAML, Java or JavaScript file hold more than blanks, comments, imports."""
    if suffix == ".yaml":
        return sum(1 for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    apart = re.compile(r"\s*($|//|import\b|package\b)")
    return sum(1 for line in bare.splitlines() if not apart.match(line))


def counts(tree: Tree) -> Counter[tuple[str, str]]:
    """Return lines of code by game (or `CORE`) and by part: product, tests, or another language."""
    found: Counter[tuple[str, str]] = Counter()
    for path, text in tree.files.items():
        suffix = PurePosixPath(path).suffix
        if suffix == ".py":
            part = PRODUCT if path.startswith("toolkit/") else TESTS
            found[tree.game_of(path), part] += python_lines(text)
        elif suffix in OTHERS:
            found[tree.game_of(path), OTHERS[suffix]] += other_lines(suffix, text)
    return found


def tables(trees: Iterable[Tree]) -> Iterator[str]:
    """Yield a table for each tree, and what the last is of the first where there are several."""
    sums = []
    for tree in trees:
        found = counts(tree)
        rows = [_row(found, [game], game) for game in (CORE, *tree.games)]
        total = _row(found, [CORE, *tree.games], "all")
        sums.append(total)
        yield f"{tree.name}\n\n{table(['', PRODUCT, TESTS, 'both', *OTHERS.values()], [*rows, total])}"
    if len(sums) > 1:
        shares = zip(sums[0][1:4], sums[-1][1:4], (PRODUCT, TESTS, "both"), strict=True)
        said = ", ".join(f"{name} {int(last) / int(first):.3f}" for first, last, name in shares)
        yield f"last of first: {said}"


def _row(found: Counter[tuple[str, str]], games: Iterable[str], name: str) -> list[str | int]:
    def lines(part: str) -> int:
        return sum(found[game, part] for game in games)

    product, tests = lines(PRODUCT), lines(TESTS)
    return [name, product, tests, product + tests, *(lines(part) for part in OTHERS.values())]


def mentions(tree: Tree, game: str, clause: str) -> list[tuple[str, str]]:
    """Return room and path of each file of a game or of the core that names a clause, by room.

    A longer number that begins with the clause's is another clause, and a number in Python code is none.
    """
    named = re.compile(rf"(?<![\w.]){re.escape(clause)}(?!\d|\.\d|[(\[]\d|\w)")
    found = []
    for path, text in tree.files.items():
        if WRITTEN.fullmatch(path) or tree.game_of(path) not in (game, CORE):
            continue
        if named.search(_said(text) if path.endswith(".py") else text):
            room = next((name for start, name in _ROOMS if path.startswith(start)), "docs")
            found.append((room, path))
    return sorted(found)


def _said(text: str) -> str:
    """Return the strings and comments of a Python file."""
    spoken = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return "\n".join(token.string for token in tokens if token.type in spoken)


def main(arguments: list[str]) -> int:
    """Print the tables, or the files that mention a clause; of anything else how it is used."""
    clause_asked = arguments[:1] == ["--clause"]
    commits = arguments[3:] if clause_asked else arguments
    if (clause_asked and len(arguments) not in (3, 4)) or any(word.startswith("-") for word in commits):
        print(__doc__)
        return 0 if arguments in (["-h"], ["--help"]) else 2
    if clause_asked:
        game, clause, *rest = arguments[1:]
        tree = committed(rest[0]) if rest else working_tree()
        found = mentions(tree, game, clause)
        by_hand = [room for room, _ in found if room not in ("docs", "second reading")]
        print("\n".join(f"{room}: {path}" for room, path in found))
        print(f"{len(found)} files, {len(by_hand)} without docs and the second reading")
        return 0
    trees = [committed(commit) for commit in arguments] or [working_tree()]
    print("\n\n".join(tables(trees)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
