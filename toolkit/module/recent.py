"""What a module for VASSAL 3.7 has that 3.6 lacks: house rules by chapters in the engine's own window.

``vassal: "3.7"`` in module.yaml asks for it.  An unclear point is a scenario option then: the same global
property, set in the same way in a log, so that an audit reads both alike.

Source: ``VASSAL.build.module.properties`` (``ScenarioPropertiesOptionTab``, ``ListScenarioProperty``,
``AbstractScenarioProperty``, ``ScenarioOptions``), tag 3.7.26.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from toolkit.module.buildfile import Component, component, text_component
from toolkit.module.house_rules import OPEN, chapter_titles, option_text, switches
from toolkit.module.workshop import Workshop
from toolkit.source.options import Option
from toolkit.vassal import sequence

_PROPERTIES = "VASSAL.build.module.properties.GlobalProperties"
_OPTIONS = "VASSAL.build.module.GlobalOptions"
_MENU = "VASSAL.build.module.ToolbarMenu"
_REPORT = "$PlayerSide$ sets $propertyName$ to $newValue$"
_ICON = "/images/notes.gif"


def with_scenario_options(children: Sequence[Component], shop: Workshop) -> list[Component]:
    """Return a module's components with its unclear points as scenario options, and no menus of them."""
    options = switches(shop)
    if not options:
        return list(children)
    titles = chapter_titles(shop)
    gone = set(titles.values()) | {option_text(option) for option in options}
    return [_changed(child, options, titles, gone) for child in children if not _is_menu_of(child, titles)]


def _is_menu_of(item: Component, titles: dict[str, str]) -> bool:
    return item.tag == _MENU and item.get("text") in titles.values()


def _changed(item: Component, options: Sequence[Option], titles: dict[str, str], gone: set[str]) -> Component:
    if item.tag == _OPTIONS:
        icon = text_component("option", _ICON, name="scenarioPropertiesIcon")
        return replace(item, children=(*item.children, icon))
    if item.tag == _MENU:
        left = [name for name in sequence.decode(item.get("menuItems"), ",") if name not in gone]
        pairs = dict(item.attributes) | {"menuItems": sequence.encode(left, ",") or ""}
        return replace(item, attributes=tuple(sorted(pairs.items())))
    if item.tag != _PROPERTIES:
        return item
    ids = {option.id for option in options}
    kept = [child for child in item.children if child.get("name") not in ids]
    own = {child.get("name"): child for child in item.children}
    return replace(item, children=(*kept, *_tabs(options, titles, own)))


def _tabs(
    options: Sequence[Option], titles: dict[str, str], own: dict[str | None, Component]
) -> Iterator[Component]:
    """Yield a tab of the window for each chapter."""
    chapters: dict[str, list[Option]] = {}
    for option in options:
        chapters.setdefault(titles[option.id], []).append(option)
    for title in dict.fromkeys(titles.values()):
        yield component(
            "ScenarioPropertiesOptionTab",
            [_option(option, own[option.id]) for option in chapters[title]],
            name=title,
            description="",
            heading="",
            leftAlign="left",
            report=_REPORT,
        )


def _option(option: Option, old: Component) -> Component:
    """Return an unclear point as a scenario option; what sets it as proposed stays with it."""
    proposals = [child for child in old.children if not child.get("text")]
    return component(
        "ListScenarioProperty",
        proposals,
        name=option.id,
        description=f"{option.id}, {', '.join(option.rules)}: {option.names.en}",
        initialValue=old.get("initialValue") or OPEN,
        options=sequence.encode([OPEN, *(value.id for value in option.values)], ",") or "",
        hotkey="",
        switch=False,
    )
