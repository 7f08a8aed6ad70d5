import { asPossible } from "../engine/paths.ts";
import { appendOutput } from "../flow.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateCommand } from "./evaluate-command.ts";
import { type Evaluation, emit, emitUnknown, type Shell, spanBetween } from "./evaluation.ts";
import { emitList, emitLoss, emitWrite } from "./file-effects.ts";
import { findActions } from "./find-arguments.ts";
import { optionSet, separateOptions } from "./separate-options.ts";
import { copyState, inDirectory } from "./state.ts";

/** Emits the effects of a `find` command: what it lists, deletes (`-delete`), writes (`-fprint`) and runs (`-exec`). */
export function evaluateFind(words: readonly Argument[], { state, io, evaluation }: Shell): void {
  const [head] = words;
  if (head === undefined) return;
  const last = words.at(-1) ?? head;
  const by = literalText(head) ?? "find";
  const { places, found, filtered, deletes, writes, commands, hasUnknownAction } = findActions(words);
  emit({ kind: "execute", program: by, from: [] }, by, head, evaluation);
  for (const value of places) {
    const some = value && filtered ? { ...value, partial: true } : value;
    emitList({ value: some, by, span: spanBetween(head, last), recursive: true }, state, evaluation);
  }
  const rights = words.find(
    (word, at) => literalText(words[at - 1]) === "-perm" && ownersRights.test(literalText(word) ?? ""),
  );
  if (rights !== undefined)
    emit(
      { kind: "reveal", what: "programs that run with the rights of their owner" },
      by,
      spanBetween(head, rights),
      evaluation,
    );
  for (const { value, at } of deletes) {
    emitLoss("delete", { value, by, span: spanBetween(head, at), recursive: value?.glob === false }, state, evaluation);
  }
  for (const { value, start, end } of writes) {
    emitWrite(
      { mode: "replace", flow: { from: [{ kind: "output", by }] }, value, by, span: spanBetween(head, { start, end }) },
      state,
      evaluation,
    );
  }
  for (const { words: command, elsewhere } of commands) {
    const from = elsewhere && namesOtherFiles(command) ? inDirectory(state, null) : copyState(state);
    const inner: Evaluation = { ...evaluation, wrappers: evaluation.wrappers + 1 };
    asPossible(evaluation.machine, () => evaluateCommand(command, { state: from, io, evaluation: inner }));
  }
  if (hasUnknownAction && deletes.length === 0) {
    emitUnknown("an unknown argument of find may be -delete", by, spanBetween(head, last), evaluation);
  }
  if (commands.length > 0) return;
  const names = found.flatMap((value) => (value === null ? [] : [{ ...value, partial: true }]));
  const from = [{ kind: "output", by }] as const;
  appendOutput(io.output, names.length === found.length ? { from, names } : { from });
}

/** Matches a value of `-perm` that selects programs which run with the rights of their owner or their group: `-4000`, `-u=s`. */
const ownersRights = /^[-+/]?(?:0?[2-7]\d{3}|[ugoa,]*[+=][rwxt]*s.*)$/;

/** Whether a command of `-execdir` names other files than the found ones: they are relative to the directory of each. */
function namesOtherFiles([program, ...words]: readonly Argument[]): boolean {
  const others = words.filter(({ value }) => value?.glob !== true && !/^-/.test(value?.text ?? ""));
  return others.length > 0 || /^\.|[^/]\//.test(literalText(program) ?? "");
}

/** The names that a pattern of `fd` matches, as a glob; none if it is a regular expression with more than a text and its ends. */
function globOfPattern(pattern: string, isGlob: boolean): readonly string[] {
  if (isGlob) return [pattern];
  const [, start, text, end] = /^(\^?)((?:[\w-]|\\?\.(?![*+?]))+)(\$?)$/.exec(pattern) ?? [];
  if (text === undefined || !/\w/.test(text)) return [];
  return [`${start === "" ? "*" : ""}${text.replaceAll("\\", "")}${end === "" ? "*" : ""}`];
}

const valued = optionSet(
  "-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size -j --threads -c --color -o --owner -C --base-directory --changed-within --changed-before --and --format --max-results --search-path --path-separator",
);

/** Evaluates `fd -x command`, like `find -exec`. @returns false if the call has no command */
export function evaluateFd(words: readonly Argument[], shell: Shell): boolean {
  const at = words.findIndex((word) => /^(-x|-X|--exec|--exec-batch)$/.test(literalText(word) ?? ""));
  const [head] = words;
  const option = words[at];
  if (at === -1 || head === undefined || option === undefined) return false;
  const { operands, options } = separateOptions(words.slice(1, at), valued);
  const [pattern, ...places] = operands;
  const extension = literalText(options.find(({ name }) => name === "-e" || name === "--extension")?.value);
  const word = (text: string): Argument => ({ start: option.start, end: option.end, value: { text, glob: false } });
  const command = words.slice(at + 1).map((each) => (/^\{.*\}$/.test(literalText(each) ?? "") ? word("{}") : each));
  const filled = command.some((each) => (literalText(each) ?? "").includes("{}")) ? command : [...command, word("{}")];
  const isGlob = options.some(({ name }) => name === "-g" || name === "--glob");
  const names = [
    ...(extension === undefined ? [] : [`*.${extension}`]),
    ...(pattern === undefined ? [] : globOfPattern(literalText(pattern) ?? "", isGlob)),
  ];
  const tests = [word("-type"), word("f"), ...names.flatMap((name) => [word("-name"), word(name)])];
  evaluateFind([head, ...places, ...tests, word("-exec"), ...filled, word(";")], shell);
  return true;
}
