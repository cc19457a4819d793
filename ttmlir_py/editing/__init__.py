"""Answers to the questions of editors about MLIR text: names, errors, completion, formatting.

This package knows no protocol. `language_server` answers editors with it, and `mcp_server` answers
coding agents. `reading` reads a text that need not be valid. `analysis` parses the text with
recovery from errors, so that one mistake does not hide the next.
"""
