import type { Reference, Template, TextPart } from "@helve/core/program";
import type { IToken } from "chevrotain";
import { buildWordValue, stringValue } from "./build-value.ts";
import { type ParserState, quoteShort, reportIssue, tokenRange } from "./parser-state.ts";
import { closedStringLiteral, decodeStringLiteral, literalOffsets } from "./string-literal.ts";
import { nameAt } from "./tokens.ts";

/**
 * Builds the template of a message: `${args.path}` is a placeholder, `$$` is a dollar sign, and so is a `$` before any other
 * character.
 */
export function buildTemplate(token: IToken, state: ParserState): Template {
  const value = stringValue(token, state);
  const offsets = literalOffsets(closedStringLiteral(token));
  const rangeAt = (start: number, end: number) =>
    state.source.range(token.startOffset + (offsets[start] ?? 0), token.startOffset + (offsets[end] ?? 0));
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
    const hole = placeholderAt(value, dollar);
    const range = rangeAt(dollar, hole.end);
    if (hole.name === undefined) reportInvalidPlaceholder(value.slice(dollar, hole.end), range, state);
    else {
      const name = { image: hole.name, startOffset: token.startOffset + (offsets[dollar + 2] ?? 0) };
      const word = withBareNames(state, () => buildWordValue(name, hole.path, range, state));
      if (word.type === "reference") parts.push(word);
      else reportInvalidPlaceholder(value.slice(dollar, hole.end), range, state);
    }
    at = hole.end;
    start = at;
  }
  return { type: "template", parts, range: tokenRange(state, token) };
}

interface Placeholder {
  /** The first word of the reference; `undefined` if the placeholder is invalid. */
  readonly name?: string;
  readonly path: readonly (string | number)[];
  readonly end: number;
}

const indexStep = /\[(\d{1,16})\]/y;
const keyStep = /\[("(?:[^"\\]|\\.)*")\]/y;

/** Returns the placeholder whose `${` is at an offset. */
function placeholderAt(text: string, offset: number): Placeholder {
  const name = nameAt(text, offset + 2);
  const path: (string | number)[] = [];
  let at = offset + 2 + (name?.length ?? 0);
  while (name !== undefined && text[at] !== "}") {
    const member = text[at] === "." ? nameAt(text, at + 1) : undefined;
    indexStep.lastIndex = at;
    keyStep.lastIndex = at;
    const step = member === undefined ? (indexStep.exec(text) ?? keyStep.exec(text)) : null;
    if (member !== undefined) {
      path.push(member);
      at += member.length + 1;
    } else if (step?.[1] !== undefined) {
      path.push(step[1].startsWith('"') ? decodeStringLiteral(step[1]).value : Number(step[1]));
      at += step[0].length;
    } else break;
  }
  if (name !== undefined && text[at] === "}") return { name, path, end: at + 1 };
  const end = text.slice(at, at + maxPlaceholderLength).indexOf("}");
  return { path, end: end < 0 ? Math.min(text.length, Math.max(at, offset + 2)) : at + end + 1 };
}

/** The maximal length in which the end of an invalid placeholder is searched. */
const maxPlaceholderLength = 80;

/** Reports a placeholder that is not a reference. */
function reportInvalidPlaceholder(found: string, range: TextPart["range"], state: ParserState): void {
  const expected = "a reference, such as ${" + "args.command}";
  const message = `expected ${expected} (got ${quoteShort(found)}): write $$ for a dollar sign before {`;
  reportIssue(state, "invalid_template", { message, range, expected });
}

/** Parses a placeholder in which an undefined name is short for an argument (`x` for `args.x`). */
function withBareNames<T>(state: ParserState, read: () => T): T {
  const before = state.bareNamesAreArguments;
  state.bareNamesAreArguments = true;
  try {
    return read();
  } finally {
    state.bareNamesAreArguments = before;
  }
}
