"""Global properties, and the buttons by which players settle what the rules leave open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolkit.module.buildfile import Component, component
from toolkit.module.identity import DIGEST
from toolkit.module.keys import Key
from toolkit.module.traits import chooser
from toolkit.module.workshop import Workshop
from toolkit.source.options import Option
from toolkit.vassal.sequence import encode

_MENU_LINES = 24  # of a menu: what a screen of 800 pixels shows below the toolbar
_TOOLTIP = "How this game reads the unclear points of the rules; kept in the saved game"
OPEN = "open"
"""Value of an unclear point that the players have not settled: a log must tell a choice from a default."""


def switches(shop: Workshop) -> list[Option]:
    """Return the unclear points that leave something to choose."""
    return [option for option in shop.game.options if option.is_switch]


def start_values(shop: Workshop) -> dict[str, str]:
    """Return what every game starts with: the digest of its data, and its unclear points, all open."""
    return {DIGEST: shop.game.digest} | {option.id: OPEN for option in switches(shop)}


def global_properties(values: Mapping[str, str], buttons: Mapping[str, Component]) -> Component:
    """Return the global properties with their start values; the ones that players set have a button."""
    items = [
        component(
            "GlobalProperty",
            [buttons[name]] if name in buttons else [],
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


def option_button(option: Option) -> Component:
    """Return the button that sets an unclear point."""
    values = [OPEN, *(value.id for value in option.values)]
    report = f"$PlayerSide$ sets {option.id} ({option.names.en}) to $newValue$"
    prompt = f"{option.id}, {', '.join(option.rules)}: {option.names.en}"
    return property_button(option_text(option), option.summary, chooser(prompt, values), report)


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


def rules_menu(options: Sequence[Option]) -> list[Component]:
    """Return the menu that gathers the buttons of unclear points; none without any.

    More than a small screen shows are parted into submenus, named by their first and last point.
    """
    lines = [option_text(option) for option in options]
    if len(lines) <= _MENU_LINES:
        return [_menu("House rules", _TOOLTIP, lines)] if lines else []
    parts = range(0, len(lines), _MENU_LINES)
    names = [f"{options[i].id} – {options[min(i + _MENU_LINES, len(lines)) - 1].id}" for i in parts]
    submenus = [_menu(name, "", lines[i : i + _MENU_LINES]) for name, i in zip(names, parts, strict=True)]
    return [*submenus, _menu("House rules", _TOOLTIP, names)]


def _menu(text: str, tooltip: str, lines: Sequence[str]) -> Component:
    return component(
        "ToolbarMenu",
        description=text,
        text=text,
        icon="",
        hotkey="",
        tooltip=tooltip,
        menuItems=encode(lines, ",") or "",
    )
