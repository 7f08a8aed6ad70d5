export { McpEndpoint, sessionMetaKey } from "./endpoint.ts";
export type { McpEndpointOptions } from "./endpoint.ts";
export type { ApprovalAnswer } from "./approvals.ts";
export type { SessionHistory } from "./session-table.ts";
export { annotationsFrom } from "./annotations.ts";
export { mcpHandler } from "./http-handler.ts";
export type { McpHandler, McpHandlerOptions } from "./http-handler.ts";
