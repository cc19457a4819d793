"""The module `ttmlir.ttir_builder`."""

import sys

from ttmlir_py.bindings import ttir_builder

sys.modules[__name__] = ttir_builder
