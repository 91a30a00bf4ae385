"""JSON Schema 2020-12 checks that say where, what was found, what is allowed and what was meant."""

from __future__ import annotations

import difflib
import functools
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from toolkit.diagnostics import Finding, InputError, Place, Severity
from toolkit.resources import schemas
from toolkit.source.document import Document

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

# After this many faults of one file the rest are most often consequences of the first.
MAX_FAULTS = 20
_SHOWN = 60
_FEW = 20


def nearest(name: str, allowed: Iterable[str]) -> str | None:
    """Return the allowed name most like `name`, or None when none is near."""
    found = difflib.get_close_matches(name, sorted(allowed), n=1, cutoff=0.6)
    return found[0] if found else None


def suggestion(name: str, allowed: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"``, or nothing when no allowed name is near."""
    found = nearest(name, allowed)
    return f"; did you mean '{found}'?" if found else ""


def check_schema(document: Document, schema: str) -> None:
    """Check a document against a schema of the ``schema`` folder.

    Parameters
    ----------
    schema : str
        File name inside the folder, e.g. ``"towns.schema.json"``.

    Raises
    ------
    InputError
        One SRC010 finding for each fault, at most `MAX_FAULTS`, then one SRC011 that counts the rest.
    """
    errors = sorted(_validator(schema).iter_errors(document.data), key=_order)
    described = [finding for error in errors for finding in _describe(error, document)]
    # Several keys that one needs are one fault each to the checker, in the same words.
    findings = list({(finding.place, finding.message): finding for finding in described}.values())
    if not findings:
        return
    left = len(findings) - MAX_FAULTS
    shown = findings[:MAX_FAULTS]
    if left > 0:
        shown.append(
            Finding("SRC011", Severity.ERROR, f"{left} more faults not shown", Place(file=document.file))
        )
    raise InputError(shown)


@functools.cache
def _validator(schema: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator, validators  # noqa: PLC0415  (slow; not all read sources)

    content = json.loads((schemas() / schema).read_text(encoding="utf-8"))
    extend: Callable[..., type[Draft202012Validator]] = validators.extend
    return extend(Draft202012Validator, {"allOf": _all_of})(_written_out(content, content))


def _all_of(
    checker: Draft202012Validator, branches: Sequence[dict[str, Any]], instance: object, _: object
) -> Iterator[ValidationError]:
    """Yield the errors of ``allOf``, without trying the branches for other words than stand here.

    Of rules and counters each word has a branch of its own, and trying all takes most of the time.
    """
    for index, branch in enumerate(branches):
        if not _for_another_word(branch, instance):
            yield from checker.descend(instance, branch, schema_path=index)


def _for_another_word(branch: dict[str, Any], instance: object) -> bool:
    """Return whether a branch is an ``if`` without ``else`` that asks for a word which a key has not."""
    asked = branch.get("if", {}).get("properties", {})
    return "else" not in branch and any(
        isinstance(instance, dict) and isinstance(instance.get(key), str) and instance[key] != what["const"]
        for key, what in asked.items()
        if isinstance(what.get("const"), str)
    )


def _written_out(value: Any, root: dict[str, Any]) -> Any:
    """Return a schema with every ``$ref`` replaced by what it names: looking them up costs half the time.

    Schemas refer to their own ``$defs`` only, and definitions do not refer to themselves, so this ends.
    """
    if isinstance(value, list):
        return [_written_out(item, root) for item in value]
    if not isinstance(value, dict):
        return value
    rest = {key: _written_out(item, root) for key, item in value.items() if key not in ("$ref", "$defs")}
    if "$ref" not in value:
        return rest
    target = root["$defs"][str(value["$ref"]).removeprefix("#/$defs/")]
    # Beside a reference stand descriptions only; they speak of this place.
    return {**_written_out(target, root), **rest}


def _order(error: ValidationError) -> tuple[str, str]:
    return ("/".join(f"{p:08}" if isinstance(p, int) else str(p) for p in error.absolute_path), error.message)


def _describe(error: ValidationError, document: Document) -> list[Finding]:
    """Return the findings of one schema error: usually one, several for several unknown keys."""
    error = _deepest(error)
    path = tuple(error.absolute_path)
    if error.validator in {"additionalProperties", "unevaluatedProperties"}:
        return [
            _finding(document.key_place(*path, key), _unknown_key(key, error), key) for key in _surplus(error)
        ]
    if "propertyNames" in error.absolute_schema_path:
        place = document.key_place(*path, str(error.instance))
        return [_finding(place, _message(error), error.instance)]
    return [_finding(document.place(*path), _message(error), error.instance)]


def _deepest(error: ValidationError) -> ValidationError:
    """Return the branch of an anyOf/oneOf that fits best: the one that fails furthest in."""
    while error.validator in ("anyOf", "oneOf") and error.context:
        # Of a number that is too small or great, which ones fit says more than what else may stand there.
        bounds = [e for e in map(_deepest, error.context) if e.validator in _BOUNDS]
        if any(e.absolute_path == error.absolute_path for e in bounds):
            return bounds[0]
        kinds = [e for e in error.context if e.validator == "type" and len(e.path) == 0]
        # Nor is a form meant whose fixed word is another one.
        fixed = [e for e in error.context if e.validator == "const" and len(e.path) == 1]
        branches = {e.schema_path[0] for e in error.context} - {e.schema_path[0] for e in (*kinds, *fixed)}
        if len(branches) > 1:
            # A list with a wrong entry is nearer to a list than to anything else.
            branches = {e.schema_path[0] for e in error.context if e.path and e.schema_path[0] in branches}
        inner = [e for e in error.context if e.schema_path[0] in branches]
        if len(branches) != 1 or not inner:
            return error
        best = max(inner, key=lambda e: (len(e.path), e.validator != "required"))
        if not best.path and best.validator == "enum" and _title(error):
            return error  # the words alone would hide what else may stand there
        error = best
    return error


def _surplus(error: ValidationError) -> list[str]:
    schema = error.schema
    known = set(schema.get("properties", {})) if isinstance(schema, dict) else set()
    return [key for key in _members(error) if key not in known]


def _members(error: ValidationError) -> list[str]:
    found: Any = error.instance
    return [str(key) for key in found] if isinstance(found, dict) else []


def _unknown_key(key: str, error: ValidationError) -> str:
    known = sorted(error.schema.get("properties", {})) if isinstance(error.schema, dict) else []
    comma = "; a text with a comma in {…} or […] goes into quotes" if " " in key else ""
    return f"unknown key '{key}', allowed are {_list(known)}{suggestion(key, known)}{comma}"


def _message(error: ValidationError) -> str:
    """Return what was found and what is allowed, for one failed keyword."""
    found: Any = error.instance
    limit: Any = error.validator_value
    words = _EXPECTED.get(str(error.validator))
    if words is not None:
        return f"found {show(found)}, expected {words} {limit}"
    match error.validator:
        case "required":
            missing = [key for key in limit if key not in found]
            return f"missing key{'s' if len(missing) > 1 else ''} {_list(missing)}"
        case "type":
            return f"found {show(found)}, expected {_title(error) or _types(limit)}"
        case "enum":
            names = [str(value) for value in limit]
            hint = _hint(error, found, names) if isinstance(found, str) else ""
            if hint and len(names) > _FEW:
                return (
                    f"found {show(found)}, which is none of the {len(names)} words that may stand here{hint}"
                )
            return f"found {show(found)}, expected one of {_list(names)}{hint}"
        case "pattern":
            return f"found {show(found)}, expected {_title(error) or f'text like {limit}'}"
        case "dependentRequired":
            return _unmet(limit, found)
        case "uniqueItems":
            return f"list holds {show(_twice(found))} twice"
        case "anyOf" | "oneOf":
            return f"found {show(found)}, expected {_title(error) or _branches(error)}"
        case "not" if isinstance(limit, dict) and "title" in limit:
            return f"found {show(found)}, expected {limit['title']}"
        case _:
            return error.message


def _hint(error: ValidationError, found: str, names: Sequence[str]) -> str:
    """Return the name that is meant: one spelt nearly so, or that for another word of it (``x-also``)."""
    if difflib.get_close_matches(found, names, 1, 0.85):
        return suggestion(found, names)
    also = error.schema.get("x-also", {}) if isinstance(error.schema, dict) else {}
    meant = next((also[word] for word in found.lower().split("_") if word in also), "")
    return f"; what rulebooks call so is '{meant}'" if meant else suggestion(found, names)


_BOUNDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})

# Keyword -> the words between what was found and the keyword's own value.
_EXPECTED = {
    "const": "exactly",
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "minItems": "a number of entries of at least",
    "maxItems": "a number of entries of at most",
    "minProperties": "a number of entries of at least",
    "minLength": "a length of at least",
    "maxLength": "a length of at most",
}


def _finding(place: Place, message: str, found: object) -> Finding:
    return Finding("SRC010", Severity.ERROR, message, place, data={"found": show(found)})


def show(value: object) -> str:
    """Return a short, quoted form of a value for a message."""
    if isinstance(value, dict):
        return f"a mapping with {_list(list(value)[:4])}" if value else "an empty mapping"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None:
        return "nothing"
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else f"'{value}'"
    text = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return f"text {text}" if isinstance(value, str) else text


_TYPE_WORDS = {
    "object": "a mapping", "array": "a list", "string": "text", "number": "a number",
    "integer": "a whole number", "boolean": "true or false", "null": "nothing",
}  # fmt: skip


def _types(limit: object) -> str:
    names = [limit] if isinstance(limit, str) else list(limit) if isinstance(limit, list) else []
    return " or ".join(_TYPE_WORDS.get(str(name), str(name)) for name in names)


def _title(error: ValidationError) -> str | None:
    schema = error.schema
    title = schema.get("title") if isinstance(schema, dict) else None
    return title if isinstance(title, str) else None


def _branches(error: ValidationError) -> str:
    words = []
    branches: Any = error.validator_value
    for branch in branches:
        if isinstance(branch, dict):
            words.append(str(branch.get("title") or _types(branch.get("type", [])) or "another form"))
    return " or ".join(words)


def _list(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _unmet(needs: dict[str, list[str]], found: dict[str, object]) -> str:
    """Return which key lacks which others beside it."""
    lacking = [
        (key, [n for n in names if n not in found])
        for key, names in needs.items()
        if key in found and not set(names) <= set(found)
    ]
    return "; ".join(f"key '{key}' needs {_list(names)} beside it" for key, names in lacking)


def _twice(items: list[object]) -> object:
    return next((item for i, item in enumerate(items) if item in items[:i]), None)
