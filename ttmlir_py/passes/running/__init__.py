"""Running passes: pipeline texts, nested pass managers, and observers of a run."""
