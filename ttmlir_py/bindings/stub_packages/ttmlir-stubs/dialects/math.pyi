# Generated: run `make generated`.

from ttmlir.dialects._math_ops_gen import *
