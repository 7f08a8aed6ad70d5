/** Decides the kind of a file by its name: rules, policy, OpenTool document, list of MCP servers. */
import type { DocumentKind } from "@helve/language-service/documents";

/** The kind of a file. */
export type FileKind =
  | { readonly type: "rules" }
  | { readonly type: "document"; readonly kind: DocumentKind; readonly format: "json" | "yaml" };

/** Returns the kind of a file by its name; `undefined` if the server does not support it. */
export function kindOfName(uri: string): FileKind | undefined {
  const name = fileName(uri);
  if (name.endsWith(".agentspec")) return { type: "rules" };
  if (/\.opentool\.json$/i.test(name)) return { type: "document", kind: "opentool", format: "json" };
  if (/\.opentool\.ya?ml$/i.test(name)) return { type: "document", kind: "opentool", format: "yaml" };
  if (name === "policy.json" || name.endsWith(".policy.json")) {
    return { type: "document", kind: "policy", format: "json" };
  }
  return name === ".mcp.json" || name === "mcp.json"
    ? { type: "document", kind: "mcp-servers", format: "json" }
    : undefined;
}

/** Returns the kind of an open document: by its language or its name, or because its content marks it as an OpenTool document. */
export function kindOfDocument(uri: string, languageId: string, text: string): FileKind | undefined {
  if (languageId === "agentspec") return { type: "rules" };
  const named = kindOfName(uri);
  if (named !== undefined) return named;
  const isYaml = languageId === "yaml" || /\.ya?ml$/i.test(uri);
  const isJson = languageId.startsWith("json") || /\.json$/i.test(uri);
  if (isYaml && /^opentool[ \t]*:/m.test(text)) return { type: "document", kind: "opentool", format: "yaml" };
  if (isJson && /^\s*\{\s*"opentool"\s*:/.test(text)) return { type: "document", kind: "opentool", format: "json" };
  return undefined;
}

/** The last part of a URI. */
function fileName(uri: string): string {
  return uri.slice(uri.lastIndexOf("/") + 1);
}
