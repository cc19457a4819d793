"""Running passes: pipelines and their text, nested pass managers, and what can be observed of a run."""
