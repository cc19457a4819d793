# Generated: run `make generated`.

from ._ttmetal_ops_gen import *
