export { chatTools } from "./chat-tools.ts";
export type { ChatTool, ChatTools } from "./chat-tools.ts";
export { guardChat } from "./guard-chat.ts";
export type { GuardedChat } from "./guard-chat.ts";
export { approvalInterrupt } from "./approval-interrupt.ts";
export type { ApprovalInterrupt, ApprovalPayload } from "./approval-interrupt.ts";
export type { CallMiddleware } from "./call-middleware.ts";
export type { PassthroughSchema } from "@helve/adapter";
