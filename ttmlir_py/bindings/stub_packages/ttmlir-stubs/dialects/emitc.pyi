# Generated: run `make generated`.

from ttmlir.dialects._emitc_ops_gen import *
