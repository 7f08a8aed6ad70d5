export { GuardedCalls } from "./guarded-calls.ts";
export type { CallDecision, ExecuteCallOptions, GuardedCallsOptions } from "./guarded-calls.ts";
export { ExternalCalls } from "./external-calls.ts";
export type {
  BeginOptions,
  BegunCall,
  ExternalCallsOptions,
  ExternalOutcome,
  ExternalRun,
  ExternalTool,
} from "./external-calls.ts";
export type { ApprovalAnswer, ApprovalStore } from "./approvals.ts";
export { ApprovalStoreError } from "./approval-store-error.ts";
export { externalResult, hasNotes, isPartList, observationText, resultValue, toolResult } from "./result-value.ts";
export { questionText } from "./question-text.ts";
export { askPerson } from "./ask-person.ts";
export type { AskPerson, Question } from "./ask-person.ts";
export { passthroughSchema } from "./passthrough-schema.ts";
export type { PassthroughSchema } from "./passthrough-schema.ts";
export { RawArguments, unwrapArguments, wrapArguments, wrappedText } from "./raw-arguments.ts";
export { unusedId } from "./unused-id.ts";
export { checkOptions } from "./check-options.ts";
export { guardedCallsOptions, isSession } from "./guarded-calls.ts";
