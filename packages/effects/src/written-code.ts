import { type FileData, textsOfFile } from "./execution-state.ts";
import { type EffectContext, limitedNesting, readCode } from "./languages.ts";
import type { FileFormat } from "./written-code/file-format.ts";
import { commandsInManifest, dependencyAddresses, installScript } from "./written-code/package-manifest.ts";
import { recipeLines } from "./written-code/recipe-lines.ts";
import { lineWithUnknownHost } from "./written-code/registries.ts";
import { riskyEffect } from "./written-code/risky-effects.ts";
import { riskySetting } from "./written-code/risky-settings.ts";
import { yamlCommands } from "./written-code/yaml-commands.ts";

/** Longer content counts as risky without being read. */
const maxLength = 200_000;

/** The work for the code of one file, in steps of about ten microseconds. */
const work = 2000;

/**
 * The part of a file's content that does something risky when it is used later: it runs code from the network or code that is
 * encoded, sends data, changes what runs later, deletes files outside of the project, or takes packages from an unknown host.
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
    const effect = riskyEffect(readCode(language, code, inner).effects);
    return effect && code.slice(effect.start, effect.end);
  };
  return firstOf(textsOfFile(content), (text) => {
    if (text.length > maxLength) return "";
    if (format === "shell" || format === "python") return riskyCode(format, text);
    const setting = riskySetting(format, text);
    if (setting !== undefined) return setting;
    const installed = format === "package manifest" ? riskyInstallation(text) : undefined;
    if (installed !== undefined) return installed;
    return firstOf(commandsOf(format, text), (command) =>
      nesting.work.left <= 0 || riskyCode("shell", command) !== undefined ? command : undefined,
    );
  });
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

/** The shell commands in a file. */
function commandsOf(format: FileFormat, text: string): readonly string[] {
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
