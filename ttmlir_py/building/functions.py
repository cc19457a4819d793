"""Decorators and functions that wrap ops built in Python into `func.func` ops and modules."""

from collections.abc import Callable, Iterable, Mapping
from inspect import signature
from typing import Any, TypeAlias, cast

from xdsl.builder import ImplicitBuilder
from xdsl.dialects.builtin import NameLoc, NoneAttr, StringAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from ttmlir_py.building.locations import line_location
from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.ir.checking.verifier import verify_operation
from ttmlir_py.ir.diagnostics import CompilationError, DiagnosticEngine
from ttmlir_py.ir.module import ModuleOp

Body: TypeAlias = Callable[..., Any]


def func(
    *arguments: Attribute, name: str | None = None, visibility: str | None = None
) -> Callable[[Body], FuncOp]:
    """Return a decorator that makes a `func.func` of a Python function.

    The Python function is called once with arguments of these types. It builds the body and returns
    the results: a value or a sequence of values. Arguments keep the names of its parameters, also
    in binaries. Raises TypeError if the number of parameters and types differ, or if it does not
    return values.

    >>> @func(tensor((2, 3), "f32"))
    ... def double(x):
    ...     return ttir.add(x, x)
    """
    for type_ in arguments:
        if not isinstance(type_, Attribute):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                f"func: expected argument types such as tensor(shape, dtype), not {type_!r}"
            )

    def decorate(body: Body) -> FuncOp:
        block, location = Block(arg_types=arguments), _location_of(body)
        try:
            bound = signature(body).bind(*block.args)
        except TypeError as error:
            raise TypeError(f"func {body.__name__}: {error}") from None
        for argument, each in zip(block.args, _argument_names(bound.arguments), strict=True):
            argument.name_hint = each
            argument.location = NameLoc(StringAttr(each), NoneAttr())
        with ImplicitBuilder(block):
            values = _values(body(*block.args), body.__name__)
            ReturnOp(*values).location = location
        types = [argument.type for argument in block.args], [value.type for value in values]
        function = FuncOp(name or body.__name__, types, Region(block), visibility)
        function.location = location
        return function

    return decorate


def _argument_names(bound: Mapping[str, Any]) -> list[str]:
    """Return one name per bound argument; the values of a `*args` parameter get numbered names."""
    names: list[str] = []
    for name, value in bound.items():
        many: Any = value
        names += [f"{name}{i}" for i in range(len(many))] if isinstance(value, tuple) else [name]
    return names


def _location_of(body: Body) -> Any:
    code = body.__code__
    return line_location(code.co_filename, code.co_firstlineno)


def _values(returned: Any, name: str) -> list[SSAValue]:
    """Return the value or values that the body of the function `name` returned, as a list.

    Raises TypeError if `returned` is anything else.
    """
    if returned is None:
        return []
    is_one = isinstance(returned, SSAValue | Operation) or not isinstance(returned, Iterable)
    values: list[SSAValue] = []
    for value in cast(Iterable[Any], (returned,) if is_one else returned):
        if not isinstance(value, SSAValue | Operation):
            raise TypeError(f"func {name}: expected it to return values, not {value!r}")
        values.append(SSAValue.get(cast(SSAValue | Operation, value)))
    return values


def module(
    *operations: Operation,
    attributes: Mapping[str, Attribute] | None = None,
    name: str | None = None,
) -> ModuleOp:
    """Return a verified module that contains `operations`.

    Raises CompilationError with the diagnostics if verification fails.
    """
    result = ModuleOp(list(operations), dict(attributes or {}))
    if name is not None:
        result.sym_name = StringAttr(name)
    diagnostics = DiagnosticEngine()
    with diagnostics.collect() as found:
        if not verify_operation(result, diagnostics):
            raise CompilationError("".join(map(diagnostics.render, found)), found)
    return result
