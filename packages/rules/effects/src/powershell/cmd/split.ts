/** Splits a batch file into lines, and a line at `&`, `&&`, `||`, `|` and parentheses. */

/** A part of a batch file's command line between operators, and the operator before it. */
export interface Segment {
  readonly text: string;
  readonly operator: string;
}

/** The lines of a batch file, labels included; a line with an open parenthesis, or a `^` at its end, goes on. */
export function logicalLines(text: string): readonly string[] {
  const lines: string[] = [];
  let depth = 0;
  let line = "";
  for (const raw of text.split(/\r?\n/)) {
    const isAlone = depth === 0 && line === "";
    if (isAlone && /^\s*@?(?:rem\b|::)/i.test(raw)) continue;
    if (isAlone && /^\s*:\w/.test(raw)) {
      lines.push(raw.trim());
      continue;
    }
    depth += openParentheses(raw);
    const continues = /(?:^|[^^])(?:\^\^)*\^$/.test(raw);
    line += continues ? raw.slice(0, -1) : raw;
    if (continues || depth > 0) {
      if (!continues) line += "\n";
      continue;
    }
    lines.push(line);
    line = "";
    depth = 0;
  }
  if (line !== "") lines.push(line);
  return lines;
}

/** Counts the parentheses that a line opens and does not close. */
function openParentheses(line: string): number {
  let depth = 0;
  for (const { character, isSpecial } of characters(line)) {
    if (isSpecial && character === "(") depth++;
    if (isSpecial && character === ")") depth--;
  }
  return depth;
}

/** Whether parentheses are nested deeper than a limit. */
export function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[()]/g)) {
    depth = bracket === "(" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > most) return true;
  }
  return false;
}

/** The characters of a line, and whether they are outside of quotes and without `^` before them. */
function* characters(
  line: string,
): Generator<{ readonly character: string; readonly isSpecial: boolean; readonly at: number }> {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? "";
    if (character === "^" && !isQuoted) {
      at++;
      continue;
    }
    if (character === '"') isQuoted = !isQuoted;
    if (character === "\n") isQuoted = false;
    yield { character, isSpecial: !isQuoted && character !== '"', at };
  }
}

/** Splits a line at `&`, `&&`, `|`, `||` and line ends outside of quotes and parentheses. */
export function segmentsOf(line: string): readonly Segment[] {
  const segments: Segment[] = [];
  let [start, depth, operator] = [0, 0, ""];
  let skipTo = -1;
  for (const { character, isSpecial, at } of characters(line)) {
    if (!isSpecial || at < skipTo) continue;
    if (
      character === "(" &&
      (depth > 0 || /(?:^|[\s@&|])(?:in|do|else)?\s*$/i.test(line.slice(Math.max(start, at - 8), at)))
    )
      depth++;
    else if (character === ")" && depth > 0) depth--;
    else if (depth === 0 && /[&|\n]/.test(character)) {
      if (character === "&" && /[<>]\s*$/.test(line.slice(Math.max(0, at - 2), at))) continue;
      const isDouble = line[at + 1] === character && character !== "\n";
      segments.push({ text: line.slice(start, at), operator });
      operator = isDouble ? character + character : character;
      skipTo = start = at + (isDouble ? 2 : 1);
    }
  }
  segments.push({ text: line.slice(start), operator });
  return segments.filter(({ text }) => text.trim() !== "");
}

/** The position of the parenthesis that closes the one at the beginning; -1 if none does. */
export function closingParenthesis(text: string): number {
  let depth = 0;
  for (const { character, isSpecial, at } of characters(text)) {
    if (isSpecial && character === "(") depth++;
    if (isSpecial && character === ")" && --depth === 0) return at;
  }
  return -1;
}

/** One word, or a redirection such as `>>`. */
export interface CmdWord {
  readonly text: string;
  readonly isRedirect: boolean;
}

/** The words of a command without its quotes and `^`. */
export function wordsOf(command: string): readonly CmdWord[] {
  const words: CmdWord[] = [];
  let word: string | undefined;
  let isQuoted = false;
  const finish = (): void => {
    if (word !== undefined) words.push({ text: word, isRedirect: false });
    word = undefined;
  };
  for (let at = 0; at < command.length; at++) {
    const character = command[at] ?? "";
    if (character === "^" && !isQuoted) word = (word ?? "") + (command[++at] ?? "");
    else if (character === '"') {
      isQuoted = !isQuoted;
      word ??= "";
    } else if (isQuoted) word += character;
    else if (/[\s,;]/.test(character)) finish();
    else if (character === "<" || character === ">") {
      if (/^[0-9]$/.test(word ?? "")) word = undefined;
      finish();
      const isDouble = command[at + 1] === character;
      if (isDouble) at++;
      const isHandle = command[at + 1] === "&";
      if (isHandle) at += 2;
      else words.push({ text: isDouble ? ">>" : character, isRedirect: true });
    } else word = (word ?? "") + character;
  }
  finish();
  return words;
}
