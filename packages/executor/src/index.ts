export { ActionExecutor } from "./action-executor.ts";
export type { ExecuteOptions, ExecutorOptions, GuardContextOptions } from "./options.ts";
export type { ToolGroup } from "./tool-table.ts";
export type { CallArguments, GivenTools, CallName, CallResult } from "./direct-call.ts";
export type { LimitOptions } from "./limits.ts";
export type { RetryOptions } from "./retry.ts";
export { Ledger } from "./ledger.ts";
export type { LedgerOptions } from "./ledger.ts";
export type { SpecialActionOptions } from "./special-actions.ts";
export type { ActionsInfo, ActionsInfoOptions, InfoFormat } from "./actions-info.ts";

export { runTool } from "./run-tool.ts";
export type { RunToolOptions } from "./run-tool.ts";

export type { Middleware, RunInfo } from "./middleware.ts";
export type { ExecutorEvents, Listener } from "./events.ts";
export { defaultErrorRules } from "./errors/error-rules.ts";
export type { ErrorFacts, ErrorRule } from "./errors/error-rules.ts";

export { toStep } from "./step.ts";
export { parseActionReturn } from "./parse-action-return.ts";
export { lagentCodes, toLagent } from "./to-lagent.ts";
export type { LagentActionReturn, LagentCodes } from "./to-lagent.ts";

export { ActionReturnError } from "./action-return-error.ts";
export { ExecutorError } from "./executor-error.ts";
export { CallError } from "./call-error.ts";
export { ResumeError } from "./resume-error.ts";
export { UnexpectedError } from "./unexpected-error.ts";

export {
  cacheResults,
  rateLimit,
  recordResults,
  redact,
  redacted,
  replayResults,
  TapeError,
  truncateOutput,
} from "./middleware/index.ts";
export type {
  CacheOptions,
  RateLimitOptions,
  RedactOptions,
  ReplayOptions,
  ResultCache,
  ResultRecorder,
  ResultTape,
  TapedRun,
  ThrownJson,
  TruncateOptions,
} from "./middleware/index.ts";
