"""Recurrent layers and loops of ONNX, unrolled for a fixed number of steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ttmlir_py.frontends.onnx_functions import Expansion, Facts, Nodes, attributes, operand

_MOST_STEPS = 1024
"""Largest number of steps that are unrolled."""
_UNARY = {"relu": "Relu", "tanh": "Tanh", "sigmoid": "Sigmoid", "softsign": "Softsign"}
"""Maps activations of recurrent layers, in small letters, to operators."""
_DEFAULTS = {"LSTM": ("sigmoid", "tanh", "tanh"), "GRU": ("sigmoid", "tanh"), "RNN": ("tanh",)}


class _Layer:
    """One direction of a recurrent layer: its weights for all gates, and its activations."""

    def __init__(self, node: Any, facts: Facts, new: Nodes, direction: int):
        self.new, self.node = new, node
        given = attributes(node)
        names = [each.decode().lower() for each in given.get("activations") or ()]
        defaults = _DEFAULTS[node.op_type]
        count = len(defaults)
        self.activations = names[direction * count :][:count] or list(defaults)
        self.size = int((facts.shape(node.input[2]) or (0, 0, 0))[2])
        self.weights = new.add("Transpose", self._part(1, direction), perm=[1, 0])
        self.recurrent = new.add("Transpose", self._part(2, direction), perm=[1, 0])
        self.biases: list[str] = []
        if operand(node, 3):
            bias = self._part(3, direction)
            width = len(_GATES[node.op_type]) * self.size
            self.biases = [self.part(bias, 0, width), self.part(bias, width, 2 * width)]

    def _part(self, index: int, direction: int) -> str:
        """Return operand `index` for this direction."""
        return self.new.item(self.node.input[index], direction)

    def part(self, value: str, start: int, end: int) -> str:
        """Return the elements from `start` to `end` of the last dimension of `value`."""
        return self.new.slice(value, start, end, -1)

    def gate(self, value: str, index: int) -> str:
        """Return the values of gate `index`."""
        return self.part(value, index * self.size, (index + 1) * self.size)

    def activate(self, index: int, value: str) -> str:
        """Apply activation `index`."""
        return self.new.add(_UNARY[self.activations[index]], value)

    def products(self, x: str, h: str) -> tuple[str, str]:
        """Return the products of the input and of the state with all weights, with biases."""
        found = [
            self.new.add("MatMul", x, self.weights),
            self.new.add("MatMul", h, self.recurrent),
        ]
        if self.biases:
            pairs = zip(found, self.biases, strict=True)
            found = [self.new.add("Add", each, bias) for each, bias in pairs]
        return found[0], found[1]


_GATES = {"LSTM": "iofc", "GRU": "zrh", "RNN": "h"}
"""The gates of each layer, in the order of the weights."""


def _lstm_step(layer: _Layer, x: str, states: Sequence[str]) -> list[str]:
    new, (hidden, cell) = layer.new, states
    total = new.add("Add", *layer.products(x, hidden))
    gates = [layer.activate(0, layer.gate(total, index)) for index in range(3)]
    candidate = layer.activate(1, layer.gate(total, 3))
    kept = new.add("Mul", gates[2], cell)
    cell = new.add("Add", kept, new.add("Mul", gates[0], candidate))
    return [new.add("Mul", gates[1], layer.activate(2, cell)), cell]


def _gru_step(layer: _Layer, x: str, states: Sequence[str]) -> list[str]:
    new, (hidden,) = layer.new, states
    from_x, from_h = layer.products(x, hidden)
    update, reset = (
        layer.activate(0, new.add("Add", layer.gate(from_x, index), layer.gate(from_h, index)))
        for index in range(2)
    )
    if attributes(layer.node).get("linear_before_reset"):
        other = new.add("Mul", reset, layer.gate(from_h, 2))
    else:
        kept = new.add("Mul", reset, hidden)
        other = new.add("MatMul", kept, layer.gate(layer.recurrent, 2))
        if layer.biases:
            other = new.add("Add", other, layer.gate(layer.biases[1], 2))
    candidate = layer.activate(1, new.add("Add", layer.gate(from_x, 2), other))
    rest = new.add("Mul", update, new.add("Sub", hidden, candidate))
    return [new.add("Add", candidate, rest)]


def _rnn_step(layer: _Layer, x: str, states: Sequence[str]) -> list[str]:
    return [layer.activate(0, layer.new.add("Add", *layer.products(x, states[0])))]


_STEPS = {"LSTM": _lstm_step, "GRU": _gru_step, "RNN": _rnn_step}


def _is_plain(node: Any, facts: Facts) -> bool:
    """Whether a recurrent layer has full sequences and only options that are unrolled."""
    given, shape = attributes(node), facts.shape(node.input[0])
    others = ("activation_alpha", "activation_beta", "clip", "input_forget")
    names = [each.decode().lower() for each in given.get("activations") or ()]
    if shape is None or given.get("layout") or any(given.get(each) for each in others):
        return False
    if operand(node, 7) or shape[0] > _MOST_STEPS or any(each not in _UNARY for each in names):
        return False
    if name := operand(node, 4):
        lengths = facts.value(name)
        return lengths is not None and bool((lengths == shape[0]).all())
    return True


def recurrent(node: Any, facts: Facts, new: Nodes) -> bool:
    """Unroll an `LSTM`, `GRU` or `RNN`."""
    shape = facts.shape(node.input[0])
    if not _is_plain(node, facts) or shape is None:
        return False
    direction = attributes(node).get("direction", b"forward").decode()
    count = 2 if direction == "bidirectional" else 1
    inputs = [new.item(node.input[0], time) for time in range(shape[0])]
    initial = [operand(node, 5), operand(node, 6)][: 2 if node.op_type == "LSTM" else 1]
    outputs: list[list[str]] = []
    ends: list[list[str]] = []
    for index in range(count):
        layer = _Layer(node, facts, new, index)
        zero = new.constant(np.zeros((shape[1], layer.size)))
        states = [new.item(each, index) if each else zero for each in initial]
        backward = direction == "reverse" or index == 1
        hidden: list[str] = []
        for x in reversed(inputs) if backward else inputs:
            states = _STEPS[node.op_type](layer, x, states)
            hidden.append(states[0])
        outputs.append(hidden[::-1] if backward else hidden)
        ends.append(states)
    _return(node, new, outputs, ends)
    return True


def _return(node: Any, new: Nodes, outputs: list[list[str]], ends: list[list[str]]) -> None:
    """Add the results of a recurrent layer: all states, then the last ones."""

    def stacked(values: Sequence[str], result: str = "") -> str:
        return new.add(
            "Concat", *(new.unsqueeze(each, 0) for each in values), axis=0, result=result
        )

    if node.output[0]:
        times = [stacked(values) for values in zip(*outputs, strict=True)]
        stacked(times, node.output[0])
    for index, name in enumerate(node.output[1:]):
        if name:
            stacked([states[index] for states in ends], name)


LOOPS: dict[str, Expansion] = dict.fromkeys(("LSTM", "GRU", "RNN"), recurrent)
"""Maps recurrent layers to their expansions."""
