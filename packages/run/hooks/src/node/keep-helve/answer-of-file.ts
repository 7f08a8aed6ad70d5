/** Decides whether a program that loads a file written by the session would loosen Helve. */
import { quotedShellWord } from "@helve/core/internal";
import type { FileData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";
import { type Answer, strongest, unread } from "./answer.ts";
import type { CodeArgument } from "./code-arguments.ts";
import { documentCode } from "./document-code.ts";
import { isPlainCode, mayStart } from "./unread-code.ts";
import { languageOf } from "./written-code.ts";

/** Functions that evaluate code. */
export interface CodeReading {
  /** Evaluates code in one language. */
  readonly inside: (language: string, code: string) => Promise<Answer | undefined>;
  /** Evaluates code in every language in which it parses. */
  readonly insideAny: (code: CodeArgument) => Promise<Answer | undefined>;
}

/** Judges a written file as if a program loaded it. Documents and data are ignored. */
export async function answerOfFile(
  path: string,
  data: FileData | undefined,
  { inside, insideAny }: CodeReading,
): Promise<Answer | undefined> {
  const texts = textsOfFile(data);
  if (path.endsWith(".ipynb"))
    return strongest(await Promise.all(texts.map((text) => inside("python", cellsOf(text)))));
  const examples = languageOf(path, "") === undefined || path.endsWith(".py") ? texts.flatMap(documentCode) : [];
  const answers: (Answer | undefined)[] = [];
  for (const { language, text } of examples) {
    if (language !== undefined) answers.push(await inside(language, text));
    else if (mayStart(text)) answers.push(unread(`${path} has code in a language that is not read`));
  }
  if (path.endsWith(".pth"))
    return strongest(await Promise.all(texts.map((text) => inside("python", linesOfPath(text)))));
  if (isData.test(path)) return strongest(answers);
  // Which files a pattern names is not known, and files of the session have their own names.
  const isCode = languageOf(path, "") !== undefined && !/[*?]/.test(path);
  const mayBeAny = data?.from.some(({ kind }) => kind === "unknown") === true;
  if (texts.length === 0) return isCode || mayBeAny ? unread(`it is unknown what ${path} holds`) : undefined;
  for (const text of texts) {
    const language = languageOf(path, text);
    if (examples.length > 0 && language === undefined) continue;
    if (language === undefined && isPlainCode(path, text)) continue;
    const interpreter = interpreters.get(/\.(\w+)$/.exec(path)?.[1] ?? "");
    if (language !== undefined) answers.push(await inside(language, text));
    else if (path.endsWith(".bats")) answers.push(await inside("shell", linesOfTests(text)));
    else if (interpreter !== undefined) answers.push(await inside("shell", `${interpreter} ${quotedShellWord(text)}`));
    else if (/\.\w+$/.test(path) && !isScript.test(path))
      answers.push(unread(`${path} is in a language that is not read`));
    else answers.push(await insideAny({ text, languages: ["shell", "python", "javascript"] }));
  }
  return strongest(answers);
}

/** The lines of a `.pth` file that are code. */
function linesOfPath(text: string): string {
  return text
    .split("\n")
    .filter((line) => /^import[ \t]/.test(line))
    .join("\n");
}

/** The commands of tests for `bats`, without the words that name and start them. */
function linesOfTests(text: string): string {
  return text.replaceAll(/^@test\b.*(?=\{[ \t]*$)/gm, "").replaceAll(/^([ \t]*)run[ \t]+(?:(?:!|-\S+)[ \t]+)*/gm, "$1");
}

/** Returns the code cells of a notebook, without shell lines. */
function cellsOf(notebook: string): string {
  try {
    const { cells = [] } = JSON.parse(notebook) as {
      readonly cells?: readonly { readonly cell_type?: string; readonly source?: string | readonly string[] }[];
    };
    const code = cells.flatMap(({ cell_type, source = [] }) =>
      cell_type === "code" ? [[source].flat().join("")] : [],
    );
    return code
      .join("\n")
      .replaceAll(/^\s*!(.*)$/gm, (_, command: string) => `__import__("os").system(${JSON.stringify(command)})`)
      .replaceAll(/^\s*%.*$/gm, "pass");
  } catch {
    return "exec(input())";
  }
}

/** The commands that run code of other languages, by the endings of their files. */
const interpreters: ReadonlyMap<string, string> = new Map([
  ["rb", "ruby -e"],
  ["rake", "ruby -e"],
  ["pl", "perl -e"],
  ["pm", "perl -e"],
  ["lua", "lua -e"],
  ["awk", "awk"],
]);

/** Endings that say nothing about the language. */
const isScript = /\.(?:rc|in|inc|local|test|bak|tmp|\d+)$/;

const isData =
  /\.(?:jsonc?|jsonl|ndjson|ya?ml|toml|md|mdx|rst|adoc|txt|log|csv|tsv|html?|css|s[ac]ss|less|xml|svg|lock|ini|cfg|conf|env|properties|proto|graphql|gql|sql|tf|tfvars|hcl|png|jpe?g|gif|webp|pdf|zip|gz|tgz|patch|diff|snap|map|po|mo|pth|http|ipynb|parquet|db|sqlite3?)$|(?:^|\/)(?:Dockerfile|Containerfile|LICENSE|README|CHANGELOG|\.[\w-]*ignore|\.gitattributes|\.editorconfig|\.env[\w.-]*|\.npmrc)$/i;
