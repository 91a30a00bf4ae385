"""``python -m tests.unused``: the names of toolkit/ and tests/ that nothing uses; exit status 1 for any.

A use is a place that reads the name: in its own module outside its definition, or in another module that
imports it.  A method or a property is used where any module reads an attribute of that name.  Names that are
found in another way are used too:

* what a decorator registers (commands, rules, checks), and what is known by its signature: the effects of
  actions in the registry, and functions that take an `action` where `by_kind` asks for them;
* what the core asks a game's modules for by name, and tables of a name that a loop over modules reads:
  wherever an attribute of that name is read;
* methods of a class whose base is another package's, or that looks its methods up by name, and names with two
  underscores on both sides; what ``__all__`` lists, and what the text of a program imports;
* what docs/ shows as code, with the methods of its classes: the public interface.

What only tests use belongs to the tests; there what pytest collects is used.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE, TESTS = "toolkit", "tests"
ROOMS = {
    "audit.audit", "data.charts", "data.checking", "gestures", "module.build", "module.charts",
    "play.recording", "rules", "rules.figures", "rules.whole",
}  # fmt: skip
"""Modules of a game whose names the core asks for without an import (`toolkit.plugins`)."""

_PLAIN = {
    "cache", "cached_property", "classmethod", "contextmanager", "dataclass", "lru_cache", "overload",
    "property", "runtime_checkable", "staticmethod", "total_ordering",
}  # fmt: skip
"""Decorators that register nothing."""

_BASES = {
    "Enum",
    "IntEnum",
    "StrEnum",
    "Flag",
    "NamedTuple",
    "Protocol",
    "Generic",
    "Exception",
    "ValueError",
}

_ENTRIES = {"unprovable"}
"""What makes an entry of a book of rules, which finds it by its type."""

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class Module:
    """One file: its dotted name, its path, and its syntax tree."""

    name: str
    path: Path
    tree: ast.Module

    @cached_property
    def definitions(self) -> dict[str, Definition]:
        """Names that its statements bind, but for imports."""
        found: dict[str, Definition] = {}
        for statement in _statements(self.tree.body):
            for name in _bound(statement):
                found[name] = statement
        return found

    @cached_property
    def imports(self) -> dict[str, str]:
        """Names that it imports from the packages, at any depth, and the dotted names of what they are."""
        found: dict[str, str] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in (PACKAGE, TESTS):
                found |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        return found

    def holds_class(self, name: str) -> bool:
        """Return whether a name is a class of the package's own, or one of the library that names nothing."""
        own = name in self.imports or isinstance(self.definitions.get(name), ast.ClassDef)
        return own or name in _BASES


def _statements(body: Iterable[ast.stmt]) -> Iterator[Definition]:
    for statement in body:
        if isinstance(statement, Definition):
            yield statement
        elif isinstance(statement, ast.If | ast.Try):
            yield from _statements([*statement.body, *statement.orelse])


def _bound(statement: Definition) -> list[str]:
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
    return [statement.name]


def modules(root: Path = ROOT, *packages: str) -> dict[str, Module]:
    """Return the modules of packages, by default the product's, by their dotted names."""
    found = {}
    for path in sorted(path for name in packages or (PACKAGE,) for path in (root / name).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = Module(name, path.relative_to(root), ast.parse(path.read_text(encoding="utf-8")))
    return found


def shown(root: Path = ROOT) -> set[str]:
    """Return the names that the docs show as code: imported, called, of a module or an object, or alone."""
    pages = [*(root / "docs").rglob("*.md"), root / "README.md"]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages if page.is_file())
    programs = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    inline = re.findall(r"`([\w.]+)(?:\(.*?\))?`", text) + re.findall(
        r"^\.\. auto\w+:: (\S+)", text, re.MULTILINE
    )
    in_programs = re.findall(r"\w+", "\n".join(programs))
    return {*in_programs, *(part for name in inline for part in name.split("."))}


class Uses:
    """What the modules of a package read: names of modules, and attributes of whatever it may be."""

    def __init__(self, known: Mapping[str, Module]) -> None:
        self._known = known
        self.names: set[str] = set()
        self.attributes: dict[str, set[int]] = {}
        for module in known.values():
            self._read(module)

    def _read(self, module: Module) -> None:
        names = {id(node): name for name, node in module.definitions.items()}
        for statement in module.tree.body:
            own = names.get(id(statement), "")
            for node in ast.walk(statement):
                match node:
                    case ast.Name(id=name, ctx=ast.Load()) if name in module.imports:
                        self.names.add(self._home(module.imports[name]))
                    case ast.Name(id=name, ctx=ast.Load()) if name != own:
                        self.names.add(f"{module.name}.{name}")
                    case ast.keyword(arg="bound", value=ast.Constant(value=name)):
                        self.names.add(f"{module.name}.{name}")
                    case ast.Constant(value=str(text)) if own == "__all__":
                        self.names.add(f"{module.name}.{text}")
                    case ast.Constant(value=str(text)) if "import " in text:
                        found = re.findall(r"from ([\w.]+) import (\w+)", text)
                        self.names.update(f"{owner}.{name}" for owner, name in found)
                    case ast.Attribute(value=value, attr=name):
                        self.attributes.setdefault(name, set()).add(id(node))
                        owner = module.imports.get(_dotted(value))
                        if owner is not None:
                            self.names.add(self._home(f"{owner}.{name}"))

    def _home(self, name: str) -> str:
        """Return the dotted name under which something is defined, whichever module passes it on."""
        module, _, last = name.rpartition(".")
        while module in self._known and last not in self._known[module].definitions:
            passed_on = self._known[module].imports.get(last)
            if passed_on is None or passed_on == f"{module}.{last}":
                break
            module, _, last = passed_on.rpartition(".")
        return f"{module}.{last}"


def unused(known: Mapping[str, Module], documented: set[str], package: str = PACKAGE) -> list[str]:
    """Return ``path:line: name`` of everything in a package that none of the known modules uses."""
    uses, by_kind = Uses(known), _found_by_kind(known.values())
    found = []
    for module in (module for name, module in known.items() if name.split(".")[0] == package):
        for name, node in module.definitions.items():
            if name.startswith("__") or name in documented | by_kind or _is_registered(node):
                continue
            if package == TESTS and name.startswith(("test", "Test", "pytest")):
                continue
            asked = name in uses.attributes and (name.isupper() or _is_room(module.name))
            if f"{module.name}.{name}" not in uses.names and not asked:
                found.append(f"{module.path}:{node.lineno}: {name}")
        for node in module.definitions.values():
            if (
                isinstance(node, ast.ClassDef)
                and not (node.name in documented or (package == TESTS and node.name.startswith("Test")))
                and all(map(module.holds_class, _bases(node)))
                and "getattr(self, f" not in ast.unparse(node)
            ):
                methods = _unused_methods(node, uses, documented | by_kind)
                found += (f"{module.path}:{line}: {node.name}.{name}" for name, line in methods)
    return found


def _unused_methods(owner: ast.ClassDef, uses: Uses, documented: set[str]) -> Iterator[tuple[str, int]]:
    for node in owner.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
            own = {id(inner) for inner in ast.walk(node)}
            if not uses.attributes.get(node.name, set()) - own and node.name not in documented:
                yield node.name, node.lineno


def _dotted(node: ast.expr) -> str:
    """Return a name with dots, "" for any other expression."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            owner = _dotted(value)
            return owner and f"{owner}.{name}"
    return ""


def _is_room(module: str) -> bool:
    of_game = re.fullmatch(rf"{PACKAGE}\.games\.\w+\.([\w.]+)", module)
    if module == f"{PACKAGE}.play.declared" or module.startswith(f"{TESTS}.bench.bench_"):
        return True
    return of_game is not None and of_game[1] in ROOMS


def _bases(owner: ast.ClassDef) -> list[str]:
    return [ast.unparse(base).partition("[")[0] for base in owner.bases]


def _is_registered(node: Definition) -> bool:
    """Return whether something else finds a definition: a decorator, or the signature of an effect."""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        return isinstance(node.value, ast.Call) and ast.unparse(node.value.func) in _ENTRIES
    names = {ast.unparse(each).partition("(")[0].rpartition(".")[2] for each in node.decorator_list}
    if names - _PLAIN:
        return True
    if isinstance(node, ast.ClassDef) or len(node.args.args) != 2 or node.returns is None:
        return False
    hints = [ast.unparse(each.annotation) for each in node.args.args if each.annotation is not None]
    return ast.unparse(node.returns) == "None" and hints[:1] == ["Position"]


def _found_by_kind(known: Iterable[Module]) -> set[str]:
    """Return the names of functions that are found by the kind of action that they take."""
    asking = [module for module in known if "toolkit.rules.kinds.by_kind" in module.imports.values()]
    functions = [
        node for module in asking for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef)
    ]
    return {
        node.name for node in functions if any(each.arg.strip("_") == "action" for each in node.args.args)
    }


def main() -> int:
    """Print what nothing uses."""
    every = modules(ROOT, PACKAGE, TESTS)
    product = {name: module for name, module in every.items() if name.split(".")[0] == PACKAGE}
    found = unused(product, shown()) + unused(every, set(), TESTS)
    print(
        "\n".join(found)
        or "Everything in toolkit/ is used there or shown in docs/, everything in tests/ is used."
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
