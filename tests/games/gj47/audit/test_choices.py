"""The choice of chits as a log shows it: whose hand, when, and turns that end with chits left in the cup."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from toolkit.audit.actor import Actor, Known
from toolkit.compile.compiled import CompiledGame
from toolkit.games.gj47.audit.events import GlobalSet, Handled, StepEvents, TurnSet
from toolkit.games.gj47.audit.narrator import Narrator
from toolkit.games.gj47.audit.records import Moment
from toolkit.games.gj47.audit.referee import judge_game
from toolkit.games.gj47.audit.table_state import Standing, TableState
from toolkit.games.gj47.rules.from_game import rules_data
from toolkit.games.gj47.rules.position import Position
from toolkit.games.gj47.rules.start import start
from toolkit.rules.verdict import Outcome

AXIS = ("chit-1pza-a", "chit-1pza-b", "chit-4pza-a", "chit-6a", "chit-it8a")
SOVIET = ("chit-vrnz", "chit-sw", "chit-sth")
FIXED = {"U-06": "exact", "U-07": "extra", "U-08": "group", "U-46": "selected"}
HOME = {"axis": "chits-axis", "soviet": "chits-soviet"}


class Playing:
    """Steps of a log, as `Narrator` reads them, from the set-up of 28 June 1942."""

    def __init__(self, game: CompiledGame) -> None:
        self.game, self.rules = game, rules_data(game, dict(FIXED))
        begun = start(game, "june-28-1942", dict(FIXED))
        units = begun.data.units
        on_map = {
            units[u].id: Standing(h, "", bool(begun.reduced[u])) for u, h in enumerate(begun.hex_of) if h >= 0
        }
        self.chits = {c.id: HOME.get(c.side or "", "cup") for c in game.counters if c.kind == "chit"}
        self.begin = TableState(on_map, chits=dict(self.chits), turn=2)
        self.narrator = Narrator(game, self.rules)
        self.narrator.begin(self.begin, 0)
        self.step = self.drawn = 0

    def put(self, side: str, chits: Iterable[str], box: str = "cup", more: tuple[GlobalSet, ...] = ()) -> int:
        """Lay chits somewhere as the player of a side, in one step."""
        self.step += 1
        who = Actor(side, Known.LOGGED)
        moved = [Handled(c, c, "chit", -1, -1, self.chits[c], box, who) for c in chits]
        self.chits |= dict.fromkeys(chits, box)
        self.narrator.step(0, StepEvents(self.step, (*moved, *more)))
        return self.step

    def draw(self, side: str, chit: str) -> int:
        """Draw with the module's button."""
        self.drawn += 1
        count = (
            GlobalSet("ChitSeq", str(self.drawn - 1), str(self.drawn)),
            GlobalSet("ActiveChit", "", chit),
        )
        return self.put(side, [chit], "chit-active", count)

    def turn(self, number: int) -> None:
        """Set the turn tracker."""
        self.step += 1
        self.narrator.step(0, StepEvents(self.step, (TurnSet(number),)))

    def said(self) -> list[tuple[int, tuple[str, ...]]]:
        """Return the step and the rules of each accusation about the frame of a turn."""
        records = self.narrator.finish(Moment(0, self.step))
        judged = judge_game(
            Position(self.rules), self.game, self.begin, records, judging=True, doubtful=False
        )
        accused = [x for x in judged.actions if x.outcome is Outcome.ILLEGAL]
        return [(x.step, x.rules) for x in accused if x.rules[0].split(".")[0] in ("5", "6", "7", "16")]


@pytest.fixture
def playing(gj47: CompiledGame) -> Playing:
    return Playing(gj47)


def test_a_choice_and_a_draw(playing: Playing) -> None:
    playing.put("axis", AXIS)
    playing.put("soviet", SOVIET)
    playing.draw("axis", "chit-6a")
    assert playing.said() == []


def test_one_player_who_chooses_for_both_is_no_stranger(playing: Playing) -> None:
    playing.put("axis", AXIS)
    playing.put("axis", SOVIET)
    playing.draw("axis", "chit-6a")
    assert playing.said() == []


def test_a_chit_from_the_other_hand_is_the_fault_of_that_hand(playing: Playing) -> None:
    """6.1(1): it stands against the Axis; the Soviet choice is right, and so is the draw of that chit."""
    playing.put("axis", AXIS)
    bad = playing.put("axis", ["chit-stavka"])
    playing.put("soviet", [*SOVIET, "chit-soviet-reinf"])
    playing.draw("axis", "chit-stavka")
    (said,) = playing.said()
    assert said[0] in (bad, bad - 1)
    assert said[1] == ("6.1(1)",)


def test_choosing_after_the_first_draw_is_one_fault(playing: Playing) -> None:
    """5.0(1): the draw came too early; what the players choose then is right."""
    bad = playing.draw("axis", "chit-supply")
    playing.put("axis", AXIS)
    playing.put("soviet", SOVIET)
    playing.draw("axis", "chit-6a")
    assert playing.said() == [(bad, ("5.0(1)",))]


def test_one_more_after_the_first_draw(playing: Playing) -> None:
    """6.1(1), and with it the number is wrong; put back after a look, a chit is none more."""
    playing.put("axis", AXIS)
    playing.put("soviet", SOVIET)
    playing.draw("axis", "chit-supply")
    playing.put("soviet", ["chit-sth"], "chits-soviet")
    playing.put("soviet", ["chit-sth"])
    assert playing.said() == []
    bad = playing.put("soviet", ["chit-cs"])
    assert playing.said() == [(bad, ("6.1(1)", "6.2(1)"))]
    playing.put("soviet", ["chit-cs"], "chits-soviet")
    assert playing.said() == []


@pytest.mark.parametrize("box", ["chits-used", "chit-active"])
def test_a_chit_is_laid_from_the_hand_while_chits_are_chosen(playing: Playing, box: str) -> None:
    """6.1(2): the log may end before the choice is over; taken back at once, it was not played."""
    playing.put("axis", AXIS[:2])
    bad = playing.put("axis", ["chit-6a"], box)
    assert playing.said() == [(bad, ("6.1(2)",))]
    playing.put("axis", ["chit-6a"], "chits-axis")
    assert playing.said() == []
    playing.put("axis", AXIS[2:])
    playing.put("soviet", SOVIET)
    playing.draw("axis", "chit-6a")
    assert playing.said() == []


def test_a_turn_without_a_cup(playing: Playing) -> None:
    """What is in no cup was chosen somewhere else."""
    playing.put("axis", ["chit-6a"], "chit-active")
    playing.put("soviet", ["chit-sth"], "chit-active")
    assert playing.said() == []


def test_a_turn_that_ends_with_nothing_drawn(playing: Playing) -> None:
    """5.0(2), 6.2(4)."""
    playing.put("axis", AXIS)
    playing.put("soviet", SOVIET)
    # The chits go home in one step, with the button that ends the turn.
    playing.step += 1
    who = Actor("axis", Known.LOGGED)
    home = [Handled(c, c, "chit", -1, -1, "cup", "chits-axis", who) for c in AXIS]
    home += [Handled(c, c, "chit", -1, -1, "cup", "chits-soviet", who) for c in SOVIET]
    playing.narrator.step(0, StepEvents(playing.step, tuple(home)))
    playing.turn(3)
    assert playing.said() == [(playing.step, ("5.0(2)", "6.2(4)"))]


def test_a_turn_that_is_skipped_without_a_choice_accuses_nobody(playing: Playing) -> None:
    playing.turn(3)
    assert playing.said() == []


def test_a_used_chit_played_by_its_key(playing: Playing) -> None:
    """7.1(4)."""
    playing.put("axis", AXIS)
    playing.put("soviet", SOVIET)
    playing.draw("axis", "chit-6a")
    playing.put("axis", ["chit-6a"], "chits-used")
    bad = playing.draw("axis", "chit-6a")
    assert playing.said() == [(bad, ("7.1(4)", "16.0(1)"))]


def test_supply_dragged_out_of_an_empty_cup(playing: Playing) -> None:
    """5.0(1), with no command of the module."""
    bad = playing.put("axis", ["chit-supply"], "chit-active")
    playing.put("axis", AXIS)
    playing.put("soviet", SOVIET)
    assert playing.said() == [(bad, ("5.0(1)",))]


def test_a_used_chit_dragged_into_play(playing: Playing) -> None:
    """7.1(1), 7.1(4); the chit in play that was laid down too early and taken up again is no second one."""
    playing.put("axis", AXIS)
    playing.put("soviet", SOVIET)
    for chit in ("chit-6a", "chit-sw"):
        playing.put("axis", [chit], "chit-active")
        playing.put("axis", [chit], "chits-used")
    playing.put("axis", ["chit-sw"], "chit-active")
    playing.put("axis", ["chit-sw"], "chits-used")
    assert playing.said() == []
    bad = playing.put("axis", ["chit-6a"], "chit-active")
    assert playing.said() == [(bad, ("7.1(1)", "7.1(4)"))]
    playing.put("axis", ["chit-6a"], "chits-used")
    assert playing.said() == []


def test_the_free_chit_put_into_the_cup_ends_no_turn(playing: Playing) -> None:
    """7.1(1): all that was played lies in the cup again, but so does what the players chose for this turn."""
    playing.put("axis", AXIS)
    playing.put("soviet", SOVIET)
    playing.draw("axis", "chit-17a")
    playing.put("axis", ["chit-17a"], "chits-used")
    playing.put("axis", ["chit-17a"])
    bad = playing.draw("axis", "chit-17a")
    named = {rule for step, rules in playing.said() if step == bad for rule in rules}
    assert "7.1(1)" in named
    assert "5.0(2)" not in named
