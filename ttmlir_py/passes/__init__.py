"""Passes, each a module named as its flag in a folder for each family; pipelines of them; and how they are run."""
