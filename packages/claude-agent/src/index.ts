export { helveHooks, helveOptions } from "./helve-hooks.ts";
export type { AskPerson, DescribedTool, HelveHooks, HelveHooksOptions, HelveOptions, Question } from "./helve-hooks.ts";
export { toClaudeServer } from "./claude-server.ts";
export type { ClaudeServerOptions } from "./claude-server.ts";
