export { helveHooks, helveOptions } from "./helve-hooks.ts";
export type { HelveHooks, HelveHooksOptions, HelveOptions } from "./helve-hooks.ts";
export type { DescribedTool } from "./tool-use-guard.ts";
export type { AskPerson, Question } from "@helve/adapter";
export { toClaudeServer } from "./claude-server.ts";
export type { ClaudeServerOptions } from "./claude-server.ts";
