/** The messages between an evaluation and its worker threads. */
import type { SampleEnd } from "../eval-event.ts";
import type { SampleNotice } from "../evaluate/run-sample.ts";
import type { SampleId } from "../sample.ts";
import type { SampleLimits } from "../task.ts";

/** The start options of a worker: the sources of the task and of the model. */
export interface WorkerOptions {
  readonly task: string;
  /** The task's own by default. */
  readonly model: string | undefined;
  readonly cwd: string | undefined;
}

/** A message to a worker. */
export type ToWorker =
  | {
      readonly type: "run";
      readonly job: number;
      readonly id: SampleId;
      readonly epoch: number;
      readonly limits: SampleLimits;
      readonly retries: number;
    }
  | { readonly type: "cancel"; readonly job: number };

/** A message from a worker. */
export type FromWorker =
  | { readonly type: "notice"; readonly job: number; readonly notice: SampleNotice }
  | { readonly type: "end"; readonly job: number; readonly end: SampleEnd };
