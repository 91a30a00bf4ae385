"""What the reports of the modules say: places as printed, what is left, and no form that loses a zero."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import real_games
from tests.conftest import BuiltModule
from tests.module.chat import chat
from toolkit.compile.compiled import CompiledGame
from toolkit.engine.provision import EngineHome
from toolkit.engine.record import Player, Session
from toolkit.module.expressions import CARDS, DICE, LOSS, choose, reworded, sentence, sentences, unmarked
from toolkit.module.hexinfo import hex_texts
from toolkit.module.words import translations
from toolkit.source.names import Names
from toolkit.validate.expressions import expressions, parse_steps
from toolkit.validate.module_view import ModuleView
from toolkit.vassal.containers import open_container
from toolkit.vassal.traits import Report

GAMES = ("gj47", "rattenkrieg", "storm")
_LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')
# A property by its bare name where a text is put together: beside a plus sign, or as the value of a choice.
_NAME = r"[A-Za-z_]\w*(?![\w.(])"
_BARE = re.compile(rf"(?<=[+?:(])({_NAME})(?=[+:)]|$)|^({_NAME})(?=\+|$)")
# What a report itself sets is bound by its bare name only in 3.6.0; the others are counts.
_ALLOWED = re.compile(r"(new|old)PieceName|Chosen_\w+")


@pytest.fixture(scope="module", params=GAMES)
def view(request: pytest.FixtureRequest, undrawn_module: BuiltModule) -> ModuleView:
    return ModuleView(open_container(undrawn_module(request.param)))


def _formats(view: ModuleView) -> Iterator[str]:
    for item in view.definitions:
        for trait in item.traits:
            if isinstance(trait, Report):
                yield trait.format
    for element in view.elements:
        yield str(element.get("reportFormat", ""))


def bare_names(expression: str) -> set[str]:
    """Return the properties that an expression shows by their bare names: ``0420`` as 420."""
    plain = _LITERAL.sub("", expression[1:-1])
    found = {name for match in _BARE.findall(plain) for name in match if name}
    return {name for name in found if not _ALLOWED.fullmatch(name)}


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ('{Where+", here"}', {"Where"}),
        ('{"at "+Where}', {"Where"}),
        ('{A==1?Where:""}', {"Where"}),
        ('{"at "+(A==1?"x":Where)}', {"Where"}),
        ('{Where.trim()+", here"+Count("{X==1}")}', set()),
        ('{A==1?"one":"two"}', set()),
    ],
)
def test_bare_names_are_seen(expression: str, names: set[str]) -> None:
    assert bare_names(expression) == names


def test_no_report_loses_a_zero(view: ModuleView) -> None:
    expressions = [text for text in _formats(view) if text.startswith("{")]
    assert len(expressions) > 3
    assert {text: names for text in expressions if (names := bare_names(text))} == {}


def test_no_piece_is_called_by_a_number(view: ModuleView) -> None:
    assert [item.name for item in view.definitions if re.fullmatch(r"[-+.0-9]+[dDfF]?", item.name)] == []


def test_the_parser_reads_everything_at_once(view: ModuleView) -> None:
    texts = [item.text for item in expressions(view)]
    assert len(texts) > 300
    assert max(map(parse_steps, texts)) < 20_000


def test_a_sentence_keeps_what_is_written() -> None:
    assert sentence("$PlayerSide$: fort $Where$") == 'PlayerSide.trim()+": fort "+Where.trim()'
    assert sentence("") == '""'


def test_a_report_is_taken_apart_and_put_together_in_other_words() -> None:
    said = choose(
        [('Left!="0"', sentence("$Where$: $Left$ left")), ('Act=="a:b?"', sentence("done (1)"))],
        sentence("$newPieceName$ is over"),
    )
    lines = {'Left!="0"': "$Where$: $Left$ left", 'Act=="a:b?"': "done (1)", "": "$newPieceName$ is over"}
    assert sentences(f"{{{said}}}") == lines
    assert reworded(f"{{{said}}}", {}) == f"{{{said}}}"
    words = {"$Where$: $Left$ left": "あと$Left$ ($Where$)", "done (1)": "完了"}
    assert reworded(f"{{{said}}}", words) == (
        '{Left!="0"?"あと"+Left.trim()+" ("+Where.trim()+")":Act=="a:b?"?"完了":newPieceName+" is over"}'
    )


def test_the_sign_of_a_colour_is_no_word() -> None:
    said = f"{{{choose([('Left>0', sentence(f'{LOSS}one is lost'))], sentence(f'{DICE}die $Roll$'))}}}"
    words = {"one is lost": "損失", "die $Roll$": "ダイス$Roll$"}
    assert reworded(said, words) == f'{{Left>0?"{LOSS}損失":"{DICE}ダイス"+Roll.trim()}}'
    assert reworded(f"{CARDS}a card", {"a card": "カード"}) == f"{CARDS}カード"
    assert [unmarked(line) for line in (f"{DICE}6", "six!", "")] == ["6", "six!", ""]


@pytest.mark.parametrize("game", ["gj47", "rattenkrieg", "storm", "battle_for_moscow"])
def test_dice_losses_and_warnings_have_colours_of_their_own(game: str) -> None:
    traits = (part.trait for piece in real_games.parts(game).pieces for part in piece.spread())
    told = {trait.format for trait in traits if isinstance(trait, Report)}
    lines = {line for text in told for line in sentences(text).values()}
    assert {line for line in lines if re.search(r"\$(Roll|Dice)\$|rolls", line) and line[0] != DICE} == set()
    lost = re.compile(r"loses (a|its) |is eliminated|\*\*\*")
    assert {line for line in lines if lost.search(line) and line[0] != LOSS} == set()
    assert any(line[:1] == LOSS for line in lines)
    assert any(line[:1] == DICE for line in lines)


@pytest.mark.parametrize("said", ["", "plain: text?", "{A+B.length()}", '{A?"one":B?2:3}', '{Sum("A")}'])
def test_what_is_no_choice_of_sentences_is_left_as_it_is(said: str) -> None:
    assert sentences(said) == {"": said}
    assert reworded(said, {}) == said
    assert reworded(said, {said: "other"}) == "other"


def test_words_are_filled_in_for_every_combination() -> None:
    patterns = [Names("{side} in {area}", "{area}の{side}", "{area}的{side}"), Names("Roll", "振る", "掷骰")]
    sides, areas = [Names("Red", "赤", "红"), Names("Blue", "青", "蓝")], [Names("Hill", "丘", "山")]
    assert translations(patterns, side=sides, area=areas) == {
        "Red in Hill": ("丘の赤", "山的红"),
        "Blue in Hill": ("丘の青", "山的蓝"),
        "Roll": ("振る", "掷骰"),
    }


@pytest.mark.engine
def test_hexes_are_told_as_printed(
    home: EngineHome, built_module: BuiltModule, game: CompiledGame, tmp_path: Path
) -> None:
    module, log = built_module("gj47"), tmp_path / "chat.vlog"
    players = [Player("Anna", "pass-1", "Axis"), Player("Boris", "pass-2", "Soviet")]
    with Session(module, setup="28 June 1942", players=players, home=home, seed=1) as session:
        pieces = [piece.properties for piece in session.table().pieces.values()]
        on_map = [piece for piece in pieces if piece.get("CurrentMap") == "Main Map"]
        taken = {piece["LocationName"] for piece in on_map}
        # Clear ground: no shift of the odds.
        base, goal = [
            number
            for number, text in hex_texts(game).items()
            if set(text.split(", ")) <= {"clear", "road", "railway"}
            and number.startswith("0")
            and number not in taken
        ][:2]
        units = [piece for piece in on_map if piece["Kind"] == "unit"]
        axis = sorted((int(p["AttackFull"]), p["CounterId"]) for p in units if p["Side"] == "Axis")
        strong = [counter for _, counter in axis[-8:]]
        weak = min((p for p in units if p["Side"] == "Soviet"), key=lambda p: int(p["DefenceFull"]))
        session.begin(log)
        session.drag("ger-hq-1pza", base)
        session.key("ger-hq-1pza", "Ctrl-A")
        for counter in strong:
            session.drag(counter, base)
        session.drag(weak["CounterId"], goal)
        session.drag("battle-1", goal)
        session.key(strong, "Ctrl-B")
        for _ in range(2):
            session.key(strong[0], "Ctrl-B")
        session.key("battle-1", "Ctrl-K")
        assert session.values("battle-1", "Odds")["Odds"] == "10+"
        session.key("battle-1", "Ctrl-R")
        due = int(session.values("battle-1", "Result")["Result"].rstrip("R"))
        session.key("battle-1", "Ctrl-N")
        session.key("battle-1", "Ctrl-L")
        # Whoever has nothing left on the map has lost enough.
        session.drag("battle-1", goal)
        session.key(strong, "Ctrl-B")
        session.key("battle-1", "Ctrl-R")
        session.key(weak["CounterId"], "Ctrl-E")
        session.key("battle-1", "Ctrl-L")
        assert session.take_problems() == []
        session.save()
    said = "\n".join(chat(home, module, log))
    for number in (base, goal):
        assert re.findall(rf"(?<!\d){int(number)}(?!\d)", said) == []
    for line in (
        f"First Panzer Army, {base}, activates its units",
        f"{base}, attacks {goal} in battle 1",
        f"{base}, does not attack",
        f"battle 1 against {goal}, 10+, die",
        f"battle 1 against {goal}: advance",
        f"is eliminated, {goal}",
    ):
        assert line in said
    over = [line for line in said.splitlines() if "is over" in line]
    assert [f"*** {due} of the steps of" in line for line in over] == [True, False]
