import { diagnose, type Program } from "@helve/agentspec";
import type { Issue } from "@helve/core";
import type { Tool, Toolkit } from "@helve/tool";

/** Returns likely mistakes in valid rules: a rule for a misspelled tool would guard nothing. */
export function ruleWarnings(program: Program, offered: readonly (Toolkit | Tool)[]): readonly Issue[] {
  const tools = offered.flatMap((each) => {
    if (!("tools" in each)) return [{ name: each.name, parameters: each.parameters }];
    return each.tools.map(({ name, parameters }) => ({ name: `${each.name}.${name}`, parameters }));
  });
  return diagnose(program, { tools });
}
