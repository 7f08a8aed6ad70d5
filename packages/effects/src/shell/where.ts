import { type Argument, beginningOf, gap, literalOf } from "./argument.ts";
import type { Where } from "./catalogue/entry.ts";
import type { GivenWords } from "./options.ts";
import type { Value } from "./value.ts";

/** The words that a `Where` of the catalogue means; none for one that names no word. */
export function wordsAt(where: Where, given: GivenWords, last: Argument): readonly Argument[] {
  const known = compiled.get(where) ?? where.split(", ").map((part) => part.split(" or ").map(compile));
  compiled.set(where, known);
  const [only, second] = known;
  if (only !== undefined && second === undefined) return firstOf(only, given, last);
  return known.flatMap((alternatives) => firstOf(alternatives, given, last));
}

type Choose = (given: GivenWords, last: Argument) => readonly Argument[];

const compiled = new Map<Where, readonly (readonly Choose[])[]>();

function firstOf(alternatives: readonly Choose[], given: GivenWords, last: Argument): readonly Argument[] {
  for (const choose of alternatives) {
    const words = choose(given, last);
    if (words.length > 0) return words;
  }
  return [];
}

const places: Readonly<Record<string, Choose>> = {
  operands: ({ operands }) => operands,
  "first operand": ({ operands }) => operands.slice(0, 1),
  "last operand": ({ operands }) => operands.slice(-1),
  "first operands": ({ operands }) => operands.slice(0, -1),
  "later operands": ({ operands }) => operands.slice(1),
  "operands after --": ({ afterDashes }) => afterDashes ?? [],
  "operands like paths": ({ operands }) => operands.filter(isLikePath),
  "name of operands": ({ operands }) => operands.map(nameOf),
  "name of first operand": ({ operands }) => operands.slice(0, 1).map(nameOf),
  "not known": (_, { start, end }) => [{ start, end, value: null }],
  nothing: () => [],
  configured: () => [],
};

function compile(part: string): Choose {
  const place = Object.hasOwn(places, part) ? places[part] : undefined;
  if (place !== undefined) return place;
  if (part.startsWith("left of ")) {
    const whole = compile(part.slice("left of ".length));
    return (given, last) => whole(given, last).flatMap(leftOf);
  }
  if (!part.startsWith("value of ")) {
    const value: Value = part.startsWith("~") ? { text: part, glob: false, home: true } : { text: part, glob: false };
    return (_, { start, end }) => [{ start, end, value }];
  }
  const names = part.slice("value of ".length).split(" ");
  const prefixes = names.filter((name) => name.endsWith("="));
  const options = new Set(names.filter((name) => !name.endsWith("=")));
  return (given) => [
    ...given.options.flatMap(({ name, value }) => (value !== undefined && options.has(name) ? [value] : [])),
    ...prefixes.flatMap((prefix) => given.operands.flatMap((at) => operandValue(at, prefix))),
  ];
}

function isLikePath({ value }: Argument): boolean {
  return value !== null && (value.glob || /^[./:]|\/$|[A-Za-z_-]\.[a-z]\w{0,4}$/.test(value.text));
}

/** The `x` of `of=x`. */
function operandValue(at: Argument, prefix: string): readonly Argument[] {
  const { value, known } = at;
  if (value === null) {
    if (known === undefined || known.startsWith(gap)) return [at];
    return known.startsWith(prefix) ? [{ ...at, known: known.slice(prefix.length) }] : [];
  }
  return value.text.startsWith(prefix) ? [{ ...at, value: { ...value, text: value.text.slice(prefix.length) } }] : [];
}

/** The `./x` of `./x:/y`; none for the name of a volume. */
function leftOf(at: Argument): readonly Argument[] {
  const { value } = at;
  if (value === null) return beginningOf(at) === "" ? [{ ...at, known: gap }] : [];
  const colon = value.text.indexOf(":");
  if (colon === -1 || !/^[/.~]/.test(value.text)) return [];
  return [{ ...at, value: { ...value, text: value.text.slice(0, colon) } }];
}

/** The last part of an address: `y.git` and `https://x.org/y` are `y`. */
function nameOf(at: Argument): Argument {
  const text = literalOf(at);
  const path = text
    ?.replace(/^[a-z+]+:\/\/[^/]*/i, "")
    .replace(/[?#].*$|\.git$/s, "")
    .replace(/\/+$/, "");
  const name = path?.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(":")) + 1);
  const { start, end } = at;
  if (text === undefined || name === undefined) return { start, end, value: { text: "*", glob: true, partial: true } };
  return { start, end, value: { text: name === "" ? "index.html" : name, glob: false } };
}
