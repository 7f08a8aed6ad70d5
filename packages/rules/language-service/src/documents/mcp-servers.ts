import type { Issue, JsonSchema } from "@helve/core";
import { jsonSyntaxIssue } from "@helve/core/internal";
import { interpretSchema } from "@helve/opentool";
import { nodeAtPath } from "@helve/opentool/document-tree";
import { stripComments } from "jsonc-parser";
import { readDocumentTree } from "./document-tree.ts";
import { withRanges } from "./issue-ranges.ts";

/**
 * Finds the problems of a list of MCP servers, as MCP clients have it: `{ "mcpServers": { "files": { "command": … } } }`, or `servers` as
 * VS Code writes it, with comments. Never throws. Members that a client adds are accepted.
 */
export function mcpServerIssues(text: string): readonly Issue[] {
  // The same length keeps all places.
  const json = stripComments(text.replace(/^\uFEFF/, " "), " ");
  const syntaxIssue = jsonSyntaxIssue(json);
  if (syntaxIssue !== undefined) return [syntaxIssue];
  try {
    return withRanges(checkServers(JSON.parse(json)), json);
  } catch (error) {
    // Valid JSON that is nested too deeply.
    if (!(error instanceof RangeError)) throw error;
    return [{ code: "depth", message: "it is nested too deeply", path: "" }];
  }
}

/**
 * The toolkits that the servers of a list are in rules: letters and digits of their names, and `_` for other characters. Servers with
 * `disabled: true` are left out.
 */
export function mcpServerNames(text: string): readonly string[] {
  const tree = readDocumentTree(text, "json");
  const servers = nodeAtPath(tree, ["mcpServers"]) ?? nodeAtPath(tree, ["servers"]);
  return (servers?.members ?? [])
    .filter(({ value }) => value?.type === "object" && nodeAtPath(value, ["disabled"])?.value !== true)
    .map(({ name }) => name.replace(/[^A-Za-z0-9_]/g, "_"));
}

const text = { type: "string", minLength: 1 } as const;
const texts = { type: "object", additionalProperties: { type: ["string", "number", "boolean"] } } as const;

/** A server of a list. */
const server = {
  type: "object",
  properties: {
    command: { ...text, description: "The program that is started." },
    args: { type: "array", items: { type: "string" }, description: "The arguments of the program." },
    env: { ...texts, description: "Environment variables of the program." },
    cwd: { ...text, description: "The directory in which the program is started." },
    url: { ...text, description: "The address of a server that speaks over HTTP." },
    headers: { ...texts, description: "HTTP headers of every request." },
    type: { enum: ["stdio", "http", "sse", "streamable-http"], description: "The transport." },
    disabled: { type: "boolean", description: "Whether the server is left out." },
  },
} as const;

const servers = { type: "object", additionalProperties: server, description: "MCP servers by their names." } as const;

/** The JSON Schema of a list of MCP servers. */
export const mcpServersSchema: JsonSchema = {
  title: "MCP servers",
  type: "object",
  properties: { mcpServers: servers, servers },
  anyOf: [{ required: ["mcpServers"] }, { required: ["servers"] }],
};

const checkServers = interpretSchema(mcpServersSchema);
