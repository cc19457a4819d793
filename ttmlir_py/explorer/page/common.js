"use strict";
// What the explorer and the report of a compilation share: elements, data, themes, code with marked lines, a chart, dialogs.
// Every text gets into the page by textContent; nothing is fetched but from where the page came from.

const common = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  // An element: attributes by name (`onclick` and such are listeners, `class` and `aria-*` as written), then children.
  function make(tag, attributes = {}, ...children) {
    const element = tag.startsWith("svg:")
      ? document.createElementNS(SVG, tag.slice(4))
      : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined || value === null || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (name === "text") element.textContent = value;
      else element.setAttribute(name, value === true ? "" : String(value));
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
  }

  function find(id) {
    return document.getElementById(id);
  }

  function fill(element, ...children) {
    element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
  }

  // The data that is compressed in the page; null if there is none.
  async function embedded() {
    const holder = find("data");
    const text = holder ? holder.textContent.trim() : "";
    if (!text) return null;
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }

  const THEMES = ["system", "light", "dark"];

  // What the user prefers stays with the browser, where that is allowed.
  function remember(key, value) {
    try {
      if (value === undefined) return localStorage.getItem(key);
      localStorage.setItem(key, value);
    } catch (error) { /* no storage for pages of files */ }
    return value ?? null;
  }

  const changed = new Set();

  function isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  }

  function setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    remember("theme", theme);
    for (const redraw of changed) redraw();
  }

  // The choice of a theme; `redraw` is called when colors change.
  function themeChoice() {
    const start = remember("theme");
    document.documentElement.dataset.theme = THEMES.includes(start) ? start : "system";
    const select = make("select", { id: "theme", onchange: () => setTheme(select.value) },
      THEMES.map((name) => make("option", { value: name, text: name })));
    select.value = document.documentElement.dataset.theme;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      for (const redraw of changed) redraw();
    });
    return select;
  }

  // A drop-down with its name above it.
  function labelled(name, select) {
    return make("label", { class: "labelled" }, make("span", { class: "name", text: name }), select);
  }

  function onColors(redraw) {
    changed.add(redraw);
  }

  function color(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  }

  // Little to much, told apart without red and green, and by lightness too: viridis turned so that large values are prominent.
  const HEAT = [[255, 247, 188], [254, 196, 79], [236, 112, 20], [153, 52, 4]];
  const HEAT_DARK = [[58, 52, 40], [122, 82, 18], [214, 112, 20], [255, 205, 92]];
  const BLUES = [[240, 249, 232], [123, 204, 196], [67, 162, 202], [8, 64, 129]];
  const BLUES_DARK = [[34, 48, 60], [18, 92, 140], [67, 162, 202], [196, 240, 255]];

  function heat(share, blue = false) {
    const stops = isDark() ? (blue ? BLUES_DARK : HEAT_DARK) : blue ? BLUES : HEAT;
    const place = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
    const index = Math.min(Math.floor(place), stops.length - 2);
    return stops[index].map((from, i) => Math.round(from + (stops[index + 1][i] - from) * (place - index)));
  }

  function css(rgb) {
    return `rgb(${rgb.join(" ")})`;
  }

  // Black or white, whichever is read better on a color.
  function ink(rgb) {
    const [red, green, blue] = rgb.map((each) => (each <= 10.31 ? each / 3294.6 : ((each / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
  }

  function microseconds(nanoseconds) {
    if (nanoseconds === null || nanoseconds === undefined) return "–";
    const value = nanoseconds / 1000;
    const digits = Math.abs(value) >= 100 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
    return `${value.toFixed(digits)} µs`;
  }

  function bytes(count) {
    if (count === null || count === undefined) return "–";
    if (count < 1024) return `${count} B`;
    if (count < 1048576) return `${(count / 1024).toFixed(1)} KiB`;
    return `${(count / 1048576).toFixed(2)} MiB`;
  }

  // Numbers that JSON lacks are texts.
  function scientific(value) {
    return typeof value === "number" ? value.toExponential(1) : value ?? "–";
  }

  function significant(value) {
    return typeof value === "number" ? String(Number(value.toPrecision(7))) : value;
  }

  // A verdict of validation in one line.
  function verdictText(verdict) {
    if (verdict.problem) return `not validated: ${verdict.problem}`;
    const said = `${verdict.matched} operations of ${verdict.source} compared, outputs differ by ${scientific(verdict.outputs)}`;
    return `${verdict.is_right ? "right" : "WRONG"}, ${said}`;
  }

  function rowText(row) {
    const rest = [row.computed_as && `computed as ${row.computed_as}`, row.note, row.inlined.length && `with ${row.inlined.join(", ")} computed in it`];
    return [`${row.kind}: ${row.op}${row.place && ` ${row.place}`}, error ${scientific(row.error)}`, ...rest].filter(Boolean).join("; ");
  }

  // A list of which only what is seen is in the page: `row(index)` makes the element of a row of `height` pixels.
  class LongList {
    constructor(height, row, attributes = {}) {
      this.height = height;
      this.row = row;
      this.count = 0;
      this.inner = make("div", { class: "long-inner" });
      this.element = make("div", { class: "long", tabindex: "0", ...attributes }, this.inner);
      this.element.addEventListener("scroll", () => this.draw());
      new ResizeObserver(() => this.draw()).observe(this.element);
    }

    show(count, top = 0) {
      this.count = count;
      this.inner.style.height = `${count * this.height}px`;
      this.element.scrollTop = top * this.height;
      this.draw();
    }

    reveal(index) {
      const { scrollTop, clientHeight } = this.element;
      const top = index * this.height;
      if (top < scrollTop || top + this.height > scrollTop + clientHeight) {
        this.element.scrollTop = Math.max(0, top - clientHeight / 3);
      }
      this.draw();
    }

    draw() {
      const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - 4);
      const last = Math.min(this.count, first + Math.ceil(this.element.clientHeight / this.height) + 9);
      const rows = [];
      for (let index = first; index < last; index++) {
        const row = this.row(index);
        row.style.transform = `translateY(${index * this.height}px)`;
        rows.push(row);
      }
      this.inner.replaceChildren(...rows);
    }
  }

  // A text whose lines can be marked; a click on a line is reported.
  class CodeView {
    constructor(label, onLine = null) {
      this.lines = [];
      this.marked = new Set();
      this.list = new LongList(18, (index) => this.line(index), { class: "long code", role: "region", "aria-label": label });
      this.element = this.list.element;
      if (onLine) {
        this.element.addEventListener("click", (event) => {
          const row = event.target.closest("[data-line]");
          if (row) onLine(Number(row.dataset.line));
        });
      }
    }

    line(index) {
      const marked = this.marked.has(index);
      return make("div", { class: marked ? "line marked" : "line", "data-line": index, "aria-current": marked || undefined },
        make("span", { class: "number", "aria-hidden": "true", text: index + 1 }),
        make("span", { class: "text", text: this.lines[index] }));
    }

    // Lines that are marked are counted from 0.
    show(text, marked = []) {
      this.lines = Array.isArray(text) ? text : text.replace(/\n$/, "").split("\n");
      const longest = this.lines.reduce((most, line) => Math.max(most, line.length), 0);
      this.list.inner.style.minWidth = `${longest + 8}ch`;
      this.marked = new Set(marked);
      this.list.show(this.lines.length);
      if (marked.length) this.list.reveal(marked[0]);
    }
  }

  // Tabs as WAI-ARIA has them: arrows move, one is selected.
  function tabs(label, names, choose) {
    const buttons = names.map(([key, text]) => make("button", {
      role: "tab", type: "button", id: `tab-${key}`, "aria-selected": "false", tabindex: "-1", text,
      onclick: () => select(key),
    }));
    const list = make("div", { role: "tablist", class: "tabs", "aria-label": label, onkeydown: (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const at = buttons.indexOf(document.activeElement);
      const next = buttons[(at + step + buttons.length) % buttons.length];
      next.focus();
      next.click();
      event.preventDefault();
      event.stopPropagation();
    } }, buttons);
    function select(key) {
      names.forEach(([name], index) => {
        buttons[index].setAttribute("aria-selected", String(name === key));
        buttons[index].tabIndex = name === key ? 0 : -1;
      });
      choose(key);
    }
    return { element: list, select };
  }

  // Steps of an axis that ends at `most`: multiples of 1, 2 or 5 times a power of ten, at most `count` of them.
  function ticks(most, count) {
    const rough = most / Math.max(count, 1);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
    return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) => index * step);
  }

  // Operations in order, as wide as they take time, with the memory in use as a curve over them and an axis of time below.
  const LEFT = 66; // room for the labels of memory, in pixels
  const RIGHT = 12;
  const AXIS = 20;

  class Timeline {
    constructor(choose) {
      this.rows = [];
      this.capacity = 0;
      this.selected = -1;
      this.byTime = true;
      this.canvas = make("canvas", { tabindex: "0", role: "slider", "aria-label": "Operations over estimated time, with L1 in use",
        "aria-valuemin": "1", "aria-valuenow": "0" });
      this.element = make("div", { class: "timeline" }, this.canvas);
      const at = (event) => this.index(event.offsetX);
      this.canvas.addEventListener("click", (event) => choose(at(event)));
      this.canvas.addEventListener("mousemove", (event) => {
        const row = this.rows[at(event)];
        this.canvas.title = row ? this.describe(row) : "";
      });
      this.canvas.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step || !this.rows.length) return;
        choose(Math.min(Math.max(this.selected + step, 0), this.rows.length - 1));
        event.preventDefault();
        event.stopPropagation();
      });
      new ResizeObserver(() => this.draw()).observe(this.element);
      onColors(() => this.draw());
    }

    describe(row) {
      return `${row.label}: ${microseconds(row.time)} estimated, L1 ${bytes(row.l1)} per bank`;
    }

    // Rows are {label, time in ns, l1 in bytes per bank}; `capacity` is a bank's size in bytes.
    show(rows, capacity) {
      this.rows = rows;
      this.capacity = capacity;
      this.starts = [];
      let total = 0;
      for (const row of rows) {
        this.starts.push(total);
        total += row.time || 0;
      }
      this.total = total;
      this.canvas.setAttribute("aria-valuemax", String(rows.length));
      this.draw();
    }

    select(index) {
      this.selected = index;
      const row = this.rows[index];
      this.canvas.setAttribute("aria-valuenow", String(index + 1));
      this.canvas.setAttribute("aria-valuetext", row ? this.describe(row) : "");
      this.draw();
    }

    // Where an operation begins: by its time, as the axis says.
    left(index) {
      const count = this.rows.length;
      if (index >= count) return this.width - RIGHT;
      const share = this.total ? this.starts[index] / this.total : index / count;
      return LEFT + (this.width - LEFT - RIGHT) * share;
    }

    index(x) {
      let low = 0;
      let high = this.rows.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (this.left(middle) <= x) low = middle;
        else high = middle - 1;
      }
      // Operations without time, such as deallocations, begin where the next one does.
      while (low > 0 && !this.rows[low].time && this.left(low) > x - 1) low -= 1;
      return low;
    }

    draw() {
      const { clientWidth, clientHeight } = this.element;
      const scale = devicePixelRatio || 1;
      this.width = clientWidth;
      this.canvas.width = Math.round(clientWidth * scale);
      this.canvas.height = Math.round(clientHeight * scale);
      const context = this.canvas.getContext("2d");
      context.scale(scale, scale);
      if (!this.rows.length || !clientWidth) return;
      const bottom = clientHeight - AXIS;
      const bars = 24;
      const room = bottom - bars - 5;
      const most = this.rows.reduce((longest, row) => Math.max(longest, row.time || 0), 1);
      this.drawCurve(context, room);
      this.rows.forEach((row, index) => {
        const x = this.left(index);
        if (!row.time && this.total && index !== this.selected) return;
        const wide = Math.max(this.left(index + 1) - x - 0.5, 1);
        context.fillStyle = css(heat((row.time || 0) / most));
        context.fillRect(x, bottom - bars, wide, bars);
        this.drawName(context, row, x, wide, bottom - bars / 2, heat((row.time || 0) / most));
        if (index === this.selected) {
          context.strokeStyle = color("accent");
          context.lineWidth = 2;
          context.strokeRect(x, 15, Math.max(wide, 2), bottom - 16);
        }
      });
      this.drawAxis(context, bottom);
    }

    // The operation's name without its dialect, if it fits.
    drawName(context, row, x, wide, middle, fill) {
      const name = String(row.label).split(" ")[0].replace(/^\w+\./, "");
      context.font = "11px system-ui, sans-serif";
      if (wide < 24 || context.measureText(name).width + 8 > wide) return;
      context.fillStyle = ink(fill);
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillText(name, x + wide / 2, middle);
      context.textAlign = "left";
    }

    // Time from left to right, in one unit.
    drawAxis(context, bottom) {
      context.strokeStyle = color("muted");
      context.fillStyle = color("muted");
      context.lineWidth = 1;
      context.font = "11px system-ui, sans-serif";
      context.textBaseline = "top";
      const right = this.width - RIGHT;
      context.beginPath();
      context.moveTo(LEFT, bottom + 0.5);
      context.lineTo(right, bottom + 0.5);
      const places = this.total ? ticks(this.total / 1000, (right - LEFT) / 90) : [];
      const digits = places.length > 1 ? Math.max(0, -Math.floor(Math.log10(places[1]) + 1e-9)) : 0;
      const shown = [];
      for (const place of places) {
        const x = LEFT + ((right - LEFT) * place * 1000) / this.total;
        context.moveTo(x + 0.5, bottom);
        context.lineTo(x + 0.5, bottom + 4);
        shown.push(`${place.toFixed(digits)} µs`);
        const half = context.measureText(shown.at(-1)).width / 2;
        context.textAlign = "center";
        context.fillText(shown.at(-1), Math.min(Math.max(x, half + 2), this.width - half - 2), bottom + 6);
      }
      context.stroke();
      context.textAlign = "left";
      context.textBaseline = "alphabetic";
      this.canvas.dataset.ticks = shown.join(" ");
    }

    drawCurve(context, room) {
      const peak = this.rows.reduce((most, row) => Math.max(most, row.l1 || 0), 0);
      if (!this.rows.some((row) => typeof row.l1 === "number")) return;
      const top = Math.max(peak * 1.15, 1);
      const height = (value) => 16 + (room - 16) * (1 - (value || 0) / top);
      context.beginPath();
      context.moveTo(LEFT, room);
      this.rows.forEach((row, index) => {
        context.lineTo(this.left(index), height(row.l1));
        context.lineTo(this.left(index + 1), height(row.l1));
      });
      context.lineTo(this.width - RIGHT, room);
      context.closePath();
      context.fillStyle = color("curve-fill");
      context.fill();
      context.strokeStyle = color("curve");
      context.lineWidth = 1.5;
      context.stroke();
      context.fillStyle = color("muted");
      context.font = "11px system-ui, sans-serif";
      const share = this.capacity ? `, ${((100 * peak) / this.capacity).toFixed(1)} % of ${bytes(this.capacity)}` : "";
      context.fillText(`L1 per bank while each op runs: peak ${bytes(peak)}${share}; time from left to right (both estimated)`, 6, 11);
      context.textAlign = "right";
      if (peak) context.fillText(bytes(peak), LEFT - 5, Math.min(height(peak) + 4, room - 14));
      context.fillText("0 B", LEFT - 5, room);
      context.textAlign = "left";
    }
  }

  return { make, find, fill, embedded, themeChoice, labelled, onColors, isDark, color, heat, css, ink, microseconds, bytes, scientific, significant, verdictText, rowText,
    remember, LongList, CodeView, Timeline, tabs };
})();
