import fc from "fast-check";

/** A value, and one of the many ways in which Python writes it. */
export interface Spelling {
  readonly value: unknown;
  readonly text: string;
}

/** Python literals of values that JSON can say, tuples and lists of them within one another. */
const spelling: fc.Arbitrary<Spelling> = fc.letrec<{ any: Spelling; scalar: Spelling; nest: Spelling }>((tie) => ({
  any: fc.oneof({ maxDepth: 4, depthSize: "small" }, tie("scalar"), tie("nest")),
  scalar: fc.oneof(text(), integer(), float(), constant()),
  nest: fc.oneof(sequence(tie("any"), "(", ")"), sequence(tie("any"), "[", "]"), dict(tie("any"))),
})).any;

/** A tuple of such values; its own value is a list. */
export const tupleSpelling: fc.Arbitrary<Spelling & { readonly value: readonly unknown[] }> = fc
  .tuple(fc.array(spelling, { maxLength: 5 }), gap(), fc.boolean())
  .map(([items, space, comma]) => {
    const inside = items.map((item) => item.text).join(`,${space}`);
    return {
      value: items.map((item) => item.value),
      text: `(${inside}${items.length === 1 || (comma && items.length > 0) ? "," : ""}${space})`,
    };
  });

/** Text that may stand between two tokens within brackets. */
function gap(): fc.Arbitrary<string> {
  return fc.constantFrom("", "", " ", "\t", "\n", "\r\n", " # a ), ' comment\n", "\\\n", "  \f ");
}

function constant(): fc.Arbitrary<Spelling> {
  return fc.constantFrom({ value: null, text: "None" }, { value: true, text: "True" }, { value: false, text: "False" });
}

function integer(): fc.Arbitrary<Spelling> {
  const forms: readonly ((size: number) => string)[] = [
    (size) => String(size),
    (size) => String(size).replace(/(\d)(?=\d)/g, "$1_"),
    (size) => `0x${size.toString(16)}`,
    (size) => `0X_${size.toString(16).toUpperCase()}`,
    (size) => `0o${size.toString(8)}`,
    (size) => `0B${size.toString(2)}`,
    (size) => `(${size})`,
  ];
  return fc
    .tuple(fc.maxSafeNat(), fc.constantFrom(...forms), fc.constantFrom("", "-", "+", "- "))
    .map(([size, form, sign]) => ({ value: sign.startsWith("-") ? 0 - size : size, text: sign + form(size) }));
}

function float(): fc.Arbitrary<Spelling> {
  const forms: readonly ((size: number) => string)[] = [
    (size) => floatText(String(size)),
    (size) => size.toExponential(),
    (size) => size.toExponential().toUpperCase().replace("+", ""),
    (size) => floatText(String(size)).replace(/^0\./, "."),
    (size) => floatText(String(size)).replace(/(\d)(?=\d)/g, "$1_"),
    (size) => floatText(String(size)).replace(/\.0$/, "."),
  ];
  return fc
    .tuple(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), fc.constantFrom(...forms), fc.boolean())
    .map(([size, form, minus]) => ({ value: minus ? 0 - size : size, text: (minus ? "-" : "") + form(size) }));
}

function floatText(text: string): string {
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Pieces of a string side by side, each in quotes of its own. */
function text(): fc.Arbitrary<Spelling> {
  const string = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.string({ unit: "grapheme", maxLength: 4 }),
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.stringMatching(/^["'\\\n\r]{0,4}$/),
  );
  const piece = fc
    .tuple(string, fc.constantFrom("'", '"', "'''", '"""'), fc.constantFrom("", "u", "U"), fc.infiniteStream(fc.nat(5)))
    .map(([value, quote, prefix, ways]) => ({
      value,
      text: `${prefix}${quote}${escaped(value, quote, ways)}${quote}`,
    }));
  const raw = fc
    .tuple(
      fc.stringMatching(/^[^'"\\\r\n\0]{0,3}(?:\\d[^'"\\\r\n\0]{0,2}){0,2}$/),
      fc.constantFrom("r", "R"),
      fc.constantFrom("'", '"', '"""'),
    )
    .map(([value, prefix, quote]) => ({ value, text: prefix + quote + value + quote }));
  return fc
    .tuple(
      fc.array(fc.oneof({ weight: 4, arbitrary: piece }, raw), { minLength: 1, maxLength: 3 }),
      fc.constantFrom("  ", " "),
    )
    .map(([pieces, space]) => ({
      value: pieces.map((one) => one.value).join(""),
      text: pieces.map((one) => one.text).join(space),
    }));
}

const named = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\v", "\\v"],
  ["\x07", "\\a"],
  ["\\", "\\\\"],
  ["'", "\\'"],
  ['"', '\\"'],
]);

/** The inside of a string literal, each character in one of its spellings. */
function escaped(value: string, quote: string, ways: Iterator<number>): string {
  return Array.from(value, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const way = ways.next().value;
    const hex = code.toString(16);
    if (way === 1 && code < 0x100) return `\\x${hex.padStart(2, "0")}`;
    if (way === 2 && code < 0x10000) return `\\u${hex.padStart(4, "0").toUpperCase()}`;
    if (way === 3) return `\\U${hex.padStart(8, "0")}`;
    if (way === 4 && code < 0o1000) return `\\${code.toString(8).padStart(3, "0")}`;
    const isPlain = code !== 0 && character !== "\\" && character !== "\r" && !quote.startsWith(character);
    if (isPlain && (character !== "\n" || quote.length === 3) && !(code >= 0xd800 && code <= 0xdfff)) return character;
    return named.get(character) ?? `\\u${hex.padStart(4, "0")}`;
  }).join("");
}

function sequence(item: fc.Arbitrary<Spelling>, open: string, close: string): fc.Arbitrary<Spelling> {
  return fc.tuple(fc.array(item, { maxLength: 4 }), fc.boolean(), gap()).map(([items, comma, space]) => {
    const needsComma = open === "(" && items.length === 1;
    const last = needsComma || (comma && items.length > 0) ? `${space},` : "";
    return {
      value: items.map(({ value }) => value),
      text: open + items.map((one) => space + one.text).join(",") + last + space + close,
    };
  });
}

function dict(item: fc.Arbitrary<Spelling>): fc.Arbitrary<Spelling> {
  return fc.tuple(fc.array(fc.tuple(text(), item), { maxLength: 3 }), gap()).map(([entries, space]) => ({
    value: Object.fromEntries(entries.map(([key, value]) => [key.value, value.value])),
    text: `{${entries.map(([key, value]) => `${key.text}${space}:${value.text}`).join(`${space},`)}${space}}`,
  }));
}
