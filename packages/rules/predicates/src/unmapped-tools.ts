import type { Issue } from "@helve/core";
import { jsonPointer, quote } from "@helve/core/internal";
import { type ArgumentMeaning, argumentMeaning } from "./argument-meaning.ts";
import { argumentName } from "./argument-values.ts";
import { type DescribedTool, describedTools, type ToolDescription } from "./described-tool.ts";
import type { Policy } from "./policy.ts";
import { presetUses } from "./tool-presets.ts";
import { primaryArgument } from "./tool-use.ts";

/**
 * Lists the tools that rules do not see: neither the policy nor a preset names the tool, and an argument seems to be a command, a path or a URL
 * that predicates do not find by its name. Check it when an agent starts, and when a server adds tools.
 *
 * @param functions - OpenTool Functions, or tools with a JSON Schema, as MCP servers and the APIs of models list them
 * @returns one issue of severity `warning` for each tool
 * @throws TypeError if a tool has no name
 * @example
 * for (const { message } of unmappedTools(functions, policy)) console.warn(message);
 */
export function unmappedTools(
  functions: readonly DescribedTool[],
  { tools = {}, presets = true }: Pick<Policy, "tools" | "presets">,
): readonly Issue[] {
  return describedTools(functions).flatMap((tool, index) => {
    const { name } = tool;
    if (Object.hasOwn(tools, name) || (presets && isOfPreset(tool))) return [];
    const unseen = tool.arguments.flatMap((argument) => {
      const meaning = argumentMeaning(argument, tool);
      // Predicates read code in arguments with such names.
      if (meaning === undefined || (meaning.kind === "code" && meaning.byName)) return [];
      return [`${quote(argument.name)} seems to be ${meaningText(meaning)}`];
    });
    if (unseen.length === 0) return [];
    const message = `${name}: ${unseen.join(", ")}, but the policy's "tools" does not name ${name}, so rules do not see what it does`;
    return [{ code: "unmapped_tool", message, severity: "warning", path: jsonPointer([String(index)]) }];
  });
}

/** Whether a preset describes the tool: its name and one of its arguments match. */
function isOfPreset({ name, arguments: args }: ToolDescription): boolean {
  const uses = presetUses(name);
  if (uses === undefined) return false;
  const names = uses.map(primaryArgument).flatMap((argument) => (argument === undefined ? [] : argumentName(argument)));
  return names.length === 0 || args.length === 0 || args.some((argument) => names.includes(argument.name));
}

/** Says what an argument means: `a path`, `code in python`. */
function meaningText(meaning: ArgumentMeaning): string {
  if (meaning.kind === "path") return "a path";
  if (meaning.kind === "url") return "a URL";
  return meaning.language === "shell" ? "a command" : `code in ${meaning.language}`;
}
