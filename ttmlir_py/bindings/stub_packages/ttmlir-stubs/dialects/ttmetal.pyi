# Generated: run `make generated`.

from ttmlir.dialects._ttmetal_ops_gen import *
