// Texts whose lines are chosen when they are laid out: a group stands on one line where there is room for it, and else
// each of its places for a line ending has one.

/** A part of a text. */
export type Layout = Words | Break | Parts | Wrapper;

interface Measures {
  /** How wide it is on one line; infinite where it can't be. */
  readonly width: number;
  /** How wide it is up to the first place for a line ending. */
  readonly lead: number;
  readonly hasBreak: boolean;
}

interface Words extends Measures {
  readonly kind: "words";
  readonly text: string;
}

interface Break extends Measures {
  readonly kind: "break";
  readonly flat: string;
}

interface Parts extends Measures {
  readonly kind: "parts";
  readonly parts: readonly Layout[];
}

interface Wrapper extends Measures {
  readonly kind: "group" | "indent";
  readonly of: Layout;
}

/** A line ending, or on one line a space. */
export const line: Layout = { kind: "break", flat: " ", width: 1, lead: 0, hasBreak: true };
/** A line ending, or on one line nothing. */
export const softLine: Layout = { kind: "break", flat: "", width: 0, lead: 0, hasBreak: true };
/** A line ending. */
export const hardLine: Layout = { kind: "break", flat: "", width: Number.POSITIVE_INFINITY, lead: 0, hasBreak: true };
/** Nothing, but what is around it can't stand on one line. */
export const noOneLine: Layout = { ...words(""), width: Number.POSITIVE_INFINITY, hasBreak: true };

/**
 * A text that stands as it is.
 *
 * @param width - 0 for one that may be wider than a line
 */
export function words(text: string, width: number = text.length): Layout {
  return { kind: "words", text, width, lead: width, hasBreak: false };
}

/** A part, a text, or any number of them. */
export type Content = Layout | string | readonly (Layout | string)[];

/** Parts one after the other. */
export function row(...given: readonly Content[]): Layout {
  const parts = given.flat().map((part) => (typeof part === "string" ? words(part) : part));
  let width = 0;
  let lead = 0;
  let hasBreak = false;
  for (const part of parts) {
    width += part.width;
    if (!hasBreak) lead += part.lead;
    hasBreak ||= part.hasBreak;
  }
  return { kind: "parts", parts, width, lead, hasBreak };
}

/** On one line, or on as many as it can be. */
export function group(...given: readonly Content[]): Layout {
  return wrapped("group", row(...given));
}

/** Two columns further to the right, from its first line ending on. */
export function indent(...given: readonly Content[]): Layout {
  return wrapped("indent", row(...given));
}

function wrapped(kind: Wrapper["kind"], of: Layout): Layout {
  return { kind, of, width: of.width, lead: of.lead, hasBreak: of.hasBreak };
}

/** Chooses the lines. */
export function layOut(layout: Layout, columns: number): string {
  const written: string[] = [];
  let column = 0;
  let isFresh = true;
  const write = (part: Layout, isFlat: boolean, depth: number, tail: number): void => {
    switch (part.kind) {
      case "words":
        if (part.text === "") return;
        if (isFresh) written.push(" ".repeat(depth));
        if (isFresh) column = depth;
        isFresh = false;
        written.push(part.text);
        column += part.width;
        return;
      case "break":
        if (isFlat) {
          written.push(part.flat);
          column += part.flat.length;
          return;
        }
        written.push("\n");
        column = depth;
        isFresh = true;
        return;
      case "indent":
        write(part.of, isFlat, depth + 2, tail);
        return;
      case "group":
        write(part.of, isFlat || column + part.width + tail <= columns, depth, tail);
        return;
      case "parts": {
        const tails = isFlat ? [] : tailsOf(part.parts, tail);
        for (const [index, one] of part.parts.entries()) write(one, isFlat, depth, tails[index] ?? 0);
      }
    }
  };
  write(layout, false, 0, 0);
  return written.join("");
}

/** For each part, how wide what follows it on its line is at least. */
function tailsOf(parts: readonly Layout[], last: number): readonly number[] {
  const tails: number[] = [];
  let tail = last;
  for (const part of parts.toReversed()) {
    tails.push(tail);
    tail = part.hasBreak ? part.lead : part.width + tail;
  }
  return tails.reverse();
}
