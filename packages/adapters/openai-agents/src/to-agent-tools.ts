import {
  checkOptions,
  GuardedCalls,
  type GuardedCallsOptions,
  guardedCallsOptions,
  unwrapArguments,
} from "@helve/adapter";
import type { ToolCall } from "@helve/core";
import type { ActionExecutor, CallName, ExecutorTools } from "@helve/executor";
import type { FunctionTool, RunContext } from "@openai/agents";
import { AgentTools } from "./agent-tools.ts";
import { markGuarded } from "./guarded-mark.ts";
import { SdkCalls } from "./sdk-calls.ts";
import { type ToolOutput, toolOutput } from "./tool-output.ts";

/**
 * Converts the tools of an executor to Agents SDK tools. Helve decodes their arguments, evaluates the rules, lets the SDK ask a person, and
 * runs the tools. One object is for one run of an agent, of one user: its session keeps the steps that rules look back at.
 *
 * @param options - those of `GuardedCalls`, and `onProgress`
 * @throws TypeError for something that is no executor, and for an unknown option
 *
 * @example
 * const helve = toAgentTools(new ActionExecutor([pay], { guards: [engine] }));
 * const agent = new Agent({ name: "Bank", tools: helve.tools });
 */
export function toAgentTools<const Tools extends ExecutorTools>(
  executor: ActionExecutor<Tools>,
  options: ToAgentToolsOptions = {},
): AgentTools<AgentToolOf<Tools>> {
  checkOptions(options, [...guardedCallsOptions, "onProgress"], "toAgentTools");
  const { onProgress, approvals = new Map<string, string>(), ...callsOptions } = options;
  const calls = new GuardedCalls(executor, { ...callsOptions, approvals }) as unknown as GuardedCalls;
  const sdkCalls = new SdkCalls(calls, approvals, (call) => calls.decide(call));
  const tools = executor.actionsInfo({ format: "mcp" }).map(({ name: wire, description, inputSchema }) => {
    const callOf = (id: string | undefined, input: unknown): ToolCall => ({
      id: id ?? crypto.randomUUID(),
      name: wire,
      arguments: unwrapArguments(input) as ToolCall["arguments"],
    });
    const tool: FunctionTool<unknown, never, ToolOutput> = {
      type: "function",
      name: wire,
      description: description ?? "",
      parameters: inputSchema as FunctionTool["parameters"],
      strict: false,
      isEnabled: async () => true,
      needsApproval: async (_context: RunContext<unknown>, input: unknown, callId?: string) =>
        sdkCalls.needsApproval(callOf(callId, input)),
      async invoke(context, input, details) {
        const call = callOf(details?.toolCall?.callId, input);
        const actionReturn = await calls.execute(call, {
          answer: sdkCalls.answerTo(call, details?.toolCall, context),
          signal: details?.signal,
          onProgress: onProgress
            ? (update: unknown) => onProgress(update, { callId: call.id, toolName: wire })
            : undefined,
        });
        await sdkCalls.forget(actionReturn);
        return toolOutput(actionReturn);
      },
    };
    return markGuarded(tool);
  });
  return new AgentTools(tools as unknown as AgentToolOf<Tools>[], sdkCalls);
}

/** Options of `toAgentTools`. */
export interface ToAgentToolsOptions extends GuardedCallsOptions {
  /** Receives the progress of tools: the SDK has no event for it. */
  readonly onProgress?:
    | ((update: unknown, of: { readonly callId: string; readonly toolName: string }) => void)
    | undefined;
}

/** A tool of the SDK, with the wire name of the executor's tool: `Toolkit-Tool` for `Toolkit.Tool`. */
export type AgentToolOf<Tools extends ExecutorTools> = {
  // biome-ignore lint/suspicious/noExplicitAny: a tool for agents with any context
  [Name in CallName<Tools>]: FunctionTool<any, any, ToolOutput> & { readonly name: WireName<Name> };
}[CallName<Tools>];

type WireName<Name extends string> = Name extends `${infer Group}.${infer Member}`
  ? WireName<`${Group}-${Member}`>
  : Name;
