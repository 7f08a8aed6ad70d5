export { Engine } from "./engine.ts";
export { ProgramEngine } from "./program-engine.ts";
export type { EngineOptions } from "./engine-options.ts";
export { PlanError } from "./plan-error.ts";

export type {
  ApprovalDuration,
  EnforcementArgument,
  EnforcementContext,
  EnforcementHandler,
  EnforcementHandlerResult,
  FixHandler,
  InspectionAnswer,
  Inspector,
  InspectorContext,
  LateAnswer,
  LogEntry,
  PendingVerdict,
  Reflection,
  ReflectionRequest,
  Reflector,
} from "./handlers.ts";

export { inspectLater } from "./inspect-later.ts";
export { memoryAnswerLedger } from "./late-answers.ts";
export type { AnswerLedger, LateAnswerOptions } from "./late-answers.ts";

export { describeFinding, describeFindings, describeRule, findingTexts } from "./describe.ts";
export { explainVerdict } from "./explain-verdict.ts";

export { namedHandlers } from "./named-handlers.ts";
export type { HandlerFactories, NamedHandlers } from "./named-handlers.ts";

export { replay } from "./replay.ts";
export type { ReplayDifference, ReplayOptions, ReplayReport } from "./replay.ts";
export type { ReplayChange } from "./replay/compare-verdicts.ts";
export type { RecordedDecision, ReplayContext } from "./replay/recorded-decision.ts";

export { ProvenanceIndex } from "./provenance.ts";
export type {
  LeafTrace,
  ProvenanceAnswer,
  ProvenanceFinding,
  ProvenanceLimits,
  ProvenanceQuestion,
  ProvenanceSnapshot,
  ProvenanceSource,
  ResultTrust,
  SourceGroup,
  SourceSelector,
  TrustedGroup,
} from "./provenance.ts";

// For inspectors of your own: `excerpt` returns the lines around a predicate's evidence with the evidence marked, `withCarets`
// formats them as plain text with carets under the marked characters, and `escapeInvisible` makes text from a model safe to
// print: control characters and invisible characters become escape sequences.
export { escapeInvisible, excerpt, withCarets } from "@helve/core/internal";
export type { ExcerptLine, ExcerptOptions } from "@helve/core/internal";
