/** The options with which the extension starts its language client. */
import type * as vscode from "vscode";
import type { BaseLanguageClient, DocumentSelector, LanguageClientOptions, StaticFeature } from "vscode-languageclient";
import type { ServedDocuments } from "./served-documents.ts";

/**
 * The options of a client.
 *
 * @param filesChanged - called when the server knows of files that were created, changed or deleted
 */
export function clientOptions(
  { rules, yaml, json }: ServedDocuments,
  outputChannel: vscode.LogOutputChannel,
  filesChanged: () => void,
): LanguageClientOptions {
  return {
    documentSelector: [...rules, ...yaml, ...json],
    outputChannel,
    // The extension shows why the server can't start.
    initializationFailedHandler: () => false,
    middleware: {
      workspace: {
        configuration: async (params, token, next) => {
          const answers = await next(params, token);
          if (!Array.isArray(answers)) return answers;
          return answers.map((answer: unknown, index) =>
            params.items[index]?.section === "helve" ? serverSettings(answer) : answer,
          );
        },
        didChangeWatchedFile: async (event, next) => {
          await next(event);
          filesChanged();
        },
      },
    },
  };
}

/** Returns the settings that the server needs. */
function serverSettings(settings: unknown): unknown {
  if (typeof settings !== "object" || settings === null) return settings;
  const { policy, tools, checkTools, inlayHints, codeLens } = settings as Readonly<Record<string, unknown>>;
  return { policy: policy === "" ? null : policy, tools, checkTools, inlayHints, codeLens };
}

/** Announces the extension's features to the server, and disables those that VS Code has for JSON. */
export function prepareClient(client: BaseLanguageClient, { rules, yaml }: ServedDocuments): void {
  const showsTests: StaticFeature = {
    fillClientCapabilities(capabilities) {
      capabilities.experimental = { ...capabilities.experimental, helveTests: true };
    },
    initialize: () => undefined,
    getState: () => ({ kind: "static" }),
    clear: () => undefined,
  };
  client.registerFeature(showsTests);
  // The extension has the commands: those of an older client would be in the way of a new one.
  const commands = featureOf(client, "workspace/executeCommand");
  if (commands !== undefined) commands.initialize = () => undefined;
  for (const method of ["textDocument/formatting", "textDocument/rangeFormatting"]) limit(client, method, rules);
  for (const method of ["textDocument/documentSymbol", "textDocument/foldingRange"]) {
    limit(client, method, [...rules, ...yaml]);
  }
}

/** Limits a feature to some documents. */
function limit(client: BaseLanguageClient, method: string, selector: DocumentSelector): void {
  const feature = featureOf(client, method);
  if (feature === undefined) return;
  const initialize = feature.initialize.bind(feature);
  feature.initialize = (capabilities) => initialize(capabilities, selector);
}

/** Returns the part of the client that handles a method of the language server, such as `textDocument/hover`. */
function featureOf(client: BaseLanguageClient, method: string): StaticFeature | undefined {
  return (client.getFeature as (method: string) => StaticFeature | undefined).call(client, method);
}
