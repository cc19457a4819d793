"""The fast start of the command-line tools.

`install` makes the modules that are loaded later skip work that a run does not need, and reuse what
an earlier process generated. `keep` stores what this process has generated. Neither changes results
or messages. docs/performance.md describes and measures each part.
"""


def install(tool: str) -> None:
    """Start the process of a tool fast. Call this before most modules are loaded.

    Each part is imported after the earlier ones have an effect, because it loads modules as well.
    """
    from ttmlir_py.startup import compiled_modules

    compiled_modules.install(tool)
    from ttmlir_py.startup import generated_code

    generated_code.install()
    from ttmlir_py.startup import lazy_modules

    lazy_modules.install()
    from ttmlir_py.startup import lazy_dataclasses

    lazy_dataclasses.install()
    generated_code.install_for_classes()
    from ttmlir_py.startup import lazy_operations

    lazy_operations.install()


def keep() -> None:
    """Store what later processes of the tool can reuse."""
    from ttmlir_py.startup import compiled_modules, generated_code

    compiled_modules.keep()
    generated_code.keep()
