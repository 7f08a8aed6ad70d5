/** The subpath `@helve/rule-tests/node`: rule files and their tests on disk. */
export type { RuleFile } from "./node/rule-file.ts";
export { readRuleFile, rulesFileFor } from "./node/rule-file.ts";
export type { WatchedReport, WatchTestsOptions } from "./node/watch-tests.ts";
export { watchTests } from "./node/watch-tests.ts";
