// Random interleavings of calls, questions, time limits, aborts and crashes of processes, over an executor, a store and the calls of an adapter:
// no call runs twice, no change is lost, and no limit is exceeded.

import { type ApprovalStore, GuardedCalls } from "@helve/adapter";
import { parseProgram } from "@helve/agentspec";
import type { ActionReturn } from "@helve/core";
import { Engine, inspectLater } from "@helve/enforcer";
import { ActionExecutor, type LedgerRun, type RunLedger, type RunResult } from "@helve/executor";
import { memoryBackend, openStore, storeModel } from "@helve/store";
import { tool } from "@helve/tool";
import fc from "fast-check";
import { expect } from "vitest";
import { z } from "zod";

/** In hundredths of a second, so that a machine's own delays count little. */
const longest = 40;
const time = fc.integer({ min: 1, max: longest });
const plannedCall = fc.record({
  at: time,
  process: fc.nat(1),
  duration: time,
  fails: fc.boolean(),
  obeys: fc.boolean(),
  needsAnswer: fc.boolean(),
  answer: fc.constantFrom("approve" as const, "reject" as const),
  answersAfter: time,
  abortsAfter: fc.option(fc.integer({ min: 1, max: 120 }), { nil: undefined, freq: 1 }),
});
const plan = fc.record({
  concurrency: fc.integer({ min: 1, max: 3 }),
  timeout: fc.integer({ min: 20, max: 60 }),
  calls: fc.array(plannedCall, { minLength: 4, maxLength: 9 }),
  crashes: fc.array(fc.record({ at: fc.integer({ min: 1, max: 120 }), process: fc.nat(1) }), { maxLength: 4 }),
});

const state = storeModel("state", z.object({ done: z.array(z.string()).default([]), count: z.number().default(0) }));
const program = parseProgram("rule @ask trigger append check args.needsAnswer == true enforce user_inspection end");

/** Tests that random interleavings run each call at most once, keep each change and hold the limit. Sixty worlds run at once, because they mostly wait. */
export async function testInterleavings(numRuns: number): Promise<void> {
  const worlds = fc.array(plan, { minLength: 60, maxLength: 60 });
  const property = fc.asyncProperty(worlds, async (plans) => void (await Promise.all(plans.map(holdsUnder))));
  await fc.assert(property, { numRuns: Math.ceil(numRuns / 60), endOnFailure: true });
}

async function holdsUnder({ concurrency, timeout, calls, crashes }: Plan): Promise<void> {
  const world = createWorld({ concurrency, timeout });
  const crashing = Promise.all(crashes.map(({ at, process }) => delay(at).then(() => world.crash(process))));
  const outcomes = await Promise.all(calls.map((call, index) => send(world, `call ${index}`, call)));

  const { done, count } = (await world.values()) ?? { done: [], count: 0 };
  const started = calls.map((_, index) => world.started.get(`call ${index}`)?.times ?? 0);
  const wrong = [...world.wrong];
  expect(count).toBe(done.length);
  expect(new Set(done).size).toBe(done.length);
  for (const [index, { needsAnswer, answer }] of calls.entries()) {
    const id = `call ${index}`;
    const { status, error } = outcomes[index] as ActionReturn;
    const isDone = done.includes(id);
    if ((started[index] ?? 0) > 1) wrong.push(`${id} ran twice`);
    if (status === "success" && !isDone) wrong.push(`${id} succeeded, and its change is lost`);
    // It has run if its result was withheld, and may have run if its process has crashed.
    const mayHaveRun = error?.code === "withheld" || world.started.get(id)?.life.isOver === true;
    if (status !== "success" && isDone && !mayHaveRun)
      wrong.push(`${id} is ${status} ${error?.code}, and has changed the store`);
    if (needsAnswer && answer === "reject" && started[index] !== 0) wrong.push(`${id} ran, and was rejected`);
  }
  expect(wrong).toEqual([]);
  // When what did not stop has ended, nobody holds a place any more.
  await crashing;
  await delay(longest);
  expect(await send(world, "last", { ...quick, process: 0 })).toMatchObject({ status: "success" });
}

type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

type PlannedCall = Omit<typeof plannedCall extends fc.Arbitrary<infer Value> ? Value : never, "at"> & {
  readonly at?: number;
};

const quick: PlannedCall = {
  ...{ process: 0, duration: 1, fails: false, obeys: true, needsAnswer: false },
  ...{ answer: "approve" as const, answersAfter: 1, abortsAfter: undefined },
};

/** Sends a call as an SDK does, and again to the next process when the one that had it has crashed. */
async function send(world: World, id: string, call: PlannedCall): Promise<ActionReturn> {
  const { at = 1, process, duration, fails, obeys, needsAnswer, answer, answersAfter, abortsAfter } = call;
  await delay(at);
  const sent = { id, name: "append", arguments: { id, duration, fails, obeys, needsAnswer } };
  for (;;) {
    const current = await world.processOf(process);
    const controller = new AbortController();
    if (abortsAfter !== undefined) delay(abortsAfter).then(() => controller.abort());
    const { signal } = controller;
    const attempt = async (): Promise<ActionReturn> => {
      const decision = await current.calls.decide(sent, { signal });
      if (decision.kind !== "ask") return current.calls.execute(sent, { signal });
      await delay(answersAfter);
      return current.calls.execute(sent, { signal, answer: { decision: answer } });
    };
    const outcome = await Promise.race([attempt(), current.crashed]);
    if (outcome !== "crashed") return outcome;
  }
}

/** A process: its calls, until it crashes. */
interface RunningProcess {
  readonly calls: GuardedCalls;
  readonly crashed: Promise<"crashed">;
  readonly life: Life;
}

interface Life {
  isOver: boolean;
  end(): void;
}

type World = ReturnType<typeof createWorld>;

/** What outlives processes: the changes of the store, the ledger and the questions. */
function createWorld({ concurrency, timeout }: { readonly concurrency: number; readonly timeout: number }) {
  const backend = memoryBackend();
  const ledger = new SharedLedger();
  const approvals = new Map<string, string>();
  const processes = new Map<number, Promise<RunningProcess>>();
  const started = new Map<string, { readonly times: number; readonly life: Life }>();
  const wrong: string[] = [];

  const createProcess = async (): Promise<RunningProcess> => {
    const { promise: crashed, resolve } = Promise.withResolvers<"crashed">();
    const life: Life = {
      isOver: false,
      end() {
        this.isOver = true;
        ledger.endProcess(this);
        resolve("crashed");
      },
    };
    let active = 0;
    const append = tool({
      name: "append",
      description: "Append to the list.",
      parameters: z.object({
        ...{
          id: z.string().describe("what"),
          duration: z.number().describe("how long"),
          fails: z.boolean().describe("if"),
        },
        ...{ obeys: z.boolean().describe("whether it stops"), needsAnswer: z.boolean().describe("whether to ask") },
      }),
      parallel: true,
      async execute({ id, duration, fails, obeys }, { store, signal }) {
        started.set(id, { times: (started.get(id)?.times ?? 0) + 1, life });
        if (++active > concurrency) wrong.push(`${active} calls at once`);
        await new Promise<void>((resolve) => {
          delay(duration).then(resolve);
          if (obeys) signal.addEventListener("abort", () => resolve());
        });
        if (life.isOver) await forever;
        active--;
        signal.throwIfAborted();
        store.update(state, (value) => {
          value.count = value.done.push(id);
        });
        if (fails) throw new Error("failed");
      },
    });
    const engine = new Engine(program, {
      inspect: inspectLater(),
      lateAnswers: { key: "0123456789abcdef0123456789abcdef" },
    });
    const executor = new ActionExecutor([append], { guards: [engine], concurrency, timeout: 10 * timeout });
    const store = await openStore({ backend: ofProcess(backend, life), session: "run" });
    const session = { id: "run", store, ledger: ofProcess(ledger.of(life), life) };
    return {
      calls: new GuardedCalls(executor, { session, approvals: ofProcess(approvalsOf(approvals), life) }),
      crashed,
      life,
    };
  };

  return {
    started,
    wrong,
    processOf(n: number): Promise<RunningProcess> {
      const current = processes.get(n) ?? createProcess();
      processes.set(n, current);
      return current;
    },
    async crash(n: number): Promise<void> {
      const current = processes.get(n);
      processes.delete(n);
      (await current)?.life.end();
    },
    values: async () =>
      (await openStore({ backend, session: "run" })).values()["state"] as { done: string[]; count: number } | undefined,
  };
}

/** A service as a process uses it: nothing reaches it, and nothing comes back, after the process has crashed. */
function ofProcess<Service extends object>(service: Service, life: Life): Service {
  return new Proxy(service, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return async (...args: readonly unknown[]) => {
        // A service takes a moment: the process may crash before it is reached, and before it has answered.
        await delay(1);
        if (life.isOver) return forever;
        const result = await member.apply(target, args);
        await delay(1);
        return life.isOver ? forever : result;
      };
    },
  });
}

function approvalsOf(approvals: Map<string, string>): ApprovalStore {
  return {
    get: (id) => approvals.get(id),
    set: (id, waiting) => void approvals.set(id, waiting),
    delete: (id) => approvals.delete(id),
  };
}

/** A ledger that outlives processes: a run of a process that has crashed has an unknown outcome. */
class SharedLedger {
  readonly #runs = new Map<
    string,
    { owner: Life | undefined; result?: RunResult; ended: PromiseWithResolvers<void> }
  >();

  endProcess(life: Life): void {
    for (const run of this.#runs.values()) if (run.owner === life) run.ended.resolve();
  }

  of(life: Life): RunLedger {
    const runs = this.#runs;
    const close = ({ key }: LedgerRun, result?: RunResult): void => {
      const run = runs.get(key);
      if (result === undefined) runs.delete(key);
      else runs.set(key, { owner: undefined, result, ended: run?.ended ?? Promise.withResolvers() });
      run?.ended.resolve();
    };
    return {
      async begin({ key }, signal) {
        for (;;) {
          const run = runs.get(key);
          if (run === undefined) {
            runs.set(key, { owner: life, ended: Promise.withResolvers() });
            return { kind: "begun" };
          }
          if (run.result !== undefined) return { kind: "ended", result: run.result };
          if (run.owner === undefined || run.owner.isOver) return { kind: "unknown", startedAt: 0 };
          const aborted = new Promise<"aborted">((resolve) =>
            signal?.addEventListener("abort", () => resolve("aborted")),
          );
          if (signal?.aborted || (await Promise.race([run.ended.promise, aborted])) === "aborted")
            return { kind: "aborted" };
        }
      },
      end: async (run, result) => close(run, result),
      forget: async (run) => close(run),
      leave: async () => {},
    };
  }
}

const forever = new Promise<never>(() => {});

/** @param time - in hundredths of a second */
function delay(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10 * time));
}
