// The text editor of the page. The worker finds errors, colors, completions and documentation with
// the analysis of the language server; positions are lines and columns from 0.
import {
  autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers,
} from "@codemirror/view";

const recolor = StateEffect.define();
const colors = StateField.define({
  create: () => Decoration.none,
  update(old, transaction) {
    const effect = transaction.effects.find((each) => each.is(recolor));
    return effect ? effect.value : old.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

// Returns the offset of a place in the text, or of the nearest one if the text has changed.
function offset(doc, line, column) {
  const at = doc.line(Math.min(line + 1, doc.lines));
  return Math.min(at.from + column, at.to);
}

function place(doc, position) {
  const line = doc.lineAt(position);
  return { line: line.number - 1, column: position - line.from };
}

// Shows the part of Markdown that the documentation uses: bold words and code.
function shown(markdown) {
  const box = document.createElement("div");
  box.className = "documentation";
  const joined = markdown.replace(/([^\n])\n(?!\n|- )/g, "$1 "); // lines of one paragraph
  for (const piece of joined.split(/(\*\*[^*]+\*\*|`[^`]+`)/)) {
    const mark = /^(\*\*|`)(.+)\1$/.exec(piece);
    const element = document.createElement(mark ? { "**": "strong", "`": "code" }[mark[1]] : "span");
    element.textContent = mark ? mark[2] : piece;
    box.append(element);
  }
  return box;
}

// `ask(kind, line, column)` asks the worker, and returns a promise of its answer.
export function create(parent, { label, ask, changed }) {
  const complete = async (context) => {
    const before = context.matchBefore(/[\w.$%^@#!"-]+|[{<(=,]\s*/);
    if (!before && !context.explicit) {
      return null;
    }
    const { line, column } = place(context.state.doc, context.pos);
    const items = await ask("complete", line, column);
    if (!items?.length) {
      return null;
    }
    return {
      from: offset(context.state.doc, line, items[0].start),
      validFor: /^["\w.$%^@#!-]*$/,
      options: items.map((item) => ({
        label: item.text,
        displayLabel: item.shown || item.text,
        detail: item.detail.replaceAll("`", ""),
        info: item.documentation ? () => shown(item.documentation) : undefined,
      })),
    };
  };
  const hover = hoverTooltip(async (view, position) => {
    const { line, column } = place(view.state.doc, position);
    const text = await ask("hover", line, column);
    return text ? { pos: position, create: () => ({ dom: shown(text) }) } : null;
  });
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), search(), lintGutter(),
        autocompletion({ override: [complete] }), closeBrackets(), hover, colors,
        EditorState.languageData.of(() => [{ closeBrackets: { brackets: ["(", "[", "{", '"'] } }]),
        keymap.of([
          ...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({
          id: "program", tabindex: "0", "aria-label": label, spellcheck: "false", autocapitalize: "off",
        }),
        EditorView.updateListener.of((update) => update.docChanged && changed()),
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(value) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
    },
    // Shows the errors and colors of the text that `changed` was last called for.
    mark(problems, tokens) {
      const { doc } = view.state;
      const ranges = tokens.map(([line, start, length, type]) =>
        Decoration.mark({ class: `token-${type}` }).range(
          offset(doc, line, start), offset(doc, line, start + length),
        ),
      );
      const full = ranges.filter((range) => range.from < range.to);
      view.dispatch({ effects: recolor.of(Decoration.set(full, true)) });
      const found = problems.map(({ line, column, end, severity, message }) => ({
        from: offset(doc, line - 1, column - 1),
        to: offset(doc, line - 1, end - 1),
        severity: ["error", "warning"].includes(severity) ? severity : "info",
        message,
      }));
      view.dispatch(setDiagnostics(view.state, found));
    },
    select(line, column) {
      view.focus();
      const anchor = offset(view.state.doc, line, column);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
    },
  };
}
