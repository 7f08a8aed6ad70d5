/** Reads literals of JavaScript in a source: strings, numbers, lists and objects of them, without names and calls. */

/** The value of a literal. */
export interface Literal {
  readonly value: unknown;
}

/** Reads a literal: `3`, `"a"`, `'a'`, `["a", 1]`, `{ a: 1 }`, also with `as const`. */
export function literalOf(text: string): Literal | undefined {
  const tokens = tokensOf(text.replace(/\s+as\s+const\s*$/, ""));
  if (tokens === undefined) return undefined;
  const reader: Reader = { tokens, at: 0 };
  const literal = readLiteral(reader);
  return reader.at < tokens.length ? undefined : literal;
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
}

const space = /(?:\s|\/\*[\s\S]*?\*\/|\/\/.*)*/y;
const token =
  /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|`(?:[^`\\$]|\$(?!\{)|\\[\s\S])*`|[+-]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|(?:(?:0|[1-9][\d_]*)(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?)|[[\]{}:,]|[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;

/** The tokens of a text; `undefined` if another one is in it, such as a string with `${`. */
function tokensOf(text: string): readonly string[] | undefined {
  const tokens: string[] = [];
  for (let at = 0; ; at = token.lastIndex) {
    space.lastIndex = at;
    space.test(text);
    token.lastIndex = space.lastIndex;
    if (token.lastIndex >= text.length) return tokens;
    const found = token.exec(text)?.[0];
    if (found === undefined) return undefined;
    tokens.push(found);
  }
}

function readLiteral(reader: Reader): Literal | undefined {
  const next = reader.tokens[reader.at++] ?? "";
  if (next === "[") return readList(reader);
  if (next === "{") return readObject(reader);
  if (/^["'`]/.test(next)) return { value: stringValue(next) };
  if (/^[+-]?[\d.]/.test(next)) return { value: numberValue(next) };
  return words.get(next);
}

const words: ReadonlyMap<string, Literal> = new Map([
  ["true", { value: true }],
  ["false", { value: false }],
  ["null", { value: null }],
]);

function readList(reader: Reader): Literal | undefined {
  const items: unknown[] = [];
  while (reader.tokens[reader.at] !== "]") {
    const item = readLiteral(reader);
    if (item === undefined) return undefined;
    items.push(item.value);
    if (!readComma(reader, "]")) return undefined;
  }
  reader.at += 1;
  return { value: items };
}

function readObject(reader: Reader): Literal | undefined {
  const members: [string, unknown][] = [];
  while (reader.tokens[reader.at] !== "}") {
    const key = keyOf(reader.tokens[reader.at] ?? "");
    if (key === undefined || reader.tokens[reader.at + 1] !== ":") return undefined;
    reader.at += 2;
    const member = readLiteral(reader);
    if (member === undefined) return undefined;
    members.push([key, member.value]);
    if (!readComma(reader, "}")) return undefined;
  }
  reader.at += 1;
  return { value: Object.fromEntries(members) };
}

/** Reads the comma after an item, which may be missing before the closing bracket. */
function readComma(reader: Reader, close: string): boolean {
  if (reader.tokens[reader.at] === ",") reader.at += 1;
  else if (reader.tokens[reader.at] !== close) return false;
  return true;
}

/** The name of a property; `undefined` for another token, and for the one that sets the prototype. */
function keyOf(name: string): string | undefined {
  const key = /^["']/.test(name) ? stringValue(name) : /^\d/.test(name) ? String(numberValue(name)) : name;
  return /^[[\]{}:,`+-]/.test(name) || key === "__proto__" ? undefined : key;
}

/** Reads the text of a number literal: `1_000`. */
function numberValue(text: string): number {
  const [, sign, digits = ""] = /^([+-]?)(.*)$/.exec(text) ?? [];
  const value = Number(digits.replaceAll("_", ""));
  return sign === "-" ? -value : value;
}

/** The text of a string in quotes or backticks. */
function stringValue(text: string): string {
  return text
    .slice(1, -1)
    .replace(
      /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|(\r\n|[\s\S]))/g,
      (_, x, u, point, other) => {
        const code = x ?? u ?? point;
        return code === undefined ? (escapes.get(other) ?? other) : String.fromCodePoint(Number.parseInt(code, 16));
      },
    );
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["0", "\0"],
  ["\n", ""],
  ["\r\n", ""],
]);
