"""The counted parts of docs/storm.md; ``python -m tests.games.storm.data.facts`` writes them anew."""

from __future__ import annotations

from tests.counted import Page, table
from tests.real_area_games import STORM, compiled
from toolkit.compile.compiled import CompiledGame
from toolkit.compile.origins import GROUPS, origins_by_layer
from toolkit.source.action_cards import ActionCard


def game() -> CompiledGame:
    return compiled(STORM)[0]


def layers_table() -> str:
    rows = [
        [layer.layer, *(layer.counts[group] or "–" for group in GROUPS)] for layer in origins_by_layer(game())
    ]
    return table(["layer", *GROUPS], rows)


def areas_table() -> str:
    areas = game().areas
    rows = []
    for i, names in enumerate(areas.names):
        values = areas.properties[i]
        others = [areas.ids[j] for j in areas.neighbours(i).tolist()]
        others += [f"{areas.ids[link.end]} (ferry)" for link in areas.links if link.start == i]
        marks = [word for word in ("victory", "riverside", "entry") if values.get(word) == "true"]
        row = [values.get("letter", "–"), names["en"], values.get("terrain", "–"), ", ".join(marks) or "–"]
        rows.append([*row, areas.origin(i, "name").kind, ", ".join(others)])
    return table(["", "area", "terrain", "", "name from", "leads to"], rows)


def units_table() -> str:
    rows: list[list[object]] = []
    for side in ("german", "soviet"):
        units = [c for c in game().counters if c.side == side and c.fresh is not None]
        for unit_class in dict.fromkeys(unit.unit_class for unit in units):
            own = [unit for unit in units if unit.unit_class == unit_class]
            faces = [unit.fresh for unit in own if unit.fresh is not None]
            spans = [
                _span([getattr(face, name) for face in faces]) for name in ("attack", "defence", "movement")
            ]
            late = sum(unit.enters is not None for unit in own)
            rows.append([side, unit_class, len(own) - late, late or "–", *spans])
    return table(["side", "class", "at start", "later", "attack", "defence", "movement"], rows)


def _span(values: list[int]) -> str:
    return str(values[0]) if min(values) == max(values) else f"{min(values)} to {max(values)}"


def turns_table() -> str:
    rows = []
    for turn in game().turns:
        cells = [f"{turn.draw[side]} to {turn.hand[side]}" for side in ("german", "soviet")]
        late = [
            sum(c.side == side and c.enters == turn.number for c in game().counters) or "–"
            for side in ("german", "soviet")
        ]
        rows.append([turn.number, turn.dates.en, *cells, *late])
    head = ["turn", "date", "German cards", "Soviet cards", "German units at its end", "Soviet units"]
    return table(head, rows)


def cards_table() -> str:
    rows = [
        [card.names.en, card.side, card.play, _effect(card), str(card.provenance.kind)]
        for card in game().action_cards
    ]
    return table(["card", "side", "played", "effect", "from"], rows)


def _effect(card: ActionCard) -> str:
    assert card.effect is not None
    numbers = " ".join(f"{name} {str(value).lower()}" for name, value in card.effect.values.items())
    words = [f"{card.effect.kind} {numbers}".strip()]
    for name, part in (("cost", card.cost), ("where", card.where), ("units", card.units)):
        if part is not None:
            inner = ", ".join(f"{key} {_plain(value)}" for key, value in part.to_json().items())
            words.append(f"{name}: {inner}")
    return "; ".join(words)


def _plain(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def register_table() -> str:
    words = {
        "text": "the text decides",
        "sister": "a sister game",
        "open": "nothing: all readings are judged",
    }
    rows = []
    for option in game().options:
        others = " ".join(value.id for value in option.values if value.id != option.default)
        rows.append([option.id, option.names.en, option.default, others or "–", words[option.support]])
    return table(["", "point", "default", "other readings", "the default rests on"], rows)


PAGE = Page(
    "storm.md",
    {
        "layers": layers_table,
        "areas": areas_table,
        "units": units_table,
        "turns": turns_table,
        "cards": cards_table,
        "register": register_table,
    },
)


if __name__ == "__main__":
    PAGE.write()
