"""Global properties, and the buttons by which players settle what the rules leave open."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from toolkit.module.buildfile import Component, component
from toolkit.module.identity import DIGEST
from toolkit.module.keys import NO_KEY, Key, named
from toolkit.module.toolbar import action, menu
from toolkit.module.traits import chooser, setter
from toolkit.module.workshop import Workshop
from toolkit.source.names import Names
from toolkit.source.options import Option

_MENU_LINES = 24  # of a menu: what a screen of 800 pixels shows below the toolbar
_TOOLTIP = "How this game reads the unclear points of the rules; kept in the saved game"
_LAST = 1000
AS_PROPOSED = "All as proposed"
OPEN = "open"
"""Value of an unclear point that the players have not settled: a log must tell a choice from a default."""


def switches(shop: Workshop) -> list[Option]:
    """Return the unclear points that leave something to choose."""
    return [option for option in shop.game.options if option.is_switch]


def start_values(shop: Workshop) -> dict[str, str]:
    """Return what every game starts with: the digest of its data, and its unclear points, all open."""
    return {DIGEST: shop.game.digest} | {option.id: OPEN for option in switches(shop)}


def global_properties(values: Mapping[str, str], buttons: Mapping[str, Sequence[Component]]) -> Component:
    """Return the global properties with their start values; the ones that players set have buttons."""
    items = [
        component(
            "GlobalProperty",
            buttons.get(name, ()),
            name=name,
            initialValue=value,
            description="",
            isNumeric=False,
            min="null",
            max="null",
            wrap=False,
        )
        for name, value in values.items()
    ]
    return component("GlobalProperties", items)


def option_text(option: Option) -> str:
    """Return the menu line of an unclear point; a comma would cut the toolbar menu's list."""
    return f"{option.id} {option.names.en}".replace(",", ";")


def option_report(option: Option) -> Names:
    """Return what the chat says when an unclear point is set."""
    names = option.names
    return Names(
        f"$PlayerSide$ sets {option.id} ({names.en}) to $newValue$",
        f"$PlayerSide$が{option.id}({names.get('ja')})を$newValue$に定める",
        f"$PlayerSide$将{option.id}({names.get('zh')})设为$newValue$",
    )


def option_buttons(options: Sequence[Option]) -> dict[str, Sequence[Component]]:
    """Return what sets each unclear point: its line of the menu, and what `AS_PROPOSED` presses."""
    return {option.id: (_option_button(option), _proposal(option)) for option in options}


def _proposal_key(option: Option) -> Key:
    return named(f"propose{option.id}")


def _proposal(option: Option) -> Component:
    return property_button("", "", setter(option.default), "", _proposal_key(option))


def _option_button(option: Option) -> Component:
    """Return the button that sets an unclear point."""
    values = [OPEN, *(value.id for value in option.values)]
    report = option_report(option).en
    prompt = f"{option.id}, {', '.join(option.rules)}: {question(option.names)}"
    return property_button(option_text(option), option.summary, chooser(prompt, values), report)


def question(names: Names) -> str:
    """Return what a dialog asks in all languages at once: the engine translates no prompt."""
    return " / ".join(dict.fromkeys(names.get(language) for language in ("en", "ja", "zh")))


def property_button(text: str, tooltip: str, changer: str, report: str, key: Key | None = None) -> Component:
    """Return a button that changes a global property; `changer` as `traits.chooser` or `setter` write it."""
    return component(
        "ChangePropertyButton",
        text=text,
        tooltip=tooltip,
        icon="",
        hotkey=key.write() if key else "",
        reportFormat=report,
        propChanger=changer,
    )


def rules_menu(shop: Workshop) -> list[Component]:
    """Return the menu that gathers the buttons of unclear points; none without any.

    It begins with all as proposed.  More than a small screen shows are parted by chapters of the rules.
    """
    options = switches(shop)
    if not options:
        return []
    keys = [_proposal_key(option) for option in options]
    proposed = action(
        AS_PROPOSED, "Each point as the referee reads it", NO_KEY, keys,
        "$PlayerSide$: all house rules as proposed",
    )  # fmt: skip
    lines = [option_text(option) for option in options]
    if len(lines) < _MENU_LINES:
        return [proposed, menu("House rules", _TOOLTIP, [AS_PROPOSED, *lines])]
    chapters: dict[str, list[str]] = {}
    placed = [(*_chapter(option, shop), option) for option in options]
    for _, names, option in sorted(placed, key=lambda each: (each[0], each[1].en)):
        chapters.setdefault(names.en, []).append(option_text(option))
    submenus = [menu(name, "", lines) for name, lines in chapters.items()]
    return [proposed, *submenus, menu("House rules", _TOOLTIP, [AS_PROPOSED, *chapters])]


def chapter_names(shop: Workshop) -> list[Names]:
    """Return what the menu calls the chapters of the unclear points."""
    return [_chapter(option, shop)[1] for option in switches(shop)]


def chapter_titles(shop: Workshop) -> dict[str, str]:
    """Return the English title of each unclear point's chapter by the point's id, in the rulebook's order."""
    placed = [(*_chapter(option, shop), option.id) for option in switches(shop)]
    return {id: names.en for _, names, id in sorted(placed, key=lambda each: (each[0], each[1].en))}


def _chapter(option: Option, shop: Workshop) -> tuple[int, Names]:
    """Return the place of the chapter that an unclear point is about, by its first rule, and its title."""
    printed = option.rules[0] if option.rules else "Other"
    number = re.match(r"(?:[A-Z]+ )?(\d+)", printed)
    known = shop.equipment.chapters
    if number:
        plain = Names(f"Chapter {number[1]}", *[f"第{number[1]}章"] * 2)
        return int(number[1]), known.get(number[1], plain)
    title = re.split(r"[\d(\[]", printed.removeprefix("SEED "))[0].strip()
    return _LAST, known.get(title, Names(title))
