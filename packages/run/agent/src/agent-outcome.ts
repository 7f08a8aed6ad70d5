/** The outcome of an agent's run: its answer, the questions that it waits for, or why it ended. */
import type { ErrorJson } from "@helve/core";
import type { Message } from "./message.ts";
import type { StopReason } from "./model.ts";
import type { PendingQuestion } from "./pending-question.ts";
import type { PendingRun } from "./pending-run.ts";
import type { Usage } from "./usage.ts";

/** The outcome of a run. Plain JSON. */
export type AgentOutcome = RunSummary &
  (
    | {
        readonly status: "finished";
        readonly answer: string;
        /** `length` if the answer was cut off. */
        readonly stopReason: StopReason;
      }
    /** A rule or the host ended it. */
    | { readonly status: "stopped"; readonly by: "guard" | "host"; readonly reason: string }
    | { readonly status: "limit"; readonly limit: LimitName; readonly reason: string }
    /** People have to answer; `resume` continues with `run`, also in another process. */
    | { readonly status: "pending"; readonly questions: readonly PendingQuestion[]; readonly run: PendingRun }
    /** The model gave no answer. */
    | { readonly status: "failed"; readonly error: ErrorJson }
    /** The signal was aborted. */
    | { readonly status: "aborted"; readonly reason: string }
  );

/** The record of a run, however it ended. */
export interface RunSummary {
  /** The whole conversation. Each call in it has a result. */
  readonly messages: readonly Message[];
  /** The tokens of the agent and its sub-agents. */
  readonly usage: Usage;
  /** By the prices of the models; 0 for models without prices. */
  readonly cost: number;
  /** How many messages the model wrote. */
  readonly steps: number;
}

/** The name of a limit of a run. */
export type LimitName = "steps" | "calls" | "tokens" | "cost" | "time";
