"""Conversion of IR symbols, which may be any text, to identifiers in C++ and Python."""

from collections.abc import Collection, Iterable

CPP_KEYWORDS = frozenset(
    [
        "alignas",
        "alignof",
        "and",
        "and_eq",
        "asm",
        "auto",
        "bitand",
        "bitor",
        "bool",
        "break",
        "case",
        "catch",
        "char",
        "char16_t",
        "char32_t",
        "char8_t",
        "class",
        "co_await",
        "co_return",
        "co_yield",
        "compl",
        "concept",
        "const",
        "const_cast",
        "consteval",
        "constexpr",
        "constinit",
        "continue",
        "decltype",
        "default",
        "delete",
        "do",
        "double",
        "dynamic_cast",
        "else",
        "enum",
        "explicit",
        "export",
        "extern",
        "false",
        "float",
        "for",
        "friend",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "mutable",
        "namespace",
        "new",
        "noexcept",
        "not",
        "not_eq",
        "nullptr",
        "operator",
        "or",
        "or_eq",
        "private",
        "protected",
        "public",
        "register",
        "reinterpret_cast",
        "requires",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "static_assert",
        "static_cast",
        "struct",
        "switch",
        "template",
        "this",
        "thread_local",
        "throw",
        "true",
        "try",
        "typedef",
        "typeid",
        "typename",
        "union",
        "unsigned",
        "using",
        "virtual",
        "void",
        "volatile",
        "wchar_t",
        "while",
        "xor",
        "xor_eq",
    ]
)
"""The reserved words of C++20."""


def identifier(wanted: str) -> str:
    """Return a text as an identifier.

    Invalid characters become underscores, and an underscore precedes a leading digit.

    >>> identifier("my-net.v1"), identifier("2d"), identifier("")
    ('my_net_v1', '_2d', '_')
    """
    text = "".join(each if f"_{each}".isidentifier() else "_" for each in wanted)
    return text if text.isidentifier() else f"_{text}"


def free_name(wanted: str, taken: Collection[str]) -> str:
    """Return `wanted`, followed by a number if it is in `taken`."""
    name, number = wanted, 1
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    return name


def cpp_names(symbols: Iterable[str], reserved: Collection[str] = ()) -> dict[str, str]:
    """Return a dictionary from each symbol to a distinct C++ name.

    A symbol that is a C++ name, possibly qualified, stays unchanged. Others get a similar name.
    Names in `reserved` are not used.
    """
    names = {each: each for each in symbols}
    others = [each for each in names if each in reserved or not _is_cpp_name(each)]
    taken = {*names} - {*others} | {*reserved}
    for symbol in others:
        wanted = identifier(symbol)
        if wanted in CPP_KEYWORDS or wanted in reserved:
            wanted += "_"
        names[symbol] = free_name(wanted, taken)
        taken.add(names[symbol])
    return names


def _is_cpp_name(symbol: str) -> bool:
    """Whether a symbol is a C++ name, or several joined by `::`.

    Compilers accept `$` as a letter.
    """
    parts = symbol.removeprefix("::").replace("$", "_").split("::")
    return all(part.isidentifier() and part not in CPP_KEYWORDS for part in parts)
