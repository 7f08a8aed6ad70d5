import type * as vscode from "vscode";
import type { BaseLanguageClient, DocumentSelector, LanguageClientOptions, StaticFeature } from "vscode-languageclient";

const schemes = ["file", "untitled", "vscode-vfs"];

const rules: DocumentSelector = schemes.map((scheme) => ({ scheme, language: "agentspec" }));
const yaml: DocumentSelector = schemes.map((scheme) => ({ scheme, pattern: "**/*.opentool.{yaml,yml}" }));
const json: DocumentSelector = schemes.map((scheme) => ({
  scheme,
  pattern: "**/{*.opentool.json,policy.json,*.policy.json,.mcp.json,mcp.json}",
}));

/**
 * The options of a client.
 *
 * @param runTest - runs a test of a file, by its index, or all tests: what a code lens does
 */
export function clientOptions(
  outputChannel: vscode.LogOutputChannel,
  runTest: (uri: string, index: number | undefined) => Promise<void>,
): LanguageClientOptions {
  return {
    documentSelector: [...rules, ...yaml, ...json],
    outputChannel,
    middleware: {
      workspace: {
        configuration: async (params, token, next) => {
          const answers = await next(params, token);
          if (!Array.isArray(answers)) return answers;
          return answers.map((answer: unknown, index) =>
            params.items[index]?.section === "helve" ? serverSettings(answer) : answer,
          );
        },
      },
      executeCommand: async (command, args, next) => {
        if (command !== "helve.runTest") return next(command, args);
        const [uri, index] = args as [string, number?];
        await runTest(uri, index);
      },
    },
  };
}

/** The settings that the server knows: the others are those of the extension. */
function serverSettings(settings: unknown): unknown {
  if (typeof settings !== "object" || settings === null) return settings;
  const { policy, tools, checkTools, inlayHints, codeLens } = settings as Readonly<Record<string, unknown>>;
  return { policy: policy === "" ? null : policy, tools, checkTools, inlayHints, codeLens };
}

/** Announces what the extension can show, and leaves to VS Code what it can do for JSON itself. */
export function prepareClient(client: BaseLanguageClient): void {
  const showsTests: StaticFeature = {
    fillClientCapabilities(capabilities) {
      capabilities.experimental = { ...capabilities.experimental, helveTests: true };
    },
    initialize: () => undefined,
    getState: () => ({ kind: "static" }),
    clear: () => undefined,
  };
  client.registerFeature(showsTests);
  for (const method of ["textDocument/formatting", "textDocument/rangeFormatting"]) limit(client, method, rules);
  for (const method of ["textDocument/documentSymbol", "textDocument/foldingRange"]) {
    limit(client, method, [...rules, ...yaml]);
  }
}

/** Limits a feature to some documents. */
function limit(client: BaseLanguageClient, method: string, selector: DocumentSelector): void {
  const feature = (client.getFeature as (method: string) => StaticFeature | undefined).call(client, method);
  if (feature === undefined) return;
  const initialize = feature.initialize.bind(feature);
  feature.initialize = (capabilities) => initialize(capabilities, selector);
}
