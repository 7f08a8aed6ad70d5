export { ActionExecutor } from "./action-executor.ts";
export type { ExecuteOptions, ExecutorOptions } from "./action-executor.ts";
export type { ToolGroup } from "./tool-table.ts";
export { toStep } from "./step.ts";
export { ExecutorError } from "./executor-error.ts";
