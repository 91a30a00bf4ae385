"""Sequences: against a second reader written from the rules alone, and by properties."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from toolkit.vassal.sequence import (
    NestedReader,
    Quoting,
    Tokens,
    decode,
    decode_nested,
    encode,
    encode_like,
    encode_nested,
    from_null,
    joins_back,
    to_null,
)

# Everything that can go wrong is about these.
_NASTY = st.text(alphabet="a,\\'\t\x1b/;", max_size=8)
_ANY = st.one_of(_NASTY, st.text(max_size=8))
_SEPARATORS = st.sampled_from([",", ";", "\t", "\x1b", "/", "|", "a"])


def slow_decode(text: str | None, separator: str) -> list[str]:
    """Read one character after the other: an escaped separator loses the backslash before it."""
    if text is None:
        return []
    tokens, current = [], ""
    for index, character in enumerate(text):
        if character != separator:
            current += character
        elif index > 0 and text[index - 1] == "\\":
            current = current[:-1] + separator
        else:
            tokens.append(current)
            current = ""
    tokens.append(current)
    return [t[1:-1] if len(t) > 1 and t[0] == t[-1] == "'" else t for t in tokens]


@given(st.lists(_ANY, max_size=6), _SEPARATORS)
@example(["\\"], ",")
@example(["a\\", "b"], ",")
@example(["'", "''", "'a'"], ",")
@example([",", "\\,", ""], ",")
def test_lossless_writing_comes_back_whatever_the_elements(elements: list[str], separator: str) -> None:
    assert decode(encode(elements, separator, Quoting.LOSSLESS), separator) == elements


@given(st.lists(_ANY.filter(lambda s: not s.endswith("\\")), max_size=6), _SEPARATORS)
def test_engine_writing_comes_back_unless_an_element_ends_in_a_backslash(
    elements: list[str], separator: str
) -> None:
    assert decode(encode(elements, separator), separator) == elements


@given(st.lists(_ANY.filter(lambda s: not s.startswith("\\")), max_size=6), _SEPARATORS)
def test_old_writing_comes_back(elements: list[str], separator: str) -> None:
    assert decode(encode(elements, separator, Quoting.TRAILING), separator) == elements


@given(_ANY, _SEPARATORS)
def test_fast_reading_equals_slow_reading(text: str, separator: str) -> None:
    assert decode(text, separator) == slow_decode(text, separator)


@given(_ANY, _SEPARATORS)
def test_what_is_said_to_join_back_does(text: str, separator: str) -> None:
    tokens = decode(text, separator)
    same = encode(tokens, separator) == text
    assert same or not joins_back(text, tokens, separator)
    assert joins_back(text, tokens, separator) or not same or "'" in text or "\\" in text


def test_quotes_taken_off_beside_two_escapes_do_not_join_back() -> None:
    tokens = decode("'a\\;b\\;c'", ";")
    assert tokens == ["a;b;c"]
    assert not joins_back("'a\\;b\\;c'", tokens, ";")
    assert joins_back("a'\\;b\\;c", decode("a'\\;b\\;c", ";"), ";")


@given(st.lists(_NASTY, min_size=1, max_size=5))
def test_nested_reading_equals_level_by_level(elements: list[str]) -> None:
    text = encode_nested(elements, "\t")
    by_level, rest = [], text
    while True:
        tokens = slow_decode(rest, "\t")
        by_level.append(tokens[0])
        if len(tokens) == 1:
            break
        rest = tokens[1]
    assert decode_nested(text, "\t") == by_level
    for count in range(1, len(by_level) + 2):
        assert decode_nested(text, "\t", count) == by_level[:count]


_ALIKE = st.sampled_from(["", "0", "1", "a", "it's", "'q'", "\\", "a\\", "\\b", "'"])
_STATES = st.lists(_ALIKE, min_size=1, max_size=4).map(lambda elements: encode_nested(elements, "\t"))


@given(st.lists(_STATES | st.text(alphabet="a'\\\t", max_size=8), max_size=8))
def test_texts_that_repeat_each_other_are_read_like_any_other(texts: list[str]) -> None:
    reader = NestedReader("\t")
    for text in texts:
        assert reader.read(text) == tuple(decode_nested(text, "\t"))


def test_what_repeats_itself_is_the_same_object() -> None:
    reader = NestedReader("\t")
    long = "a value long enough to be no object that the interpreter shares by itself"
    first = reader.read(encode_nested([long, "1", long + "!"], "\t"))
    second = reader.read(encode_nested([long, "2", long + "!"], "\t"))
    assert second[1] == "2"
    assert second[0] is first[0]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("a\tb\\\tc", "a\tb\\\td"),
        ("a", "\ta"),
        ("\ta", "a"),
        ("a\tb", "a\t'b'"),
        ("a\t'b'", "a\tc"),
        ("'a'\tb", "'a'\tc"),
        ("a\t", "a\tb"),
    ],
)
def test_a_text_that_differs_in_its_innermost_element_is_read_like_any_other(first: str, then: str) -> None:
    reader = NestedReader("\t")
    for text in (first, then, first, then):
        before = reader.read(first)
        assert reader.read(text) == tuple(decode_nested(text, "\t"))
        if reader.changed is not None:
            after = decode_nested(text, "\t")
            assert reader.changed == [n for n, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]


@given(st.lists(_NASTY, min_size=1, max_size=5))
def test_nested_writing_equals_level_by_level(elements: list[str]) -> None:
    rest: str | None = None
    for element in reversed(elements):
        rest = encode([element] if rest is None else [element, rest], "\t")
    assert encode_nested(elements, "\t") == rest


@pytest.mark.parametrize(
    ("elements", "text"),
    [
        # By the engine's writer (release-3.7); the engine itself is asked in test_engine.py.
        (["A", "B,C"], "A,B\\,C"),
        (["\\a"], "'\\a'"),
        (["a\\", "b"], "a\\,b"),
        (["'"], "'''"),
        (["'x'"], "''x''"),
        (["'x"], "'x"),
        (["", ""], ","),
        ([None, "a"], ",a"),
        ([""], ""),
        ([], None),
    ],
)
def test_written_as_the_engine_writes(elements: list[str | None], text: str | None) -> None:
    assert encode(elements, ",") == text


def test_a_trailing_backslash_swallows_the_next_separator() -> None:
    assert decode(encode(["a\\", "b"], ","), ",") == ["a,b"]


@pytest.mark.parametrize("separator", ["\\", "'", "", ",,"])
def test_impossible_separators_are_refused(separator: str) -> None:
    with pytest.raises(ValueError, match="separator"):
        decode("x", separator)


def test_tokens_fall_back_to_defaults() -> None:
    tokens = Tokens("7;x;true;no;1.5;;rest;more", ";")
    assert (tokens.integer(1), tokens.integer(1), tokens.boolean(), tokens.boolean()) == (7, 1, True, False)
    assert (tokens.number(), tokens.text("d"), tokens.rest(), tokens.more) == (
        1.5,
        "",
        ("rest", "more"),
        False,
    )
    assert (tokens.text("d"), tokens.integer(3), tokens.number(2.5), tokens.boolean(True)) == (
        "d",
        3,
        2.5,
        True,
    )


@pytest.mark.parametrize("token", ["1_0", " 1", "1 ", "+-1", "2147483648", "99999999999999999999", "１"])
def test_whole_numbers_are_java_s(token: str) -> None:
    assert Tokens(token, ";").integer(-5) == -5


def test_more_than_two_side_by_side_are_all_kept() -> None:
    """The flat chains of traits that betas of 3.8 write; engines up to 3.7 read two and drop the rest."""
    assert decode_nested("a\tb\tpiece;c", "\t") == ["a", "b", "piece;c"]
    assert decode_nested("a\tb\tc", "\t", 2) == ["a", "b"]
    assert decode_nested("a\tb\tc\\\td", "\t") == ["a", "b", "c", "d"]
    assert encode_like(["x", "b", "c"], "\t", "a\tb\tc") == "x\tb\tc"
    assert encode_like(["x", "b", "c"], "\t", encode_nested(["a", "b", "c"], "\t")) == "x\tb\\\tc"


def test_null_words() -> None:
    assert (to_null(None), to_null("a"), from_null("null"), from_null("a")) == ("null", "a", None, "a")


def test_long_runs_of_backslashes_are_read_in_linear_time() -> None:
    text = "\\" * 300_000 + "x"
    assert decode_nested(text, "\t") == [text]
    assert decode_nested("\t" * 100_000, "\t") == [""] * 100_001
