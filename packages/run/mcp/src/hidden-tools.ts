import type { Program, Rule, ToolPattern } from "@helve/core/program";

/**
 * Finds the tools that the rules of a program stop with any arguments, so that clients need not see them: tools with a rule that has no
 * check, and whose first enforcement is `stop`.
 *
 * @param program - from `parseProgram` of `@helve/agentspec`
 *
 * @example
 * const isHidden = hiddenTools(program);
 * new McpEndpoint(executor, { isListed: ({ name }) => !isHidden(name) });
 */
export function hiddenTools({ rules }: Program): (name: string) => boolean {
  const patterns = rules.filter(stopsAlways).flatMap(({ trigger }) => trigger.patterns);
  return (name) => patterns.some((pattern) => matches(pattern, name));
}

/** Whether a rule stops all calls of its tools, so that the tools need not be listed. */
function stopsAlways({ trigger, check, enforce }: Rule): boolean {
  return trigger.event === "before_action" && check.operands.length === 0 && enforce[0]?.type === "stop";
}

/** Whether a trigger names a tool. A tool without a toolkit matches only patterns whose toolkit is `any`. */
function matches({ toolkit, tool }: ToolPattern, name: string): boolean {
  const dot = name.indexOf(".");
  const [itsToolkit, itsTool] = dot < 0 ? ["", name] : [name.slice(0, dot), name.slice(dot + 1)];
  if (toolkit !== "any" && toolkit !== itsToolkit) return false;
  return tool === "any" || tool === itsTool || (tool.endsWith("*") && itsTool.startsWith(tool.slice(0, -1)));
}
