import { errorJson } from "@helve/core";
import { helveMethods, type TryCallParams, type TryCallResult } from "@helve/language-server";
import * as vscode from "vscode";
import { affectsRules } from "./affects-rules.ts";
import type { PanelMessage, RuleFile, TryInput } from "./panel-messages.ts";
import { showError } from "./plain-text.ts";
import { servedSchemes } from "./served-documents.ts";
import type { HelveServer } from "./server-process.ts";
import { panelHtml } from "./try-panel/panel-html.ts";
import { readRequest } from "./try-panel/read-request.ts";

/** The panel "Try a command": what rules decide about a call that is typed. Nothing runs. */
export class TryPanel implements vscode.Disposable {
  readonly #server: HelveServer;
  readonly #extension: vscode.Uri;
  readonly #subscriptions: vscode.Disposable[];
  #panel: vscode.WebviewPanel | undefined;
  /** The rule file, or file of tests, that was edited last. */
  #active: string | undefined;
  /** The rule files that the page knows. */
  #files: ReadonlySet<string> = new Set();
  #isListing = false;
  #isOutdated = false;
  /** The call that is being judged: the next one replaces it. */
  #trying = new vscode.CancellationTokenSource();

  constructor(server: HelveServer, extension: vscode.Uri) {
    this.#server = server;
    this.#extension = extension;
    this.#activate(vscode.window.activeTextEditor);
    this.#subscriptions = [
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#activate(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (affectsRules(document)) this.refresh();
      }),
      vscode.window.registerWebviewPanelSerializer("helve.try", {
        deserializeWebviewPanel: async (panel) => this.#open(panel),
      }),
    ];
  }

  /** Shows the panel beside the editor. */
  show(): void {
    if (this.#panel === undefined) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
      this.#open(vscode.window.createWebviewPanel("helve.try", "Try a Command", column));
    } else this.#panel.reveal();
  }

  /** Judges again what is typed: the rules may have changed. */
  refresh(): void {
    this.#post({ type: "changed" });
  }

  /** Lists the rule files again, and judges again what is typed. */
  filesChanged(): void {
    void this.#sendFiles();
  }

  /** Shows the page in a panel: a new one, or one of the last session. There is one at a time. */
  #open(panel: vscode.WebviewPanel): void {
    this.#panel?.dispose();
    this.#panel = panel;
    const root = vscode.Uri.joinPath(this.#extension, "media");
    panel.webview.options = { enableScripts: true, localResourceRoots: [root] };
    panel.iconPath = vscode.Uri.joinPath(this.#extension, "icon.png");
    panel.webview.onDidReceiveMessage((message: unknown) => this.#answer(message));
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    panel.webview.html = panelHtml({
      cspSource: panel.webview.cspSource,
      script: String(panel.webview.asWebviewUri(vscode.Uri.joinPath(root, "try.js"))),
      styles: String(panel.webview.asWebviewUri(vscode.Uri.joinPath(root, "try.css"))),
    });
  }

  async #answer(message: unknown): Promise<void> {
    const request = readRequest(message);
    switch (request?.type) {
      case "ready":
        return this.#sendFiles();
      case "try":
        return this.#post({ type: "result", id: request.id, result: await this.#try(request.input) });
      case "reveal":
        return this.#reveal(request.uri, request.line);
    }
  }

  async #try(input: TryInput): Promise<TryCallResult> {
    this.#trying.cancel();
    this.#trying.dispose();
    const trying = new vscode.CancellationTokenSource();
    this.#trying = trying;
    const params = tryParams(input);
    if (typeof params === "string") return { kind: "problem", message: params };
    try {
      return await this.#server.request<TryCallResult>(helveMethods.tryCall, params, trying.token);
    } catch (error) {
      return { kind: "problem", message: errorJson(error).message };
    }
  }

  async #reveal(uri: string, line: number): Promise<void> {
    if (!this.#files.has(uri)) return;
    const selection = new vscode.Range(line, 0, line, 0);
    try {
      const options = { selection, viewColumn: vscode.ViewColumn.One };
      await vscode.window.showTextDocument(vscode.Uri.parse(uri), options);
    } catch (error) {
      showError(`The rule can't be shown: ${errorJson(error).message}`);
    }
  }

  #activate(editor: vscode.TextEditor | undefined): void {
    if (editor?.document.languageId !== "agentspec") return;
    const { uri } = editor.document;
    if (!servedSchemes().includes(uri.scheme) || String(uri) === this.#active) return;
    this.#active = String(uri);
    void this.#sendFiles();
  }

  async #sendFiles(): Promise<void> {
    this.#isOutdated = true;
    if (this.#isListing) return;
    this.#isListing = true;
    try {
      while (this.#isOutdated && this.#panel !== undefined) {
        this.#isOutdated = false;
        const found = await vscode.workspace.findFiles("**/*.agentspec", "**/{node_modules,.git,dist}/**", 1000);
        this.#showFiles(found.map(String).sort());
      }
    } finally {
      this.#isListing = false;
    }
  }

  /** Shows files and the active one; of a file of tests, the rules beside it. */
  #showFiles(found: readonly string[]): void {
    const beside = this.#active?.replace(/\.test\.agentspec$/, ".agentspec");
    const active = beside === this.#active || found.includes(beside ?? "") ? beside : undefined;
    const uris = new Set([...found, ...(active === undefined ? [] : [active])]);
    const files = [...uris].filter((uri) => !uri.endsWith(".test.agentspec")).map(ruleFile);
    this.#files = new Set(files.map(({ uri }) => uri));
    this.#post({ type: "files", files, active });
  }

  #post(message: PanelMessage): void {
    void this.#panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.#trying.dispose();
    this.#panel?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** Returns the URI and the short name of a rule file. */
function ruleFile(uri: string): RuleFile {
  return { uri, name: vscode.workspace.asRelativePath(vscode.Uri.parse(uri)) };
}

/** Creates the request for the typed command; returns an error message if it is invalid. */
function tryParams({ uri, language, text, tool }: TryInput): TryCallParams | string {
  if (uri === "") return "there is no rule file in the workspace: create one with `helve init`, or open one";
  if (language !== "tool") return { uri, language, code: text };
  try {
    return { uri, tool, args: JSON.parse(text.trim() === "" ? "{}" : text) };
  } catch (error) {
    return `the arguments must be a JSON object (${errorJson(error).message})`;
  }
}
