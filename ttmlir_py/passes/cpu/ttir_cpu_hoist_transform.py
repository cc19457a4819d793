"""`ttir-cpu-hoist-transform`: move ops that run on the host into separate functions."""

from dataclasses import dataclass, field

from typing_extensions import override
from xdsl.dialects.builtin import ArrayAttr, FunctionType, IntegerAttr, ModuleOp, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.traits import SymbolTable

from ttmlir_py.dialects import func
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.ops import CPUModuleOp, DeviceModuleOp
from ttmlir_py.ir import module
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.passes.base import Pass
from ttmlir_py.rewriting.attributes import i64
from ttmlir_py.rewriting.builder import Builder
from ttmlir_py.rewriting.mutation import create, replace

_MARK = "should_hoist"


@dataclass(frozen=True)
class TTIRHoistTransformPass(Pass):
    """Hoist CPU ops to standalone funcs in a CPU module

    Each op with the attribute `should_hoist` in the `tt.device_module` becomes a call. The
    `tt.device_module` is required, see `tt-wrap-device-module`. The called function is declared in
    the device module with the suffix `_decl`. It is defined in the `tt.cpu_module`, which is
    created on demand. The function takes the op's operands and writes into the last one. Its
    `arg_ranks` are the ranks of the operands. Equal ops on equal types share a function. A module
    that is not at the top level is left alone.
    """

    name = "ttir-cpu-hoist-transform"
    cpp_name = "TTIRHoistTransform"

    @override
    def run(self, context: MlirContext, op: Operation) -> None:
        assert isinstance(op, ModuleOp)
        if op.parent is not None:
            return
        device = next((each for each in op.ops if isinstance(each, DeviceModuleOp)), None)
        if device is None:
            raise OperationError(op, "requires a 'tt.device_module' (see --tt-wrap-device-module)")
        source = device.bodyRegion.block.first_op
        assert isinstance(source, ModuleOp)
        marked = [each for each in _post_order(source) if _MARK in each.attributes]
        if marked:
            hoister = _Hoister(source, _cpu_module(op))
            for each in marked:
                hoister.hoist(each)


def _post_order(op: Operation) -> list[Operation]:
    """Return all ops inside of `op` in post-order."""
    inside = [each for region in op.regions for block in region.blocks for each in block.ops]
    return [found for each in inside for found in (*_post_order(each), each)]


def _cpu_module(root: ModuleOp) -> ModuleOp:
    """Return the module for host functions in `root`; create it if it does not exist."""
    wrapper = next((each for each in root.ops if isinstance(each, CPUModuleOp)), None)
    if wrapper is None:
        inner = module.ModuleOp([])
        wrapper = CPUModuleOp.around(inner)
        inner.location = wrapper.location = root.location
        root.body.block.add_op(wrapper)
    target = wrapper.bodyRegion.block.first_op
    assert isinstance(target, ModuleOp)
    return target


@dataclass
class _Hoister:
    """The state of moving ops from the device module to the host module."""

    source: ModuleOp
    target: ModuleOp
    _hoisted: dict[str, Operation] = field(default_factory=dict[str, Operation])
    """Maps the name of each function to the op that was moved into it."""

    def hoist(self, op: Operation) -> None:
        """Replace `op` by a call of a function on the host."""
        name = _function_name(op)
        same = self._hoisted.get(name)
        if same is not None and (same.properties, same.result_types) != (
            op.properties,
            op.result_types,
        ):
            raise OperationError(
                op, f"cannot be hoisted: another op with other attributes is already @{name}"
            )
        callee = f"{name}_decl"
        call = Builder(op).insert(func.CallOp(callee, op.operands, op.result_types))
        is_new = same is None and SymbolTable.lookup_symbol(self.source, callee) is None
        if not is_new:
            replace(op, call.results)
            return
        for result, value in zip(op.results, call.results, strict=True):
            result.replace_all_uses_with(value)
        op.detach()
        self._hoisted[name] = op
        self._define(name, op)

    def _define(self, name: str, op: Operation) -> None:
        """Define the function `name` in the host module with the body `op`, and declare it in the
        device module.

        `op` is already detached from its block.
        """
        inputs = tuple(op.operand_types)
        ranks = [i64(type_.get_num_dims()) for type_ in inputs if isinstance(type_, TensorType)]
        function = func.FuncOp(name, FunctionType.from_lists(inputs, ()))
        attributes: ArrayAttr[IntegerAttr] = ArrayAttr(ranks)
        function.attributes["arg_ranks"] = attributes
        declaration = func.FuncOp.external(f"{name}_decl", inputs, op.result_types)
        function.location = declaration.location = op.location
        op.operands = function.args
        for argument in function.args:
            argument.location = op.location
        end = create(func.ReturnOp, (), (), {}, op.location)
        function.body.block.add_ops((op, end))
        self.target.body.block.add_op(function)
        self.source.body.block.add_op(declaration)


def _function_name(op: Operation) -> str:
    """Return the name of the function for `op`, such as `hoisted_ttir_add_4x8xf32_4x8xf32_func`.

    The name consists of the op and the types of its operands, without their layouts.
    """
    operands = (_type_name(value) for value in op.operands if isinstance(value.type, TensorType))
    return f"hoisted_{op.name}{''.join(operands)}_func".replace(".", "_")


def _type_name(value: SSAValue) -> str:
    tensor = tensor_type(value)
    return "_" + "".join(f"{size}x" for size in tensor.get_shape()) + str(tensor.element_type)
