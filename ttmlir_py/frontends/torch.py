"""PyTorch front end: modules compiled for the device, and run on the simulator.

>>> model = compile(network.eval(), (image,))
>>> model(image)
>>> print(model.check(image))

Arguments and results of a module are pytrees of tensors, as in PyTorch. With `ttmlir_py` installed,
`torch.compile(network, backend="ttmlir")` compiles the graphs that PyTorch traces
(`frontends.torch_dynamo`). Importing this module imports neither PyTorch nor torch-mlir.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ttmlir_py.common.warning_kinds import WarningKind
from ttmlir_py.frontends.model import DEFAULT_SYSTEM, Compiled, Settings
from ttmlir_py.frontends.signature import Array
from ttmlir_py.frontends.torch_export import Exported, pytrees
from ttmlir_py.frontends.torch_lowering import stablehlo
from ttmlir_py.frontends.torch_refusals import location_of
from ttmlir_py.frontends.torch_tensors import array_of, dtype_of, is_tensor, tensor_of, torch
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.runtime.defaults import PCC
from ttmlir_py.runtime.errors import InputError

if TYPE_CHECKING:
    from ttmlir_py.frontends.check import Report


_OTHER_SIZES = (
    """compile a model for it, or use torch.compile(module, backend="ttmlir"), which does"""
)
"""Advice in the error for arguments whose shapes differ from the compiled ones."""

_DRAWN_BY_THE_HOST = (
    "random numbers are drawn by PyTorch in each call of the model, and are arguments of the "
    "binary: for inference, call .eval() on the module"
)


class TorchModel(Compiled):
    """A PyTorch module compiled for arguments of fixed shapes and types. Calls run on the
    simulator.

    Raises the errors of `Exported` and `Compiled`. A CompilationError names the lines in the
    module's own source.
    """

    def __init__(
        self,
        module: Any,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        settings: Settings,
        *,
        state_as_arguments: bool = False,
    ):
        self.module, self._has_state_arguments = module, state_as_arguments
        self.exported = Exported(module, args, kwargs, has_constant_state=not state_as_arguments)
        self._graph = self.exported.tensors(state_as_arguments=state_as_arguments)
        changed = self.exported.changed
        self.state: dict[str, Any] = {
            name: each
            for name, each in self.exported.state.items()
            if state_as_arguments or name in changed
        }
        """Maps names to the module's tensors that are arguments: the state, if requested, or the
        tensors that a call changes. `load_state_dict` replaces them.
        """
        name = getattr(module, "__name__", type(module).__name__)
        text, file = stablehlo(self._graph), f"<{name.strip('<>')}>"
        super().__init__(text, settings, file, self._graph.weights)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the model on arguments with the pytree structure, shapes and types that it was
        compiled for.

        Return tensors in the pytree that the module returns. numpy arrays count as tensors, and
        Python numbers as scalars. Raise `InputError`, which names the argument, for arguments that
        do not fit, and `SimulationError`. Calls do not support gradients, so tensors that require
        one are rejected.

        A call draws random numbers with PyTorch's default generator. It changes the buffers and
        arguments that the module changes.
        """
        inputs = self.flatten(args, kwargs)
        targets = self._changed_tensors(args, kwargs)
        outputs = self.run(inputs)
        results = self.unflatten(outputs)
        with torch().no_grad():
            for target, value in zip(targets, outputs, strict=False):
                target.copy_(tensor_of(value))
        return results

    def _changed_tensors(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """Return the tensors that a call changes. Raise `InputError` for other arrays."""
        if not self.exported.changed:
            return []
        leaves = self.exported.flatten(args, kwargs)
        changed = [
            self.state[each] if isinstance(each, str) else leaves[each]
            for each in self.exported.changed
        ]
        if any(not is_tensor(each) for each in changed):
            raise InputError("the module changes an argument: pass a tensor of PyTorch")
        return changed

    def flatten(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """Return the arrays of the state, of a call's arguments, and of random numbers, in the
        order of the model's arguments.

        Raise `InputError` for arguments that do not fit.
        """
        leaves = self.exported.flatten(args, kwargs)
        arrays = list(map(array_of, self.state.values()))
        types = self.signature.arguments[len(self.state) :][: len(leaves)]
        for leaf, type_ in zip(leaves, types, strict=True):
            arrays.append(array_of(leaf, f"argument ({type_.name})"))
            type_.require_shape(f"argument ({type_.name})", arrays[-1], _OTHER_SIZES)
            if not is_tensor(leaf):
                type_.require_type(f"argument ({type_.name})", leaf)
                continue
            if leaf.requires_grad and torch().is_grad_enabled():
                raise InputError(
                    f"argument ({type_.name}) requires a gradient, which a compiled model does "
                    "not compute: "
                    'use torch.compile(module, backend="ttmlir"), or torch.no_grad()'
                )
            if dtype_of(leaf) != type_.dtype:
                raise InputError(
                    f"argument ({type_.name}) has type {leaf.dtype}, expected {type_.dtype}"
                )
        return arrays + list(map(array_of, self._graph.drawn()))

    def unflatten(self, outputs: Sequence[Array]) -> Any:
        """Return `outputs` as tensors in the pytree that the module returns.

        Raise `InputError` if a number that the model took from its examples is another one.
        """
        leaves = self._graph.restore(map(tensor_of, outputs))[len(self.exported.changed) :]
        assumptions = self.exported.assumptions
        numbers = [leaves.pop() for _ in assumptions][::-1]
        for assumption, number in zip(assumptions, numbers, strict=True):
            assumption.require(number)
        return pytrees().tree_unflatten(leaves, self.exported.out_tree)

    def _parse(self, context: MlirContext) -> ModuleOp:
        """Parse the program. Warn if each call draws random numbers for it, and of numbers that are
        taken from the examples.
        """
        for draw in self._graph.draws[:1]:
            context.diagnostics.warn(
                WarningKind.RANDOM_ARGUMENTS, location_of(draw.trace), _DRAWN_BY_THE_HOST
            )
        # A loop over an assumption makes it several times at the same line.
        assumed = [(location_of(each.trace), each.warning()) for each in self.exported.assumptions]
        for where, text in dict.fromkeys(assumed):
            context.diagnostics.warn(WarningKind.EXAMPLE_VALUES, where, text)
        return super()._parse(context)

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Replace the model's state for later calls by tensors of the same shapes and types.

        `state` maps the module's names to tensors. Raise ValueError for a model whose state is
        constant, and KeyError for a missing name. The next call raises `InputError` for tensors
        that do not fit.
        """
        if not self._has_state_arguments:
            raise ValueError("the model's state is constant: compile it with state_as_arguments")
        if missing := [name for name in self.state if name not in state]:
            raise KeyError(f"the state has no '{missing[0]}'")
        self.state = {name: state[name] for name in self.state}

    def check(
        self,
        *args: Any,
        pcc: float = PCC,
        operations: bool = True,
        numerics: str = "ideal",
        **kwargs: Any,
    ) -> Report:
        """Compare a run on the simulator with PyTorch: all outputs, and with `operations` all
        operations.

        For the operations, the graph is compiled again with the results of all nodes as additional
        outputs. PyTorch computes the same on the CPU. A difference is accepted if different
        rounding of the nodes' results causes it as well. Without arguments, they are the examples
        that the model was compiled for.
        """
        from ttmlir_py.frontends.torch_check import Call, check

        if not args and not kwargs:
            args, kwargs = self.exported.examples
        random = torch().get_rng_state()
        inputs = self.flatten(args, kwargs)
        state = (self.state, self._has_state_arguments)
        call = Call(self.module, self.exported, *state, args, kwargs, inputs, random)
        return check(self, call, pcc=pcc, numerics=numerics, operations=operations)


def compile(
    module: Any,
    example_inputs: Any = (),
    /,
    *,
    system: str = DEFAULT_SYSTEM,
    options: Mapping[str, object] | None = None,
    warnings: Iterable[str] = (),
    example_kwargs: Mapping[str, Any] | None = None,
    state_as_arguments: bool = False,
    dynamic_shapes: Any = None,
) -> TorchModel:
    """Compile a module, or a function on tensors, for arguments of the examples' shapes and types.

    The examples are a tuple, or one tensor. `system` is the board, `options` are pipeline options
    (`{"enable-optimizer": True}`), and `warnings` are command-line flags. Arguments that are not
    tensors, such as flags or sizes, are fixed. The module's parameters and buffers are constants of
    the model. With `state_as_arguments` they are arguments before the others, and calls use the
    module's current state. Raise ValueError for `dynamic_shapes`, because programs are compiled for
    fixed sizes.
    """
    if dynamic_shapes is not None:
        raise ValueError(
            "dynamic_shapes: a model is compiled for the sizes of the examples; compile one for "
            "each size, "
            'or use torch.compile(module, backend="ttmlir"), which does so when it is called'
        )
    settings = Settings(system, dict(options or {}), tuple(warnings))
    args = (example_inputs,) if is_tensor(example_inputs) else tuple(example_inputs)
    return TorchModel(
        module, args, example_kwargs or {}, settings, state_as_arguments=state_as_arguments
    )


__all__ = ["TorchModel", "compile"]


def __dir__() -> list[str]:
    return sorted(__all__)
