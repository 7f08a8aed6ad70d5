export { Engine } from "./engine.ts";
export type { EngineOptions } from "./engine-options.ts";
export type { FixHandler, InspectionAnswer, Inspector, LateAnswer, Pending, Remember } from "./inspection.ts";
export { inspectLater } from "./inspect-later.ts";
export { memoryLedger } from "./answer-ledger.ts";
export type { AnswerLedger } from "./answer-ledger.ts";
export type { Answers } from "./resume.ts";
export type { Reflection, ReflectionRequest, Reflector } from "./enforcements/llm-self-reflect.ts";
export type {
  DomainArgument,
  EnforcementAnswer,
  EnforcementContext,
  EnforcementHandler,
} from "./enforcements/domain.ts";
export type { LogEntry } from "./enforcements/log.ts";
export { PlanError } from "./plan-error.ts";
export { findingInWords, ruleInWords } from "./words.ts";
export { explainVerdict } from "./explain-verdict.ts";
export { replay } from "./replay.ts";
export type {
  RecordedDecision,
  ReplayContext,
  ReplayDifference,
  ReplayOptions,
  ReplayReport,
} from "./replay.ts";
export type { ReplayChange } from "./replay/compare-verdicts.ts";
export { excerpt, withCarets } from "@helve/core/internal";
export type { ExcerptLine, ExcerptOptions } from "@helve/core/internal";
export { escapeInvisible } from "@helve/core/internal";
