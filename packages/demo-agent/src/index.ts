export { parseScript } from "./scripted-model.ts";
export type { ModelTurn } from "./scripted-model.ts";
export { runAgent } from "./agent.ts";
export type { AgentEvent, AgentTask } from "./agent.ts";
export { hasRules } from "./agent.ts";
export { printEvent } from "./print-event.ts";
export { loadFile, withFileName } from "./load-file.ts";
export { exitCodeOf, optionValues, startDemo } from "./start-demo.ts";
export { UsageError } from "./usage-error.ts";
