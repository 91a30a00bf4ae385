"""The referee of Rattenkrieg: judges action after action, and goes on from the table as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from toolkit.audit.areas.reader import ReadLog
from toolkit.audit.areas.records import Laid, Place, Step
from toolkit.audit.events import Actor, Known
from toolkit.audit.rattenkrieg.marks import Marks
from toolkit.audit.rattenkrieg.murky import Murky
from toolkit.audit.rattenkrieg.narrator import Narrator
from toolkit.audit.rattenkrieg.sight import Sight
from toolkit.audit.rattenkrieg.start import is_set_up, mixed_areas, position_at, where
from toolkit.audit.rattenkrieg.story import SIDES, Done
from toolkit.audit.rattenkrieg.vocabulary import DECK, HIDDEN, in_row, is_laid, strip_of
from toolkit.audit.rattenkrieg.wording import cards_of, detail_of, name_of, unit_of
from toolkit.audit.report import JudgedAction, Private, Segment
from toolkit.rules.rattenkrieg import actions as a
from toolkit.rules.rattenkrieg.data import RulesData, Side
from toolkit.rules.rattenkrieg.game import apply, check
from toolkit.rules.rattenkrieg.position import Phase, Position
from toolkit.rules.verdict import Outcome, Verdict

_MOVES = (a.MoveFriendly, a.EnterEmpty, a.EnterBattle, a.Retreat, a.Place, a.Reinforce, a.ReturnT34)
# What begins a player turn, or a phase after one.
_OPENING = (a.Activate, a.Pass, a.Replenish, a.Discard, a.Draw, a.FlipUp, a.EndTurn)
_TURN = (a.Activate, a.Pass, a.Replenish)
# What a card is laid openly for: whether it is good for that rests on the card.
_SPENT = (
    a.Bombard,
    a.AirSupport,
    a.AssaultGun,
    a.Engineers,
    a.Sniper,
    a.Molotov,
    a.ChuikovBattle,
    a.ChuikovReady,
)
_UNSURE = "the log begins in the middle of the game, and nothing shows which units are isolated"
_CUT_OFF = "the log does not show who is isolated there: it was not said which unit had defended"
_CERTAIN = "3."
"""Rules that ask neither who is isolated nor whose turn it is: enemy rears, the deck."""
_MIDWAY = "the log begins in the middle of this player turn: what was done before is not shown"
_UNSEEN = "it may rest on a card that was outbid and never opened (U20)"
_NOT_OPENED = "it rests on a card that was never opened"
_ENDS = "the log ends before it is seen whether more belongs to this"


def judge_game(
    games: Sequence[ReadLog], data: RulesData, sides: Mapping[str, str]
) -> tuple[JudgedAction, ...]:
    """Judge the logs of a game that follow each other.

    Parameters
    ----------
    games : sequence of ReadLog
        In the order of play.
    data : RulesData
    sides : mapping of str to str
        The module's names of the sides → ids.
    """
    # A decision may begin in one log and end in the next: the steps of all are told as one game's.
    moments = [(log, step.number) for log, game in enumerate(games) for step in game.steps]
    steps = [step for game in games for step in game.steps]
    referee = _Referee(games[0].begin, data, dict(sides), moments)
    referee.judge([replace(step, number=place) for place, step in enumerate(steps)])
    return tuple(referee.judged)


class _Referee:
    """Judges the steps of a game.

    `moments` holds log and number of each step, which the steps themselves count through all logs.
    """

    def __init__(
        self, begin: Laid, data: RulesData, sides: dict[str, str], moments: Sequence[tuple[int, int]]
    ) -> None:
        self.position = position_at(begin, data, sides)
        self.sides = sides
        self.judged: list[JudgedAction] = []
        self.moments = moments
        self.number = 0
        self.label = ""
        self.units = dict(begin.units)
        self.cards = dict(begin.cards)
        self.there = {card: self._there(place) for card, place in begin.cards.items()}
        self.down = set(begin.down)
        self.deck = begin.decks.get(DECK, ())
        self.marks = Marks.of(begin)
        self.sight = Sight(begin, self.position, sides)
        self.murky = Murky(self.position)
        # Before the first player turn that is seen nobody knows whose it is.
        self.actor_known = is_set_up(begin) or self.position.act is not None
        self.placed = not is_set_up(begin)
        self.ended = False
        self.unsure = ""
        # Player turns whose end nobody can have seen.
        self.unseen = 0
        # What was done before the log in the player turn that it begins in is not shown.
        self.midway = self.position.act is not None or any(in_row(place) for place in begin.cards.values())

    def judge(self, steps: Sequence[Step]) -> None:
        narrator = Narrator(
            self.position, steps, self.sides, self.cards, self.deck, turn_known=self.actor_known
        )
        self._look_midway(narrator)
        for step, told in narrator.tell():
            narrator.begin_midway(midway=self.midway)
            self.sight.take(step)
            for done in told:
                self._set_up(step)
                self._judge(done)
            self._take(step)
            if not narrator.holding:
                self._sync()
        for done in narrator.finish():
            self._judge(done, ends=True)
        self._sync()

    def _look_midway(self, narrator: Narrator) -> None:
        """Take what is not shown of a game that is under way and whose players press no keys."""
        position = self.position
        if not self.placed or position.phase is Phase.SETUP:
            return
        mixed = position.act is None and position.battle is None and mixed_areas(position)
        if mixed or not narrator.says_turns:
            self.unsure = _UNSURE
        if position.phase is Phase.OPERATIONS and not narrator.says_turns:
            self.midway = True
            self.unseen = len(Side)

    # -- judging -----------------------------------------------------------------------------------

    def _set_up(self, step: Step) -> None:
        """Judge the units that lay on the map before the first card was dealt, as placed."""
        if self.placed:
            return
        self.placed = True
        for unit, place in self.units.items():
            if place.area and unit in self.position.where:
                side = self.position.side(unit).id
                self._judge(Done(a.Place(unit, place.area), (step.number,), Actor(side, Known.INFERRED)))

    def _judge(self, done: Done, *, ends: bool = False) -> None:
        position, action = self.position, done.action
        if self.midway:
            self._leave_midway(done)
        self._begin_turn(action)
        action, verdict = self._read(done, ends=ends)
        if isinstance(action, a.End) and _is_astray(position):
            # That it went where it never may was said; nobody fights there.
            verdict = Verdict(Outcome.LEGAL)
        done = replace(done, action=action)
        shown = self._shown(done, self._doubted(done, verdict))
        verdicts = {side: self._doubted(done, known) for side, known in self._verdicts(action).items()}
        self.judged.append(replace(shown, verdicts=verdicts))
        if isinstance(action, a.EndOperations):
            self.unseen = 0
        elif isinstance(action, a.Activate | a.Pass | a.Replenish):
            self.unseen = max(0, self.unseen - 1)
        if done.doubt and isinstance(action, a.NameDefender | a.PlayCard | a.Retreat | a.TakeLoss):
            self.murky.guessed()
        self.murky.look()
        try:
            apply(position, action)
        except KeyError:
            # Cards were dealt of a deck that nobody shuffled, or that a piece from elsewhere stands in for.
            self._meet_cards()
            with suppress(KeyError):
                apply(position, action)

    def _doubted(self, done: Done, verdict: Verdict) -> Verdict:
        """Return what is left of a verdict where the log does not show what it depends on."""
        if done.doubt and verdict.outcome is not Outcome.LEGAL:
            verdict = _unprovable(verdict, done.doubt)
        if verdict.outcome is Outcome.ILLEGAL and self.murky.touched(done.action, verdict.rules):
            verdict = _unprovable(verdict, _CUT_OFF)
        if self.midway and verdict.outcome is not Outcome.LEGAL:
            verdict = _unprovable(verdict, _MIDWAY)
        if self.unsure and verdict.rules and not verdict.rules[0].startswith(_CERTAIN):
            verdict = _unprovable(verdict, self.unsure)
        unseen = self.unseen and isinstance(done.action, a.EndOperations)
        return _unprovable(verdict, _MIDWAY) if unseen and verdict.outcome is not Outcome.LEGAL else verdict

    def _read(self, done: Done, *, ends: bool) -> tuple[a.Action, Verdict]:
        """Return the action that steps show, and its verdict, where they can be read in several ways.

        Nothing is held against a player that another reading allows.  Where none does, the rules of all are
        named, those of the likeliest first.
        """
        action, verdict = done.action, self._verdict(done.action)
        if verdict.outcome is Outcome.LEGAL:
            return action, verdict
        rules = list(verdict.rules)
        for other in done.others:
            known = self._verdict(other)
            if known.outcome is Outcome.LEGAL and ends:
                return action, _unprovable(verdict, _ENDS)
            if known.outcome is not Outcome.ILLEGAL:
                return other, known
            rules += [rule for rule in known.rules if rule not in rules]
        return action, replace(verdict, rules=verdict.rules if ends else tuple(rules))

    def _leave_midway(self, done: Done) -> None:
        """Go on to a player turn that is seen whole, where one begins.

        Where nobody says that one begins, the one before has to be seen to end first.
        """
        action, position = done.action, self.position
        if isinstance(action, a.End):
            self.ended = True
        if not isinstance(action, _OPENING):
            return
        serving = isinstance(action, a.Discard | a.Draw)
        if serving and position.phase is not Phase.REPLENISHMENT:
            return
        if done.actor.known is Known.INFERRED and isinstance(action, _TURN) and not self.ended:
            self.ended = isinstance(action, a.Pass | a.Replenish)
            return
        # What is inferred is told later than it shows: the table is ahead of it then.
        self._begin_anew(sync=done.actor.known is not Known.INFERRED)

    def _begin_anew(self, *, sync: bool) -> None:
        """Begin with a player turn that is seen whole: nothing is left over from the one before it."""
        position = self.position
        position.act = position.battle = position.strike = position.broken = None
        self.midway = self.actor_known = False
        if sync:
            self._sync()

    def _meet_cards(self) -> None:
        """Put cards that the position has not seen yet to the deck, where they lie on the table."""
        position = self.position
        known = {*position.deck, *position.pile}
        known.update(card for cards in (*position.hands, *position.steps.values()) for card in cards)
        battle = position.battle
        known.update(played.card for played in (() if battle is None else battle.cards))
        position.deck[:0] = [card for card in self.cards if card not in known]

    def _begin_turn(self, action: a.Action) -> None:
        position = self.position
        if not isinstance(action, a.Activate | a.Pass | a.Replenish) or position.act is not None:
            return
        side = action.side if isinstance(action, a.Pass) else None
        if not isinstance(action, a.Pass) and action.unit in position.where:
            side = position.side(action.unit)
        if not self.actor_known and side is not None:
            position.actor = side
            self.actor_known = True
        self.number += 1
        self.label = "pass" if isinstance(action, a.Pass) else name_of(position, action.unit)

    def _verdict(self, action: a.Action) -> Verdict:
        strange = _strange(self.position, action)
        if strange is not None:
            return Verdict(Outcome.UNVERIFIED, reason=f"the game's data has no '{strange}'")
        return check(self.position, action)

    def _verdicts(self, action: a.Action) -> dict[str, Verdict]:
        """Return the verdict for each side from which the other one's laid cards are hidden.

        Which card counts after raises is open (U20): a card that was outbid and never opened may decide.
        Who has not seen it gets the verdict without it, so that the verdict does not tell it.  What a card
        is good for that was laid without being opened nobody else can say.
        """
        found = {}
        for side in Side:
            if isinstance(action, _SPENT) and not all(map(partial(self.sight.knows, side), cards_of(action))):
                found[side.id] = Verdict(Outcome.UNPROVABLE, reason=_NOT_OPENED)
        battle = self.position.battle
        if battle is None or len(battle.opened) < len(Side):
            return found
        for side in Side:
            seen = tuple(card for card in battle.cards if self.sight.knows(side, card.card))
            if len(seen) < len(battle.cards):
                position = self.position.copy()
                position.battle = replace(battle, cards=seen)
                verdict = check(position, action)
                if verdict.outcome is not Outcome.LEGAL and position.data.points.values["U20"] != ("last",):
                    verdict = Verdict(Outcome.UNPROVABLE, reason=_UNSEEN)
                found.setdefault(side.id, verdict)
        return found

    def _shown(self, done: Done, verdict: Verdict) -> JudgedAction:
        position, action = self.position, done.action
        unit = unit_of(position, action)
        start = end = ""
        if isinstance(action, _MOVES):
            start = name_of(position, position.where.get(action_unit(position, action), ""))
            end = name_of(position, action.area)
        elif unit and position.where.get(unit) in position.data.areas:
            start = name_of(position, position.where[unit])
        log, last = self.moments[done.steps[-1]]
        return JudgedAction(
            step=last,
            steps=tuple(number for at, number in map(self.moments.__getitem__, done.steps) if at == log),
            unit=unit,
            name=name_of(position, unit),
            start=start,
            end=end,
            via=(),
            outcome=verdict.outcome,
            rules=verdict.rules,
            unclear=verdict.unclear,
            reason=verdict.reason,
            basis=verdict.basis,
            actor=done.actor,
            segment=Segment(self.number, self._segment(), inferred=False, turn=position.turn),
            log=log,
            action=word(action),
            detail=detail_of(position, action, lambda _: True),
            private=self._private(action),
        )

    def _private(self, action: a.Action) -> Private | None:
        """Return who knows all cards of an action, if not everybody does, and what the others are told."""
        cards = cards_of(action)
        public = frozenset(card for card in cards if all(self.sight.knows(side, card) for side in Side))
        if public.issuperset(cards):
            return None
        knows = (side.id for side in Side if all(self.sight.knows(side, card) for card in cards))
        return Private(next(knows, ""), detail_of(self.position, action, public.__contains__))

    def _segment(self) -> str:
        phase = self.position.phase
        return self.label if phase is Phase.OPERATIONS else str(phase)

    # -- the table ---------------------------------------------------------------------------------

    def _take(self, step: Step) -> None:
        for shift in step.shifts:
            if shift.kind == "unit":
                self.units[shift.counter] = shift.target
            else:
                self.cards[shift.counter] = shift.target
                self.there[shift.counter] = self._there(shift.target)
        for unit, down in step.turned.items():
            (self.down.add if down else self.down.discard)(unit)
        self.marks.take(step)

    def _sync(self) -> None:
        """Go on from the table as it is."""
        position = self.position
        if not self.placed:
            return
        for unit, place in self.units.items():
            here = where(place)
            if unit in position.where and position.where[unit] != here:
                position.put(unit, here)
        position.down = self.down & position.where.keys()
        self.marks.settle(position, self.sides)
        lie = self._lie()
        for card, there in self.there.items():
            known = lie.get(card)
            if known != there and there and known is not None:
                self._sync_card(card, self.cards[card], known)

    def _lie(self) -> dict[str, str]:
        """Return where the position has each card, in the words of `Position.place_of`."""
        position, battle = self.position, self.position.battle
        found = dict.fromkeys(position.pile, "pile") | dict.fromkeys(position.deck, "deck")
        for side in Side:
            found |= dict.fromkeys(position.hands[side], side.id)
        for unit, cards in position.steps.items():
            found |= dict.fromkeys(cards, unit)
        return found | dict.fromkeys((() if battle is None else (one.card for one in battle.cards)), "battle")

    def _there(self, place: Place) -> str:
        """Return a place of a card in the words of `Position.place_of`, "" for none of them."""
        if place.hand in SIDES:
            return place.hand
        if strip_of(place) in self.position.steps:
            return strip_of(place)
        return "pile" if is_laid(place) else "deck" if place.box == DECK else ""

    def _sync_card(self, card: str, place: Place, known: str) -> None:
        position = self.position
        if not is_laid(place):
            position.give(card, self.there[card])
        elif known != "battle":
            owner = Side.GERMAN if known == Side.GERMAN.id else Side.SOVIET
            position.lay(card, owner if place.box == HIDDEN else None)


def _is_astray(position: Position) -> bool:
    """Return whether the acting unit stands in the enemy's rear."""
    act, data = position.act, position.data
    area = "" if act is None else position.where.get(act.unit, "")
    known = data.areas.get(area)
    return (
        known is not None
        and area not in data.city
        and act is not None
        and known.owner is not position.side(act.unit)
    )


def _unprovable(verdict: Verdict, reason: str) -> Verdict:
    return replace(verdict, outcome=Outcome.UNPROVABLE, rules=(), unclear=(), reason=reason)


def _strange(position: Position, action: a.Action) -> str | None:
    """Return a unit or area that the game's data does not have."""
    units = [getattr(action, name, None) for name in ("unit", "target")]
    found: Iterator[str] = (unit for unit in units if isinstance(unit, str) and unit not in position.where)
    area = getattr(action, "area", None)
    if isinstance(area, str) and area not in position.data.areas:
        return area
    return next(found, None)


def action_unit(position: Position, action: a.Action) -> str:
    """Return the unit that an action moves."""
    return position.data.tank if isinstance(action, a.ReturnT34) else str(getattr(action, "unit", ""))


def word(action: a.Action) -> str:
    """Return an action's name in words: ``enter battle``, ``T-34 out``."""
    name = type(action).__name__
    parts = re.findall("T34|[A-Z][a-z]*", name)
    return " ".join("T-34" if part == "T34" else part.lower() for part in parts)


__all__ = ["judge_game", "word"]
