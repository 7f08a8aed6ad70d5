export { createLanguageServer } from "./language-server.ts";
export type { LanguageServer, LanguageServerOptions } from "./language-server.ts";
export type { RuleCounts } from "./code-lenses.ts";
export type { WorkspaceFiles } from "./workspace-files.ts";
export { knownNames, namePattern } from "./file-patterns.ts";
export { readSettings } from "./settings.ts";
export type { Settings } from "./settings.ts";
export type { TestRun } from "./run-test.ts";
export { helveMethods } from "./protocol.ts";
export type {
  CoveredPart,
  CoveredRule,
  FileCoverage,
  FileTestResults,
  OtherRule,
  PublishTestsParams,
  RunTestsParams,
  RunTestsResult,
  TestLocation,
  TestOutcome,
  TestSelection,
  TriedEffect,
  TryCallParams,
  TryCallResult,
} from "./protocol.ts";
