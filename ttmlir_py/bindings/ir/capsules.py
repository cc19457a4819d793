"""Capsules of Python objects (`_CAPIPtr` and `_CAPICreate`).

MLIR's bindings pass C pointers to each other in capsules. A capsule of this package holds the
Python object itself. Its name has a prefix, so that an extension module of MLIR refuses it.
"""

from __future__ import annotations

import atexit
import ctypes
from typing import Any, ClassVar

from ttmlir_py.bindings.ir.foreign_self import CheckedClass

_api = ctypes.pythonapi
_destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, _destructor)(
    ("PyCapsule_New", _api)
)
_is_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_IsValid", _api)
)
_set_destructor = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(
    ("PyCapsule_SetDestructor", _api)
)
_held: dict[int, tuple[Any, bytes]] = {}
"""The object and the name of each capsule, by the address of the capsule."""


@_destructor
def _release(capsule: int) -> None:
    _held.pop(capsule, None)


@atexit.register
def _keep_until_exit() -> None:
    """Remove the destructors of all capsules. The interpreter crashes if it calls one while it
    shuts down.
    """
    for capsule in _held:
        _set_destructor(capsule, None)


def _capsule_of(value: Any, name: bytes) -> Any:
    capsule = _new(id(value), name, _release)
    _held[id(capsule)] = value, name
    return capsule


class HasCapsule(metaclass=CheckedClass):
    """An object that capsules can hold."""

    _CAPI_NAME: ClassVar[str] = ""
    """The module and the class, as in the names of MLIR's capsules."""

    @property
    def _CAPIPtr(self) -> Any:
        return _capsule_of(self, _name(type(self)))

    @classmethod
    def _CAPICreate(cls, capsule: Any) -> Any:
        held = _held.get(id(capsule))
        if held is None or held[1] != _name(cls) or not _is_valid(capsule, held[1]):
            raise ValueError(f"expected a capsule of {_name(cls).decode()}")
        return held[0]


def capsule_content(capsule: Any) -> Any:
    """Return the object that a capsule of this package holds. Return None for other objects."""
    held = _held.get(id(capsule))
    return held[0] if held is not None and _is_valid(capsule, held[1]) else None


def _name(cls: type[HasCapsule]) -> bytes:
    return f"ttmlir_py.ttmlir.{cls._CAPI_NAME}._CAPIPtr".encode()  # pyright: ignore[reportPrivateUsage]
