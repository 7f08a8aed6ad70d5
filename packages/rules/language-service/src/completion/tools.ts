/** Suggestions for the names of tools and toolkits, in triggers and in `invoke_action`. */
import type { CatalogueTool } from "@helve/agentspec";
import { indexCatalogue, type ToolIndex, tokens as t, toolNameText, toolPatternText } from "@helve/agentspec/internal";
import { catalogueIndex, type OpenProgram } from "../open-program.ts";
import { toolSignature } from "../signatures.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { ProductionFrame } from "./continuations.ts";
import { tokenText } from "./expected-schemas.ts";
import { keywordSuggestion } from "./keywords.ts";
import { collectNames } from "./names.ts";
import type { Suggestion } from "./suggestion.ts";

/** Suggests the patterns of a trigger: tools, `Toolkit.any`, `any`; if a dot follows, only toolkits and `any`. */
export function toolPatternSuggestions(
  program: OpenProgram,
  { nextTokens: [next] }: Pick<RuleCompletionContext, "nextTokens">,
): readonly Suggestion[] {
  const tools = knownTools(program);
  const toolkits = knownToolkits(program, tools);
  if (next?.tokenType === t.Dot)
    return [...toolkits.flatMap((name) => toolkitSuggestion(name)), keywordSuggestion("any")];
  return [
    keywordSuggestion("any"),
    ...toolkits.flatMap((name) => toolkitSuggestion(name, ".any")),
    ...[...(tools?.byName.values() ?? [])].flatMap((tool) => {
      const dot = tool.name.indexOf(".");
      const text = toolPatternText(dot < 0 ? "any" : tool.name.slice(0, dot), tool.name.slice(dot + 1));
      return text === undefined ? [] : [toolSuggestion(tool, tool.name, text)];
    }),
  ];
}

/** Suggests the tools that `invoke_action` can name; if a dot follows, only toolkits. */
export function invokedToolSuggestions(
  program: OpenProgram,
  { nextTokens: [next] }: RuleCompletionContext,
): readonly Suggestion[] {
  const tools = knownTools(program);
  if (next?.tokenType === t.Dot) {
    // Here, unlike in a trigger, a string is a complete tool name.
    return knownToolkits(program, tools)
      .flatMap((name) => toolkitSuggestion(name))
      .filter(({ text }) => !text?.startsWith('"'));
  }
  return [...(tools?.byName.values() ?? [])].flatMap((tool) =>
    tool.name === "" ? [] : [toolSuggestion(tool, tool.name, toolNameText(tool.name.split(".")))],
  );
}

/** Suggests the tools of the toolkit before the dot; after `any`, all tools. */
export function toolkitMemberSuggestions(
  program: OpenProgram,
  { clause }: RuleCompletionContext,
  frame: ProductionFrame,
): readonly Suggestion[] {
  // In quotes only a pattern accepts a name after a dot.
  return membersOfToolkit(program, tokenText(clause[frame.start]), frame.production !== "invokedTool");
}

/** Suggests the tools of a toolkit; of all toolkits for `any`. */
export function membersOfToolkit(program: OpenProgram, name: string, acceptsStrings: boolean): readonly Suggestion[] {
  const tools = knownTools(program);
  const members: readonly (readonly [string, CatalogueTool | undefined])[] =
    name === "any"
      ? [...(tools?.byMember ?? [])].map(([member, [first]]) => [member, first] as const)
      : [...(tools?.byToolkit.get(name) ?? [])];
  return members.flatMap(([member, tool]) => {
    // After a dot, keywords are valid names.
    const text = toolNameText(["any", member]).startsWith('"') ? JSON.stringify(member) : member;
    const isWritable = !text.startsWith('"') || (acceptsStrings && !member.endsWith("."));
    return tool === undefined || !isWritable ? [] : [toolSuggestion(tool, member, text)];
  });
}

/** Indexes the tools of the catalogue; if the catalogue doesn't list any, the tools that other rules of the text name. */
function knownTools(program: OpenProgram): ToolIndex | undefined {
  const { tools } = catalogueIndex(program);
  if (tools !== undefined) return tools;
  const used = collectNames(program, (add) => ({
    invoke_action: ({ tool }) => add(tool),
    tool_pattern: ({ toolkit, tool }) => {
      if (tool !== "any") add(toolkit === "any" ? tool : `${toolkit}.${tool}`);
    },
  }));
  return indexCatalogue({ tools: used.map((name) => ({ name, parameters: unknownParameters })) }).tools;
}

/** The names of all toolkits, also of those whose tools are not known. */
function knownToolkits(program: OpenProgram, tools: ToolIndex | undefined): readonly string[] {
  return [...new Set([...(tools?.byToolkit.keys() ?? []), ...(catalogueIndex(program).toolkits ?? [])])];
}

/** The parameters of a tool if only its name is known. */
const unknownParameters = {};

/** Suggests a tool, with its signature if its parameters are known. */
function toolSuggestion(tool: CatalogueTool, label: string, text: string): Suggestion {
  const { description, parameters } = tool;
  return {
    label,
    kind: "Method",
    rank: 2,
    text,
    detail: parameters !== unknownParameters ? toolSignature(tool) : undefined,
    documentation: description,
  };
}

/** Suggests a toolkit, or with `.any` all its tools, as a list; the name is inserted in quotes if it is not a word. */
function toolkitSuggestion(name: string, rest: "" | ".any" = ""): readonly Suggestion[] {
  const text = toolNameText([name]) + rest;
  return [{ label: name + rest, kind: "Module", rank: 4, text, detail: `the tools of ${name}` }];
}
