"""Passes, one module for each, in a folder per family; named pipelines; and the code that runs
them.
"""
