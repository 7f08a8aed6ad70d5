export { runTests } from "./run-tests.ts";
export type { RunTestsOptions, TestReport } from "./run-tests.ts";
export type { TestResult } from "./run-test.ts";
export { testEngine } from "./test-engine.ts";
export type { TestEngineOptions } from "./test-engine.ts";

export type { ConditionCoverage, Coverage, EnforcementCoverage, RuleCoverage } from "./coverage.ts";

export { mutateRules } from "./mutate-rules.ts";
export type { MutateRulesOptions, MutationReport, Survivor } from "./mutate-rules.ts";
export type { Mutation, MutationKind } from "./mutations.ts";

export { compareRules } from "./compare-rules.ts";
export type { CompareRulesOptions, ComparisonReport, RecordedSession, RuleDifference } from "./compare-rules.ts";

export { readJsonLines, readRecordedCalls, recordedAction } from "./recorded-calls.ts";
export type { LineObject, RecordedCall } from "./recorded-calls.ts";
export { readTranscripts } from "./transcripts.ts";
export type { TranscriptFormat, Transcripts } from "./transcripts.ts";
export type { Transcript } from "./transcripts/recorded-run.ts";

export { measureRules } from "./measure-rules.ts";
export type { ExampleCall, MeasuredRule, RuleExample, RuleMeasures } from "./measure-rules.ts";

export { suggestRules } from "./suggest-rules.ts";
export type { Suggestion, SuggestionAttempt, SuggestionMessage, SuggestRulesOptions } from "./suggest-rules.ts";

export { dropRules } from "./drop-rules.ts";

export { formatCoverage, formatMutations, formatReport } from "./format-report.ts";
