import { type Argument, literalText } from "./argument.ts";
import { evaluateFind } from "./evaluate-find.ts";
import type { Shell } from "./evaluation.ts";
import { optionSet, separateOptions } from "./separate-options.ts";

const valued = optionSet(
  "-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size -j --threads -c --color -o --owner -C --base-directory --changed-within --changed-before --and --format --max-results --search-path --path-separator",
);

/**
 * Emits the effects of `fd` with a command (`-x`, `-X`): those of `find` with `-exec`.
 *
 * @returns false if the call has no command
 */
export function evaluateFd(words: readonly Argument[], shell: Shell): boolean {
  const at = words.findIndex((word) => /^(-x|-X|--exec|--exec-batch)$/.test(literalText(word) ?? ""));
  const [head] = words;
  const option = words[at];
  if (at === -1 || head === undefined || option === undefined) return false;
  const { operands, options } = separateOptions(words.slice(1, at), valued);
  const [, ...places] = operands;
  const extension = literalText(options.find(({ name }) => name === "-e" || name === "--extension")?.value);
  const word = (text: string): Argument => ({ start: option.start, end: option.end, value: { text, glob: false } });
  const command = words.slice(at + 1).map((each) => (/^\{.*\}$/.test(literalText(each) ?? "") ? word("{}") : each));
  const filled = command.some((each) => (literalText(each) ?? "").includes("{}")) ? command : [...command, word("{}")];
  const tests = [word("-type"), word("f"), ...(extension === undefined ? [] : [word("-name"), word(`*.${extension}`)])];
  evaluateFind([head, ...places, ...tests, word("-exec"), ...filled, word(";")], shell);
  return true;
}
