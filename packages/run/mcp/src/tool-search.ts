import { isObject } from "@helve/core/internal";
import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import MiniSearch from "minisearch";
import { stem, tokenize } from "./search-words.ts";

/**
 * Lets a model find tools instead of reading all of them: it sees `find_tool`, which searches names, descriptions and parameters by BM25, and
 * `call_tool`, which calls a tool that it has found. Rules, records and questions are about the tool that is called.
 */
export class ToolSearch {
  #indexed: readonly Tool[] = [];
  #index = newIndex();

  /** The tools that clients see in place of the servers' tools. */
  readonly tools: readonly Tool[] = [findTool, callTool];

  /** The result of `find_tool`; `undefined` for a call of another tool. */
  find(name: string, args: unknown, tools: readonly Tool[]): CallToolResult | undefined {
    if (name !== findTool.name) return undefined;
    const query = isObject(args) ? args["query"] : undefined;
    if (typeof query !== "string" || query.trim() === "") {
      return {
        content: [{ type: "text", text: 'find_tool: "query" must say in words what the tool should do' }],
        isError: true,
      };
    }
    const found = this.best(query, tools).map((tool) => JSON.stringify(shown(tool)));
    const text = found.length === 0 ? "No tool fits. Use other words." : found.join("\n");
    return { content: [{ type: "text", text }] };
  }

  /** The tools that fit a query best, the best one first; at most five. */
  best(query: string, tools: readonly Tool[]): readonly Tool[] {
    if (this.#indexed !== tools) {
      this.#index = newIndex();
      this.#index.addAll(tools.map((tool, id) => ({ id, ...textsOf(tool) })));
      this.#indexed = tools;
    }
    return this.#index
      .search(query)
      .slice(0, maxFound)
      .flatMap(({ id }) => tools[id] ?? []);
  }

  /** Replaces a call of `call_tool` by the call that it contains; any other call is unchanged. */
  callIn<Call extends { readonly name: string; readonly arguments?: unknown }>(call: Call): Call {
    if (call.name !== callTool.name) return call;
    const args = isObject(call.arguments) ? call.arguments : {};
    const name = typeof args["name"] === "string" ? args["name"] : "";
    return { ...call, name, arguments: args["arguments"] ?? {} };
  }
}

const maxFound = 5;

const findTool: Tool = {
  name: "find_tool",
  description:
    "Find tools by what they do. Returns up to five tools with their parameters. Call one of them with call_tool. Search again with other words if none fits.",
  inputSchema: {
    type: "object",
    properties: {
      query: { type: "string", description: 'what the tool should do, in a few words: "send a message to a channel"' },
    },
    required: ["query"],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

const callTool: Tool = {
  name: "call_tool",
  description: "Call a tool that find_tool has returned.",
  inputSchema: {
    type: "object",
    properties: {
      name: { type: "string", description: "the name of the tool" },
      arguments: { type: "object", description: "its arguments, as its parameters say", additionalProperties: true },
    },
    required: ["name", "arguments"],
  },
};

/** Describes a found tool for the model. */
function shown({ name, description, inputSchema }: Tool): object {
  return { name, description, parameters: inputSchema };
}

interface ToolTexts {
  readonly name: string;
  readonly description: string;
  readonly parameters: string;
}

function newIndex(): MiniSearch<ToolTexts & { readonly id: number }> {
  return new MiniSearch({
    fields: ["name", "description", "parameters"],
    tokenize,
    processTerm: stem,
    searchOptions: {
      boost: { name: 2, description: 1, parameters: 0.5 },
      prefix: (term) => term.length > 3,
      fuzzy: false,
    },
  });
}

/** Lists the texts of a tool that the search reads. */
function textsOf({ name, title = "", description = "", inputSchema }: Tool): ToolTexts {
  const properties: unknown = inputSchema.properties;
  const parameters = Object.entries(isObject(properties) ? properties : {}).map(([parameter, schema]) => {
    const text = isObject(schema) && typeof schema["description"] === "string" ? schema["description"] : "";
    return `${words(parameter)} ${text}`;
  });
  return { name: `${words(name)} ${title}`, description, parameters: parameters.join(" ") };
}

/** The words of a name: `listOpenIssues` and `list_open_issues` are "list Open Issues". */
function words(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[^\p{L}\p{N}]+/gu, " ");
}
