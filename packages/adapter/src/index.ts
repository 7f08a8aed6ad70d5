export { GuardedCalls } from "./guarded-calls.ts";
export type { CallDecision, ExecuteCallOptions, GuardedCallsOptions } from "./guarded-calls.ts";
export { ExternalCalls } from "./external-calls.ts";
export type { BeginOptions, BegunCall, ExternalCallsOptions, ExternalOutcome, ExternalTool } from "./external-calls.ts";
export type { ApprovalAnswer, ApprovalStore } from "./approvals.ts";
export { observationText, resultValue } from "./result-value.ts";
export { questionText } from "./question-text.ts";
export { checkOptions } from "./check-options.ts";
export { guardedCallsOptions } from "./guarded-calls.ts";
