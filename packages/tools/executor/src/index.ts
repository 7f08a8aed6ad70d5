export { ActionExecutor } from "./action-executor.ts";
export type { ActionReturn, ToolCall } from "@helve/core";
export type { ExecuteOptions, ExecutorOptions, GuardContextOptions, SessionCallOptions } from "./options.ts";
export type { Session, SessionOptions } from "./session.ts";
export type { SessionSandboxes, SessionStore, StoreCall } from "./call-context.ts";
export type { JudgeOptions, Judgement, Ticket } from "./judge-call.ts";
export type { DescribedTool, ToolGroup } from "./tool-table.ts";
export type { CallArguments, CallName, CallResult, ExecutorTools } from "./direct-call.ts";
export type { ConcurrencyOptions } from "./concurrency-limits.ts";
export type { DecodeOptions } from "./repairs.ts";
export type { RetryOptions } from "./retry.ts";
export { memoryRunLedger } from "./run-ledger.ts";
export type {
  AdmissionRecord,
  LedgerRun,
  LedgerState,
  MemoryRunLedger,
  RunLedger,
  RunLedgerOptions,
} from "./run-ledger.ts";
export type { Journal } from "./session-scope/journaled-steps.ts";
export type { RunResult } from "./run-result.ts";
export type { Failure } from "./failure.ts";
export type { SpecialActionOptions } from "./special-actions.ts";
export type { ActionsInfo, ActionsInfoOptions, InfoFormat } from "./actions-info.ts";

export { runTool } from "./run-tool.ts";
export type { RunToolOptions } from "./run-tool.ts";

export type { ExecutorEvents, Listener } from "./observers.ts";
export { defaultErrorRules } from "./error-rules.ts";
export type { ErrorFacts, ErrorRule } from "./error-rules.ts";

export { verdictMessage } from "./stages/guard-failures.ts";
export { toStep } from "./action-return.ts";
export { ActionReturnError, parseActionReturn, readActionReturn } from "./parse-action-return.ts";
export { CallError, ExecutorError, ResumeError, TicketError, UnexpectedError } from "./errors.ts";

export type { Middleware, RunInfo } from "./middleware.ts";
export { cacheResults } from "./middleware/cache-results.ts";
export type { CacheOptions, ResultCache } from "./middleware/cache-results.ts";
export { rateLimit } from "./middleware/rate-limit.ts";
export type { RateLimitOptions } from "./middleware/rate-limit.ts";
export { recordResults } from "./middleware/record-results.ts";
export type { ResultRecorder } from "./middleware/record-results.ts";
export { replayResults } from "./middleware/replay-results.ts";
export type { ReplayOptions } from "./middleware/replay-results.ts";
export { TapeError } from "./middleware/result-tape.ts";
export type { RecordedRun, ResultTape, ThrownJson } from "./middleware/result-tape.ts";
export { truncateOutput } from "./middleware/truncate-output.ts";
export type { TruncateOptions } from "./middleware/truncate-output.ts";

export { auditRecordIn } from "./audit-record.ts";
export type { AuditRecord } from "./audit-record.ts";
export { redact } from "./redact.ts";
export type { RedactOptions } from "./redact.ts";
