"""`ttnn.model_preprocessing`: parameters of PyTorch models as tensors.

parameters = preprocess_model_parameters(initialize_model=lambda: model, device=device)
ttnn.linear(x, parameters.layer.weight, bias=parameters.layer.bias)
"""

import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, cast

from ttmlir_py.ttnn.conversion import from_torch
from ttmlir_py.ttnn.core import to_device
from ttmlir_py.ttnn.tensor import Tensor, TtnnError
from ttmlir_py.ttnn.types import TILE_LAYOUT, DataType, Device, Layout, bfloat16

try:
    torch: Any = import_module("torch")
except ImportError:
    raise ImportError(
        "ttnn.model_preprocessing needs PyTorch, which is not installed: install torch"
    ) from None

CustomPreprocessor = Callable[..., Mapping[str, Any]]
_ARGUMENTS = {"ttnn_module_args", "convert_to_ttnn"}
_INDENT = "  "


class ParameterList(list[Any]):
    """The parameters of the children of a module list."""

    def __repr__(self) -> str:
        return _text(self, "")


class ParameterDict(dict[Any, Any]):
    """The parameters of a module, by the names of its children: items that are also attributes."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no parameter '{name}'") from None

    def __delattr__(self, name: str) -> None:
        del self[name]

    def __repr__(self) -> str:
        return _text(self, "")


def _text(value: Any, indent: str) -> str:
    """Return parameters as text, with each child on its own line."""
    inner = indent + _INDENT
    if isinstance(value, ParameterDict):
        lines = [f"{key}: {_text(each, inner)}" for key, each in value.items()]
        brackets = "{}"
    elif isinstance(value, ParameterList):
        lines, brackets = [_text(each, inner) for each in value], "[]"
    elif isinstance(value, Tensor):
        return f"ttnn.Tensor(shape={value.shape}, layout={value.layout}, dtype={value.dtype})"
    elif isinstance(value, torch.Tensor):
        return f"torch.Tensor(shape={value.shape}, dtype={value.dtype})"
    else:
        return repr(value)
    if not lines:
        return brackets
    listed = ",\n".join(inner + line for line in lines)
    return f"{brackets[0]}\n{listed}\n{indent}{brackets[1]}"


def make_parameter_dict(dictionary: Mapping[Any, Any]) -> ParameterDict:
    """Return a mapping, and the mappings in it, as parameters."""
    if isinstance(dictionary, ParameterDict):
        return dictionary
    return ParameterDict(
        {
            key: make_parameter_dict(cast(dict[Any, Any], value)) if type(value) is dict else value
            for key, value in dictionary.items()
        }
    )


def preprocess_linear_weight(
    weight: Any, *, dtype: DataType, layout: Layout = TILE_LAYOUT
) -> Tensor:
    """Return the weight of a linear layer, transposed, as `ttnn.linear` takes it."""
    return from_torch(weight.T.contiguous(), dtype, layout=layout)


def preprocess_linear_bias(bias: Any, *, dtype: DataType, layout: Layout = TILE_LAYOUT) -> Tensor:
    """Return the bias of a linear layer as a row."""
    return from_torch(bias.reshape((1, -1)), dtype, layout=layout)


def preprocess_layernorm_parameter(
    parameter: Any, *, dtype: DataType, layout: Layout = TILE_LAYOUT
) -> Tensor:
    """Return a parameter of a normalization as a row."""
    return from_torch(parameter.reshape((1, -1)), dtype, layout=layout)


def preprocess_embedding_weight(weight: Any, *, dtype: DataType) -> Tensor:
    """Return the table of an embedding, in row-major order."""
    return from_torch(weight, dtype)


def fold_batch_norm2d_into_conv2d(conv: Any, bn: Any) -> tuple[Any, Any]:
    """Return weight and bias of a convolution that includes the normalization that follows it."""
    if not bn.track_running_stats:
        raise TtnnError("BatchNorm2d must have track_running_stats=True to be folded into Conv2d")
    factor = bn.weight / torch.sqrt(bn.running_var + bn.eps)
    bias = 0 if conv.bias is None else conv.bias
    return conv.weight * factor[:, None, None, None], (bias - bn.running_mean) * factor + bn.bias


_DEFAULTS: tuple[tuple[Any, Callable[[Any], Mapping[str, Tensor]]], ...] = (
    (
        torch.nn.Linear,
        lambda model: {
            "weight": preprocess_linear_weight(model.weight, dtype=bfloat16),
            **(
                {}
                if model.bias is None
                else {"bias": preprocess_linear_bias(model.bias, dtype=bfloat16)}
            ),
        },
    ),
    (
        torch.nn.LayerNorm,
        lambda model: {
            name: preprocess_layernorm_parameter(each, dtype=bfloat16)
            for name, each in model.named_parameters()
        },
    ),
    (
        torch.nn.Embedding,
        lambda model: {"weight": preprocess_embedding_weight(model.weight, dtype=bfloat16)},
    ),
)
"""Classes of layers, each with a function that converts the parameters of such a layer."""
_FORMATS = {
    torch.uint8: DataType.UINT8,
    torch.int16: DataType.UINT16,
    torch.int32: DataType.INT32,
    torch.int64: DataType.UINT32,
    torch.bfloat16: bfloat16,
    torch.float32: bfloat16,
    torch.float64: bfloat16,
}


def default_preprocessor(model: Any, name: str, ttnn_module_args: Any = None) -> ParameterDict:
    """Return the parameters of a linear layer, a normalization or an embedding; empty for other
    modules.
    """
    for kind, preprocess in _DEFAULTS:
        if isinstance(model, kind):
            return ParameterDict(preprocess(model))
    return ParameterDict()


def _custom(
    preprocessor: CustomPreprocessor, model: Any, name: str, convert_to_ttnn: Any
) -> ParameterDict:
    """Return the parameters that a user's preprocessor returns for a module. Raises TtnnError if
    the preprocessor takes other arguments.
    """
    parameters = [*inspect.signature(preprocessor).parameters]
    if len(parameters) < 2:
        raise TtnnError("Custom preprocessor must have at least two parameters: model and name")
    if unknown := [each for each in parameters[2:] if each not in _ARGUMENTS]:
        raise TtnnError(f"Unsupported parameter: {unknown[0]}")
    if "ttnn_module_args" in parameters:
        raise TtnnError("ttnn.model_preprocessing: arguments of modules are not inferred")
    given = {"convert_to_ttnn": convert_to_ttnn}
    chosen = {each: given[each] for each in parameters[2:]}
    return make_parameter_dict(preprocessor(model, name, **chosen) or {})


def _own_parameters(model: Any, converts: bool) -> ParameterDict:
    """Return the parameters that a module itself holds, without those of its children."""
    own = dict(model.named_parameters(recurse=False))
    if converts:
        if found := default_preprocessor(model, ""):
            return found
        return ParameterDict(
            {key: from_torch(each, _FORMATS[each.dtype]) for key, each in own.items()}
        )
    if isinstance(model, torch.nn.Linear):
        own["weight"] = own["weight"].T.contiguous()
    return ParameterDict(own)


def convert_torch_model_to_ttnn_model(
    model: Any,
    *,
    convert_to_ttnn: Callable[[Any, str], bool],
    custom_preprocessor: CustomPreprocessor | None,
    name: str,
    ttnn_module_args: Any = None,
) -> ParameterDict | ParameterList:
    """Return the parameters of a module and its children.

    `custom_preprocessor(model, name)` is called first. If it returns nothing, modules are converted
    to TT-NN's tensors where `convert_to_ttnn` returns True; others keep PyTorch's.
    """

    def child(each: Any, key: object) -> ParameterDict | ParameterList:
        return convert_torch_model_to_ttnn_model(
            each,
            convert_to_ttnn=convert_to_ttnn,
            custom_preprocessor=custom_preprocessor,
            name=f"{name}.{key}" if name else f"{key}",
        )

    if isinstance(model, torch.nn.ModuleList):
        return ParameterList(child(each, at) for at, each in enumerate(model.children()))
    if custom_preprocessor is not None and (
        found := _custom(custom_preprocessor, model, name, convert_to_ttnn)
    ):
        return found
    parameters = _own_parameters(model, convert_to_ttnn(model, name))
    for key, each in model.named_children():
        if converted := child(each, key):
            parameters[int(key) if key.isdigit() else key] = converted
    return parameters


def move_to_device(parameters: Any, device: Device) -> Any:
    """Return parameters with their tensors on a device."""
    if isinstance(parameters, ParameterDict):
        return ParameterDict({key: move_to_device(e, device) for key, e in parameters.items()})
    if isinstance(parameters, ParameterList):
        return ParameterList(move_to_device(each, device) for each in parameters)
    return to_device(parameters, device) if isinstance(parameters, Tensor) else parameters


def _always(model: object, name: str) -> bool:
    return True


def preprocess_model_parameters(
    model_name: str | None = None,
    *,
    initialize_model: Callable[[], Any] | None = None,
    convert_to_ttnn: Callable[[Any, str], bool] | None = None,
    custom_preprocessor: CustomPreprocessor | None = None,
    device: Device | None = None,
    prefix: str | None = None,
    run_model: object = None,
    reader_patterns_cache: object = None,
) -> Any:
    """Return the parameters of the model that `initialize_model` returns, on a device if given.

    Nothing is stored under `model_name`. TT-NN infers the arguments of convolutions by `run_model`,
    which is not called here. Raises TtnnError for a preprocessor that takes these arguments.
    """
    if initialize_model is None:
        raise TtnnError('"initialize_model" must be provided')
    model = initialize_model()
    if model.training:
        model.eval()
    parameters = convert_torch_model_to_ttnn_model(
        model,
        convert_to_ttnn=convert_to_ttnn or _always,
        custom_preprocessor=custom_preprocessor,
        name=prefix or "",
    )
    return parameters if device is None else move_to_device(parameters, device)


def preprocess_model(*, initialize_model: Callable[[], Any], **options: Any) -> Any:
    """Return the parameters of a model, like `preprocess_model_parameters`."""
    return preprocess_model_parameters(initialize_model=initialize_model, **options)
