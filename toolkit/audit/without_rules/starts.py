"""Logs of one game beside each other: their order, and whether each begins as the one before it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from toolkit.audit.joining import Chain, Difference, Joints, join
from toolkit.audit.report import Notice
from toolkit.audit.without_rules.case import Case, notice
from toolkit.audit.without_rules.history import History, Stand, State
from toolkit.vassal import commands as c
from toolkit.vassal.chain import links
from toolkit.vassal.events import Spot
from toolkit.vassal.traits import (
    DynamicProperty,
    Hide,
    Label,
    Layer,
    Mask,
    PropertySheet,
    Rotate,
    parse_trait,
    trait_texts,
)
from toolkit.vassal.turns import Trackers

_TELLING = (Layer.ID, DynamicProperty.ID, Label.ID, Rotate.ID, PropertySheet.ID, Mask.ID, Hide.ID)
_COVERS = (Mask.ID, Hide.ID)
_TENTH = 10
_NUDGE = 45
"""Pixels: less than a counter's size."""
_FEW = 12
"""So many differences may be a start that somebody changed; more are play that is missing."""


@dataclass(frozen=True)
class _Played:
    """A log among others: its history, the table it starts from, what was done, and how many first steps of
    it do not count.
    """

    history: History
    begin: State
    changes: tuple[object, ...]
    skipped: int = 0


def joined(case: Case) -> Chain[_Played]:
    """Return the logs in the order of play, and what is to be said of how they follow each other."""
    trackers = Trackers(case.module)

    def differences(one: State, other: State) -> tuple[Difference, ...]:
        return tuple(_differences(case, trackers, one, other))

    games = [_Played(history, history.begin, _changes(history)) for history in case.histories]
    joints: Joints[_Played, State] = Joints(
        changes=lambda game: game.changes,
        tables=lambda game: (game.begin, game.history.end),
        differences=differences,
        progress=lambda _state: (0, 0),
        is_gap=lambda _end, _begin, found: len(found) > _FEW or any(one.what == "turn" for one in found),
        without=lambda game, count, begin: replace(
            game, begin=begin, changes=game.changes[count:], skipped=game.skipped + count
        ),
        distance=_distance,
        tells=_is_more_than_talk,
    )
    found = join(games, [history.name for history in case.histories], joints)
    found.notices[:] = [_told_better(case, found, one) for one in found.notices]
    return found


def _told_better(case: Case, found: Chain[_Played], one: Notice) -> Notice:
    """Return a notice of a start that is no end with the step of the log before that it is the table of.

    Where only a few pieces stand elsewhere, nothing but rules can tell a changed start from a few moves.
    """
    if one.code == "AUD034":
        said = "moves were made that no log holds, or its start was changed"
        one = replace(one, message=one.message.replace("its start was changed", said))
    if one.code not in {"AUD030", "AUD034"}:
        return one
    at = next(place for place, link in enumerate(found.links) if link.log == one.log)
    before, after = (case.histories[link.log] for link in found.links[at - 1 : at + 1])
    link = list(links([before.log, after.log]))[-1]
    if not link.exact or link.step is None:
        return one
    text = f"{after.name} begins as {before.name} stood after step {link.step}, and not as it ends"
    data = {"before": before.name, "after": after.name, "step": link.step}
    return notice("AUD057", after, None, text, data)


def _is_more_than_talk(change: object) -> bool:
    return not isinstance(change, tuple) or not all(str(part).startswith("CHAT") for part in change)


def _distance(one: State, other: State) -> int:
    """Return how many pieces lie elsewhere, or are on one table only."""
    both = one.pieces.keys() & other.pieces.keys()
    alone = len(one.pieces) + len(other.pieces) - 2 * len(both)
    return alone + sum(one.pieces[id_].spot != other.pieces[id_].spot for id_ in both)


def _changes(history: History) -> tuple[object, ...]:
    """Return what was done step by step, however a client wrapped it."""
    return tuple(
        tuple(
            leaf.encode()
            for command in step.commands
            for leaf in c.leaves(command)
            if not isinstance(leaf, c.Null)
        )
        for step in history.log.steps
    )


def _differences(case: Case, trackers: Trackers, one: State, other: State) -> list[Difference]:
    found: list[Difference] = []
    history = case.histories[0]
    refreshed = is_refreshed(one, other)
    for id_ in one.pieces.keys() | other.pieces.keys():
        old, new = one.pieces.get(id_), other.pieces.get(id_)
        if refreshed and old is not None and new is not None:
            new = new._replace(type=old.type, values=old.values)
        if old != new:
            found += _of_piece(case, history, old, new)
    found.sort(key=lambda item: (item.what, item.name))
    for id_ in sorted(one.decks.keys() & other.decks.keys()):
        (name, before), (_, after) = one.decks[id_], other.decks[id_]
        if before != after and sorted(before) == sorted(after):
            found.append(Difference("card", f"order of {name}", "", ""))
    for key in sorted(one.properties.keys() & other.properties.keys()):
        if one.properties[key] != other.properties[key]:
            found.append(Difference("property", key[1], one.properties[key], other.properties[key]))
    for id_ in sorted(one.turns.keys() & other.turns.keys()):
        words = [" ".join(trackers.words(id_, state.turns[id_])) for state in (one, other)]
        if words[0] != words[1]:
            found.append(Difference("turn", trackers.name(id_) or "turn", *words))
    return found


def is_refreshed(one: State, other: State) -> bool:
    """Return whether so many pieces have other traits that their module must be another one."""
    both = one.pieces.keys() & other.pieces.keys()
    others = sum(one.pieces[id_].type != other.pieces[id_].type for id_ in both)
    return others > _FEW and others * _TENTH > len(both)


def _of_piece(case: Case, history: History, old: Stand | None, new: Stand | None) -> list[Difference]:
    stand = new or old
    if stand is None:
        return []
    what = "card" if stand.deck is not None or _covered(stand) else "unit"
    name = history.people.redact(stand.name) or "a piece"
    if old is None or new is None:
        where = case.place(history, stand.spot)
        return [Difference(what, name, *(("not there", where) if old is None else (where, "not there")))]
    found = []
    places = [case.place(history, old.spot), case.place(history, new.spot)]
    if old.deck != new.deck or (places[0] != places[1] and not _nudged(old.spot, new.spot)):
        found.append(Difference(what, name, *places))
    if old.type != new.type:
        found.append(Difference(what, name, "its traits", "other traits"))
    elif old.values != new.values:
        found += [Difference(what, name, was, is_) for was, is_ in _values(history, old, new)]
    return found


def _nudged(one: Spot, other: Spot) -> bool:
    """Return whether two places are one: old logs leave what lay in a stack that goes on no map."""
    if one.map is None or other.map is None:
        return (one.x, one.y) == (other.x, other.y)
    return one.map == other.map and max(abs(one.x - other.x), abs(one.y - other.y)) <= _NUDGE


def _covered(stand: Stand) -> bool:
    texts = trait_texts(stand.type)
    for text, state in zip(texts, stand.values, strict=False):
        if text.startswith(_COVERS):
            trait = parse_trait(text)
            if isinstance(trait, Mask | Hide) and trait.owner(state) is not None:
                return True
    return False


def _values(history: History, old: Stand, new: Stand) -> list[tuple[str, str]]:
    """Return what is written on a piece otherwise; marks, trails and the like are not what it is."""
    found = []
    for text, was, is_ in zip(trait_texts(old.type), old.values, new.values, strict=False):
        if was == is_ or not text.startswith(_TELLING):
            continue
        trait = parse_trait(text)
        one, two = trait.properties(was), trait.properties(is_)
        changed = [name for name in one if one[name] != two.get(name)]
        if changed:
            name = changed[0]
            title = trait.activate_menu or name if isinstance(trait, Layer) and not trait.name else name
            words = (f"{title} {values.get(name, '') or 'empty'}" for values in (one, two))
            first, second = map(history.people.redact, words)
            found.append((first, second))
    return found


def order_of(found: Chain[_Played]) -> Sequence[tuple[int, int]]:
    """Return the logs that count, in the order of play, each with how many of its first steps do not."""
    return [(link.log, link.game.skipped) for link in found.links]
