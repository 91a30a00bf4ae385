"""Tests of Rattenkrieg's rules."""
