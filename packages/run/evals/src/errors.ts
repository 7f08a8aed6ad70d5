/** The errors of evaluations: invalid tasks, datasets, logs and samples. */
import { HelveError, IssuesError } from "@helve/core";

/** A task, an option of a run, a solver or a scorer is invalid; `issues` has every problem. */
export class TaskError extends IssuesError {
  override readonly code = "invalid_task";
}

/** A dataset has records that are not samples; `issues` has those of all records. */
export class DatasetError extends IssuesError {
  override readonly code = "invalid_dataset";
}

/** A log can't be read, or belongs to another task; `issues` has every problem. */
export class LogError extends IssuesError {
  override readonly code = "invalid_log";
}

/** A sample could not be run: its setup failed, the model gave no answer, or a call waits for a person. */
export class SampleError extends HelveError {
  override readonly code: "sandbox" | "model" | "pending" | "worker";

  constructor(code: SampleError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
