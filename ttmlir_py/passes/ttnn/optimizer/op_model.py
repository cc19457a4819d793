"""The seam to a model of the hardware: what an op needs, or why it cannot run, for given layouts.

The optimizer asks `constraints` for each pair of layouts of two ops in a sharded chain. A better model than the default one,
such as one that queries a device, is a class with this protocol, given as `op-model=package.module:Class`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from xdsl.ir import Operation

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr
from ttmlir_py.ir.diagnostics import OperationError


@dataclass(frozen=True)
class OpConstraints:
    """Peaks of L1 use on one core, in bytes: circular buffers, tensors, and what the output takes."""

    circular_buffers: int = 0
    tensors: int = 0
    output: int = 0


class OpModelError(ValueError):
    """The op cannot run with these layouts; the text says why."""


class OpModel(Protocol):
    """Answers for single ops."""

    layout_dependent: bool
    """Whether answers depend on the layouts; if not, each op is asked about once."""

    def constraints(
        self, op: Operation, inputs: Sequence[TTNNLayoutAttr], output: TTNNLayoutAttr
    ) -> OpConstraints:
        """What `op` needs with its inputs and output in these layouts. Raises OpModelError if it cannot run."""
        ...


class DefaultOpModel:
    """The answers of an upstream built without its op model: four ops take anything, the others nothing."""

    layout_dependent = False
    _KNOWN = (ttnn.ReluOp, ttnn.AddOp, ttnn.SoftmaxOp, ttnn.MatmulOp)

    def constraints(
        self, op: Operation, inputs: Sequence[TTNNLayoutAttr], output: TTNNLayoutAttr
    ) -> OpConstraints:
        """Nothing needed; OpModelError for ops that upstream has no interface for."""
        if isinstance(op, self._KNOWN):
            return OpConstraints()
        raise OpModelError(f"the op model does not know {op.name}")


def load_op_model(reference: str, module: Operation) -> OpModel:
    """The model that `package.module:Class` names, the default one for an empty text.

    Raises OperationError at the place of `module` if there is no such module or class, or it is not a model.
    """
    if not reference:
        return DefaultOpModel()
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
