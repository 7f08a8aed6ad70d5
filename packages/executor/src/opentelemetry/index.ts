export type { TraceOptions } from "./trace-actions.ts";
export { traceActions } from "./trace-actions.ts";
