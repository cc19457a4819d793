"""Constant values on which the shapes or the Python code of exported programs depend.

`torch.export` takes the values of buffers, and the number of elements that a mask selects, for
unknown. Here, the values of buffers with one element are known while a module is traced, constant
masks are computed, and selections become indices.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import Any

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.torch_constants import constant_result
from ttmlir_py.frontends.torch_refusals import depends_on_data
from ttmlir_py.frontends.torch_tensors import is_tensor, torch


def with_constant_numbers(trace: Callable[[], Any], module: Any, arguments: Sequence[Any]) -> Any:
    """Return the program of `module` that `trace` exports. Where Python needs a value, those of
    buffers with one element are known, unless the module changes such a buffer or they are
    `arguments` of a call.
    """
    try:
        program = trace()
    except Exception as error:
        found = _with_known_buffers(trace, module, arguments) if depends_on_data(error) else None
        if found is None:
            raise
        return found
    item = torch().ops.aten.item.default
    if any(node.target is item and node.users for node in program.graph.nodes):
        return _with_known_buffers(trace, module, arguments) or program
    return program


def _with_known_buffers(trace: Callable[[], Any], module: Any, arguments: Sequence[Any]) -> Any:
    passed = set(map(id, arguments))
    buffers = {
        name: each
        for name, each in module.named_buffers(remove_duplicate=False)
        if each.numel() == 1 and id(each) not in passed
    }
    if not buffers:
        return None
    try:
        with _known(buffers.values()):
            program = trace()
    except Exception as error:
        if depends_on_data(error):
            return None
        raise
    changed = _changed(program.run_decompositions({}).graph_signature)
    return None if any(each in buffers for each in changed) else program


@contextmanager
def _known(tensors: Iterable[Any]) -> Generator[None]:
    """Let tracing know the values of `tensors` in the block."""
    converter = library("torch._subclasses.fake_tensor", "torch").FakeTensorConverter
    convert, known = converter.from_real_tensor, {id(each): each for each in tensors}

    def with_value(self: Any, mode: Any, tensor: Any, *args: Any, **kwargs: Any) -> Any:
        traced = convert(self, mode, tensor, *args, **kwargs)
        if id(tensor) in known:
            traced.constant = tensor.detach().clone()
            self.add_constant_storage_mapping(traced)
        return traced

    converter.from_real_tensor = with_value
    try:
        yield
    finally:
        converter.from_real_tensor = convert


def with_constant_selections(program: Any) -> Any:
    """Return an exported program in which masks that depend only on constants became indices, or
    `program` itself if nothing selects by values. Buffers that the module does not change count as
    constants.
    """
    if not any(map(_is_selection, program.graph.nodes)):
        return program
    program = program.run_decompositions({})  # without changes in place
    _Selecting(program).run()
    return program


def _is_selection(node: Any) -> bool:
    """Whether a node selects elements by values."""
    packets = ("index", "index_put", "index_put_")
    aten = torch().ops.aten
    if getattr(node.target, "overloadpacket", None) in [getattr(aten, each) for each in packets]:
        return any(map(_is_mask, node.args[1]))
    return is_symbolic(node.meta.get("val"))


def _is_mask(each: Any) -> bool:
    return each is not None and each.meta["val"].dtype == torch().bool


def is_symbolic(value: Any) -> bool:
    """Whether a value is a tensor with unknown sizes."""
    return is_tensor(value) and any(not isinstance(size, int) for size in value.shape)


class Rewriting:
    """The graph of a program, while its operators are replaced."""

    def __init__(self, program: Any):
        self._program = program
        self._graph = program.graph_module.graph
        self._renewed = set[Any]()
        """Nodes whose types are computed again."""

    def _is_stale(self, node: Any) -> bool:
        """Whether the type of a node has to be computed again."""
        return node in self._renewed or any(each in self._renewed for each in node.all_input_nodes)

    def _renew(self, node: Any) -> None:
        """Compute the type of a node, or the number that it gives, from its operands."""
        value = _result(node)
        if is_tensor(value) or isinstance(value, list | tuple):
            node.meta["val"] = value
            self._renewed.add(node)
        else:
            for user in list(node.users):
                user.replace_input_with(node, value)
                self._renewed.add(user)
            self._graph.erase_node(node)

    def _call(self, node: Any, target: Any, *args: Any, **kwargs: Any) -> Any:
        """Insert a call of `target` for `node`."""
        made = self._graph.call_function(target, args, kwargs)
        made.meta = {**node.meta, "val": None}
        made.meta.pop("unbacked_bindings", None)  # unknown sizes, which `made` need not have
        made.meta["val"] = _result(made)
        return made

    def _replace(self, node: Any, other: Any) -> None:
        node.replace_all_uses_with(other)
        self._renewed.add(other)

    @staticmethod
    def _is_assertion(node: Any) -> bool:
        return str(node.target).startswith(_ASSERTIONS)


class _Selecting(Rewriting):
    """The graph of a program, while its selections become indices."""

    def __init__(self, program: Any):
        super().__init__(program)
        self._values: dict[Any, Any] = {}

    def run(self) -> None:
        """Rewrite the graph, as far as its nodes can be computed again."""
        self._find_constants()
        for node in list(self._graph.nodes):
            if node.op != "call_function":
                continue
            value = constant_result(node, self._values)
            if value is not None:
                self._values[node] = value
                if is_symbolic(node.meta.get("val")):
                    self._replace(node, self._constant(value))
            elif self._is_assertion(node):
                self._graph.erase_node(node)
            else:
                self._rewrite(node)
        self._graph.eliminate_dead_code()
        self._program.graph_module.recompile()

    def _find_constants(self) -> None:
        signature = self._program.graph_signature
        nodes = self._graph.find_nodes(op="placeholder")
        for node, spec in zip(nodes, signature.input_specs, strict=True):
            if spec.kind.name == "CONSTANT_TENSOR":
                self._values[node] = self._program.constants[spec.target]
            if spec.kind.name == "BUFFER" and spec.target not in _changed(signature):
                held = self._program.state_dict.get(spec.target)
                is_held = held is not None
                self._values[node] = held if is_held else self._program.constants[spec.target]

    def _rewrite(self, node: Any) -> None:
        """Replace masks of a node by indices, and compute its type again if necessary."""
        aten = torch().ops.aten
        if node.target is aten.masked_select.default and node.args[1] in self._values:
            source, mask = node.args
            mask = self._values[mask]
            shape = torch().broadcast_shapes(source.meta["val"].shape, mask.shape)
            with self._graph.inserting_before(node):
                source = self._call(node, aten.expand.default, source, list(shape))
                self._replace(node, self._selected(node, source, 0, mask.expand(shape)))
            return
        if node.target in (aten.index.Tensor, aten.index_put.default):
            source, indices, *rest = node.args
            known = [_is_mask(each) and each in self._values for each in indices]
            if any(known):
                pairs = zip(indices, known, strict=True)
                masks = [self._values[each] if is_known else each for each, is_known in pairs]
                if rest or sum(each is not None for each in indices) > 1:
                    node.args = (source, self._indices(masks, known), *rest)
                    self._renewed.add(node)
                else:
                    place = known.index(True)
                    with self._graph.inserting_before(node):
                        selected = self._selected(node, source, place, masks[place])
                    self._replace(node, selected)
                    return
        if self._is_stale(node):
            self._renew(node)

    def _selected(self, node: Any, source: Any, dim: int, mask: Any) -> Any:
        """Return the elements of `source` that `mask` selects along the dimensions from `dim`: its
        parts, or elements by indices if there are many parts.
        """
        aten = torch().ops.aten
        parts = _runs(mask.reshape(-1))
        if not 0 < len(parts) <= _MOST_PARTS:
            indices = [*[None] * dim, *self._indices([mask], [True])]
            return self._call(node, aten.index.Tensor, source, indices)
        shape = list(source.meta["val"].shape)
        shape[dim : dim + mask.dim()] = [mask.numel()]
        flat = self._call(node, aten.reshape.default, source, shape)
        slices = [self._call(node, aten.slice.Tensor, flat, dim, *each) for each in parts]
        return self._call(node, aten.cat.default, slices, dim)

    def _indices(self, indices: Sequence[Any], known: Sequence[bool]) -> list[Any]:
        """Return `indices`, in which arguments of the program replace known masks: the places where
        a mask is true.
        """
        found = list[Any]()
        for each, is_known in zip(indices, known, strict=True):
            places = each.nonzero(as_tuple=True) if is_known else ()
            found += [self._constant(place) for place in places] if is_known else [each]
        return found

    def _constant(self, value: Any) -> Any:
        """Return a new argument of the program for a constant."""
        specs = library("torch.export.graph_signature", "torch")
        inputs, nodes = self._program.graph_signature.input_specs, self._graph.find_nodes
        name = f"selection_{len(self._program.constants)}"
        kinds = [each.kind.name for each in inputs]
        place = kinds.index("USER_INPUT") if "USER_INPUT" in kinds else len(kinds)
        arguments = list(nodes(op="placeholder"))
        before = arguments[place] if place < len(arguments) else next(iter(self._graph.nodes))
        with self._graph.inserting_before(before):
            made = self._graph.placeholder(name)
        mode = before.meta["val"].fake_mode
        made.meta["val"] = mode.from_tensor(value, static_shapes=True)
        argument = specs.TensorArgument(name=made.name)
        kind = specs.InputKind.CONSTANT_TENSOR
        inputs.insert(place, specs.InputSpec(kind=kind, arg=argument, target=name, persistent=None))
        self._program.constants[name] = self._values[made] = value
        return made


def _runs(mask: Any) -> list[tuple[int, int]]:
    """Return the bounds of the parts of a mask that are true."""
    zero = torch().zeros(1, dtype=torch().int32)
    edges = torch().diff(mask.int(), prepend=zero, append=zero)
    edges = edges.nonzero().reshape(-1).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))


_MOST_PARTS = 64
"""Largest number of parts that are concatenated to a selection."""
_ASSERTIONS = ("aten._assert_scalar", "aten.sym_constrain_range", "aten._assert_async")


def _changed(signature: Any) -> Sequence[str]:
    return list(signature.buffers_to_mutate.values())


def _result(node: Any) -> Any:
    """Return what a node gives for the types of its operands."""

    def of(each: Any) -> Any:
        return each.meta["val"]

    args, kwargs = torch().fx.node.map_arg((node.args, node.kwargs), of)
    modes: set[Any] = {getattr(of(each), "fake_mode", None) for each in node.all_input_nodes}
    modes.discard(None)
    if not modes:
        return node.target(*args, **kwargs)
    (mode,) = modes
    with mode:
        return node.target(*args, **kwargs)
