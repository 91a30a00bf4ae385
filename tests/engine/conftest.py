"""Engine tests run where there is an engine; elsewhere they say why they did not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine import tiny
from toolkit.engine.game import OpenModule
from toolkit.engine.process import Engine
from toolkit.engine.provision import EngineHome


@pytest.fixture(scope="session")
def module(home: EngineHome, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the tiny module with the engine's own save of its start as a predefined set-up."""
    folder = tmp_path_factory.mktemp("tiny")
    save = folder / "start.vsav"
    with Engine(home) as engine:
        game = OpenModule.open(engine, tiny.write_module(folder / "bare.vmod"))
        game.start()
        game.save(save)
    return tiny.write_module(folder / "tiny.vmod", setup=save)
