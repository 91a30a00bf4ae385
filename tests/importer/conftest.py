"""The engine and the corpus, as the engine's own tests have them."""

from tests.engine.conftest import corpus, home

__all__ = ["corpus", "home"]
