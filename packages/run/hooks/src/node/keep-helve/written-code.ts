/** Judges the code that a call writes to files by what it would do when it runs. */
import type { FileData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";

/** A program that a call writes. */
export interface WrittenCode {
  readonly path: string;
  readonly language: string;
  readonly text: string;
}

/** Lists the programs in the files that a call writes. */
export function writtenCode(written: ReadonlyMap<string, FileData>): readonly WrittenCode[] {
  return [...written].flatMap(([path, data]) =>
    textsOfFile(data)
      .filter((text) => text.length <= longest && mentions.test(text))
      .flatMap((text) => programsIn(path, text).map((program) => ({ path, ...program }))),
  );
}

/** The first file that a call writes in a language without a reader (a build file, C) and that names a file which guards an agent. */
export function unreadLanguage(written: ReadonlyMap<string, FileData>): string | undefined {
  for (const [path, data] of written) {
    const named = isProse.test(path) ? includedState : guardFile;
    const isNamed = textsOfFile(data).some((text) => languageOf(path, text) === undefined && named.test(text));
    if (isNamed) return path;
  }
  return undefined;
}

const isProse = /\.(?:md|mdx|rst|adoc|html?|css|svg|txt|log|csv)$/i;
const guardFile =
  /\.claude(?:\.json|[\\/]+(?:settings|remote-settings))|managed-settings\.json|\.codex[\\/]+(?:hooks|config)|\.(?:cursor|agents)[\\/]+hooks|\.gemini[\\/]+settings|\.copilot[\\/]|\.github[\\/]+hooks|helve[\\/]+(?:rules\.agentspec|policy\.json)|\.config[\\/]+helve|state[\\/]+helve|disableAllHooks/;

/** A document that includes what Helve remembers: `include::../../.local/state/helve/record.key[]`. */
const includedState = /(?:include|input|embed|import|file|src|read|load|raw)\w*\W[^\n]{0,200}state[\\/]+helve[\\/]/i;

const longest = 200_000;
const mentions = /helve|claude|codex|copilot|cursor|gemini|opencode|\.agents|home|~|userprofile/i;

/** Text that may not be a program counts only if it mentions a guard of an agent, or a hidden file of the home directory. */
const mentionsGuard = /helve|claude|codex|copilot|cursor|gemini|opencode|\.agents|(?:~|HOME\}?"?)\/\.\w/i;

type Program = Omit<WrittenCode, "path">;

/** Lists the programs in a file. */
function programsIn(path: string, text: string): readonly Program[] {
  const language = languageOf(path, text);
  if (language !== undefined) return [{ language, text }];
  if (!mentionsGuard.test(text)) return [];
  if (
    !/\.(?:md|mdx|rst|adoc|html?|json|ya?ml|toml|xml|svg|css|mk|mak)$|(?:^|\/)(?:GNU)?[Mm]akefile$|[Jj]ustfile$/i.test(
      path,
    )
  ) {
    return ["shell", "python", "javascript"].map((each) => ({ language: each, text }));
  }
  const scripts = /(?:^|\/)package\.json$/.test(path) ? scriptsOfManifest(text) : [];
  // Each line of a document or a list of recipes may be a command that somebody copies.
  const lines = text
    .split("\n")
    .filter((line) => mentions.test(line) && line.length <= longestLine && !isSentence.test(line));
  return [...scripts, ...lines.slice(0, maxLines)].map((line) => ({ language: "shell", text: commandOf(line) }));
}

/** Returns the command of a line, without a prompt or make prefix. */
function commandOf(line: string): string {
  return line
    .replace(/^\s*(?:\$\s+|>\s+|[@-]+(?=\S))/, "")
    .replace(/^[\w./-]+:(?:[^;]*);\s*@?/, "")
    .replaceAll("$$", "$");
}

/** Returns the scripts of a `package.json`. */
function scriptsOfManifest(text: string): readonly string[] {
  try {
    const { scripts = {} } = JSON.parse(text) as { readonly scripts?: object };
    return Object.values(scripts).filter((script) => typeof script === "string");
  } catch {
    return [];
  }
}

/** Prose, which is no command: `Helve reads the settings.` */
const isSentence = /^\s*(?:[-*]\s+)?[A-Z][a-z]*[\s,]/;

const longestLine = 500;
const maxLines = 50;

/** The language of a program file by its ending, or by its first line; `undefined` if neither says it. */
export function languageOf(path: string, text: string): string | undefined {
  const [, ending = ""] = /\.(\w+)$/.exec(path) ?? [];
  const [, program = ""] = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?\S*?([\w.]+)(?:\s|$)/.exec(text) ?? [];
  return byEnding.get(ending.toLowerCase()) ?? byProgram.find(([pattern]) => pattern.test(program))?.[1];
}

const byEnding: ReadonlyMap<string, string> = new Map(
  (
    [
      ["shell", "sh bash zsh ksh command"],
      ["python", "py pyw"],
      ["javascript", "js mjs cjs ts mts cts jsx tsx"],
      ["powershell", "ps1 psm1"],
      ["cmd", "bat cmd"],
    ] as const
  ).flatMap(([language, endings]) => endings.split(" ").map((ending) => [ending, language] as const)),
);

const byProgram: readonly (readonly [RegExp, string])[] = [
  [/^(?:ba|z|da|k|a)?sh$/, "shell"],
  [/^python[\d.]*$/, "python"],
  [/^(?:node|bun|deno|tsx)$/, "javascript"],
  [/^pwsh$/, "powershell"],
];
