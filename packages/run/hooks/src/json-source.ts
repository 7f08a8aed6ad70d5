/**
 * Writes a JSON value in a canonical form: no whitespace, and each string in one form. Details that `JSON.parse` loses are kept: all digits
 * of a number, duplicate keys, and their order.
 *
 * @param text - valid JSON
 *
 * @example
 * jsonSource('{ "a": 9007199254740993, "\\u0061": 1.0 }'); // '{"a":9007199254740993,"a":1.0}'
 */
export function jsonSource(text: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = tokenEnd(text, at);
    const token = text.slice(at, end);
    if (token.startsWith('"')) pieces.push(JSON.stringify(JSON.parse(token)));
    else pieces.push(token.replace(/[ \t\n\r]+/g, ""));
    at = end;
  }
  return pieces.join("");
}

/**
 * The text of a member of an object; of several with the same key the last, as in `JSON.parse`.
 *
 * @param source - from `jsonSource`
 * @returns `undefined` if there is none, or the value is no object
 */
export function memberSource(source: string, name: string): string | undefined {
  if (!source.startsWith("{")) return undefined;
  const key = `${JSON.stringify(name)}:`;
  let found: string | undefined;
  for (let at = 1; at < source.length - 1; ) {
    const end = memberEnd(source, at);
    if (source.startsWith(key, at)) found = source.slice(at + key.length, end);
    at = end + 1;
  }
  return found;
}

/** Returns the offset where a string or other token ends. */
function tokenEnd(text: string, start: number): number {
  if (text[start] !== '"') {
    const next = text.indexOf('"', start);
    return next === -1 ? text.length : next;
  }
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** Returns the offset where a member of an object ends. */
function memberEnd(source: string, start: number): number {
  let depth = 0;
  for (let at = start; ; ) {
    const character = source[at];
    if (character === '"') {
      at = tokenEnd(source, at);
      continue;
    }
    if (character === "{" || character === "[") depth++;
    if (depth === 0 && (character === "," || character === "}")) return at;
    if (character === "}" || character === "]") depth--;
    at++;
  }
}
