import {
  GuardedCalls,
  type GuardedCallsOptions,
  type PassthroughSchema,
  passthroughSchema,
  unwrapArguments,
} from "@helve/adapter";
import type { ActionExecutor, CallArguments, CallName, CallResult, ExecutorTools } from "@helve/executor";
import { wireNames } from "@helve/opentool";
import type { Tool } from "@helve/tool";
import type { ServerTool, ToolExecutionContext } from "@tanstack/ai";
import { type ApprovalInterrupt, approvalInterrupt } from "./approval-interrupt.ts";
import { type Answers, type CallMiddleware, callMiddleware } from "./call-middleware.ts";
import { chatResult } from "./chat-result.ts";

/**
 * The tools of an executor for `chat` of TanStack AI, with the middleware that lets its guards ask a person. Create them once for each run:
 * they share a session.
 *
 * @throws TypeError for something that is no executor, and for an unknown option
 *
 * @example
 * const stream = chat({ adapter: openaiText("gpt-5.5"), messages, ...chatTools(executor) });
 */
export function chatTools<const Tools extends ExecutorTools>(
  executor: ActionExecutor<Tools>,
  options: GuardedCallsOptions = {},
): ChatTools<Tools> {
  const calls = new GuardedCalls(executor, options);
  const answers: Answers = new Map();
  const names = wireNames(executor.names);
  const isOurs = new Set(executor.names.map((name) => names.toWire(name) ?? name));
  const middleware = callMiddleware({
    answers,
    held: calls,
    decide: async (call, signal) => (isOurs.has(call.name) ? calls.decide(call, { signal }) : undefined),
    hasEnded: () => calls.ended !== undefined,
  });
  const tools = executor.tools.map((tool) => chatTool(tool, names.toWire(tool.name) ?? tool.name, calls, answers));
  return {
    tools: tools as unknown as ChatTools<Tools>["tools"],
    middleware: [middleware],
    interrupts: [approvalInterrupt],
  };
}

/** Options of `chat`: spread them, or join their lists with your own. */
export interface ChatTools<Tools extends ExecutorTools> {
  readonly tools: ChatTool<Tools, CallName<Tools>>[];
  readonly middleware: [CallMiddleware];
  readonly interrupts: readonly [ApprovalInterrupt];
}

/** A tool of an executor, with the types of its arguments and its result. */
export type ChatTool<Tools extends ExecutorTools, Name> =
  Name extends CallName<Tools>
    ? ServerTool<PassthroughSchema<CallArguments<Tools, Name>>, PassthroughSchema<CallResult<Tools, Name>>, Name>
    : never;

function chatTool(
  { name: own, description, parameters, returns }: Tool,
  name: string,
  calls: GuardedCalls,
  answers: Answers,
): ServerTool {
  const tool: ServerTool<PassthroughSchema<unknown>, PassthroughSchema<unknown>> = {
    __toolSide: "server",
    name,
    description,
    inputSchema: passthroughSchema(parameters),
    outputSchema: passthroughSchema(returns ?? {}),
    async execute(input: unknown, context?: ToolExecutionContext) {
      if (context?.toolCallId === undefined) throw new TypeError(`${own} needs the id of its call: use it with chat()`);
      const { toolCallId: id, abortSignal: signal, emitCustomEvent } = context;
      const answer = answers.get(id);
      answers.delete(id);
      const onProgress = (update: unknown): void => emitCustomEvent("helve:progress", { update });
      const call = { id, name, arguments: unwrapArguments(input) };
      return chatResult(await calls.execute(call, { answer, signal, onProgress }));
    },
  };
  return tool as unknown as ServerTool;
}
