import type { Issue, TextRange } from "@helve/core";
import { closestName } from "@helve/core/internal";
import type { InvokeAction, Program, ToolPattern } from "@helve/core/program";
import { matchesTool } from "./plan/tool-matcher.ts";

/**
 * Finds the tools in rules that match none of a host's tools, so that a misspelled trigger is not silent.
 *
 * @param names - the names of all tools of the host
 */
export function unmatchedTools({ header, bindings = [], rules }: Program, names: readonly string[]): readonly Issue[] {
  const parts = [
    ...(header === undefined ? [] : [{ part: header, name: "the header" }]),
    ...bindings.map((binding) => ({ part: binding, name: `let ${binding.name}` })),
    ...rules.map((rule) => ({ part: rule, name: `rule @${rule.name}` })),
  ];
  return parts.flatMap(({ part, name: place }) =>
    toolNodes(part).flatMap((node) => {
      const isPattern = node.type === "tool_pattern";
      const pattern = isPattern ? node : patternOf(node.tool);
      if (names.some((name) => matchesTool(pattern, name))) return [];
      const text = `${pattern.toolkit === "any" ? "" : `${pattern.toolkit}.`}${pattern.tool}`;
      if (pattern.tool === "any" && pattern.toolkit === "any") return [];
      const message = `${place}: ${text} is none of the ${names.length} tools${suggestion(pattern, text, names)}`;
      return [{ code: "unmatched_tool", message, range: node.range }];
    }),
  );
}

type ToolNode = ToolPattern | (InvokeAction & { readonly range: TextRange });

/** The tool patterns and invoked tools in a part of a syntax tree. */
function toolNodes(part: unknown): readonly ToolNode[] {
  if (typeof part !== "object" || part === null) return [];
  const { type } = part as { readonly type?: unknown };
  const here = type === "tool_pattern" || type === "invoke_action" ? [part as ToolNode] : [];
  return [...here, ...Object.values(part).flatMap(toolNodes)];
}

/** Converts a tool's name to a pattern. */
function patternOf(name: string): Pick<ToolPattern, "toolkit" | "tool"> {
  const dot = name.indexOf(".");
  return dot < 0 ? { toolkit: "any", tool: name } : { toolkit: name.slice(0, dot), tool: name.slice(dot + 1) };
}

/** Writes a suggestion, ` (did you mean "Terminal.Execute"?)`, or nothing. */
function suggestion(
  { toolkit, tool }: Pick<ToolPattern, "toolkit" | "tool">,
  text: string,
  names: readonly string[],
): string {
  const toolkits = [
    ...new Set(names.filter((name) => name.includes(".")).map((name) => name.slice(0, name.indexOf(".")))),
  ];
  const members = names.map((name) => name.slice(name.indexOf(".") + 1));
  const near =
    tool === "any"
      ? closestName(toolkit, toolkits)
      : (closestName(text, names) ?? (toolkit === "any" ? closestName(tool, members) : undefined));
  return near === undefined ? "" : ` (did you mean "${near}${tool === "any" ? ".any" : ""}"?)`;
}
