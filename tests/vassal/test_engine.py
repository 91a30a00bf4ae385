"""The engine's own classes as judge of sequences, wrappings and trait types (needs Java and the engine)."""

from __future__ import annotations

import base64
import random
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.vassal.test_traits import WRITTEN
from toolkit.engine.provision import EngineHome, EngineUnavailable, find_engine, required
from toolkit.vassal.codecs import Codec, encode_saved_game
from toolkit.vassal.sequence import Quoting, decode, encode

pytestmark = pytest.mark.engine

_CLASSES = {
    "GlobalKey": "CounterGlobalKeyCommand",
    "Immobile": "Immobilized",
    "Label": "Labeler",
    "Prototype": "UsePrototype",
    "Report": "ReportState",
    "SendTo": "SendToLocation",
    "Trail": "Footprint",
    "Trigger": "TriggerAction",
}
# These look things up in an open module when they are made: the engine judges them with the module itself.
_NEED_A_MODULE = {"Layer", "Mask", "Moved", "PlaceMarker", "RestrictAccess"}


def word(text: str | bytes | None) -> str:
    if text is None:
        return "-"
    data = text if isinstance(text, bytes) else text.encode()
    return "=" + base64.b64encode(data).decode()


def plain(answer: str) -> str | None:
    assert not answer.startswith("!"), answer
    return None if answer == "-" else base64.b64decode(answer[1:]).decode()


@pytest.fixture(scope="module")
def home() -> EngineHome:
    try:
        return find_engine()
    except EngineUnavailable as missing:
        if required():
            pytest.fail(f"engine not run: {missing.reason}")
        pytest.skip(f"engine not run: {missing.reason}")


def ask(home: EngineHome, questions: Iterable[Iterable[str]]) -> list[str]:
    """Return the engine's answers, one a question."""
    lines = [" ".join(words) for words in questions]
    path = ":".join(map(str, home.class_path))
    judge = Path(__file__).with_name("Judge.java")
    command = [str(home.java), "-Djava.awt.headless=true", "-cp", path, str(judge)]
    done = subprocess.run(
        command, input="\n".join(lines) + "\n", capture_output=True, encoding="utf-8", timeout=120, check=True
    )
    answers = [
        line.removeprefix("judge: ") for line in done.stdout.splitlines() if line.startswith("judge: ")
    ]
    assert len(answers) == len(lines), done.stderr
    return answers


def random_text(source: random.Random) -> str:
    return "".join(source.choices("ab,;\t\x1b/|\\\\''é戦🎲", k=source.randrange(7)))


def test_3000_sequences_are_written_and_read_as_the_engine_does(home: EngineHome) -> None:
    source = random.Random(1)
    cases = [
        (source.choice(",;\t\x1b/|"), [random_text(source) for _ in range(source.randrange(1, 5))])
        for _ in range(3000)
    ]
    written = ask(home, (["encode", word(sep), *map(word, items)] for sep, items in cases))
    assert [plain(answer) for answer in written] == [encode(items, sep) for sep, items in cases]
    texts = [(sep, random_text(source) + random_text(source)) for sep, _ in cases]
    texts += [(sep, encode(items, sep, Quoting.LOSSLESS) or "") for sep, items in cases]
    read = ask(home, (["decode", word(sep), word(text)] for sep, text in texts))
    ours = [decode(text, sep) for sep, text in texts]
    assert [[plain(item) for item in answer.split(" ")] for answer in read] == ours
    assert ours[len(cases) :] == [items for _, items in cases]


def test_what_we_wrap_the_engine_unwraps(home: EngineHome) -> None:
    text = "begin_save\x1bCHAT戦車 Łódź 🎲\x1bend_save"
    wrapped = [encode_saved_game(text, Codec.VCSK, key) for key in range(256)]
    wrapped += [wrapped[7][:7] + wrapped[7][7:].upper(), text.encode()]
    assert {plain(answer) for answer in ask(home, (["unwrap", word(data)] for data in wrapped))} == {text}


def test_trait_types_are_what_the_engine_writes(home: EngineHome) -> None:
    cases = [(type(trait).__name__, text) for trait, text in WRITTEN]
    cases = [(name, text) for name, text in cases if name not in _NEED_A_MODULE]
    answers = ask(home, (["type", word(_CLASSES.get(name, name)), word(text)] for name, text in cases))
    for (name, text), answer in zip(cases, answers, strict=True):
        said = plain(answer) or ""
        # Codes of named keys are the engine's own, in the order it meets them.
        said = re.sub(r"573\d\d(\\?,0\\?,)", r"57344\1", said)
        if name == "GlobalKey":
            # What an empty target means, written out.
            said = said.removesuffix("COUNTER|false|MAP|||||0|0||false|||EQUALS")
        if home.version.startswith("3.6"):
            assert said == text, name
        else:
            assert said.startswith(text), name
