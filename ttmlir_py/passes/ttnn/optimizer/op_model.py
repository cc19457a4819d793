"""The interface to a hardware model, which returns the memory that an op needs, or its error.

The optimizer calls `constraints` for each pair of layouts of two ops in a sharded chain. A better
model, for example one that queries a device, is a class with this protocol, given as
`op-model=package.module:Class`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from xdsl.ir import Operation

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.dialects.tt.system import ChipDescAttr
from ttmlir_py.dialects.tt.types import TileType
from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr, to_tt_memory_space
from ttmlir_py.ir.context import MlirContext, OpConstraintsQuery
from ttmlir_py.ir.diagnostics import OperationError


@dataclass(frozen=True)
class OpConstraints:
    """The peak bytes of L1 per core of an op: circular buffers, tensors, and the output."""

    circular_buffers: int = 0
    tensors: int = 0
    output: int = 0


class OpModelError(ValueError):
    """An error for an op that cannot run with the given layouts. The text gives the reason."""


class OutOfL1Error(OpModelError):
    """An error for an op that does not fit in L1, even with resharded inputs. The optimizer ends a
    sharded chain before such an op.
    """


class OpModel(Protocol):
    """An interface for hardware models, which return the memory that an op needs."""

    layout_dependent: bool
    """Whether the results depend on the layouts. If not, there is one query per op."""

    def constraints(
        self, op: Operation, inputs: Sequence[TTNNLayoutAttr], output: TTNNLayoutAttr
    ) -> OpConstraints:
        """Return the memory that `op` needs with these layouts. Raises OpModelError if it cannot
        run.
        """
        ...


class DefaultOpModel:
    """The results of an upstream build without op model: four ops run with all layouts, others with
    none.
    """

    layout_dependent = False
    _KNOWN = (ttnn.ReluOp, ttnn.AddOp, ttnn.SoftmaxOp, ttnn.MatmulOp)

    def constraints(
        self, op: Operation, inputs: Sequence[TTNNLayoutAttr], output: TTNNLayoutAttr
    ) -> OpConstraints:
        """Return constraints of zero bytes. Raises OpModelError for ops without upstream's op model
        interface.
        """
        if isinstance(op, self._KNOWN):
            return OpConstraints()
        raise OpModelError(f"the op model does not know {op.name}")


@dataclass(frozen=True)
class SimulatorOpModel:
    """The default model, restricted to ops that fit in L1 according to the simulator."""

    query: OpConstraintsQuery
    chip: ChipDescAttr
    layout_dependent = True

    def constraints(
        self, op: Operation, inputs: Sequence[TTNNLayoutAttr], output: TTNNLayoutAttr
    ) -> OpConstraints:
        """Return the simulator's result. Raises OutOfL1Error if the op does not fit."""
        DefaultOpModel().constraints(op, inputs, output)
        operands = [
            _described(tensor_type(each).get_shape(), layout)
            for each, layout in zip(op.operands, inputs, strict=False)
        ]
        result = _described(tensor_type(op.results[0]).get_shape(), output)
        rows, columns = self.chip.grid
        chip = {
            "grid_size": {"y": rows, "x": columns},
            "l1_size": self.chip.l1Size,
            "l1_unreserved_base": self.chip.l1UnreservedBase,
        }
        try:
            name = op.name.removeprefix("ttnn.")
            return OpConstraints(*self.query(name, operands, result, chip))
        except ValueError as error:
            raise OutOfL1Error(str(error)) from None


def _described(shape: Sequence[int], layout: TTNNLayoutAttr) -> dict[str, Any]:
    """Return a tensor as plain data, with the field names of the FlatBuffer schema."""
    element, sharded = layout.get_element_type(), layout.has_sharded_tensor_memory_layout()
    memory_layout = layout.get_mem_layout_opt()
    return {
        "shape": tuple(shape),
        "data_type": layout.get_data_type().case_name,
        "tile": tuple(element.shape) if isinstance(element, TileType) else (1, 1),
        "memory_space": to_tt_memory_space(layout.get_buffer_type()).case_name,
        "memory_layout": "None" if memory_layout is None else memory_layout.case_name,
        "shard_shape": tuple(layout.get_shard_shape()) if sharded else (),
        "cores": layout.grid.get_grid_volume() if sharded else 0,
        "grid": tuple(layout.grid.shape) if sharded else (0, 0),
    }


SIMULATOR = "simulator"
"""The option value that selects `SimulatorOpModel`."""


def load_op_model(
    reference: str, module: Operation, context: MlirContext, chip: ChipDescAttr
) -> OpModel:
    """Return the model that `reference` names: `package.module:Class`, `simulator`, or empty for
    the default.

    Raises OperationError at `module` if the module or class does not exist, or is not a model.
    """
    if not reference:
        return DefaultOpModel()
    if reference == SIMULATOR:
        if context.op_constraints is None:
            message = f"the op model '{SIMULATOR}' is not available in this context"
            raise OperationError(module.location, message)
        return SimulatorOpModel(context.op_constraints, chip)
    name, _, attribute = reference.partition(":")
    try:
        model: object = getattr(import_module(name), attribute)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        message = f"cannot load the op model '{reference}': {error}"
        raise OperationError(module.location, message) from None
    if not (hasattr(model, "constraints") and hasattr(model, "layout_dependent")):
        message = f"'{reference}' has no 'constraints' and 'layout_dependent'"
        raise OperationError(module.location, message)
    return cast(OpModel, model)
