"""The tt-mlir version and git hash in binaries of 2025-02, which the runtime of that revision
checks.
"""

from ttmlir_py.revisions import INTERNAL_COMMIT

FORMAT_VERSION = {"major": 0, "minor": 0, "patch": 769}
FORMAT_REVISION = INTERNAL_COMMIT
