import type { ApprovalAnswer } from "@helve/adapter";
import { ActionExecutor } from "@helve/executor";
import { agentTools, guardTools } from "@helve/mastra";
import { Mastra } from "@mastra/core";
import { Agent, type ToolsInput } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import type { AdapterUnderTest, AgentRun, AgentSetup, ModelTurn, ReadResult } from "./adapter.ts";

/** Mastra looks the names of tools up on a prototype. */
const unknownTool = { instead: "the run fails if the name is one of `Object.prototype`" };

/** Tools of an executor in an agent of Mastra. */
export const mastraAdapter: AdapterUnderTest = {
  name: "@helve/mastra (agentTools)",
  limits: {
    "answers a call of an unknown tool": unknownTool,
  },
  start: (setup) => startAgent(setup, helveOptions),
};

/** Tools of Mastra behind guards. */
export const guardedMastraAdapter: AdapterUnderTest = {
  name: "@helve/mastra (guardTools)",
  limits: {
    "answers a call of an unknown tool": unknownTool,
    "ends a tool at its time limit, and the model reads it": {
      instead: "the SDK sets time limits",
      isImpossible: true,
    },
    "streams the progress of a tool": { instead: "the SDK reports progress" },
  },
  start: (setup) => startAgent(setup, guardedOptions),
};

type RunOptions = object;

function helveOptions({ tools, guards, timeout, prompt, approvals }: AgentSetup): RunOptions {
  return agentTools(new ActionExecutor(tools, { guards, timeout }), { prompt, approvals });
}

function guardedOptions({ tools, guards, prompt, approvals }: AgentSetup): RunOptions {
  const own = tools.map(({ name, description, parameters, execute }) => {
    const tool = createTool({
      id: name,
      description,
      inputSchema: parameters as never,
      execute: async (
        args: unknown,
        { abortSignal: signal = new AbortController().signal }: { abortSignal?: AbortSignal },
      ) => execute(args, { signal, actionId: "", progress: () => undefined } as never) as never,
    } as never);
    return [name, tool] as const;
  });
  return guardTools(Object.fromEntries(own) as never, { guards, prompt, approvals });
}

/** An agent with its storage, where Mastra keeps runs that are suspended. */
interface Host {
  readonly agent: Agent;
  readonly options: RunOptions;
}

type OptionsOf = (setup: AgentSetup) => RunOptions;

function newHost(setup: AgentSetup, optionsOf: OptionsOf, storage: InMemoryStore, run: RunRecorder): Host {
  const options = optionsOf(setup);
  const { turns, tools } = withSubAgent(setup, options, run);
  const agent = new Agent({
    id: "bank",
    name: "bank",
    instructions: "Pay.",
    model: scriptedModel(turns) as never,
    tools,
  });
  new Mastra({ agents: { bank: agent }, storage, logger: false });
  return { agent, options };
}

async function startAgent(setup: AgentSetup, optionsOf: OptionsOf): Promise<AgentRun> {
  const storage = new InMemoryStore();
  const run = new RunRecorder();
  const host = newHost(setup, optionsOf, storage, run);
  await run.follow(setup, () => host.agent.stream(setup.prompt, runOptions(setup, host)) as never);
  return outcome(setup, optionsOf, storage, host, run);
}

function runOptions({ signal }: AgentSetup, { options }: Host): never {
  return { ...options, maxSteps: 10, ...(signal && { abortSignal: signal }) } as never;
}

function outcome(
  setup: AgentSetup,
  optionsOf: OptionsOf,
  storage: InMemoryStore,
  host: Host,
  run: RunRecorder,
): AgentRun {
  return {
    ...run.result(),
    async resume(answers, elsewhere) {
      const now = elsewhere ?? setup;
      const resumed = new RunRecorder(run);
      const to = elsewhere ? newHost(elsewhere, optionsOf, storage, resumed) : host;
      await resumeAll(now, to, resumed, answers);
      return outcome(now, optionsOf, storage, to, resumed);
    },
  };
}

/** Mastra resumes one call at a time; another call of the same turn may be suspended then. */
async function resumeAll(
  setup: AgentSetup,
  host: Host,
  run: RunRecorder,
  answers: Readonly<Record<string, ApprovalAnswer>>,
): Promise<void> {
  const answered = new Set<string>();
  for (;;) {
    const next = run.suspended.find((id) => answers[id] !== undefined && !answered.has(id));
    if (next === undefined) return;
    answered.add(next);
    const { runId } = run;
    const options = { ...(runOptions(setup, host) as object), runId, toolCallId: next };
    await run.follow(setup, () => host.agent.resumeStream(answers[next], options as never) as never);
    if (run.error !== undefined) return;
  }
}

interface AgentStream {
  readonly runId: string;
  readonly fullStream: AsyncIterable<{ readonly type: string; readonly payload?: never; readonly data?: never }>;
}

/** Collects what an application sees. */
class RunRecorder {
  readonly read: Record<string, ReadResult>;
  readonly updates: unknown[];
  suspended: readonly string[] = [];
  runId: string;
  text: string | undefined;
  error: unknown;

  constructor(before?: RunRecorder) {
    this.read = { ...before?.read };
    this.updates = [...(before?.updates ?? [])];
    this.suspended = before?.suspended ?? [];
    this.runId = before?.runId ?? "";
  }

  async follow(_setup: AgentSetup, start: () => Promise<AgentStream>): Promise<void> {
    this.suspended = [];
    try {
      const stream = await start();
      this.runId = stream.runId;
      for await (const chunk of stream.fullStream) this.#add(chunk.type, chunk.payload ?? chunk.data ?? {});
    } catch (error) {
      this.error = error;
    }
  }

  #add(
    type: string,
    payload: { toolCallId?: string; result?: unknown; error?: unknown; text?: string; update?: unknown },
  ): void {
    const { toolCallId: id = "", result, error, text } = payload;
    if (type === "tool-result") this.read[id] = { text: typeof result === "string" ? result : JSON.stringify(result) };
    if (type === "tool-error") this.read[id] = { text: errorText(error) };
    if (type === "tool-call-suspended") this.suspended = [...this.suspended, id];
    if (type === "text-delta") this.text = `${this.text ?? ""}${text}`;
    if (type === "data-helve-progress") this.updates.push(payload.update);
    if (type === "error") this.error = error;
  }

  result(): Omit<AgentRun, "resume"> {
    const { read, updates, text, error, suspended } = this;
    return { read, updates, text, error, waiting: suspended };
  }
}

function errorText(error: unknown): string {
  const { message = "", cause } = error as { message?: string; cause?: { message?: string } };
  return `${message} ${cause?.message ?? ""} ${JSON.stringify(error)}`;
}

/** The first turn of the script as the run of a sub-agent with the same tools. */
function withSubAgent(
  { turns, isSubAgent }: AgentSetup,
  options: RunOptions,
  run: RunRecorder,
): Pick<AgentSetup, "turns"> & { readonly tools: ToolsInput } {
  const [first, ...rest] = turns;
  if (isSubAgent !== true || first === undefined) return { turns, tools: {} };
  const inner = new Agent({
    id: "sub",
    name: "sub",
    instructions: "Pay.",
    model: scriptedModel([first, { text: "done" }]) as never,
  });
  const sub_agent = createTool({
    id: "sub_agent",
    description: "Asks a sub-agent.",
    execute: async () => {
      const nested = new RunRecorder();
      await nested.follow({} as never, () => inner.stream("pay", { ...options, maxSteps: 5 } as never) as never);
      Object.assign(run.read, nested.read);
      return "done";
    },
  } as never);
  return { turns: [{ calls: [{ id: "sub", name: "sub_agent", arguments: "{}" }] }, ...rest], tools: { sub_agent } };
}

/** A model of the AI SDK that replies with the script: the turn follows from the messages that it has written. */
function scriptedModel(turns: readonly ModelTurn[]): object {
  return {
    specificationVersion: "v2",
    provider: "scripted",
    modelId: "script",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("not scripted")),
    async doStream({ prompt }: { prompt: readonly { readonly role: string }[] }) {
      const written = prompt.filter(({ role }) => role === "assistant").length;
      const { calls = [], text } = turns[written] ?? { text: "done" };
      const parts = [
        { type: "stream-start", warnings: [] },
        ...(text === undefined
          ? []
          : [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: text },
              { type: "text-end", id: "t" },
            ]),
        ...calls.flatMap(({ id, name, arguments: args }) => [
          { type: "tool-input-start", id, toolName: name },
          { type: "tool-input-delta", id, delta: args.slice(0, 3) },
          { type: "tool-input-delta", id, delta: args.slice(3) },
          { type: "tool-input-end", id },
          { type: "tool-call", toolCallId: id, toolName: name, input: args },
        ]),
        {
          type: "finish",
          finishReason: calls.length > 0 ? "tool-calls" : "stop",
          usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
        },
      ];
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  };
}
