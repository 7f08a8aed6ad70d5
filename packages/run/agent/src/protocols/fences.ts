/** Finds fenced code blocks in a text. */

/** A block of a text between two lines of three backquotes or more. */
export interface Fence {
  /** The first word after the opening backquotes, in lower case. */
  readonly language: string;
  readonly content: string;
  readonly start: number;
  readonly end: number;
}

/** Finds the fenced blocks of a text. One that is not closed ends with the text. */
export function fencesOf(text: string): readonly Fence[] {
  const fences: Fence[] = [];
  const opening = /^[ \t]*(`{3,})[ \t]*([^\s`]*)[^\n`]*(?:\n|$)/gm;
  for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
    const [line, ticks = "", language = ""] = open;
    const from = open.index + line.length;
    const close = closingFence(text, from, ticks.length);
    const content = text.slice(from, close?.index ?? text.length).replace(/\n$/, "");
    const end = close === null ? text.length : close.index + close[0].length;
    fences.push({ language: language.toLowerCase(), content, start: open.index, end });
    if (close === null) break;
    opening.lastIndex = Math.max(end, opening.lastIndex);
  }
  return fences;
}

/** Finds the line that closes a fence. */
function closingFence(text: string, from: number, ticks: number): RegExpExecArray | null {
  const closing = /^[ \t]*(`{3,})[ \t]*$/gm;
  closing.lastIndex = from;
  let close = closing.exec(text);
  while (close !== null && (close[1] ?? "").length < ticks) close = closing.exec(text);
  return close;
}

/** Returns a text without some of its fences, and without the empty lines that they leave. */
export function withoutFences(text: string, fences: readonly Fence[]): string {
  let rest = "";
  let at = 0;
  for (const { start, end } of fences) {
    rest += text.slice(at, start);
    at = end;
  }
  return (rest + text.slice(at)).replace(/\n{3,}/g, "\n\n").trim();
}
