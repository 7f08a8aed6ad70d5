/** The code in a document, which some programs run: examples, blocks, and the commands of a transcript. */
/** Code in a document. */
export interface DocumentCode {
  /** The language of a reader; `undefined` for another one. */
  readonly language: string | undefined;
  readonly text: string;
}

/** The code in a text: the examples of `doctest`, the blocks of Markdown, reStructuredText and Org, and the lines of a transcript of a shell. */
export function documentCode(given: string): readonly DocumentCode[] {
  const text = `${given}\n`;
  const examples = linesOf(text, /^[ \t]*(?:>>>|\.\.\.)(?: (.*))?$/gm);
  const commands = linesOf(text, /^(?:[ \t]*\$|[ \t]{2}>|.*\bRUN:) +(.*)$/gm);
  const blocks = [fences, directives, orgBlocks].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups = {} }): DocumentCode => {
      const language = languageNamed(groups["info"] ?? "");
      const code = groups["code"] ?? "";
      const isTranscript = /^[ \t]*(?:>>>|\$) /m.test(code);
      return { language, text: isTranscript ? "" : withoutIndent(code) };
    }),
  );
  return [{ language: "python", text: examples }, { language: "shell", text: commands }, ...blocks]
    .filter((code) => code.text.trim() !== "")
    .slice(0, maxBlocks);
}

const maxBlocks = 50;

const fences = /^[ \t]*(?<mark>```+|~~~+)(?<info>[^\n`]*)\n(?<code>[\s\S]*?)(?:^[ \t]*\k<mark>|(?![\s\S]))/gm;
/** `.. jupyter-execute::` and the indented lines after it. */
const directives =
  /^[ \t]*\.\.[ \t]+(?<info>(?:code|code-block|sourcecode|testcode|testsetup|testcleanup|jupyter-execute|ipython|exec|program-output|command-output)::[^\n]*)\n(?<code>(?:(?:[ \t][^\n]*)?\n)*)/gm;
const orgBlocks = /^[ \t]*#\+begin_src(?<info>[^\n]*)\n(?<code>[\s\S]*?)(?:^[ \t]*#\+end_src|(?![\s\S]))/gim;

/** The language that the line before a block names: `bash exec="on"`, `{python}`, `code-block:: sh`. */
function languageNamed(info: string): string | undefined {
  return names.find(([pattern]) => pattern.test(info))?.[1];
}

const names: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[\s{:.])(?:sh|bash|zsh|dash|ksh|shell|console|terminal|program-output|command-output)(?![\w-])/i, "shell"],
  [
    /(?:^|[\s{:.])(?:py|python\d?|pycon|ipython\d?|testcode|testsetup|testcleanup|jupyter-execute|exec)(?![\w-])/i,
    "python",
  ],
  [/(?:^|[\s{:.])(?:[mc]?js|jsx|tsx?|javascript|typescript|node)(?![\w-])/i, "javascript"],
];

function linesOf(text: string, pattern: RegExp): string {
  return [...text.matchAll(pattern)].map(([, line = ""]) => line).join("\n");
}

function withoutIndent(code: string): string {
  const [indent = ""] = /^[ \t]*(?=\S)/m.exec(code) ?? [];
  return indent === "" ? code : code.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}
