"""MLIR's text, exactly: parser, printer, locations, diagnostics, verifier."""
