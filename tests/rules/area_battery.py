"""What the rules of every game on areas must pass: notation, proposals, views, nonsense, readings."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.rules.telling import tell
from toolkit.rules.protocol import Game
from toolkit.rules.rulings import Rulings
from toolkit.rules.sides import TwoSides


@dataclass(frozen=True, slots=True)
class Written:
    """How positions of a game are written and read.

    Attributes
    ----------
    write, read : callable
        Position → JSON; data and JSON → position.
    """

    write: Callable[[Any], dict[str, Any]]
    read: Callable[[Any, Mapping[str, Any]], Any]

    def again(self, position: Any) -> Any:
        """Return a position that was written and read."""
        return self.read(position.data, json.loads(json.dumps(self.write(position))))

    def digest(self, position: Any) -> str:
        """Return a short text that is equal for equal positions, the same on every machine."""
        return hashlib.sha256(json.dumps(self.write(position), sort_keys=True).encode()).hexdigest()

    def swapped(self, position: Any, one: str, other: str) -> Any:
        """Return the position with two cards in each other's place."""
        text = json.dumps(self.write(position))
        text = text.replace(f'"{one}"', '"*"').replace(f'"{other}"', f'"{one}"').replace('"*"', f'"{other}"')
        return self.read(position.data, json.loads(text))


def check_notation(
    game: Game[Any, Any],
    position: Any,
    seed: int,
    *,
    every: int,
    written: Written,
) -> Iterator[tuple[Any, Any]]:
    """Play a game: positions are written, read and copied; copies do not change with the original.

    Yields
    ------
    (position, position)
        Before one of so many actions: as it is, and as it was read.
    """
    seen = set()
    for count, action in enumerate(game.play(position, seed)):
        assert tell(action)
        if count % every == 0:
            again = written.again(position)
            assert again.key() == position.key()
            assert written.digest(again) == written.digest(position)
            seen.add(written.digest(position))
            kept, before = position.copy(), position.key()
            game.apply(kept, action)
            assert position.key() == before != kept.key()
            yield position, again
    assert len(seen) > 30


def check_proposals(
    game: Game[Any, Any],
    position: Any,
    seed: int,
    proposed: tuple[Callable[[Any, Rulings], Iterable[Any]], Callable[[Any, Rulings], list[Any]]],
    breaches: Callable[[Any, Any, Rulings], list[Any]],
) -> None:
    """Play a game: what can be done is legal, everything else is not, and there is no dead end but the end.

    `proposed` are all candidates, and those that are legal.
    """
    candidates, legal_actions = proposed
    rulings = Rulings(position.data.points)
    for count, _ in enumerate(game.play(position, seed)):
        if count % 6:
            continue
        found = legal_actions(position, rulings)
        assert found
        for action in candidates(position, rulings):
            assert (action in found) == (not breaches(position, action, rulings))
            assert game.check(position, action).legal == (action in found)
    assert game.over(position)
    assert legal_actions(position, rulings) == []


def check_hidden(
    game: Game[Any, Any],
    sides: Iterable[TwoSides],
    hidden: Callable[[Any, Any], Iterable[list[str]]],
    seen_by: Callable[[Any, Any], dict[str, Any]],
    written: Written,
) -> None:
    """Play a game: for both sides, swapping two cards that a side does not see changes nothing it sees.

    `hidden` are the cards that a side does not see, as groups within which they are swapped.
    """
    position = game.begin("")
    changed = 0
    for count, _ in enumerate(game.play(position, 12)):
        if count % 5:
            continue
        for side in sides:
            view = json.dumps(seen_by(position, side), sort_keys=True)
            for unseen in hidden(position, side):
                assert not any(f'"{card}"' in view for card in unseen)
                if len(unseen) > 1:
                    other = written.swapped(position, unseen[0], unseen[-1])
                    assert json.dumps(seen_by(other, side), sort_keys=True) == view
                    changed += position.key() != other.key()
    assert changed > 40


def outcomes(game: Game[Any, Any], seed: int, nonsense: Callable[[Any], Any]) -> Counter[str]:
    """Return what is said of nonsense, asked three times at each action of a game."""
    position = game.begin("")
    found: Counter[str] = Counter()
    for _ in game.play(position, seed):
        found.update(game.check(position, nonsense(position)).outcome.value for _ in range(3))
    return found


def middle(game: Game[Any, Any], seed: int, moment: int) -> Any:
    """Return the position of a game at a moment."""
    position = game.begin("")
    for count, _ in enumerate(game.play(position, seed)):
        if count == moment:
            break
    return position


def check_readings(readings: Mapping[str, tuple[str, ...]], folder: Path, pattern: str) -> None:
    """Each value of each point but the proposed ones is fixed in some test, as ``U48=no-raises``."""
    texts = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob(pattern)))
    missing = [f"{point}={value}" for point, values in readings.items() for value in values[1:]]
    assert [text for text in missing if text not in texts] == []
