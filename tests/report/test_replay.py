"""Frames against the table itself: whatever is gone through step by step is what lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.audit.without_rules.logs import MAP, small_game
from toolkit.report.data import Sources, page_data, replay_of
from toolkit.report.replay import Replay, Standing
from toolkit.report.write import replayed
from toolkit.vassal import commands as c
from toolkit.vassal.log import Log
from toolkit.vassal.merging import stacking_of
from toolkit.vassal.table import Table


def _tables(log: Log, sources: Sources) -> Iterator[Counter[tuple[str, int, int, str]]]:
    """Yield what lies where after each step, as the table of the log has it."""
    assert sources.windows is not None
    table = Table(stacking=stacking_of(sources.windows))
    table.apply(log.begin)
    yield _lying(table)
    for step in log.steps:
        table.apply(step.commands, step.number)
        yield _lying(table)


def _lying(table: Table) -> Counter[tuple[str, int, int, str]]:
    found: Counter[tuple[str, int, int, str]] = Counter()
    for thing in table.counters():
        spot = table.spot(thing.id)
        if spot.map is not None:
            found[spot.map, spot.x, spot.y, thing.name] += 1
    return found


def _shown(replay: Replay) -> Iterator[Counter[tuple[str, int, int, str]]]:
    now: dict[int, Standing] = {}
    for frame in replay.frames:
        for piece, standing in frame.changes:
            if standing is None:
                del now[piece]
            else:
                now[piece] = standing
        yield Counter(
            (*replay.places[standing.place][:3], replay.names[standing.name][0]) for standing in now.values()
        )


def test_every_frame_is_the_table_after_its_step(causeway: Sources, moscow: Sources) -> None:
    for sources in (causeway, moscow):
        shown = list(_shown(replay_of(sources)))
        assert shown == list(_tables(sources.logs[0], sources))
        assert len(shown) == len(sources.logs[0].steps) + 1


def test_a_step_without_a_change_is_a_frame_without_one(causeway: Sources) -> None:
    frames = replay_of(causeway).frames
    assert any(not frame.changes for frame in frames[1:])
    assert [frame.step for frame in frames] == list(range(len(frames)))


def test_who_moved_is_told_by_name_and_never_by_id(causeway: Sources) -> None:
    replay = replay_of(causeway)
    assert {actor.name for actor in replay.players} == {"Anna", "Boris"}
    assert {frame.actor for frame in replay.frames if frame.actor} <= set(replay.players)


def test_boards_that_are_changed_are_those_of_their_steps(tmp_path: Path) -> None:
    def laid(name: str) -> c.SetBoards:
        return c.SetBoards(MAP, (c.Board(name, 0, 0, False),))

    game = small_game().first
    game.begin.append(laid("one"))
    game.steps[2:2] = [[laid("two")], [laid("two")], [laid("one")]]
    data = page_data(replayed([game.write(tmp_path / "one.vlog")], None))
    pane = next(index for index, pane in enumerate(data["panes"]) if pane["name"] == MAP)
    assert data["laid"] == [[3, pane, 1], [5, pane, 0]]
    assert len(data["panes"][pane]["sets"]) == 2


def test_boards_of_others_change_with_their_steps(corpus: Path) -> None:
    folder = corpus / "vassalengine__vassal"
    data = page_data(replayed([folder / "tour.log"], folder / "tour.mod"))
    assert [at for at, _, _ in data["laid"]] == [30, 41, 93]
    assert [len(boards) > 0 and bool(boards[0].get("src")) for boards in data["panes"][0]["sets"]] == [
        False,
        True,
        True,
        False,
    ]
