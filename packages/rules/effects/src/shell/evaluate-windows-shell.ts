import { appendOutput, originsOf } from "../flow.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateOtherLanguage } from "./evaluate-other-language.ts";
import { emit, emitUnknown, type Shell, spanBetween } from "./evaluation.ts";

/**
 * Emits the effects of `powershell …`, `pwsh …` and `cmd /c …`, and of `rd /s …`, which only `cmd` has. The reader `powershell` gets the command in its own syntax, because it
 * knows the options of these programs.
 *
 * @returns false if it is another program
 */
export function evaluateWindowsShell(
  words: readonly Argument[],
  name: string,
  { state, io, evaluation }: Shell,
): boolean {
  const [head, ...rest] = words;
  if (head === undefined || !isWindowsShell(name, rest)) return false;
  const span = spanBetween(head, words.at(-1) ?? head);
  const texts = rest.map(literalText);
  emit({ kind: "execute", program: literalText(head) ?? name, from: [] }, name, head, evaluation);
  if (texts.includes(undefined)) {
    const from = rest.flatMap((word) => (literalText(word) === undefined ? originsOf(word.flow) : []));
    emit({ kind: "execute", program: null, from }, name, span, evaluation);
    emitUnknown(`${name} runs code that is not known`, name, span, evaluation);
  } else {
    const isOnlyQuestion = texts.length === 1 && /^(?:--version|-v|-h|--help|\/\?)$/i.test(texts[0] ?? "");
    const called = onlyOfCmd.test(name) ? ["cmd", "/c", name] : [name];
    const code = ["&", ...[...called, ...texts].map((text) => quoted(text ?? ""))].join(" ");
    if (!isOnlyQuestion)
      evaluateOtherLanguage("powershell", { text: code, span, by: name, input: io.input }, state, evaluation);
  }
  appendOutput(io.output, { from: [{ kind: "output", by: name }] });
  return true;
}

/** Commands of `cmd` that no Unix system has under these names, or not with such options. */
const onlyOfCmd = /^(?:rd|rmdir|del|erase)$/i;

function isWindowsShell(name: string, words: readonly Argument[]): boolean {
  if (onlyOfCmd.test(name)) return words.some((word) => /^\/[sqf]$/i.test(literalText(word) ?? ""));
  if (/^(?:powershell|pwsh)(?:\.exe)?$/i.test(name)) return true;
  if (!/^cmd(?:\.exe)?$/i.test(name)) return false;
  return /exe$/i.test(name) || words.some((word) => /^\/{1,2}[ckr]$/i.test(literalText(word) ?? ""));
}

/** A text as a string of PowerShell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
