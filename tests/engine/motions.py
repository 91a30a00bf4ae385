"""How many motions a player needs: a battle or fire of each game, done by hand and counted, side by side.

    python -m tests.engine.motions [GAME...] [--size 1920x1080] [--pictures FOLDER]

Printed is a table in Markdown, as in docs/engine.md.  Changing sides, for which one person at one table needs
motions and two players none, is not counted.  What the dice say does not matter: the same gestures are done.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.audit.decisions.live import module_of
from tests.games.gj47.audit.engine_hands import ANNA, BORIS
from tests.module.two_players import GERMAN, SOVIET
from toolkit.engine.hands import Hands
from toolkit.engine.process import Engine
from toolkit.engine.record import Session
from toolkit.engine.touch import Player

KINDS = ("click", "double click", "drag", "key", "wheel")

Stroke = tuple[Player, Callable[[Session], object]]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is counted.

    Attributes
    ----------
    setup : str
        Menu name.
    strokes : callable
        What is done, in order, with who does it.
    before : callable
        What has to be done first and is not counted.
    """

    title: str
    players: tuple[Player, Player]
    setup: str
    strokes: Callable[[Session], Iterator[Stroke]]
    before: Callable[[Session], Iterator[Stroke]] = lambda _: iter(())


def _gj47(session: Session) -> Iterator[Stroke]:
    """Two divisions of 0616 attack 0617; one loses a step, the target retreats, the other advances."""
    del session
    target = "sov-rifle-162"
    yield ANNA, lambda s: s.key(target, "Alt-B")
    yield ANNA, lambda s: s.key(["ger-pz-14", "ger-pz-16"], "Ctrl-B")
    yield ANNA, lambda s: s.key("battle-1", "Ctrl-R")
    yield ANNA, lambda s: s.key("ger-pz-16", "Ctrl-F")
    yield BORIS, lambda s: s.drag(target, "0717")
    yield ANNA, lambda s: s.drag("ger-pz-14", "0617")


def _deal(session: Session) -> Iterator[Stroke]:
    del session
    yield GERMAN, lambda s: s.button("Deal German")
    yield SOVIET, lambda s: s.button("Deal Soviet")


def _rattenkrieg(session: Session) -> Iterator[Stroke]:
    """The 295th enters Minina; a card each, one raise; the defender stands, loses a step and retreats."""
    del session
    unit = "rifle_6"
    yield GERMAN, lambda s: s.drag("295", "Minina")
    yield GERMAN, lambda s: s.key("295", "Ctrl-B")
    yield GERMAN, lambda s: s.hotkey("Ctrl-1")
    yield SOVIET, lambda s: s.hotkey("Ctrl-1")
    yield GERMAN, lambda s: s.hotkey("Ctrl-2")
    yield SOVIET, lambda s: s.hotkey("Alt-S")
    yield GERMAN, lambda s: s.hotkey("Alt-O")
    yield SOVIET, lambda s: s.key(unit, "Ctrl-L")
    yield SOVIET, lambda s: s.drag(unit, "Gorodishche")
    yield GERMAN, lambda s: s.hotkey("Alt-E")


_SPENT = ("g_ir_518", "g_pr_36", "g_pg_103", "g_pg_108")


def _spend(session: Session) -> Iterator[Stroke]:
    del session
    yield GERMAN, lambda s: s.key(list(_SPENT), "Ctrl-F")


def _storm(session: Session) -> Iterator[Stroke]:
    """The two fresh units of an area fire; a unit is spent for a point, another retreats for two."""
    del session
    yield GERMAN, lambda s: s.key(["g_ir_516", "s_rd_112"], "Ctrl-Shift-B")
    yield SOVIET, lambda s: s.key("s_rd_112", "Ctrl-1")
    yield SOVIET, lambda s: s.drag("s_nk_269", "Red October")


_LANDING = Player("Anna", "pass-word-1", "Landing force")
_GARRISON = Player("Ben", "pass-word-2", "Garrison")


def _declared(
    players: tuple[Player, Player], units: Sequence[str], target: str, place: str, to: str
) -> Callable[[Session], Iterator[Stroke]]:
    """Units attack a target, which retreats from its place, and the first of them advances."""
    one, other = players

    def strokes(session: Session) -> Iterator[Stroke]:
        del session
        yield one, lambda s: s.key(target, "Ctrl-B")
        yield one, lambda s: s.key(units, "Ctrl-A")
        yield one, lambda s: s.key(target, "Ctrl-D")
        yield other, lambda s: s.drag(target, to)
        yield one, lambda s: s.drag(units[0], place)

    return strokes


SCENES = {
    "gj47": Scene(
        "GJ47: two divisions of one hex against one, a step lost, a retreat, an advance",
        (ANNA, BORIS), "28 June 1942", _gj47,
    ),
    "rattenkrieg": Scene(
        "Rattenkrieg: a battle with one raise, a step lost, a retreat",
        (GERMAN, SOVIET), "September 1942", _rattenkrieg, _deal,
    ),
    "storm": Scene(
        "Storm: an impulse with a fire of two units, three loss points",
        (GERMAN, SOVIET), "Autumn 1942", _storm, _spend,
    ),
    "battle_for_moscow": Scene(
        "Battle for Moscow: two corps of two hexes against an army, a retreat, an advance",
        (GERMAN, SOVIET), "October 1941",
        _declared((GERMAN, SOVIET), ["ger-xl", "ger-xxiv"], "sov-20", "0405", "0404"),
    ),
    "causeway": Scene(
        "The Causeway: two battalions of an area against one, a retreat, an advance",
        (_LANDING, _GARRISON), "The landing",
        _declared((_LANDING, _GARRISON), ["blue-m1", "blue-m2"], "red-l2", "Fishers", "Orchards"),
    ),
}  # fmt: skip


def counted(
    scene: Scene, module: Path, size: tuple[int, int], pictures: Path | None = None
) -> dict[str, Counter[str]]:
    """Return the motions of each side, by kind."""
    hands = Hands(Engine(pictures=pictures, screen=size, played=True), pictures)
    found: dict[str, Counter[str]] = {player.side: Counter() for player in scene.players}
    with Session(module, setup=scene.setup, players=scene.players, hands=hands) as session:
        for player, motions in done(scene, session, hands):
            found[player.side] += motions
            hands.pointer.picture(player.side)
    return found


def done(scene: Scene, session: Session, hands: Hands) -> Iterator[tuple[Player, Counter[str]]]:
    """Do a scene at an open table, and yield after each stroke who did it and with what motions."""
    with tempfile.TemporaryDirectory() as folder:
        session.begin(Path(folder) / "motions.vlog")
        for player, do in scene.before(session):
            session.act_as(player.name)
            do(session)
        acting = ""
        for player, do in scene.strokes(session):
            session.act_as(player.name)
            if acting != player.name:
                hands.pointer.click(hands.desktop.bare(hands.desktop.main_map()))
            acting = player.name
            before = Counter(hands.pointer.motions)
            do(session)
            yield player, hands.pointer.motions - before


def table(found: dict[str, dict[str, Counter[str]]]) -> str:
    """Return the table of all scenes, by title and side."""
    lines = [f"| | side | {' | '.join(KINDS)} |", "| --- | --- |" + " ---: |" * len(KINDS)]
    for title, sides in found.items():
        for side, motions in sides.items():
            lines.append(f"| {title} | {side} | {' | '.join(str(motions[kind]) for kind in KINDS)} |")
    return "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(SCENES))
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--pictures", type=Path)
    given = parser.parse_args(arguments)
    width, _, height = given.size.partition("x")
    found = {}
    for game in given.games or SCENES:
        pictures = given.pictures / game if given.pictures else None
        scene = SCENES[game]
        found[scene.title] = counted(
            scene, module_of(game, parser, None), (int(width), int(height)), pictures
        )
    sys.stdout.write(table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
