"use strict";
// The report of a compilation: passes, what each of them changed, diagnostics, decisions, the schedule.

(async () => {
  const { make, find, fill, microseconds, bytes } = common;
  const data = await common.embedded();
  const view = find("view");
  const texts = new Map();
  let current = null;

  function text(number) {
    if (!texts.has(number)) texts.set(number, data.texts[number].map((line) => data.lines[line]));
    return texts.get(number);
  }

  function passes(list, depth = 0) {
    return list.flatMap((entry) => [{ entry, depth }, ...passes(entry.passes, depth + 1)]);
  }

  function changes(entry) {
    return entry.before !== entry.after || entry.failed || entry.passes.some(changes);
  }

  function seconds(value) {
    if (value === undefined) return "";
    return value >= 1 ? `${value.toFixed(2)} s` : `${(value * 1000).toFixed(value >= 0.01 ? 0 : 1)} ms`;
  }

  function total(list, of) {
    return list.reduce((sum, entry) => sum + (of(entry) ?? total(entry.passes, of)), 0);
  }

  // ---- header ----

  function header() {
    const failed = data.outcome !== "ok";
    const facts = [
      make("span", { class: "title", text: data.input_name }),
      make("span", { class: failed ? "outcome failed" : "outcome", text: failed ? "failed" : "compiled" }),
      make("span", { text: `${passes(data.passes).filter(({ entry }) => entry.flag).length} passes` }),
    ];
    const time = total(data.passes, (entry) => entry.seconds);
    if (time) facts.push(make("span", { text: `${seconds(time)} in passes` }));
    for (const program of data.programs) {
      facts.push(make("span", { text: `@${program.name}: ${microseconds(program.time)} estimated, peak L1 ${bytes(program.peak)} per bank` }));
    }
    fill(find("header"), facts, make("span", { class: "space" }), common.labelled("Theme", common.themeChoice()),
      make("div", { class: "command mono", text: data.command }),
      make("div", { class: "command", text: `${data.version}. Constants of more than ${data.elided} elements are elided.` }));
    document.title = `${data.input_name}: compilation report`;
  }

  // ---- the list of passes ----

  function entryButton(entry, label = entry.name) {
    const counts = entry.ops ? (entry.ops[0] === entry.ops[1] ? `${entry.ops[1]} ops` : `${entry.ops[0]}→${entry.ops[1]} ops`) : "";
    const button = make("button", { type: "button", class: changes(entry) ? "" : "unchanged", "data-pass": entry.flag, onclick: () => open(button, () => showPass(entry)) },
      make("span", { class: entry.failed ? "name error" : "name", text: entry.failed ? `${label}: failed` : label }),
      make("span", { class: "cost", text: [counts, seconds(entry.seconds)].filter(Boolean).join(", ") }));
    return button;
  }

  function passList(list) {
    const items = [];
    let unchanged = [];
    const flush = () => {
      if (unchanged.length) {
        items.push(make("li", {}, make("details", {},
          make("summary", { text: unchanged.length === 1 ? `1 pass changed nothing` : `${unchanged.length} passes changed nothing` }),
          make("ul", {}, unchanged.map((entry) => make("li", {}, entryButton(entry)))))));
      }
      unchanged = [];
    };
    for (const entry of list) {
      if (!changes(entry)) {
        unchanged.push(entry);
        continue;
      }
      flush();
      items.push(make("li", {}, entry.flag ? entryButton(entry) : make("div", { class: "muted mono", text: entry.name }),
        entry.passes.length ? passList(entry.passes) : null));
    }
    flush();
    return make("ul", {}, items);
  }

  function open(button, show) {
    for (const other of find("passes").querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
    button.setAttribute("aria-current", "true");
    current = button;
    show();
  }

  function section(name, show, error = false) {
    const button = make("button", { type: "button", onclick: () => open(button, show) },
      make("span", { class: error ? "name error" : "name", text: name }));
    return make("li", {}, button);
  }

  function sidebar() {
    const errors = data.diagnostics.filter((each) => each.severity === "error").length;
    const sections = [];
    if (data.diagnostics.length) sections.push(section(`Diagnostics (${data.diagnostics.length})`, showDiagnostics, errors > 0));
    if (data.input !== null) sections.push(section("Input", () => showText("Input", data.input)));
    if (data.decisions.length) sections.push(section("Optimizer's decisions", showDecisions));
    if (data.verdicts.length) sections.push(section("Validation", showValidation, data.verdicts.some((each) => !each.is_right)));
    if (data.programs.length) sections.push(section("Time and L1 over the schedule (estimated)", showSchedule));
    if (data.schedule_problem) sections.push(section("Time and L1 over the schedule", showScheduleProblem));
    fill(find("passes"), make("h2", { text: "Compilation" }), make("ul", {}, sections), make("h2", { text: "Passes" }),
      data.passes.length ? passList(data.passes) : make("p", { class: "muted", text: "No pass ran." }));
    find("passes").addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step) return;
      const buttons = [...find("passes").querySelectorAll("button, summary")].filter((each) => each.offsetParent);
      const next = buttons[buttons.indexOf(document.activeElement) + step];
      if (next) next.focus();
      event.preventDefault();
    });
  }

  // ---- what is shown of a pass ----

  function head(title, ...rest) {
    return make("div", { class: "head" }, make("h1", { text: title }), rest);
  }

  function showText(title, number) {
    const code = new common.CodeView(title);
    fill(view, head(title), code.element);
    code.show(text(number));
  }

  function showPass(entry) {
    const rewrites = entry.rewrites || [];
    const body = make("div", { class: "long" });
    const choice = common.tabs("Views of the pass", [["diff", "What changed"], ["rewrites", `Rewrites (${rewrites.length})`], ["after", "IR after it"]], (key) => {
      const made = { diff: () => diffView(entry), rewrites: () => rewriteView(rewrites), after: () => afterView(entry) }[key]();
      view.replaceChild(made.element, view.lastChild);
      if (made.show) made.show();
    });
    fill(view, head(entry.name, make("span", { class: "mono muted", text: `--${entry.flag}` }),
      entry.on ? make("span", { class: "mono muted", text: entry.on }) : null,
      entry.options ? make("span", { class: "mono muted", text: entry.options }) : null,
      make("span", { text: seconds(entry.seconds) })), choice.element, body);
    choice.select("diff");
  }

  function afterView(entry) {
    const code = new common.CodeView(`IR after ${entry.name}`);
    return { element: code.element, show: () => code.show(text(entry.after)) };
  }

  function diffView(entry) {
    if (entry.before === entry.after) {
      return { element: make("div", { class: "scroll" }, make("p", { class: "muted", text: "This pass left the program as it was." })) };
    }
    const [left, right] = [text(entry.before), text(entry.after)];
    let shown = diff.folded(diff.rows(left, right));
    const side = (lines, number, row, kind, other) => {
      if (number === null) return make("div", { class: "side absent" });
      const line = lines[number];
      const cell = make("span", { class: "text" });
      const [start, end] = row.same || other === null ? [0, 0] : diff.span(line, other);
      if (end > start && end - start < 0.6 * line.length) {
        cell.append(line.slice(0, start), make("mark", { text: line.slice(start, end) }), line.slice(end));
      } else cell.textContent = line;
      const renumbered = row.same && left[row.left] !== right[row.right];
      return make("div", { class: `side ${row.same ? (renumbered ? "renumbered" : "") : kind}`, title: line },
        make("span", { class: "number", "aria-hidden": "true", text: number + 1 }), cell);
    };
    const list = new common.LongList(18, (index) => {
      const row = shown[index];
      if (row.folded) {
        return make("div", { class: "row" }, make("button", { type: "button", class: "fold", text: `⋯ ${row.folded.length} lines alike ⋯`, onclick: () => {
          shown = [...shown.slice(0, index), ...row.folded, ...shown.slice(index + 1)];
          list.show(shown.length, list.element.scrollTop / 18);
        } }));
      }
      return make("div", { class: "row", onclick: () => showWhole(row) },
        side(left, row.left, row, "removed", row.right === null ? null : right[row.right]),
        side(right, row.right, row, "added", row.left === null ? null : left[row.left]));
    }, { class: "long code diff", role: "region", "aria-label": `What ${entry.name} changed` });
    const whole = make("div", { class: "whole mono", "aria-live": "polite" },
      make("span", { class: "muted", text: "Choose a line to see all of it." }));
    const showWhole = (row) => fill(whole,
      row.left === null ? null : make("div", { class: "removed", text: left[row.left].trim() }),
      row.right === null ? null : make("div", { class: "added", text: right[row.right].trim() }));
    return { element: make("div", { class: "column" }, list.element, whole), show: () => list.show(shown.length) };
  }

  const PAGE = 100;

  function rewriteView(rewrites) {
    const element = make("div", { class: "scroll" });
    const filter = make("input", { type: "search", placeholder: "Filter by pattern, place or text", "aria-label": "Filter rewrites" });
    const results = make("div");
    const line = (number) => data.lines[number];
    const draw = (limit = PAGE) => {
      const wanted = filter.value.toLowerCase();
      const kept = rewrites.filter(([pattern, place, before, after]) =>
        [pattern === null ? "" : line(pattern), line(place), ...before.map(line), ...after.map(line)].some((each) => each.toLowerCase().includes(wanted)));
      fill(results, make("p", { class: "muted", text: `${kept.length} rewrites` }),
        kept.slice(0, limit).map(([pattern, place, before, after]) => make("article", { class: "rewrite" },
          make("h3", { text: rewriteTitle(before.map(line), after.map(line)) }),
          make("div", { class: "mono muted", text: [line(place), pattern === null ? "" : line(pattern)].filter(Boolean).join(", ") }),
          before.length ? make("pre", { class: "removed", text: before.map(line).join("\n") }) : null,
          after.length ? make("pre", { class: "added", text: after.map(line).join("\n") }) : make("div", { class: "muted", text: "it was removed" }))),
        kept.length > limit ? make("button", { type: "button", text: `Show ${kept.length - limit} more`, onclick: () => draw(limit + 10 * PAGE) }) : null);
    };
    filter.addEventListener("input", () => draw());
    fill(element, rewrites.length ? [filter, results] : make("p", { class: "muted", text: "Nothing was rewritten." }));
    draw();
    return { element };
  }

  // The name of the operation that a line prints, without its results.
  function opName(line) {
    const text = line.trim().replace(/^%[^=]*= /, "");
    const found = /^"([^"]+)"/.exec(text) || /^([\w$.]+)/.exec(text);
    return found ? found[1] : text.slice(0, 40);
  }

  // What a rewrite did: the operations that went and those that came.
  function rewriteTitle(before, after) {
    const names = (lines) => {
      const counts = new Map();
      for (const line of lines) counts.set(opName(line), (counts.get(opName(line)) || 0) + 1);
      return [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)).join(", ");
    };
    const [old, now] = [names(before), names(after)];
    if (!after.length) return `${old} erased`;
    if (!before.length) return `${now} inserted`;
    return old === now ? `${now} changed` : `${old} → ${now}`;
  }

  // ---- the other sections ----

  function showDiagnostics() {
    fill(view, head("Diagnostics"), make("div", { class: "scroll" }, data.diagnostics.map((each) =>
      make("article", { class: `diagnostic ${each.severity}` },
        make("h3", { class: each.severity === "error" ? "error" : each.severity === "warning" ? "warning" : "", text: `${each.severity}: ${each.message}` }),
        make("pre", { class: "wide", text: each.text }),
        each.line && data.input !== null ? make("button", { type: "button", text: `Show line ${each.line}`, onclick: () => {
          const code = new common.CodeView("Input");
          fill(view, head("Input", make("span", { class: "error", text: each.message })), code.element);
          code.show(text(data.input), [each.line - 1]);
        } }) : null))));
  }

  function showDecisions() {
    const sections = data.decisions.flatMap(({ report }) => report.functions.map((one) => [report, one]));
    fill(view, head("Optimizer's decisions"), make("div", { class: "scroll" }, sections.map(([report, one]) => [
      make("h2", { text: `@${one.name}: policy ${report.policy || "none"}, grid ${report.device_grid.join("x")}` }),
      make("table", {}, make("thead", {}, make("tr", {}, ["operation", "name", "legal", "chosen", "why", "refused"].map((name) => make("th", { scope: "col", text: name })))),
        make("tbody", {}, one.operations.map((op) => make("tr", {},
          make("td", { class: "mono", text: op.operation }), make("td", { class: "mono", text: op.location || "" }),
          make("td", { class: "number", text: op.considered.length }), make("td", { class: "mono", text: op.chosen }),
          make("td", { text: op.reason }), make("td", {}, refusals(op)))))),
    ])));
  }

  function refusals(op) {
    if (!op.refused.length) return "";
    const count = op.refused.reduce((sum, each) => sum + each.layouts.length, 0);
    const details = make("details", {}, make("summary", { text: `${count} layouts` }));
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) {
        details.append(make("ul", {}, op.refused.map((each) => make("li", {},
          make("span", { text: `${each.reason}: ` }), make("span", { class: "mono", text: each.layouts.join(", ") })))));
      }
    });
    return details;
  }

  function showSchedule() {
    fill(view, head("Time and L1 over the schedule", make("span", { class: "muted", text: "Estimated by an analytical model; nothing is measured." })));
    for (const program of data.programs) {
      const table = new common.LongList(20, (index) => {
        const op = program.operations[index];
        return make("div", { class: "line", "data-line": index },
          make("span", { class: "number", text: index }),
          make("span", { class: "text", text: `${op.label.padEnd(34)} ${microseconds(op.duration || null).padStart(12)}  ${(op.bound || "").padEnd(9)} L1 ${bytes(op.l1).padStart(11)}  DRAM ${bytes(op.dram).padStart(11)}  ${op.location}` }));
      }, { class: "long code", role: "region", "aria-label": `Operations of ${program.name}` });
      const timeline = new common.Timeline((index) => {
        timeline.select(index);
        table.reveal(index);
      });
      view.append(make("h2", { class: "head", text: `@${program.name}: ${microseconds(program.time)} estimated, peak L1 ${bytes(program.peak)} per bank, of ${bytes(program.capacity)}` }), timeline.element);
      if (program.problem) view.append(make("p", { class: "head error", text: program.problem }));
      view.append(table.element);
      timeline.show(program.operations.map((op) => ({ label: op.label, time: op.duration, l1: op.l1 })), program.capacity);
      table.show(program.operations.length);
    }
  }

  // What each operation means and what was computed; those that are not right come with what is said of them.
  function showValidation() {
    fill(view, head("Validation", make("span", { class: "muted", text: "The program against the meaning of its source, in exact arithmetic and as the device rounds." })),
      make("div", { class: "scroll" }, data.verdicts.map((verdict) => [
        make("h2", { class: verdict.is_right ? "" : "error", text: `@${verdict.target}: ${common.verdictText(verdict)}` }),
        verdict.first_pass ? make("p", { class: "error", text: `first wrong after ${verdict.first_pass}` }) : null,
        verdict.rows.length ? [make("h3", { text: "Not as it should be" }), make("ul", {}, verdict.rows.map((row) => make("li", { text: common.rowText(row) })))] : null,
        comparedTable(verdict.compared),
        verdict.without_counterpart.length ? make("p", { class: "muted", text: `Without counterpart: ${verdict.without_counterpart.join(", ")}` }) : null,
        verdict.unexercised.length ? [make("h3", { text: "Not exercised by these inputs" }), make("ul", {}, verdict.unexercised.map((text) => make("li", { text })))] : null,
      ])));
  }

  function comparedTable(compared) {
    const columns = ["operation", "place", "computed as", "class", "error", "error, rounded", "element", "means", "computed", "as rounded"];
    return make("table", { class: "verdicts" }, make("thead", {}, make("tr", {}, columns.map((name) => make("th", { scope: "col", text: name })))),
      make("tbody", {}, compared.map((each) => make("tr", { class: each.kind === "right" ? "" : "error" },
        [each.op, each.place, each.computed_as].map((text) => make("td", { class: "mono", text })),
        make("td", { text: each.kind }), make("td", { class: "number", text: common.scientific(each.error) }),
        make("td", { class: "number", text: common.scientific(each.rounded_error) }),
        [each.places.map(String), ...[each.expected, each.computed, each.rounded].map((numbers) => numbers.map(common.significant))]
          .map((texts) => make("td", { class: "mono number stacked", text: texts.join("\n") }))))));
  }

  function showScheduleProblem() {
    fill(view, head("Time and L1 over the schedule"), make("div", { class: "scroll" }, make("pre", { class: "wide", text: data.schedule_problem })));
  }

  header();
  sidebar();
  const first = find("passes").querySelector(data.outcome === "ok" ? "nav > ul:last-of-type button:not(.unchanged)" : "nav button") || find("passes").querySelector("button");
  if (first) first.click();
  document.body.dataset.ready = "true";
})();
