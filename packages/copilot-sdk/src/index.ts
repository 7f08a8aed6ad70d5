export { helveConfig } from "./helve-config.ts";
export type { AskPerson, DescribedTool, HelveConfigOptions, Question } from "./helve-config.ts";
export { toCopilotTools } from "./copilot-tools.ts";
