import type { Reference, Template, TextPart } from "@helve/core/program";
import type { IToken } from "chevrotain";
import { stringOf } from "./meaning.ts";
import { quoted, type Reading, rangeOf, report } from "./reading.ts";
import { wordOf } from "./references.ts";
import { closedLiteral, rawOffsets, readString } from "./string-literal.ts";
import { nameAt } from "./tokens.ts";

/**
 * Reads a string as a text with holes: `${args.path}` is a hole, `$$` is a dollar sign, and a dollar sign before anything
 * else is one too.
 */
export function templateOf(token: IToken, reading: Reading): Template {
  const value = stringOf(token, reading);
  const offsets = rawOffsets(closedLiteral(token));
  const rangeAt = (start: number, end: number) =>
    reading.source.range(token.startOffset + (offsets[start] ?? 0), token.startOffset + (offsets[end] ?? 0));
  const parts: (TextPart | Reference)[] = [];
  let text = "";
  let start = 0;
  const endText = (at: number): void => {
    if (text !== "") parts.push({ type: "text", text, range: rangeAt(start, at) });
    text = "";
  };
  for (let at = 0; at < value.length; ) {
    const dollar = value.indexOf("$", at);
    const plainEnd = dollar < 0 ? value.length : dollar;
    text += value.slice(at, plainEnd);
    if (dollar < 0) {
      endText(plainEnd);
      break;
    }
    if (value[dollar + 1] !== "{") {
      text += "$";
      at = dollar + (value[dollar + 1] === "$" ? 2 : 1);
      if (at >= value.length) endText(at);
      continue;
    }
    endText(dollar);
    const hole = holeAt(value, dollar);
    const range = rangeAt(dollar, hole.end);
    if (hole.name === undefined) refuseHole(value.slice(dollar, hole.end), range, reading);
    else {
      const name = { image: hole.name, startOffset: token.startOffset + (offsets[dollar + 2] ?? 0) };
      const word = namesTaken(reading, () => wordOf(name, hole.path, range, reading));
      if (word.type === "reference") parts.push(word);
      else refuseHole(value.slice(dollar, hole.end), range, reading);
    }
    at = hole.end;
    start = at;
  }
  return { type: "template", parts, range: rangeOf(reading, token) };
}

interface Hole {
  /** The first word; undefined when it is no reference. */
  readonly name?: string;
  readonly path: readonly (string | number)[];
  readonly end: number;
}

const index = /\[(\d{1,16})\]/y;
const key = /\[("(?:[^"\\]|\\.)*")\]/y;

/** The hole whose `${` is at an offset. */
function holeAt(text: string, offset: number): Hole {
  const name = nameAt(text, offset + 2);
  const path: (string | number)[] = [];
  let at = offset + 2 + (name?.length ?? 0);
  while (name !== undefined && text[at] !== "}") {
    const member = text[at] === "." ? nameAt(text, at + 1) : undefined;
    index.lastIndex = at;
    key.lastIndex = at;
    const step = member === undefined ? (index.exec(text) ?? key.exec(text)) : null;
    if (member !== undefined) {
      path.push(member);
      at += member.length + 1;
    } else if (step?.[1] !== undefined) {
      path.push(step[1].startsWith('"') ? readString(step[1]).value : Number(step[1]));
      at += step[0].length;
    } else break;
  }
  if (name !== undefined && text[at] === "}") return { name, path, end: at + 1 };
  const end = text.slice(at, at + longestShown).indexOf("}");
  return { path, end: end < 0 ? Math.min(text.length, Math.max(at, offset + 2)) : at + end + 1 };
}

/** How far the end of a hole is looked for that is no reference. */
const longestShown = 80;

function refuseHole(found: string, range: TextPart["range"], reading: Reading): void {
  const expected = "a reference, such as ${" + "args.command}";
  const message = `expected ${expected} (got ${quoted(found)}): a dollar sign before { is written $$`;
  report(reading, "invalid_template", message, range, { expected });
}

function namesTaken<T>(reading: Reading, read: () => T): T {
  const before = reading.takesNames;
  reading.takesNames = true;
  try {
    return read();
  } finally {
    reading.takesNames = before;
  }
}
