"""The tt-mlir version and git hash in binaries of 2025-02, which the runtime of that revision
checks.
"""

FORMAT_VERSION = {"major": 0, "minor": 0, "patch": 769}
FORMAT_REVISION = "432970159250d62759af5f44470ca15c60590504"
