export { readHookEvent } from "./read-hook-event.ts";
export type { ReadHookOptions } from "./read-hook-event.ts";
export type { HookClient, HookEvent, HookEventName, HookTool, HookToolKind } from "./hook-event.ts";

export { decisionOf, hookReason } from "./hook-decision.ts";
export type { HookDecision } from "./hook-decision.ts";

export { hookFailure, possibleDecision, writeHookAnswer } from "./write-hook-answer.ts";
export type { HookAnswer } from "./write-hook-answer.ts";

export { hookClients } from "./clients.ts";
export type { HookCapabilities } from "./clients.ts";
