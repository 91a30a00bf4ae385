"""Whose eyes see what: masks, invisible pieces and closed windows."""

from __future__ import annotations

import pytest

from toolkit.module.traits import Level, calculated, dynamic, following, layer
from toolkit.report.look import look_of, name_of
from toolkit.report.sight import Seen, Sight
from toolkit.vassal.commands import AddPlayer
from toolkit.vassal.privacy import People
from toolkit.vassal.sequence import encode_nested
from toolkit.vassal.things import Thing
from toolkit.vassal.traits import BasicPiece, Hide, Layer, Mask, Trait

_CARD = BasicPiece(image="ace.png", name="Ace")
_REFEREE, _AXIS, _SOVIET = (Sight(side, {}) for side in (None, "Axis", "Soviet"))


def _thing(*parts: tuple[Trait, str]) -> Thing:
    type_ = encode_nested([trait.canonical() for trait, _ in (*parts, (_CARD, ""))], "\t")
    return Thing("1", type_, (*(state for _, state in parts), "Table;10;20;;0"))


@pytest.fixture
def people() -> People:
    found = People()
    found.join(AddPlayer(id="secret", name="Anna", side="Axis"))
    return found


@pytest.mark.parametrize(
    ("access", "owner", "axis", "soviet"),
    [
        ("side:", "Axis", Seen.SECRET, Seen.MASKED),
        ("sides:Axis:Soviet", "Axis", Seen.SECRET, Seen.SECRET),
        ("player:", "secret", Seen.SECRET, Seen.MASKED),
        ("player:", "somebody", Seen.MASKED, Seen.MASKED),
        ("side:", "null", Seen.OPEN, Seen.OPEN),
    ],
)
def test_a_mask_hides_from_all_but_its_owner(
    people: People, access: str, owner: str, axis: Seen, soviet: Seen
) -> None:
    card = _thing((Mask(image="back.png", masked_name="a card", access=access), f"{owner};"))
    assert _AXIS.sees(card, people)[0] is axis
    assert _SOVIET.sees(card, people)[0] is soviet
    assert _REFEREE.sees(card, people)[0] is (Seen.OPEN if owner == "null" else Seen.SECRET)


def test_an_invisible_piece_is_not_there_for_others(people: People) -> None:
    spy = _thing((Hide(access="side:"), "Axis"))
    assert [eyes.sees(spy, people)[0] for eyes in (_AXIS, _SOVIET)] == [Seen.SECRET, Seen.NOT]


def test_a_window_of_others_is_closed() -> None:
    sight = Sight("Soviet", {"Axis chits": frozenset({"Axis"})})
    assert not sight.sees_window("Axis chits")
    assert sight.sees_window("Main Map")


def test_behind_a_mask_nothing_of_the_face_is_told() -> None:
    wound = Layer(name="Wound", images=("", "wound.png"), always_active=True)
    card = _thing((Mask(image="back.png", masked_name="a card"), "Axis;"), (wound, "2"))
    assert [image.picture for image in look_of(card, None, None)] == ["ace.png", "wound.png"]
    assert [image.picture for image in look_of(card, 0, None)] == ["back.png"]
    assert (name_of(card, None), name_of(card, 0)) == ("Ace", "a card")


def test_a_layer_over_the_mask_is_seen_by_all() -> None:
    mark = Layer(name="Mark", images=("mark.png",), x=5)
    card = _thing((mark, "1"), (Mask(image="back.png"), "Axis;"))
    assert [(image.picture, image.x) for image in look_of(card, 1, None)] == [
        ("back.png", 0),
        ("mark.png", 5),
    ]


@pytest.mark.parametrize(("control", "picture"), [("German", "black.png"), ("Soviet", "red.png")])
def test_a_face_is_chosen_by_a_value_of_the_piece(control: str, picture: str) -> None:
    parts = (
        dynamic("Control", control),
        following(layer("Flag", [Level("black.png"), Level("red.png")]), "ControlLevel", 1),
        calculated("ControlLevel", 'Control=="German"?1:2'),
    )
    thing = _thing(*((part.trait, part.state) for part in parts))
    assert [image.picture for image in look_of(thing, None, None)] == ["ace.png", picture]


@pytest.mark.parametrize(("window", "x"), [("Main Map", 9), ("Tray", 0)])
def test_a_face_is_chosen_by_where_the_piece_lies(window: str, x: int) -> None:
    parts = (
        following(layer("Seal", [Level(), Level("star.png")], x=9), "Out"),
        following(layer("In its tray", [Level("star.png"), Level()]), "Out"),
        calculated("Out", 'CurrentMap=="Main Map"?1:0'),
    )
    thing = _thing(*((part.trait, part.state) for part in parts))
    assert [(image.picture, image.x) for image in look_of(thing, None, window)[1:]] == [("star.png", x)]
