# Generated: run `make generated`.

from ttmlir.dialects._cf_ops_gen import *
