import { checkOptions, guardedCallsOptions } from "@helve/adapter";
import type { Guard, JsonSchema } from "@helve/core";
import type { ActionExecutor, ToolGroup } from "@helve/executor";
import type { Tool } from "@helve/tool";
import { AIMessage, type BaseMessage, type ToolMessage } from "@langchain/core/messages";
import { Command, ReducedValue, StateSchema } from "@langchain/langgraph";
import { type AgentMiddleware, createMiddleware, type ToolCallHandler } from "langchain";
import { z } from "zod/v4";
import { executeExternal } from "./execute-external.ts";
import type { CallSource, GuardedRun, History } from "./guarded-run.ts";
import { GuardedRuns, type RunsOptions } from "./guarded-runs.ts";
import { LangChainTool, type ToolConfig } from "./langchain-tool.ts";
import { externalTool } from "./parameters.ts";
import { type Answers, answerAbout, askAll } from "./questions.ts";
import { describedTools, executeCall } from "./to-langchain-tools.ts";
import { callOf, openCalls, runnableReply } from "./tool-calls.ts";
import { errorMessage } from "./tool-message.ts";

/**
 * A middleware for `createAgent` that guards every call of a tool. With `executor` it brings Helve tools; with `guards` it guards the
 * tools that the agent has. The calls of a turn that need a person are asked about by one interrupt, before any of them runs, in the form of
 * `humanInTheLoopMiddleware`. Each thread of LangGraph has a session, whose history is part of the checkpoints.
 *
 * Put it last in the list: what other middlewares change is then guarded too.
 *
 * @throws TypeError for an unknown or a missing option
 *
 * @example
 * const executor = new ActionExecutor([pay], { guards: [engine] });
 * const agent = createAgent({ model, middleware: [helveMiddleware({ executor })], checkpointer: new MemorySaver() });
 */
export function helveMiddleware(options: HelveMiddlewareOptions): AgentMiddleware {
  checkOptions(options, [...guardedCallsOptions, "executor", "guards", "tools"], "helveMiddleware");
  const { executor, guards, tools, ...runsOptions } = options;
  const source = callSource(executor, guards, tools);
  const runs = new GuardedRuns(source, runsOptions);
  const described = source.executor === undefined ? [] : describedTools(source.executor);
  const known = new Map<string, object>();

  const runOf = ({ messages, _helveRun, _helveHistory }: HelveState, { configurable }: HelveRuntime): GuardedRun => {
    const thread = configurable?.["thread_id"];
    if (typeof thread === "string") return runs.ofThread(thread, messages, _helveHistory);
    return _helveRun === undefined ? runs.only(messages) : runs.find(_helveRun, messages);
  };

  return createMiddleware({
    name: "HelveMiddleware",
    stateSchema,
    tools: described.map((fields) => new LangChainTool({ ...fields, execute: withoutMiddleware })),
    // Without a thread, the run itself identifies the conversation.
    beforeAgent: ({ messages }, { configurable }) =>
      typeof configurable?.["thread_id"] === "string" ? undefined : { _helveRun: runs.create(messages) },
    wrapModelCall: async (request, handler) => {
      for (const tool of request.tools) if (isNamed(tool)) known.set(tool.name, tool);
      const { endedText } = runOf(request.state as unknown as HelveState, request.runtime);
      if (endedText !== undefined) return new AIMessage(endedText);
      const message = await handler(request);
      return AIMessage.isInstance(message) ? runnableReply(message, request.messages) : message;
    },
    afterModel: async (state, runtime) => {
      const { messages } = state as unknown as HelveState;
      const calls = openCalls(messages);
      if (calls.length === 0) return undefined;
      const run = runOf(state as unknown as HelveState, runtime);
      const answers = await askAll(
        calls.map((call) => callOf(call, messages)),
        async (call) => {
          const { external } = run;
          if (external === undefined) return run.calls.decide(call);
          const tool = known.get(call.name);
          if (tool !== undefined) return external.decide(call, { tool: externalTool(tool) });
          // Another process called the model: this one gets to know the tool when it runs. Only questions are known.
          return (await run.calls.waiting(call.id)) === undefined ? undefined : run.calls.decide(call);
        },
        { held: run.calls },
      );
      // Answers to an earlier turn are forgotten: models use ids of calls again.
      const isUnchanged = Object.keys({ ...answers, ...(state as unknown as HelveState)._helveAnswers }).length === 0;
      return isUnchanged ? undefined : { _helveAnswers: answers };
    },
    wrapToolCall: async (request, handler) => {
      const state = request.state as unknown as HelveState;
      const run = runOf(state, request.runtime);
      const call = callOf(request.toolCall, state.messages);
      const answer = answerAbout(call.id, state._helveAnswers ?? {});
      const result = await guardedResult();
      return isKept(request.runtime) ? withHistory(result, run) : result;

      /** Executes the call under its guards, and returns the message for the model. */
      async function guardedResult(): Promise<ToolMessage | Command> {
        if (run.endedText !== undefined && run.calls.ended === undefined) return errorMessage(run.endedText, call);
        if (run.external !== undefined)
          return executeExternal(run, { request, handler: handler as ToolCallHandler, call, answer });
        const { writer } = request.runtime;
        const execute = (_: unknown, config: ToolConfig): Promise<ToolMessage> =>
          executeCall(run, call, { answer, config: { ...config, writer: writer ?? null } });
        const fields = described.find((tool) => tool.name === call.name) ?? unknownTool(call.name);
        return handler({ ...request, tool: new LangChainTool({ ...fields, execute }) });
      }
    },
  });
}

/** Options of `helveMiddleware`. */
export type HelveMiddlewareOptions = RunsOptions &
  (
    | {
        /** The agent has the tools of this executor, with its guards. Calls of other tools are refused. */
        readonly executor: ActionExecutor;
        readonly guards?: undefined;
        readonly tools?: undefined;
      }
    | {
        readonly executor?: undefined;
        /** Guard the tools that the agent has: an `Engine` of `@helve/enforcer`. */
        readonly guards: readonly Guard[];
        /** Helve tools that rules may invoke, or put in place of a call. */
        readonly tools?: readonly (Tool | ToolGroup)[] | undefined;
      }
  );

/** The middleware's state in the graph. Names with `_` are not part of its input and output. */
interface HelveState {
  readonly messages: BaseMessage[];
  /** The answers to the questions of the turn. */
  readonly _helveAnswers?: Answers;
  readonly _helveHistory?: History;
  /** The id of a run without a thread. */
  readonly _helveRun?: string;
}

const stateSchema = new StateSchema({
  _helveAnswers: z.custom<Answers>().optional(),
  _helveHistory: new ReducedValue(z.custom<History>().optional(), {
    inputSchema: z.custom<History>().optional(),
    reducer: (known, added) => ((added?.steps ?? -1) >= (known?.steps ?? -1) ? added : known),
  }),
  _helveRun: z.string().optional(),
});

interface HelveRuntime {
  readonly configurable?: { readonly [name: string]: unknown } | undefined;
}

/** Returns what guards the calls: an executor with Helve tools, or guards for other tools. */
function callSource(
  executor: ActionExecutor | undefined,
  guards: readonly Guard[] | undefined,
  tools: readonly (Tool | ToolGroup)[] | undefined,
): CallSource {
  if (executor !== undefined && guards !== undefined) {
    throw new TypeError('give helveMiddleware "executor" or "guards": an executor has guards of its own');
  }
  if (executor !== undefined && tools !== undefined) throw new TypeError('"tools" is an option only with "guards"');
  if (executor !== undefined) return { executor };
  if (guards === undefined) throw new TypeError('helveMiddleware needs "executor" or "guards"');
  return { guards, tools };
}

/** Whether there are checkpoints to keep the history in. */
function isKept({ configurable }: HelveRuntime): boolean {
  return typeof configurable?.["thread_id"] === "string";
}

/** Adds the history for rules to a call's result, so that one checkpoint stores both. */
function withHistory(result: ToolMessage | Command, run: GuardedRun): Command {
  const _helveHistory = run.history();
  if (!(result instanceof Command)) return new Command({ update: { messages: [result], _helveHistory } });
  const { update, graph } = result;
  if (graph !== undefined) return result; // the parent has no such state; the next call adds the history
  const added = Array.isArray(update) ? [...update, ["_helveHistory", _helveHistory]] : { ...update, _helveHistory };
  return new Command({ ...result, update: added as Record<string, unknown> });
}

/** Creates a stand-in for a tool that the middleware does not know. */
function unknownTool(name: string): {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
} {
  return { name, description: name, schema: {} };
}

function isNamed(tool: unknown): tool is { readonly name: string } {
  return typeof tool === "object" && tool !== null && "name" in tool && typeof tool.name === "string";
}

/** Returns the message for a call of a middleware's tool outside of the middleware: it does not run. */
function withoutMiddleware(): Promise<ToolMessage> {
  throw new TypeError("this tool runs only in the agent of its helveMiddleware");
}
