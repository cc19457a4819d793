"use strict";
// A graph on a canvas: only what is seen is drawn, so that thousands of nodes move as easily as ten.

class GraphView {
  // `describe(id)` gives {title, lines, fill, changed} of a node; `choose(id)` and `enter(id)` are told what the user does.
  constructor({ describe, choose, enter, label }) {
    const { make } = common;
    this.describe = describe;
    this.choose = choose;
    this.enter = enter;
    this.nodes = [];
    this.edges = [];
    this.index = new Map();
    this.selected = null;
    this.found = new Set();
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.canvas = make("canvas", { id: "graph", tabindex: "0", role: "application", "aria-label": label,
      "aria-describedby": "graph-help" });
    this.element = make("div", { class: "graph" }, this.canvas);
    this.listen();
    new ResizeObserver(() => this.resize()).observe(this.element);
    common.onColors(() => this.redraw());
  }

  // A view of the data: nodes [id, x, y] and edges [source, target, points].
  show(view, width, height) {
    this.width = width;
    this.height = height;
    this.described = new Map();
    this.nodes = view.nodes.map(([id, x, y]) => ({ id, x, y })).sort((a, b) => a.y - b.y || a.x - b.x);
    this.index = new Map(this.nodes.map((node) => [node.id, node]));
    this.rows = [...new Set(this.nodes.map((node) => node.y))];
    this.up = new Map(this.nodes.map((node) => [node.id, []]));
    this.down = new Map(this.nodes.map((node) => [node.id, []]));
    this.edges = view.edges.map(([from, to, points]) => this.edge(view.nodes[from], view.nodes[to], points));
    this.size = view.size;
    this.redraw();
  }

  edge([source, x, y], [target, u, v], points) {
    this.down.get(source).push(target);
    this.up.get(target).push(source);
    const path = [[x + this.width / 2, y + this.height]];
    for (let i = 0; i < points.length; i += 2) path.push([points[i], points[i + 1]]);
    path.push([u + this.width / 2, v]);
    const xs = path.map((point) => point[0]);
    const ys = path.map((point) => point[1]);
    return { source, target, path, left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  }

  // What is said of nodes has changed.
  refresh() {
    this.described = new Map();
    this.redraw();
  }

  redraw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = null;
      const start = performance.now();
      this.draw();
      this.canvas.dataset.drawn = (performance.now() - start).toFixed(1);
      this.canvas.dataset.frames = Number(this.canvas.dataset.frames || 0) + 1;
      this.canvas.dataset.scale = this.scale.toFixed(4);
    });
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    this.canvas.width = Math.max(1, Math.round(this.element.clientWidth * ratio));
    this.canvas.height = Math.max(1, Math.round(this.element.clientHeight * ratio));
    if (!this.sized && this.element.clientWidth && this.nodes.length) {
      this.sized = true;
      this.start(this.first);
    }
    this.draw();
  }

  // ---- drawing ----

  draw() {
    const context = this.canvas.getContext("2d");
    const ratio = devicePixelRatio || 1;
    const { clientWidth, clientHeight } = this.element;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, clientWidth, clientHeight);
    context.setTransform(this.scale * ratio, 0, 0, this.scale * ratio, this.x * ratio, this.y * ratio);
    const seen = { left: -this.x / this.scale, top: -this.y / this.scale };
    seen.right = seen.left + clientWidth / this.scale;
    seen.bottom = seen.top + clientHeight / this.scale;
    this.drawEdges(context, seen);
    this.drawNodes(context, seen);
  }

  drawEdges(context, seen) {
    const plain = new Path2D();
    const strong = new Path2D();
    const curved = this.scale > 0.3;
    for (const edge of this.edges) {
      if (edge.right < seen.left || edge.left > seen.right || edge.bottom < seen.top || edge.top > seen.bottom) continue;
      if (edge.right - edge.left < 1 / this.scale && edge.bottom - edge.top < 2 / this.scale) continue;
      const path = edge.source === this.selected || edge.target === this.selected ? strong : plain;
      this.trace(path, edge.path, curved, seen);
    }
    context.lineJoin = "round";
    context.strokeStyle = common.color("edge");
    context.globalAlpha = this.scale > 0.3 ? 0.8 : 0.45;
    context.lineWidth = Math.max(1.2, 0.6 / this.scale);
    context.stroke(plain);
    context.globalAlpha = 1;
    context.strokeStyle = common.color("accent");
    context.lineWidth = Math.max(2.4, 1.2 / this.scale);
    context.stroke(strong);
  }

  trace(path, points, curved, seen) {
    path.moveTo(...points[0]);
    for (let i = 1; i < points.length; i++) {
      const [x, y] = points[i];
      const [u, v] = points[i - 1];
      if (Math.max(y, v) < seen.top || Math.min(y, v) > seen.bottom) path.moveTo(x, y);
      else if (curved && x !== u) path.bezierCurveTo(u, (y + v) / 2, x, (y + v) / 2, x, y);
      else path.lineTo(x, y);
    }
  }

  drawNodes(context, seen) {
    const first = this.firstBelow(seen.top - this.height);
    const texts = this.scale > 0.32;
    for (let i = first; i < this.nodes.length; i++) {
      const node = this.nodes[i];
      if (node.y > seen.bottom) break;
      if (node.x + this.width < seen.left || node.x > seen.right) continue;
      this.drawNode(context, node, texts);
    }
  }

  firstBelow(y) {
    let low = 0;
    let high = this.nodes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.nodes[middle].y < y) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  said(id) {
    if (!this.described.has(id)) this.described.set(id, this.describe(id));
    return this.described.get(id);
  }

  drawNode(context, node, texts) {
    const said = this.said(node.id);
    context.fillStyle = said.fill ? common.css(said.fill) : common.color("panel");
    const border = node.id === this.selected ? "accent" : this.found.has(node.id) ? "good" : said.changed ? "accent" : "edge";
    context.strokeStyle = common.color(border);
    context.lineWidth = node.id === this.selected ? 4 : this.found.has(node.id) || said.changed ? 3 : 1.2;
    if (texts) {
      context.setLineDash(said.changed && node.id !== this.selected ? [8, 4] : []);
      context.beginPath();
      context.roundRect(node.x, node.y, this.width, this.height, said.layer ? 2 : 9);
      context.fill();
      context.stroke();
      context.setLineDash([]);
      if (said.layer) context.strokeRect(node.x + 4, node.y + 4, this.width - 8, this.height - 8);
      this.drawText(context, node, said);
    } else {
      context.fillRect(node.x, node.y, this.width, this.height);
      if (context.lineWidth > 2 || this.scale > 0.08) {
        context.lineWidth = Math.max(context.lineWidth, context.lineWidth > 2 ? 2 / this.scale : 0);
        context.strokeRect(node.x, node.y, this.width, this.height);
      }
    }
  }

  drawText(context, node, said) {
    context.fillStyle = said.fill ? common.ink(said.fill) : common.color("text");
    context.textAlign = "center";
    const middle = node.x + this.width / 2;
    const title = node.y + (this.height - 15 * said.lines.length) / 2 + 4;
    context.font = "600 14px system-ui, sans-serif";
    context.fillText(this.shortened(context, said.title), middle, title);
    context.font = "11.5px system-ui, sans-serif";
    said.lines.forEach((line, index) => context.fillText(this.shortened(context, line), middle, title + 17 + 15 * index));
  }

  shortened(context, text) {
    const room = this.width - 14;
    if (context.measureText(text).width <= room) return text;
    let low = 0;
    let high = text.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (context.measureText(text.slice(0, middle) + "…").width <= room) low = middle;
      else high = middle - 1;
    }
    return text.slice(0, low) + "…";
  }

  // ---- moving ----

  // All of it, above the legend and the buttons.
  fit() {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || !this.size) return;
    const [width, height] = this.size;
    const scale = Math.min((clientWidth - 40) / Math.max(width, 1), (clientHeight - 74) / Math.max(height, 1));
    this.scale = Math.min(Math.max(scale, 0.01), 1.2);
    this.x = (clientWidth - width * this.scale) / 2;
    this.y = (clientHeight - 34 - height * this.scale) / 2;
    this.redraw();
  }

  // All of it where that can be read, else with this node, or the first one, in the middle.
  start(id) {
    this.first = id;
    const { clientWidth, clientHeight } = this.element;
    this.fit();
    if (this.scale >= 0.45 || !this.nodes.length || !clientWidth) return;
    const node = this.index.get(id) || this.nodes[0];
    this.scale = 0.7;
    this.x = clientWidth / 2 - (node.x + this.width / 2) * this.scale;
    this.y = clientHeight / 2 - (node.y + this.height / 2) * this.scale;
    this.redraw();
  }

  zoom(factor, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2) {
    const scale = Math.min(Math.max(this.scale * factor, 0.01), 3);
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.redraw();
  }

  move(x, y) {
    this.x += x;
    this.y += y;
    this.redraw();
  }

  // Where the middle of a node is in the window.
  center(id) {
    const node = this.index.get(id);
    const box = this.canvas.getBoundingClientRect();
    return node && [box.left + this.x + (node.x + this.width / 2) * this.scale, box.top + this.y + (node.y + this.height / 2) * this.scale];
  }

  reveal(id) {
    const node = this.index.get(id);
    if (!node) return;
    const { clientWidth, clientHeight } = this.element;
    const [x, y] = [this.x + (node.x + this.width / 2) * this.scale, this.y + (node.y + this.height / 2) * this.scale];
    if (this.scale < 0.3) {
      this.scale = 0.8;
      this.x = clientWidth / 2 - (node.x + this.width / 2) * this.scale;
      this.y = clientHeight / 2 - (node.y + this.height / 2) * this.scale;
    } else if (x < 60 || x > clientWidth - 60 || y < 40 || y > clientHeight - 40) {
      this.move(clientWidth / 2 - x, clientHeight / 2 - y);
    }
    this.redraw();
  }

  select(id) {
    this.selected = id;
    if (id !== null) this.reveal(id);
    this.redraw();
  }

  at(x, y) {
    const [u, v] = [(x - this.x) / this.scale, (y - this.y) / this.scale];
    for (let i = this.firstBelow(v - this.height); i < this.nodes.length && this.nodes[i].y <= v; i++) {
      if (this.nodes[i].x <= u && u <= this.nodes[i].x + this.width) return this.nodes[i].id;
    }
    return null;
  }

  // ---- what the user does ----

  listen() {
    let dragged = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      dragged = { x: event.clientX, y: event.clientY, moved: false };
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!dragged) {
        this.canvas.style.cursor = this.at(event.offsetX, event.offsetY) === null ? "grab" : "pointer";
        return;
      }
      const [x, y] = [event.clientX - dragged.x, event.clientY - dragged.y];
      if (!dragged.moved && Math.hypot(x, y) < 4) return;
      this.move(x, y);
      dragged = { x: event.clientX, y: event.clientY, moved: true };
    });
    this.canvas.addEventListener("pointerup", (event) => {
      if (dragged && !dragged.moved) this.choose(this.at(event.offsetX, event.offsetY));
      dragged = null;
    });
    this.canvas.addEventListener("pointercancel", () => { dragged = null; });
    this.canvas.addEventListener("dblclick", (event) => {
      const id = this.at(event.offsetX, event.offsetY);
      if (id !== null) this.enter(id);
    });
    this.canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (event.shiftKey) this.move(-event.deltaY, 0);
      else this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.offsetX, event.offsetY);
    }, { passive: false });
    this.canvas.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      ArrowDown: () => this.step(this.down), ArrowUp: () => this.step(this.up),
      ArrowRight: () => this.beside(1), ArrowLeft: () => this.beside(-1),
      Enter: () => this.selected !== null && this.enter(this.selected),
      "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8), 0: () => this.fit(),
    };
    const act = actions[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  }

  step(links) {
    if (!this.index.has(this.selected)) {
      if (this.nodes.length) this.choose(this.nodes[0].id);
      return;
    }
    const [next] = links.get(this.selected);
    if (next !== undefined) this.choose(next);
  }

  beside(step) {
    const at = this.nodes.findIndex((node) => node.id === this.selected);
    const next = this.nodes[at + step];
    if (next) this.choose(next.id);
  }
}
