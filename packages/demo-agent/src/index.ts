export { parseScript } from "./scripted-model.ts";
export type { Turn } from "./scripted-model.ts";
export { runAgent } from "./agent.ts";
export type { AgentEvent, Task } from "./agent.ts";
export { hasLooked } from "./agent.ts";
export { printEvent } from "./print-event.ts";
export { fromFile, inFile } from "./from-file.ts";
export { optionValues, startDemo } from "./start-demo.ts";
export { UsageError } from "./usage-error.ts";
