import { withoutUndefined } from "@helve/core/internal";
import { argumentMeaning } from "./argument-meaning.ts";
import { type DescribedArgument, type DescribedTool, describedTools, type ToolDescription } from "./described-tool.ts";
import type { ToolUse } from "./tool-use.ts";
import { wordsOf } from "./words-of.ts";

/**
 * Creates the `tools` of a policy from the descriptions of tools: an argument whose name, description or format says that it is a command, a
 * program, a path or a URL is used as such. What a tool does with a path follows from the verb in its name: `delete_file`.
 *
 * Tools for which the description does not say enough are absent; `unmappedTools` lists them. Review the result, because descriptions are
 * texts for models.
 *
 * @param functions - OpenTool Functions, or tools with a JSON Schema, as MCP servers and the APIs of models list them
 * @param languages - the languages of the policy; a tool with code of another language is absent
 * @throws TypeError if a tool has no name
 * @example
 * const { functions } = parseOpenTool(text);
 * predicates({ languages: { shell }, tools: toolsFromFunctions(functions, ["shell"]) });
 */
export function toolsFromFunctions<Language extends string>(
  functions: readonly DescribedTool[],
  languages: readonly Language[],
): Readonly<Record<string, readonly ToolUse<Language>[]>> {
  const known: ReadonlySet<string> = new Set(languages);
  const isKnown = (use: ToolUse): use is ToolUse<Language> => !("language" in use) || known.has(use.language);
  const entries = describedTools(functions).flatMap((tool) => {
    const uses = describedUses(tool);
    return uses !== undefined && uses.length > 0 && uses.every(isKnown) ? [[tool.name, uses] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Derives the uses of a tool's arguments from their descriptions; `undefined` if one is unclear. */
function describedUses(tool: ToolDescription): readonly ToolUse[] | undefined {
  const args = tool.arguments;
  const uses: ToolUse[] = [];
  const paths: DescribedArgument[] = [];
  for (const argument of args) {
    const meaning = argumentMeaning(argument, tool);
    if (meaning === undefined) continue;
    const { name } = argument;
    if (meaning.kind === "url") uses.push({ fetch: name, ...named("body", args, bodyWords) });
    else if (meaning.kind === "path") paths.push(argument);
    else if (meaning.language === "unknown") return undefined;
    else
      uses.push(
        withoutUndefined({ code: name, language: meaning.language, items: argument.isList ? "words" : undefined }),
      );
  }
  // The directory in which code runs is no path that the tool reads.
  if (paths.length === 0 || uses.some((use) => "code" in use)) return uses;
  const ofPaths = pathUses(tool, paths, args);
  return ofPaths && [...uses, ...ofPaths];
}

/** Determines how a tool uses its path arguments, from the verb in its name or description. */
function pathUses(
  tool: ToolDescription,
  [first, second]: readonly DescribedArgument[],
  args: readonly DescribedArgument[],
): readonly ToolUse[] | undefined {
  if (first === undefined) return [];
  const [firstSentence = ""] = tool.description.slice(0, 300).split(/[.\n]/);
  const verb = verbIn(wordsOf(tool.name)) ?? verbIn(wordsOf(firstSentence));
  const { name } = first;
  switch (verb) {
    case "read":
      return [{ read: name }];
    case "list":
      return [{ list: name }];
    case "search":
      return [{ search: name }];
    case "delete":
      return [{ delete: name }];
    case "write":
      return [{ write: name, ...named("content", args, contentWords) }];
    case "edit":
      return [{ edit: name }];
    case "move":
      return second && [{ move: name, to: second.name }];
    case "copy":
      return second && [{ copy: name, to: second.name }];
    default:
      return undefined;
  }
}

/** A member with the name of the first text argument that has one of some names. */
function named<Member extends string>(
  member: Member,
  args: readonly DescribedArgument[],
  words: ReadonlySet<string>,
): { readonly [Key in Member]?: string } {
  const found = args.find(({ name }) => wordsOf(name).some((word) => words.has(word)));
  return found === undefined ? {} : ({ [member]: found.name } as { [Key in Member]: string });
}

const bodyWords: ReadonlySet<string> = new Set("body data payload json form content".split(" "));
const contentWords: ReadonlySet<string> = new Set("content contents text data body".split(" "));

/** Finds the verb among the words of a name. */
function verbIn(words: readonly string[]): string | undefined {
  for (const word of words) {
    const verb = verbs.get(word) ?? verbs.get(word.replace(/(?:es|s)$/, ""));
    if (verb !== undefined) return verb;
  }
  return undefined;
}

const verbs: ReadonlyMap<string, string> = new Map(
  [
    ["delete", "delete remove rm unlink erase trash"],
    ["write", "write save create append overwrite put store export download touch"],
    ["edit", "edit replace patch update modify insert change"],
    ["list", "list ls dir tree"],
    ["search", "search grep find glob"],
    ["move", "move rename mv"],
    ["copy", "copy cp duplicate"],
    ["read", "read view cat open get load show fetch display head tail import"],
  ].flatMap(([verb = "", words = ""]) => words.split(" ").map((word) => [word, verb] as const)),
);
