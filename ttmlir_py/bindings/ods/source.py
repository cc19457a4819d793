"""The Python text of the classes of operations, and of the functions that build operations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ttmlir_py.bindings.ods.spec import Argument, OperationSpec, Part, snake_case

_MODES = {"": 1, "?": 0, "*": -1}


def module_text(specifications: Sequence[OperationSpec]) -> str:
    """Return the text that defines the classes and functions of operations."""
    return "\n".join(line for each in specifications for line in _operation(each))


def _operation(op: OperationSpec) -> Iterator[str]:
    operands = op.of_kind("operand")
    yield "@_ods_register(_Dialect)"
    yield f"class {op.class_name}(_ods_OpView):"
    if op.documentation:
        yield f'    """{op.documentation}"""'
    yield f"    OPERATION_NAME = {op.name!r}"
    yield f"    OPERAND_NAMES = {tuple(each.name for each in operands)!r}"
    if op.sized_operands:
        yield f"    _ODS_OPERAND_SEGMENTS = {[_MODES[each.mode] for each in operands]}"
    if op.sized_results:
        yield f"    _ODS_RESULT_SEGMENTS = {[_MODES[each.mode] for each in op.results]}"
    single = sum(1 for each in op.regions if not each.mode)
    yield f"    _ODS_REGIONS = ({single}, {single == len(op.regions)})"
    yield from _constructor(op, single)
    yield from _accessors(operands, "operands", op.sized_operands)
    for each in op.of_kind("attribute"):
        yield from _attribute_accessors(each)
    yield from _accessors(op.results, "results", op.sized_results)
    for index, region in enumerate(op.regions):
        yield from _property(region.name, f"self.regions[{index}{':' if region.mode else ''}]")
    parameters = builder_parameters(op)
    given = [f"{name}={snake_case(name)}" for name in _names(parameters)]
    yield f"def {op.function_name}({', '.join(map(_snake_parameter, parameters))}):"
    if op.documentation:
        yield f'    """{op.documentation}"""'
    yield f"    return _ods_result({op.class_name}({', '.join(given)}))"


def builder_parameters(op: OperationSpec) -> list[str]:
    """Return the parameters of a constructor: types of results, required arguments, and keyword
    arguments.
    """
    results = [] if op.infers else [each.name for each in op.results]
    inputs = [each for each in op.arguments if each.kind != "successor"]
    found = [*results, *(each.name for each in inputs if not each.is_keyword)]
    found += [each.name for each in op.of_kind("successor")]
    found += [f"num_{each.name}" for each in op.regions if each.mode]
    found.append("*")
    found += [f"{each.name}=None" for each in inputs if each.is_keyword]
    if op.takes_results:
        found.append("results=None")
    return [*found, "loc=None", "ip=None"]


def _names(parameters: Sequence[str]) -> list[str]:
    return [each.removesuffix("=None") for each in parameters if each != "*"]


def _snake_parameter(parameter: str) -> str:
    name, separator, default = parameter.partition("=")
    return snake_case(name) + separator + default


def _constructor(op: OperationSpec, regions: int) -> Iterator[str]:
    yield f"    def __init__(self, {', '.join(builder_parameters(op))}):"
    yield "        operands = []; attributes = {}; successors = None; regions = None"
    if op.of_kind("attribute"):
        yield "        context = _ods_context(loc)"
    for each in op.of_kind("operand"):
        yield f"        {_operand(each, op.sized_operands)}"
    for each in op.of_kind("attribute"):
        facts = f"type(self), {each.attribute!r}, {each.constraint!r}"
        value = f"_ods_attribute({facts}, {each.name}, context)"
        if each.mode:
            yield f"        if {each.name} is not None:"
            yield f"            value = {value}"
            yield f"            if value is not None: attributes[{each.attribute!r}] = value"
        else:
            yield f"        attributes[{each.attribute!r}] = {value}"
    if not op.takes_results:
        yield f"        results = {None if op.infers else []}"
    for each in op.results if not op.infers else ():
        yield f"        {_result(each, op.sized_results)}"
    for index, each in enumerate(op.of_kind("successor")):
        if index == 0:
            yield "        successors = []"
        method = "extend" if each.mode == "*" else "append"
        yield f"        successors.{method}({each.name})"
    variadic = [each.name for each in op.regions if each.mode]
    if variadic:
        yield f"        regions = {regions} + num_{variadic[0]}"
    yield (
        "        super().__init__(self.build_generic(results=results, operands=operands, "
        "attributes=attributes, successors=successors, regions=regions, loc=loc, ip=ip))"
    )


def _operand(each: Argument, is_sized: bool) -> str:
    name = each.name
    if each.mode == "*":
        return f"operands.{'append' if is_sized else 'extend'}(_ods_values({name}))"
    if each.mode == "":
        return f"operands.append(_ods_value({name}))"
    if is_sized:
        return f"operands.append(None if {name} is None else _ods_value({name}))"
    return f"if {name} is not None: operands.append(_ods_value({name}))"


def _result(each: Part, is_sized: bool) -> str:
    if is_sized:
        return f"results.append({each.name})"
    if each.mode == "*":
        return f"results.extend({each.name})"
    if each.mode == "?":
        return f"if {each.name} is not None: results.append({each.name})"
    return f"results.append({each.name})"


def _property(name: str, value: str) -> Iterator[str]:
    yield "    @property"
    yield f"    def {name}(self): return {value}"


def _accessors(parts: Sequence[Argument | Part], what: str, is_sized: bool) -> Iterator[str]:
    """Yield the properties of operands or results."""
    elements = f"self.operation.{what}"
    lists = [index for index, each in enumerate(parts) if each.mode]
    for index, each in enumerate(parts):
        if each.name == "_" or not each.name:
            continue
        if is_sized:
            sizes = f'self.operation.attributes["{what[:-1]}SegmentSizes"]'
            group = f"_ods_segmented({elements}, {sizes}, {index})"
            value = {
                "*": group,
                "": f"{group}[0]",
                "?": f"(lambda found: found[0] if len(found) else None)({group})",
            }[each.mode]
        elif not lists or index < lists[0]:
            value = f"{elements}[{index}]"
        elif len(lists) > 1:
            before = sum(1 for place in lists if place < index)
            group = (
                f"_ods_equally({elements}, {len(parts) - len(lists)}, {len(lists)}, "
                f"{index - before}, {before})"
            )
            value = group if each.mode else f"{group}[0]"
        elif index > lists[0]:
            value = f"{elements}[{index - len(parts)}]"
        elif each.mode == "?":
            value = f"None if len({elements}) < {len(parts)} else {elements}[{index}]"
        else:
            value = f"{elements}[{index}:{index} + len({elements}) - {len(parts) - 1}]"
        yield from _property(each.name, value)


def _attribute_accessors(each: Argument) -> Iterator[str]:
    name, key = each.name, repr(each.attribute)
    attributes = "self.operation.attributes"
    if each.constraint == "UnitAttr":
        yield from _property(name, f"{key} in {attributes}")
        yield f"    @{name}.setter"
        yield f"    def {name}(self, value):"
        yield f"        if bool(value): {attributes}[{key}] = _ods_unit(self.operation.context)"
        yield f"        elif {key} in {attributes}: del {attributes}[{key}]"
    elif each.mode:
        yield from _property(name, f"{attributes}.get({key})")
        yield f"    @{name}.setter"
        yield f"    def {name}(self, value):"
        yield f"        if value is not None: {attributes}[{key}] = value"
        yield f"        elif {key} in {attributes}: del {attributes}[{key}]"
    else:
        yield from _property(name, f"{attributes}[{key}]")
        yield f"    @{name}.setter"
        yield f"    def {name}(self, value):"
        yield "        if value is None:"
        yield (
            "            raise ValueError(\"'None' not allowed as value for mandatory attributes\")"
        )
        yield f"        {attributes}[{key}] = value"
    if each.mode:
        yield f"    @{name}.deleter"
        yield f"    def {name}(self): del {attributes}[{key}]"
