/** The interface of an engine for durable workflows, such as DBOS or Restate. */
import type { Journal, RunLedger } from "@helve/executor";
import type { QuestionStore } from "./question-store.ts";

/** An engine for durable workflows, with what has to outlive a process besides. `dbosBackend`, `restateBackend` and `memoryBackend` create one. */
export interface DurableBackend {
  /** Prevents calls from running twice. */
  readonly ledger: RunLedger;
  /** The questions that wait for people. */
  readonly questions: QuestionStore;
  /**
   * Records which answers were used: the `ledger` of an engine's `lateAnswers`. An attempt that repeats the part of a run that used an answer
   * may use it again.
   */
  readonly answers: AnswerLedger;
  /**
   * Registers a workflow, before the engine starts. A run of it whose process ends is continued by another process that has registered it.
   *
   * @param name - the same in each process
   * @param run - does everything that may differ between attempts in steps of the journal
   */
  workflow<Input, Result>(name: string, run: WorkflowRun<Input, Result>): Workflow<Input, Result>;
  /** Returns the journal of the workflow that is running, for workflows of your own; `undefined` outside of one. */
  current(): WorkflowContext | undefined;
}

/** The function of a workflow. Inputs and results are JSON. */
export type WorkflowRun<Input, Result> = (input: Input, context: WorkflowContext) => Promise<Result>;

/** The context of a workflow's function. */
export interface WorkflowContext {
  /** The id of the workflow's run. */
  readonly id: string;
  readonly journal: Journal;
  /** Aborted when the run is cancelled. */
  readonly signal: AbortSignal;
}

/** A registered workflow. */
export interface Workflow<Input, Result> {
  /** Starts a run. @returns false if a run with this id was started before: then nothing happens */
  start(id: string, input: Input): Promise<boolean>;
  /** The status of a run; `undefined` if no run with this id was started. */
  status(id: string): Promise<WorkflowStatus | undefined>;
  /**
   * Waits for the result of a run, which may be running in another process.
   *
   * @throws DurableError `cancelled` or `failed`; the reason of the signal
   */
  result(id: string, signal?: AbortSignal): Promise<Result>;
  /** Cancels a run; nothing happens if it has ended. */
  cancel(id: string): Promise<void>;
}

/** The status of a workflow's run. A run that waits in a queue is `running`, too. */
export type WorkflowStatus = "running" | "ended" | "failed" | "cancelled";

/** Records which answers were used: an `AnswerLedger` of `@helve/enforcer`. */
export interface AnswerLedger {
  /** @returns whether this is the first use */
  use(token: string): Promise<boolean>;
}
