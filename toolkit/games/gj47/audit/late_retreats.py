"""Retreats that their owner carries out when the next chit is out already.

Such a drag may as well be a move under that chit, so that both readings are judged: the retreat counts where
the battle lacks one, or where nothing under the next chit could make a move of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.games.gj47.audit.bench import WEIGHT, Bench
from toolkit.games.gj47.audit.late_actions import first_sign, hand_over
from toolkit.games.gj47.audit.records import BattleMarked, ChitRecord, Drag, Thrown
from toolkit.games.gj47.audit.tidying import net
from toolkit.games.gj47.rules.course import OFF_MAP
from toolkit.games.gj47.rules.fast import FastCheck
from toolkit.games.gj47.rules.units import Owner


def judge_with_late_retreats(
    bench: Bench, record: ChitRecord, after: ChitRecord | None, judge: Callable[[ChitRecord], None]
) -> None:
    """Judge a command, with what was retreated under the next chit where that is how it was.

    Parameters
    ----------
    record : ChitRecord
        A headquarters' chit.
    after : ChitRecord or None
        The next chit of the turn; what belongs to `record` is taken out of it.
    judge : callable
        Judges a record on the bench.
    """
    late = [] if after is None else _candidates(bench, record, after)
    if after is None or not late:
        judge(record)
        return
    before = _Kept(bench)
    judge(record)
    plain = before.against()
    marked = [drag for drag in late if drag.origin in _rolled_for(record)]
    chosen = (marked if plain else []) or [drag for drag in late if _no_move(bench, drag, after)]
    if not chosen:
        return
    before.restore()
    judge(replace(record, facts=[*record.facts, *chosen]))
    found = before.against()
    if found < plain or not found:
        hand_over(record, after, chosen)
        return
    before.restore()
    judge(record)


class _Kept:
    """A bench as it was, to go back to."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.position = bench.position.copy()
        self.counts = len(bench.judged), len(bench.notices)
        self.doubtful, self.unseen = set(bench.doubtful), bench.unseen

    def against(self) -> int:
        """Return what stands against all that was judged since."""
        return sum(WEIGHT[action.outcome] for action in self.bench.judged[self.counts[0] :])

    def restore(self) -> None:
        """Go back."""
        bench = self.bench
        bench.position = self.position.copy()
        bench.fast = FastCheck(bench.position)
        del bench.judged[self.counts[0] :]
        del bench.notices[self.counts[1] :]
        bench.doubtful, bench.unseen = set(self.doubtful), self.unseen


def _candidates(bench: Bench, record: ChitRecord, after: ChitRecord) -> list[Drag]:
    """Return the drags under the next chit that may be retreats, all of the side that was attacked."""
    units, side = bench.position.data.units, _side(bench, record)
    if first_sign(record.facts) is None:
        return []
    went = {fact.unit for fact in net(record.facts) if isinstance(fact, Drag)}
    begun = first_sign(after.facts)
    found: list[Drag] = []
    for fact in net(after.facts):
        if begun is not None and fact.at >= begun:
            break
        if isinstance(fact, Drag) and min(fact.origin, fact.target) >= 0 and fact.unit not in went:
            went.add(fact.unit)
            found += [fact] if units[fact.unit].owner is not side else []
    return found


def _side(bench: Bench, record: ChitRecord) -> Owner | None:
    return bench.position.data.chits[record.chit].owner


def _rolled_for(record: ChitRecord) -> set[int]:
    """Return the hexes with a battle marker, where dice of such markers were thrown."""
    rolled = {fact.battle for fact in record.facts if isinstance(fact, Thrown) and fact.battle}
    return {fact.hex for fact in record.facts if isinstance(fact, BattleMarked) and fact.battle in rolled}


def _no_move(bench: Bench, drag: Drag, after: ChitRecord) -> bool:
    """Return whether a drag from beside the attacker cannot be a move under the next chit."""
    position = bench.position
    owner, board = position.data.units[drag.unit].owner, position.data.board
    if not position.beside(owner.enemy, drag.origin):
        return False
    chit = position.data.chits[after.chit]
    if chit.order == "stavka" or (chit.owner is owner and chit.order == "activate" and chit.hq is None):
        return False
    if chit.owner is not owner or chit.hq is None:
        return True
    here = position.hex_of[chit.hq]
    return here == OFF_MAP or board.distances(here)[drag.origin] > position.data.units[chit.hq].command_range
