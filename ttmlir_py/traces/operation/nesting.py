"""Selection of nested operations so that everything is computed exactly once."""

from ttmlir_py.traces.operation.node import GraphData, OperationNode


def innermost(graph: GraphData) -> list[OperationNode]:
    """Return the operations that contain no other operations, in the order of execution.

    An operation whose parts do not create its results is taken instead of its parts.
    """
    names = {node.name for node in graph.nodes}
    inside: dict[str, list[OperationNode]] = {}
    for node in graph.nodes:
        inside.setdefault(node.scope if node.scope in names else "", []).append(node)
    made: dict[str, frozenset[int]] = {}
    for node in reversed(graph.nodes):  # parts follow the operation that contains them
        parts = frozenset[int]().union(*(made[each.name] for each in inside.get(node.name, ())))
        own = frozenset(graph.variables[each].identity for each in node.outputs)
        made[node.name] = parts | own
        if node.name in inside and not parts >= own:
            del inside[node.name]
    chosen: list[OperationNode] = []
    pending = list(reversed(inside.get("", [])))
    while pending:
        node = pending.pop()
        if node.name in inside:
            pending += reversed(inside[node.name])
        else:
            chosen.append(node)
    return chosen


def outermost(graph: GraphData) -> list[OperationNode]:
    """Return the operations that are not part of another operation, in order. Scopes do not count
    as operations.
    """
    inside_of: set[str] = set()
    scopes = {node.scope for node in graph.nodes}
    chosen: list[OperationNode] = []
    for node in graph.nodes:  # parts follow the operation that contains them
        is_part = node.scope in inside_of
        if node.op_type or is_part:
            inside_of.add(node.name)
        if not is_part and (node.op_type or node.name not in scopes):
            chosen.append(node)
    return chosen
