/** Opens an OpenTool document, a policy or a list of MCP servers for the editor features. */
import type { JsonSchema } from "@helve/core";
import { type SourceText, sourceText } from "@helve/core/internal";
import { type DocumentNode, nodeAtPath } from "@helve/opentool/document-tree";
import schema10 from "@helve/opentool/schema/1.0.json" with { type: "json" };
import schema11 from "@helve/opentool/schema/1.1.json" with { type: "json" };
import schema20 from "@helve/opentool/schema/2.0.json" with { type: "json" };
import type { Policy } from "@helve/predicates";
import policySchema from "@helve/predicates/schema/policy.json" with { type: "json" };
import { readDocumentTree } from "./document-tree.ts";
import { mcpServersSchema } from "./mcp-servers.ts";

/** The kind of a document: tools, a policy for rules, or MCP servers. */
export type DocumentKind = "opentool" | "policy" | "mcp-servers";

/** Options of `openDocument`. */
export interface OpenDocumentOptions {
  /** JSON by default; only OpenTool documents may be YAML. */
  readonly format?: "json" | "yaml";
  /** The readers of the languages that a policy may name; by default every language of a tool is accepted. */
  readonly languages?: Policy["languages"];
}

/** A document that is open in an editor. Its tree is read once, when a function first needs it. */
export interface OpenDocument {
  readonly text: string;
  readonly kind: DocumentKind;
  readonly format: "json" | "yaml";
  readonly languages: Policy["languages"];
}

/**
 * Opens a document for the other functions of this entry. Create a new one after each change of the text.
 *
 * @example
 * const document = openDocument('{"opentool": "1.1.0", "info": {}}', "opentool");
 * documentIssues(document).map(({ message }) => message);
 */
export function openDocument(
  text: string,
  kind: DocumentKind,
  { format = "json", languages }: OpenDocumentOptions = {},
): OpenDocument {
  return { text, kind, format, languages };
}

interface ReadDocument {
  readonly tree: DocumentNode | undefined;
  readonly source: SourceText;
}

const readings = new WeakMap<OpenDocument, ReadDocument>();

/** The tree of a document, as far as it can be read. */
export function documentReading(document: OpenDocument): ReadDocument {
  const known = readings.get(document);
  if (known !== undefined) return known;
  const reading = { tree: readDocumentTree(document.text, document.format), source: sourceText(document.text) };
  readings.set(document, reading);
  return reading;
}

/** The JSON Schema of a kind of document. An OpenTool document names its version. */
export function documentSchema(kind: DocumentKind, tree: DocumentNode | undefined): JsonSchema {
  if (kind === "policy") return policySchema as unknown as JsonSchema;
  if (kind === "mcp-servers") return mcpServersSchema;
  const version = String(nodeAtPath(tree, ["opentool"])?.value ?? "");
  const schema = version.startsWith("1.0") ? schema10 : version.startsWith("1") ? schema11 : schema20;
  return schema as JsonSchema;
}
