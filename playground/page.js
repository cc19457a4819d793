// The page: it loads the parts of Python, sends commands to the worker, and shows the results.
const find = (id) => document.getElementById(id);
const TASKS = [
  ["TTNN", "ttmlir-compile program.mlir --emit=ttnn"],
  ["C++", "ttmlir-compile program.mlir --emit=cpp"],
  ["Python", "ttmlir-compile program.mlir --emit=python"],
  ["Binary", "ttmlir-compile program.mlir -o program.ttnn"],
  ["Estimate", "ttrt perf program.ttnn --result-file="],
  ["Simulate", "ttrt run program.ttnn --init randn --result-file="],
];
const BINARY = "program.ttnn";
const parts = new Map();
const waiting = [];
const editor = Editor.create(find("editor"), {
  label: "Program in MLIR's text: TTIR, StableHLO or TOSA",
  ask,
  changed: checkSoon,
});
const questions = new Map();
let worker, question = 0, number = 0, current = null, isReady = false, version = 0, timer = 0;

function playgroundPart(name, text) {
  parts.set(name, text);
}

function loadScript(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `parts/${encodeURIComponent(name)}.js`;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${script.src} cannot be read`));
    document.head.append(script);
  });
}

async function loadPart(name) {
  await loadScript(name);
  const answer = await fetch(`data:application/octet-stream;base64,${parts.get(name)}`);
  return [name, await answer.arrayBuffer()];
}

function show(text) {
  find("status").textContent = text;
}

async function startWorker() {
  isReady = false;
  show("Loading Python …");
  const source = new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`);
  worker = new Worker(source, { type: "module" });
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (event) => show(`The worker cannot start: ${event.message ?? "no reason given"}`);
  try {
    const files = Object.fromEntries(await Promise.all(PARTS.map(loadPart)));
    worker.postMessage({ kind: "start", files }, Object.values(files));
  } catch (error) {
    show(error.message);
  }
}

function receive(message) {
  if (message.kind === "status") {
    show(`${message.text} …`);
  } else if (message.kind === "ready") {
    isReady = true;
    document.body.dataset.ready = "true";
    show("Ready");
    next();
    checkSoon();
  } else if (message.kind === "problems") {
    if (message.number === version) {
      showProblems(message.problems);
      editor.mark(message.problems, message.colors);
    }
  } else if (message.kind === "answer") {
    questions.get(message.number)?.(message.value);
    questions.delete(message.number);
  } else if (message.kind === "result") {
    finish();
    showResult(message);
    next();
  } else {
    finish();
    show(isReady ? "Ready" : "Python cannot start");
    showMessages(message.text);
    document.body.dataset.result = message.id ?? 0;
    next();
  }
}

function finish() {
  current = null;
  find("stop").hidden = true;
  show("Ready");
}

function next() {
  if (isReady && !current && waiting.length) {
    current = waiting.shift();
    find("stop").hidden = false;
    show(`Running ${current.command.split(" ")[0]} …`);
    worker.postMessage({ kind: "run", ...current });
  }
}

// A run replaces those that wait: the page shows one result.
function run(command) {
  find("command").value = command;
  const program = editor.text;
  waiting.length = 0;
  if (command.startsWith("ttrt ") && command.includes(BINARY)) {
    waiting.push({ id: ++number, command: TASKS[3][1], program, isStep: true });
  }
  waiting.push({ id: ++number, command, program });
  if (!isReady) {
    show("Loading Python; the command runs next …");
  }
  next();
}

// The text is checked when the user pauses. The worker answers between commands.
function checkSoon() {
  version += 1;
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (isReady) {
      worker.postMessage({ kind: "check", number: version, program: editor.text });
    }
  }, 400);
}

function showProblems(problems) {
  find("problems").hidden = !problems.length;
  find("problems").replaceChildren(
    ...problems.map(({ line, column, severity, message }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${line}:${column}: ${severity}: ${message}`;
      button.onclick = () => editor.select(line - 1, column - 1);
      const item = document.createElement("li");
      item.append(button);
      return item;
    }),
  );
  document.body.dataset.checked = version;
}

function ask(what, line, column) {
  return new Promise((resolve) => {
    if (!isReady || current) {
      resolve(null); // the worker is busy
      return;
    }
    questions.set(++question, resolve);
    const program = editor.text;
    worker.postMessage({ kind: "ask", number: question, what, program, line, column });
  });
}

function showMessages(text) {
  find("errors").hidden = !text;
  find("errors").textContent = text;
}

function showResult({ id, code, text, cut, errors, files, seconds }) {
  if (waiting.length && code === 0) {
    return; // the binary is compiled, and the command that reads it follows
  }
  waiting.length = 0;
  showMessages(errors);
  find("output").textContent = cut ? `${text}\n… ${cut} characters more` : text;
  const end = code === 0 ? "Done" : `Exit code ${code}`;
  find("summary").replaceChildren(`${end} after ${seconds.toFixed(2)} s`);
  for (const [name, data] of Object.entries(files)) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([data]));
    link.download = name;
    link.textContent = `${name} (${data.length.toLocaleString("en")} bytes)`;
    find("summary").append(link);
  }
  document.body.dataset.result = id;
}

function stop() {
  worker.terminate();
  for (const resolve of questions.values()) {
    resolve(null);
  }
  questions.clear();
  waiting.length = 0;
  finish();
  find("summary").replaceChildren("Stopped");
  startWorker();
}

for (const [title, command] of TASKS) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = title;
  button.title = command;
  button.onclick = () => run(command);
  find("tasks").append(button);
}
for (const title of Object.keys(EXAMPLES)) {
  find("example").append(new Option(title, title));
}
find("example").onchange = () => {
  editor.text = EXAMPLES[find("example").value];
};
find("example").onchange();
find("command").value = TASKS[0][1];
find("libraries").textContent = PARTS.some((name) => name.startsWith("numpy"))
  ? "they are in this folder"
  : "the page loads them from Pyodide's release when a command needs them";
find("form").onsubmit = (event) => {
  event.preventDefault();
  run(find("command").value.trim());
};
find("stop").onclick = stop;
startWorker();
