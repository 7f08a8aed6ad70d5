/**
 * Replaces the values of secrets that a text names: in JSON (also within a text of JSON), Python, YAML, a query, a
 * header, an environment, a command line.
 *
 * @param replace - given the value as it is written, and whether it stands in quotes
 */
export function secretPairs(
  text: string,
  isSecret: (name: string) => boolean,
  replace: (secret: string, isQuoted: boolean) => string,
): string {
  if (!/[:=]|--/.test(text)) return text;
  let made = "";
  let done = 0;
  const word = /[\p{L}\p{N}_-]+/gu;
  for (let found = word.exec(text); found !== null; found = word.exec(text)) {
    if (!isSecret(found[0])) continue;
    const value = valueAfter(text, found[0], word.lastIndex);
    if (value === undefined || value.start === value.end) continue;
    made += text.slice(done, value.start) + replace(text.slice(value.start, value.end), value.isQuoted);
    done = value.end;
    word.lastIndex = value.end;
  }
  return made + text.slice(done);
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

/** The value of a name that ends at `at`, if it is given one there. */
function valueAfter(text: string, name: string, at: number): Span | undefined {
  const separator = /(?:\\*["'`])?[ \t]*(?::=?|={1,3}>?)[ \t]*/y;
  const space = /[ \t]+(?!-)/y;
  const given = match(separator, text, at) ?? (name.startsWith("--") ? match(space, text, at) : undefined);
  if (given === undefined) return undefined;
  const from = at + given.length;
  const quote = match(/\\*(?:"""|'''|["'`])/y, text, from);
  if (quote !== undefined) {
    const start = from + quote.length;
    return { start, end: closing(text, start, quote), isQuoted: true };
  }
  if (text[from] === "{" || text[from] === "[") return undefined; // its members have names of their own
  const bare = /authorization|cookie/i.test(name) ? /[^\r\n"'`]+/y : /[^\s,;&"'`)}]+/y;
  return { start: from, end: from + (match(bare, text, from)?.length ?? 0), isQuoted: false };
}

/**
 * Where a value in quotes ends: before its closing quote, at the end of the line without one. In a text within a text
 * the quotes have backslashes, and what they enclose has more.
 */
function closing(text: string, start: number, quote: string): number {
  const mark = quote.replace(/^\\+/, "");
  const depth = quote.length - mark.length;
  if (mark.length === 3) {
    const end = text.indexOf(quote, start);
    return end === -1 ? text.length : end;
  }
  let slashes = 0;
  for (let at = start; at < text.length; at++) {
    const unit = text[at];
    if (unit === "\n") return at;
    if (unit === mark && (slashes < depth || ((slashes - depth) / (depth + 1)) % 2 === 0))
      return at - Math.min(slashes, depth);
    slashes = unit === "\\" ? slashes + 1 : 0;
  }
  return text.length;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
