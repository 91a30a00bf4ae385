"""Benchmarks: ``python -m tests.bench [NAME ...]`` (``make bench`` runs all).

To add one, put a file ``bench_<name>.py`` beside this one, with a module docstring whose first line
is its title and a function::

    def run() -> Section: ...

A `Section` (see `tests.bench.report`) holds tables of text cells, paragraphs of notes, and the
limits it was held against.  Every figure is a ratio against a limit or a peer measured in the same
run wherever that makes sense; a missed limit is listed and makes the command end with status 1.

Results are printed and kept in ``build/bench/<name>.md``, beside pictures and other by-products;
limits and what was measured are the table ``docs/bench.md``, where a run of some benches replaces
their rows and leaves the others.  Anything that measures memory runs its work in a child process of its own.
"""
