"""Decks and masked pieces: what was drawn, shuffled, put back and looked at, as far as a log shows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from toolkit.audit.report import Notice
from toolkit.audit.without_rules.case import Case, notice
from toolkit.audit.without_rules.history import History, Moment
from toolkit.vassal import commands as c
from toolkit.vassal import events as e
from toolkit.vassal.privacy import Actor
from toolkit.vassal.table import Table
from toolkit.vassal.traits import Deck

_SOON = 10
"""So many steps after it was drawn a card that is put back was only looked at."""
_SELDOM = 4
"""Where less than one draw in so many comes from below others, the top is what is drawn from."""
_COVERS = ("MaskedBy", "HiddenBy")
_NOBODY = "a player"
"""Whose a mask is that a deck or a deal has put on."""


class DeckStep(NamedTuple):
    """A deck that changed in a step."""

    step: int
    event: e.DeckChanged
    deck: Deck
    names: Mapping[str, str]
    actor: Actor | None
    said: bool


class Cover(NamedTuple):
    """A mask that was put on a piece, or taken off it: whose it was and is, "" for nobody."""

    step: int
    id: str
    name: str
    before: str
    after: str
    actor: Actor | None


@dataclass(slots=True)
class Secrets:
    """Notes what happens to decks and masks.

    Attributes
    ----------
    moved : dict of str to list of int
        Piece → the steps in which it went elsewhere.
    movers : dict of int to set of str
        Step → the pieces that it moves.
    """

    decks: list[DeckStep] = field(default_factory=list)
    covers: list[Cover] = field(default_factory=list)
    moved: dict[str, list[int]] = field(default_factory=dict)
    movers: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))

    def command(self, table: Table, command: c.Command, step: int) -> None:
        """Look at nothing."""

    def moment(self, table: Table, moment: Moment) -> None:
        """Note decks that changed, and masks put on or taken off."""
        said = any(isinstance(event, e.ChatLine) for event in moment.events)
        for event in moment.events:
            match event:
                case e.DeckChanged(id=id_) if id_ in table.things and table.things[id_].is_deck:
                    ids = {*event.before, *event.after} & table.things.keys()
                    names = {one: table.things[one].name for one in ids} if len(ids) < 500 else {}
                    deck = table.things[id_].deck()
                    self.decks.append(DeckStep(moment.step, event, deck, names, moment.actor, said))
                case e.PieceChanged(id=id_, changes=changes) if id_ in table.things:
                    for change in changes:
                        if change.name in _COVERS:
                            name = table.things[id_].name
                            cover = Cover(moment.step, id_, name, change.old, change.new, moment.actor)
                            self.covers.append(cover)
                case e.PieceMoved(pieces=pieces, start=start, end=end) if start != end:
                    for id_ in pieces:
                        self.moved.setdefault(id_, []).append(moment.step)
                        self.movers[moment.step].add(id_)


def secret_notices(case: Case, found: Sequence[Secrets]) -> Iterator[Notice]:
    """Yield what is to be said of decks and masks, log by log."""
    for history, secrets in zip(case.histories, found, strict=True):
        yield from _decks(history, secrets)
        yield from _masks(history, secrets)


def _decks(history: History, secrets: Secrets) -> Iterator[Notice]:
    drawn: dict[tuple[str, str], int] = {}
    from_inside = _drawn_from_inside(history, secrets)
    for one in secrets.decks:
        event = one.event
        taken, back = _taken(event), _back(event)
        if one.step in history.undone:
            if event.face_down and taken:
                yield _drawn_and_undone(history, one, taken)
            continue
        if one.step in history.undoing:
            continue
        if _reordered(one):
            text = f"deck {event.name} lies in another order, although nothing shuffled it"
            yield notice("AUD026", history, one.step, text, {"deck": event.name})
        if one.step in from_inside.get(event.id, ()):
            where = len(event.before) - event.before.index(taken[0])
            text = f"{_card(one)} taken from deck {event.name}, face down, from place {where} from its top"
            yield notice("AUD045", history, one.step, text, {"deck": event.name, "place": where})
        if len(taken) == 1:
            drawn[event.id, taken[0]] = one.step
        if len(back) == 1 and event.face_down:
            step = drawn.get((event.id, back[0]), 0)
            if step and one.step - step <= _SOON and secrets.movers[one.step] == {back[0]}:
                text = f"a card was drawn from deck {event.name} in step {step} and put back on it"
                yield notice("AUD046", history, one.step, text, {"deck": event.name, "drawn": step})


def _taken(event: e.DeckChanged) -> list[str]:
    left = set(event.after)
    return [id_ for id_ in event.before if id_ not in left]


def _back(event: e.DeckChanged) -> list[str]:
    had = set(event.before)
    return [id_ for id_ in event.after if id_ not in had]


def _several(secrets: Secrets, one: DeckStep) -> bool:
    """Return whether a step changes decks more than once: what a key of the module does, and no hand."""
    return sum(other.step == one.step for other in secrets.decks) > 1


def _drawn_from_inside(history: History, secrets: Secrets) -> Mapping[str, Collection[int]]:
    """Return the steps in which somebody took one card from below others, by the deck.

    Decks that are mostly drawn from so are cups, of which a key of the module takes one by chance.
    """
    draws: dict[str, list[tuple[int, bool]]] = {}
    for one in secrets.decks:
        taken = _taken(one.event)
        single = len(taken) == 1 and one.event.face_down and not _several(secrets, one)
        if single and history.stands(one.step) and one.deck.shuffle != "Always":
            draws.setdefault(one.event.id, []).append((one.step, taken[0] != one.event.before[-1]))
    found = {}
    for deck, steps in draws.items():
        inside = [step for step, below in steps if below]
        if len(inside) <= max(1, len(steps) // _SELDOM):
            found[deck] = inside
    return found


def _card(one: DeckStep) -> str:
    return "a card was" if one.actor is None else f"a card was by {one.actor}"


def _drawn_and_undone(history: History, one: DeckStep, taken: Sequence[str]) -> Notice:
    count = "a card" if len(taken) == 1 else f"{len(taken)} cards"
    undo, deck = history.undone[one.step], one.event.name
    if not history.marked(undo):
        text = f"{count} drawn from deck {deck} in step {one.step} came back to it"
        return notice("AUD046", history, undo, text, {"deck": deck, "drawn": one.step})
    text = f"an undo put {count} back that had been drawn from deck {deck} in step {one.step}"
    data = {"taken_back": one.step, "seen": [f"draw from {deck}"]}
    return notice("AUD020", history, undo, text, data)


def _reordered(one: DeckStep) -> bool:
    """Return whether cards that stayed in a deck lie in another order than any of its commands gives."""
    before, after = one.event.before, one.event.after
    kept = set(before) & set(after)
    old = [id_ for id_ in before if id_ in kept]
    new = [id_ for id_ in after if id_ in kept]
    if old == new or (one.deck.reversible and new == old[::-1]):
        return False
    shuffled = one.deck.shuffle != "Never" or bool(one.deck.shuffle_key)
    return not shuffled or (bool(one.deck.shuffle_report) and one.deck.shuffle != "Always" and not one.said)


def _masks(history: History, secrets: Secrets) -> Iterator[Notice]:
    shown: dict[str, Cover] = {}
    for cover in secrets.covers:
        if cover.step in history.undoing:
            continue
        if cover.step in history.undone:
            if cover.before and not cover.after:
                undo, name = history.undone[cover.step], cover.name or "a piece"
                text = f"{name} was shown in step {cover.step} and covered again by an undo"
                data = {"taken_back": cover.step, "seen": [cover.name]}
                yield notice("AUD020", history, undo, text, data)
            continue
        if cover.before and not cover.after:
            shown[cover.id] = cover
            yield from _by_another(history, cover)
        elif cover.after and (first := shown.pop(cover.id, None)) is not None:
            moves = secrets.moved.get(cover.id, [])
            if not any(first.step <= step <= cover.step for step in moves):
                by = f" by {first.actor}" if first.actor is not None else ""
                what = f"{cover.name or 'a piece'}, which {first.before} had covered,"
                text = f"{what} was shown in step {first.step}{by} and covered again where it lay"
                yield notice("AUD047", history, cover.step, text, {"shown": first.step, "piece": cover.name})


def _by_another(history: History, cover: Cover) -> Iterator[Notice]:
    """Yield a notice where somebody else than who covered a piece shows it."""
    if cover.actor is None or cover.before == _NOBODY:
        return
    if cover.before not in {cover.actor.name, cover.actor.side, str(cover.actor)}:
        text = f"{cover.name or 'a piece'}, which {cover.before} had covered, was shown by {cover.actor}"
        yield notice("AUD048", history, cover.step, text, {"piece": cover.name, "by": cover.actor.name})
