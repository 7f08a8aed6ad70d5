import { type Argument, literalOf } from "./argument.ts";
import { runsCode } from "./code-variables.ts";
import { type GivenWords, hasOption, readWords } from "./options.ts";
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
}

/**
 * Sees through one wrapper: `sudo -u root rm x` runs `rm x`.
 *
 * @param words - the wrapper's name and what follows it
 */
export function unwrap([name, ...rest]: readonly Argument[], wrapper: Wrapper): Unwrapped {
  const { given, taken } = readGiven(rest, wrapper);
  const called = literalOf(name) ?? "";
  const doubt = doubtOf(given, taken, called, wrapper);
  const moved = given.options.findLast((option) => list(wrapper.directory).includes(option.name));
  const moves = given.options.some((option) => list(wrapper.moves).includes(option.name));
  const directory = moves ? null : (moved?.value ?? (moved && null));
  const stranger = strangerOf(given, wrapper);
  if (stranger !== undefined) {
    const reason = `it is not known what ${called} does with ${stranger}`;
    return { inner: { kind: "nothing" }, doubt: reason, directory };
  }
  return { inner: innerOf(given, wrapper), doubt, directory };
}

/** The options and what follows them; those of some wrappers may also stand between and after its own operands. */
function readGiven(rest: readonly Argument[], wrapper: Wrapper): { given: GivenWords; taken: readonly Argument[] } {
  const valued = [...list(wrapper.valued), ...list(wrapper.directory), ...list(wrapper.code)];
  let given = readWords(rest, valued, true);
  const taken: Argument[] = [];
  const options = [...given.options];
  const instead = hasOption(given, list(wrapper.insteadOfOperand));
  let left = instead ? 0 : (wrapper.operands ?? 0);
  while (given.operands.length > 0) {
    const dash = literalOf(given.operands[0]) === "-" && list(wrapper.flags).includes("-");
    if (!dash && left === 0) break;
    if (!dash) left--;
    taken.push(...given.operands.slice(0, 1));
    const after = given.operands.slice(1);
    const again = given.afterDashes === undefined && (dash || wrapper.interleaved === true);
    const next = readWords(again ? after : [], valued, true);
    options.push(...next.options);
    given = { ...next, operands: again ? next.operands : after, afterDashes: again ? next.afterDashes : after };
  }
  return { given: { ...given, options, open: false }, taken };
}

function innerOf(given: GivenWords, wrapper: Wrapper): Unwrapped["inner"] {
  if (given.options.some((option) => list(wrapper.inert).includes(option.name))) return { kind: "nothing" };
  const words = wrapper.assignments === true ? given.operands.slice(assignmentsOf(given.operands)) : given.operands;
  const code = given.options.find((option) => list(wrapper.code).includes(option.name))?.value;
  if (code !== undefined) {
    if (wrapper.ownEscapes === true && /[\\$]/.test(code.value?.text ?? "")) {
      return { kind: "code", words: [{ ...code, value: null }] };
    }
    return wrapper.operands === undefined ? { kind: "prefix", code, words } : { kind: "code", words: [code] };
  }
  const [first, ...others] = wrapper.adds === true ? withAdded(words, given, wrapper) : words;
  if (first === undefined) return { kind: "nothing" };
  const all = [first, ...others];
  if (wrapper.shell === true && !hasOption(given, list(wrapper.insteadOfOperand))) return { kind: "shell", words: all };
  const asCommand = hasOption(given, list(wrapper.asCommand));
  if (wrapper.runsCode === true && !asCommand) return { kind: "code", words: all };
  const isCode = wrapper.mayRunCode === true && /[\s;&|<>$`()]/.test(first.value?.text ?? "");
  return isCode ? { kind: "prefix", code: first, words: others } : { kind: "command", words: all };
}

/** The first option of which it is not known whether it takes a value. */
function strangerOf(given: GivenWords, wrapper: Wrapper): string | undefined {
  if (wrapper.anyFlags === true) return;
  const { flags, valued, directory, code, inert, moves, placeholders } = wrapper;
  const known = [flags, valued, directory, code, inert, moves, placeholders].flatMap(list);
  return given.options.find(({ name }) => !known.includes(name) && !/^-\d$/.test(name))?.name;
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

function list(options: string | undefined): readonly string[] {
  return options?.split(" ") ?? [];
}

/** How many `NAME=value` words stand first. */
function assignmentsOf(words: readonly Argument[]): number {
  const first = words.findIndex((word) => !/^[^=]+=/.test(word.value?.text ?? ""));
  return first === -1 ? words.length : first;
}

/** The words with those that the wrapper reads from elsewhere, which are not known. */
function withAdded(words: readonly Argument[], given: GivenWords, wrapper: Wrapper): readonly Argument[] {
  const source = words.findIndex((word) => /^:::/.test(literalOf(word) ?? ""));
  const own = source === -1 ? words : words.slice(0, source);
  if (own.length === 0) return [];
  const option = given.options.find(({ name }) => list(wrapper.placeholders).includes(name));
  const text = option === undefined ? undefined : (literalOf(option.value) ?? "{}");
  const end = own.at(-1)?.end ?? 0;
  const added: Argument = { start: end, end, value: null };
  const isFilled = ({ value }: Argument): boolean =>
    (text !== undefined && value?.text.includes(text) === true) ||
    wrapper.placeholder?.test(value?.text ?? "") === true;
  const filled = own.map((word) => (isFilled(word) ? { ...word, value: null } : word));
  return own.some(isFilled) || text !== undefined ? filled : [...own, added];
}
