"""What a wheel carries inside the package; ``toolkit/resources.py`` finds it there or in the source tree."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DATA = {"schema": "schema", "source_data": "source_data", "docs/examples": "examples"}


class DataHook(BuildHookInterface):
    """Puts `DATA` into a wheel; an editable install goes on reading them from the source tree."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folders to what is included."""
        if version == "standard":
            build_data["force_include"].update(
                {here: f"toolkit/data/{there}" for here, there in DATA.items()}
            )
