import { type FileData, textsOfFile } from "./execution-state.ts";
import { type EffectContext, limitedNesting, readCode } from "./languages.ts";
import type { FileFormat } from "./written-code/file-format.ts";
import { commandsInManifest, dependencyAddresses, hasInstallScript } from "./written-code/package-manifest.ts";
import { recipeLines } from "./written-code/recipe-lines.ts";
import { namesUnknownHost } from "./written-code/registries.ts";
import { isRiskyLater } from "./written-code/risky-effects.ts";
import { changesSettings } from "./written-code/risky-settings.ts";
import { yamlCommands } from "./written-code/yaml-commands.ts";

/** Longer content counts as risky without being read. */
const maxLength = 200_000;

/** The work for the code of one file, in steps of about ten microseconds. */
const work = 2000;

/**
 * Whether the content of a file does something risky when it is used later: it runs code from the network or code that is
 * encoded, sends data, changes what runs later, deletes files outside of the project, or takes packages from an unknown host.
 * Content that is unknown counts only if it comes from the network or is encoded.
 */
export function isRiskyContent(
  format: FileFormat,
  content: FileData | undefined,
  context: Pick<EffectContext, "workingDirectory" | "home" | "languages" | "nesting">,
): boolean {
  if (content === undefined) return false;
  if (content.from.some(({ kind }) => kind === "network" || kind === "encoded")) return true;
  const { workingDirectory, home, languages, nesting = limitedNesting(work) } = context;
  const inner = { workingDirectory, home, languages, nesting };
  const isRisky = (language: string, code: string): boolean => {
    const reads = languages !== undefined && Object.hasOwn(languages, language);
    return reads && isRiskyLater(readCode(language, code, inner).effects);
  };
  return textsOfFile(content).some((text) => {
    if (text.length > maxLength || changesSettings(format, text)) return true;
    if (format === "shell" || format === "python") return isRisky(format, text);
    if (format === "package manifest" && (hasInstallScript(text) || namesUnknownHost(dependencyAddresses(text))))
      return true;
    return commandsOf(format, text).some((command) => nesting.work.left <= 0 || isRisky("shell", command));
  });
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
