export { readHookEvent } from "./read-hook-event.ts";
export type { ReadHookOptions } from "./read-hook-event.ts";
export type { HookBatchCall, HookClient, HookEvent, HookEventName, HookTool, HookToolKind } from "./hook-event.ts";

export { decisionOf, hookReason } from "./hook-decision.ts";
export type { HookDecision } from "./hook-decision.ts";

export { hookFailure, possibleDecision, replacesResult, writeHookAnswer } from "./write-hook-answer.ts";
export type { HookAnswer } from "./write-hook-answer.ts";

export { withheldClaudeOutput } from "./withheld-output.ts";
export type { WithheldOutput } from "./withheld-output.ts";

export { hookClients } from "./clients.ts";
export type { HookCapabilities } from "./clients.ts";
