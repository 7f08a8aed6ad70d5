import { type ApprovalAnswer, ExternalCalls, GuardedCalls, observationText } from "@helve/adapter";
import type { ActionReturn, ToolContext } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import type { AdapterUnderTest, AgentRun, AgentSetup, ReadResult, ScriptedCall } from "./adapter.ts";

/** `GuardedCalls` itself, in the loop of an SDK that can do everything: what the scenarios expect is possible. */
export const guardedCallsAdapter: AdapterUnderTest = {
  name: "@helve/adapter (GuardedCalls)",
  limits: {},
  start: (setup) => continueAgent(setup, guardedCalls(setup), { turn: 0, read: {}, updates: [] }, {}),
};

/** `ExternalCalls` itself: the loop runs the tools. */
export const externalCallsAdapter: AdapterUnderTest = {
  name: "@helve/adapter (ExternalCalls)",
  limits: {
    "ends a tool at its time limit, and the model reads it": {
      instead: "the SDK sets time limits",
      isImpossible: true,
    },
    "streams the progress of a tool": { instead: "the SDK reports progress" },
  },
  start: (setup) => continueAgent(setup, externalCalls(setup), { turn: 0, read: {}, updates: [] }, {}),
};

/** The interface that the loop needs of both kinds of calls. */
interface LoopCalls {
  readonly create: (setup: AgentSetup) => LoopCalls;
  readonly hasEnded: () => boolean;
  readonly decide: (call: ScriptedCall) => ReturnType<GuardedCalls["decide"]>;
  readonly execute: (call: ScriptedCall, options: ExecuteOptions) => Promise<ActionReturn>;
}

interface ExecuteOptions {
  readonly answer?: ApprovalAnswer | undefined;
  readonly onProgress: (update: unknown) => void;
}

function guardedCalls(setup: AgentSetup): LoopCalls {
  const { tools, guards, timeout, prompt, signal, approvals } = setup;
  const executor = new ActionExecutor(tools, { guards, timeout });
  const calls = new GuardedCalls(executor, { prompt, signal, approvals });
  return {
    create: guardedCalls,
    hasEnded: () => calls.ended !== undefined,
    decide: (call) => calls.decide(call),
    execute: (call, options) => calls.execute(call, options),
  };
}

function externalCalls(setup: AgentSetup): LoopCalls {
  const { guards, prompt, approvals, signal = new AbortController().signal } = setup;
  const external = new ExternalCalls({ guards, prompt, approvals, signal });
  const toolOf = ({ name }: ScriptedCall) => setup.tools.find((tool) => tool.name === name);
  return {
    create: externalCalls,
    hasEnded: () => external.calls.ended !== undefined,
    decide: (call) => external.decide(call, { tool: toolOf(call) }),
    async execute(call, { answer }) {
      const tool = toolOf(call);
      const context = { signal, actionId: call.id, progress: () => undefined } as unknown as ToolContext;
      const { actionReturn } = await external.run(call, { tool, answer }, (args) => {
        if (tool === undefined) throw new Error(`there is no tool ${call.name}`);
        return tool.execute(args, context);
      });
      return actionReturn;
    },
  };
}

/** The stored state of an SDK's run that waits. */
interface Progress {
  readonly turn: number;
  readonly read: Readonly<Record<string, ReadResult>>;
  readonly updates: readonly unknown[];
  /** The calls of the turn that have ended, by their positions. */
  readonly done?: readonly number[];
}

async function continueAgent(
  setup: AgentSetup,
  calls: LoopCalls,
  { turn: first, read: before, updates: seen, done: ended = [] }: Progress,
  answers: Readonly<Record<string, ApprovalAnswer>>,
): Promise<AgentRun> {
  const read: Record<string, ReadResult> = { ...before };
  const updates = [...seen];
  let done = new Set(ended);
  const run = async (call: ScriptedCall, index: number): Promise<string | undefined> => {
    if (done.has(index)) return undefined;
    const decision = await calls.decide(call);
    const answer = answers[call.id];
    if (decision.kind === "ask" && (answer === undefined || decision.isNew)) return call.id;
    const actionReturn = await calls.execute(call, { answer, onProgress: (update) => updates.push(update) });
    read[call.id] = { text: observationText(actionReturn) };
    done.add(index);
    return undefined;
  };
  for (let turn = first; turn < setup.turns.length; turn++) {
    const { text, calls: called = [] } = setup.turns[turn] ?? {};
    const waiting = (await Promise.all(called.map(run))).filter((id) => id !== undefined);
    const state = { turn, read, updates, done: [...done] };
    const resume: AgentRun["resume"] = (given, elsewhere) =>
      continueAgent(elsewhere ?? setup, elsewhere ? calls.create(elsewhere) : calls, structuredClone(state), given);
    if (waiting.length > 0 || text !== undefined || calls.hasEnded() || setup.signal?.aborted === true) {
      return { read, text, waiting, updates, resume };
    }
    done = new Set();
  }
  throw new Error("the script ends without a text");
}
