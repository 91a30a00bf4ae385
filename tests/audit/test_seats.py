"""Players who take another side than before."""

from __future__ import annotations

from toolkit.audit.seats import Seats
from toolkit.vassal.commands import (
    AddPlayer,
    BeginSave,
    Command,
    EndSave,
    Group,
    Logged,
    Null,
    encode_commands,
)
from toolkit.vassal.log import Log, read_log


def _log(*joined: AddPlayer) -> Log:
    """Return a log that begins with the first player, and in which the others join step by step."""
    first, *later = joined
    steps: list[Command] = [Group((Logged(Null()), Logged(player))) for player in later]
    return read_log(encode_commands([BeginSave(), first, EndSave(), *steps]).encode(), name="seats.vlog")


def _said(*joined: AddPlayer) -> list[tuple[str, int | None, object, object]]:
    notices = Seats().notices(_log(*joined))
    return [(one.code, one.step, one.data["from"], one.data["to"]) for one in notices]


def test_a_player_who_takes_the_other_seat() -> None:
    anna = AddPlayer("secret", "Anna", "German")
    assert _said(anna, AddPlayer("secret", "Anna", "Soviet")) == [("AUD055", 1, "German", "Soviet")]


def test_a_player_who_sits_down_again_where_he_sat() -> None:
    anna = AddPlayer("secret", "Anna", "German")
    assert _said(anna, anna, AddPlayer("other", "Boris", "Soviet")) == []


def test_an_observer_who_sits_down_to_play() -> None:
    assert _said(AddPlayer("a", "Anna", "<observer>"), AddPlayer("a", "Anna", "German")) == []


def test_another_seat_in_the_next_log() -> None:
    seats = Seats()
    assert list(seats.notices(_log(AddPlayer("a", "Anna", "German")))) == []
    (found,) = seats.notices(_log(AddPlayer("a", "Anna", "Soviet")))
    assert (found.code, found.step) == ("AUD055", None)


def test_an_id_that_is_a_name_stays_secret() -> None:
    """Ids are passwords; one that stands in the text is not shown."""
    (found,) = Seats().notices(_log(AddPlayer("Anna", "x", "German"), AddPlayer("Anna", "x", "Anna")))
    assert "Anna" not in found.message
