"""Parser of MLIR's textual pipelines: `builtin.module(a,func.func(b{x=1 y=2}),any(c))`."""

from __future__ import annotations

from dataclasses import dataclass, field

from ttmlir_py.ir.diagnostics import Diagnostic, unlocated


class PipelineError(ValueError):
    """An error for a pipeline text that is invalid or cannot be built. Messages print the error
    after `error: `.
    """

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The error as a diagnostic, as in `CompilationError.diagnostics`."""
        return unlocated(self, str(self))


@dataclass
class PipelineElement:
    """A pass or pipeline with its option text, or an operation name with a nested pipeline,
    `inner`.
    """

    name: str
    offset: int
    options: str | None = None
    inner: list[PipelineElement] | None = None


@dataclass(frozen=True)
class PipelineText:
    """A parsed pipeline. `text` is the content of the anchor's parentheses, for error messages."""

    anchor: str
    body: str
    elements: list[PipelineElement] = field(default_factory=list[PipelineElement])

    def error(self, offset: int, message: str) -> PipelineError:
        """Return an error at `offset`, with an excerpt of the text in the anchor's parentheses."""
        start = self.body.rfind("\n", 0, offset) + 1
        end = self.body.find("\n", offset)
        line = self.body[start : len(self.body) if end < 0 else end]
        number, column = self.body.count("\n", 0, offset) + 1, offset - start
        position = f"MLIR Textual PassPipeline Parser:{number}:{column + 1}: error: "
        return PipelineError(f"{position}{message}\n{line}\n{' ' * column}^\n")


def parse_pipeline(text: str) -> PipelineText:
    """Parse a pipeline with its anchor, `builtin.module(...)`. Raises PipelineError in MLIR's
    words.
    """
    text = text.strip()
    start = text.find("(")
    if start <= 0 or not text.endswith(")"):
        raise PipelineError(
            "expected pass pipeline to be wrapped with the anchor operation type, e.g. "
            "'builtin.module(...)'"
        )
    return parse_elements(text[:start].rstrip(), text[start + 1 : -1])


def parse_elements(anchor: str, body: str) -> PipelineText:
    """Parse the comma-separated elements `body` of a pipeline that runs on `anchor`."""
    result = PipelineText(anchor, body)
    stack = [result.elements]
    index = end = 0
    while body:
        start = index
        element, index = _parse_name(body, start)
        stack[-1].append(element)
        # MLIR reports a missing parenthesis at the end, or at the name that the text ends with
        end = start if index == len(body) else len(body)
        if index < len(body) and body[index] == "(":
            element.inner = []
            stack.append(element.inner)
            index += 1
            continue
        if index < len(body) and body[index] == "{":
            element.options, index = _parse_braces(result, index)
        while index < len(body) and body[index] == ")":
            if len(stack) == 1:
                raise result.error(
                    index,
                    "encountered extra closing ')' creating unbalanced parentheses while parsing "
                    "pipeline",
                )
            stack.pop()
            index = _skip_space(body, index + 1)
        if index == len(body):
            break
        if body[index] != ",":
            raise result.error(index, "expected ',' after parsing pipeline")
        index += 1
    if len(stack) > 1:
        raise result.error(end, "encountered unbalanced parentheses while parsing pipeline")
    return result


def _skip_space(text: str, index: int) -> int:
    while index < len(text) and text[index].isspace():
        index += 1
    return index


def _parse_name(body: str, index: int) -> tuple[PipelineElement, int]:
    """Parse a name from `index` up to the next of `,(){`, without surrounding space."""
    end = next((i for i in range(index, len(body)) if body[i] in ",(){"), len(body))
    start = min(_skip_space(body, index), end)
    return PipelineElement(body[start:end].rstrip(), start), end


def _parse_braces(result: PipelineText, start: int) -> tuple[str, int]:
    """Parse the options in braces at `start`, and return the index after the `}` and spaces."""
    depth = 0
    for index in range(start, len(result.body)):
        depth += {"{": 1, "}": -1}.get(result.body[index], 0)
        if depth == 0:
            return result.body[start + 1 : index], _skip_space(result.body, index + 1)
    raise result.error(start, "missing closing '}' while processing pass options")
