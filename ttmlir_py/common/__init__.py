"""Tables and helper functions that import nothing from the rest of the project.

They cover boards, data formats, files, identifiers, Ctrl-C, kinds of warnings, and Python warnings.
"""
