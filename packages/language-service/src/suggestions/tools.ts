import type { CatalogueTool } from "@helve/agentspec";
import { indexCatalogue, type ToolIndex, tokens as t, toolNameText, toolPatternText } from "@helve/agentspec/internal";
import type { CaretInRule } from "../caret.ts";
import type { Frame } from "../continuations.ts";
import { toolSignature } from "../describe.ts";
import { knownIn, type OpenProgram } from "../open-program.ts";
import { textOf } from "./expected.ts";
import { namesIn } from "./names.ts";
import type { Suggestion } from "./suggestion.ts";
import { keyword } from "./words.ts";

/** What a trigger may name: tools, all tools of a toolkit, all tools; before a dot, toolkits alone. */
export function toolPatterns(program: OpenProgram, { after: [next] }: CaretInRule): readonly Suggestion[] {
  const tools = toolsFor(program);
  const toolkits = [...(tools?.byToolkit.keys() ?? [])];
  if (next?.tokenType === t.Dot) return [...toolkits.flatMap((name) => toolkit(name)), keyword("any")];
  return [
    keyword("any"),
    ...toolkits.flatMap((name) => toolkit(name, ".any")),
    ...[...(tools?.byName.values() ?? [])].flatMap((tool) => {
      const dot = tool.name.indexOf(".");
      const text = toolPatternText(dot < 0 ? "any" : tool.name.slice(0, dot), tool.name.slice(dot + 1));
      return text === undefined ? [] : [suggested(tool, tool.name, text)];
    }),
  ];
}

/** What `invoke_action` may name; before a dot, toolkits alone. */
export function invokedTools(program: OpenProgram, { after: [next] }: CaretInRule): readonly Suggestion[] {
  const tools = toolsFor(program);
  if (next?.tokenType === t.Dot) {
    // Other than in a trigger, a string is a tool as a whole.
    return [...(tools?.byToolkit.keys() ?? [])]
      .flatMap((name) => toolkit(name))
      .filter(({ text }) => !text?.startsWith('"'));
  }
  return [...(tools?.byName.values() ?? [])].flatMap((tool) =>
    tool.name === "" ? [] : [suggested(tool, tool.name, toolNameText(tool.name.split(".")))],
  );
}

/** The tools of the toolkit before the dot; of `any`, all of them. */
export function toolsOfToolkit(program: OpenProgram, { clause }: CaretInRule, frame: Frame): readonly Suggestion[] {
  const tools = toolsFor(program);
  const name = textOf(clause[frame.start]);
  const found: readonly (readonly [string, CatalogueTool | undefined])[] =
    name === "any"
      ? [...(tools?.byMember ?? [])].map(([member, [first]]) => [member, first] as const)
      : [...(tools?.byToolkit.get(name) ?? [])];
  return found.flatMap(([member, tool]) => {
    // After a dot, keywords are names.
    const text = toolNameText(["any", member]).startsWith('"') ? JSON.stringify(member) : member;
    // Only a trigger takes strings after a dot.
    const isWritable = !text.startsWith('"') || (frame.production === "toolPattern" && !member.endsWith("."));
    return tool === undefined || !isWritable ? [] : [suggested(tool, member, text)];
  });
}

/** The tools of the host; where it is not said which there are, those of the other rules. */
function toolsFor(program: OpenProgram): ToolIndex | undefined {
  const { tools } = knownIn(program);
  if (tools !== undefined) return tools;
  const used = namesIn(program, (add) => ({
    invoke_action: ({ tool }) => add(tool),
    tool_pattern: ({ toolkit, tool }) => {
      if (tool !== "any") add(toolkit === "any" ? tool : `${toolkit}.${tool}`);
    },
  }));
  return indexCatalogue({ tools: used.map((name) => ({ name, parameters: anything })) }).tools;
}

/** What the tools take of which nothing is known but their names. */
const anything = {};

function suggested(tool: CatalogueTool, label: string, text: string): Suggestion {
  const { description, parameters } = tool;
  return {
    label,
    kind: "Method",
    rank: 2,
    text,
    ...(parameters !== anything && { detail: toolSignature(tool) }),
    ...(description !== undefined && { documentation: description }),
  };
}

function toolkit(name: string, rest: "" | ".any" = ""): readonly Suggestion[] {
  const text = toolNameText([name]) + rest;
  return [{ label: name + rest, kind: "Module", rank: 4, text, detail: `the tools of ${name}` }];
}
