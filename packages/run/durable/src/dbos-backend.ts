/** Runs workflows on DBOS. */
import { AsyncLocalStorage } from "node:async_hooks";
import { DBOS, Error as DBOSErrors } from "@dbos-inc/dbos-sdk";
import { onAbort, unlessAborted } from "@helve/core/internal";
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
  let ledger: LeasedLedger | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  /** Creates the ledger with the process's DBOS name, which is known before the launch. */
  function launchedLedger(): LeasedLedger {
    ledger ??= postgresLedger(database, { process: processName(), lease });
    return ledger;
  }

  DBOS.registerLifecycleCallback({
    async initialize() {
      ledger = undefined; // that of an earlier launch
      await launchedLedger().open();
      if (processName() === undefined) return;
      timer = setInterval(() => void continueDead(launchedLedger()).catch(() => undefined), lease);
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
      end: (run, result) => launchedLedger().end(run, result),
      forget: (run) => launchedLedger().forget(run),
      leave: (run) => launchedLedger().leave(run),
      find: async (run) => launchedLedger().find?.(run),
    },
    questions: postgresQuestions(database),
    answers: postgresAnswers(database, () => context.getStore()?.id ?? DBOS.workflowID),
    current() {
      const running = context.getStore();
      if (running !== undefined || DBOS.workflowID === undefined) return running;
      return { id: DBOS.workflowID, ...stepsOfDbos() };
    },
    workflow<Input, Result>(name: string, run: WorkflowRun<Input, Result>): Workflow<Input, Result> {
      return registeredWorkflow(name, { run, queue, context });
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
}

function registeredWorkflow<Input, Result>(
  name: string,
  { run, queue, context }: Registration<Input, Result>,
): Workflow<Input, Result> {
  // DBOS computes the version of an application from the text of this function, so it does nothing itself.
  const registered = DBOS.registerWorkflow(async (input: Input): Promise<Result> => runWorkflow(input, run, context), {
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
        await DBOS.startWorkflow(registered, params)(input);
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
        const result = await unlessAborted(() => DBOS.retrieveWorkflow<Result>(id).getResult(), signal);
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
  run: WorkflowRun<Input, Result>,
  context: AsyncLocalStorage<WorkflowContext>,
): Promise<Result> {
  const id = DBOS.workflowID;
  if (id === undefined) throw new TypeError("the run of a durable agent was called outside of a workflow: use start");
  const running: WorkflowContext = { id, ...stepsOfDbos() };
  return context.run(running, () => run(input, running));
}

/** The steps of the workflow that is running, and the signal that is aborted when a step learns that it was cancelled. */
function stepsOfDbos(): Pick<WorkflowContext, "journal" | "signal"> {
  const controller = new AbortController();
  const journal: Journal = {
    step: (name, work) =>
      DBOS.runStep(
        async () => {
          const cancelled = DBOS.stepStatus?.cancelSignal;
          if (cancelled === undefined) return work();
          const stopListening = onAbort(cancelled, () => controller.abort(cancelled.reason));
          try {
            return await work();
          } finally {
            stopListening();
          }
        },
        { name },
      ),
  };
  return { journal, signal: controller.signal };
}

const statuses: ReadonlyMap<string, WorkflowStatus> = new Map([
  ["SUCCESS", "ended"],
  ["ERROR", "failed"],
  ["MAX_RECOVERY_ATTEMPTS_EXCEEDED", "failed"],
  ["CANCELLED", "cancelled"],
]);
