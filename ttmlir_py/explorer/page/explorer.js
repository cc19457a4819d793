"use strict";
// The explorer's page: a graph with what is estimated of each operation, its layouts to be changed, texts, stages and a timeline.

(async () => {
  const { make, find, fill, labelled, microseconds, bytes } = common;
  const FORMS = { source: "Source", ttir: "TTIR", ttnn: "TTNN", mlir: "MLIR", cpp: "C++", python: "Python" };
  const OVERLAYS = { time: "Estimated time", l1: "L1 in use", pcc: "Accuracy (PCC)", validation: "Validation", none: "No colors" };
  const OPERANDS = "reconfigure_operands";
  const INPUTS = "randn:0"; // of validation
  const KINDS = ["right", "PRECISION", "CORRECTED", "FORMAT", "WRONG"]; // classes of validation, the worst one last
  const RESULTS = 60; // that a search shows
  const state = { graph: null, nodes: new Map(), view: "", selected: null, overlay: "time", stage: null, stages: [],
    sources: {}, tab: "ttnn", tries: new Map(), choices: new Map(), busy: false };
  let backend;

  // ---- what is known of nodes ----

  function attribute(node, key) {
    const found = node.attrs.find((each) => each.key === key);
    return found ? found.value : "";
  }

  // Of an operation's first result: its shape, type or layout. The operation itself may have attributes of the same names.
  function resultValue(node, key) {
    const [first] = node.outputsMetadata || [];
    const found = first && first.attrs.find((each) => each.key === key);
    return found ? found.value : attribute(node, key);
  }

  function shapeOf(node) {
    return [resultValue(node, "shape"), resultValue(node, "dtype")].filter(Boolean).join(" ");
  }

  function shortName(node) {
    const name = attribute(node, "named_location");
    return name ? `${node.label} ${name}` : node.label;
  }

  function layoutOf(node) {
    const parts = ["buffer_type", "grid_shape", "tensor_memory_layout"].map((key) => resultValue(node, key));
    return parts.filter(Boolean).join(" ");
  }

  function duration(node) {
    return node.estimate ? node.estimate.duration : null;
  }

  function members(layer) {
    const path = layer.slice(1);
    const hidden = new Set(state.graph.nodeLabelsToHide || []);
    return state.graph.nodes.filter((node) => (node.namespace === path || node.namespace.startsWith(`${path}/`)) && !hidden.has(node.label));
  }

  function isLayer(id) {
    return !state.nodes.has(id) && id in (state.graph.views || {});
  }

  function sum(nodes) {
    return nodes.reduce((total, node) => total + (duration(node) || 0), 0);
  }

  function value(node) {
    if (state.overlay === "time") return duration(node);
    if (state.overlay === "l1") return state.rows.has(node.id) ? state.rows.get(node.id).l1 : null;
    if (state.overlay === "pcc") return node.accuracy && typeof node.accuracy.pcc === "number" ? 1 - node.accuracy.pcc : null;
    return null;
  }

  function fillOf(amount) {
    if (amount === null || amount === undefined || state.overlay === "none") return null;
    const share = state.most ? amount / state.most : 0;
    return common.heat(state.overlay === "time" ? share ** 0.6 : share, state.overlay === "l1");
  }

  // What a node says instead of its time: what it is colored by.
  function overlaid(node) {
    if (state.overlay === "validation") return node.verdict ? node.verdict.kind : "";
    const amount = value(node);
    if (amount === null || amount === undefined) return "";
    return { l1: `L1 ${bytes(amount)} estimated`, pcc: `PCC ${(1 - amount).toPrecision(6)}${node.accuracy && node.accuracy.note ? " (constant)" : ""}` }[state.overlay] || "";
  }

  function nodeFill(node) {
    return state.overlay === "validation" ? classColor(node) : fillOf(value(node));
  }

  // What the overlay says that the class of a node is shown in.
  function classColor(node) {
    if (!node || !node.verdict) return null;
    const [data] = Object.values(state.graph.overlays.validation);
    return data.results[node.id].bgColor.match(/[0-9a-f]{2}/g).map((digits) => parseInt(digits, 16));
  }

  function ofClass(nodes, kind) {
    return nodes.find((node) => node.verdict && node.verdict.kind === kind);
  }

  // Of a layer, what is worst in it.
  function layerFill(inside, total) {
    if (state.overlay === "validation") return classColor(KINDS.map((kind) => ofClass(inside, kind)).filter(Boolean).at(-1));
    const amount = state.overlay === "time" ? total : Math.max(0, ...inside.map((node) => value(node) || 0));
    return fillOf(Math.min(amount, state.most));
  }

  function describe(id) {
    if (isLayer(id)) {
      const inside = members(id);
      const total = sum(inside);
      return { title: id.slice(id.lastIndexOf("/") + 1), layer: true, fill: layerFill(inside, total),
        lines: [`${inside.length} operations`, total ? `${microseconds(total)} estimated` : ""] };
    }
    const node = state.nodes.get(id);
    const time = duration(node);
    const shape = shapeOf(node);
    const cost = overlaid(node) || (time === null ? "" : `${microseconds(time)} estimated`);
    return { title: node.label, lines: [shape, layoutOf(node), cost].filter(Boolean), fill: nodeFill(node), changed: state.changed.has(id) };
  }

  function spoken(id) {
    const said = describe(id);
    return [said.layer ? `layer ${said.title}` : shortName(state.nodes.get(id)), ...said.lines].filter(Boolean).join(", ");
  }

  // ---- a graph comes ----

  function take(graph, { keepView = false, isStage = false } = {}) {
    state.graph = graph;
    state.nodes = new Map(graph.nodes.map((node) => [node.id, node]));
    state.rows = new Map((graph.timeline || []).map((row) => [row.node, row]));
    const changes = (graph.summary && graph.summary.changes) || { added: [], changed: [] };
    state.changed = new Set([...changes.added, ...changes.changed]);
    if (!state.nodes.has(state.selected)) state.selected = null;
    measure();
    const names = Object.keys(graph.views || {});
    if (!keepView || !names.includes(state.view)) state.view = names.includes("") ? "" : names[0] || "";
    showView(!keepView);
    if (!isStage) {
      state.final = graph;
      state.tries.clear();
      state.choices.clear();
    }
    showHeader();
    showBottom();
    showDetails();
    showLegend();
  }

  function measure() {
    state.most = Math.max(0, ...state.graph.nodes.map((node) => value(node) || 0));
    if (state.overlay === "pcc") state.most = Math.max(state.most, 0.01);
  }

  function showView(restart) {
    const view = (state.graph.views || {})[state.view] || { nodes: [], edges: [], size: [0, 0] };
    const [width, height] = state.graph.node_size || [184, 80];
    picture.show(view, width, height);
    picture.selected = state.selected;
    if (restart) picture.start(costliest(view));
    picture.canvas.setAttribute("aria-label", `Graph with ${view.nodes.length} nodes`);
    picture.canvas.dataset.view = state.view;
    showCrumbs();
  }

  // The node of a view to start at, where all cannot be read at once.
  function costliest(view) {
    const times = view.nodes.map(([id]) => (state.nodes.has(id) ? duration(state.nodes.get(id)) || 0 : 0));
    const most = times.reduce((best, time, index) => (time > times[best] ? index : best), 0);
    return times[most] ? view.nodes[most][0] : null;
  }

  function enter(id) {
    if (!isLayer(id)) {
      find("details").focus();
      return;
    }
    state.view = id;
    select(null);
    showView(true);
  }

  // Show and select an operation, in the view that it is in.
  function go(id) {
    if (!picture.index.has(id)) {
      const views = state.graph.views || {};
      const found = Object.keys(views).find((name) => views[name].nodes.some((node) => node[0] === id));
      if (found !== undefined) {
        state.view = found;
        showView(true);
      }
    }
    select(id);
  }

  function select(id) {
    state.selected = id;
    picture.select(id);
    if (id !== null) find("said").textContent = spoken(id);
    const row = (state.graph.timeline || []).findIndex((each) => each.node === id);
    timeline.select(row);
    showDetails();
    showCode();
  }

  // ---- header ----

  function fact(name, text, ...rest) {
    return make("div", { class: "fact" }, make("span", { class: "name", text: name }),
      make("span", { class: "value" }, text, rest));
  }

  function change() {
    const difference = state.final.summary && state.final.summary.difference;
    if (!difference || Math.abs(difference) < 0.5) return null;
    const sign = difference > 0 ? "+" : "−";
    return make("span", { id: "change", class: difference > 0 ? "change worse" : "change better",
      text: ` ${sign}${microseconds(Math.abs(difference))} vs. start` });
  }

  function choice(name, label, options, current, act) {
    const select = make("select", { id: name, disabled: !backend.editable || state.busy,
      onchange: () => act(select.value) }, options.map((each) => make("option", { value: each, text: each || "as in the file" })));
    select.value = current;
    return labelled(label, select);
  }

  // Other models, and the same one read again.
  function modelChoice() {
    const { models } = backend.about;
    const select = make("select", { id: "model", disabled: state.busy, onchange: () => select.value && opening(select.value) },
      make("option", { value: "", text: "Open…" }), models.map((path) => make("option", { value: path, text: path })));
    return [labelled("Open a model", select), make("button", { id: "reload", type: "button", text: "Reload", title: "Read the file again", disabled: state.busy,
      onclick: () => busily(async () => changed(await backend.reload())) })];
  }

  function showHeader() {
    const summary = (state.final && state.final.summary) || {};
    document.title = `${summary.model || "graph"}: tt-explorer`;
    const editable = backend.editable && summary.editable;
    const items = [make("h1", { class: "model", title: backend.path, text: summary.model || "graph" })];
    if (backend.editable) items.push(modelChoice());
    if (typeof summary.duration === "number") items.push(fact("Estimated time", make("span", { id: "time", text: microseconds(summary.duration) }), change()));
    if (typeof summary.peak_l1 === "number") items.push(fact("Peak L1 per bank (estimated)", make("span", { id: "peak", text: bytes(summary.peak_l1) })));
    if (editable) {
      items.push(choice("board", "Board", [...new Set([summary.system || "", ...backend.about.boards])], summary.system || "", (system) => apply({ system })));
      items.push(choice("policy", "Optimization policy", backend.about.policies, summary.policy, (policy) => apply({ policy })));
      items.push(make("div", { class: "actions" },
        backend.about.canRun ? make("button", { id: "run", type: "button", class: "primary", text: "▶ Run", title: "Run on the simulator: accuracy of each operation, and whether it means what its source does", disabled: state.busy, onclick: run }) : null,
        make("button", { id: "undo", type: "button", text: "Undo", disabled: state.busy || !summary.edits, onclick: undo }),
        make("button", { id: "compare", type: "button", text: "Compare", title: "What each policy gives", disabled: state.busy, onclick: compare }),
        make("button", { id: "copy", type: "button", text: "Copy command", title: "The options of ttopt that compile the same", onclick: copy })));
    } else {
      if (summary.policy) items.push(fact("Policy", summary.policy));
      if (summary.system) items.push(fact("Board", summary.system));
      if (backend.failed) items.push(make("span", { class: "error", text: "does not compile" }));
      if (!backend.editable) items.push(make("span", { class: "muted", text: "export: read only" }));
    }
    items.push(make("div", { class: "tools" }, searchBox, labelled("Color by", overlayChoice), labelled("Theme", themeChoice),
      make("button", { type: "button", text: "?", "aria-label": "Keys and help", onclick: help })));
    fill(find("header"), items);
  }

  const overlayChoice = make("select", { id: "overlay", onchange: () => {
    state.overlay = overlayChoice.value;
    measure();
    picture.refresh();
    showLegend();
  } }, Object.entries(OVERLAYS).map(([key, text]) => make("option", { value: key, text })));
  const themeChoice = common.themeChoice();

  function copy() {
    const text = `ttopt ${(state.final.summary || {}).command}`;
    const box = make("textarea", { class: "mono", rows: "6", cols: "60", readonly: true, "aria-label": "Command" });
    box.value = text;
    dialog("Copy as ttopt command", box);
    box.select();
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => say("Copied"), () => undefined);
  }

  function dialog(title, ...content) {
    const shown = make("dialog", { "aria-label": title }, make("h2", { text: title }), make("div", {}, content),
      make("form", { method: "dialog" }, make("button", { type: "submit", text: "Close" })));
    shown.addEventListener("close", () => shown.remove());
    document.body.append(shown);
    shown.showModal();
    return shown;
  }

  function help() {
    const keys = [["/", "search"], ["arrows", "in the graph: what uses it, what it uses, and its neighbours"], ["Enter", "open a layer, or read the details"],
      ["Esc", "out of a layer; nothing selected"], ["+  −  0", "zoom, and all of the graph"], ["u", "undo"], ["[  ]", "the stage before and after"], ["?", "this help"]];
    dialog("Keys and help", make("table", {}, make("tbody", {}, keys.map(([key, text]) =>
      make("tr", {}, make("td", {}, make("kbd", { text: key })), make("td", { text }))))),
    make("p", { class: "muted", text: "Times and memory are estimated by an analytical model, not measured." }));
  }

  function say(text) {
    find("said").textContent = text;
  }

  // ---- search ----

  const results = make("ul", { id: "results", role: "listbox", "aria-label": "Operations found", class: "hidden" });
  const searchInput = make("input", { id: "search", type: "search", placeholder: "Search ( / )", role: "combobox", "aria-label": "Search operations",
    "aria-controls": "results", "aria-expanded": "false", autocomplete: "off", oninput: search, onfocus: search,
    onblur: () => setTimeout(() => closeResults(), 150), onkeydown: searchKey });
  const searchBox = make("div", { class: "search" }, searchInput, results);

  // Operations that the compiler adds under the name of another one, to move its operands or result.
  const MOVES = new Set(["ttnn.to_layout", "ttnn.to_memory_config", "ttnn.to_device", "ttnn.from_device"]);

  // How well a node fits the words, 0 the best: operations of this name come before those that are part of one, or have a word elsewhere.
  function rank(node, words) {
    const label = node.label.toLowerCase();
    const name = attribute(node, "named_location").toLowerCase();
    const texts = [label, name, `${shapeOf(node)} ${layoutOf(node)}`.toLowerCase(), node.id.toLowerCase()];
    const places = words.map((word) => {
      if ([label, label.slice(label.indexOf(".") + 1), name, node.id.toLowerCase()].includes(word)) return 0;
      const at = texts.findIndex((text) => text.includes(word));
      return at < 0 ? Infinity : at + 1;
    });
    const moves = MOVES.has(node.label) && !words.some((word) => label.includes(word));
    return places.reduce((total, place) => total + place, moves ? 0.5 : 0);
  }

  function search() {
    const words = searchInput.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hidden = new Set(state.graph.nodeLabelsToHide || []);
    const found = words.length ? state.graph.nodes.filter((node) => !hidden.has(node.label)).map((node) => [node, rank(node, words)])
      .filter(([, at]) => at < Infinity).sort(([, a], [, b]) => a - b).map(([node]) => node) : [];
    picture.found = new Set(found.map((node) => node.id));
    picture.redraw();
    fill(results, found.slice(0, RESULTS).map((node, index) => make("li", { role: "option", id: `result-${index}`, "aria-selected": String(index === 0), "data-node": node.id,
      onmousedown: (event) => { event.preventDefault(); choose(node.id); } }, spoken(node.id))),
    found.length > RESULTS ? make("li", { class: "muted", text: `${found.length - RESULTS} more` }) : null,
    words.length && !found.length ? make("li", { class: "muted", text: "nothing found" }) : null);
    results.classList.toggle("hidden", !words.length);
    searchInput.setAttribute("aria-expanded", String(words.length > 0));
    if (found.length) searchInput.setAttribute("aria-activedescendant", "result-0");
    else searchInput.removeAttribute("aria-activedescendant");
  }

  function choose(id) {
    closeResults();
    searchInput.blur();
    go(id);
    picture.canvas.focus();
  }

  function closeResults() {
    results.classList.add("hidden");
    searchInput.setAttribute("aria-expanded", "false");
  }

  function searchKey(event) {
    const items = [...results.querySelectorAll("[role=option]")];
    const at = items.findIndex((item) => item.getAttribute("aria-selected") === "true");
    if (event.key === "Enter" && at >= 0) choose(items[at].dataset.node);
    else if (event.key === "Escape") {
      searchInput.value = "";
      search();
      picture.canvas.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = items[at + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) {
        items[at].setAttribute("aria-selected", "false");
        next.setAttribute("aria-selected", "true");
        next.scrollIntoView({ block: "nearest" });
        searchInput.setAttribute("aria-activedescendant", next.id);
      }
      event.preventDefault();
    }
    event.stopPropagation();
  }

  // ---- edits ----

  async function busily(work) {
    if (state.busy) return;
    state.busy = true;
    document.body.setAttribute("aria-busy", "true");
    showHeader();
    try {
      await work();
      showProblem(null);
    } catch (error) {
      showProblem(error);
    } finally {
      state.busy = false;
      document.body.removeAttribute("aria-busy");
      showHeader();
      showDetails();
    }
  }

  // Compile with other settings; if that fails, the last good graph stays.
  function apply(settings) {
    return busily(async () => changed(await backend.change(settings)));
  }

  async function changed(graph) {
    state.stage = null;
    state.stages = await backend.stages();
    take(graph, { keepView: true });
    showStages();
    await loadSources();
    const difference = (graph.summary || {}).difference;
    say(`Compiled: ${microseconds((graph.summary || {}).duration)} estimated${difference ? `, ${microseconds(difference)} against the start` : ""}`);
  }

  function undo() {
    return busily(async () => changed(await backend.undo()));
  }

  // Override the layout of a node's result, "" for the optimizer's choice, and which operands are laid out anew, as "0,1".
  function override(node, layout, operands) {
    const overrides = { ...(state.final.overrides || {}) };
    const attributes = [];
    if (layout) attributes.push({ key: "layout", value: layout });
    if (operands) attributes.push({ key: OPERANDS, value: operands });
    if (attributes.length) overrides[node.id] = { attributes };
    else delete overrides[node.id];
    return apply({ overrides });
  }

  function overridden(node) {
    const given = (state.final.overrides || {})[node.id];
    const attributes = given ? given.attributes : [];
    const operands = attributes.find((each) => each.key === OPERANDS);
    return { layout: attributes.some((each) => each.key !== OPERANDS) ? currentLayout(node) : "", operands: operands ? operands.value : "" };
  }

  function showProblem(error) {
    const banner = find("problem");
    banner.classList.toggle("hidden", !error);
    if (!error) return;
    const lines = (error.diagnostics || []).filter((each) => each.line).map((each) =>
      make("button", { type: "button", text: `Line ${each.line}: ${each.message}`, onclick: () => showLine(each.line) }));
    fill(banner, make("pre", { text: error.message }), lines,
      make("button", { type: "button", text: "Dismiss", onclick: () => showProblem(null) }));
  }

  // A line of the file that could not be compiled.
  async function showLine(line) {
    const text = await backend.text();
    const view = new common.CodeView("File");
    const shown = dialog("The file", view.element);
    shown.classList.add("wide");
    view.show(text, [line - 1]);
  }

  function run() {
    return busily(async () => {
      const progress = make("progress", { max: "100", value: "0", "aria-label": "Progress" });
      const log = make("pre", { class: "mono" });
      const shown = dialog("Running on the simulator", progress, log, make("button", { type: "button", text: "Cancel", onclick: () => backend.cancel() }));
      const summary = state.final.summary || {};
      const done = await backend.run(summary.policy, state.final.overrides || {}, INPUTS, (status) => {
        progress.value = String(status.progress);
        if (status.stdout) log.append(`${status.stdout}\n`);
      });
      shown.close();
      const graph = await backend.graph();
      const verdict = graph.summary && graph.summary.verdict;
      if (!done.error) state.overlay = overlayChoice.value = verdict && !verdict.problem && !verdict.is_right ? "validation" : "pcc";
      await changed(graph);
      if (done.error) throw new Error(done.error);
    });
  }

  function compare() {
    return busily(async () => {
      const rows = await backend.compare();
      dialog("Policies compared (estimated)", make("table", {}, make("thead", {}, make("tr", {}, ["policy", "time", "peak L1 per bank"].map((text, index) => make("th", { scope: "col", class: index ? "number" : "", text })))),
        make("tbody", {}, rows.map((row) => make("tr", {}, make("td", { text: row.policy }), make("td", { class: "number", text: microseconds(row.duration) }),
          make("td", { class: "number", text: bytes(row.peak_l1) }))))));
    });
  }

  // ---- details ----

  function showDetails() {
    const node = state.nodes.get(state.selected);
    if (node) fill(find("details"), operation(node));
    else if (state.selected !== null && isLayer(state.selected)) fill(find("details"), layer(state.selected));
    else fill(find("details"), overview());
  }

  function slowest(nodes, title) {
    const sorted = nodes.filter((node) => duration(node)).sort((a, b) => duration(b) - duration(a)).slice(0, 3);
    if (!sorted.length) return null;
    return [make("h3", { text: title }), sorted.map((node) => make("button", { type: "button", class: "slow", onclick: () => go(node.id) },
      make("span", { class: "name", text: shortName(node) }), make("span", { class: "muted", text: `bound by ${node.estimate.bound}` }),
      make("strong", { text: microseconds(duration(node)) })))];
  }

  function overview() {
    const summary = state.graph.summary || {};
    const hidden = new Set(state.graph.nodeLabelsToHide || []);
    const shown = state.graph.nodes.filter((node) => !hidden.has(node.label) && !node.label.startsWith("%"));
    const facts = [["Operations", shown.length], ["Form", summary.form], ["Program", summary.origin], ["Compiled in", summary.seconds ? `${(summary.seconds * 1000).toFixed(0)} ms` : null],
      ["Times and memory", summary.source]].filter(([, text]) => text);
    return [make("h2", { text: summary.stage === "source" ? `${summary.model}, as it was opened` : summary.stage ? `After ${summary.stage}` : summary.model || "Graph" }),
      slowest(shown, "Costliest operations (estimated)"),
      make("h3", { text: "Program" }), table(facts),
      summary.changes ? [make("h3", { text: "What the pass changed" }), table([["added", summary.changes.added.length], ["changed", summary.changes.changed.length], ["removed", summary.changes.removed.length]])] : null,
      summary.verdict ? verdictDetails(summary.verdict) : null,
      summary.problem ? [make("h3", { text: "Not known" }), make("p", { class: "warning", text: summary.problem })] : null,
      summary.warnings ? [make("h3", { text: "Warnings" }), make("pre", { class: "mono", text: summary.warnings })] : null,
      make("p", { class: "muted", text: "Choose an operation in the graph, in the timeline or by searching." })];
  }

  function verdictDetails(verdict) {
    const rows = verdict.rows || [];
    return [make("h3", { text: "Validation: what was compiled against the meaning of its source" }),
      make("p", { id: "verdict", class: verdict.is_right ? "" : "warning", text: common.verdictText(verdict) }),
      rows.length ? make("ul", {}, rows.map((row) => make("li", { text: common.rowText(row) }))) : null,
      verdict.unexercised && verdict.unexercised.length ? make("details", {}, make("summary", { text: `${verdict.unexercised.length} not exercised by these inputs` }),
        make("ul", {}, verdict.unexercised.map((text) => make("li", { text })))) : null];
  }

  function layer(id) {
    const inside = members(id);
    return [make("h2", { text: id.slice(1) }), make("p", { text: `${inside.length} operations, ${microseconds(sum(inside))} estimated` }),
      make("button", { type: "button", text: "Open this layer", onclick: () => enter(id) }), slowest(inside, "Costliest operations (estimated)")];
  }

  function table(rows) {
    return make("table", {}, make("tbody", {}, rows.map(([name, text]) => make("tr", {}, make("th", { scope: "row", text: name }), make("td", { text })))));
  }

  function operation(node) {
    return [make("h2", { text: shortName(node) }), make("div", { class: "mono muted", text: node.id }),
      node.estimate ? timeDetails(node.estimate) : null, memoryDetails(node), accuracyDetails(node), validationDetails(node), layoutDetails(node),
      connections(node), make("details", { open: !node.estimate }, make("summary", { text: `Attributes (${node.attrs.length})` }), table(node.attrs.map((each) => [each.key, each.value])))];
  }

  function timeDetails(estimate) {
    const parts = ["compute", "dram", "noc", "pcie", "ethernet", "latency"].filter((key) => estimate[key]);
    const most = Math.max(...parts.map((key) => estimate[key]), 1);
    return [make("h3", { text: `Time: ${microseconds(estimate.duration)} (estimated), bound by ${estimate.bound}` }),
      make("div", { class: "bars" }, parts.map((key) => {
        const bar = make("div", { class: key === estimate.bound.toLowerCase() ? "bound" : "" });
        bar.style.width = `${(100 * estimate[key]) / most}%`;
        const names = { dram: "DRAM", noc: "NoC", pcie: "PCIe" };
        return [make("span", { text: names[key] || key }), make("div", { class: "track" }, bar), make("span", { class: "muted", text: microseconds(estimate[key]) })];
      })),
      make("p", { class: "muted", text: `${estimate.cores} ${estimate.cores === 1 ? "core" : "cores"}, ${estimate.flop.toLocaleString("en")} FLOP${estimate.fidelity ? ` (${estimate.fidelity})` : ""}, ${bytes(estimate.bytes)} of DRAM` })];
  }

  function memoryDetails(node) {
    const row = state.rows.get(node.id);
    if (!row || row.l1 === undefined) return null;
    const capacity = capacityOf(state.graph);
    const bank = make("div", { class: "bank", role: "img", "aria-label": `${row.blocks.length} blocks in a bank of L1` }, row.blocks.map(([address, size]) => {
      const block = make("div", { title: `${bytes(size)} at ${address}` });
      const share = Math.max((100 * size) / capacity, 1);
      block.style.left = `${Math.min((100 * address) / capacity, 100 - share)}%`;
      block.style.width = `${share}%`;
      return block;
    }));
    return [make("h3", { text: "L1 per bank after this operation (estimated)" }), bank,
      make("p", { class: "muted", text: `${bytes(row.l1)} while it runs, ${bytes(row.l1_after)} after it; DRAM ${bytes(row.dram)}` })];
  }

  function capacityOf(graph) {
    const known = graph.summary && graph.summary.l1_size;
    return known || Math.max(1, ...(graph.timeline || []).flatMap((row) => (row.blocks || []).map(([address, size]) => address + size)));
  }

  function accuracyDetails(node) {
    const found = node.accuracy;
    if (!found) return null;
    const rows = [["PCC", found.pcc], ["expected PCC", found.expected_pcc], ["relative error", found.error], ["error of the operation alone", found.isolated], ["largest difference", found.max_absolute]];
    return [make("h3", { text: "Accuracy, on the simulator" }), table(rows.filter(([, number]) => typeof number === "number").map(([name, number]) => [name, number.toPrecision(6)])),
      found.note ? make("p", { class: "warning", text: found.note }) : null,
      found.nan || found.inf ? make("p", { class: "warning", text: "the result has NaNs or infinities" }) : null];
  }

  function validationDetails(node) {
    const found = node.verdict;
    if (!found) return null;
    const { scientific, significant } = common;
    const columns = [["element", found.places], ["means", found.expected], ["computed", found.computed], ["as rounded", found.rounded]].filter(([, numbers]) => numbers.length);
    return [make("h3", { text: `Validation: ${found.kind}` }),
      make("p", { class: found.kind === "right" ? "" : "warning", text: [`${[found.op, found.place].filter(Boolean).join(" ")}: differs by ${scientific(found.error)} in exact arithmetic`,
        typeof found.rounded_error === "number" ? `${scientific(found.rounded_error)} as the device rounds` : "", found.note].filter(Boolean).join(", ") }),
      make("table", {}, make("thead", {}, make("tr", {}, columns.map(([name]) => make("th", { scope: "col", class: "number", text: name })))),
        make("tbody", {}, found.places.map((_, row) => make("tr", {}, columns.map(([, numbers]) => make("td", { class: "mono number", text: significant(numbers[row]) }))))))];
  }

  function layoutDetails(node) {
    const legal = node.legal;
    if (!legal || !legal.length) return node.reason ? make("p", { text: node.reason }) : null;
    const given = overridden(node);
    const current = currentLayout(node);
    const select = make("select", { id: "layout", "aria-label": "Layout of the result", disabled: !backend.editable || state.busy || state.stage !== null,
      onchange: () => override(node, select.value, given.operands) },
      make("option", { value: "", text: "chosen by the optimizer" }),
      legal.map((layout) => {
        const said = state.tries.get(`${node.id} ${layout}`);
        return make("option", { value: layout, disabled: said && said.failed, title: said && said.reason, text: said ? `${layout}  —  ${said.text}` : layout });
      }));
    select.value = legal.includes(given.layout) ? given.layout : "";
    const attempts = make("button", { id: "try", type: "button", text: `Try all ${legal.length}`, disabled: !backend.editable || state.busy || state.stage !== null, onclick: () => tryAll(node) });
    return [make("h3", { text: "Layout of the result" }), make("p", { class: "mono", id: "current-layout", text: current }), select,
      backend.editable ? make("p", {}, attempts, make("span", { class: "muted", text: "  estimated time of the program with each" })) : make("p", { class: "muted", text: "To change it, open the model with tt-explorer." }),
      failures(node), backend.editable ? operandChoices(node, given) : null, reasons(node)];
  }

  // Which operands are laid out anew before the operation.
  function operandChoices(node, given) {
    const chosen = new Set(given.operands.split(",").filter(Boolean));
    return make("details", { open: chosen.size > 0 }, make("summary", { text: "Lay operands out anew" }), node.incomingEdges.map((edge) => {
      const number = edge.targetNodeInputId;
      const box = make("input", { type: "checkbox", "aria-label": `Lay operand ${number} out anew`, disabled: state.busy || state.stage !== null, onchange: () => {
        if (box.checked) chosen.add(number);
        else chosen.delete(number);
        override(node, given.layout, [...chosen].sort().join(","));
      } });
      box.checked = chosen.has(number);
      const source = state.nodes.get(edge.sourceNodeId);
      return make("label", { class: "operand" }, box, ` operand ${number}: ${source ? shortName(source) : edge.sourceNodeId}`);
    }));
  }

  // Legal layouts that the program does not compile with, as was found by trying.
  function failures(node) {
    const failed = node.legal.map((layout) => [layout, state.tries.get(`${node.id} ${layout}`)]).filter(([, said]) => said && said.failed);
    if (!failed.length) return null;
    return make("details", {}, make("summary", { class: "warning", text: `${failed.length} layouts do not compile` }),
      make("ul", {}, failed.map(([layout, said]) => make("li", {}, make("span", { class: "mono", text: `${layout}: ` }), said.reason.split("\n")[0]))));
  }

  // Why the layout was chosen, and others were not. Of a program with overrides that is asked for, as it takes a compilation.
  function reasons(node) {
    const said = node.reason ? node : state.choices.get(node.id);
    if (said) {
      const own = node.reason ? "" : `The optimizer would choose ${said.chosen}. `;
      return [make("p", { text: `${own}Why: ${said.reason}` }), refusals(said)];
    }
    if (!backend.editable || state.stage !== null) return null;
    return make("button", { id: "why", type: "button", text: "Why not others?", disabled: state.busy, onclick: () => busily(async () => {
      state.choices.set(node.id, await backend.choices(node.id));
    }) });
  }

  function currentLayout(node) {
    const grid = attribute(node, "grid_shape");
    const parts = [grid, ...["buffer_type", "tensor_memory_layout", "memory_layout", "data_type"].map((key) => attribute(node, key))];
    return parts.filter(Boolean).join(":");
  }

  function refusals(node) {
    if (!node.refused || !node.refused.length) return null;
    const count = node.refused.reduce((total, each) => total + each.layouts.length, 0);
    return make("details", {}, make("summary", { text: `${count} layouts were not taken` }), make("ul", {}, node.refused.map((each) =>
      make("li", {}, make("span", { text: `${each.reason}: ` }), make("span", { class: "mono", text: each.layouts.join(", ") })))));
  }

  function tryAll(node) {
    return busily(async () => {
      for (const layout of node.legal) {
        try {
          const found = await backend.attempt(node.id, layout);
          state.tries.set(`${node.id} ${layout}`, { text: `${microseconds(found.duration)} est.` });
        } catch (error) {
          state.tries.set(`${node.id} ${layout}`, { failed: true, text: "does not compile", reason: error.message });
        }
        if (state.selected === node.id) showDetails();
      }
    });
  }

  function connections(node) {
    const users = state.graph.nodes.filter((each) => each.incomingEdges.some((edge) => edge.sourceNodeId === node.id));
    const list = (title, nodes) => nodes.length ? [make("h3", { text: title }), make("ul", {}, nodes.map((each) =>
      make("li", {}, make("button", { type: "button", text: shortName(each), onclick: () => go(each.id) }))))] : null;
    const used = node.incomingEdges.map((edge) => state.nodes.get(edge.sourceNodeId)).filter(Boolean);
    return make("details", {}, make("summary", { text: `${used.length} operands, ${users.length} users` }), list("Operands", used), list("Users", users));
  }

  // ---- texts ----

  const code = new common.CodeView("Text of the program", (line) => {
    const source = state.sources[state.tab];
    const found = source && Object.entries(source.lines).find(([, number]) => number === line + 1);
    if (found && state.nodes.has(found[0])) go(found[0]);
  });

  async function loadSources() {
    state.sources = await backend.sources();
    const names = Object.keys(FORMS).filter((name) => state.sources[name]);
    if (!names.includes(state.tab)) state.tab = names.includes("ttnn") ? "ttnn" : names[0];
    if (!names.length) {
      fill(find("code"));
      return;
    }
    const tabs = common.tabs("Texts of the program", names.map((name) => [name, (name === "source" && (state.final.summary || {}).form) || FORMS[name]]), (name) => {
      state.tab = name;
      showCode();
    });
    fill(find("code"), tabs.element, code.element);
    tabs.select(state.tab);
  }

  function showCode() {
    const source = state.sources[state.tab];
    if (!source) return;
    const line = source.lines[state.selected] ?? relatedLine(source);
    code.show(source.text, line ? [line - 1] : []);
  }

  // An operation that another form has under another name: by what their locations are called.
  function relatedLine(source) {
    const node = state.nodes.get(state.selected);
    const name = node && attribute(node, "named_location");
    const found = name && Object.entries(source.lines).find(([id]) => `/${id}`.includes(`/${name}/`));
    return found ? found[1] : null;
  }

  // ---- below and above the graph ----

  const timeline = new common.Timeline((index) => {
    const row = state.shownRows[index];
    if (row) go(row.node);
  });

  function showBottom() {
    const rows = state.graph.timeline || [];
    state.shownRows = rows;
    find("bottom").classList.toggle("hidden", !rows.length);
    timeline.show(rows.map((row) => ({ label: shortName(state.nodes.get(row.node)), time: row.duration, l1: row.l1 })), capacityOf(state.graph));
    timeline.select(rows.findIndex((row) => row.node === state.selected));
  }

  const crumbs = make("div", { class: "crumbs", role: "navigation", "aria-label": "Layers" });
  const slider = make("input", { id: "stage", type: "range", min: "0", "aria-label": "Stage of the pipeline", oninput: () => showStage(Number(slider.value)) });
  const stageLabel = make("label", { for: "stage", class: "muted", text: "Stage" });
  const stageName = make("span", { id: "stage-name", class: "muted" });
  const legend = make("div", { id: "legend" });

  function showCrumbs() {
    const views = state.graph.views || {};
    const button = (name, text) => make("button", { type: "button", text, "aria-current": name === state.view || undefined, onclick: () => {
      state.view = name;
      showView(true);
    } });
    const items = [];
    if ("" in views && "/" in views) items.push(button("", "All operations"));
    if ("/" in views) items.push(button("/", "Layers"));
    let path = "";
    if (state.view.length > 1) {
      for (const part of state.view.slice(1).split("/")) {
        path += `/${part}`;
        items.push(make("span", { class: "muted", text: "/" }), button(path, part));
      }
    }
    fill(crumbs, items);
  }

  function showStages() {
    const count = state.stages.length;
    for (const element of [stageLabel, slider, stageName]) element.classList.toggle("hidden", !count);
    slider.max = String(count);
    slider.value = String(state.stage ?? count);
    nameStage();
  }

  function nameStage() {
    const stage = state.stage === null ? null : state.stages[state.stage];
    stageName.textContent = stage ? `${state.stage + 1}/${state.stages.length} ${stage.name}${stage.changed ? "" : " (changed nothing)"}` : "compiled";
    slider.setAttribute("aria-valuetext", stageName.textContent);
  }

  let asked = 0;

  async function showStage(number) {
    const mine = ++asked;
    state.stage = number >= state.stages.length ? null : number;
    slider.value = String(number);
    nameStage();
    try {
      const graph = state.stage === null ? state.final : await backend.stage(state.stage);
      if (mine === asked) take(graph, { isStage: state.stage !== null });
    } catch (error) {
      if (mine === asked) showProblem(error);
    }
  }

  function showLegend() {
    if (state.overlay === "validation") {
      const kinds = KINDS.filter((kind) => ofClass(state.graph.nodes, kind));
      legend.classList.toggle("hidden", !kinds.length);
      fill(legend, "Validation: ", kinds.map((kind) => {
        const swatch = make("span", { class: "swatch", "aria-hidden": "true" });
        swatch.style.background = common.css(classColor(ofClass(state.graph.nodes, kind)));
        return [swatch, `${kind} `];
      }));
      return;
    }
    legend.classList.toggle("hidden", state.overlay === "none" || !state.most);
    const scale = make("canvas", { width: "90", height: "10", "aria-hidden": "true" });
    const context = scale.getContext("2d");
    for (let x = 0; x < 90; x++) {
      context.fillStyle = common.css(common.heat(x / 89, state.overlay === "l1"));
      context.fillRect(x, 0, 1, 10);
    }
    const most = { time: microseconds(state.most), l1: bytes(state.most), pcc: `PCC ${(1 - state.most).toPrecision(4)}` }[state.overlay];
    const least = { time: "0", l1: "0", pcc: "PCC 1" }[state.overlay];
    fill(legend, `${OVERLAYS[state.overlay]}: `, least || "", scale, most || "");
  }
  common.onColors(() => {
    if (!state.graph) return;
    picture.refresh();
    showLegend();
  });

  const picture = new GraphView({ label: "Graph", describe, choose: select, enter });

  function build() {
    const zoom = (text, label, act) => make("button", { type: "button", text, "aria-label": label, title: label, onclick: act });
    picture.element.append(legend, make("div", { id: "zoom" }, zoom("−", "Zoom out", () => picture.zoom(0.8)), zoom("+", "Zoom in", () => picture.zoom(1.25)),
      zoom("⤢", "All of the graph", () => picture.fit())));
    fill(find("stage-area"), make("div", { class: "bar" }, crumbs, stageLabel, slider, stageName),
      picture.element, make("p", { id: "graph-help", class: "sr-only", text: "Arrow keys move between operations, Enter reads the details, plus, minus and zero zoom." }));
    fill(find("bottom"), timeline.element);
  }

  // ---- start ----

  async function openModel(path) {
    const graph = await backend.open(path);
    state.stage = null;
    if (find("welcome")) find("welcome").remove();
    build();
    take(graph);
    state.stages = await backend.stages();
    showStages();
    await loadSources();
    document.body.dataset.ready = "true";
  }

  // A model that does not compile: its graph as it was opened, with what is wrong. Throws if it cannot be shown either.
  async function openFailed(error) {
    const graph = await backend.source();
    if (find("welcome")) find("welcome").remove();
    build();
    take(graph);
    state.stages = [];
    showStages();
    await loadSources();
    throw error;
  }

  async function opening(path) {
    try {
      await openModel(path).catch((error) => state.graph ? Promise.reject(error) : openFailed(error));
      showProblem(null);
    } catch (error) {
      if (!state.graph && !find("welcome")) welcome();
      showProblem(error);
      if (state.graph) showHeader();
    }
    document.body.dataset.ready = "true";
  }

  function welcome() {
    const { models } = backend.about;
    const file = make("input", { type: "file", accept: ".mlir,.ttir,.ttnn", "aria-label": "Model to open", onchange: () => give(file.files[0]) });
    document.body.append(make("div", { id: "welcome", role: "main" }, make("h1", { text: "tt-explorer" }), make("p", { text: "Choose a model, or drop one here." }),
      make("div", { class: "models" }, models.map((path) => make("button", { type: "button", title: path, text: path.split("/").slice(-2).join("/"), onclick: () => opening(path) }))), file));
    document.body.dataset.ready = "true";
  }

  async function give(file) {
    try {
      await openModel(await backend.upload(file));
      showProblem(null);
    } catch (error) {
      showProblem(error);
    }
  }

  document.addEventListener("dragover", (event) => { event.preventDefault(); });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (backend.editable && event.dataTransfer.files.length) give(event.dataTransfer.files[0]);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea, dialog *") || event.ctrlKey || event.metaKey || event.altKey || !state.graph) return;
    const actions = {
      "/": () => searchInput.focus(), u: () => backend.editable && ((state.final || {}).summary || {}).edits && undo(), "?": help,
      "[": () => state.stages.length && showStage(Math.max(0, (state.stage ?? state.stages.length) - 1)),
      "]": () => state.stages.length && showStage(Math.min(state.stages.length, (state.stage ?? state.stages.length) + 1)),
      Escape: () => {
        if (state.selected !== null) select(null);
        else if (state.view.length > 1) {
          state.view = state.view.slice(0, state.view.lastIndexOf("/")) || "/";
          showView(true);
        }
      },
    };
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  // For scripts that drive the page: where the middle of a node is.
  globalThis.ttExplorer = { center: (id) => picture.center(id) };

  const data = await common.embedded();
  backend = data ? new EmbeddedBackend(data) : await ServerBackend.connect();
  if (backend.about.given.length) await opening(backend.about.given[0]);
  else welcome();
})();
