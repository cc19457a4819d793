# Generated: run `make generated`.

from typing import Self

from ttmlir_py.bindings.ir import *
from ttmlir_py.bindings.ir import Context as Context
from ttmlir_py.bindings.ir import FloatType as FloatType

class BF16Type(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class F16Type(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class F32Type(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class F64Type(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class Float4E2M1FNType(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class Float6E2M3FNType(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class Float6E3M2FNType(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class Float8E3M4Type(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class Float8E4M3B11FNUZType(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class Float8E4M3FNType(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class Float8E4M3FNUZType(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class Float8E4M3Type(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class Float8E5M2FNUZType(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class Float8E5M2Type(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class Float8E8M0FNUType(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
class FloatTF32Type(FloatType):
    @classmethod
    def get(cls, context: Context | None = None) -> Self: ...
