"""What is wrong between counters that are cards, and the clauses about cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from toolkit.diagnostics import Finding
from toolkit.rules.declared.case import Case, error, warning
from toolkit.rules.declared.names import uses
from toolkit.rules.mechanisms.cards import DECK, HAND, PLAYED, Card, Cards, Discard
from toolkit.rules.mechanisms.sequence import overlapping
from toolkit.source.schema import suggestion


def cards_and_decks(case: Case) -> Iterator[Finding]:
    """Find cards that nobody draws or plays, clauses about none, and decks from which nobody draws."""
    rules = case.rules
    sides = {clause.rule.side for clause in rules.of(Cards)}
    known = {clause.rule.id for clause in rules.of(Card)}
    for counter in case.game.counters:
        card = rules.cards.get(counter.id)
        if card is not None and (card.side or next(iter(sides), None)) not in sides:
            yield error("RUL109", f"no clause of 'cards' says how the side of {card.id} draws", counter.place)
        if card is not None and card.kind not in known:
            text = f"no clause of 'card' says what {card.id} is played for, class '{card.kind}'"
            yield error("RUL101", text + suggestion(card.kind, known), counter.place)
    kinds = {card.kind for card in rules.cards.values()}
    for one in rules.of(Card):
        if one.rule.id not in kinds:
            text = f"no card has the class '{one.rule.id}'{suggestion(one.rule.id, kinds)}"
            yield error("RUL114", text, case.place(one.number, "id"))
    yield from _unnamed(case)
    yield from _unboxed(case)
    yield from _undealt(case)
    yield from _undiscarded(case)
    yield from _outside_battles(case)
    yield from _on_nothing(case)


def _unnamed(case: Case) -> Iterator[Finding]:
    """Find cards for which nothing holds that holds not without them."""
    named = {use.name for clause, one in case.pairs() for use in uses(type(one.rule), clause.parameters)}
    for card in case.rules.of(Card):
        if card.rule.id not in named:
            on, id = card.rule.played_on, card.rule.id
            asked = f"'cards: [{id}]' of its {on}s" if on else f"'when: {id}'"
            yield warning(
                "RUL112", f"nothing comes of the card: no clause says {asked}", case.place(card.number, "id")
            )


def _unboxed(case: Case) -> Iterator[Finding]:
    """Find sides that lack a box for their cards, and set-ups that do not lay a card into its deck."""
    cards = case.rules.cards
    kinds = {box.id: (box.kind, box.side or "") for box in case.game.boxes}
    drawing = [clause.rule.side for clause in case.rules.of(Cards)]
    for counter in case.game.counters:
        if counter.id not in cards:
            continue
        side = cards[counter.id].side
        # Of a deck common to the sides each has a hand of its own.
        hands = [(HAND, one) for one in ((side,) if side else drawing)]
        own = [(DECK, side), *hands, (PLAYED, side)]
        lacking = [box for box in own if box not in kinds.values()]
        if lacking:
            kind, whose = lacking[0]
            who = f"the side of {counter.id}" if side else whose or f"the deck of {counter.id}"
            yield error("RUL109", f"{who} has no box of the kind '{kind}'", counter.place)
            continue
        for setup in case.game.setups:
            box = setup.placements.get(counter.id, "")
            if kinds.get(box) not in own:
                text = f"the set-up {setup.id} lays {counter.id} into no deck, hand or pile of its side"
                yield error("RUL113", text, setup.where.get(counter.id, counter.place))


def _undealt(case: Case) -> Iterator[Finding]:
    """Find decks that no phase lets their side draw from."""
    for deck in case.rules.of(Cards):
        phases = [phase for phase in case.rules.sequence.phases if "deal" in phase.does]
        if not any(deck.rule.side in phase.sides for phase in phases):
            text = f"{deck.rule.side} never draws: no phase of its own does 'deal'"
            yield error("RUL109", text, case.place(deck.number))


def _undiscarded(case: Case) -> Iterator[Finding]:
    """Find clauses by which nobody ever discards a card."""
    hands = {clause.rule.side: clause.rule.hand for clause in case.rules.of(Cards)}
    known: list[Discard] = []
    for clause in case.rules.of(Discard):
        rule, place = clause.rule, partial(case.place, clause.number)
        if rule.side not in hands:
            text = f"no clause of 'cards' says how {rule.side} draws{suggestion(rule.side, hands)}"
            yield error("RUL109", text, place("side"))
        elif rule.down_to is not None and rule.down_to >= hands[rule.side]:
            text = f"{rule.side} never holds more than {hands[rule.side]} cards: fewer fit here"
            yield error("RUL114", text, place("down_to"))
        for index, id in enumerate(rule.phases):
            if not any(phase.id == id and rule.side in phase.sides for phase in case.rules.sequence.phases):
                yield error("RUL114", f"{rule.side} does not act in {id}", place("phases", index))
        if any(
            one.side == rule.side and one.when == rule.when and overlapping(one.phases, rule.phases)
            for one in known
        ):
            text = f"a clause above says how {rule.side} discards in the same phase; `phases` tell them apart"
            yield error("RUL106", text, place())
        known.append(rule)


def _outside_battles(case: Case) -> Iterator[Finding]:
    """Find clauses that hold while a card does which lasts for a battle: they never do."""
    short = {clause.rule.id for clause in case.rules.of(Card) if clause.rule.lasts == "battle"}
    for clause, numbered in case.pairs():
        for use in uses(type(numbered.rule), clause.parameters):
            if use.role == "kind" and use.name in short and use.path[0] == "when":
                text = f"'{use.name}' holds for a battle only: 'if: {{when: {use.name}}}' asks for it there"
                yield error("RUL114", text, clause.at(*use.path))


def _on_nothing(case: Case) -> Iterator[Finding]:
    """Find what is said in vain of cards that are played on a unit or on a place, or are not."""
    on = {clause.rule.id: clause.rule.played_on for clause in case.rules.of(Card)}
    for clause, numbered in case.pairs():
        rule = numbered.rule
        if isinstance(rule, Card):
            if rule.played_on == "place" and rule.lasts == "battle":
                text = "a card that is played on a place lasts a phase or a turn"
                yield error("RUL114", text, clause.at("played_on"))
            for name in {"unit": ("places",), "place": ("units", "whose")}.get(
                rule.played_on or "", ("units", "places", "whose")
            ):
                if name in clause.parameters:
                    yield error("RUL114", f"the card is not played on {name}", clause.at(name))
        for use in uses(type(rule), clause.parameters):
            if use.role == "kind" and on.get(use.name):
                text = (
                    f"'{use.name}' holds for one {on[use.name]} only: 'cards: [{use.name}]' asks for it there"
                )
                yield error("RUL114", text, clause.at(*use.path))
