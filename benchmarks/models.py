"""A generator of whole models in TTIR: a ResNet-50 and the prefill of a Llama, of any size.

    python benchmarks/models.py resnet50 [--image 224] [--width 64] [--blocks 3,4,6,3]
                                         [--classes 1000]
    python benchmarks/models.py llama [--layers 26] [--hidden 3200] [--heads 32] [--mlp 8640]
                                      [--tokens 128] [--vocabulary 32000]

The text is written to standard output. All weights are arguments of the function, in the order of
their use. Batch normalization is folded into a scale and a shift, as compilers of trained networks
do. The defaults are the published sizes of ResNet-50 and of OpenLLaMA 3B, whose prefill has about
1,350 TTIR ops.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Value:
    """An SSA value: its name, shape and element type."""

    name: str
    shape: Shape
    element: str = "f32"

    @property
    def type(self) -> str:
        """Return the MLIR type of the value."""
        return f"tensor<{''.join(f'{size}x' for size in self.shape)}{self.element}>"


def _i32s(values: Sequence[int]) -> str:
    return "[" + ", ".join(f"{value} : i32" for value in values) + "]"


def _si32s(**values: int) -> str:
    return ", ".join(f"{name} = {value} : si32" for name, value in values.items())


@dataclass
class Function:
    """A function under construction, in destination-passing style: an empty tensor precedes each
    op.
    """

    name: str
    arguments: list[Value] = field(default_factory=list[Value])
    lines: list[str] = field(default_factory=list[str])

    def argument(self, name: str, *shape: int, element: str = "f32") -> Value:
        """Add an argument, and return it. Its name is also its location."""
        value = Value(f"%{name}", shape, element)
        self.arguments.append(value)
        return value

    def op(self, name: str, operands: Sequence[Value], shape: Shape, properties: str = "") -> Value:
        """Add an op on `operands` with a result of `shape`, and return the result."""
        number = len(self.lines) // 2
        out, result = Value(f"%e{number}", shape), Value(f"%{number}", shape)
        every = [*operands, out]
        names = ", ".join(value.name for value in every)
        types = ", ".join(value.type for value in every)
        written = f" <{{{properties}}}>" if properties else ""
        self.lines.append(f"{out.name} = tensor.empty() : {out.type}")
        self.lines.append(
            f'{result.name} = "ttir.{name}"({names}){written} : ({types}) -> {result.type}'
        )
        return result

    def elementwise(self, name: str, *operands: Value) -> Value:
        """Add an element-wise op. Its operands broadcast to the shape of the first one."""
        sizes = f"operandSegmentSizes = array<i32: {len(operands)}, 1>"
        return self.op(name, operands, operands[0].shape, sizes)

    def reshape(self, value: Value, *shape: int) -> Value:
        """Add a reshape to `shape`."""
        return self.op("reshape", [value], shape, f"shape = {_i32s(shape)}")

    def transpose(self, value: Value, first: int, second: int) -> Value:
        """Add a transposition of two dimensions."""
        shape = list(value.shape)
        shape[first], shape[second] = shape[second], shape[first]
        return self.op("transpose", [value], tuple(shape), _si32s(dim0=first, dim1=second))

    def matmul(self, left: Value, right: Value) -> Value:
        """Add a matrix product over the last dimension of `left`."""
        return self.op("matmul", [left, right], (*left.shape[:-1], right.shape[-1]))

    def mean(self, value: Value, *dimensions: int) -> Value:
        """Add the mean over dimensions, which stay with size 1."""
        shape = tuple(1 if i in dimensions else size for i, size in enumerate(value.shape))
        properties = f"dim_arg = {_i32s(dimensions)}, keep_dim = true"
        return self.op("mean", [value], shape, properties)

    def half(self, value: Value, second: bool) -> Value:
        """Add a slice: the first or second half of the last dimension."""
        *outer, size = value.shape
        begins, ends = [0] * len(value.shape), list(value.shape)
        if second:
            begins[-1] = size // 2
        else:
            ends[-1] = size // 2
        step = _i32s([1] * len(value.shape))
        properties = f"begins = {_i32s(begins)}, ends = {_i32s(ends)}, step = {step}"
        return self.op("slice", [value], (*outer, size // 2), properties)

    def text(self, result: Value) -> str:
        """Return the text of the function, which returns `result`."""
        arguments = ", ".join(
            f'{value.name}: {value.type} loc("{value.name[1:]}")' for value in self.arguments
        )
        body = "\n".join(f"  {line}" for line in self.lines)
        head = f"func.func @{self.name}({arguments}) -> {result.type} {{"
        return f"{head}\n{body}\n  return {result.name} : {result.type}\n}}\n"


# ---------------------------------------------------------------------------------------- ResNet-50


def _convolution(
    function: Function, value: Value, name: str, channels: int, kernel: int, stride: int
) -> Value:
    """Add a convolution without bias, then a scale and a shift.

    Only the stride changes the size of the image.
    """
    batch, height, width, inputs = value.shape
    padding = kernel // 2
    weight = function.argument(f"{name}_weight", channels, inputs, kernel, kernel)
    properties = _si32s(
        dilation_height=1,
        dilation_width=1,
        groups=1,
        padding_bottom=padding,
        padding_left=padding,
        padding_right=padding,
        padding_top=padding,
        stride_height=stride,
        stride_width=stride,
    )
    shape = (batch, -(-height // stride), -(-width // stride), channels)
    result = function.op("conv2d", [value, weight], shape, properties)
    for operation, kind in (("multiply", "scale"), ("add", "shift")):
        parameter = function.argument(f"{name}_{kind}", 1, 1, 1, channels)
        result = function.elementwise(operation, result, parameter)
    return result


def _bottleneck(function: Function, value: Value, name: str, channels: int, stride: int) -> Value:
    """Add three convolutions next to a shortcut, which is a convolution if the shape changes."""
    inner = _convolution(function, value, f"{name}_a", channels, 1, 1)
    inner = function.elementwise("relu", inner)
    inner = _convolution(function, inner, f"{name}_b", channels, 3, stride)
    inner = function.elementwise("relu", inner)
    inner = _convolution(function, inner, f"{name}_c", 4 * channels, 1, 1)
    if value.shape != inner.shape:
        value = _convolution(function, value, f"{name}_shortcut", 4 * channels, 1, stride)
    return function.elementwise("relu", function.elementwise("add", inner, value))


def resnet50(
    *, image: int = 224, width: int = 64, blocks: Sequence[int] = (3, 4, 6, 3), classes: int = 1000
) -> str:
    """Return a ResNet of bottleneck blocks on one NHWC image of `image` x `image` x 3; it returns
    logits.

    `image` is a multiple of 4, `width` the number of channels of the first stage.
    """
    function = Function("resnet50")
    value = function.argument("image", 1, image, image, 3)
    value = function.elementwise("relu", _convolution(function, value, "stem", width, 7, 2))
    properties = "ceil_mode = false, " + _si32s(
        dilation_height=1,
        dilation_width=1,
        kernel_height=3,
        kernel_width=3,
        padding_bottom=1,
        padding_left=1,
        padding_right=1,
        padding_top=1,
        stride_height=2,
        stride_width=2,
    )
    value = function.op("max_pool2d", [value], (1, image // 4, image // 4, width), properties)
    for stage, count in enumerate(blocks):
        for block in range(count):
            stride = 2 if stage and not block else 1
            name = f"stage{stage}_block{block}"
            value = _bottleneck(function, value, name, width << stage, stride)
    channels = value.shape[-1]
    value = function.reshape(function.mean(value, 1, 2), 1, channels)
    weight = function.argument("classifier_weight", channels, classes)
    bias = function.argument("classifier_bias", 1, classes)
    return function.text(function.op("linear", [value, weight, bias], (1, classes)))


# -------------------------------------------------------------------------------------------- Llama


def _normalized(function: Function, value: Value, name: str, epsilon: Value) -> Value:
    """Add a root-mean-square normalization over the last dimension, times a weight."""
    square = function.elementwise("multiply", value, value)
    mean = function.mean(square, len(value.shape) - 1)
    scale = function.elementwise("rsqrt", function.elementwise("add", mean, epsilon))
    value = function.elementwise("multiply", value, scale)
    weight = function.argument(f"{name}_weight", 1, 1, value.shape[-1])
    return function.elementwise("multiply", value, weight)


def _rotated(function: Function, value: Value, cosine: Value, sine: Value) -> Value:
    """Add a rotary position embedding, which rotates halves of a head's dimensions by an angle."""
    turned = [function.half(value, second=True), function.half(value, second=False)]
    turned[0] = function.elementwise("neg", turned[0])
    other = function.op("concat", turned, value.shape, _si32s(dim=len(value.shape) - 1))
    return function.elementwise(
        "add",
        function.elementwise("multiply", value, cosine),
        function.elementwise("multiply", other, sine),
    )


@dataclass(frozen=True)
class _Attention:
    """The attention of all layers, with the values they share: positions, mask and scale."""

    heads: int
    cosine: Value
    sine: Value
    mask: Value
    scale: Value

    def write(self, function: Function, value: Value, name: str) -> Value:
        """Add causal self-attention of `value`, of shape 1 x tokens x hidden."""
        _, tokens, hidden = value.shape
        size = hidden // self.heads

        def projected(kind: str) -> Value:
            weight = function.argument(f"{name}_{kind}_weight", hidden, hidden)
            split = function.reshape(function.matmul(value, weight), 1, tokens, self.heads, size)
            return function.transpose(split, 1, 2)

        query, key, values = projected("query"), projected("key"), projected("value")
        query = _rotated(function, query, self.cosine, self.sine)
        key = _rotated(function, key, self.cosine, self.sine)
        scores = function.matmul(query, function.transpose(key, 2, 3))
        scores = function.elementwise("multiply", scores, self.scale)
        scores = function.elementwise("add", scores, self.mask)
        weights = function.op("softmax", [scores], scores.shape, _si32s(dimension=3))
        mixed = function.transpose(function.matmul(weights, values), 1, 2)
        mixed = function.reshape(mixed, 1, tokens, hidden)
        return function.matmul(mixed, function.argument(f"{name}_output_weight", hidden, hidden))


def _feed_forward(function: Function, value: Value, name: str, size: int) -> Value:
    """Add a gated unit: silu of one product, times another one, projected back."""
    hidden = value.shape[-1]
    gate = function.matmul(value, function.argument(f"{name}_gate_weight", hidden, size))
    gate = function.elementwise("multiply", gate, function.elementwise("sigmoid", gate))
    up = function.matmul(value, function.argument(f"{name}_up_weight", hidden, size))
    product = function.elementwise("multiply", gate, up)
    return function.matmul(product, function.argument(f"{name}_down_weight", size, hidden))


def llama(
    *,
    layers: int = 26,
    hidden: int = 3200,
    heads: int = 32,
    mlp: int = 8640,
    tokens: int = 128,
    vocabulary: int = 32000,
) -> str:
    """Return the prefill of a Llama, from 1 x `tokens` token numbers to 1 x `tokens` x `vocabulary`
    logits.

    In addition to weights, the arguments are the cosines and sines of the rotary embedding, 1 x 1 x
    tokens x head size, the additive mask, 1 x 1 x tokens x tokens, and two scalars as 1-element
    tensors: the scale of the scores and the epsilon of the norms.
    """
    function = Function("prefill")
    token_numbers = function.argument("tokens", 1, tokens, element="i32")
    table = function.argument("embedding_weight", vocabulary, hidden)
    positions = (1, 1, tokens, hidden // heads)
    attention = _Attention(
        heads,
        function.argument("cosine", *positions),
        function.argument("sine", *positions),
        function.argument("mask", 1, 1, tokens, tokens),
        function.argument("scale", 1, 1, 1, 1),
    )
    epsilon = function.argument("epsilon", 1, 1, 1)
    value = function.op("embedding", [token_numbers, table], (1, tokens, hidden))
    for layer in range(layers):
        name = f"layer{layer}"
        inner = _normalized(function, value, f"{name}_attention_norm", epsilon)
        value = function.elementwise("add", value, attention.write(function, inner, name))
        inner = _normalized(function, value, f"{name}_mlp_norm", epsilon)
        value = function.elementwise("add", value, _feed_forward(function, inner, name, mlp))
    value = _normalized(function, value, "norm", epsilon)
    return function.text(
        function.matmul(value, function.argument("head_weight", hidden, vocabulary))
    )


def main() -> None:
    """Write the model that the command line names to standard output."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    models = parser.add_subparsers(dest="model", required=True)
    images = models.add_parser("resnet50")
    for name, default in (("image", 224), ("width", 64), ("classes", 1000)):
        images.add_argument(f"--{name}", type=int, default=default)
    images.add_argument(
        "--blocks", type=lambda text: [int(word) for word in text.split(",")], default=[3, 4, 6, 3]
    )
    language = models.add_parser("llama")
    sizes = {
        "layers": 26,
        "hidden": 3200,
        "heads": 32,
        "mlp": 8640,
        "tokens": 128,
        "vocabulary": 32000,
    }
    for name, default in sizes.items():
        language.add_argument(f"--{name}", type=int, default=default)
    options = vars(parser.parse_args())
    model = options.pop("model")
    print((resnet50 if model == "resnet50" else llama)(**options), end="")


if __name__ == "__main__":
    main()
