"""The version and revision of tt-mlir for this format. Runtimes of that revision check them."""

FORMAT_VERSION = {"major": 0, "minor": 0, "patch": 769}
FORMAT_REVISION = "432970159250d62759af5f44470ca15c60590504"
