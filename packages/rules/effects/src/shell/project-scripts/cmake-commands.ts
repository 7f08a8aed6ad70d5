/** Converts a CMake file to shell commands: the programs that it starts, and the files that it writes. */

/**
 * The commands that a file of CMake runs: of `execute_process` at once, of `add_custom_command` in a build. Commands whose program is a
 * variable are left out. A file that it writes is a redirection, with the variables that it sets inserted.
 */
export function cmakeCommands(text: string): readonly string[] {
  const code = text.replaceAll(/#.*$/gm, "");
  const run = code
    .split(/\bCOMMAND\b/)
    .slice(1, maxCommands)
    .map((rest) => asCommand(/^[^)]{0,4000}/.exec(rest)?.[0] ?? ""))
    .filter((command) => !command.startsWith("$"));
  const variables = variablesOf(code);
  const written = [...code.matchAll(writtenFile)]
    .slice(0, maxCommands)
    .map(([, , path = ""]) => `> ${asPath(path, variables)}`);
  return [...run, ...written];
}

const maxCommands = 200;

const argument = String.raw`("(?:[^"\\]|\\.)*"|[^\s()"]+)`;

/** Matches what writes a file, with its path as the second group. */
const writtenFile = new RegExp(
  String.raw`\b(file\s*\(\s*(?:WRITE|APPEND|TOUCH|TOUCH_NOCREATE)|write_file\s*\(|file\s*\(\s*(?:COPY|INSTALL)\b[^()]{0,2000}?\bDESTINATION|file\s*\(\s*(?:RENAME|COPY_FILE|CREATE_LINK|DOWNLOAD)\s+${argument.replace("(", "(?:")}|file\s*\(\s*(?:GENERATE|CONFIGURE)\b[^()]{0,500}?\bOUTPUT|configure_file\s*\(\s*${argument.replace("(", "(?:")})\s+${argument}`,
  "gi",
);

/** The variables that are set to a text; those that are set again in any other way are not known. */
function variablesOf(code: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", value = ""] of code.matchAll(new RegExp(String.raw`\bset\s*\(\s*(\w+)\s+${argument}`, "gi")))
    found.set(name, value.replaceAll('"', ""));
  return found;
}

/** A path as a word of a shell. What is computed in another way than by `set` is unknown. */
function asPath(path: string, variables: ReadonlyMap<string, string>): string {
  let text = path.replaceAll('"', "");
  for (let depth = 0; depth < maxDepth && /\$\{\w+\}/.test(text) && text.length < maxLength; depth++)
    text = text.replaceAll(
      /\$\{(\w+)\}/g,
      (all, name: string) => variables.get(name) ?? (ownFolder.test(name) ? "." : all),
    );
  const word = text
    .replaceAll(/\$ENV\{(\w+)\}/g, "$$$1")
    .replaceAll(/\$\{\w+\}|\$<[^<>]*>/g, unknown)
    .replaceAll(/[`"\\]/g, "");
  return `"${word}"`;
}

const maxDepth = 8;
const maxLength = 4000;
/** Folders of the project and its build. */
const ownFolder =
  /^(?:CMAKE|PROJECT|\w+)_(?:CURRENT_)?(?:SOURCE|BINARY|LIST|PROJECT)_DIR$|^CMAKE_(?:INSTALL_)?\w*DIR$|^CMAKE_BUILD_TYPE$|^PROJECT_(?:NAME|VERSION)$/;
/** A word of a shell with an unknown value. */
const unknown = "$(cat)";

/** The words of a command of CMake as a shell gets them. */
function asCommand(text: string): string {
  return text
    .replace(/\b(RESULT_VARIABLE|OUTPUT_VARIABLE|WORKING_DIRECTORY|DEPENDS|COMMENT|VERBATIM)\b.*$/s, "")
    .replaceAll(/\$ENV\{(\w+)\}/g, "$$$1")
    .replaceAll(/\$<[^<>]{0,200}>/g, "$TARGET")
    .replaceAll(/\$\{CMAKE_COMMAND\}/g, "cmake")
    .replaceAll(/\$\{Python3?_EXECUTABLE\}/gi, "python3")
    .replaceAll(/\s+/g, " ")
    .trim();
}
