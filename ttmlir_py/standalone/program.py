"""C++ programs built as shared objects, which are loaded, run, and compared with their binaries."""

import ctypes
import socket
import threading
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
from typing_extensions import override

from ttmlir_py import ttnn
from ttmlir_py.common.identifiers import cpp_names
from ttmlir_py.runtime.formats import Array
from ttmlir_py.runtime.kernels.registry import shape_text
from ttmlir_py.runtime.program import Program
from ttmlir_py.runtime.tensor import ROW_MAJOR, TensorDesc
from ttmlir_py.standalone.server import Session
from ttmlir_py.standalone.toolchain import RENAMED_MAIN, StandaloneError

# Itanium ABI name of `std::vector<ttnn::Tensor> NAME(std::vector<ttnn::Tensor>)`, and of the same
# with a second parameter `ttnn::IDevice *`. Both types are in the namespace `tt::tt_metal`.
_SYMBOL = "_Z{length}{name}St6vectorIN2tt8tt_metal6TensorESaIS2_EE"
_DEVICE = "PNS1_7IDeviceE"
_DATA_TYPES = {each.value: each for each in ttnn.DataType}


class SharedProgram(AbstractContextManager["SharedProgram"]):
    """A shared object built against the host library. The context manager unloads it at the end.

    `functions` are the MLIR names of all its functions; C++ names may differ. `source` is its name
    in messages.
    """

    def __init__(self, path: Path, functions: Iterable[str] = (), *, source: str = "") -> None:
        try:
            self._library = ctypes.CDLL(str(path.resolve()))
            self._entry = self._library.ttnn_host_run
        except (OSError, AttributeError) as error:
            raise StandaloneError(f"cannot load {path}: {error}") from None
        self._entry.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
        self._entry.restype = None
        self._source = source or path.name
        self._session: Session | None = None
        self._names = cpp_names(functions)

    def run(self, name: str, inputs: Sequence[ttnn.Tensor]) -> list[ttnn.Tensor]:
        """Run a function on a vector of tensors, and return its results.

        Raises StandaloneError with the message of its exception.
        """
        address, takes_device = self._find(name)
        ours, theirs = socket.socketpair()
        session = self._session = Session(inputs)
        with ours, theirs:
            server = threading.Thread(target=session.serve, args=(ours,))
            server.start()
            try:
                self._entry(address, takes_device, theirs.fileno())
            finally:
                theirs.shutdown(socket.SHUT_RDWR)
                server.join()
        if session.failure is not None:
            raise StandaloneError(f"{self._place()}: {name}: {session.failure}")
        return session.outputs

    @property
    def line(self) -> int | None:
        """Return the current or last line of a program that reports lines, or None; see `lines`."""
        return None if self._session is None else self._session.line

    def _place(self) -> str:
        return f"{self._source}:{self.line}" if self.line else self._source

    def _find(self, name: str) -> tuple[int | None, bool]:
        """Return the address of a function, and whether it takes the device as a second argument.

        Raises StandaloneError if it does not exist.
        """
        given = self._names.get(name, name)
        renamed = RENAMED_MAIN if given == "main" else given
        symbol = _SYMBOL.format(length=len(renamed.encode()), name=renamed)
        for suffix, takes_device in (("", False), (_DEVICE, True)):
            function = getattr(self._library, symbol + suffix, None)
            if function is not None:
                return ctypes.cast(function, ctypes.c_void_p).value, takes_device
        raise StandaloneError(f"{self._source}: no function {name} takes a vector of tensors")

    def close(self) -> None:
        """Unload the shared object."""
        import _ctypes

        _ctypes.dlclose(self._library._handle)  # pyright: ignore[reportPrivateUsage]

    @override
    def __exit__(self, *error: object) -> None:
        self.close()


def input_tensor(values: Array, desc: TensorDesc) -> ttnn.Tensor:
    """Return a tensor with these values, placed as the binary's descriptor says.

    Raises StandaloneError if TTNN does not have the format.
    """
    dtype = _DATA_TYPES.get(desc.data_type.name)
    if dtype is None:
        raise StandaloneError(f"TTNN has no tensors of format {desc.data_type}")
    layout = ttnn.Layout.ROW_MAJOR if desc.tile == ROW_MAJOR else ttnn.Layout.TILE
    device = None if desc.on_host else ttnn.open_device()
    return ttnn.from_torch(values, dtype, layout=layout, device=device)


def compare(
    program: Program, inputs: Sequence[Array], outputs: Sequence[Array], shared: SharedProgram
) -> list[str]:
    """Run a binary's program as C++, and return a message for each output that is not
    bit-identical.

    `inputs` and `outputs` are those of the binary's program. Raises StandaloneError.
    """
    tensors = [
        input_tensor(values, ref.desc) for values, ref in zip(inputs, program.inputs, strict=True)
    ]
    results = [tensor.to_numpy() for tensor in shared.run(program.name, tensors)]
    if len(results) != len(outputs):
        return [f"{len(results)} outputs, the binary has {len(outputs)}"]
    pairs = zip(outputs, results, strict=True)
    messages = [(index, difference(*pair)) for index, pair in enumerate(pairs)]
    return [f"output {index}: {message}" for index, message in messages if message]


def difference(expected: Array, got: Array) -> str:
    """Return a description of how an array differs from the binary's; empty if they are
    bit-identical.
    """
    if (expected.shape, expected.dtype) != (got.shape, got.dtype):
        sides = [f"{shape_text(each.shape)} {each.dtype}" for each in (got, expected)]
        return f"{sides[0]}, the binary's is {sides[1]}"
    if expected.tobytes() == got.tobytes():
        return ""
    wide = [each.astype(np.float64) for each in (expected, got)]
    with np.errstate(invalid="ignore"):
        largest = np.nanmax(np.abs(wide[0] - wide[1]), initial=0.0)
    return f"differs from the binary's, at most by {largest:.6g}"
