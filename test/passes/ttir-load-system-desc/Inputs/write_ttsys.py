"""Write the .ttsys file of a board: `write_ttsys.py NAME FILE`."""

import sys
from pathlib import Path

import ttmlir_py
from ttmlir_py.target.flatbuffer.system_desc import write_system_desc

name, path = sys.argv[1:]
Path(path).write_bytes(write_system_desc(ttmlir_py.system_desc(name)))
