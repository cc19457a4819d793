"""Caches of Hugging Face's transformers as pytrees, so that graphs can take and return them."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ttmlir_py.frontends.libraries import library
from ttmlir_py.frontends.torch_tensors import is_tensor

_CACHES = "transformers.cache_utils"
_LEAVES = "_ttmlir_leaves"
"""Attribute of a cache whose leaves are not tensors: the leaves, and the fixed parts."""


@dataclass(frozen=True)
class _Leaf:
    """The place of a tensor in the fixed parts of a cache."""

    number: int


@dataclass(frozen=True)
class _Object:
    """An object in a cache, such as a layer: its class, and its attributes."""

    kind: Any
    state: Any


def register_caches() -> None:
    """Register the loaded classes of caches as pytrees. Without transformers, do nothing.

    The tensors of a cache are leaves. Its classes, sizes and flags are fixed, like arguments that
    are not tensors.
    """
    module = sys.modules.get(_CACHES)
    trees = library("torch.utils._pytree", "torch")
    for kind in _subclasses(getattr(module, "Cache", None)):
        if kind not in trees.SUPPORTED_NODES:
            trees.register_pytree_node(
                kind,
                _flatten,
                _unflatten,
                serialized_type_name=f"{kind.__module__}.{kind.__qualname__}",
                flatten_with_keys_fn=_flatten_with_keys,
            )


def _subclasses(kind: Any) -> Iterator[Any]:
    """Yield a class, unless it is None, and all its subclasses."""
    if kind is not None:
        yield kind
        for each in kind.__subclasses__():
            yield from _subclasses(each)


def _flatten(cache: Any) -> tuple[list[Any], Any]:
    keyed, fixed = _flatten_with_keys(cache)
    return [each for _, each in keyed], fixed


def _flatten_with_keys(cache: Any) -> tuple[list[tuple[Any, Any]], Any]:
    key = library("torch.utils._pytree", "torch").MappingKey
    tensors = list[tuple[str, Any]]()
    fixed = _fixed(cache, "", tensors)
    if _LEAVES in (own := _attributes(cache)):
        leaves, fixed = own[_LEAVES]
        return [(key(index), each) for index, each in enumerate(leaves)], fixed
    return [(key(path.removeprefix(".")), each) for path, each in tensors], fixed


def _fixed(value: Any, path: str, tensors: list[tuple[str, Any]]) -> Any:
    """Return the fixed parts of `value`, and append its tensors with their paths to `tensors`."""
    if is_tensor(value):
        tensors.append((path, value))
        return _Leaf(len(tensors) - 1)
    if isinstance(value, list | tuple):
        items: Any = cast(Sequence[Any], value)
        found = [_fixed(each, f"{path}[{at}]", tensors) for at, each in enumerate(items)]
        return type(items), found
    if isinstance(value, dict):
        pairs = cast(Mapping[Any, Any], value).items()
        return dict, {key: _fixed(each, f"{path}[{key!r}]", tensors) for key, each in pairs}
    if type(value).__module__ == _CACHES:
        own = _attributes(value).items()
        state = {key: _fixed(each, f"{path}.{key}", tensors) for key, each in own}
        return _Object(type(value), state)
    return value


def _attributes(value: Any) -> dict[str, Any]:
    return value.__dict__


def _unflatten(children: Any, fixed: Any) -> Any:
    leaves: list[Any] = list(children)
    cache = _restored(fixed, leaves)
    if not all(map(is_tensor, leaves)):
        _attributes(cache)[_LEAVES] = leaves, fixed
    return cache


def _restored(fixed: Any, tensors: Sequence[Any]) -> Any:
    """Return the value whose fixed parts are `fixed`."""
    if isinstance(fixed, _Leaf):
        return tensors[fixed.number]
    if isinstance(fixed, _Object):
        found = fixed.kind.__new__(fixed.kind)
        found.__dict__.update({key: _restored(each, tensors) for key, each in fixed.state.items()})
        return found
    if not isinstance(fixed, tuple):
        return fixed
    kind, parts = cast(tuple[Any, Any], fixed)
    if kind is dict:
        return {key: _restored(each, tensors) for key, each in parts.items()}
    return kind(_restored(each, tensors) for each in parts)
