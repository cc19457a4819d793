// Starts ttmlir-lsp for MLIR files, and offers its commands.
import * as vscode from "vscode";
import { LanguageClient, ShowDocumentParams, ShowDocumentResult } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const settings = vscode.workspace.getConfiguration("ttmlir");
  client = new LanguageClient(
    "ttmlir",
    "MLIR",
    { command: settings.get<string>("server", "ttmlir-lsp"), args: ["--stdio"] },
    {
      documentSelector: [{ language: "mlir" }],
      initializationOptions: {
        costs: settings.get<boolean>("costs", true),
        revision: settings.get<string>("revision", ""),
      },
      middleware: { window: { showDocument: showBeside } },
    },
  );
  context.subscriptions.push(vscode.commands.registerCommand("ttmlir.chooseStage", chooseStage));
  try {
    await client.start();
  } catch {
    const advice = "ttmlir-lsp does not start: pip install 'ttmlir_py[lsp]', or set ttmlir.server";
    void vscode.window.showErrorMessage(advice);
  }
}

export function deactivate(): Thenable<void> | undefined {
  return client?.stop();
}

/** Show the text that a command made next to the file, which keeps the focus. */
async function showBeside(shown: ShowDocumentParams): Promise<ShowDocumentResult> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(shown.uri));
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside, true);
  return { success: true };
}

/** Let the user choose a pass of the pipeline, and show the module after it. */
async function chooseStage(): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri.toString();
  if (client === undefined || uri === undefined) {
    return;
  }
  const run = (command: string, ...rest: unknown[]) =>
    client!.sendRequest<unknown>("workspace/executeCommand", { command, arguments: [uri, ...rest] });
  const passes = (await run("ttmlir.listPasses")) as string[] | null;
  if (passes === null) {
    return;
  }
  const items = passes.map((label, number) => ({ label, description: `pass ${number + 1}`, number }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: "Show the IR after" });
  if (chosen !== undefined) {
    await run("ttmlir.showPass", chosen.number);
  }
}
