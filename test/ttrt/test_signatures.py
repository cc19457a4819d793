"""The modules of `ttrt` have the names and parameters of upstream's."""

import inspect
from importlib import import_module
from pathlib import Path

ROWS = [
    line.split(maxsplit=2)
    for line in Path(__file__).with_name("upstream_signatures.txt").read_text().splitlines()
    if not line.startswith("#")
]
MORE_DEFAULTS = {"Results.__init__"}
"""Functions whose parameters have defaults here, but not in upstream's module."""


def described(found: object) -> str:
    """Return the parameters of a function as the file of signatures writes them."""
    parameters = inspect.signature(found).parameters.values()
    return ", ".join(
        each.name + ("" if each.default is inspect.Parameter.empty else "=") for each in parameters
    )


def test_ttrt_modules_have_upstream_names_and_parameters():
    assert len(ROWS) == 185
    for module, name, kind in ROWS:
        found = import_module(f"ttmlir_py.ttrt.{module}".rstrip("."))
        for step in name.split("."):
            assert hasattr(found, step), f"{module} has no {name}"
            found = getattr(found, step)
        if kind == "class":
            assert inspect.isclass(found), name
        elif kind != "value":
            expected = kind.strip("()")
            parameters = described(found)
            if name in MORE_DEFAULTS:
                parameters = parameters.replace("=", "")
            assert parameters == expected, f"{module} {name}"
