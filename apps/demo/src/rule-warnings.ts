import { diagnose, type Program } from "@helve/agentspec";
import type { Issue } from "@helve/core";
import type { Toolkit } from "@helve/tool";

/** Returns likely mistakes in valid rules: a rule for a misspelled tool would guard nothing. */
export function ruleWarnings(program: Program, toolkits: readonly Toolkit[]): readonly Issue[] {
  const tools = toolkits.flatMap((toolkit) =>
    toolkit.tools.map(({ name, parameters }) => ({ name: `${toolkit.name}.${name}`, parameters })),
  );
  return diagnose(program, { tools });
}
