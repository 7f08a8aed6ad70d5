/** Guesses the meaning of a tool's argument from its name, description and schema: code, a path or a URL. */
import { codeArgumentKind } from "./code-by-name.ts";
import type { DescribedArgument, ToolDescription } from "./described-tool.ts";
import { wordsOf } from "./words-of.ts";

/** The apparent meaning of an argument: code of a language, the path of a file, or a URL. */
export type ArgumentMeaning =
  | {
      readonly kind: "code";
      readonly language: string /** Whether the name of the argument says so. */;
      readonly byName: boolean;
    }
  | { readonly kind: "path" }
  | { readonly kind: "url" };

/** Guesses the meaning of an argument from its name, description and format; `undefined` if it seems to be neither code, nor a path, nor a URL. */
export function argumentMeaning(
  argument: DescribedArgument,
  tool: Pick<ToolDescription, "name" | "description">,
): ArgumentMeaning | undefined {
  const { name, description, format, isText } = argument;
  if (!isText) return undefined;
  const named = codeArgumentKind(name, tool.name);
  const described =
    describedLanguage(description) ?? (named === "unknown" ? describedLanguage(tool.description) : undefined);
  if (described !== undefined) return { kind: "code", language: described, byName: described === named };
  if (named !== undefined) return { kind: "code", language: named, byName: true };
  if (format === "uri" || format === "url") return { kind: "url" };
  const words = wordsOf(name);
  if (words.some((word) => urlWords.has(word)) || urlText.test(description)) return { kind: "url" };
  if (words.some((word) => pathWords.has(word)) && !words.some((word) => otherWords.has(word))) return { kind: "path" };
  return pathText.test(description) ? { kind: "path" } : undefined;
}

/** Returns the language of code that an argument's description names. */
function describedLanguage(description: string): string | undefined {
  const text = description.slice(0, 500);
  return languages.find(([pattern]) => pattern.test(text))?.[1];
}

const languages: readonly (readonly [RegExp, string])[] = [
  [/\bpower ?shell (?:command|code|script|statement)/i, "powershell"],
  [/\b(?:python|ipython)\d? (?:code|script|program|expression|snippet|source|statement)/i, "python"],
  [
    /\b(?:javascript|typescript|node(?:\.?js)?|js) (?:code|script|program|expression|snippet|source|statement)/i,
    "javascript",
  ],
  [
    /\bsql (?:command|code|script|query|queries|statement)|\bquery to (?:run|execute) (?:on|against) the database/i,
    "sql",
  ],
  [
    /\b(?:shell|bash|zsh|sh|terminal|console|unix|linux|command[- ]line) (?:command|code|script|program|snippet|input)/i,
    "shell",
  ],
  [/\bcommands? (?:line )?(?:to|that (?:will be|is|are)|which (?:will be|is|are)) (?:be )?(?:run|execut)/i, "shell"],
  [/\b(?:runs?|execut\w+) (?:it |this )?(?:in|with|by|through) (?:a |the )?(?:shell|bash|terminal)\b/i, "shell"],
];

const urlWords: ReadonlySet<string> = new Set("url urls uri uris href link webpage website".split(" "));
const urlText = /\b(?:the|an?|full|absolute|target|valid) (?:\w+ )?url\b/i;

const pathWords: ReadonlySet<string> = new Set(
  "path paths file files filename filenames filepath filepaths directory dir folder pathname".split(" "),
);
/** Words that say that an argument with a word for a path is something else: `file_type`, `path_count`. */
const otherWords: ReadonlySet<string> = new Set(
  "type types content contents text data id ids count size limit mode pattern glob extension encoding format url".split(
    " ",
  ),
);
const pathText =
  /\bpaths? (?:of|to|for) (?:the|an?|one)\b|\b(?:file|directory|folder) (?:path|to (?:read|write|edit|delete|open|create))\b/i;
