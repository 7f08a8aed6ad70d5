import {
  ExternalCalls,
  type ExternalCallsOptions,
  type ExternalTool,
  externalResult,
  passthroughSchema,
} from "@helve/adapter";
import type { JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { answerSchema } from "./approval.ts";
import { type AgentContext, callId, guardedExecute } from "./guarded-execute.ts";
import { type OutputProcessor, WrittenCalls } from "./written-calls.ts";

/**
 * Guards tools that are not Helve's: tools of `createTool`, of MCP servers, of integrations. Pass the result to `stream` or `generate` of an
 * agent without these tools, and again when a call is resumed.
 *
 * @param tools - by the names that the model calls
 * @throws TypeError for an unknown option, and for a tool without `execute`
 *
 * @example
 * const stream = await agent.stream(prompt, guardTools(await mcp.getTools(), { guards: [engine] }));
 */
export function guardTools<const Tools extends Readonly<Record<string, GuardableTool>>>(
  tools: Tools,
  options: ExternalCallsOptions,
): GuardedTools<Tools> {
  const calls = new ExternalCalls(options);
  const written = new WrittenCalls();
  const guarded = Object.entries(tools).map(([name, tool]) => [name, guardTool(name, tool, calls, written)] as const);
  return { toolsets: { helve: Object.fromEntries(guarded) as Tools }, outputProcessors: [written.processor] };
}

/** A tool of Mastra, of any schemas and context. */
export interface GuardableTool {
  readonly description: string;
  readonly inputSchema?: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: the arguments and the context of any tool
  readonly execute?: ((input: any, context: any) => Promise<any>) | undefined;
}

/** Options of a run: spread them, or join their lists with your own. */
export interface GuardedTools<Tools> {
  readonly toolsets: { readonly helve: Tools };
  readonly outputProcessors: [OutputProcessor];
}

/** Returns a tool of Mastra whose `execute` runs only what the rules allow. */
function guardTool(name: string, tool: GuardableTool, calls: ExternalCalls, written: WrittenCalls): GuardableTool {
  const { description, inputSchema, execute } = tool;
  if (execute === undefined)
    throw new TypeError(`the tool "${name}" has no execute: no rule can stop what runs elsewhere`);
  const parameters = jsonSchemaOf(inputSchema);
  const described: ExternalTool = { description, parameters };
  const run = async (input: unknown, context: AgentContext): Promise<unknown> => {
    const id = callId(context);
    const call = { id, name, arguments: written.argumentsOf(id, input) };
    const { abortSignal: signal } = context;
    return guardedExecute(call, context, {
      written,
      notes: calls.calls,
      decide: (decided) => calls.decide(decided, { tool: described, signal }),
      async execute(decided, answer) {
        return externalResult(
          await calls.run(decided, { tool: described, answer, signal }, (args) =>
            execute.call(tool, args as never, context as never),
          ),
        );
      },
    });
  };
  // A tool is an instance of a class, which keeps its other members by its prototype.
  return Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, {
    execute: run,
    inputSchema: passthroughSchema(parameters ?? { type: "object" }),
    suspendSchema: passthroughSchema({ type: "object" }),
    resumeSchema: passthroughSchema(answerSchema),
  });
}

/** The JSON Schema of a tool's arguments. Mastra converts every schema of `createTool` to a Standard Schema that has one. */
function jsonSchemaOf(schema: unknown): JsonSchema | undefined {
  if (schema === undefined) return undefined;
  const standard =
    isObject(schema) || typeof schema === "function" ? (schema as { "~standard"?: unknown })["~standard"] : undefined;
  const { jsonSchema } = (standard ?? {}) as { jsonSchema?: { input(options: { target: string }): JsonSchema } };
  return (
    jsonSchema?.input({ target: "draft-07" }) ??
    (isObject(schema) && standard === undefined ? (schema as JsonSchema) : undefined)
  );
}
