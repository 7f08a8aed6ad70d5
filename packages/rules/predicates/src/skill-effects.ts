import { shellPathWord } from "@helve/core/internal";
import { type ExecutionState, type FileData, skillCommands, skillName, textsOfFile } from "@helve/effects";
import { argumentName, argumentValues } from "./argument-values.ts";
import { codeByName } from "./code-by-name.ts";
import { type ActionEffects, type EffectsInput, inSequence } from "./effects-part.ts";
import type { SkillUse } from "./tool-use.ts";

/**
 * The effects of the commands that the client runs when it uses a skill, a slash command or a subagent whose file an earlier call wrote. A
 * file whose content is unknown is read as a script that runs. Without such a file, only other arguments of the call have effects.
 */
export function skillEffects(use: SkillUse, input: EffectsInput): ActionEffects {
  const { args, policy, state } = input;
  const calls = argumentValues(args, use.skill).flatMap(({ value }) =>
    typeof value === "string" ? callOf(value) : [],
  );
  const own = use.input === undefined ? [] : argumentValues(args, use.input);
  const given = own.map(({ value }) => String(value)).join(" ");
  const commands = calls.flatMap(({ name, rest }) =>
    filesOf(name, state).flatMap((file) => commandsOf(file, [rest, given].join(" ").trim())),
  );
  const { parts, after } = inSequence(commands, state, ({ language, code }, before) => {
    const read = policy.read(language, code, before);
    return { parts: [{ text: code, effects: read.effects }], after: read.after };
  });
  const { [argumentName(use.skill)]: _, ...others } = args;
  return { parts: [...parts, ...codeByName({ ...input, args: others })], after };
}

/** The last part of a name such as `plugin:git:review`, and the text after it. */
function callOf(line: string): readonly { readonly name: string; readonly rest: string }[] {
  const [, whole = "", rest = ""] = /^\s*\/?(\S+)\s*(.*)$/s.exec(line) ?? [];
  const name = whole.split(/[:/]/).at(-1) ?? "";
  return name === "" ? [] : [{ name: name.toLowerCase(), rest }];
}

type File = readonly [path: string, data: FileData];

/** Returns the files of skills and commands with a name, which earlier calls wrote. */
function filesOf(name: string, { files }: ExecutionState): readonly File[] {
  return Array.from(files ?? []).filter(([path, data]) => {
    if (data.missing === true || !isSkillFile.test(path)) return false;
    const names = [nameOfPath(path), ...textsOfFile(data).map((text) => skillName(text))];
    return names.some((each) => each?.toLowerCase() === name);
  });
}

/** The folders in which clients look for skills, slash commands and subagents. */
const isSkillFile =
  /(?:^|\/)(?:SKILL\.md|(?:skills?|commands?|prompts|agents?|chatmodes|workflows)\/.*\.(?:md|mdc|toml))$/i;

/** The name in a path: of the folder that contains `SKILL.md`, or of the file. */
function nameOfPath(path: string): string | undefined {
  return /([^/]+)\/SKILL\.md$/i.exec(path)?.[1] ?? /([^/.]+)[^/]*$/.exec(path)?.[1];
}

/** Lists the commands of a file, with the call's text as arguments. */
function commandsOf(
  [path, data]: File,
  given: string,
): readonly { readonly language: string; readonly code: string }[] {
  const texts = textsOfFile(data);
  if (texts.length === 0) return [{ language: "shell", code: `sh ${shellPathWord(path)}` }];
  return texts.flatMap(skillCommands).map(({ language, code }) => ({ language, code: withArguments(code, given) }));
}

/** A command with the arguments of the call. Each of them may be all words of the text, so that none is missing. */
function withArguments(code: string, given: string): string {
  return given === "" ? code : code.replaceAll(/\$\{?ARGUMENTS\}?(?:\[\d+\])?|\$\d|\{\{args\}\}/g, () => given);
}
