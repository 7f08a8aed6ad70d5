/**
 * Splits the text of an object into the raw texts of its members, by name. It need not be valid JSON: single quotes, names
 * without quotes, trailing commas and missing brackets at the end are read as they are meant.
 *
 * @returns `undefined` if the text does not begin with `{`
 */
export function rawMembers(text: string): ReadonlyMap<string, string> | undefined {
  const start = text.search(/\S/);
  if (text[start] !== "{") return undefined;
  const members = new Map<string, string>();
  let at = start + 1;
  for (;;) {
    at = skip(text, at, /[\s,]*/y);
    const name = nameAt(text, at);
    if (name === undefined) return members;
    const from = skip(text, name.end, /\s*/y);
    at = valueEnd(text, from);
    members.set(name.name, text.slice(from, at).trim());
  }
}

/** The position after the object with which a text begins; the end of the text if no bracket closes it. */
export function objectEnd(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === "'") at = stringEnd(text, at);
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Returns the text of a JSON string, or the text itself if it is not one. */
export function unquoted(raw: string): string {
  const quote = raw[0];
  if (raw.length < 2 || (quote !== '"' && quote !== "'") || raw.at(-1) !== quote) return raw;
  if (quote === "'") return raw.slice(1, -1);
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw.slice(1, -1);
  }
}

/** Returns the offset after a match of the pattern. */
function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** Reads the name of a member and its colon. */
function nameAt(text: string, at: number): { readonly name: string; readonly end: number } | undefined {
  const pattern = /(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([\p{L}_$][\p{L}\p{N}_$-]*))\s*:/suy;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  return { name: match[1] ?? match[2] ?? match[3] ?? "", end: at + match[0].length };
}

/** The position of the comma or bracket after a value; the end of the text if there is none. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === '"' || character === "'") at = stringEnd(text, at);
    else if ("{[(".includes(character)) depth++;
    else if (depth === 0 && (character === "," || "}])".includes(character))) return at;
    else if ("}])".includes(character)) depth--;
  }
  return text.length;
}

/** The position of the quote that closes a string; the end of the text if there is none. */
function stringEnd(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) return at;
  }
  return text.length;
}
