"""Acts of games whose rules are known: what an audit found that was done, not what the table shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from toolkit.audit.report import JudgedAction
from toolkit.compile.compiled import CompiledGame
from toolkit.logs.transcript.acts import Act, Kind, Where
from toolkit.rules.sums import Term, terms

_KEPT = frozenset({Kind.SAY, Kind.TURN, Kind.UNDO, Kind.SIT, Kind.LEAVE})
_SILENT = frozenset({"begin"})
_DECLARES = frozenset({"declare", "attack"})
_DECIDES = frozenset({"roll", "open", "bombard", "air support"})
_BASES = frozenset({Term.ODDS, Term.DIFFERENCE, Term.TOO_WEAK})
_ASIDE = frozenset({Term.COLUMN, Term.COLUMNS_LEFT, Term.COLUMNS_RIGHT, Term.DIE, Term.DICE, Term.CARD_DRAWN})


def with_deeds(acts: Sequence[Act], actions: Sequence[JudgedAction], log: int) -> Iterator[Act]:
    """Yield the acts of a log with those that an audit explains told as what they were.

    Parameters
    ----------
    acts : sequence of Act
        Of one log.
    actions : sequence of JudgedAction
        Of all logs.
    log : int
        Place of the log in the list as given.
    """
    own = [action for action in actions if action.log == log and action.action not in _SILENT]
    told = {step for action in own for step in action.steps}
    starts: dict[int, list[JudgedAction]] = {}
    for action in own:
        starts.setdefault(action.step, []).append(action)
    turn = acts[0].turn if acts else ""
    for act in acts:
        for step in [step for step in starts if step <= act.first]:
            if step == act.first and act.kind is Kind.SAY:
                continue
            # What ends a part of a turn is told before the heading of the next.
            yield from (_deed(action, act, turn) for action in starts.pop(step))
        turn = act.turn
        if act.kind in _KEPT:
            yield act
        elif act.first not in told:
            # The audit names all that a decision of the game does not explain; the rest is housekeeping.
            yield act if act.kind is Kind.REPORT else replace(act, aside=True)
    for step in sorted(starts):
        yield from (_deed(action, acts[-1], turn) for action in starts[step])


def _deed(action: JudgedAction, beside: Act, turn: str) -> Act:
    places = [place for place in (action.start, *action.via, action.end) if place]
    side = action.actor.side or ""
    pieces = tuple(filter(None, action.name.split("; ")))
    detail = "" if action.detail in (side, action.name) else action.detail
    verb = "end part" if action.action == "end" and not action.name else action.action
    if verb == "supply" and not pieces:
        pieces, detail = tuple(detail.split(", ")), ""
    if verb == "roll" and places:
        verb = "roll for"
    elif verb == "attack" and action.end:
        verb, pieces, detail = "attack on", *_attackers(pieces, detail)
    elif verb == "lose" and detail.endswith(" left"):
        verb = "lose step"
    return Act(
        Kind.DEED,
        beside.log,
        min(action.steps),
        action.step,
        who=side[:1].upper() + side[1:],
        pieces=pieces,
        path=tuple(Where("", place, 0, 0) for place in places),
        text=verb,
        new="; ".join(filter(None, (detail, *_outcome(action)))),
        turn=turn,
    )


def _attackers(pieces: tuple[str, ...], detail: str) -> tuple[tuple[str, ...], str]:
    """Return all who attack, and what else is said."""
    others, _, rest = (
        detail.removeprefix("with ").partition("; ") if detail.startswith("with ") else ("", "", detail)
    )
    return (*pieces, *filter(None, others.split(", "))), rest


def _outcome(action: JudgedAction) -> Iterator[str]:
    """Yield what a battle comes to: its odds when it is declared, all that its roll decides."""
    if action.sum is None or action.action not in _DECLARES | _DECIDES:
        return
    for line in action.sum.steps:
        if line.text in _BASES or (action.action in _DECIDES and line.text not in _ASIDE):
            yield f"{line.text}: {line.value}" if line.value else line.text


def translations(game: CompiledGame, language: str) -> dict[str, str]:
    """Return what a game's pieces, places and sides are called in a language, by English names and ids.

    Also the words of sums, which are the same in all games.
    """
    named: list[Mapping[str, str]] = [counter.names.to_json() for counter in game.counters]
    named += [] if game.hex_map is None else [place.names for place in game.hex_map.places]
    named += [] if game.area_map is None else list(game.area_map.names)
    named += [card.names.to_json() for card in game.action_cards]
    found = {}
    for names in named:
        if "en" in names and language in names:
            found[names["en"]] = names[language]
    if game.area_map is not None:
        areas = zip(game.area_map.ids, game.area_map.names, strict=True)
        found |= {area: names.get(language) or names.get("en", area) for area, names in areas}
    found |= {term: names[language] for term, names in terms().items()}
    sides = game.labels.get("side", {}).items()
    return found | {f"{key[:1].upper()}{key[1:]}": side.get(language) for key, side in sides}
