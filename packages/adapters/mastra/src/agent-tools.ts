import { GuardedCalls, type GuardedCallsOptions, passthroughSchema, toolResult } from "@helve/adapter";
import type { ActionExecutor, CallArguments, CallName, CallResult, ExecutorTools } from "@helve/executor";
import { wireNames } from "@helve/opentool";
import type { Tool as HelveTool } from "@helve/tool";
import { createTool, type Tool } from "@mastra/core/tools";
import { answerSchema } from "./approval.ts";
import { type AgentContext, callId, guardedExecute } from "./guarded-execute.ts";
import { type OutputProcessor, WrittenCalls } from "./written-calls.ts";

/**
 * The tools of an executor for one run of a Mastra agent. Pass them to `stream` or `generate`, and again to `resumeStream` or
 * `resumeGenerate`: their calls share a session, so an agent that serves several users needs them for each run.
 *
 * @throws TypeError for something that is no executor, and for an unknown option
 *
 * @example
 * const helve = agentTools(executor, { prompt });
 * const stream = await agent.stream(prompt, helve);
 */
export function agentTools<const Tools extends ExecutorTools>(
  executor: ActionExecutor<Tools>,
  options: GuardedCallsOptions = {},
): AgentTools<Tools> {
  const calls = new GuardedCalls(executor, options);
  const written = new WrittenCalls();
  const names = wireNames(executor.names);
  const tools = executor.tools.map((tool) => {
    const name = names.toWire(tool.name) ?? tool.name;
    return [name, agentTool(tool, name, calls, written)] as const;
  });
  const toolsets = { helve: Object.fromEntries(tools) } as unknown as AgentTools<Tools>["toolsets"];
  return { toolsets, outputProcessors: [written.processor] };
}

/** Options of a run: spread them, or join their lists with your own. */
export interface AgentTools<Tools extends ExecutorTools> {
  readonly toolsets: {
    readonly helve: {
      readonly [Name in CallName<Tools>]: Tool<CallArguments<Tools, Name>, CallResult<Tools, Name>>;
    };
  };
  readonly outputProcessors: [OutputProcessor];
}

function agentTool(
  { description, parameters }: HelveTool,
  name: string,
  calls: GuardedCalls,
  written: WrittenCalls,
): unknown {
  return createTool({
    id: name,
    description,
    inputSchema: passthroughSchema<unknown>(parameters) as never,
    suspendSchema: passthroughSchema({ type: "object" }) as never,
    resumeSchema: passthroughSchema(answerSchema) as never,
    execute: async (input: unknown, context: AgentContext) => {
      const id = callId(context);
      const call = { id, name, arguments: written.argumentsOf(id, input) };
      const { abortSignal: signal } = context;
      const onProgress = (update: unknown): void => {
        // A stream that nobody reads any more does not matter to the tool.
        context.writer
          ?.custom({ type: "data-helve-progress", data: { toolCallId: id, update } })
          .catch(() => undefined);
      };
      return guardedExecute(call, context, {
        written,
        notes: calls,
        decide: (decided) => calls.decide(decided, { signal }),
        execute: async (decided, answer) => toolResult(await calls.execute(decided, { answer, signal, onProgress })),
      });
    },
  } as never);
}
