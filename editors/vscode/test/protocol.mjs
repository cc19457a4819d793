// A session with the real server: opens a file with an error, and expects its diagnostic and hover.
// Usage: npm test [-- PATH_OF_TTMLIR_LSP]
import assert from "node:assert";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import rpc from "vscode-jsonrpc/node.js";
import textmate from "vscode-textmate";
import oniguruma from "vscode-oniguruma";

const TEXT = `func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.emty() : tensor<32x32xf32>
  return %a : tensor<32x32xf32>
}
`;
const uri = "file:///model.mlir";
const server = spawn(process.argv[2] ?? "ttmlir-lsp", ["--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = rpc.createMessageConnection(
  new rpc.StreamMessageReader(server.stdout),
  new rpc.StreamMessageWriter(server.stdin),
);
const published = new Promise((resolve) =>
  connection.onNotification("textDocument/publishDiagnostics", (params) => resolve(params.diagnostics)),
);
connection.listen();
const { capabilities } = await connection.sendRequest("initialize", {
  processId: process.pid, rootUri: null, capabilities: {}, initializationOptions: { costs: false },
});
assert.ok(capabilities.hoverProvider && capabilities.completionProvider && capabilities.renameProvider);
await connection.sendNotification("initialized", {});
await connection.sendNotification("textDocument/didOpen", {
  textDocument: { uri, languageId: "mlir", version: 1, text: TEXT },
});
const [error] = await published;
assert.match(error.message, /custom op 'tensor.emty' is unknown/);
assert.deepStrictEqual(error.range.start, { line: 1, character: 7 });
const hover = await connection.sendRequest("textDocument/hover", {
  textDocument: { uri }, position: { line: 2, character: 10 },
});
assert.match(hover.contents.value, /%a : tensor<32x32xf32>/);
await connection.sendRequest("shutdown");
await connection.sendNotification("exit");

// The colours of the grammar, by the library that VS Code uses.
const require = createRequire(import.meta.url);
await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () =>
    textmate.parseRawGrammar(
      readFileSync(new URL("../syntaxes/mlir.tmLanguage.json", import.meta.url), "utf8"), "mlir.json",
    ),
});
const grammar = await registry.loadGrammar("source.mlir");
const line = '  %1 = "ttir.abs"(%a) <{dimension = 1 : si32}> : tensor<2x3xf32> loc(#loc) // done';
const colours = Object.fromEntries(
  grammar.tokenizeLine(line, textmate.INITIAL).tokens.map((token) => [
    line.slice(token.startIndex, token.endIndex), token.scopes.at(-1),
  ]),
);
assert.strictEqual(colours['"ttir.abs"'], "entity.name.function.operation.mlir");
assert.strictEqual(colours["%a"], "variable.other.value.mlir");
assert.strictEqual(colours["dimension"], "entity.other.attribute-name.mlir");
assert.strictEqual(colours["f32"], "support.type.mlir");
assert.strictEqual(colours["// done"], "comment.line.double-slash.mlir");
console.log("ok");
process.exit(0);
