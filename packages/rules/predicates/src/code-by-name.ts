import { jsonPointer } from "@helve/core/internal";
import { readCodeValue } from "./code-effects.ts";
import { type EffectsInput, type EffectsPart, unknownPart } from "./effects-part.ts";

/**
 * The effects of arguments that are code by their names, for a tool that neither the policy nor a preset knows: `command` is read as
 * shell code, `code` as the language in the tool's name. Code of an unknown language may have any effect.
 */
export function codeByName({ tool, args, policy, state }: EffectsInput): readonly EffectsPart[] {
  return Object.entries(args).flatMap(([name, value]) => {
    const kind = codeArgumentKind(name, tool);
    if (kind === undefined || value === undefined || value === null || value === "") return [];
    if (kind === "unknown") {
      if (typeof value !== "string" || !/[\s(;=|&]/.test(value)) return [];
      const advice = `say in the policy's "tools" which language it is in`;
      return [unknownPart(`the argument "${name}" of ${tool} seems to be code: ${advice}`)];
    }
    const isProgram = (item: unknown): boolean => typeof item === "string" && /\s/.test(item);
    const items = Array.isArray(value) && !isProgram(value[0]) ? "words" : "programs";
    return readCodeValue(kind, { value, path: jsonPointer([name]) }, items, { policy, state }).parts;
  });
}

/** The language of an argument, by its name and its tool's name; `unknown` if it is code of an unknown language. */
export function codeArgumentKind(argument: string, tool: string): string | undefined {
  const name = argument.toLowerCase().replaceAll(/[^a-z]/g, "");
  const named = languageByArgument.get(name);
  if (named !== undefined) return named === "shell" ? shellOfTool(tool) : named;
  if (name === "input" && callsToolsInCode.test(tool)) return "javascript";
  if (!codeNames.has(name)) return undefined;
  const ofTool = languageByTool.find(([pattern]) => pattern.test(tool))?.[1];
  return ofTool ?? "unknown";
}

/** The shell language of a tool's commands: a Unix shell, unless the tool's name names a Windows shell. */
function shellOfTool(tool: string): string {
  if (/powershell|pwsh/i.test(tool)) return "powershell";
  return /cmd\.?exe|^cmd$|windows_?cmd|command[ _]?prompt/i.test(tool) ? "cmd" : "shell";
}

const languageByArgument: ReadonlyMap<string, string> = new Map(
  (
    [
      [
        "shell",
        "command commands cmd cmds commandline shellcommand shellcmd shellscript bash bashcommand bashscript sh",
      ],
      ["shell", "terminalcommand consolecommand cmdline cmdstring commandstring runcommand commandtorun"],
      ["python", "python pythoncode pycode pythonscript ipython pythonprogram"],
      ["javascript", "javascript jscode javascriptcode jsscript nodecode typescript typescriptcode tscode"],
      ["powershell", "powershell powershellcommand powershellscript pwsh"],
      ["sql", "sql sqlquery sqlstatement sqlcode"],
    ] as const
  ).flatMap(([language, names]) => names.split(" ").map((name) => [name, language] as const)),
);

const codeNames: ReadonlySet<string> = new Set("code script sourcecode program snippet cell codeblock".split(" "));

/** The tools in which Codex calls other tools by JavaScript. A tool without a schema has its whole input in `input`. */
const callsToolsInCode = /^(?:exec|code_mode_\w+)$/;

const languageByTool: readonly (readonly [RegExp, string])[] = [
  [/python|jupyter|notebook|pandas/i, "python"],
  [/powershell|pwsh/i, "powershell"],
  [/javascript|typescript|node|deno|bun\b|^code_mode_/i, "javascript"],
  [/bash|shell|terminal|console/i, "shell"],
];
