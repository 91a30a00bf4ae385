"""Archives: many logs read, grouped into games, judged on all cores, and kept in one DuckDB file."""
