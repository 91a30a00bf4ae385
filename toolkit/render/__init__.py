"""Pictures of maps, counters and charts: SVG first, PNG from it."""
