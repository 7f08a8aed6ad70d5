import type { ToolContext } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { type AgentTools, guardAgentTools, rawArguments, toAgentTools } from "@helve/openai-agents";
import {
  Agent,
  type FunctionTool,
  type Model,
  Runner,
  type RunResult,
  RunState,
  type RunToolApprovalItem,
  tool as sdkTool,
  setTracingDisabled,
} from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel, type ScriptedModelInput } from "@openai/agents/testing";
import type { AdapterUnderTest, AgentRun, AgentSetup, ModelTurn, ReadResult } from "./adapter.ts";

setTracingDisabled(true);

// biome-ignore lint/suspicious/noExplicitAny: an agent as the SDK takes it
type AnyAgent = Agent<any, any>;
type Create = (setup: AgentSetup, updates: unknown[]) => AgentTools<FunctionTool>;

/** Helve's tools in the Agents SDK. */
export function agentToolsAdapter({ stream }: { readonly stream: boolean }): AdapterUnderTest {
  return {
    name: `@helve/openai-agents (toAgentTools${stream ? ", stream" : ""})`,
    limits: {},
    start: (setup) => startAgent(setup, helveTools, stream),
  };
}

/** Function tools of the SDK, guarded. */
export function guardedToolsAdapter({ stream }: { readonly stream: boolean }): AdapterUnderTest {
  return {
    name: `@helve/openai-agents (guardAgentTools${stream ? ", stream" : ""})`,
    limits: {
      "ends a tool at its time limit, and the model reads it": {
        instead: "the SDK sets time limits (timeoutMs)",
        isImpossible: true,
      },
      "streams the progress of a tool": { instead: "the SDK has no progress of tools" },
    },
    start: (setup) => startAgent(setup, sdkTools, stream),
  };
}

const helveTools: Create = ({ tools, guards, timeout, prompt, signal, approvals }, updates) =>
  toAgentTools(new ActionExecutor(tools, { guards, timeout }), {
    prompt,
    signal,
    approvals,
    onProgress: (update) => updates.push(update),
  }) as unknown as AgentTools<FunctionTool>;

const sdkTools: Create = ({ tools, guards, prompt, signal, approvals }) => {
  const functions = tools.map((tool) =>
    sdkTool({
      name: tool.name,
      description: tool.name,
      parameters: tool.parameters as never,
      strict: false,
      errorFunction: (_context, error) => (error instanceof Error ? error.message : String(error)),
      execute: (args, _context, details) => {
        const context = { signal: details?.signal ?? new AbortController().signal, progress: () => undefined };
        return tool.execute(args as never, context as unknown as ToolContext);
      },
    }),
  );
  return guardAgentTools(functions, { guards, prompt, signal, approvals }) as unknown as AgentTools<FunctionTool>;
};

/** An agent with its runner; everything is created anew for another process. */
interface Program {
  readonly agent: AnyAgent;
  readonly runner: Runner;
  readonly helve: AgentTools<FunctionTool>;
  readonly updates: unknown[];
}

function program(setup: AgentSetup, create: Create, done: number): Program {
  const updates: unknown[] = [];
  const helve = create(setup, updates);
  const { agent, model } = agentOf(setup, helve, done);
  const modelProvider = rawArguments({ getModel: () => model });
  const runner = new Runner({
    modelProvider,
    tracingDisabled: true,
    toolNotFoundBehavior: "return_error_to_model",
  });
  return { agent, runner, helve, updates };
}

function agentOf(setup: AgentSetup, helve: AgentTools<FunctionTool>, done: number): { agent: Agent; model: Model } {
  const { turns } = setup;
  const tools = helve.tools;
  if (setup.isSubAgent !== true) {
    const model = new ScriptedModel(turns.slice(done).map(response));
    return { agent: new Agent({ name: "Bank", tools, model: rawArguments(model) }), model };
  }
  const [first = {}, ...others] = turns;
  const inner = new Agent({
    name: "Helper",
    tools,
    model: rawArguments(new ScriptedModel([response(first), response({ text: "helped" })])),
  });
  const call: ModelTurn = { calls: [{ id: "sub", name: "helper", arguments: '{"input":"help"}' }] };
  const model = new ScriptedModel([call, ...others].map(response));
  const subAgent = inner.asTool({ toolName: "helper", toolDescription: "helps" });
  return { agent: new Agent({ name: "Bank", tools: [...tools, subAgent], model: rawArguments(model) }), model };
}

function response({ text, calls = [] }: ModelTurn): ScriptedModelInput {
  return [
    ...(text === undefined ? [] : [assistantMessage(text)]),
    ...calls.map(({ id, name, arguments: args }) => functionCall(name, args, { callId: id })),
  ];
}

async function startAgent(setup: AgentSetup, create: Create, stream: boolean): Promise<AgentRun> {
  return continueAgent(setup, create, stream, program(setup, create, 0), setup.prompt);
}

async function continueAgent(
  setup: AgentSetup,
  create: Create,
  stream: boolean,
  { agent, runner, helve, updates }: Program,
  input: string | RunState<unknown, AnyAgent>,
): Promise<AgentRun> {
  const none = async (): Promise<AgentRun> => {
    throw new Error("the run has failed");
  };
  let result: RunResult<unknown, AnyAgent>;
  try {
    const options = setup.signal === undefined ? {} : { signal: setup.signal };
    if (stream) {
      const streamed = await runner.run(agent, input, { ...options, stream: true });
      for await (const _event of streamed);
      await streamed.completed;
      result = streamed as unknown as RunResult<unknown, AnyAgent>;
    } else result = await runner.run(agent, input, options);
  } catch (error) {
    return { read: {}, waiting: [], updates, error, resume: none };
  }
  const items = result.interruptions ?? [];
  return {
    read: readOf(result),
    text: items.length === 0 && typeof result.finalOutput === "string" ? result.finalOutput : undefined,
    waiting: items.map(idOf),
    updates,
    async resume(answers, elsewhere) {
      const turn = result.rawResponses.length;
      const next = elsewhere === undefined ? { agent, runner, helve, updates } : program(elsewhere, create, turn);
      const state =
        elsewhere === undefined
          ? result.state
          : await RunState.fromString<unknown, AnyAgent>(next.agent, result.state.toString());
      for (const item of state.getInterruptions()) {
        const answer = answers[idOf(item)];
        if (answer === undefined) continue;
        if (answer.decision === "approve")
          state.approve(item); // as an application without Helve does
        else await next.helve.answer(state, item, answer);
      }
      return continueAgent(elsewhere ?? setup, create, stream, next, state);
    },
  };
}

function idOf({ rawItem }: RunToolApprovalItem): string {
  return rawItem.type === "function_call" ? rawItem.callId : "";
}

function readOf(result: RunResult<unknown, AnyAgent>): Record<string, ReadResult> {
  const read: Record<string, ReadResult> = {};
  for (const item of result.newItems) {
    if (item.type !== "tool_call_output_item" || item.rawItem.type !== "function_call_result") continue;
    const { output } = item.rawItem;
    const parts = typeof output === "string" ? [output] : [output].flat();
    const texts = parts.map((part) =>
      typeof part === "string" ? part : "text" in part ? part.text : `[${part.type}]`,
    );
    read[item.rawItem.callId] = { text: texts.join("\n") };
  }
  return read;
}
