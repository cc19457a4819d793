"""Tables and helper functions that import nothing from the rest of the project.

They cover boards, data formats, files, identifiers, Ctrl-C, kinds of warnings, and Python warnings.
"""

import os

PACKAGE_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
"""The folder of the package `ttmlir_py`."""
