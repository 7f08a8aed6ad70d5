/** The subpath `@helve/evals/node`: datasets and logs in files, tasks of modules, workers. */
export type { EvalCommandOptions, EvalTerminal } from "./node/eval-command.ts";
export { evalCommand, viewCommand } from "./node/eval-command.ts";
export { loadModel, loadTask } from "./node/load-task.ts";
export { readLog } from "./node/log-file.ts";
export type { ReadDatasetOptions } from "./node/read-dataset.ts";
export { readDataset } from "./node/read-dataset.ts";
export type { LoggedRun, ResumeEvalOptions, RunEvalOptions } from "./node/run-eval.ts";
export { resumeEval, runEval } from "./node/run-eval.ts";
export type {
  FinishedSample,
  QueuedSample,
  SampleHandler,
  SampleHandlerOptions,
  SampleOutcome,
  SampleQueue,
} from "./node/sample-queue.ts";
export { sampleHandler } from "./node/sample-queue.ts";
