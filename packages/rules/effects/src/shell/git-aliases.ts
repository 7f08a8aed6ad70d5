/** Records the git aliases and remotes that a script has set. */
import { type Address, addressOf } from "./address.ts";
import { evaluateCodePrefix } from "./aliases.ts";
import { type Argument, literalText } from "./argument.ts";
import { type Evaluation, emit, emitUnknown, type Shell } from "./evaluation.ts";

/** Matches options of `git` before the subcommand that take a value in the next word. */
const valuedOptions = /^(-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env|--attr-source)$/;

/** The words of a `git` command from its subcommand on. */
export function gitSubcommand(words: readonly Argument[]): readonly Argument[] {
  let at = 1;
  for (; at < words.length; at++) {
    const text = literalText(words[at]) ?? "";
    if (valuedOptions.test(text)) at++;
    else if (!text.startsWith("-")) break;
  }
  return words.slice(at);
}

/** Evaluates `git st` if a setting makes `st` an alias. @returns false if it is not an alias */
export function evaluateGitAlias(words: readonly Argument[], shell: Shell): boolean {
  const { evaluation } = shell;
  const [head] = words;
  const [subcommand, ...rest] = gitSubcommand(words);
  const name = literalText(subcommand);
  const mark = `git alias ${name}`;
  const text = name === undefined ? undefined : evaluation.settings.get(mark);
  if (text === undefined || head === undefined || evaluation.callStack.includes(mark)) return false;
  emit({ kind: "execute", program: literalText(head) ?? "git", from: [] }, "git", head, evaluation);
  const { start, end } = subcommand ?? head;
  if (text === null) {
    emitUnknown(`it is unknown what the alias ${name} of git runs`, "git", head, evaluation);
    return true;
  }
  const code = { start, end, value: { text: text.startsWith("!") ? text.slice(1) : `git ${text}`, glob: false } };
  evaluateCodePrefix(code, rest, "git", {
    ...shell,
    evaluation: { ...evaluation, callStack: [...evaluation.callStack, mark] },
  });
  return true;
}

/**
 * The address of a remote that the script or earlier code has set; `undefined` if it set none, or a directory of this machine.
 *
 * @param name - the remote's name; without it, the one to which `git push` pushes by default
 */
export function addressOfRemote(name: string | undefined, at: Argument, { settings }: Evaluation): Address | undefined {
  const remote = name ?? settings.get("git push remote") ?? "origin";
  const url = settings.get(`git remote ${remote}`);
  if (url === undefined || (url !== null && !/:/.test(url))) return;
  return url === null ? { host: null } : addressOf({ ...at, value: { text: url, glob: false } });
}
