/** Finds the risky part of a file that code writes: `curl x | sh` in a written `build.sh`. */
import { type FileData, textsOfFile } from "./execution-state.ts";
import { type EffectContext, limitedNesting, readCode } from "./languages.ts";
import type { FileFormat } from "./written-code/file-format.ts";
import { frontMatter, riskyFrontMatter } from "./written-code/front-matter.ts";
import { commandsInManifest, dependencyAddresses, installScript } from "./written-code/package-manifest.ts";
import { lineWithUnknownHost } from "./written-code/registries.ts";
import { riskyEffect } from "./written-code/risky-effects.ts";
import { riskySetting } from "./written-code/risky-settings.ts";
import { languageOfScript, type SkillCommand, skillCommands } from "./written-code/skill-commands.ts";
import { weakeningSentence } from "./written-code/weakening.ts";
import { yamlCommands } from "./written-code/yaml-commands.ts";

/** The longest content that is read. Longer content counts as risky. */
const maxLength = 200_000;

/** The work for the code of one file, in steps of about ten microseconds. */
const work = 2000;

/**
 * Finds the part of a file's content that is risky when the file is used later: it runs code from the network or encoded code, sends data,
 * changes what runs later, deletes files outside of the project, or takes packages from an unknown host. In instructions for a coding agent,
 * hooks, grants, and sentences that switch checks off are risky, too.
 * Content that is unknown counts only if it comes from the network or is encoded.
 *
 * @returns an empty string if the content as a whole is risky; `undefined` if it is not risky
 */
export function riskyPart(
  format: FileFormat,
  content: FileData | undefined,
  context: Pick<EffectContext, "workingDirectory" | "home" | "languages" | "nesting">,
): string | undefined {
  if (content === undefined) return undefined;
  if (content.from.some(({ kind }) => kind === "network" || kind === "encoded")) return "";
  const { workingDirectory, home, languages, nesting = limitedNesting(work) } = context;
  const inner = { workingDirectory, home, languages, nesting };
  const riskyCode = (language: string, code: string): string | undefined => {
    if (languages === undefined || !Object.hasOwn(languages, language)) return undefined;
    const { effects } = readCode(language, code, inner);
    const effect = riskyEffect(effects);
    // The client inserts the arguments before a shell reads the command.
    if (format === "skill" && insertedArgument.test(code) && effects.some(({ kind }) => kind === "anything"))
      return code;
    return effect && code.slice(effect.start, effect.end);
  };
  return firstOf(textsOfFile(content), (text) => {
    if (text.length > maxLength) return "";
    if (isLanguage(format)) return riskyCode(format, text);
    const script = format === "skill" ? languageOfScript(text) : undefined;
    if (script !== undefined) return riskyCode(script, text);
    const setting = riskySetting(format, text) ?? riskyInstruction(format, text);
    if (setting !== undefined) return setting;
    const installed = format === "package manifest" ? riskyInstallation(text) : undefined;
    if (installed !== undefined) return installed;
    return firstOf(commandsOf(format, text), ({ language, code }) =>
      nesting.work.left <= 0 || riskyCode(language, code) !== undefined ? code : undefined,
    );
  });
}

/** The arguments of a skill in its commands. */
const insertedArgument = /\$(?:ARGUMENTS|\d|\{ARGUMENTS\})/;

function isLanguage(format: FileFormat): boolean {
  return format === "shell" || format === "python" || format === "javascript" || format === "powershell";
}

/** The part of instructions for a coding agent that runs code, grants rights, or switches checks off. */
function riskyInstruction(format: FileFormat, text: string): string | undefined {
  if (format !== "skill" && format !== "instructions") return undefined;
  return (format === "skill" ? riskyFrontMatter(frontMatter(text)) : undefined) ?? weakeningSentence(text);
}

/** The script or the address of a package that a `package.json` installs in a risky way. */
function riskyInstallation(text: string): string | undefined {
  return installScript(text) ?? lineWithUnknownHost(dependencyAddresses(text));
}

/** The first result that is not `undefined`. */
function firstOf<Item, Result>(
  items: readonly Item[],
  resultOf: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const result = resultOf(item);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** The commands in a file. */
function commandsOf(format: FileFormat, text: string): readonly SkillCommand[] {
  return format === "skill"
    ? skillCommands(text)
    : shellCommandsOf(format, text).map((code) => ({ language: "shell", code }));
}

function shellCommandsOf(format: FileFormat, text: string): readonly string[] {
  switch (format) {
    case "recipes":
      return recipeLines(text);
    case "yaml commands":
      return yamlCommands(text);
    case "package manifest":
      return commandsInManifest(text);
    case "editor":
    case "code":
      return quotedTexts(text);
    default:
      return [];
  }
}

/** The texts in quotes that contain more than one word. */
function quotedTexts(text: string): readonly string[] {
  const found = text.match(/"(?:[^"\\\n]|\\.){0,4000}"|'(?:[^'\\\n]|\\.){0,4000}'/g) ?? [];
  return found.map((quoted) => quoted.slice(1, -1).replaceAll(/\\(.)/g, "$1")).filter((each) => /\s/.test(each.trim()));
}

/**
 * The shell lines of all recipes of a `Makefile` or a `justfile`, and the commands of `$(shell …)`. Variables of make become variables of
 * the shell.
 */
function recipeLines(text: string): readonly string[] {
  const lines = text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/);
  const recipes = lines.filter((line) => /^[ \t]+\S/.test(line)).map((line) => asShell(line.trim()));
  const calls = lines.flatMap((line) => (line.includes("$(shell ") ? [line.slice(line.indexOf("$(shell ") + 8)] : []));
  return [...recipes, ...calls.map((call) => asShell(call.replace(/\)\s*$/, "")))];
}

/** A line of a recipe as the shell gets it. */
function asShell(line: string): string {
  return line
    .replace(/^[@+-]+/, "")
    .replaceAll(/\$\$/g, "\u0001")
    .replaceAll(
      /\$[({]([A-Za-z_]\w*)[)}]|\{\{\s*([A-Za-z_]\w*)\s*\}\}/g,
      (_, make: string, just: string) => `\${${make ?? just}}`,
    )
    .replaceAll("\u0001", "$");
}
