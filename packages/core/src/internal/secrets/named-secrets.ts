/**
 * Replaces the values of named secrets in a text (`"token": "…"`, `token=…`, `--token …`): in JSON, also JSON within JSON, in
 * Python, YAML, a query string, a header, an environment file or a command line.
 *
 * @param replace - receives the value as it is written, and whether it is in quotes
 */
export function replaceNamedSecrets(
  text: string,
  isSecret: (name: string) => boolean,
  replace: (secret: string, isQuoted: boolean) => string,
): string {
  if (!/[:=<]|--/.test(text)) return text;
  let result = "";
  let copied = 0;
  const word = /[\p{L}\p{N}_-]+/gu;
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    if (!isSecret(match[0])) continue;
    const value = elementContent(text, match.index, word.lastIndex) ?? valueAfter(text, match[0], word.lastIndex);
    if (value === undefined || value.start === value.end) continue;
    result += text.slice(copied, value.start) + replace(text.slice(value.start, value.end), value.isQuoted);
    copied = value.end;
    word.lastIndex = value.end;
  }
  return result + text.slice(copied);
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

/** Returns the range of the content of an XML element whose opening tag is a name: `<password>secret</password>`. */
function elementContent(text: string, at: number, end: number): Span | undefined {
  if (text[at - 1] !== "<" || text[end] !== ">") return undefined;
  const close = text.indexOf("<", end);
  return { start: end + 1, end: close === -1 ? text.length : close, isQuoted: false };
}

/** Returns the range of the value that follows a name, if a separator or, after `--name`, a space follows it. */
function valueAfter(text: string, name: string, at: number): Span | undefined {
  const separator = /(?:\\*["'`])?[ \t]*(?::=?|={1,3}>?)[ \t]*/y;
  const space = /[ \t]+(?!-)/y;
  // A member of a list of named values in JSON: `{"name": "password", "value": "…"}`.
  const namedValue = /\\*["']\s{0,20},\s{0,20}\\*["'](?:value|val|content)\\*["']\s{0,20}:\s{0,20}/y;
  const gap =
    matchAt(separator, text, at) ??
    matchAt(namedValue, text, at) ??
    (name.startsWith("--") ? matchAt(space, text, at) : undefined);
  if (gap === undefined) return undefined;
  const from = at + gap.length;
  const quote = matchAt(/\\*(?:"""|'''|["'`])/y, text, from);
  if (quote !== undefined) {
    const start = from + quote.length;
    return { start, end: closingQuote(text, start, quote), isQuoted: true };
  }
  if (text[from] === "{" || text[from] === "[") return undefined; // its members are named themselves
  const bare = /authorization|cookie/i.test(name)
    ? /Digest (?:[^\r\n"'`=]|=(?:\\*"[^"\r\n]*")?)+|[^\r\n"'`]+/iy
    : /[^\s,;&"'`)}]+/y;
  return { start: from, end: from + (matchAt(bare, text, from)?.length ?? 0), isQuoted: false };
}

/**
 * Returns where a value in quotes ends: before its closing quote, or at the end of the line. In JSON within JSON the quotes
 * are escaped with backslashes, and quotes inside the value with more of them.
 */
function closingQuote(text: string, start: number, quote: string): number {
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

/** Returns the text that a sticky pattern matches at an index. */
function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
