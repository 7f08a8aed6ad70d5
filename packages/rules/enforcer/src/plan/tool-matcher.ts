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

/** Whether a pattern matches a tool. */
export function matchesTool({ toolkit, tool }: Pick<ToolPattern, "toolkit" | "tool">, name: string): boolean {
  const names = namesOf(name);
  const member = toolkit === "any" ? names.own : toolkit === names.toolkit ? names.member : undefined;
  if (member === undefined) return false;
  return tool === "any" || tool === member || (tool.endsWith("*") && member.startsWith(tool.slice(0, -1)));
}

/** The patterns without `*` that match a tool. */
export function matchingPatterns(name: string): readonly string[] {
  const { toolkit, member, own } = namesOf(name);
  return [`${toolkit}.${member}`, `${toolkit}.any`, `any.${own}`, "any.any"];
}

/** Returns the names by which patterns can address a tool. */
function namesOf(name: string): Readonly<Record<"toolkit" | "member" | "own", string>> {
  const dot = name.indexOf(".");
  if (dot < 0) return { toolkit: name, member: "run", own: name };
  const member = name.slice(dot + 1);
  return { toolkit: name.slice(0, dot), member, own: member };
}
