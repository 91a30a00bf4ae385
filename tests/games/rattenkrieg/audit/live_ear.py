"""What one side makes of what its windows show: the actions of the rules behind the steps of a log.

One step of a log is a `Change` of a side's view.  Several can be one action: a drag and the card that pays
for it, an event, its target and the card that is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tests.audit.decisions.windows import Change, Decision
from tests.games.rattenkrieg.audit.live_view import DECK, PILE, UNKNOWN, Cards, Reveals
from toolkit.audit.module_data import ModuleData
from toolkit.games.rattenkrieg.rules import actions as a
from toolkit.games.rattenkrieg.rules import game as rules
from toolkit.games.rattenkrieg.rules.data import FACTORY
from toolkit.games.rattenkrieg.rules.position import Did, Phase, Position
from toolkit.games.rattenkrieg.rules.sides import Side

_EVENTS: Mapping[str, Callable[[str], a.Action]] = {
    "assault_gun": a.AssaultGun,
    "engineers": a.Engineers,
    "molotov": a.Molotov,
    "chuikov": a.ChuikovBattle,
}
_SHOTS: Mapping[str, Callable[[str, str, str], a.Action]] = {
    "bombardment_german": a.Bombard,
    "bombardment_soviet": a.Bombard,
    "air_support": a.AirSupport,
}

Make = Callable[[], Sequence[a.Action]]


class Ear:
    """Follows a game by what is seen of it.

    Parameters
    ----------
    position : Position
        Brought up to date.

    Attributes
    ----------
    cards : Cards
    sniping : (str, Change) or None
        The sniper's card and what it changed, while the German player has not given up a card for it.
    strange : list of str
        What the rules, as far as this side sees, do not allow.
    """

    def __init__(self, data: ModuleData, position: Position) -> None:
        self.position = position
        self.cards = Cards(data, position)
        self.sniping: tuple[str, Change] | None = None
        self.strange: list[str] = []
        self._sides = {name: side for side, name in self.cards.sides.items()}
        areas: Mapping[str, str] = data.manifest["areas"]
        self._areas = {name: area for area, name in areas.items()}

    def hear(self, changes: Sequence[Change]) -> int:
        """Follow the steps of a log; return how many actions they were."""
        left = [c for c in changes if c.tells]
        actions = 0
        while left:
            used = _Reader(self, left).read()
            assert used
            actions += 1
            left = left[used:]
        return actions

    def carry_out(self, group: Sequence[Change], make: Make) -> None:
        """Lay the cards as they were, ask for the actions, do them, lay the cards as they are."""
        reveals = Reveals()
        for change in group:
            reveals.add(change)
        self.cards.lay(group[0].before, reveals)
        for action in make():
            verdict = rules.check(self.position, action)
            if not verdict.legal:
                self.strange.append(f"{action}: {verdict.rules} {verdict.reason}")
            rules.apply(self.position, action)
        self.cards.lay(group[-1].after)

    def happened(self, action: a.Action, change: Change) -> list[a.Action]:
        """Return what an action became when chance has spoken; the cards are laid as before it."""
        position = self.position
        match action:
            case a.Shuffle():
                return [a.Shuffle(tuple(position.pile))]
            case a.Replenish(unit=unit):
                return [a.Replenish(unit, position.deck[-1])]
            case a.Bombard(card=card, target=target) | a.AirSupport(card=card, target=target):
                return [type(action)(card, target, position.deck[-1])]
            case a.Draw(side=side):
                return [a.Draw(side, self.top(change))]
            case a.Reinforce(unit=unit):
                cards = self.top(change)
                return [action, *([a.DealSteps(unit, cards)] if cards else [])]
        return [action]

    def top(self, change: Change) -> tuple[str, ...]:
        """Return the cards that a change took off the deck."""
        count = change.taken(DECK)
        return tuple(reversed(self.position.deck[-count:])) if count > 0 else ()

    def area(self, name: str) -> str:
        """Return the area of a place's name."""
        return self._areas[name]

    def side(self, decision: Decision) -> Side:
        """Return who did a decision."""
        return self._sides[decision.by]


class _Reader:
    """Reads one action off the front of some changes."""

    def __init__(self, ear: Ear, changes: Sequence[Change]) -> None:
        self.ear, self.changes, self.position = ear, changes, ear.position

    def read(self) -> int:
        """Carry the next action out; return how many changes it took."""
        change = self.changes[0]
        decision = change.last_decision
        if change.turned and decision is None:
            return self._did(1, lambda: [self._end()])
        if not change.decided:
            return self._drag(0, retreats=False)
        if decision is None:
            return self._masked(change)
        if decision.piece in self.position.where:
            return self._unit(decision)
        return self._desk(decision) if "desk" in decision.piece else self._card(decision)

    def _did(self, count: int, make: Make) -> int:
        self.ear.carry_out(self.changes[:count], make)
        return count

    def _quiet(self) -> int:
        return self._did(1, lambda: [])

    def _decision(self, index: int, act: str, piece: str = "") -> Decision | None:
        """Return the decision of a change if it is such a one."""
        found = self.changes[index].last_decision if index < len(self.changes) else None
        return found if found is not None and found.act == act and piece in ("", found.piece) else None

    # -- units --------------------------------------------------------------------------------------------

    def _unit(self, decision: Decision) -> int:  # noqa: PLR0912
        unit, position, tank = decision.piece, self.position, self.position.data.tank
        side = position.side(unit)
        match decision.act:
            case "activate":
                joined = self._decision(1, "join", tank) is not None
                return self._did(1 + joined, lambda: [a.Activate(unit, joined)])
            case "pass":
                return self._did(1, lambda: [a.Pass(side, unit)])
            case "end":
                over = self.changes[0].after.down - self.changes[0].before.down
                return self._did(1, lambda: [a.End(tuple(sorted(over)))])
            case "replenish":
                return self._did(1, lambda: [a.Replenish(unit, position.deck[-1])])
            case "arrive":
                arrives = a.Reinforce(unit, self.ear.area(self.changes[0].after.units[unit]))
                return self._did(1, lambda: self.ear.happened(arrives, self.changes[0]))
            case "return":
                return self._did(1, lambda: [a.ReturnT34(FACTORY)])
            case "attack":
                count, support = self._support(1, unit, position.where[unit])
                return self._did(count, lambda: [a.Attack(unit, support)])
            case "defend":
                count, support = self._support(1, unit, position.where[unit])
                return self._did(count, lambda: [a.NameDefender(side, unit, support)])
            case "retreat":
                if self.changes[0].moved is not None:
                    # The drag alone said it.
                    return self._drag(0, retreats=True)
                together = 1 if self._decision(1, "retreat", tank) is not None else 0
                return self._drag(1 + together, retreats=True)
            case "isolate":
                return self._did(1, lambda: [a.Isolate(unit)])
            case "remove":
                return self._did(1, lambda: [a.Remove(unit)])
            case "t34_out":
                return self._did(1, lambda: [a.T34Out()])
            case "free":
                return self._quiet()
        raise ValueError(f"what {decision} is for does not show")

    def _support(self, index: int, unit: str, area: str, *, along: bool = False) -> tuple[int, bool]:
        """Return how many changes are read, and whether the T-34 beside a unit supports it."""
        position, tank = self.position, self.position.data.tank
        beside = along or position.where.get(tank) == area
        if not beside or unit == tank or position.side(unit) is Side.GERMAN:
            return index, False
        waived = self._decision(index, "waive", tank) is not None
        return index + waived, not waived

    def _drag(self, index: int, *, retreats: bool) -> int:
        """Read a drag, and what it was for."""
        position, tank = self.position, self.position.data.tank
        dragged = self.changes[index].moved
        assert dragged is not None, "a retreat without a drag"
        unit, place = dragged
        area, side = self.ear.area(place), position.side(unit)
        follows = self.changes[index + 1].dragged if index + 1 < len(self.changes) else None
        along = follows == (tank, place) and unit != tank
        index += 1 + along
        if retreats:
            return self._did(index, lambda: [a.Retreat(unit, area, along)])
        paid, attacks = self._decision(index, "pay"), self._decision(index, "attack", unit)
        if paid is not None:
            return self._did(index + 1, lambda: [a.EnterEmpty(unit, area, paid.piece, along)])
        if attacks is not None:
            count, support = self._support(index + 1, unit, area, along=along)
            return self._did(count, lambda: [a.EnterBattle(unit, area, along, support)])
        if position.held[0][area] is side:
            return self._did(index, lambda: [a.MoveFriendly(unit, area, along)])
        return self._did(index, lambda: [a.EnterEmpty(unit, area, None, along)])

    # -- desks and the turn track -------------------------------------------------------------------------

    def _desk(self, decision: Decision) -> int:
        side, position = self.ear.side(decision), self.position
        match decision.act:
            case "take_loss":
                return self._did(1, lambda: [a.TakeLoss(side)])
            case "stand":
                return self._did(1, lambda: [a.Stand(side)])
            case "fight_on":
                return self._did(1, lambda: [a.FightOn()])
            case "stop":
                return self._did(1, lambda: [a.Stop()])
            case "pass":
                return self._did(1, lambda: [a.Pass(side)])
            case "reshuffle":
                return self._did(1, lambda: [a.Shuffle(tuple(position.pile))])
            case "fill":
                return self._did(1, lambda: [a.Draw(side, self.ear.top(self.changes[0]))])
            case "flip_up":
                return self._did(1, lambda: [a.FlipUp(tuple(sorted(position.down)))])
            case "give_up" if self.ear.sniping is not None:
                (card, shot), self.ear.sniping = self.ear.sniping, None
                last = self.changes[0]
                self.ear.carry_out([shot, last], lambda: [a.Sniper(card, last.after.tops.get(PILE, ""))])
                return 1
        return self._quiet()  # cards cleared away, the lot for a sniper

    def _end(self) -> a.Action:
        match self.position.phase:
            case Phase.REINFORCEMENT:
                return a.EndReinforcement()
            case Phase.OPERATIONS:
                return a.EndOperations()
        # No key says who has won: everybody sees it.
        ends = [a.EndTurn(winner) for winner in (None, *Side)]
        return next((end for end in ends if rules.check(self.position, end).legal), ends[0])

    # -- cards --------------------------------------------------------------------------------------------

    def _card(self, decision: Decision) -> int:
        card, side = decision.piece, self.ear.side(decision)
        match decision.act:
            case "play_open":
                return self._did(1, lambda: [self._played(side, card, face_up=True)])
            case "play":
                return self._did(1, lambda: [self._played(side, card)])
            case "open":
                return self._did(1, lambda: [a.Open(side)])
            case "discard":
                return self._did(1, lambda: [a.Discard(side, (card,))])
            case "event_ready":
                unit = self.changes[1].last_decision
                assert unit is not None
                return self._did(2, lambda: [a.ChuikovReady(card, unit.piece)])
            case "event" if decision.more.get("Event", "") in _SHOTS:
                target = self.changes[1].last_decision
                assert target is not None
                shot: a.Action = _SHOTS[decision.more.get("Event", "")](card, target.piece, "")
                return self._did(3, lambda: self.ear.happened(shot, self.changes[2]))
            case "event" if decision.more.get("Event", "") == "sniper":
                self.ear.sniping = (card, self.changes[0])
                # Nothing has happened before the German player gives up a card.
                return 1
            case "event":
                return self._did(1, lambda: [_EVENTS[decision.more.get("Event", "")](card)])
        raise ValueError(f"what {decision} is for does not show")

    def _masked(self, change: Change) -> int:
        """Read what was done with a card that is not seen: it shows by where it went."""
        cards, known = change.before.cards, change.after.known()
        left = [place for place in change.left if cards[place] not in known]
        assert len(left) == 1, f"a decision that does not show: {change.left} {change.came}"
        place = left[0]
        card = cards[place] or f"{UNKNOWN}{place}"
        if change.came:
            side = self._whose(place)
            return self._did(1, lambda: [self._played(side, card)])
        unit = next(u for u, short in self.ear.cards.strips.items() if place.rpartition("-")[0] == short)
        return self._did(1, lambda: [a.LoseStep(unit, card)])

    def _whose(self, place: str) -> Side:
        head = place.rpartition("-")[0]
        for side, name in self.ear.cards.sides.items():
            if head == f"{name} hand":
                return side
        return next(self.position.side(u) for u, short in self.ear.cards.strips.items() if short == head)

    def _played(self, side: Side, card: str, *, face_up: bool = False) -> a.Action:
        battle = self.position.battle
        again = battle is not None and (side, Did.PLAY) in battle.calls
        return a.Raise(side, card, face_up) if again else a.PlayCard(side, card, face_up)
