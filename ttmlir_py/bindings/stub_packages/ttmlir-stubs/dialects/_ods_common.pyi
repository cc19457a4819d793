# Generated: run `make generated`.

from ttmlir_py.bindings.dialects._ods_common import *
