import { type Argument, literalOf } from "./argument.ts";
import { type GivenWords, hasOption, readWords } from "./options.ts";
import type { Wrapper } from "./wrappers.ts";

/** What a wrapper runs. */
export type Unwrapped =
  | { readonly kind: "command"; readonly words: readonly Argument[] }
  | { readonly kind: "code"; readonly words: readonly Argument[] }
  | { readonly kind: "unknown"; readonly reason: string }
  | { readonly kind: "nothing" };

/**
 * Sees through one wrapper: `sudo -u root rm x` runs `rm x`.
 *
 * @param words - the wrapper's name and what follows it
 */
export function unwrap([name, ...rest]: readonly Argument[], wrapper: Wrapper): Unwrapped {
  const codeOptions = list(wrapper.code);
  const valued = [...list(wrapper.valued), ...codeOptions];
  const given = readWords(rest, valued, wrapper.code === undefined || wrapper.operands === undefined);
  if (hasOption(given, list(wrapper.inert))) return { kind: "nothing" };
  const stranger = given.options.find((option) => !isKnown(option.name, [...valued, ...list(wrapper.flags)]));
  if (stranger !== undefined) {
    return { kind: "unknown", reason: `it is not known what ${literalOf(name)} does with ${stranger.name}` };
  }
  const words = afterAssignments(given.operands, wrapper).slice(wrapper.operands ?? 0);
  const code = given.options.find((option) => codeOptions.includes(option.name))?.value;
  if (code !== undefined) return { kind: "code", words: wrapper.operands === undefined ? [code, ...words] : [code] };
  if (words.length === 0) return { kind: "nothing" };
  if (wrapper.runsCode === true) return { kind: "code", words };
  return { kind: "command", words: wrapper.adds === true ? withAdded(words, given, wrapper) : words };
}

function list(options: string | undefined): readonly string[] {
  return options?.split(" ") ?? [];
}

function isKnown(option: string, known: readonly string[]): boolean {
  return known.includes(option) || /^-\d$/.test(option);
}

function afterAssignments(words: readonly Argument[], { assignments }: Wrapper): readonly Argument[] {
  if (assignments !== true) return words;
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word.value?.text ?? ""));
  return first === -1 ? [] : words.slice(first);
}

/** The words with those that the wrapper reads from elsewhere, which are not known. */
function withAdded(words: readonly Argument[], given: GivenWords, wrapper: Wrapper): readonly Argument[] {
  const source = words.findIndex((word) => /^:::/.test(literalOf(word) ?? ""));
  const own = source === -1 ? words : words.slice(0, source);
  const option = given.options.find(({ name }) => list(wrapper.placeholders).includes(name));
  const placeholder = option === undefined ? wrapper.placeholder : (literalOf(option.value) ?? "{}");
  const end = own.at(-1)?.end ?? 0;
  const added: Argument = { start: end, end, value: null };
  if (placeholder === undefined) return [...own, added];
  const filled = own.map((word) => (word.value?.text.includes(placeholder) === true ? { ...word, value: null } : word));
  const fills = filled.some((word, index) => word !== own[index]);
  return fills || option !== undefined ? filled : [...own, added];
}
