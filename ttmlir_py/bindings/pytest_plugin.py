"""A plugin of pytest: `pytest -p ttmlir_py.bindings.pytest_plugin` makes `ttmlir` importable."""

from ttmlir_py.bindings import activate

activate()
