/** Records settings that a script changes and that later commands use, such as `git config`. */
import { addressOf } from "./address.ts";
import { type Argument, literalText } from "./argument.ts";
import { type Evaluation, setSetting } from "./evaluation.ts";
import { gitSubcommand } from "./git-aliases.ts";
import { emitNetwork } from "./network-effect.ts";

/** Records the settings that a command changes: `git remote set-url`, `git config`, `npm pkg set`. */
export function recordSettings(name: string, words: readonly Argument[], evaluation: Evaluation): void {
  if (name === "git") recordGitSettings(gitSubcommand(words), evaluation);
  if (/^(npm|pnpm|bun)$/.test(name)) recordPackageSettings(words.slice(1), evaluation);
}

function recordGitSettings([subcommand, ...rest]: readonly Argument[], evaluation: Evaluation): void {
  const name = literalText(subcommand);
  const branch = createdBranch(name, rest.map(literalText));
  if (branch !== undefined) setSetting(`git branch ${branch}`, "created", evaluation);
  if (name !== "remote" && name !== "config") return;
  const words = rest.filter((word) => !(literalText(word) ?? "").startsWith("-"));
  const [first, second, third] = words.map(literalText);
  if (name === "config") {
    const isVerb = first === "set" || first === "add";
    const [key, value] = isVerb ? [second, words[2]] : [first, words[1]];
    if (key !== undefined && value !== undefined) setSetting(gitSetting(key), literalText(value) ?? null, evaluation);
    if (key !== undefined && value !== undefined) emitRedirection(key, value, evaluation);
    return;
  }
  const target = words.at(-2);
  if ((first === "add" || first === "set-url") && target !== undefined) {
    // `set-url NAME NEW OLD` has the old address last.
    const [remote, url] = first === "set-url" ? [words[1], words[2]] : [target, words.at(-1)];
    setSetting(`git remote ${literalText(remote) ?? ""}`, literalText(url) ?? null, evaluation);
  }
  if (first === "rename" && second !== undefined && third !== undefined) {
    const url = evaluation.settings.get(`git remote ${second}`);
    if (url !== undefined) setSetting(`git remote ${third}`, url, evaluation);
  }
}

/** The branch that `git switch -c NAME`, `git checkout -b NAME`, `git branch NAME` or `git worktree add -b NAME` creates. */
function createdBranch(subcommand: string | undefined, words: readonly (string | undefined)[]): string | undefined {
  const option = { switch: /^(?:-c|--create)$/, checkout: /^-b$/, worktree: /^-b$/ }[subcommand ?? ""];
  if (option !== undefined) {
    const at = words.findIndex((word) => word !== undefined && option.test(word));
    return at === -1 ? undefined : words[at + 1];
  }
  const isPlain =
    subcommand === "branch" && words.length <= 2 && words.every((word) => word?.startsWith("-") === false);
  return isPlain ? words[0] : undefined;
}

/** Emits that later commands go to another host: `git config url.https://host/.insteadOf https://github.com/`, `http.proxy`. */
function emitRedirection(key: string, value: Argument, evaluation: Evaluation): void {
  const [, base] = /^url\.(.+)\.(?:push)?insteadof$/i.exec(key) ?? [];
  const isProxy = /^https?\.(?:.*\.)?proxy$/i.test(key);
  if (base === undefined && !isProxy) return;
  const address = addressOf(base === undefined ? value : { ...value, value: { text: base, glob: false } });
  emitNetwork({ ...address, direction: "out", flow: { from: [] } }, "git config", value, evaluation);
}

/** The name of a key of `git config` as a setting: `alias.st` is `git alias st`. */
function gitSetting(key: string): string {
  const [, section = "", name = "", last = ""] = /^([\w-]+)\.(?:(.*)\.)?([^.]*)$/s.exec(key) ?? [];
  const [group, option] = [section.toLowerCase(), last.toLowerCase()];
  if (group === "alias") return `git alias ${last}`;
  if (group === "remote" && /^(push)?url$/.test(option)) return `git remote ${name}`;
  const isPushed = (group === "remote" && option === "pushdefault") || (group === "branch" && /remote$/.test(option));
  return isPushed ? "git push remote" : `git config ${[group, name, option].filter((part) => part !== "").join(".")}`;
}

/** Records the changes of `npm pkg set scripts.test=…`, `npm set-script test …`. */
function recordPackageSettings(words: readonly Argument[], evaluation: Evaluation): void {
  const [first, second, ...rest] = words.filter((word) => !(literalText(word) ?? "").startsWith("-"));
  if (literalText(first) === "set-script" && second !== undefined)
    setSetting(`npm script ${literalText(second) ?? ""}`, literalText(rest[0]) ?? null, evaluation);
  if (literalText(first) !== "pkg" || literalText(second) !== "set") return;
  for (const word of rest) {
    const known = word.value?.text ?? word.known ?? "";
    const [, dotted, bracketed, command] = /^scripts(?:\.([^=]+)|\[["']?([^\]"']+)["']?\])=(.*)$/s.exec(known) ?? [];
    const name = dotted ?? bracketed;
    if (name !== undefined)
      setSetting(`npm script ${name}`, literalText(word) === undefined ? null : (command ?? ""), evaluation);
  }
}
