"""`python -m ttmlir_py.ttnn SCRIPT [ARGUMENT ...]`: run a script that imports `ttnn`.

It runs on the simulator where TTNN is not installed.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from ttmlir_py.runtime.errors import SimulationError


def main(arguments: Sequence[str]) -> int:
    """Run the script `arguments[0]` with the remaining arguments, and return the exit code."""
    import runpy

    from ttmlir_py.ttnn.scripts import modules_for

    if not arguments or arguments[0].startswith("-"):
        is_asked = bool(arguments) and arguments[0] in ("-h", "--help")
        stream = sys.stdout if is_asked else sys.stderr
        stream.write("usage: python -m ttmlir_py.ttnn SCRIPT [ARGUMENT ...]\n")
        return 0 if is_asked else 2
    script = Path(arguments[0])
    if not script.is_file():
        sys.stderr.write(f"error: cannot open '{script}'\n")
        return 1
    installed = find_spec("ttnn") is not None
    sys.argv = list(arguments)
    with modules_for(script, import_module("ttnn" if installed else "ttmlir_py.ttnn")):
        try:
            runpy.run_path(str(script), run_name="__main__")
        except SimulationError as error:
            sys.stderr.write(f"error: {script}: {error}\n")
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
