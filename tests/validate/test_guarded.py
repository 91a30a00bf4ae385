"""Codes that validate itself cannot show: given by readers that were promised a certain kind of file."""

from __future__ import annotations

import pytest

from tests.validate.recipes import module_view, save_bytes
from toolkit.diagnostics import InputError
from toolkit.vassal.buildfile import open_module
from toolkit.vassal.containers import open_container
from toolkit.vassal.images import image_size
from toolkit.vassal.log import read_log


def test_a_module_where_a_game_is_meant() -> None:
    with pytest.raises(InputError) as error:
        read_log(module_view("<module/>").container)
    assert [finding.code for finding in error.value.findings] == ["LOG004"]


def test_a_game_where_a_module_is_meant() -> None:
    from lxml import etree

    game = save_bytes(etree.fromstring("<save>begin_save</save>"))
    with pytest.raises(InputError) as error:
        open_module(open_container(game, name="game.vsav"))
    assert [finding.code for finding in error.value.findings] == ["LOG021"]


def test_a_drawing_that_is_no_xml_has_no_size() -> None:
    # LOG022 stays inside: the size counts as unknown.
    assert image_size(b"<svg width='10' height='10'>") is None
    assert image_size(b"<svg xmlns='http://www.w3.org/2000/svg' width='10' height='20'/>") == (10, 20)
