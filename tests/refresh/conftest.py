"""The engine and the corpus, as the engine's own tests have them."""

from tests.engine.conftest import corpus

__all__ = ["corpus"]
