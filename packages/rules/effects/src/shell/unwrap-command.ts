/** Finds the command behind a wrapper: `rm x` in `sudo -u root rm x`. */
import type { Flow } from "../flow.ts";
import { withAddedWords } from "./added-words.ts";
import { type Argument, literalText } from "./argument.ts";
import { mayHoldCode } from "./code-variables.ts";
import { hasOption, optionSet, type ParsedWords, separateOptions } from "./separate-options.ts";
import type { Wrapper } from "./wrapper.ts";

/** The command or code that a wrapper runs, and the wrapper's own words. */
export interface Unwrapped {
  readonly inner:
    | { readonly kind: "command" | "code"; readonly words: readonly Argument[] }
    /** Words that are each shell code of their own: `hyperfine 'make a' 'make b'`. */
    | { readonly kind: "codes"; readonly words: readonly Argument[] }
    /** Code, and words that are added to its last command: `env -S 'rm -rf' x`. */
    | { readonly kind: "prefix"; readonly code: Argument; readonly words: readonly Argument[] }
    /** Words for a shell: `-c 'rm x'`. */
    | { readonly kind: "shell"; readonly words: readonly Argument[] }
    | { readonly kind: "nothing" };
  /** Set if something else may run too: why that is unknown. */
  readonly unknownReason: string | undefined;
  /** The directory in which the command runs, if the wrapper changes it; `null` if it is unknown. */
  readonly directory: Argument | null | undefined;
  readonly options: ParsedWords["options"];
  /** The wrapper's own operands: `5` of `timeout 5 rm x`. */
  readonly ownOperands: readonly Argument[];
  /** Whether an option makes it run nothing: `--version`. */
  readonly inert: boolean;
  /** Other commands that it may run: an unlisted option may take the next word as its value. */
  readonly alternatives: readonly Unwrapped["inner"][];
}

/** The most readings of one call. */
const maxReadings = 4;

/**
 * Finds the command that a wrapper runs: `rm x` of `sudo -u root rm x`.
 *
 * @param called - the wrapper's name and the words after it
 * @param input - the wrapper's standard input
 */
export function unwrap(called: readonly Argument[], wrapper: Wrapper, input: Flow | undefined): Unwrapped {
  const words = wrapper.pairs === undefined ? called : withoutSecondValues(called, optionSet(wrapper.pairs));
  const unwrapped = unwrapOnce(words, wrapper, input);
  const alternatives: Unwrapped["inner"][] = [];
  const [name, ...rest] = words;
  const waiting: (readonly Argument[])[] = [rest];
  for (let next = waiting.pop(); next !== undefined && alternatives.length < maxReadings; next = waiting.pop()) {
    for (const other of otherReadings(next, wrapper)) {
      waiting.push(other);
      const { inner } = unwrapOnce(name === undefined ? [] : [name, ...other], wrapper, input);
      if (inner.kind !== "nothing") alternatives.push(inner);
    }
  }
  return { ...unwrapped, alternatives };
}

/** The words before the command without the second values of options that take two: `--bind a` of `--bind a b`. */
function withoutSecondValues(words: readonly Argument[], pairs: ReadonlySet<string>): readonly Argument[] {
  const kept: Argument[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    const text = literalText(word) ?? "";
    if (text === "--") return [...kept, ...words.slice(at)];
    if (word !== undefined) kept.push(word);
    const value = words[at + 1];
    if (!pairs.has(text) || value === undefined) continue;
    kept.push(value);
    at += 2;
  }
  return kept;
}

/**
 * The other readings of words with an unlisted option, which may take the next word as its value: without the option, and without both. If
 * unlisted options are allowed, only the second is new.
 */
function otherReadings(rest: readonly Argument[], wrapper: Wrapper): readonly (readonly Argument[])[] {
  const { parsed } = separateWrapperOperands(rest, wrapper);
  const option = parsed.options.find((each) => each.value === undefined && !isListed(each.name, wrapper));
  const at = option === undefined ? -1 : rest.indexOf(option.at);
  const next = rest[at + 1];
  if (at === -1 || next === undefined || literalText(next) === "--") return [];
  const before = rest.slice(0, at);
  const withValue = [...before, ...rest.slice(at + 2)];
  return wrapper.anyFlags === true ? [withValue] : [[...before, ...rest.slice(at + 1)], withValue];
}

/** Unwraps a call in which unlisted options take no value. */
function unwrapOnce(
  [name, ...rest]: readonly Argument[],
  wrapper: Wrapper,
  input: Flow | undefined,
): Omit<Unwrapped, "alternatives"> {
  const { parsed, ownOperands } = separateWrapperOperands(rest, wrapper);
  const called = literalText(name) ?? "";
  const unknownReason = findUnknownReason(parsed, ownOperands, called, wrapper);
  const moved = parsed.options.findLast((option) => optionSet(wrapper.directory).has(option.name));
  const moves = parsed.options.some((option) => optionSet(wrapper.moves).has(option.name));
  const directory = moves ? null : (moved?.value ?? (moved && null));
  const unknownOption = firstUnknownOption(parsed, wrapper);
  const { options } = parsed;
  const inert = options.some((option) => optionSet(wrapper.inert).has(option.name));
  if (unknownOption !== undefined) {
    const reason = `it is unknown what ${called} does with the option ${unknownOption}`;
    return { inner: { kind: "nothing" }, unknownReason: reason, directory, options, ownOperands, inert };
  }
  const isFromFile = hasOption(parsed, optionSet(wrapper.wordsFrom));
  const read: Flow | undefined = isFromFile ? { from: [{ kind: "unknown" }] } : input;
  const inner: Unwrapped["inner"] = inert ? { kind: "nothing" } : findInner(parsed, wrapper, read);
  return { inner, unknownReason, directory, options, ownOperands, inert };
}

/** Separates a wrapper's options and own operands from the words of the command behind it. */
function separateWrapperOperands(
  rest: readonly Argument[],
  wrapper: Wrapper,
): { parsed: ParsedWords; ownOperands: readonly Argument[] } {
  const valued = optionSet([wrapper.valued, wrapper.directory, wrapper.code].filter((each) => each).join(" "));
  const start = startOfCommand(rest, wrapper);
  if (start !== undefined) {
    const own = separateOptions(rest.slice(0, start), valued);
    return { parsed: { ...own, operands: rest.slice(start + 1), afterDashes: [] }, ownOperands: own.operands };
  }
  let parsed = separateOptions(rest, valued, true);
  const ownOperands: Argument[] = [];
  const options = [...parsed.options];
  const isReplaced = hasOption(parsed, optionSet(wrapper.insteadOfOperand));
  let remaining = isReplaced ? 0 : (wrapper.operands ?? 0);
  while (parsed.operands.length > 0) {
    const isDash = literalText(parsed.operands[0]) === "-" && optionSet(wrapper.flags).has("-");
    if (!isDash && remaining === 0) break;
    if (!isDash) remaining--;
    ownOperands.push(...parsed.operands.slice(0, 1));
    const after = parsed.operands.slice(1);
    const continuesParsing = parsed.afterDashes === undefined && (isDash || wrapper.interleaved === true);
    const next = separateOptions(continuesParsing ? after : [], valued, true);
    options.push(...next.options);
    parsed = {
      ...next,
      operands: continuesParsing ? next.operands : after,
      afterDashes: continuesParsing ? next.afterDashes : after,
    };
  }
  return { parsed: { ...parsed, options, hasUnknownWord: false, hasUntrustedWord: false }, ownOperands };
}

/** The index of the word before the command, for a wrapper whose command begins after `--` or an option. */
function startOfCommand(rest: readonly Argument[], { dashes, commandAfter }: Wrapper): number | undefined {
  if (dashes !== true && commandAfter === undefined) return;
  const marks = commandAfter === undefined ? optionSet("--") : optionSet(commandAfter);
  const at = rest.findIndex((word) => marks.has(literalText(word) ?? ""));
  return at === -1 ? (commandAfter === undefined ? undefined : rest.length) : at;
}

/** The command or code after the wrapper's own words. */
function findInner(parsed: ParsedWords, wrapper: Wrapper, input: Flow | undefined): Unwrapped["inner"] {
  const words =
    wrapper.assignments === true ? parsed.operands.slice(countAssignments(parsed.operands)) : parsed.operands;
  const codes = parsed.options.flatMap(({ name, value }) =>
    value !== undefined && optionSet(wrapper.code).has(name) ? [value] : [],
  );
  if (wrapper.codeOperands === true || codes.length > 1) {
    const all = wrapper.codeOperands === true ? [...codes, ...words] : codes;
    return all.length === 0 ? { kind: "nothing" } : { kind: "codes", words: all };
  }
  const [code] = codes;
  if (code !== undefined) {
    if (wrapper.ownEscapes === true && /[\\$]/.test(code.value?.text ?? "")) {
      return { kind: "code", words: [{ ...code, value: null }] };
    }
    return wrapper.operands === undefined ? { kind: "prefix", code, words } : { kind: "code", words: [code] };
  }
  const [first, ...others] = wrapper.adds === true ? withAddedWords(words, parsed, wrapper, input) : words;
  if (first === undefined) return { kind: "nothing" };
  const all = [first, ...others];
  if (wrapper.shell === true && !hasOption(parsed, optionSet(wrapper.insteadOfOperand)))
    return { kind: "shell", words: all };
  const asCommand = hasOption(parsed, optionSet(wrapper.asCommand));
  if (wrapper.holdsCode === true && !asCommand) return { kind: "code", words: all };
  const script = wrapper.scripts !== undefined && /^-$|\.(py|[cm]?[jt]s)$/.test(literalText(first) ?? "");
  if (script) {
    const interpreter: Argument = { ...first, value: { text: wrapper.scripts ?? "", glob: false } };
    return { kind: "command", words: [interpreter, ...all] };
  }
  const isCode = wrapper.mayRunCode === true && /[\s;&|<>$`()]/.test(first.value?.text ?? "");
  return isCode ? { kind: "prefix", code: first, words: others } : { kind: "command", words: all };
}

/** The first option that the wrapper's row doesn't list: it is unknown whether it takes a value. */
function firstUnknownOption(parsed: ParsedWords, wrapper: Wrapper): string | undefined {
  if (wrapper.anyFlags === true) return;
  return parsed.options.find(({ name }) => !isListed(name, wrapper))?.name;
}

/** Whether a wrapper's row lists an option. */
function isListed(name: string, wrapper: Wrapper): boolean {
  const { flags, valued, directory, code, inert, moves, placeholders } = wrapper;
  const known = [flags, valued, directory, code, inert, moves, placeholders].map(optionSet);
  return /^-\d$|^--(?:help|version)$/.test(name) || known.some((each) => each.has(name) || each.has(`${name}?`));
}

/** Why a wrapper may run something unknown: an unknown operand, a setting such as `ProxyCommand`, a variable such as `PAGER=…`. */
function findUnknownReason(
  parsed: ParsedWords,
  ownOperands: readonly Argument[],
  name: string,
  wrapper: Wrapper,
): string | undefined {
  if (ownOperands.some((word) => word.value === null && word.single !== true)) {
    return `it is unknown which arguments ${name} gets before its command`;
  }
  const { runs, assignments } = wrapper;
  const set = assignments === true ? parsed.operands.slice(0, countAssignments(parsed.operands)) : [];
  const bySetting = parsed.options.some(({ value }) => value && runs?.test(literalText(value) ?? "Command"));
  const byVariable = set.some(({ value }) => {
    const equals = value?.text.indexOf("=") ?? 0;
    return (
      value && mayHoldCode(value.text.slice(0, equals), { value: { ...value, text: value.text.slice(equals + 1) } })
    );
  });
  return bySetting || byVariable ? `${name} gets a setting that may run any command` : undefined;
}

/** The number of `NAME=value` words at the start. */
function countAssignments(words: readonly Argument[]): number {
  const first = words.findIndex((word) => !/^[^=]+=/.test(word.value?.text ?? ""));
  return first === -1 ? words.length : first;
}
