/** Evaluates `patch`, `git apply` and `apply_patch`, which change the files that a patch names. */
import { patch } from "../patch.ts";
import { type Argument, literalText } from "./argument.ts";
import { addEffects } from "./evaluate-other-language.ts";
import { type Shell, spanBetween } from "./evaluation.ts";
import { hasOption, optionSet, separateOptions } from "./separate-options.ts";
import { contentOfFile } from "./written-files.ts";

const valued = optionSet("-p --strip -i --input -d --directory -o --output -C --exclude --include --whitespace -r");

/** Options of `patch` with which it changes nothing, or something other than the patch describes. */
const otherwise = optionSet("-R --reverse --check --stat --numstat --summary --dry-run -o --output -d --directory");

/** The programs of coding agents that apply a patch: its text is an operand or standard input. */
const ofAgents = /^apply_?patch$/;

/**
 * Emits the effects of `patch`, `git apply` and the `apply_patch` of coding agents for a patch whose text is known: on standard input or in a
 * file that the script wrote.
 *
 * @returns false if the patch is unknown
 */
export function evaluatePatch(name: string, words: readonly Argument[], { state, io, evaluation }: Shell): boolean {
  const isGit = name === "git" && /^(apply|am)$/.test(literalText(words[1]) ?? "");
  const [head] = words;
  const isOfAgent = ofAgents.test(name);
  if ((name !== "patch" && !isGit && !isOfAgent) || head === undefined || state.elsewhere) return false;
  const parsed = separateOptions(words.slice(isGit ? 2 : 1), valued);
  if (parsed.hasUnknownWord || hasOption(parsed, otherwise)) return false;
  const input = parsed.options.find((option) => option.name === "-i" || option.name === "--input")?.value;
  const files = (isGit ? parsed.operands : input === undefined ? [] : [input]).filter((at) => literalText(at) !== "-");
  if (files.length > 1 || parsed.operands.length > (isGit || isOfAgent ? 1 : 0)) return false;
  const [file] = files;
  const [operand] = isOfAgent ? parsed.operands : [];
  const given = operand === undefined ? io.input?.text : literalText(operand);
  const text = file === undefined ? given : contentOfFile(file.value, state, evaluation)?.text;
  if (text === undefined) return false;
  const { workingDirectory, home } = evaluation.context;
  const result = patch.read(text, { workingDirectory, home, directory: state.directory, files: evaluation.written });
  addEffects(result, { text, span: spanBetween(head, words.at(-1) ?? head), by: name }, evaluation);
  return true;
}
