import { AsyncLocalStorage } from "node:async_hooks";
import type { JsonValue } from "@helve/core";
import { jsonCopy, unlessAborted } from "@helve/core/internal";
import type { DurableBackend, Workflow, WorkflowContext, WorkflowRun, WorkflowStatus } from "./durable-backend.ts";
import { cancelledError, DurableError, failedError } from "./durable-error.ts";
import { memoryLedger } from "./memory-ledger.ts";
import { compareQuestions, defaultLimit, mayAnswer, type WaitingQuestion } from "./question-store.ts";

/**
 * A backend that keeps everything in memory: for tests of agents. `restart` does what the end of the process and the start of another one do.
 *
 * @example
 * const backend = memoryBackend();
 * const id = await durableAgent({ name: "payments", model, executor, backend }).start("Pay my debts.");
 * backend.restart();
 * const agent = durableAgent({ name: "payments", model, executor, backend }); // the new process
 * await backend.recover();
 * const outcome = await agent.outcome(id);
 */
export function memoryBackend(): MemoryBackend {
  const ledger = memoryLedger();
  const workflows = new Map<string, WorkflowRun<unknown, unknown>>();
  const runs = new Map<string, MemoryRun>();
  const waiting = new Map<string, WaitingQuestion>();
  const used = new Map<string, string | undefined>();
  const context = new AsyncLocalStorage<WorkflowContext>();
  /** Counts the restarts: what began before the last one is dead. */
  let life = 0;

  /** Runs a workflow from its beginning. */
  function begin(id: string, run: MemoryRun): void {
    const born = life;
    const workflow = workflows.get(run.workflow);
    if (workflow === undefined) throw new TypeError(`no workflow has the name ${run.workflow}`);
    run.controller = new AbortController();
    let position = 0;
    /** Dead work never gets further. */
    const alive = <Value>(value: Value): Value | Promise<never> =>
      born === life ? value : new Promise<never>(() => undefined);
    const journal = {
      async step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
        const index = position++;
        const recorded = run.steps[index];
        if (recorded !== undefined) {
          if (recorded.name === name) return structuredClone(recorded.result) as Result;
          throw new TypeError(`step ${index} of ${id} was "${recorded.name}", and is "${name}" now`);
        }
        run.controller.signal.throwIfAborted();
        await alive(undefined);
        const result = (await work()) as JsonValue;
        await alive(undefined);
        run.steps[index] = { name, result: jsonCopy(result) ?? result };
        return result as Result;
      },
    };
    const workflowContext: WorkflowContext = { id, journal, signal: run.controller.signal };
    const running = context.run(workflowContext, () => workflow(structuredClone(run.input), workflowContext));
    run.ended = running.then(
      async (result) => {
        await alive(undefined);
        run.status = run.controller.signal.aborted ? "cancelled" : "ended";
        run.result = structuredClone(result);
      },
      async (error: unknown) => {
        await alive(undefined);
        run.status = run.controller.signal.aborted ? "cancelled" : "failed";
        run.error = error;
      },
    );
  }

  return {
    ledger,
    questions: {
      async add(questions) {
        for (const question of questions) {
          const key = questionKey(question);
          if (!waiting.has(key)) waiting.set(key, question);
        }
      },
      async close(run, part) {
        for (const [key, question] of waiting) if (question.run === run && question.part === part) waiting.delete(key);
      },
      async list({ agents, run, answerable, expiredAt, limit = defaultLimit, after }) {
        return [...waiting.values()]
          .filter(({ agent }) => agents === undefined || agents.includes(agent))
          .filter((question) => answerable === undefined || mayAnswer(question, answerable.by, answerable.at))
          .filter(({ expires }) => expiredAt === undefined || (expires !== undefined && expires <= expiredAt))
          .filter((question) => run === undefined || question.run === run)
          .filter((question) => after === undefined || compareQuestions(question, after) > 0)
          .sort(compareQuestions)
          .slice(0, limit);
      },
    },
    answers: {
      async use(token) {
        const by = context.getStore()?.id;
        if (!used.has(token)) used.set(token, by);
        else if (by === undefined || used.get(token) !== by) return false;
        return true;
      },
    },
    current: () => context.getStore(),
    workflow<Input, Result>(name: string, run: WorkflowRun<Input, Result>): Workflow<Input, Result> {
      workflows.set(name, run as WorkflowRun<unknown, unknown>);
      return {
        async start(id, input) {
          if (runs.has(id)) return false;
          const started = memoryRun(name, input);
          runs.set(id, started);
          context.exit(() => begin(id, started));
          return true;
        },
        status: async (id) => runs.get(id)?.status,
        async result(id, signal) {
          const run = runs.get(id);
          if (run === undefined)
            throw new DurableError("unknown_run", `there is no run with the id ${JSON.stringify(id)}`);
          while (run.status === "running") {
            const settled = Promise.race([run.ended, run.changed.promise]);
            if ((await unlessAborted(() => settled, signal)) === "aborted") throw signal?.reason;
          }
          if (run.status === "cancelled") throw cancelledError(id);
          if (run.status === "failed") throw failedError(id, run.error);
          return structuredClone(run.result) as Result;
        },
        async cancel(id) {
          const run = runs.get(id);
          if (run?.status !== "running") return;
          run.controller.abort(cancelledError(id));
          await run.ended;
        },
      };
    },
    restart() {
      life++;
      ledger.restart();
      workflows.clear();
    },
    async recover() {
      for (const [id, run] of runs) {
        if (run.status !== "running") continue;
        const { changed } = run;
        run.changed = Promise.withResolvers();
        begin(id, run);
        changed.resolve();
      }
    },
  };
}

/** A backend in memory. */
export interface MemoryBackend extends DurableBackend {
  /** The process ends: nothing that runs gets any further, and no workflow is registered. */
  restart(): void;
  /** Continues the runs that have not ended, as a new process does. */
  recover(): Promise<void>;
}

interface MemoryRun {
  readonly workflow: string;
  readonly input: unknown;
  readonly steps: { readonly name: string; readonly result: unknown }[];
  status: WorkflowStatus;
  result?: unknown;
  error?: unknown;
  ended: Promise<void>;
  controller: AbortController;
  /** Resolved when another process continues. */
  changed: PromiseWithResolvers<void>;
}

function memoryRun(workflow: string, input: unknown): MemoryRun {
  return {
    workflow,
    input: structuredClone(input),
    steps: [],
    status: "running",
    ended: Promise.resolve(),
    controller: new AbortController(),
    changed: Promise.withResolvers(),
  };
}

function questionKey({ run, part, question }: WaitingQuestion): string {
  return JSON.stringify([run, part, question.id]);
}
