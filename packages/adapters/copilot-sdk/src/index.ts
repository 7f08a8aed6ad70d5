export { helveConfig } from "./helve-config.ts";
export type { DescribedTool, HelveConfigOptions } from "./helve-config.ts";
export type { AskPerson, Question } from "@helve/adapter";
export { toCopilotTools } from "./copilot-tools.ts";
