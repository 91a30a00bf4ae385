"""Expressions of traits and components: properties that nothing defines, what the parser chokes on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from toolkit.diagnostics import Finding, Severity
from toolkit.diagnostics.words import counted
from toolkit.validate.book import CHECKS
from toolkit.validate.engine_facts import ENGINE_PROPERTIES
from toolkit.validate.expressions import expressions, inner, is_expression, parse_steps, texts_of
from toolkit.validate.habits import Habit, Report, User, listed
from toolkit.validate.module_view import ModuleView
from toolkit.validate.nearest import nearest
from toolkit.vassal.traits import Trait, UnknownTrait

_check = partial(CHECKS.check, subject="module")

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'')
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
# A name that is no method, no field of something else, and no part of a text still to be filled in.
_NAME = re.compile(r"(?<![\w.$])([A-Za-z_]\w*)(?![\w$]|\s*\()")
_ASSIGNED = re.compile(r"(?<![\w.$])([A-Za-z_]\w*)\s*(?:[-+*/]?=(?!=)|:)")
_WORD = re.compile(r"[A-Za-z_]\w*\Z")
_SEPARATOR = re.compile(r"[;,/|~:\t\\]")
_JAVA = frozenset(
    [
        *("true", "false", "null", "new", "return", "if", "else", "for", "while", "do", "switch", "case"),
        *("break", "continue", "default", "int", "long", "double", "float", "boolean", "char", "byte"),
        *("void", "instanceof", "this", "super", "import", "var", "try", "catch", "throw", "lt", "gt"),
        *("and", "or", "lteq", "gteq", "String", "Integer", "Boolean", "Double", "Long", "Float"),
        *("Character", "Math", "Object", "StringBuilder", "System", "Random", "List", "ArrayList", "Map"),
        *("HashMap", "Arrays", "Collections", "Pattern", "Set", "HashSet", "java", "javax", "VASSAL", "bsh"),
        *("Exception", "Iterator", "Thread", "Class"),
    ]
)


def read_names(expression: str) -> frozenset[str]:
    """Return the names of properties that an expression in braces reads."""
    plain = _COMMENT.sub(" ", _STRING.sub('""', expression[1:-1]))
    return frozenset(_NAME.findall(plain)) - frozenset(_ASSIGNED.findall(plain)) - _JAVA


@lru_cache(maxsize=1 << 15)
def _words(trait: Trait) -> frozenset[str]:
    """Return every word that stands alone in a trait, in no expression: a name it may define."""
    found = set()
    for text in texts_of(trait):
        if not is_expression(text):
            found |= {part for part in _SEPARATOR.split(text) if _WORD.match(part)}
    return frozenset(found)


def _defined(module: ModuleView) -> set[str]:
    """Return every name that may be a property: far more than are, so that what is left is none."""
    found = set(ENGINE_PROPERTIES) | module.words_of_setups
    for element in module.elements:
        for value in (*map(str, element.attrib.values()), element.text or ""):
            if len(value) < 10_000 and not is_expression(value):
                found |= {part for part in _SEPARATOR.split(value) if _WORD.match(part)}
    for item in module.definitions:
        for trait, state in zip(item.traits, item.states, strict=True):
            found |= trait.properties(state).keys()
            found |= _words(trait)
    return found


def _known(name: str, defined: set[str]) -> bool:
    if name in defined:
        return True
    # What a named thing adds behind its name: Strength_Level, Reserve_numPieces, Turn_result.
    parts = name.split("_")
    return any("_".join(parts[:count]) in defined for count in range(1, len(parts)))


@_check("MOD080", Severity.WARNING)
def unknown_property(module: ModuleView) -> Iterator[Finding]:
    """An expression reads a property whose name stands nowhere else in the module.

    Looked at are expressions in braces, of traits and components.  A name counts as known when the engine
    has it, when a trait or component defines it, or when it stands as a word of its own anywhere outside
    expressions, also in set-ups.  Names with ``$`` beside them and local variables are passed over; so are
    modules with classes of their own or extensions beside them, and extensions whose module is not at hand.
    Of ``{Main Map}``, where a map is called so, it is said that quotes are missing.  Of what only prototypes
    that no piece uses read, one note is made.

    Why
    ---
    A warning: the expression is never what was meant, and the engine says nothing but in its log.

    Good example
    ------------
    <module><Piece name="Tank" gpid="1">mark;Steps => 2 |
      macro;Lose;;;{Steps==1};88,130;68,130 | piece;;;;Tank</Piece></module>

    Bad example
    -----------
    <module><Piece name="Tank" gpid="1">mark;Steps => 2 |
      macro;Lose;;;{Stepps==1};88,130;68,130 | piece;;;;Tank</Piece></module>
    """
    if not module.whole or module.parent is not None or module.extensions:
        return
    if module.own_classes or any(
        isinstance(trait, UnknownTrait) for item in module.definitions for trait in item.traits
    ):
        return
    readers: dict[str, list[User]] = {}
    names: dict[str, frozenset[str]] = {}
    unquoted: dict[str, frozenset[str]] = {}
    texts = _texts(module)
    for item in expressions(module):
        if item.text not in names:
            names[item.text] = read_names(item.text)
            if item.text[1:-1].strip() in texts:
                unquoted[item.text[1:-1].strip()] = names[item.text]
        for name in names[item.text]:
            readers.setdefault(name, []).append((item.element, item.definition))
    if not readers:
        return
    defined = _defined(module)
    unknown = {name: found for name, found in readers.items() if not _known(name, defined)}

    def near(name: str) -> str:
        text = next((text for text, read in unquoted.items() if name in read), None)
        if text is not None:
            return f' (quotes are missing: {{"{text}"}})'
        other = nearest(name, defined)
        return f" (did you mean {other!r}?)" if other else ""

    def one(habit: Habit) -> str:
        what = "the property" if len(habit.names) == 1 else f"{len(habit.names)} properties"
        verb = "reads" if len(habit.users) == 1 else "read"
        state = "which is" if len(habit.names) == 1 else "which are"
        return f"{habit.who} {verb} {what} {listed(habit.names, near)}, {state} defined nowhere"

    def idle(names: Sequence[str]) -> str:
        what = counted(len(names), "property is", "properties are")
        return f"{what} read and defined nowhere: {listed(names)}"

    yield from Report("MOD080", Severity.WARNING, "properties", one, idle).findings(module, unknown)


def _texts(module: ModuleView) -> frozenset[str]:
    """Return names that an expression may give as a text: of maps, boards, zones, regions, decks."""
    return module.map_names | module.names_of("Board", "Zone", "Region", "DrawPile")


_MOST_STEPS = 200_000


@_check("MOD081", Severity.WARNING)
def choking_expression(module: ModuleView) -> Iterator[Finding]:
    """An expression nests parentheses so deep that the engine freezes when it reads it.

    The engine's parser reads the inside of a pair of parentheses, of the arguments of a call or of an index
    three times where the expression begins with it and twice elsewhere, and so on for each pair around it.
    What counts is therefore the nesting, of conditionals or of anything else, not the length: the same
    choices without parentheses (``a?1:b?2:c?3:4``) are read once.  Steps of the parser are counted here;
    200,000 are a twentieth of a second on a quiet machine, and every level more doubles or triples them.

    Why
    ---
    A warning: the expression is read when it is first needed, and nothing else happens until then.  Thirty
    levels in the text of a mouse-over viewer freeze VASSAL for good as soon as the mouse rests on the map.

    Good example
    ------------
    <module><Piece name="Tank" gpid="1">mark;Steps => 2 |
      macro;Lose;;;{Steps==1?false:Steps==2?true:Steps==3};88,130;68,130 | piece;;;;Tank</Piece></module>

    Bad example
    -----------
    <module><Piece name="Tank" gpid="1">mark;Steps => 2 |
      macro;Lose;;;{((((((((((((Steps==1))))))))))))};88,130;68,130 | piece;;;;Tank</Piece></module>
    """
    seen: set[str] = set()
    for item in expressions(module):
        if item.text in seen:
            continue
        seen.add(item.text)
        steps = max(map(parse_steps, (item.text, *inner(item.text))))
        if steps > _MOST_STEPS:
            message = f"the engine needs {steps:,} steps to read {_start(item.text)}: flatten its parentheses"
            data = {"steps": steps, "expression": item.text}
            yield Finding("MOD081", Severity.WARNING, message, module.place(item.element), data=data)


def _start(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
