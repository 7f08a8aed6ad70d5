export { helveMiddleware } from "./helve-middleware.ts";
export type { HelveMiddlewareOptions } from "./helve-middleware.ts";
export { toLangChainTools } from "./to-langchain-tools.ts";
export type { LangChainToolsOf, ToLangChainToolsOptions } from "./to-langchain-tools.ts";
export type { LangChainTool } from "./langchain-tool.ts";
export { fromLangChainTools } from "./from-langchain-tools.ts";
export type { InvokableTool } from "./from-langchain-tools.ts";
export { runnableReply } from "./tool-calls.ts";
export type {
  ApprovalActionRequest,
  ApprovalDecision,
  ApprovalRequest,
  ApprovalResponse,
  ApprovalReviewConfig,
} from "./approval-request.ts";
export type { RunsOptions } from "./guarded-runs.ts";
