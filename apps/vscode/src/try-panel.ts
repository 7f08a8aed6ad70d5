import { helveMethods, type TryCallParams, type TryCallResult } from "@helve/language-server";
import * as vscode from "vscode";
import { affectsRules } from "./affects-rules.ts";
import type { PanelMessage, PanelRequest, RuleFile, TryInput } from "./panel-messages.ts";
import type { HelveServer } from "./server-process.ts";
import { panelHtml } from "./try-panel/panel-html.ts";

/** The panel "Try a command": what rules decide about a call that is typed. Nothing runs. */
export class TryPanel implements vscode.Disposable {
  readonly #server: HelveServer;
  readonly #extension: vscode.Uri;
  readonly #subscriptions: vscode.Disposable[];
  #panel: vscode.WebviewPanel | undefined;
  /** The rule file that was edited last. */
  #active: string | undefined;

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

  #open(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    const root = vscode.Uri.joinPath(this.#extension, "media");
    panel.webview.options = { enableScripts: true, localResourceRoots: [root] };
    panel.iconPath = vscode.Uri.joinPath(this.#extension, "icon.png");
    panel.webview.onDidReceiveMessage((message: PanelRequest) => this.#answer(message));
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    panel.webview.html = panelHtml({
      cspSource: panel.webview.cspSource,
      script: String(panel.webview.asWebviewUri(vscode.Uri.joinPath(root, "try.js"))),
      styles: String(panel.webview.asWebviewUri(vscode.Uri.joinPath(root, "try.css"))),
    });
  }

  async #answer(message: PanelRequest): Promise<void> {
    switch (message.type) {
      case "ready":
        return this.#sendFiles();
      case "try":
        return this.#post({ type: "result", id: message.id, result: await this.#try(message.input) });
      case "reveal": {
        const selection = new vscode.Range(message.line, 0, message.line, 0);
        const viewColumn = vscode.ViewColumn.One;
        await vscode.window.showTextDocument(vscode.Uri.parse(message.uri), { selection, viewColumn });
      }
    }
  }

  async #try(input: TryInput): Promise<TryCallResult> {
    const params = tryParams(input);
    if (typeof params === "string") return { kind: "problem", message: params };
    try {
      return await this.#server.request<TryCallResult>(helveMethods.tryCall, params);
    } catch (error) {
      return { kind: "problem", message: error instanceof Error ? error.message : String(error) };
    }
  }

  #activate(editor: vscode.TextEditor | undefined): void {
    if (editor?.document.languageId !== "agentspec") return;
    const active = String(editor.document.uri).replace(/\.test\.agentspec$/, ".agentspec");
    if (active === this.#active) return;
    this.#active = active;
    void this.#sendFiles();
  }

  async #sendFiles(): Promise<void> {
    if (this.#panel === undefined) return;
    const found = await vscode.workspace.findFiles("**/*.agentspec", "**/{node_modules,.git,dist}/**", 1000);
    const uris = new Set([...found.map(String).sort(), ...(this.#active === undefined ? [] : [this.#active])]);
    const files = [...uris].filter((uri) => !uri.endsWith(".test.agentspec")).map(ruleFile);
    this.#post({ type: "files", files, active: this.#active });
  }

  #post(message: PanelMessage): void {
    void this.#panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.#panel?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function ruleFile(uri: string): RuleFile {
  return { uri, name: vscode.workspace.asRelativePath(vscode.Uri.parse(uri)) };
}

/** Creates the request for what is typed. Returns an error message if it is invalid. */
function tryParams({ uri, language, text, tool }: TryInput): TryCallParams | string {
  if (uri === "") return "there is no rule file in the workspace: create one with `helve init`, or open one";
  if (language !== "tool") return { uri, language, code: text };
  try {
    return { uri, tool, args: JSON.parse(text.trim() === "" ? "{}" : text) };
  } catch (error) {
    return `the arguments must be a JSON object (${error instanceof Error ? error.message : String(error)})`;
  }
}
