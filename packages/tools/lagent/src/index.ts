export { lagentActionsInfo, lagentDescription } from "./descriptions.ts";
export type { LagentDescription, LagentDescriptionOptions, LagentToolkitDescription } from "./descriptions.ts";
export { fromLagentTools, toLagentTools } from "./conversions.ts";
export type { LagentOptions, LagentTool, LagentToolkit, LagentType } from "./conversions.ts";
export { lagentDocstrings } from "./docstring-reader.ts";
export { lagentCodes, toLagent } from "./action-return.ts";
export type { LagentActionReturn, LagentCodes } from "./action-return.ts";
