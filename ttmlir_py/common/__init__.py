"""Tables and helpers without imports from the project.

They hold boards, data formats, files, identifiers, the handling of Ctrl-C, kinds of warnings, and
Python warnings.
"""
