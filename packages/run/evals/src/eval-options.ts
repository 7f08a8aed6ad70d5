import type { Model } from "@helve/agent";
import type { EvalLog } from "./eval-log.ts";
import type { SampleId } from "./sample.ts";
import type { SampleLimits } from "./task.ts";

/** Options of a run. If one is absent, the task's option applies. */
export interface EvalOptions {
  /** The model to evaluate. Required if the task has no model. */
  readonly model?: Model | undefined;
  /** Runs only the first samples. */
  readonly limit?: number | undefined;
  /** Runs only the samples with these ids. */
  readonly samples?: readonly SampleId[] | undefined;
  readonly epochs?: number | undefined;
  /** How many samples run at the same time; 10 by default. */
  readonly maxSamples?: number | undefined;
  readonly limits?: SampleLimits | undefined;
  readonly failOnError?: boolean | number | undefined;
  readonly retries?: number | undefined;
  /** Cancels the run. Samples that are running end as `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** The log of a run to continue: its options apply, and samples that have succeeded do not run again. */
  readonly resume?: EvalLog | undefined;
  /** For the log: where the task and the model were loaded from. */
  readonly source?: { readonly task?: string | undefined; readonly model?: string | undefined } | undefined;
}
