"use strict";
// Where graphs come from: a server that compiles, or the data in the page itself, of which nothing can be changed.

class ServerBackend {
  constructor(about) {
    this.about = about;
    this.editable = true;
    this.path = null;
  }

  static async connect() {
    const [about] = await ServerBackend.send("models", "", {});
    return new ServerBackend(about);
  }

  static async send(command, path, settings) {
    const response = await fetch("apipost/v1/send_command", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ cmdId: command, extensionId: "tt_adapter", modelPath: path, settings, deleteAfterConversion: false }),
    });
    let answer;
    try {
      answer = await response.json();
    } catch (error) {
      throw new Error(`the server answered ${response.status} ${response.statusText}`);
    }
    if (answer.error) throw Object.assign(new Error(answer.error), { diagnostics: answer.diagnostics || [] });
    if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`);
    return answer.graphs;
  }

  async ask(command, settings = {}) {
    return ServerBackend.send(command, this.path, settings);
  }

  async upload(file) {
    const form = new FormData();
    form.append("file", file);
    const response = await fetch("apipost/v1/upload", { method: "POST", body: form });
    const answer = await response.json();
    if (!response.ok || answer.error) throw new Error(answer.error || `the server answered ${response.status}`);
    return answer.path;
  }

  // A model that cannot be opened leaves the one before.
  async open(path) {
    const before = this.path;
    this.asked = this.path = path;
    try {
      return await this.graph();
    } catch (error) {
      this.path = before;
      throw error;
    }
  }

  async reload() {
    this.asked = this.path;
    await this.ask("reload");
    return this.graph();
  }

  // The graph of a model that does not compile, which becomes the one that is open.
  async source() {
    this.path = this.asked;
    const [graph] = await this.ask("convert", { stage: "source", views: true });
    return graph;
  }

  // The text of the file that was opened last, or could not be.
  async text() {
    const response = await fetch(`api/v1/read_text_file?path=${encodeURIComponent(this.asked)}`);
    const answer = await response.json();
    if (answer.error) throw new Error(answer.error);
    return answer.content;
  }

  async graph() {
    const [graph] = await this.ask("convert", { stage: "ttnn", views: true });
    return graph;
  }

  // Change policy, board or overrides; an Error, with its diagnostics, leaves all as it was.
  async change(settings) {
    const [answer] = await this.ask("override", settings);
    if (!answer.success) throw Object.assign(new Error(answer.error), { diagnostics: answer.diagnostics || [] });
    return this.graph();
  }

  async undo() {
    await this.ask("undo");
    return this.graph();
  }

  async choices(node) {
    return (await this.ask("choices", { node }))[0];
  }

  async attempt(node, layout) {
    return (await this.ask("try", { node, layout }))[0];
  }

  async sources() {
    return (await this.ask("sources"))[0];
  }

  async stages() {
    return this.ask("stages");
  }

  async stage(number) {
    const [graph] = await this.ask("convert", { stage: number, views: true });
    return graph;
  }

  async compare() {
    return this.ask("compare");
  }

  // Run on the simulator, and validate on inputs; `told` hears of each state. Resolves when it is over.
  async run(policy, overrides, inputs, told) {
    await this.ask("execute", { optimizationPolicy: policy, overrides, verify_numerics: inputs });
    for (;;) {
      const [state] = await this.ask("status_check");
      told(state);
      if (state.isDone) return state;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }

  async cancel() {
    await this.ask("cancel");
  }
}

class EmbeddedBackend {
  constructor(data) {
    this.data = data;
    this.editable = false;
    this.path = data.graph.summary ? data.graph.summary.model : "graph";
    this.failed = Boolean(data.error);
    this.about = { models: [], given: [this.path], boards: [], policies: [], canRun: false };
  }

  async open() {
    if (this.failed) throw Object.assign(new Error(this.data.error.message), { diagnostics: this.data.error.diagnostics });
    return this.data.graph;
  }

  async source() {
    return this.data.graph;
  }

  async text() {
    return this.data.file;
  }

  async graph() {
    return this.data.graph;
  }

  async sources() {
    return this.data.sources || {};
  }

  async stages() {
    return this.data.stages || [];
  }

  // The graph of a stage that has changed nothing is that of the one before.
  async stage(number) {
    const { stages } = this.data;
    if (stages[number].graph) return stages[number].graph;
    let before = number;
    while (!stages[before].graph) before -= 1;
    const { graph } = stages[before];
    const changes = { added: [], changed: [], removed: [] };
    return { ...graph, summary: { ...graph.summary, stage: stages[number].name, changes } };
  }

  async compare() {
    return this.data.compared || [];
  }
}
