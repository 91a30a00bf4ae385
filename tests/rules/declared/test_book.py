"""Schema, manual and book are written from the mechanisms; every mechanism is used by a game that plays."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from tests.rules.declared.games import FOLDERS, compiled, rules
from toolkit.resources import schemas
from toolkit.rules.declared.manual import mechanisms_page
from toolkit.rules.declared.names import ROLES
from toolkit.rules.declared.reading import attributes, descriptions, parts_of, read
from toolkit.rules.declared.schema import schema_text
from toolkit.rules.declared.vocabulary import MECHANISMS, Mechanism
from toolkit.rules.registry import HEADINGS


def test_the_schema_is_fresh() -> None:
    assert (schemas() / "rules.schema.json").read_text(encoding="utf-8") == schema_text()


def test_every_mechanism_is_used_by_a_game() -> None:
    used = {clause.mechanism for name in FOLDERS for clause in compiled(name).rules}
    assert set(MECHANISMS) - used == {"note"}


@pytest.mark.parametrize("mechanism", MECHANISMS.values(), ids=lambda mechanism: mechanism.name)
def test_every_parameter_is_described(mechanism: Mechanism) -> None:
    for kind in (mechanism.type, *parts_of(mechanism.type).values()):
        assert set(descriptions(kind)) == set(attributes(kind)), kind


def test_every_name_has_a_role_that_exists() -> None:
    for kind, roles in ROLES.items():
        assert set(roles) <= {field.name for field in dataclasses.fields(kind)}


@pytest.mark.parametrize("name", FOLDERS)
def test_every_clause_is_read_into_its_mechanism(name: str) -> None:
    for clause in compiled(name).rules:
        assert isinstance(read(MECHANISMS[clause.mechanism].type, clause.parameters), object)


@pytest.mark.parametrize("name", FOLDERS)
def test_the_book_has_every_clause_with_its_page(name: str) -> None:
    book = rules(name).book
    assert [entry.number for entry in book] == [clause.number for clause in compiled(name).rules]
    for entry in book:
        said = dict(entry.sections)
        assert list(said) == [heading for heading in HEADINGS if heading in said]
        assert said["What it checks"]
        assert all(said.values())
        assert ("Unclear points" in said) is bool(entry.unclear)


def test_the_manual_shows_each_mechanism_with_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[3])
    page = mechanisms_page()
    for name in MECHANISMS:
        assert f"### `{name}`" in page
    assert page.count("```yaml") == len(MECHANISMS) - 1
