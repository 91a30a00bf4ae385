"""Rules of GJ47, one module of tests for each chapter."""
