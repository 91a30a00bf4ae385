"""A game told in another language: names, texts with numbers, and nothing else."""

from __future__ import annotations

import pytest

from tests import real_game
from toolkit.render.language import called, in_language
from toolkit.source.names import Names
from toolkit.source.style import ENGLISH, Wording


def test_numbers_stay_in_their_order() -> None:
    wording = Wording("ja", {"Turn #": "第#ターン", "# of #": "#/#", "Turn 13": "最終ターン"})
    assert wording.say("Turn 7") == "第7ターン"
    assert wording.say("3 of 12") == "3/12"
    assert wording.say("Turn 13") == "最終ターン"


def test_what_nobody_translated_is_english() -> None:
    assert ENGLISH.say("Turn 7") == "Turn 7"
    assert Wording("zh", {"Turn": "回合"}).say("Turns") == "Turns"


def test_a_name_that_the_language_lacks_is_english() -> None:
    assert called((Names("Don", "ドン川"), Names("Chir")), "ja") == (Names("ドン川", "ドン川"), Names("Chir"))


def test_names_deep_inside_are_told_and_ids_stay() -> None:
    game = real_game.compiled()
    told = in_language(game, Wording("zh"))
    assert told.labels["side"]["axis"].en == "轴心国军"
    place = next(place for place in told.map.places if place.id == "stalingrad")
    assert place.names["en"] == place.names["zh"] != "Stalingrad"
    assert [counter.id for counter in told.counters] == [counter.id for counter in game.counters]
    assert told.map.grid is game.map.grid
    assert told.style.wording.language == "zh"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_game_itself_stays_as_it_is(language: str) -> None:
    game = real_game.compiled()
    before = game.to_bytes()
    in_language(game, Wording(language))
    assert game.to_bytes() == before
