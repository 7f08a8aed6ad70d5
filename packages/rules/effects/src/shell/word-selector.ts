/** Interprets the word selectors of the catalogue, such as `last operand` or `value of -o --output`. */
import type { Value } from "../word-value.ts";
import { type Argument, knownPrefix, literalText, unknownPart } from "./argument.ts";
import type { WordSelector } from "./catalogue/entry.ts";
import type { ParsedWords } from "./separate-options.ts";

/**
 * Selects the words of a call that a word selector names: `last operand` selects `b` in `cp a b`.
 *
 * @param last - the last word of the call, whose position a selected constant such as `/etc/passwd` gets
 */
export function selectWords(where: WordSelector, parsed: ParsedWords, last: Argument): readonly Argument[] {
  const known = compiled.get(where) ?? where.split(", ").map((part) => part.split(" or ").map(compileSelector));
  compiled.set(where, known);
  const [only, second] = known;
  if (only !== undefined && second === undefined) return firstNonEmpty(only, parsed, last);
  return known.flatMap((alternatives) => firstNonEmpty(alternatives, parsed, last));
}

/** A compiled part of a selector. */
type Select = (parsed: ParsedWords, last: Argument) => readonly Argument[];

/** The compiled selectors: a list of parts (`, `), each with its alternatives (` or `). */
const compiled = new Map<WordSelector, readonly (readonly Select[])[]>();

/** The words of the first alternative that selects any: `operands or .`. */
function firstNonEmpty(alternatives: readonly Select[], parsed: ParsedWords, last: Argument): readonly Argument[] {
  for (const select of alternatives) {
    const words = select(parsed, last);
    if (words.length > 0) return words;
  }
  return [];
}

const selectors: Readonly<Record<string, Select>> = {
  operands: ({ operands }) => operands,
  "first operand": ({ operands }) => operands.slice(0, 1),
  "last operand": ({ operands }) => operands.slice(-1),
  "first operands": ({ operands }) => operands.slice(0, -1),
  "later operands": ({ operands }) => operands.slice(1),
  "operands after --": ({ afterDashes }) => afterDashes ?? [],
  "literal operands": ({ operands }) => operands.filter((word) => literalText(word) !== undefined),
  "operands like paths": ({ operands }) => operands.filter(looksLikePath),
  "name of operands": ({ operands }) => operands.map(lastAddressSegment),
  "name of first operand": ({ operands }) => operands.slice(0, 1).map(lastAddressSegment),
  unknown: (_, { start, end }) => [{ start, end, value: null }],
  nothing: () => [],
  configured: () => [],
};

/** Compiles one part of a selector: a keyword, `left of …`, `value of …`, or else a constant path. */
function compileSelector(part: string): Select {
  const selector = Object.hasOwn(selectors, part) ? selectors[part] : undefined;
  if (selector !== undefined) return selector;
  if (part.startsWith("globs of ")) {
    const whole = compileSelector(part.slice("globs of ".length));
    return (parsed, last) => whole(parsed, last).map((at) => ({ ...at, value: at.value && asOwnGlob(at.value) }));
  }
  if (part.startsWith("left of ")) {
    const whole = compileSelector(part.slice("left of ".length));
    return (parsed, last) => whole(parsed, last).flatMap(partBeforeColon);
  }
  if (!part.startsWith("value of ")) {
    const value: Value = part.startsWith("~") ? { text: part, glob: false, home: true } : { text: part, glob: false };
    return (_, { start, end }) => [{ start, end, value }];
  }
  const names = part.slice("value of ".length).split(" ");
  const prefixes = names.filter((name) => name.endsWith("="));
  const options = new Set(names.filter((name) => !name.endsWith("=")).map((name) => name.replace(/\?$/, "")));
  return (parsed) => [
    ...parsed.options.flatMap(({ name, value }) => (value !== undefined && options.has(name) ? [value] : [])),
    ...prefixes.flatMap((prefix) => parsed.operands.flatMap((at) => operandValue(at, prefix))),
  ];
}

/** Whether an operand looks like a path and not like the name of a branch: `./x`, `src/`, `a.ts`. */
function looksLikePath({ value }: Argument): boolean {
  return value !== null && (value.glob || /^[./:]|\/$|[A-Za-z_-]\.[a-z]\w{0,4}$/.test(value.text));
}

/** Returns a quoted word that the program itself expands as a glob. */
function asOwnGlob(value: Value): Value {
  const text = /^!|\//.test(value.text) ? value.text : `**/${value.text}`;
  return /[*?[]/.test(value.text) ? { ...value, text, glob: true, hidden: true } : value;
}

/** The value of an operand with a prefix: `x` of `of=x`. An unknown operand is returned whole. */
function operandValue(at: Argument, prefix: string): readonly Argument[] {
  const { value, known } = at;
  if (value === null) {
    if (known === undefined || known.startsWith(unknownPart)) return [at];
    return known.startsWith(prefix) ? [{ ...at, known: known.slice(prefix.length) }] : [];
  }
  return value.text.startsWith(prefix) ? [{ ...at, value: { ...value, text: value.text.slice(prefix.length) } }] : [];
}

/** The path before the first colon: `./x` of `./x:/y`. Nothing if it is not a path but the name of a volume. */
function partBeforeColon(at: Argument): readonly Argument[] {
  const { value } = at;
  if (value === null) return knownPrefix(at) === "" ? [{ ...at, known: unknownPart }] : [];
  const colon = value.text.indexOf(":");
  if (colon === -1 || !/^[/.~]/.test(value.text)) return [];
  return [{ ...at, value: { ...value, text: value.text.slice(0, colon) } }];
}

/** The file name at the end of an address, as `git clone` and `wget` choose it: `https://x.org/y.git` becomes `y`. */
function lastAddressSegment(at: Argument): Argument {
  const text = literalText(at);
  const path = text
    ?.replace(/^[a-z+]+:\/\/[^/]*/i, "")
    .replace(/[?#].*$|\.git$/s, "")
    .replace(/\/+$/, "");
  const name = path?.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(":")) + 1);
  const { start, end } = at;
  if (text === undefined || name === undefined) return { start, end, value: { text: "*", glob: true, partial: true } };
  return { start, end, value: { text: name === "" ? "index.html" : name, glob: false } };
}
