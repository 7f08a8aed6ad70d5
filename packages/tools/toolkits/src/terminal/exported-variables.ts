/**
 * Reads what `export -p` of a POSIX shell prints: `export NAME='value'` of dash and busybox, `declare -x NAME="value"` of bash.
 * Variables without a value are left out, and so are arrays, which programs don't get, and a line that can't be read.
 */
export function exportedVariables(text: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const entry = /^(?:export|(?:declare|typeset) -(\w+)) ([A-Za-z_]\w*)(=?)/gm;
  for (let match = entry.exec(text); match !== null; match = entry.exec(text)) {
    const [, attributes = "", name = "", assigned] = match;
    if (assigned === "") continue;
    let word = readWord(text, entry.lastIndex);
    if (word.value !== undefined && !/a/i.test(attributes)) variables.set(name, word.value);
    while (text.charAt(word.end) === " ") word = readWord(text, word.end + 1); // the items of an array
    // A line within a value is no entry.
    entry.lastIndex = word.end;
  }
  return variables;
}

/** Reads a word with quotes, as a shell would. */
function readWord(text: string, start: number): { readonly value: string | undefined; readonly end: number } {
  let value = "";
  let at = start;
  while (at < text.length && !/\s/.test(text.charAt(at))) {
    const part = quotedPart.exec(text.slice(at, at + 2))?.[0];
    const [pattern, decode] = parts[part ?? ""] ?? plainPart;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return { value: undefined, end: text.indexOf("\n", at) + 1 || text.length };
    value += decode(match[1] ?? "");
    at = pattern.lastIndex;
  }
  return { value, end: at };
}

const quotedPart = /^(?:\$'|'|"|\\)/;

type Part = readonly [pattern: RegExp, decode: (inner: string) => string];

const plainPart: Part = [/([^\s'"\\]+)/y, (inner) => inner];

const parts: Readonly<Record<string, Part>> = {
  "'": [/'([^']*)'/y, (inner) => inner],
  '"': [
    /"((?:[^"\\]|\\[\s\S])*)"/y,
    (inner) => inner.replace(/\\([$`"\\\n])/g, (_, character) => unescaped(character)),
  ],
  "\\": [/\\([\s\S])/y, (inner) => unescaped(inner)],
  "$'": [/\$'((?:[^'\\]|\\[\s\S])*)'/y, decodeAnsi],
};

/** A backslash before a line end removes it. */
function unescaped(character: string): string {
  return character === "\n" ? "" : character;
}

/** Decodes `$'…'` of bash, which writes bytes that are no printable characters as octal numbers. */
function decodeAnsi(inner: string): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [part] of inner.matchAll(/\\(?:[0-7]{1,3}|x[\dA-Fa-f]{1,2}|u[\dA-Fa-f]{1,4}|[\s\S])|[^\\]+/g)) {
    bytes.push(...(part.startsWith("\\") ? escapedBytes(part.slice(1)) : encoder.encode(part)));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

function escapedBytes(text: string): Iterable<number> {
  if (/^[0-7]/.test(text)) return [Number.parseInt(text, 8) & 255];
  if (/^x./.test(text)) return [Number.parseInt(text.slice(1), 16)];
  const code = /^u./.test(text) ? Number.parseInt(text.slice(1), 16) : ansiCodes[text];
  return new TextEncoder().encode(code === undefined ? text : String.fromCodePoint(code));
}

const ansiCodes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, e: 27, E: 27 };
