export { tool } from "./tool.ts";
export type { ArgumentSchema, Tool, ToolDefinition, Validated } from "./tool.ts";
export { toolApi } from "./tool-api.ts";
export type { ToolApiOptions } from "./tool-api.ts";
export { Toolkit } from "./toolkit.ts";
export { ToolDefinitionError } from "./tool-definition-error.ts";
export { ToolError } from "./tool-error.ts";
