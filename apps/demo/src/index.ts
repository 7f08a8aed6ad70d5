export { askAtTerminal } from "./ask-at-terminal.ts";
export type { DemoContext, DemoDefinition, DemoOptions, DemoProgram } from "./demo-program.ts";
export { demoProgram, startProgram } from "./demo-program.ts";
export { printRun } from "./print-run.ts";
export { ruleWarnings } from "./rule-warnings.ts";
export { traceLine } from "./trace.ts";
export { UsageError } from "./usage-error.ts";
