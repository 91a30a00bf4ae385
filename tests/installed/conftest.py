"""The wheel of this source tree, built and installed once."""

from __future__ import annotations

import pytest

from tests.installed.environment import Installed, build_wheel, install


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """An empty environment with the wheel, and an empty folder."""
    folder = tmp_path_factory.mktemp("installed")
    return install(build_wheel(folder / "dist"), folder)
