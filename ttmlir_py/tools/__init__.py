"""Command lines: `ttopt`, `tttranslate`, `ttrt`."""
