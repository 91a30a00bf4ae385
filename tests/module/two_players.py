"""Two players at a table in the real engine: what they do is what their windows offer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from toolkit.engine.record import Done, Player, Session

GERMAN, SOVIET = Player("Anna", "pass-word-1", "German"), Player("Ben", "pass-word-2", "Soviet")
NAMES = {"German": "Anna", "Soviet": "Ben"}


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card as it lies: place, side that masks it (None: open), what it last did."""

    id: str
    place: str
    mask: str | None
    act: str
    owner: str
    seq: int


class TwoPlayers:
    """A session with a German and a Soviet player."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def act(self, side: str) -> None:
        """Let a side go on."""
        self.session.act_as(NAMES[side])

    def press(self, side: str, piece: str, key: str) -> Done:
        """Let a side press a key on a piece."""
        self.act(side)
        return self.session.key(piece, key)

    def cards(self) -> dict[str, LyingCard]:
        """Return all cards by id."""
        found = {}
        for piece in self.session.table().pieces.values():
            values = piece.properties
            if values.get("Kind") != "card":
                continue
            owner = piece.state.split("\t")[0].partition(";")[0]
            found[values["CounterId"]] = LyingCard(
                values["CounterId"], values.get("LocationName", ""), None if owner == "null" else owner,
                values.get("Act", ""), values.get("Owner", ""),
                int(values.get("Seq") or 0),
            )  # fmt: skip
        return found

    def at(self, prefix: str) -> list[str]:
        """Return the cards whose place begins so, by place."""
        return [
            card.id
            for card in sorted(self.cards().values(), key=lambda card: card.place)
            if card.place.startswith(prefix)
        ]

    def picture(self, side: str, window: str, file: Path) -> bytes:
        """Return a window as a side sees it, as a PNG."""
        self.act(side)
        self.session.game.draw(window, file)
        return file.read_bytes()


def complaints(session: Session) -> list[str]:
    """Return what the engine complains about, but that 3.6.0 has no translation for its own word Shuffle."""
    said = [problem.message for problem in session.take_problems()]
    return [line for line in said if line != "No Translation: Shuffle"]
