import { type AiTools, guardAiTools, toAiTools } from "@helve/ai-sdk";
import type { ToolContext } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import {
  dynamicTool,
  generateText,
  isStepCount,
  jsonSchema,
  type ModelMessage,
  stepCountIs,
  streamText,
  type Tool,
  type ToolSet,
} from "ai";
import * as sdk6 from "ai-6";
import type { AdapterUnderTest, AgentRun, AgentSetup, ReadResult } from "./adapter.ts";
import { outputText, type ScriptedModel, scriptedModel } from "./ai-sdk-model.ts";

/** `toAiTools` with `generateText`. */
export const generateTextAdapter: AdapterUnderTest = {
  name: "@helve/ai-sdk (generateText)",
  limits: {
    "streams the progress of a tool": { instead: "generateText shows no progress; streamText does" },
  },
  start: (setup) => start(setup, { create: helveTools, generate: generate7 }),
};

/** `toAiTools` with `streamText`. */
export const streamTextAdapter: AdapterUnderTest = {
  name: "@helve/ai-sdk (streamText)",
  limits: {},
  start: (setup) => start(setup, { create: helveTools, generate: stream7 }),
};

/** `toAiTools` with version 6 of the SDK. */
export const generateText6Adapter: AdapterUnderTest = {
  name: "@helve/ai-sdk (generateText, ai 6)",
  limits: {
    "streams the progress of a tool": { instead: "generateText shows no progress; streamText does" },
  },
  start: (setup) => start(setup, { create: helveTools, generate: generate6 }),
};

/** `toAiTools` with `streamText` of version 6 of the SDK. */
export const streamText6Adapter: AdapterUnderTest = {
  name: "@helve/ai-sdk (streamText, ai 6)",
  limits: {},
  start: (setup) => start(setup, { create: helveTools, generate: stream6 }),
};

/** `guardAiTools` with tools of the SDK. */
export const guardAiToolsAdapter: AdapterUnderTest = {
  name: "@helve/ai-sdk (guardAiTools)",
  limits: {
    "ends a tool at its time limit, and the model reads it": {
      instead: "the SDK sets time limits",
      isImpossible: true,
    },
    "streams the progress of a tool": { instead: "the SDK's tool reports progress" },
  },
  start: (setup) => start(setup, { create: guardedTools, generate: stream7 }),
};

/** Functions with which an adapter creates tools, and runs the SDK. */
interface Driver {
  readonly create: (setup: AgentSetup) => AiTools<ToolSet>;
  readonly generate: (options: GenerateOptions) => Promise<Generated>;
}

interface GenerateOptions {
  readonly helve: AiTools<ToolSet>;
  readonly tools: ToolSet;
  readonly messages: readonly ModelMessage[];
  readonly setup: AgentSetup;
  readonly model: ScriptedModel;
}

interface Generated {
  readonly messages: readonly ModelMessage[];
  readonly text: string;
  readonly updates: readonly unknown[];
}

function helveTools({ tools, guards, timeout, prompt, approvals, signal }: AgentSetup): AiTools<ToolSet> {
  const executor = new ActionExecutor(tools, { guards, timeout });
  return toAiTools(executor, { prompt, approvals, signal }) as unknown as AiTools<ToolSet>;
}

function guardedTools({ tools, guards, prompt, approvals, signal }: AgentSetup): AiTools<ToolSet> {
  const ofSdk = tools.map(({ name, description, parameters, execute }): [string, Tool] => [
    name,
    dynamicTool({
      description,
      inputSchema: jsonSchema(parameters as unknown as Parameters<typeof jsonSchema>[0]),
      execute: (input, { toolCallId, abortSignal = new AbortController().signal }) =>
        execute(input, {
          signal: abortSignal,
          actionId: toolCallId,
          progress: () => undefined,
        } as unknown as ToolContext),
    }),
  ]);
  return guardAiTools(Object.fromEntries(ofSdk), { guards, prompt, approvals, signal });
}

async function generate7({ helve, tools, messages, setup, model }: GenerateOptions): Promise<Generated> {
  const { text, responseMessages } = await generateText({
    model: model.v4,
    messages: [...messages],
    ...helve,
    tools,
    stopWhen: [isStepCount(20), helve.hasEnded],
    ...(setup.signal && { abortSignal: setup.signal }),
  });
  return { text, messages: responseMessages, updates: [] };
}

async function generate6({ helve, tools, messages, setup, model }: GenerateOptions): Promise<Generated> {
  const { text, response } = await sdk6.generateText({
    model: model.v3,
    messages: messages as sdk6.ModelMessage[],
    ...(helve as unknown as AiTools<sdk6.ToolSet>),
    tools: tools as unknown as sdk6.ToolSet,
    stopWhen: [sdk6.stepCountIs(20), helve.hasEnded],
    ...(setup.signal && { abortSignal: setup.signal }),
  });
  return { text, messages: response.messages as ModelMessage[], updates: [] };
}

async function stream7({ helve, tools, messages, setup, model }: GenerateOptions): Promise<Generated> {
  const result = streamText({
    model: model.v4,
    messages: [...messages],
    ...helve,
    tools,
    stopWhen: [stepCountIs(20), helve.hasEnded],
    ...(setup.signal && { abortSignal: setup.signal }),
    onError: () => undefined,
  });
  const updates = await readUpdates(result.fullStream, setup);
  return { text: await result.text, messages: await result.responseMessages, updates };
}

async function stream6({ helve, tools, messages, setup, model }: GenerateOptions): Promise<Generated> {
  const result = sdk6.streamText({
    model: model.v3,
    messages: messages as sdk6.ModelMessage[],
    ...(helve as unknown as AiTools<sdk6.ToolSet>),
    tools: tools as unknown as sdk6.ToolSet,
    stopWhen: [sdk6.stepCountIs(20), helve.hasEnded],
    ...(setup.signal && { abortSignal: setup.signal }),
    onError: () => undefined,
  });
  const updates = await readUpdates(result.fullStream, setup);
  return { text: await result.text, messages: (await result.response).messages as ModelMessage[], updates };
}

/** The progress of tools: their preliminary results. */
async function readUpdates(stream: AsyncIterable<StreamPart>, setup: AgentSetup): Promise<readonly unknown[]> {
  const preliminary = new Map<string, unknown[]>();
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw setup.signal?.reason;
    if (part.type !== "tool-result" || part.preliminary !== true || part.toolCallId === undefined) continue;
    preliminary.set(part.toolCallId, [...(preliminary.get(part.toolCallId) ?? []), part.output]);
  }
  return [...preliminary.values()].flatMap((outputs) => outputs.slice(0, -1)); // the last one is the result
}

interface StreamPart {
  readonly type: string;
  readonly error?: unknown;
  readonly toolCallId?: string;
  readonly preliminary?: boolean | undefined;
  readonly output?: unknown;
}

function start(setup: AgentSetup, driver: Driver): Promise<AgentRun> {
  const messages: ModelMessage[] = [{ role: "user", content: setup.prompt }];
  return run(setup, driver, { helve: driver.create(setup), messages, read: {}, updates: [] });
}

/** The stored state of a run that waits. All but `helve` is JSON. */
interface Kept {
  readonly helve: AiTools<ToolSet>;
  readonly messages: readonly ModelMessage[];
  readonly read: Readonly<Record<string, ReadResult>>;
  readonly updates: readonly unknown[];
}

async function run(setup: AgentSetup, driver: Driver, { helve, messages, ...before }: Kept): Promise<AgentRun> {
  const main = scriptedModel(setup.isSubAgent ? [agentTurn, ...setup.turns.slice(1)] : setup.turns);
  const tools = setup.isSubAgent ? { ...helve.tools, agent: subAgent(setup, driver, helve) } : helve.tools;
  let generated: Generated = { messages: [], text: "", updates: [] };
  let error: unknown;
  try {
    generated = await driver.generate({ helve, tools, messages, setup, model: main });
  } catch (thrown) {
    error = thrown;
  }
  const all: readonly ModelMessage[] = JSON.parse(JSON.stringify([...messages, ...generated.messages]));
  const read = { ...before.read, ...main.read, ...resultsIn(all) };
  const updates = [...before.updates, ...generated.updates];
  const waiting = helve.questions(all).map(({ toolCallId }) => toolCallId);
  /** An answer is held while other questions are open. */
  const resume: AgentRun["resume"] = async (answers, elsewhere) => {
    const next = elsewhere === undefined ? helve : driver.create(elsewhere);
    const answered = await next.respond(all, answers);
    if (answered.length > 0) {
      return run(elsewhere ?? setup, driver, { messages: [...all, ...answered], read, updates, helve: next });
    }
    const open = waiting.filter((id) => answers[id] === undefined);
    return { read, updates, waiting: open, resume };
  };
  return {
    read,
    updates,
    waiting,
    text: waiting.length > 0 || generated.text === "" ? undefined : generated.text,
    error,
    resume,
  };
}

const agentTurn = { calls: [{ id: "agent", name: "agent", arguments: "{}" }] };

function subAgent(setup: AgentSetup, driver: Driver, helve: AiTools<ToolSet>): Tool {
  return dynamicTool({
    description: "Runs a sub-agent.",
    inputSchema: jsonSchema({ type: "object" }),
    execute: async () => {
      const model = scriptedModel([...setup.turns.slice(0, 1), { text: "the sub-agent is done" }]);
      const messages: ModelMessage[] = [{ role: "user", content: setup.prompt }];
      return (await driver.generate({ helve, tools: helve.tools, messages, setup, model })).text;
    },
  });
}

function resultsIn(messages: readonly ModelMessage[]): Record<string, ReadResult> {
  const results: Record<string, ReadResult> = {};
  for (const { role, content } of messages) {
    if (role !== "tool") continue;
    for (const part of content) {
      if (part.type === "tool-result") results[part.toolCallId] = { text: outputText(part.output) };
    }
  }
  return results;
}
