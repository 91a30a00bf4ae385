"""Tests of the rules, room by room as the rules stand; what games share stands here."""

import pytest

# Their asserts tell what was compared, as those of a test do.
pytest.register_assert_rewrite("tests.rules.area_battery", "tests.rules.area_table", "tests.rules.battery")
