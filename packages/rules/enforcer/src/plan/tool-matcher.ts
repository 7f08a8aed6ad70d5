import type { ToolPattern } from "@helve/core/program";

/** Compiles tool patterns to a function that tells whether one of them matches a tool's name. */
export function toolMatcher(patterns: readonly Pick<ToolPattern, "toolkit" | "tool">[]): (tool: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    let matches = known.get(name);
    if (matches === undefined) {
      matches = patterns.some((pattern) => matchesTool(pattern, name));
      if (known.size === maxKnown) known.clear();
      known.set(name, matches);
    }
    return matches;
  };
}

/** Names come from hosts, which may have any number of them. */
const maxKnown = 10_000;

/** Whether a pattern matches a tool. A tool without a toolkit matches only patterns whose toolkit is `any`. */
export function matchesTool({ toolkit, tool }: Pick<ToolPattern, "toolkit" | "tool">, name: string): boolean {
  const dot = name.indexOf(".");
  const [itsToolkit, itsTool] = dot < 0 ? ["", name] : [name.slice(0, dot), name.slice(dot + 1)];
  if (toolkit !== "any" && toolkit !== itsToolkit) return false;
  if (tool === "any" || tool === itsTool) return true;
  return tool.endsWith("*") && itsTool.startsWith(tool.slice(0, -1));
}
