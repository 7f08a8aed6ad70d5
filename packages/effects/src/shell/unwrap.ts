import { withAddedWords } from "./added-words.ts";
import { type Argument, literalOf } from "./argument.ts";
import { runsCode } from "./code-variables.ts";
import type { Flow } from "./flow.ts";
import { type GivenWords, hasOption, optionSet, readWords } from "./options.ts";
import type { Wrapper } from "./wrappers.ts";

/** What a wrapper runs. */
export interface Unwrapped {
  readonly inner:
    | { readonly kind: "command" | "code"; readonly words: readonly Argument[] }
    /** Code whose command gets further words. */
    | { readonly kind: "prefix"; readonly code: Argument; readonly words: readonly Argument[] }
    /** The words are those of a shell. */
    | { readonly kind: "shell"; readonly words: readonly Argument[] }
    | { readonly kind: "nothing" };
  /** Why something else may run, too. */
  readonly doubt: string | undefined;
  /** Where it runs, if not here; `null` when it is not known. */
  readonly directory: Argument | null | undefined;
  readonly options: GivenWords["options"];
  /** The wrapper's own operands. */
  readonly taken: readonly Argument[];
  /** An option makes it run nothing. */
  readonly inert: boolean;
}

/**
 * Sees through one wrapper: `sudo -u root rm x` runs `rm x`.
 *
 * @param words - the wrapper's name and what follows it
 * @param input - what it reads
 */
export function unwrap([name, ...rest]: readonly Argument[], wrapper: Wrapper, input: Flow | undefined): Unwrapped {
  const { given, taken } = readGiven(rest, wrapper);
  const called = literalOf(name) ?? "";
  const doubt = doubtOf(given, taken, called, wrapper);
  const moved = given.options.findLast((option) => optionSet(wrapper.directory).has(option.name));
  const moves = given.options.some((option) => optionSet(wrapper.moves).has(option.name));
  const directory = moves ? null : (moved?.value ?? (moved && null));
  const stranger = strangerOf(given, wrapper);
  const { options } = given;
  const inert = options.some((option) => optionSet(wrapper.inert).has(option.name));
  if (stranger !== undefined) {
    const reason = `it is not known what ${called} does with ${stranger}`;
    return { inner: { kind: "nothing" }, doubt: reason, directory, options, taken, inert };
  }
  const isFromFile = hasOption(given, optionSet(wrapper.wordsFrom));
  const read: Flow | undefined = isFromFile ? { from: [{ kind: "unknown" }] } : input;
  const inner: Unwrapped["inner"] = inert ? { kind: "nothing" } : innerOf(given, wrapper, read);
  return { inner, doubt, directory, options, taken, inert };
}

/** The options and what follows them; those of some wrappers may also stand between and after its own operands. */
function readGiven(rest: readonly Argument[], wrapper: Wrapper): { given: GivenWords; taken: readonly Argument[] } {
  const valued = optionSet([wrapper.valued, wrapper.directory, wrapper.code].filter((each) => each).join(" "));
  let given = readWords(rest, valued, true);
  const taken: Argument[] = [];
  const options = [...given.options];
  const instead = hasOption(given, optionSet(wrapper.insteadOfOperand));
  let left = instead ? 0 : (wrapper.operands ?? 0);
  while (given.operands.length > 0) {
    const dash = literalOf(given.operands[0]) === "-" && optionSet(wrapper.flags).has("-");
    if (!dash && left === 0) break;
    if (!dash) left--;
    taken.push(...given.operands.slice(0, 1));
    const after = given.operands.slice(1);
    const again = given.afterDashes === undefined && (dash || wrapper.interleaved === true);
    const next = readWords(again ? after : [], valued, true);
    options.push(...next.options);
    given = { ...next, operands: again ? next.operands : after, afterDashes: again ? next.afterDashes : after };
  }
  return { given: { ...given, options, open: false, strange: false }, taken };
}

function innerOf(given: GivenWords, wrapper: Wrapper, input: Flow | undefined): Unwrapped["inner"] {
  const words = wrapper.assignments === true ? given.operands.slice(assignmentsOf(given.operands)) : given.operands;
  const code = given.options.find((option) => optionSet(wrapper.code).has(option.name))?.value;
  if (code !== undefined) {
    if (wrapper.ownEscapes === true && /[\\$]/.test(code.value?.text ?? "")) {
      return { kind: "code", words: [{ ...code, value: null }] };
    }
    return wrapper.operands === undefined ? { kind: "prefix", code, words } : { kind: "code", words: [code] };
  }
  const [first, ...others] = wrapper.adds === true ? withAddedWords(words, given, wrapper, input) : words;
  if (first === undefined) return { kind: "nothing" };
  const all = [first, ...others];
  if (wrapper.shell === true && !hasOption(given, optionSet(wrapper.insteadOfOperand)))
    return { kind: "shell", words: all };
  const asCommand = hasOption(given, optionSet(wrapper.asCommand));
  if (wrapper.runsCode === true && !asCommand) return { kind: "code", words: all };
  const isCode = wrapper.mayRunCode === true && /[\s;&|<>$`()]/.test(first.value?.text ?? "");
  return isCode ? { kind: "prefix", code: first, words: others } : { kind: "command", words: all };
}

/** The first option of which it is not known whether it takes a value. */
function strangerOf(given: GivenWords, wrapper: Wrapper): string | undefined {
  if (wrapper.anyFlags === true) return;
  const { flags, valued, directory, code, inert, moves, placeholders } = wrapper;
  const known = [flags, valued, directory, code, inert, moves, placeholders].map(optionSet);
  return given.options.find(
    ({ name }) => !known.some((each) => each.has(name) || each.has(`${name}?`)) && !/^-\d$/.test(name),
  )?.name;
}

function doubtOf(given: GivenWords, taken: readonly Argument[], name: string, wrapper: Wrapper): string | undefined {
  if (taken.some((word) => word.value === null && word.single !== true)) {
    return `it is not known what ${name} gets before its command`;
  }
  const { runs, assignments } = wrapper;
  const set = assignments === true ? given.operands.slice(0, assignmentsOf(given.operands)) : [];
  const bySetting = given.options.some(({ value }) => value && runs?.test(literalOf(value) ?? "Command"));
  const byVariable = set.some(({ value }) => {
    const equals = value?.text.indexOf("=") ?? 0;
    return value && runsCode(value.text.slice(0, equals), { ...value, text: value.text.slice(equals + 1) });
  });
  return bySetting || byVariable ? `${name} gets a setting that may run any command` : undefined;
}

/** How many `NAME=value` words stand first. */
function assignmentsOf(words: readonly Argument[]): number {
  const first = words.findIndex((word) => !/^[^=]+=/.test(word.value?.text ?? ""));
  return first === -1 ? words.length : first;
}
