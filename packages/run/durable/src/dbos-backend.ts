/** Runs workflows on DBOS. */
import { AsyncLocalStorage } from "node:async_hooks";
import { DBOS, Error as DBOSErrors } from "@dbos-inc/dbos-sdk";
import { onAbort, unlessAborted, waitUnlessAborted } from "@helve/core/internal";
import type { Journal } from "@helve/executor";
import type { SqlDriver } from "@helve/store";
import type { DurableBackend, Workflow, WorkflowContext, WorkflowRun, WorkflowStatus } from "./durable-backend.ts";
import { cancelledError, failedError } from "./durable-error.ts";
import type { LeasedLedger } from "./leased-ledger.ts";
import { postgresAnswers } from "./postgres-answers.ts";
import { postgresLedger } from "./postgres-ledger.ts";
import { postgresQuestions } from "./postgres-questions.ts";

/**
 * Runs durable agents on DBOS. The ledger, the questions and the used answers are tables in `database`, which may be the system database of
 * DBOS.
 *
 * Give each process a name of its own with the option `executorID` of DBOS, the same after a restart. Runs of a process that ended, by a crash
 * or by `DBOS.shutdown()`, are then continued when it starts again, and by the other processes when it gives no sign of life for `lease`.
 *
 * @example
 * DBOS.setConfig({ name: "bank", systemDatabaseUrl, executorID: "worker-1" });
 * const backend = dbosBackend({ database: new pg.Pool({ connectionString: systemDatabaseUrl }) });
 * const agent = durableAgent({ name: "payments", model, executor, backend });
 * await DBOS.launch();
 */
export function dbosBackend({ database, queue, lease = 10_000 }: DbosBackendOptions): DurableBackend {
  const context = new AsyncLocalStorage<WorkflowContext>();
  const ends: OpenEnds = new AsyncLocalStorage();
  const local: LocalResults = { results: new Map(), outside: AsyncLocalStorage.snapshot() };
  let ledger: LeasedLedger | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  /** Creates the ledger with the process's DBOS name, which is known before the launch. */
  function launchedLedger(): LeasedLedger {
    ledger ??= postgresLedger(database, { process: processName(), lease });
    return ledger;
  }

  DBOS.registerLifecycleCallback({
    async initialize() {
      ledger = undefined; // that of an earlier launch, as the results are
      local.results.clear();
      await launchedLedger().open();
      if (processName() === undefined) return;
      timer = setInterval(() => void continueDead(launchedLedger()).catch(() => undefined), lease / 4);
      timer.unref?.();
    },
    async destroy() {
      clearInterval(timer);
      ledger?.lapse(); // its runs may go on while DBOS waits for them
    },
  });

  return {
    ledger: {
      begin: (run, signal) => launchedLedger().begin(run, signal),
      async end(run, result) {
        const ended = launchedLedger().end(run, result);
        const open = ends.getStore();
        if (open === undefined) return ended;
        ended.catch(() => undefined); // the step throws it
        open.push(ended);
      },
      forget: (run) => launchedLedger().forget(run),
      leave: (run) => launchedLedger().leave(run),
      find: async (run) => launchedLedger().find?.(run),
    },
    questions: postgresQuestions(database),
    answers: postgresAnswers(database, () => context.getStore()?.id ?? DBOS.workflowID),
    current() {
      const running = context.getStore();
      if (running !== undefined || DBOS.workflowID === undefined) return running;
      return { id: DBOS.workflowID, ...stepsOfDbos(ends) };
    },
    workflow<Input, Result>(name: string, run: WorkflowRun<Input, Result>): Workflow<Input, Result> {
      return registeredWorkflow(name, { run, queue, context, local, ends });
    },
  };
}

/** Options of {@link dbosBackend}. */
export interface DbosBackendOptions {
  /** A `pg.Pool`. */
  readonly database: SqlDriver;
  /** The name of a queue of DBOS (`DBOS.registerQueue`): any process that listens to it runs the runs. By default a run is run where it is started. */
  readonly queue?: string | undefined;
  /** After how long without a sign of life a process counts as ended, in milliseconds; 10,000 by default. */
  readonly lease?: number | undefined;
}

/** The name of this process; `undefined` for the default of DBOS, which several processes have. */
function processName(): string | undefined {
  const { executorID } = DBOS;
  return executorID === "local" ? undefined : executorID;
}

/** Waits for a run of this process. A run that was cancelled has a recorded end before its function ends. */
async function endedOrCancelled(id: string, local: Promise<unknown>): Promise<unknown> {
  const over = new AbortController();
  const cancelled = async (): Promise<unknown> => {
    for (;;) {
      await waitUnlessAborted(1000, over.signal);
      if (over.signal.aborted) return local;
      if ((await DBOS.getWorkflowStatus(id))?.status === "CANCELLED") throw cancelledError(id);
    }
  };
  try {
    return await Promise.race([local, cancelled()]);
  } finally {
    over.abort();
  }
}

/** Continues the runs of dead processes in processes of the same version. */
async function continueDead(ledger: LeasedLedger): Promise<void> {
  const dead = (await ledger.deadProcesses()).filter((name) => name !== DBOS.executorID);
  if (dead.length === 0) return;
  const pending = await DBOS.listWorkflows({
    status: "PENDING",
    executorId: [...dead],
    loadInput: false,
    loadOutput: false,
  });
  // Each in its own queue: the queue by default is taken from by all processes, also by those that only submit.
  for (const [queueName, workflows] of Map.groupBy(pending, ({ queueName }) => queueName)) {
    const ids = workflows.map(({ workflowID }) => workflowID);
    await DBOS.resumeWorkflows(ids, queueName === undefined ? {} : { queueName });
  }
  await ledger.forgetProcesses(dead);
}

interface Registration<Input, Result> {
  readonly run: WorkflowRun<Input, Result>;
  readonly queue: string | undefined;
  readonly context: AsyncLocalStorage<WorkflowContext>;
  readonly local: LocalResults;
  readonly ends: OpenEnds;
}

/** The ends of runs that the step in progress writes to the ledger while DBOS records the step. */
type OpenEnds = AsyncLocalStorage<Promise<void>[]>;

/** The results of the workflows that this process runs, so that it need not poll the database for them. */
interface LocalResults {
  readonly results: Map<string, Promise<unknown>>;
  /** Calls a function outside of any workflow, where DBOS records no step for it. */
  readonly outside: <Result>(work: () => Result) => Result;
}

function registeredWorkflow<Input, Result>(
  name: string,
  registration: Registration<Input, Result>,
): Workflow<Input, Result> {
  const {
    queue,
    local: { results, outside },
  } = registration;
  // DBOS computes the version of an application from the text of this function, so it does nothing itself.
  const registered = DBOS.registerWorkflow(async (input: Input): Promise<Result> => runWorkflow(input, registration), {
    name,
  });
  return {
    async start(id, input) {
      try {
        const params = {
          workflowID: id,
          workflowIDReusePolicy: "reject",
          ...(queue !== undefined && { queueName: queue }),
        } as const;
        const handle = await DBOS.startWorkflow(registered, params)(input);
        if (queue === undefined) {
          const result = outside(() => handle.getResult()).finally(() => results.delete(id));
          result.catch(() => undefined);
          results.set(id, result);
        }
        return true;
      } catch (error) {
        if (DBOSErrors.isWorkflowIDInUseError(error)) return false;
        throw error;
      }
    },
    async status(id) {
      const status = await DBOS.getWorkflowStatus(id);
      return status === null ? undefined : (statuses.get(status.status) ?? "running");
    },
    async result(id, signal) {
      try {
        const local = DBOS.workflowID === undefined ? results.get(id) : undefined;
        const result = await unlessAborted(
          () => (local === undefined ? DBOS.retrieveWorkflow<Result>(id).getResult() : endedOrCancelled(id, local)),
          signal,
        );
        if (result === "aborted") throw signal?.reason;
        return result as Result;
      } catch (error) {
        if (signal?.aborted === true) throw error;
        const status = await DBOS.getWorkflowStatus(id);
        throw status?.status === "CANCELLED" ? cancelledError(id) : failedError(id, error);
      }
    },
    cancel: (id) => DBOS.cancelWorkflow(id),
  };
}

async function runWorkflow<Input, Result>(
  input: Input,
  { run, context, ends }: Registration<Input, Result>,
): Promise<Result> {
  const id = DBOS.workflowID;
  if (id === undefined) throw new TypeError("the run of a durable agent was called outside of a workflow: use start");
  const running: WorkflowContext = { id, ...stepsOfDbos(ends) };
  return context.run(running, () => run(input, running));
}

/** The steps of the workflow that is running, and the signal that is aborted when a step learns that it was cancelled. */
function stepsOfDbos(ends: OpenEnds): Pick<WorkflowContext, "journal" | "signal"> {
  const controller = new AbortController();
  const journal: Journal = {
    async step<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
      const open: Promise<void>[] = [];
      // Recorded as text, which DBOS stores faster than an object.
      const textOf = async (): Promise<string | undefined> => JSON.stringify(await ends.run(open, work));
      const text = await DBOS.runStep(
        async () => {
          const cancelled = DBOS.stepStatus?.cancelSignal;
          if (cancelled === undefined) return textOf();
          const stopListening = onAbort(cancelled, () => controller.abort(cancelled.reason));
          try {
            return await textOf();
          } finally {
            stopListening();
          }
        },
        { name },
      );
      await Promise.all(open);
      return text === undefined ? (undefined as Value) : JSON.parse(text);
    },
  };
  return { journal, signal: controller.signal };
}

const statuses: ReadonlyMap<string, WorkflowStatus> = new Map([
  ["SUCCESS", "ended"],
  ["ERROR", "failed"],
  ["MAX_RECOVERY_ATTEMPTS_EXCEEDED", "failed"],
  ["CANCELLED", "cancelled"],
]);
