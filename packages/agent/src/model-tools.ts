import type { ActionExecutor } from "@helve/executor";
import type { ModelTool } from "./model.ts";

/** Lists the tools of an executor for a model, under their wire names. */
export function modelTools(executor: Pick<ActionExecutor, "actionsInfo">): readonly ModelTool[] {
  return executor.actionsInfo({ format: "openai" }).map(({ function: { name, description, parameters } }) => ({
    name,
    ...(description !== undefined && { description }),
    parameters: parameters ?? { type: "object", properties: {} },
  }));
}
