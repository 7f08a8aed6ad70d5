import {
  guardThink,
  repairedModel,
  type ThinkGuard,
  type ThinkGuardOptions,
  toThinkTools,
} from "@helve/cloudflare-agents";
import { type NodeDurableObject, nodeDurableObject, startThink } from "@helve/cloudflare-agents/node";
import type { ToolContext } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import type { ThinkHarness } from "agents/harness/think";
import { dynamicTool, jsonSchema, type ToolSet, type UIMessage } from "ai";
import type { AdapterUnderTest, AgentRun, AgentSetup, ReadResult } from "./adapter.ts";
import { type ScriptedModel, scriptedModel } from "./ai-sdk-model.ts";

/** `toThinkTools` with `ThinkHarness`, whose Durable Object is emulated. */
export const thinkToolsAdapter: AdapterUnderTest = {
  name: "@helve/cloudflare-agents (toThinkTools)",
  limits: {},
  start: (setup) => start(setup, helveTools),
};

/** `guardThink` with tools of the harness. */
export const guardThinkAdapter: AdapterUnderTest = {
  name: "@helve/cloudflare-agents (guardThink)",
  limits: {
    "ends a tool at its time limit, and the model reads it": {
      instead: "the SDK sets time limits",
      isImpossible: true,
    },
    "gives notes of rules to the model": { instead: "no hook can change a result: notes are dropped" },
    "streams the progress of a tool": { instead: "the SDK's tool reports progress" },
  },
  start: (setup) => start(setup, guardedTools),
};

/** A function with which an adapter creates tools. */
type Create = (
  setup: AgentSetup,
  options: ThinkGuardOptions,
) => { readonly helve: ThinkGuard; readonly tools: (session: string) => ToolSet };

const helveTools: Create = ({ tools, guards, timeout }, options) => {
  const helve = toThinkTools(new ActionExecutor(tools, { guards, timeout }), options);
  return { helve, tools: (session) => helve.tools({ session }) as unknown as ToolSet };
};

const guardedTools: Create = ({ tools, guards }, options) => {
  const own = tools.map(({ name, description, parameters, execute }) => {
    const tool = dynamicTool({
      description,
      inputSchema: jsonSchema(parameters as unknown as Parameters<typeof jsonSchema>[0]),
      execute: (input, { toolCallId, abortSignal = new AbortController().signal }) =>
        execute(input, {
          signal: abortSignal,
          actionId: toolCallId,
          progress: () => undefined,
        } as unknown as ToolContext),
    });
    return [name, tool] as const;
  });
  const schemas: ToolSet = Object.fromEntries(own);
  return { helve: guardThink({ guards, schemas, ...options }), tools: () => schemas };
};

/** A harness in an object, as it is created at each start of the object. */
interface Hosted {
  readonly harness: ThinkHarness;
  readonly helve: ThinkGuard;
  readonly model: ScriptedModel;
  readonly context: NodeDurableObject;
}

async function host(setup: AgentSetup, create: Create, context: NodeDurableObject): Promise<Hosted> {
  const { prompt, approvals, signal, isSubAgent = false, turns } = setup;
  const { helve, tools } = create(setup, {
    storage: context.storage,
    prompt,
    signal,
    approvals: () => approvals,
    ...(isSubAgent && { history: () => "" }),
  });
  const main = scriptedModel(isSubAgent ? [agentTurn, ...turns.slice(1)] : turns);
  const sub = scriptedModel([...turns.slice(0, 1), { text: "the sub-agent is done" }]);
  const agent = dynamicTool({
    description: "Runs a sub-agent.",
    inputSchema: jsonSchema({ type: "object" }),
    execute: async () => (await harness.session("sub").prompt(prompt)).status,
  });
  const harness: ThinkHarness = await startThink(context, {
    model: ({ session }) => repairedModel((session === "sub" ? sub : main).v4),
    maxSteps: 20,
    ...helve,
    tools: ({ session }) => (isSubAgent && session === "" ? { ...tools(session), agent } : tools(session)),
  });
  return { harness, helve, model: main, context };
}

const agentTurn = { calls: [{ id: "agent", name: "agent", arguments: "{}" }] };

async function start(setup: AgentSetup, create: Create): Promise<AgentRun> {
  const hosted = await host(setup, create, nodeDurableObject());
  return run(setup, create, hosted, { read: {}, updates: [] }, () => hosted.harness.session().submit(setup.prompt));
}

async function run(
  setup: AgentSetup,
  create: Create,
  hosted: Hosted,
  before: Pick<AgentRun, "read" | "updates">,
  submit: () => Promise<{ readonly operationId: string } | undefined>,
): Promise<AgentRun> {
  const session = hosted.harness.session();
  const updates = [...before.updates];
  const stop = session.subscribe((event) => {
    if (event.type !== "chunk" || event.chunk.type !== "tool-output-available") return;
    if (event.chunk.preliminary === true) updates.push(event.chunk.output);
  });
  const abort = () => void session.abort();
  setup.signal?.addEventListener("abort", abort);
  const receipt = await submit();
  const ended = receipt === undefined ? undefined : await session.wait(receipt.operationId);
  setup.signal?.removeEventListener("abort", abort);
  stop();
  const messages = await session.messages();
  const read = { ...before.read, ...resultsIn(messages), ...hosted.model.read };
  const waiting = (await hosted.helve.questions(messages)).map(({ toolCallId }) => toolCallId);
  const text = ended?.status === "done" && waiting.length === 0 && ended.text !== "" ? ended.text : undefined;
  return {
    read,
    updates,
    waiting,
    text,
    error: ended?.status === "unanswered" ? new Error(ended.reason) : undefined,
    resume: async (answers, elsewhere) => {
      const next = elsewhere === undefined ? hosted : await host(elsewhere, create, nodeDurableObject(hosted.context));
      return run(elsewhere ?? setup, create, next, { read, updates }, async () => {
        let receipt: { readonly operationId: string } | undefined;
        for (const question of await next.helve.questions(await next.harness.session().messages())) {
          const answer = answers[question.toolCallId];
          if (answer === undefined) continue;
          receipt = await next.harness.session().submit(await next.helve.respond(question, answer));
        }
        return receipt;
      });
    },
  };
}

function resultsIn(messages: readonly UIMessage[]): Record<string, ReadResult> {
  const results: Record<string, ReadResult> = {};
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (!("toolCallId" in part)) continue;
    if (part.state === "output-error") results[part.toolCallId] = { text: part.errorText };
    if (part.state === "output-denied") results[part.toolCallId] = { text: part.approval.reason ?? "denied" };
    if (part.state === "output-available") results[part.toolCallId] = { text: JSON.stringify(part.output) };
  }
  return results;
}
