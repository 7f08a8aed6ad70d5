/** Code that a shell runs when it expands a word: in the subscript of an array, and in the qualifiers of a glob or an expansion of zsh. */
import { type Answer, unsure } from "./answer.ts";
import { inside, insideAny } from "./inside-code.ts";
import type { Reading } from "./reading.ts";

/** Evaluates commands in array subscripts, which run when a text is a number or a name: `a[$(sh w.sh)]`; and in globs of zsh: `*(e:'sh w.sh':)`. */
export async function codeInGlobs(
  texts: readonly string[],
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const inSubscripts = texts.flatMap((text) =>
    [...text.matchAll(subscripts)].map(([, one, other]) => one ?? other ?? ""),
  );
  const inQualifiers = texts.flatMap((text) =>
    [...text.matchAll(qualifiers)].map(([, code, name]) =>
      code === undefined ? (name ?? "") : withoutDelimiters(code),
    ),
  );
  const answers: (Answer | undefined)[] = texts.some((text) => evaluating.test(text))
    ? [unsure("a shell evaluates a value as code when it expands it")]
    : [];
  for (const code of new Set(inSubscripts.slice(0, 10)))
    answers.push(await inside("shell", code, { ...reading, countsUnknown: true }));
  for (const code of new Set(inQualifiers.slice(0, 10))) {
    const answer = await insideAny({ text: code, languages: ["shell"] }, reading);
    // What no shell can read is a product or a call of another language.
    if (answer?.isUnread !== true) answers.push(answer);
  }
  return answers;
}

const subscripts = /\w\[[^\]\n$`]*(?:\$\(([^\n]{1,500}?)\)|`([^`\n]{1,500})`)[^\]\n]*\]/g;

/** The qualifiers `e` and `+` of zsh, after a wildcard. */
const qualifiers = /[*?][\w./*?-]{0,100}\([\w^.@/=#-]{0,20}?(?:e([^\w\s()][^\n]{1,300}?)|\+([\w.-]{1,100}))\)/g;

/** An expansion of zsh with the flag `e`. */
const evaluating = /\$\{\((?:e|[@PQfqz]{1,2}e|e[@PQfqz]{1,2})\)(?!\s*=>)[\w:]/;

/** The code between delimiters and in quotes. */
function withoutDelimiters(code: string): string {
  const close = "}>]".at("{<[".indexOf(code[0] ?? "")) ?? "";
  const end = code.endsWith(close) || code.at(-1) === code[0] ? -1 : undefined;
  return code.slice(1, end).replace(/^(["'])(.*)\1$/s, "$2");
}
