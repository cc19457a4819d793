"""Sizes and Python values that depend on data, taken from the examples of a compiled module.

`torch.export` refuses an `if` on a tensor's value, and leaves the number of elements that a mask
selects unknown. Here, PyTorch computes them for the examples while it traces. They are fixed in the
program, which also returns the tensors that they depend on, so that each call can be checked.
"""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.torch_known import Rewriting, is_symbolic
from ttmlir_py.frontends.torch_refusals import place_of
from ttmlir_py.frontends.torch_tensors import is_tensor, torch
from ttmlir_py.runtime.errors import InputError


@dataclass(frozen=True)
class Assumption:
    """A number that is fixed in a program, and that the program also computes in each call."""

    what: str
    """A description of the number."""
    value: int
    """The number for the examples."""
    trace: str
    """The stack trace of the operator that gives it."""

    def warning(self) -> str:
        """Return the warning about the assumption."""
        return (
            f"{self.what} depends on data: the model is compiled for {self.value}, as in the "
            "examples, and refuses calls with another value"
        )

    def require(self, tensor: Any) -> None:
        """Raise `InputError` if the number that a call computed is another one."""
        if int(tensor) != self.value:
            raise InputError(
                f"{place_of(self.trace)}: {self.what} is {int(tensor)}, but the model was compiled "
                f"for {self.value}, as in its examples: compile a model for such arguments"
            )


def with_example_values(trace: Callable[[], Any]) -> tuple[Any, list[Assumption]] | None:
    """Return the program that `trace` exports with the values of the examples fixed, and the
    assumptions that are checked by its last results. Return None if not all values can be fixed.
    """
    with _with_values():
        try:
            program = trace()
        except Exception:  # the error without values has the user's line
            return None
    rewriting = _Fixing(program)
    if not rewriting.run_with(_numbers(program)):
        return None
    return program, rewriting.assumptions


def depends_on_examples(program: Any) -> bool:
    """Whether a program has sizes or numbers that are not known."""
    aten = torch().ops.aten
    numbers = (aten.item.default, aten._local_scalar_dense.default)
    return any(
        (node.target in numbers and len(node.users) > 0) or is_symbolic(node.meta.get("val"))
        for node in program.graph.nodes
    )


@contextmanager
def _with_values() -> Generator[None]:
    """Let tracing compute the values of all tensors in the block. PyTorch copies the examples."""
    logger = library("logging", "torch").getLogger("torch.fx.experimental.symbolic_shapes")
    config = library("torch._functorch.config", "torch")
    was_disabled, logger.disabled = logger.disabled, True  # it warns of each value
    try:
        with config.patch(fake_tensor_propagate_real_tensors=True), _explicit()():
            yield
    finally:
        logger.disabled = was_disabled


@cache
def _explicit() -> Any:
    """Return a mode in which functions whose results depend on data call `.item()` and `nonzero`,
    so that graphs have these operators.
    """
    tensor, overrides = torch().Tensor, library("torch.overrides", "torch")

    def equal(x: Any, y: Any) -> bool:
        return x.shape == y.shape and bool((x == y).all())

    def close(x: Any, y: Any, *args: Any, **kwargs: Any) -> bool:
        return bool(torch().isclose(x, y, *args, **kwargs).all())

    def one_hot(x: Any, num_classes: int = -1) -> Any:
        size = int(x.max()) + 1 if num_classes == -1 else num_classes
        return torch().nn.functional.one_hot(x, size)

    def where(condition: Any, *choice: Any, **kwargs: Any) -> Any:
        if choice or kwargs:
            return torch().where(condition, *choice, **kwargs)
        return _nonzero(condition, as_tuple=True)

    def get(x: Any, index: Any) -> Any:
        return x[_without_masks(index)]

    def put(x: Any, index: Any, value: Any) -> None:
        x[_without_masks(index) if is_tensor(value) and value.dim() else index] = value

    def selected(x: Any, mask: Any) -> Any:
        x, mask = torch().broadcast_tensors(x, mask)
        return get(x, mask)

    explicit = {
        **dict.fromkeys((torch().masked_select, tensor.masked_select), selected),
        tensor.__getitem__: get,
        tensor.__setitem__: put,
        **dict.fromkeys((torch().equal, tensor.equal), equal),
        **dict.fromkeys((torch().allclose, tensor.allclose), close),
        **dict.fromkeys((torch().nonzero, tensor.nonzero), _nonzero),
        torch().where: where,
        torch().nn.functional.one_hot: one_hot,
    }

    class Explicit(overrides.TorchFunctionMode):  # pyrefly: ignore[invalid-inheritance]
        def __torch_function__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            found: Any = explicit.get(func, func)
            return found(*args, **(kwargs or {}))

    return Explicit


def _nonzero(x: Any, *, as_tuple: bool = False) -> Any:
    """Return the indices of the elements that are not zero."""
    found = torch().ops.aten.nonzero.default(x)
    return found.unbind(1) if as_tuple else found


def _without_masks(index: Any) -> tuple[Any, ...]:
    """Return the indices of an element, without masks."""
    found = list[Any]()
    for each in cast(tuple[Any, ...], index if isinstance(index, tuple) else (index,)):
        is_mask = is_tensor(each) and each.dtype == torch().bool and each.dim() > 0
        found += _nonzero(each, as_tuple=True) if is_mask else [each]
    return tuple(found)


def _numbers(program: Any) -> Mapping[Any, Any]:
    """Return the values of the symbols for unknown numbers in a program."""
    for node in program.graph.nodes:
        mode: Any = getattr(node.meta.get("val"), "fake_mode", None)
        if mode is not None:
            return mode.shape_env.real_tensor_prop_unbacked_vals
    return {}


class _Fixing(Rewriting):
    """The graph of a program while the values of the examples are fixed in it."""

    def __init__(self, program: Any):
        super().__init__(program)
        self.assumptions: list[Assumption] = []
        self._checks: list[Any] = []

    def run_with(self, numbers: Mapping[Any, Any]) -> bool:
        """Fix all unknown values, or return False."""
        for node in list(self._graph.nodes):
            if node.op == "call_function" and not self._fix(node, numbers):
                return False
        self._return_checks()
        self._graph.eliminate_dead_code()
        self._program.graph_module.recompile()
        return True

    def _fix(self, node: Any, numbers: Mapping[Any, Any]) -> bool:
        aten = torch().ops.aten
        with self._graph.inserting_before(node):
            if self._is_assertion(node):
                self._graph.erase_node(node)
            elif node.target is aten.item.default:
                return self._fix_number(node, numbers)
            elif node.target is aten.nonzero.default:
                return self._fix_selection(node, numbers)
            elif self._is_stale(node):
                self._renew(node)
        return not is_symbolic(node.meta.get("val"))

    def _fix_number(self, node: Any, numbers: Mapping[Any, Any]) -> bool:
        tensor = node.args[0]
        if node.meta["val"] is None:  # of a constant, which PyTorch knows
            return not node.users
        value = _known(node.meta["val"], numbers)
        if value is None or tensor.meta["val"].dtype.is_floating_point:
            return False
        self._check(node, tensor, "the value", int(value))
        for user in list(node.users):
            user.replace_input_with(node, value)
            self._renewed.add(user)
        self._graph.erase_node(node)
        return True

    def _fix_selection(self, node: Any, numbers: Mapping[Any, Any]) -> bool:
        """Replace the indices of the elements that are not zero by a fixed number of indices."""
        aten, size = torch().ops.aten, _known(node.meta["val"].shape[0], numbers)
        if size is None:
            return False
        mask = self._call(node, aten.ne.Scalar, node.args[0], 0)
        count = self._call(node, aten.sum.default, mask)
        self._check(node, count, "the number of selected elements", size)
        self._replace(node, self._call(node, aten.nonzero_static.default, mask, size=size))
        return True

    def _check(self, node: Any, tensor: Any, what: str, value: int) -> None:
        """Let the program return `tensor`, which has to be `value`."""
        aten = torch().ops.aten
        copy = self._call(node, aten.clone.default, tensor)
        self._checks.append(self._call(node, aten.reshape.default, copy, []))
        self.assumptions.append(Assumption(what, value, node.meta.get("stack_trace") or ""))

    def _return_checks(self) -> None:
        """Add the checked tensors to the results of the program."""
        specs, trees = (
            library(f"torch.{name}", "torch")
            for name in ("export.graph_signature", "utils._pytree")
        )
        (output,) = self._graph.find_nodes(op="output")
        results = list(output.args[0])
        signature = self._program.graph_signature
        for at, (spec, each) in enumerate(zip(signature.output_specs, results, strict=True)):
            if isinstance(each, int | float):
                fixed = specs.ConstantArgument(name="", value=each)
                kind = specs.OutputKind.USER_OUTPUT
                signature.output_specs[at] = specs.OutputSpec(kind, fixed, None)
            elif hasattr(each, "users"):
                spec.arg.name = each.name
        output.args = ((*results, *self._checks),)
        made = [
            specs.OutputSpec(specs.OutputKind.USER_OUTPUT, specs.TensorArgument(each.name), None)
            for each in self._checks
        ]
        signature.output_specs.extend(made)
        call = self._program.module_call_graph[0].signature
        leaves = [trees.treespec_leaf() for _ in made]
        call.out_spec = trees.treespec_tuple([call.out_spec, trees.treespec_tuple(leaves)])


def _known(value: Any, numbers: Mapping[Any, Any]) -> Any:
    """Return the Python number that a symbolic number has for the examples, or None."""
    if isinstance(value, bool | int | float):
        return value
    known = value.node.expr.xreplace(dict(numbers))
    if known.free_symbols:
        return None
    return bool(known) if isinstance(value, torch().SymBool) else int(known)
