"""Rattenkrieg: whole games written as logs of its module."""
