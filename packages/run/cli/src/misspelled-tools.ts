import { readProgram } from "@helve/agentspec";
import type { Issue } from "@helve/core";
import { closestName, isObject } from "@helve/core/internal";
import type { Reference, Rule } from "@helve/core/program";
import { type ToolUse, toolPresets } from "@helve/predicates";

/** Finds misspelled tools and arguments in rules: `Bsh` for `Bash`, `args.comand` for `args.command`. */
export function misspelledTools(text: string): readonly Issue[] {
  return readProgram(text).value?.rules.flatMap(issuesOfRule) ?? [];
}

/** Returns the tools and arguments of a rule that no preset knows but that resemble known ones. */
function issuesOfRule({ trigger, ...rest }: Rule): readonly Issue[] {
  const tools = trigger.patterns.map(({ tool }) => tool);
  const named = trigger.patterns.flatMap(({ toolkit, tool, range }) => {
    const isFixed = tool === "any" || tool.endsWith("*") || toolkit !== "any";
    const near = isFixed || argumentsByTool().has(tool) ? undefined : closestName(tool, argumentsByTool().keys());
    return near === undefined ? [] : [issue("unknown_tool", `no known agent has a tool "${tool}"`, near, range)];
  });
  const known = tools.flatMap((tool) => [...(argumentsByTool().get(tool) ?? [])]);
  const isKnown = tools.length > 0 && tools.every((tool) => argumentsByTool().has(tool));
  const references = isKnown ? argumentReferences(rest) : [];
  const misspelled = references.flatMap(({ path: [name], range }) => {
    const near = typeof name !== "string" || known.includes(name) ? undefined : closestName(name, known);
    return near === undefined
      ? []
      : [issue("unknown_argument", `${tools.join(", ")}: no argument "${name}" is known`, near, range)];
  });
  return [...named, ...misspelled];
}

/** Builds the issue for a name that is probably a misspelling of a known tool. */
function issue(code: string, problem: string, near: string, range: Issue["range"]): Issue {
  return { code, severity: "info", message: `${problem} (did you mean "${near}"?)`, range, expected: near };
}

/** The references to arguments in a part of a syntax tree. */
function argumentReferences(node: unknown): readonly Reference[] {
  if (Array.isArray(node)) return node.flatMap(argumentReferences);
  if (!isObject(node)) return [];
  if (node["type"] === "reference") return node["root"] === "args" ? [node as unknown as Reference] : [];
  return Object.values(node).flatMap(argumentReferences);
}

let known: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The arguments of each known tool that have a meaning. */
function argumentsByTool(): ReadonlyMap<string, ReadonlySet<string>> {
  known ??= collectArguments();
  return known;
}

/** Collects the names of the arguments of the tools in the presets. */
function collectArguments(): ReadonlyMap<string, ReadonlySet<string>> {
  const collected = new Map<string, Set<string>>();
  for (const preset of Object.values(toolPresets)) {
    for (const [tool, uses] of Object.entries(preset)) {
      const names = collected.get(tool) ?? new Set<string>();
      for (const use of [uses].flat()) for (const name of argumentsOf(use)) names.add(name);
      collected.set(tool, names);
    }
  }
  return collected;
}

/** The top-level arguments that a use names. */
function argumentsOf({ when = {}, ...use }: ToolUse): readonly string[] {
  const fixed = ["language", "session", "items", "mode"];
  const references = Object.entries(use).flatMap(([key, value]) =>
    typeof value === "string" && !fixed.includes(key) ? [value] : [],
  );
  return [...references, ...Object.keys(when)].map((reference) => reference.split(/[.[]/)[0] ?? reference);
}
