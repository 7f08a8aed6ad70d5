import { type Argument, knownPrefix, literalText, unknownPart } from "./argument.ts";
import type { WordSelector } from "./catalogue/entry.ts";
import type { ParsedWords } from "./parsed-words.ts";
import type { Value } from "./value.ts";

/** The words that a `Where` of the catalogue means; none for one that names no word. */
export function selectWords(where: WordSelector, parsed: ParsedWords, last: Argument): readonly Argument[] {
  const known = compiled.get(where) ?? where.split(", ").map((part) => part.split(" or ").map(compileSelector));
  compiled.set(where, known);
  const [only, second] = known;
  if (only !== undefined && second === undefined) return firstNonEmpty(only, parsed, last);
  return known.flatMap((alternatives) => firstNonEmpty(alternatives, parsed, last));
}

type Select = (parsed: ParsedWords, last: Argument) => readonly Argument[];

const compiled = new Map<WordSelector, readonly (readonly Select[])[]>();

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
  "operands like paths": ({ operands }) => operands.filter(looksLikePath),
  "name of operands": ({ operands }) => operands.map(lastAddressSegment),
  "name of first operand": ({ operands }) => operands.slice(0, 1).map(lastAddressSegment),
  "not known": (_, { start, end }) => [{ start, end, value: null }],
  nothing: () => [],
  configured: () => [],
};

function compileSelector(part: string): Select {
  const selector = Object.hasOwn(selectors, part) ? selectors[part] : undefined;
  if (selector !== undefined) return selector;
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
  const options = new Set(names.filter((name) => !name.endsWith("=")));
  return (parsed) => [
    ...parsed.options.flatMap(({ name, value }) => (value !== undefined && options.has(name) ? [value] : [])),
    ...prefixes.flatMap((prefix) => parsed.operands.flatMap((at) => operandValue(at, prefix))),
  ];
}

function looksLikePath({ value }: Argument): boolean {
  return value !== null && (value.glob || /^[./:]|\/$|[A-Za-z_-]\.[a-z]\w{0,4}$/.test(value.text));
}

/** The `x` of `of=x`. */
function operandValue(at: Argument, prefix: string): readonly Argument[] {
  const { value, known } = at;
  if (value === null) {
    if (known === undefined || known.startsWith(unknownPart)) return [at];
    return known.startsWith(prefix) ? [{ ...at, known: known.slice(prefix.length) }] : [];
  }
  return value.text.startsWith(prefix) ? [{ ...at, value: { ...value, text: value.text.slice(prefix.length) } }] : [];
}

/** The `./x` of `./x:/y`; none for the name of a volume. */
function partBeforeColon(at: Argument): readonly Argument[] {
  const { value } = at;
  if (value === null) return knownPrefix(at) === "" ? [{ ...at, known: unknownPart }] : [];
  const colon = value.text.indexOf(":");
  if (colon === -1 || !/^[/.~]/.test(value.text)) return [];
  return [{ ...at, value: { ...value, text: value.text.slice(0, colon) } }];
}

/** The last part of an address: `y.git` and `https://x.org/y` are `y`. */
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
