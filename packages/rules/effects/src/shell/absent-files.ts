/** Finds files that a script has tested to be absent: `.env` in `test -f .env || cp .env.example .env`. */
import type { Shell } from "./evaluation.ts";
import { expandValue } from "./expand.ts";
import type { ShellNode, Word } from "./syntax.ts";
import { targetOf } from "./target.ts";

/** Returns the state after a `test`; files that it found absent are absent. */
export function afterTest(test: ShellNode | undefined, succeeded: boolean, shell: Shell): Shell {
  const word = test === undefined ? undefined : absentWord(test, succeeded);
  const target = word && targetOf(expandValue(word, shell.state).value, shell.state);
  if (!target || target.glob) return shell;
  const { evaluation } = shell;
  return { ...shell, evaluation: { ...evaluation, absent: new Set([...evaluation.absent, target.path]) } };
}

/** The file that does not exist after `test -f FILE` has failed, or `test ! -f FILE` has succeeded. */
function absentWord(test: ShellNode, succeeded: boolean): Word | undefined {
  if (test.kind === "sequence")
    return test.nodes.length === 1 ? absentWord(test.nodes[0] as ShellNode, succeeded) : undefined;
  if (test.kind !== "command") return undefined;
  const texts = test.words.map(({ pieces: [only, other] }) =>
    only?.kind === "text" && other === undefined ? only.value : undefined,
  );
  const [name, ...rest] = texts;
  const end = name === "[" && texts.at(-1) === "]" ? -1 : undefined;
  if (name !== "test" && end === undefined) return undefined;
  const isNegated = rest[0] === "!";
  const at = isNegated ? 2 : 1;
  const isExistence = /^-[ef]$/.test(texts[at] ?? "") && test.words.slice(at + 1, end).length === 1;
  return isExistence && isNegated === succeeded ? test.words[at + 1] : undefined;
}
