import type { ApprovalAnswer } from "@helve/adapter";
import { ActionExecutor } from "@helve/executor";
import { chatTools, guardChat } from "@helve/tanstack-ai";
import {
  type AnyTextAdapter,
  chat,
  genericInterruptContinuationFromDescriptor,
  type RunAgentResumeItem,
  type StreamChunk,
  type Tool,
  toolDefinition,
  wrapGenericInterruptContinuation,
} from "@tanstack/ai";
import type { AdapterUnderTest, AgentRun, AgentSetup, ModelTurn, ReadResult } from "./adapter.ts";

/** Tools of an executor in `chat` of TanStack AI. */
export const tanstackAdapter: AdapterUnderTest = {
  name: "@helve/tanstack-ai (chatTools)",
  limits: {},
  start: (setup) => startChat(setup, helveOptions),
};

/** Tools of TanStack AI behind the middleware. */
export const guardedTanstackAdapter: AdapterUnderTest = {
  name: "@helve/tanstack-ai (guardChat)",
  limits: {
    "ends a tool at its time limit, and the model reads it": {
      instead: "the SDK sets time limits",
      isImpossible: true,
    },
    "streams the progress of a tool": { instead: "the SDK reports progress" },
  },
  start: (setup) => startChat(setup, guardedOptions),
};

type ChatOptions = Pick<Parameters<typeof chat>[0], "tools" | "middleware" | "interrupts">;

function helveOptions({ tools, guards, timeout, prompt, approvals }: AgentSetup): ChatOptions {
  const executor = new ActionExecutor(tools, { guards, timeout });
  return chatTools(executor, { prompt, approvals }) as unknown as ChatOptions;
}

function guardedOptions({ tools, guards, prompt, approvals }: AgentSetup): ChatOptions {
  const own = tools.map(({ name, description, parameters, execute }) =>
    toolDefinition({ name, description, inputSchema: parameters as never }).server((args, context) => {
      const { toolCallId = "", abortSignal: signal = new AbortController().signal } = context ?? {};
      return execute(args, { signal, actionId: toolCallId, progress: () => undefined } as never) as never;
    }),
  );
  return { tools: own as never, ...guardChat({ guards, prompt, approvals }) } as unknown as ChatOptions;
}

/** The state that the SDK serializes: the messages, and the interrupts of the run that waits. */
interface Kept {
  readonly messages: readonly unknown[];
  readonly runId?: string;
  readonly interrupts: readonly { readonly id: string; readonly metadata?: unknown }[];
}

async function startChat(setup: AgentSetup, optionsOf: (setup: AgentSetup) => ChatOptions): Promise<AgentRun> {
  const messages = [{ role: "user", content: setup.prompt }];
  return continueChat(setup, optionsOf, optionsOf(setup), { messages, interrupts: [] }, {}, { read: {}, updates: [] });
}

async function continueChat(
  setup: AgentSetup,
  optionsOf: (setup: AgentSetup) => ChatOptions,
  options: ChatOptions,
  kept: Kept,
  answers: Readonly<Record<string, ApprovalAnswer>>,
  seen: Pick<AgentRun, "read" | "updates">,
): Promise<AgentRun> {
  const abort = new AbortController();
  setup.signal?.addEventListener("abort", () => abort.abort(setup.signal?.reason));
  if (setup.signal?.aborted === true) abort.abort(setup.signal.reason);
  const run = new RunRecorder(seen);
  const resume = kept.interrupts.flatMap((interrupt): RunAgentResumeItem | readonly never[] => {
    const continuation = genericInterruptContinuationFromDescriptor(interrupt as never);
    if (continuation === undefined) throw new Error("an interrupt is not the adapter's");
    if (answers[continuation.key] === undefined) return [];
    const metadata = wrapGenericInterruptContinuation(continuation);
    return { interruptId: interrupt.id, status: "resolved", payload: answers[continuation.key], metadata };
  });
  const { tools = [], ...others } = options;
  const { turns, subAgent } = withSubAgent(setup, options, run);
  try {
    const stream = chat({
      adapter: scriptedAdapter(turns),
      messages: kept.messages as never,
      tools: [...tools, ...subAgent] as never,
      ...others,
      threadId: "thread",
      runId: crypto.randomUUID(),
      ...(resume.length > 0 && { resume, parentRunId: kept.runId }),
      abortController: abort,
    } as never) as unknown as AsyncIterable<StreamChunk>;
    for await (const chunk of stream) run.add(chunk);
  } catch (error) {
    run.error = error;
  }
  const next: Kept = structuredClone({ messages: run.snapshot, runId: run.runId, interrupts: run.interrupts });
  return {
    ...run.result(),
    resume: (given, elsewhere) =>
      continueChat(elsewhere ?? setup, optionsOf, elsewhere ? optionsOf(elsewhere) : options, next, given, run),
  };
}

/** Collects what a client sees. */
class RunRecorder {
  readonly read: Record<string, ReadResult>;
  readonly updates: unknown[];
  text: string | undefined;
  error: unknown;
  runId = "";
  snapshot: readonly unknown[] = [];
  interrupts: Kept["interrupts"] = [];

  constructor({ read, updates }: Pick<AgentRun, "read" | "updates">) {
    this.read = { ...read };
    this.updates = [...updates];
  }

  add(chunk: StreamChunk): void {
    if (chunk.type === "TOOL_CALL_RESULT") {
      const { content } = chunk as { readonly content: unknown };
      this.read[chunk.toolCallId] = { text: typeof content === "string" ? content : JSON.stringify(content) };
    }
    if (chunk.type === "TEXT_MESSAGE_CONTENT") this.text = `${this.text ?? ""}${chunk.delta}`;
    if (chunk.type === "CUSTOM" && chunk.name === "helve:progress") this.updates.push(chunk.value.update);
    if (chunk.type === "MESSAGES_SNAPSHOT") this.snapshot = chunk.messages;
    if (chunk.type === "RUN_ERROR") this.error = chunk;
    if (chunk.type !== "RUN_FINISHED") return;
    this.runId = chunk.runId;
    this.interrupts = chunk.outcome?.type === "interrupt" ? (chunk.outcome.interrupts as Kept["interrupts"]) : [];
  }

  result(): Omit<AgentRun, "resume"> {
    const { read, updates, text, error, interrupts } = this;
    const waiting = interrupts.map(
      (interrupt) => genericInterruptContinuationFromDescriptor(interrupt as never)?.key ?? "",
    );
    return { read, updates, text, error, waiting };
  }
}

/** The first turn of the script as the run of a sub-agent, which has the same tools and the same session. */
function withSubAgent(
  { turns, isSubAgent }: AgentSetup,
  options: ChatOptions,
  run: RunRecorder,
): { readonly turns: readonly ModelTurn[]; readonly subAgent: readonly Tool[] } {
  const [first, ...rest] = turns;
  if (isSubAgent !== true || first === undefined) return { turns, subAgent: [] };
  const subAgent = toolDefinition({ name: "sub_agent", description: "Asks a sub-agent." }).server(async () => {
    const adapter = scriptedAdapter([first, { text: "done" }]);
    const stream = chat({ adapter, messages: [{ role: "user", content: "pay" }], ...options } as never);
    for await (const chunk of stream as unknown as AsyncIterable<StreamChunk>) {
      if (chunk.type === "TOOL_CALL_RESULT") run.add(chunk);
    }
    return "done";
  });
  return {
    turns: [{ calls: [{ id: "sub", name: "sub_agent", arguments: "{}" }] }, ...rest],
    subAgent: [subAgent as never],
  };
}

/** A model that replies with the script: the turn follows from the messages that it has written so far. */
function scriptedAdapter(turns: readonly ModelTurn[]): AnyTextAdapter {
  return {
    kind: "text",
    name: "scripted",
    model: "script",
    "~types": undefined as never,
    async *chatStream({ messages, runId = "run", threadId = "thread" }) {
      const written = messages.filter(({ role }) => role === "assistant").length;
      const { calls = [], text } = turns[written] ?? { text: "done" };
      const base = { timestamp: Date.now() };
      yield { type: "RUN_STARTED", runId, threadId, ...base } as never;
      if (text !== undefined) {
        yield { type: "TEXT_MESSAGE_START", messageId: `m${written}`, role: "assistant", ...base } as never;
        yield { type: "TEXT_MESSAGE_CONTENT", messageId: `m${written}`, delta: text, ...base } as never;
        yield { type: "TEXT_MESSAGE_END", messageId: `m${written}`, ...base } as never;
      }
      for (const [index, { id, name, arguments: args }] of calls.entries()) {
        yield { type: "TOOL_CALL_START", toolCallId: id, toolCallName: name, index, ...base } as never;
        // Two pieces, as a provider streams them.
        for (const delta of [args.slice(0, 3), args.slice(3)])
          yield { type: "TOOL_CALL_ARGS", toolCallId: id, delta, ...base } as never;
        yield { type: "TOOL_CALL_END", toolCallId: id, toolCallName: name, ...base } as never;
      }
      const finishReason = calls.length > 0 ? "tool_calls" : "stop";
      yield { type: "RUN_FINISHED", runId, threadId, finishReason, ...base } as never;
    },
    structuredOutput: () => Promise.reject(new Error("not scripted")),
  } as AnyTextAdapter;
}
