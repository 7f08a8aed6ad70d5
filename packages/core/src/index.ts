export type { Args, ToolCall } from "./tool-call.ts";
export type { Action } from "./action.ts";
export type { Observation, ResultPart, Truncation } from "./result-part.ts";
export type { Step, StepStatus, Trajectory } from "./trajectory.ts";
export { withHistory } from "./trajectory.ts";
export type {
  ActionReturn,
  ActionStatus,
  ActionValidity,
  DecodeRecord,
  GuardAnswer,
  GuardRecord,
  Recoverable,
  ResolveRecord,
  RunRecord,
  SettleRecord,
  StageRecords,
} from "./action-return.ts";
export type { ToolContext } from "./tool-context.ts";
export type { ToolPlace } from "./tool-place.ts";
export type { ArgumentParser, DecodedArguments, DecodedAction } from "./argument-parser.ts";
export type { Repair } from "./repair.ts";
export type { JsonSchema, JsonSchemaType } from "./json-schema.ts";

export type { Guard, GuardContext, ToolSummary } from "./guard.ts";
export type {
  Decision,
  EnforcementRecord,
  GuardEvent,
  InspectionRequest,
  Pass,
  PredicateRecord,
  RuleRecord,
  StateVerdict,
  Verdict,
} from "./verdict.ts";
export type { Evidence, Fact, Finding, Truth, UnknownSubject } from "./finding.ts";
export type {
  Predicate,
  PredicateArgument,
  PredicateContext,
  PredicateMemory,
  PredicateParameter,
  PredicatePhrase,
} from "./predicate.ts";

export type { ExplainOptions, Locale } from "./explain-options.ts";

export { formatIssue } from "./issue.ts";
export type { Issue, QuickFix, ReadResult, TextPosition, TextRange } from "./issue.ts";
export { errorJson, HelveError } from "./error.ts";
export type { ErrorJson } from "./error.ts";
export { IssuesError } from "./issues-error.ts";
export { canonicalJson, NotJsonError } from "./canonical-json.ts";
export type { JsonArray, JsonObject, JsonValue } from "./json.ts";
