"""What every module's buildFile begins and ends with, and ``moduledata``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolkit.module import toolbar
from toolkit.module.art import ABOUT
from toolkit.module.buildfile import Component, component
from toolkit.module.equipment import Equipment
from toolkit.module.helptext import help_pages
from toolkit.module.hexinfo import PLACES
from toolkit.module.pieces import Piece, Prototype, prototype_component
from toolkit.module.recent import with_scenario_options
from toolkit.module.workshop import Workshop
from toolkit.source.setups import Setup
from toolkit.vassal.metadata import Metadata

LANGUAGES = ("ja", "zh")


def vassal_version(equipment: Equipment) -> str:
    """Return the engine that a module is written for."""
    return f"{equipment.vassal}.0"


def _for_engine(shop: Workshop, children: Sequence[Component]) -> Sequence[Component]:
    return with_scenario_options(children, shop) if shop.equipment.vassal == "3.7" else children


def game_module(shop: Workshop, children: Sequence[Component], pieces: Iterable[Piece]) -> Component:
    """Return the root of the buildFile."""
    equipment = shop.equipment
    return component(
        "GameModule",
        toolbar.with_windows_menu(_for_engine(shop, children)),
        name=equipment.names.en,
        version=equipment.version,
        description=equipment.description,
        ModuleOther1="",
        ModuleOther2="",
        VassalVersion=vassal_version(equipment),
        nextPieceSlotId=max((piece.gpid for piece in pieces), default=0) + 1,
    )


def opening(shop: Workshop, prototypes: Iterable[Prototype]) -> list[Component]:
    """Return what every buildFile begins with: help, sides, options, languages, prototypes."""
    pages = [(title, file) for title, file, _ in help_pages(shop)]
    return [
        component("BasicCommandEncoder"),
        toolbar.documentation(pages, ABOUT),
        toolbar.roster(shop),
        toolbar.global_options(),
        component("Chatter"),
        component("KeyNamer"),
        toolbar.languages(LANGUAGES),
        component("PrototypesContainer", [prototype_component(item) for item in prototypes]),
    ]


def ending(setups: Sequence[Setup], files: Sequence[str], places: str) -> list[Component]:
    """Return what every buildFile ends with: set-ups and messages; `places` are the rows of `PLACES`."""
    message = component("GlobalTranslatableMessage", name=PLACES, initialValue=places, description="")
    return [*predefined_setups(setups, files), component("GlobalTranslatableMessages", [message])]


def predefined_setups(setups: Sequence[Setup], files: Sequence[str]) -> list[Component]:
    """Return the set-ups of the menu, each with its saved game; those with units on the map come first."""
    return [
        component(
            "PredefinedSetup", name=setup.names.en, description="", isMenu=False, useFile=True, file=file
        )
        for setup, file in sorted(zip(setups, files, strict=True), key=lambda pair: pair[0].empty)
    ]


def metadata(shop: Workshop) -> Metadata:
    """Return ``moduledata``."""
    equipment = shop.equipment
    return Metadata(
        name=equipment.names.en,
        version=equipment.version,
        vassal_version=vassal_version(equipment),
        description=equipment.description,
    )
