/** The public API in reading order: what is evaluated, how it is solved and scored, how it runs, what is left of it. */
export { task } from "./task.ts";
export type { Epochs, SampleLimits, Task, TaskOptions, TaskSandbox } from "./task.ts";
export { dataset, parseCsvDataset, parseJsonDataset, parseJsonlDataset } from "./dataset.ts";
export type { FieldNames, RecordFields, RecordToSample } from "./dataset.ts";
export type { IdentifiedSample, Sample, SampleId, SampleKey } from "./sample.ts";

export type { Generate, GenerateOptions, Solver, SolverContext, TaskState } from "./task-state.ts";
export { generate } from "./solvers/generate.ts";
export { systemMessage, userMessage } from "./solvers/messages.ts";
export { react } from "./solvers/react.ts";
export type { ReactSolverOptions } from "./solvers/react.ts";
export { multipleChoice } from "./solvers/multiple-choice.ts";
export type { MultipleChoiceOptions } from "./solvers/multiple-choice.ts";
export { useTools } from "./solvers/use-tools.ts";
export type { UseToolsOptions } from "./solvers/use-tools.ts";

export { correct, incorrect, noAnswer, partial, valueToNumber } from "./score.ts";
export type { Score, ScoreValue, SingleValue } from "./score.ts";
export type { Scorer, ScorerContext } from "./scorer.ts";
export { exact, includes, match } from "./scorers/match.ts";
export type { MatchOptions } from "./scorers/match.ts";
export { answer, pattern } from "./scorers/pattern.ts";
export type { PatternOptions } from "./scorers/pattern.ts";
export { choice } from "./scorers/choice.ts";
export { modelGraded } from "./scorers/model-graded.ts";
export type { ModelGradedOptions } from "./scorers/model-graded.ts";

export { keepsRules } from "./scorers/keeps-rules.ts";
export { trajectory } from "./scorers/trajectory.ts";
export type { ExpectedCall, TrajectoryExpectations } from "./scorers/trajectory.ts";
export { recordedRuns } from "./recorded-runs.ts";
export type { RecordedRun } from "./recorded-runs.ts";

export { atLeast, maxScore, meanScore, medianScore, modeScore, passAt } from "./reducers.ts";
export type { Reducer } from "./reducers.ts";
export { accuracy, bootstrapStderr, grouped, mean, std, stderr } from "./metrics.ts";
export type { IntervalOptions, Metric, MetricValue, SampleValue } from "./metrics.ts";
export type { Interval } from "./statistics.ts";
export { wilsonInterval } from "./statistics.ts";

export { evaluate, logOf } from "./evaluate.ts";
export type { EvalRun } from "./evaluate.ts";
export type { EvalOptions } from "./eval-options.ts";
export type {
  EvalEnd,
  EvalEvent,
  EvalStart,
  LogEntry,
  Progress,
  ReachedLimit,
  SampleEnd,
  SampleEvent,
  SampleStart,
  TranscriptEvent,
} from "./eval-event.ts";
export type { EvalResults, MetricResult, ScoreResult } from "./eval-results.ts";
export type { EvalLog, SampleLog } from "./eval-log.ts";
export { parseLog } from "./parse-log.ts";
export { DatasetError, LogError, SampleError, TaskError } from "./errors.ts";
export { reportHtml } from "./report-html.ts";
export { formatProgress, formatResults } from "./format-results.ts";
