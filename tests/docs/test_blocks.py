"""Each block of the docs is what it says; commands and programs are run by `test_commands.py`."""

from __future__ import annotations

import json
import re
import tomllib
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
import yaml
from lxml import etree

from tests.docs.blocks import REASONS, ROOT, Block, Line, blocks, lines, pages
from toolkit.cli.main import toolkit
from toolkit.source.document import parse_yaml
from toolkit.source.schema import check_schema

BLOCKS = [block for page in pages() for block in blocks(page)]
LINES = [line for block in BLOCKS if block.language == "sh" for line in lines(block)]

LANGUAGES = {"sh", "text", "python", "yaml", "xml", "toml", "sql"}
FOR_SPHINX = {"{toctree}", "{include} ../CONTRIBUTING.md", "{include} ../CHANGELOG.md", "{eval-rst}"}
# Programs of every system that a reader has at hand.
SYSTEM = {"cd", "cp", "echo", "eval", "mkdir", "mv", "pip", "pipx", "sed", "uvx", "$EDITOR"}

# What blocks of a page without a first line of their own are: parts of a file.
SCHEMA_OF_PAGE = {
    "docs/area_maps.md": "area_map",
    "docs/audit.md": "referee_rulings",
    "docs/declared.md": "rules",
    "docs/errata.md": "errata",
    "docs/import.md": "imported_pieces",
    "docs/source_format.md": "map",
    "docs/validate.md": "waivers",
    "docs/your_map.md": "game",
}
# Written from examples that have tests of their own.
TESTED_ELSEWHERE = {
    "docs/checks.md": "tests/validate/test_examples.py",
    "docs/mechanisms.md": "tests/rules/declared/test_book.py",
}
# Keywords that ask for more of a file than a part of it has.
WHOLE = {"required", "not", "dependentRequired"}
# Files of other programs.
FOREIGN = {".github/workflows/modules.yml", ".pre-commit-config.yaml"}


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_block_says_what_it_is_and_text_hides_no_command(page: Path) -> None:
    for block in blocks(page):
        assert block.language in LANGUAGES | FOR_SPHINX, block
        if block.language == "text" and block.page != "docs/commands.md":
            hidden = re.search(
                r"^(\.venv/bin/)?(toolkit|make|python -m|pip|pipx) (?!LOG\b)(\S+)", block.text, re.M
            )
            assert hidden is None or "..." in block.text, f"{block}: {hidden and hidden[0]}: label it sh"


@pytest.mark.parametrize("line", LINES, ids=str)
def test_every_command_is_one_that_there_is(line: Line) -> None:
    if line.why_not:
        plain = line.command.replace(".venv/bin/", "")
        assert re.fullmatch(REASONS[line.why_not], plain), f"{line}: may not say {line.why_not!r}"
    program, *arguments = line.words
    if program == "toolkit":
        understood(arguments)
    elif program == "python":
        assert arguments[0] == "-m"
        assert find_spec(arguments[1])
    elif program == "make":
        targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
        assert arguments[0] in targets
    else:
        assert program in SYSTEM or program.startswith("_TOOLKIT_COMPLETE")


def understood(arguments: list[str]) -> None:
    """Fail when the command line would not take these arguments, whatever files there are."""
    context = click.Context(toolkit, info_name="toolkit")
    _, _, rest = toolkit.make_parser(context).parse_args(arguments)
    group: click.Command = toolkit
    while isinstance(group, click.Group) and rest:
        name, *rest = rest
        found = group.get_command(context, name)
        assert found is not None, name
        context, group = click.Context(found, info_name=name, parent=context), found
        if isinstance(found, click.Group):
            continue
        _, left, _ = found.make_parser(context).parse_args(list(rest))
        assert not left, left


def partly(schema: str) -> jsonschema.protocols.Validator:
    """Return a validator that asks for no key to be there."""

    def eased(value: Any) -> Any:
        if isinstance(value, list):
            return [eased(item) for item in value]
        if isinstance(value, dict):
            keys = {"oneOf": "anyOf"}
            return {keys.get(key, key): eased(item) for key, item in value.items() if key not in WHOLE}
        return value

    content = json.loads((ROOT / "schema" / f"{schema}.schema.json").read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(eased(content))


def schema_of_file(path: str) -> str:
    """Return the schema of a source file, by the catalogue that editors have."""
    catalogue = json.loads((ROOT / "schema" / "catalogue.json").read_text(encoding="utf-8"))["schemas"]
    whole = path if "source_data/" in path else f"source_data/game/{path}"
    for entry in catalogue:
        yes = [glob for glob in entry["fileMatch"] if not glob.startswith("!")]
        no = [glob[1:] for glob in entry["fileMatch"] if glob.startswith("!")]
        if any(fnmatch(f"/{whole}", glob) for glob in yes) and not any(fnmatch(f"/{whole}", g) for g in no):
            return str(entry["url"]).rpartition("/")[2].removesuffix(".schema.json")
    raise ValueError(f"no schema is for {path}")


YAML = [b for b in BLOCKS if b.language == "yaml" and b.page not in TESTED_ELSEWHERE]


@pytest.mark.parametrize("block", YAML, ids=str)
def test_every_piece_of_yaml_fits_its_schema(block: Block) -> None:
    first = block.text.splitlines()[0]
    data = parse_yaml(block.text, str(block)).data
    file = re.match(r"# (\S+\.ya?ml)(:)?", first)
    named = re.search(r"\$schema=\S*?(\w+)\.schema\.json", first)
    if file and file[1] in FOREIGN:
        return
    if file and not file[2]:
        check_schema(parse_yaml(block.text, str(block)), f"{schema_of_file(file[1])}.schema.json")
        return
    if file:
        validator = partly(schema_of_file(file[1]))
    else:
        validator = partly(named[1] if named else SCHEMA_OF_PAGE[block.page])
    assert [f"{error.json_path}: {error.message}" for error in validator.iter_errors(data)] == []


@pytest.mark.parametrize("page", sorted({b.page for b in BLOCKS if b.language in ("xml", "toml")}))
def test_every_piece_of_xml_and_toml_is_well_formed(page: str) -> None:
    for block in blocks(ROOT / page):
        if block.language == "toml":
            assert tomllib.loads(block.text)
        elif block.language == "xml":
            assert etree.fromstring(f"<all>{block.text}</all>") is not None


@pytest.mark.parametrize(("page", "test"), TESTED_ELSEWHERE.items())
def test_generated_examples_have_a_test_of_their_own(page: str, test: str) -> None:
    assert (ROOT / test).is_file()
    for block in blocks(ROOT / page):
        if block.language == "yaml":
            assert list(yaml.compose_all(block.text)), block
