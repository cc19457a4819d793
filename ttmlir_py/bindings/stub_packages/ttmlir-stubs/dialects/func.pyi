# Generated: run `make generated`.

from ._func_ops_gen import *
from ttmlir_py.bindings.dialects.func import CallOp as CallOp
from ttmlir_py.bindings.dialects.func import ConstantOp as ConstantOp
from ttmlir_py.bindings.dialects.func import FuncOp as FuncOp
from ttmlir_py.bindings.dialects.func import func as func
