import {
  type Args,
  type ArgumentParser,
  errorJson,
  type Issue,
  type JsonSchema,
  type ResultPart,
  type ToolPlace,
} from "@helve/core";
import { roundedNumbers } from "@helve/core/internal";
import { normalizeSchema } from "@helve/opentool";
import { type Tool, ToolError, tool } from "@helve/tool";
import type { CallToolResult, Client, Tool as McpSdkTool } from "@modelcontextprotocol/client";
import { callRemoteTool } from "./call-remote-tool.ts";
import { fingerprintTool } from "./fingerprint.ts";
import { listTools } from "./list-tools.ts";
import { failureOf, resultParts } from "./result-parts.ts";
import { serverArguments } from "./server-arguments.ts";
import type { CallQuestions } from "./server-questions.ts";
import { toolNames } from "./tool-names.ts";
import { openWatch, type ToolWatch, unwatched } from "./tool-watch.ts";

/**
 * Creates tools from those of an MCP server. They keep the server's own schemas, by which arguments are validated before a call is sent: what such a
 * schema allows is sent as it is.
 *
 * When the server says that its tools have changed, they are listed again. A tool that is no longer what it was refuses its calls, until the
 * tools are created again: its description may have been reviewed by somebody.
 *
 * The server's annotations are hints of the server itself, and nothing relies on them: a tool with `idempotentHint` is not called again after
 * a failure.
 *
 * @param client - a connected client of `@modelcontextprotocol/client`
 * @throws what the client throws if it can't list the tools
 *
 * @example
 * const github = await mcpTools(client, { name: "GitHub" });
 * const executor = new ActionExecutor([github], { guards: [engine] }); // GitHub.create_issue, …
 */
export async function mcpTools(client: Client, options: McpToolsOptions = {}): Promise<McpTools> {
  const watch = options.watch === false ? unwatched : await openWatch(client);
  const listed = await listTools(client).catch((error: unknown) => {
    watch.stop();
    throw error;
  });
  const created = createTools(client, listed.tools, { ...options, settled: watch.settled });
  const listedPrints = await fingerprints(listed.tools);
  watch.start(
    async () => driftOf(listedPrints, await fingerprints((await listTools(client)).tools)),
    (drift) => {
      for (const name of [...drift.changed, ...drift.removed]) created.drifted.add(name);
      if (Object.values(drift).some((names) => names.length > 0)) options.onDrift?.(drift);
    },
  );
  return {
    name: options.name ?? "",
    isToolkit: options.name !== undefined,
    tools: created.tools.map(({ tool }) => tool),
    sources: new Map(created.tools.map(({ tool, source }) => [tool.name, source])),
    fingerprints: listedPrints,
    issues: [...listed.issues, ...created.issues],
    parser: serverArguments,
    stopWatching: watch.stop,
  };
}

/** Options of {@link mcpTools}. */
export interface McpToolsOptions {
  /** The name of the toolkit: the tools are `Name.tool` then. Without it they have their own names. */
  readonly name?: string | undefined;
  /** Other names for some tools, by the server's names. */
  readonly rename?: Readonly<Record<string, string>> | undefined;
  /** Whether a tool is used; all are by default. */
  readonly filter?: ((tool: McpSdkTool) => boolean) | undefined;
  /** The time limit of each call, in milliseconds; the executor's default if absent. */
  readonly timeout?: number | undefined;
  /** How long the server may take without an answer or progress, in milliseconds; without limit by default. */
  readonly idleTimeout?: number | undefined;
  /** Where the server works, so that rules read relative paths as it does. */
  readonly place?: ToolPlace | undefined;
  /** Whether changes of the server's tools are noticed; true by default. */
  readonly watch?: boolean | undefined;
  /** Receives the result of each call as the server sent it, also of a failure. */
  readonly onResult?: ((actionId: string, sent: SentResult) => void) | undefined;
  /** The arguments of a call as they are sent to the server; by default those that were decoded. */
  readonly argumentsOf?: ((actionId: string, args: Args) => Args) | undefined;
  /** Answers the questions that the server has while it works on a call; without it the client answers them, if it can. */
  readonly questions?: CallQuestions | undefined;
  /** Receives changes of the server's tools. */
  readonly onDrift?: ((drift: ToolDrift) => void) | undefined;
}

/** A result as a server sent it. */
export interface SentResult {
  readonly result: CallToolResult;
  /** Why it is a failure, for the model; absent for a success. */
  readonly failure?: string | undefined;
  /** The result parts that rules and models see. */
  readonly parts: readonly ResultPart[];
}

/** The tools of a server, as a toolkit of an `ActionExecutor`. */
export interface McpTools {
  readonly name: string;
  /** Whether the tools are named after the toolkit. */
  readonly isToolkit: boolean;
  readonly tools: readonly Tool<Args>[];
  /** The server's descriptions of the tools, by the names that the tools have here. */
  readonly sources: ReadonlyMap<string, McpSdkTool>;
  /** The fingerprints of all tools of the server, by the server's names. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** Which parts of schemas are ignored because they are invalid, and why some tools are left out. */
  readonly issues: readonly Issue[];
  /** Reads the arguments of calls: what the server's schema allows is left unchanged. */
  readonly parser: ArgumentParser;
  /** Ends the watch for changes. */
  stopWatching(): void;
}

/** The differences between the tools of a server and those that were created, by the server's names. */
export interface ToolDrift {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Computes the fingerprints of tools. */
async function fingerprints(tools: readonly McpSdkTool[]): Promise<ReadonlyMap<string, string>> {
  return new Map(await Promise.all(tools.map(async (listed) => [listed.name, await fingerprintTool(listed)] as const)));
}

interface CreatedTools {
  readonly tools: readonly { readonly tool: Tool<Args>; readonly source: McpSdkTool }[];
  readonly issues: readonly Issue[];
  /** The server's names of the tools that have changed. */
  readonly drifted: Set<string>;
}

/** Makes the tools of a client from those that the server lists. */
function createTools(
  client: Client,
  listed: readonly McpSdkTool[],
  options: McpToolsOptions & Pick<ToolWatch, "settled">,
): CreatedTools {
  const { name = "", rename = {}, filter = () => true, settled } = options;
  const used = listed.filter(filter);
  const length = name === "" ? 64 : 63 - name.length;
  const given = (of: string): string | undefined => (Object.hasOwn(rename, of) ? rename[of] : undefined);
  const names = toolNames(
    used.map((each) => each.name),
    given,
    length,
  );
  const drifted = new Set<string>();
  const issues: Issue[] = [];
  const tools = used.flatMap((source, index) => {
    try {
      return [
        {
          tool: createTool(client, source, { ...options, name: names[index] ?? source.name, drifted, settled, issues }),
          source,
        },
      ];
    } catch (error) {
      issues.push({ code: "invalid_tool", message: errorJson(error).message, severity: "warning" });
      return [];
    }
  });
  return { tools, issues, drifted };
}

/** Creates the tool of an MCP server's tool. @throws ToolDefinitionError if its schemas are invalid */
function createTool(client: Client, source: McpSdkTool, options: CreateOptions): Tool<Args> {
  const { name, timeout, idleTimeout, place, drifted, settled, issues, onResult, questions } = options;
  const { argumentsOf = (_id, args) => args } = options;
  const { description = "", title, inputSchema, outputSchema } = roundedNumbers(source) as McpSdkTool;
  const parameters = readSchema(inputSchema, `${source.name}.inputSchema`, issues);
  // It is validated here: a number that JavaScript can't hold is a text in the result's parts.
  const returns = outputSchema && readSchema(outputSchema, `${source.name}.outputSchema`, issues);
  const created = tool({
    name,
    description: description || title || `The tool ${source.name} of an MCP server.`,
    parameters,
    describe: "optional",
    timeout,
    place,
    async execute(args, context) {
      await settled();
      if (drifted.has(source.name)) {
        throw new ToolError(`${source.name} is not called: its server has changed it since it was listed.`);
      }
      const sent = argumentsOf(context.actionId, args as Args);
      const result = await callRemoteTool(client, source, sent, { ...context, timeout: idleTimeout, questions });
      const failure = failureOf(result, source.name, returns);
      const parts: readonly ResultPart[] =
        failure === undefined ? resultParts(result) : [{ type: "text", content: failure }];
      onResult?.(context.actionId, { result, failure, parts });
      if (failure !== undefined) throw new ToolError(failure);
      return parts as never;
    },
  }) as Tool<Args>;
  // A server may accept more than its schema names.
  return { ...created, parameters };
}

interface CreateOptions
  extends Pick<McpToolsOptions, "timeout" | "idleTimeout" | "place" | "onResult" | "argumentsOf" | "questions"> {
  readonly name: string;
  readonly drifted: ReadonlySet<string>;
  readonly settled: () => Promise<void>;
  readonly issues: Issue[];
}

/** Reads a schema of the server, and records each part that is ignored because it is invalid. */
function readSchema(source: object, name: string, issues: Issue[]): JsonSchema {
  const { schema, losses } = normalizeSchema(source as JsonSchema);
  for (const { message } of losses) {
    issues.push({ code: "ignored_schema", message: `${name}: ${message}`, severity: "warning" });
  }
  return schema;
}

/** Compares two sets of fingerprints: added, removed and changed tools. */
function driftOf(known: ReadonlyMap<string, string>, current: ReadonlyMap<string, string>): ToolDrift {
  return {
    added: [...current.keys()].filter((name) => !known.has(name)),
    removed: [...known.keys()].filter((name) => !current.has(name)),
    changed: [...current].filter(([name, print]) => known.has(name) && known.get(name) !== print).map(([name]) => name),
  };
}
