import type { ToolChoice } from "@helve/agent";
import type { ToolGroup } from "@helve/executor";
import type { Tool } from "@helve/tool";
import type { Solver } from "../task-state.ts";

/**
 * Sets the tools that the model can use, and how it chooses (Inspect `use_tools`). Without tools in the list, those of the
 * state stay.
 *
 * @param tools - tools and toolkits; they replace the tools of the state, unless `append` is set
 *
 * @example
 * const solver = [useTools([add], { toolChoice: { tool: "add" } }), generate(), useTools([], { toolChoice: "none" }), generate()];
 */
export function useTools(tools: readonly (Tool | ToolGroup)[], options: UseToolsOptions = {}): Solver {
  const { toolChoice = "auto", append = false } = options;
  return (state) => {
    const chosen = tools.length === 0 ? state.tools : append ? [...state.tools, ...tools] : tools;
    return { ...state, tools: chosen, toolChoice };
  };
}

/** Options of {@link useTools}. */
export interface UseToolsOptions {
  /** `auto` by default. `any` and a tool are forced until the first call. */
  readonly toolChoice?: ToolChoice | undefined;
  /** Whether the tools of the state stay. */
  readonly append?: boolean | undefined;
}
