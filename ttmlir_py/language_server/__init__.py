"""The language server `ttmlir-lsp`: answers of `editing` by the Language Server Protocol.

It needs the extra `lsp` (pygls). `server` answers requests, and `files` holds the open files
and their analyses.
"""
