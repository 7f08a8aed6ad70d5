export { agentTools } from "./agent-tools.ts";
export type { AgentTools } from "./agent-tools.ts";
export { guardTools } from "./guard-tools.ts";
export type { GuardableTool, GuardedTools } from "./guard-tools.ts";
export type { ApprovalQuestion } from "./approval.ts";
export type { OutputProcessor } from "./written-calls.ts";
