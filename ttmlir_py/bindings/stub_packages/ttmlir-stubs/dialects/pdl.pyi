# Generated: run `make generated`.

from ._pdl_ops_gen import *
from ttmlir_py.bindings.dialects.pdl import AttributeOp as AttributeOp
from ttmlir_py.bindings.dialects.pdl import AttributeType as AttributeType
from ttmlir_py.bindings.dialects.pdl import OperandOp as OperandOp
from ttmlir_py.bindings.dialects.pdl import OperandsOp as OperandsOp
from ttmlir_py.bindings.dialects.pdl import OperationOp as OperationOp
from ttmlir_py.bindings.dialects.pdl import OperationType as OperationType
from ttmlir_py.bindings.dialects.pdl import PDLType as PDLType
from ttmlir_py.bindings.dialects.pdl import PatternOp as PatternOp
from ttmlir_py.bindings.dialects.pdl import RangeType as RangeType
from ttmlir_py.bindings.dialects.pdl import ReplaceOp as ReplaceOp
from ttmlir_py.bindings.dialects.pdl import ResultOp as ResultOp
from ttmlir_py.bindings.dialects.pdl import RewriteOp as RewriteOp
from ttmlir_py.bindings.dialects.pdl import TypeOp as TypeOp
from ttmlir_py.bindings.dialects.pdl import TypeType as TypeType
from ttmlir_py.bindings.dialects.pdl import TypesOp as TypesOp
from ttmlir_py.bindings.dialects.pdl import ValueType as ValueType
from ttmlir_py.bindings.dialects.pdl import op_t as op_t
from ttmlir_py.bindings.dialects.pdl import pattern as pattern
from ttmlir_py.bindings.dialects.pdl import rewrite as rewrite
