import {
  type AgentEvent,
  type AgentOutcome,
  type AgentRun,
  askUser,
  callsOf,
  generateLoop,
  handoff,
  type Message,
  type Model,
  outcomeOf,
  react,
  resume,
  type ScriptItem,
  scriptedModel,
} from "@helve/agent";
import type { Action, Guard } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { type Tool, tool } from "@helve/tool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calls } from "./agents.ts";

/** Counts the moments at which functions of the host, the model or the reader are active, and aborts at one of them. */
class Moments {
  readonly controller: AbortController = new AbortController();
  readonly #abortAt: number;
  readonly #later: number;
  count = 0;

  /** @param later - how many microtasks after the moment */
  constructor(abortAt: number, later: number) {
    this.#abortAt = abortAt;
    this.#later = later;
  }

  readonly pass = async (): Promise<void> => {
    if (++this.count === this.#abortAt) {
      for (let turn = 0; turn < this.#later; turn++) await undefined;
      this.controller.abort(new Error("enough"));
    }
    await undefined;
  };
}

interface Setup {
  readonly moments: Moments;
  readonly kind: "loop" | "react";
  readonly parallel: boolean;
  readonly started: string[];
}

/** A model that passes moments between its events, and does not listen to the signal. */
function model({ pass }: Moments, turns: readonly ScriptItem[]): Model {
  const scripted = scriptedModel(turns);
  return {
    name: "scripted",
    async *generate({ signal: _, ...request }) {
      await pass();
      for await (const event of scripted.generate(request)) {
        yield event;
        await pass();
      }
    },
  };
}

const note = (...names: readonly string[]) => names.map((name) => ["note", { name }] as const);

/** Options of a run in which every function of the host passes moments. */
function options({ moments, parallel, started }: Setup) {
  const { pass } = moments;
  let state = 0;
  const noteTool: Tool = tool({
    name: "note",
    description: "Note a name.",
    parameters: { type: "object", properties: { name: { type: "string", description: "a name" } }, required: ["name"] },
    parallel,
    execute: async ({ name }, { progress }) => {
      started.push(String(name));
      await pass();
      progress("half");
      state++;
      await pass();
      return name;
    },
  });
  const allow = async (action?: unknown) => {
    await pass();
    return { kind: "allow" as const, action: action as Action, decision: { passes: [] } };
  };
  const guard: Guard = {
    before: allow,
    after: ({ action }) => allow(action),
    stateChanged: () => allow(),
    finishing: () => allow(),
  };
  const helper = handoff({
    name: "helper",
    description: "Helps.",
    model: model(moments, [calls(...note("inner a", "inner b")), "helped"]),
    executor: new ActionExecutor([noteTool], { guards: [guard] }),
    parallel,
  });
  return {
    executor: new ActionExecutor([noteTool, helper, askUser()], { guards: [guard] }),
    session: {
      state: async () => {
        await pass();
        return state;
      },
    },
    compaction: {
      tokens: 1,
      compact: async (messages: readonly Message[]) => {
        await pass();
        return messages;
      },
    },
    signal: moments.controller.signal,
  };
}

const answer = (kind: Setup["kind"]) => (kind === "loop" ? "done" : calls(["submit", { answer: "done" }]));

function begin(setup: Setup): AgentRun {
  const { kind, moments } = setup;
  const turns = [
    calls(...note("a", "b"), ["helper", { task: "Help." }], ...note("c")),
    calls(...note("d"), ["ask_user", { question: "Sure?" }], ...note("e")),
    answer(kind),
  ];
  const all = { ...options(setup), model: model(moments, turns) };
  return kind === "loop" ? generateLoop("Go.", all) : react("Go.", { ...all, ...hostFunctions(moments) });
}

function hostFunctions({ pass }: Moments) {
  const score = async () => {
    await pass();
    return true;
  };
  const onContinue = async () => {
    await pass();
    return { kind: "continue" as const };
  };
  return { attempts: { most: 2, score }, onContinue };
}

/** Reads a run, and passes a moment at each event. */
async function read(run: AgentRun, { pass }: Moments): Promise<AgentOutcome> {
  const events: AgentEvent[] = [];
  for await (const event of run) {
    events.push(event);
    await pass();
  }
  const end = events.at(-1);
  if (end?.type !== "end" || events.filter(({ type }) => type === "end").length > 1)
    throw new Error("one end expected");
  return end.outcome;
}

/** Lets everything that is still active go on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Expects that the results of the calls of each message follow it, in their order. */
function expectComplete(messages: readonly Message[]): void {
  const results = messages.flatMap((message, index) => {
    if (message.role !== "assistant") return [];
    const following = messages.slice(index + 1, index + 1 + callsOf(message).length);
    expect(following).toMatchObject(callsOf(message).map(({ id }) => ({ role: "tool", callId: id })));
    return following;
  });
  expect(messages.filter(({ role }) => role === "tool")).toHaveLength(results.length);
}

/** Runs the agent, and continues it when it waits. @returns the last outcome */
async function wholeRun(setup: Setup): Promise<AgentOutcome> {
  const { moments, kind, started } = setup;
  const first = await read(begin(setup), moments);
  const atEnd = started.length;
  await settled();
  expect(started).toHaveLength(atEnd);
  expectComplete(first.messages);
  if (first.status !== "pending") return first;
  const all = {
    ...options(setup),
    model: model(moments, [answer(kind)]),
    ...(kind === "react" && hostFunctions(moments)),
  };
  const last = await read(resume(JSON.parse(JSON.stringify(first.run)), { call_6: "yes" }, all), moments);
  const atLastEnd = started.length;
  await settled();
  expect(started).toHaveLength(atLastEnd);
  expectComplete(last.messages);
  return last;
}

describe("a run that is aborted", () => {
  const setups = { kind: fc.constantFrom("loop" as const, "react" as const), parallel: fc.boolean() };

  it("passes all moments if it is not", async () => {
    const moments = new Moments(0, 0);
    const started: string[] = [];
    const outcome = await wholeRun({ moments, kind: "react", parallel: true, started });
    expect(outcome).toMatchObject({ status: "finished", answer: "done" });
    expect(started.toSorted()).toEqual(["a", "b", "c", "d", "e", "inner a", "inner b"]);
    expect(moments.count).toBeGreaterThan(100);
  });

  it("has a complete conversation whenever it was, runs nothing after its end and nothing twice", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(140), fc.nat(12), fc.record(setups), async (abortAt, later, more) => {
        const started: string[] = [];
        const moments = new Moments(abortAt, later);
        const { status } = await wholeRun({ moments, started, ...more });
        expect(["finished", "aborted"]).toContain(status);
        expect(new Set(started).size).toBe(started.length);
      }),
    );
  });

  it.each(["guard", "state", "compact", "score", "onContinue", "model", "tool"] as const)(
    "ends while a function of the host never answers: %s",
    async (hanging) => {
      const controller = new AbortController();
      const never = (name: string, value: unknown = undefined) => {
        if (name !== hanging) return value as never;
        queueMicrotask(() => controller.abort(new Error("enough")));
        return new Promise<never>(() => undefined);
      };
      const allow = { kind: "allow" as const, decision: { passes: [] } };
      const guard: Guard = {
        before: async (action) => ({ ...allow, action }),
        finishing: async () => never("guard", allow),
      };
      const wait = tool({
        name: "wait",
        description: "Wait.",
        parameters: { type: "object", properties: {} },
        execute: () => never("tool", "waited"),
      });
      const scripted = scriptedModel([calls(["wait", {}]), calls(["submit", { answer: "1" }])]);
      const run = react("Go.", {
        model: {
          name: "scripted",
          async *generate(request) {
            await never("model");
            yield* scripted.generate(request);
          },
        },
        executor: new ActionExecutor([wait], { guards: [guard] }),
        session: { state: () => never("state", 0) },
        compaction: { tokens: 1, compact: async (messages) => never("compact", messages) },
        attempts: { most: 2, score: () => never("score", true) },
        onContinue: () => never("onContinue", { kind: "continue" }),
        signal: controller.signal,
      });
      const outcome = await outcomeOf(run);
      expect(outcome).toMatchObject({ status: "aborted", reason: "enough" });
      expectComplete(outcome.messages);
    },
  );

  it("starts nothing more when its reader leaves at any event", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.record(setups), async (leaveAt, more) => {
        const started: string[] = [];
        let count = 0;
        for await (const _ of begin({ moments: new Moments(0, 0), started, ...more })) if (++count === leaveAt) break;
        const atEnd = started.length;
        await settled();
        expect(started).toHaveLength(atEnd);
      }),
    );
  });
});
