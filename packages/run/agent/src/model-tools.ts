import type { ActionExecutor } from "@helve/executor";
import type { ModelTool } from "./model.ts";

/** Lists the tools of an executor for a model, under their wire names. The list is the same until the tools change. */
export function modelTools(executor: Pick<ActionExecutor, "actionsInfo" | "names">): readonly ModelTool[] {
  const { names } = executor; // another list when the tools change
  const listed = lists.get(names);
  if (listed !== undefined) return listed;
  const infos = executor.actionsInfo({ format: "openai" });
  const tools = infos.map(({ function: { name, description, parameters } }) => ({
    name,
    description,
    parameters: parameters ?? { type: "object", properties: {} },
  }));
  lists.set(names, Object.freeze(tools));
  return tools;
}

const lists = new WeakMap<readonly string[], readonly ModelTool[]>();
