// Runs Python in a worker, so that the page stays responsive. The page starts this file as a module
// from a data: address, because pages from disk cannot load workers or modules by their paths.
const BASE = "https://playground.invalid/";
const files = new Map();
let pyodide, session;

// Python's parts come from the page instead of the network. Everything else is a real request.
const request = self.fetch.bind(self);
self.fetch = async (resource, options) => {
  const url = String(resource?.url ?? resource);
  const data = files.get(url.slice(url.lastIndexOf("/") + 1));
  if (!data) {
    return request(resource, options);
  }
  const type = url.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(data, { headers: { "Content-Type": type } });
};

async function unpacked(buffer) {
  const stream = new Blob([buffer]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

function module(name) {
  const type = { type: "text/javascript" };
  return import(URL.createObjectURL(new Blob([files.get(name)], type)));
}

async function start(packed) {
  await Promise.all(
    Object.entries(packed).map(async ([name, buffer]) => files.set(name, await unpacked(buffer))),
  );
  // In Pyodide 0.27, the second script is no module, and defines a global function.
  const glue = files.has("pyodide.asm.mjs") ? "pyodide.asm.mjs" : "pyodide.asm.js";
  const [{ loadPyodide, version }, { default: createPyodideModule }] = await Promise.all([
    module("pyodide.mjs"),
    module(glue),
  ]);
  pyodide = await loadPyodide({
    indexURL: BASE,
    lockFileContents: new TextDecoder().decode(files.get("pyodide-lock.json")),
    packageBaseUrl: `https://cdn.jsdelivr.net/pyodide/v${version}/full/`,
    createPyodideModule,
    env: { HOME: "/home/pyodide" },
  });
  pyodide.unpackArchive(files.get("site-packages.zip"), "zip", {
    extractDir: pyodide.runPython("import site; site.getsitepackages()[0]"),
  });
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  session = pyodide.pyimport("session");
  session.load();
}

function plain(result) {
  const value = result.toJs({ dict_converter: Object.fromEntries });
  result.destroy();
  return value;
}

function runOnce(command, program) {
  return plain(session.run(command, program));
}

async function answer({ command, program }) {
  const result = runOnce(command, program);
  if (!result.needs.length) {
    return result;
  }
  const names = result.needs.join(" and ");
  const problems = [];
  postMessage({ kind: "status", text: `Loading ${names}` });
  try {
    const noteProblem = (text) => problems.push(text);
    await pyodide.loadPackage(result.needs, { errorCallback: noteProblem, messageCallback() {} });
  } catch (error) {
    problems.push(error.message);
  }
  if (!problems.length) {
    return runOnce(command, program);
  }
  const reason = ` (${problems.at(-1).trim().split("\n").at(-1)})`;
  const errors =
    `This command needs ${names}. The folder of this page does not contain them, and they could ` +
    `not be loaded from Pyodide's release${reason}. TTNN, C++, Python and binaries do not need them.\n`;
  return { ...result, errors };
}

self.onmessage = async ({ data }) => {
  try {
    if (data.kind === "start") {
      await start(data.files);
      postMessage({ kind: "ready" });
    } else if (data.kind === "check") {
      const problems = plain(session.problems(data.program));
      const colors = plain(session.colors(data.program));
      postMessage({ kind: "problems", number: data.number, problems, colors });
    } else if (data.kind === "ask") {
      const found = session[data.what](data.program, data.line, data.column);
      const value = found?.toJs ? plain(found) : found ?? null;
      postMessage({ kind: "answer", number: data.number, value });
    } else {
      postMessage({ kind: "result", id: data.id, ...(await answer(data)) });
    }
  } catch (error) {
    postMessage({ kind: "failure", id: data.id, text: String(error) });
  }
};
