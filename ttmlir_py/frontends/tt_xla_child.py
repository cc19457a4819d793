"""Compile a program with Tenstorrent's PJRT plugin. `tt_xla` runs this file as a process.

usage: python tt_xla_child.py locate
       python tt_xla_child.py compile FOLDER

The process may use another interpreter than the caller, so that the file imports nothing of this
package. `locate` prints the plugin's version and library as JSON. `compile` reads `program.mlir`
and `options.json` in FOLDER, and writes the serialized executable as `executable`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

PACKAGE = "jax-tt-plugin"


def locate() -> None:
    """Print the version of the plugin, and the path of its library."""
    from importlib import metadata

    try:
        package = metadata.distribution(PACKAGE)
    except metadata.PackageNotFoundError:
        sys.exit(f"{PACKAGE} is not installed")
    libraries = [str(each.locate()) for each in package.files or () if each.suffix == ".so"]
    if not libraries:
        sys.exit(f"{PACKAGE} {package.version} contains no library")
    largest = max(libraries, key=lambda path: Path(path).stat().st_size)
    print(json.dumps({"version": package.version, "library": largest}))


def compile(folder: Path) -> None:
    """Compile the program in `folder`."""
    from importlib import import_module

    library: Any = import_module("jax")
    compiler: Any = import_module("jax._src.compiler")
    text = (folder / "program.mlir").read_text()
    options = json.loads((folder / "options.json").read_text())
    devices = library.devices("tt")[:1]
    client = devices[0].client
    settings = compiler.get_compile_options(
        num_replicas=1, num_partitions=1, env_options_overrides=options, backend=client
    )
    if hasattr(client, "compile_and_load"):
        executable = client.compile_and_load(text, devices, settings)
    else:
        executable = client.compile(text, settings)
    serialize = getattr(client, "serialize_executable", None)
    data = serialize(executable) if serialize else executable.serialize()
    (folder / "executable").write_bytes(data)


if __name__ == "__main__":
    if sys.argv[1] == "locate":
        locate()
    else:
        compile(Path(sys.argv[2]))
