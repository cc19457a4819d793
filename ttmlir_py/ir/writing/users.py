"""Comments that list the users of a value, as `--mlir-print-value-users` writes them.

Users are in the order of the use list, latest use first. An operation without results has a number
that only these comments use.
"""

from collections.abc import Iterator

from xdsl.ir import BlockArgument, Operation, SSAValue

from ttmlir_py.ir.writing.names import ValueNames


def operation_users(op: Operation, names: ValueNames) -> str:
    """Return the comment after an operation.

    It is `

    users: %1, %2` for an operation with results, `

    id: %3` for one that uses values, or empty.
    """
    if not op.results:
        return f" // id: {names.operation(op)}" if op.operands else ""
    users = [list(_users(result)) for result in op.results]
    distinct = {id(user): user for each in users for user in each}.values()
    if not distinct:
        return " // unused"
    if len(op.results) > 1:
        return f" // users: {', '.join(f'({_users_text(each, names)})' for each in users)}"
    single = len(distinct) == 1 and sum(len(user.results) for user in distinct) <= 1
    return f" // {'user' if single else 'users'}: {_users_text(users[0], names)}"


def argument_users(argument: BlockArgument, names: ValueNames) -> str:
    """Return the comment for a block argument: `// %arg0 is used by %1, %2` or
    `// %arg0 is unused`.
    """
    users = list(_users(argument))
    text = f"is used by {_users_text(users, names)}" if users else "is unused"
    return f"// {names.value(argument)} {text}"


def _users(value: SSAValue) -> Iterator[Operation]:
    """Yield the operations that use `value`, each once."""
    seen: set[int] = set()
    for use in value.uses:
        user = use.operation
        if id(user) not in seen:
            seen.add(id(user))
            yield user


def _users_text(users: list[Operation], names: ValueNames) -> str:
    texts = (
        ", ".join(map(names.value, user.results)) if user.results else names.operation(user)
        for user in users
    )
    return ", ".join(texts) or "unused"
