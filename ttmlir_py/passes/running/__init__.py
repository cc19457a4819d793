"""The machinery that runs passes: pipeline texts, nested pass managers, and observers of a run."""
