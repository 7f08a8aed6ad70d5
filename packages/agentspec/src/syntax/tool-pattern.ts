import type { ToolPattern } from "@helve/core/program";
import { type IToken, tokenMatcher } from "chevrotain";
import { stringOf } from "./meaning.ts";
import { noteSpelling, type Reading, rangeOf, report } from "./reading.ts";
import { textPatterns } from "./shapes.ts";
import { checkCase } from "./spelling.ts";
import { Text } from "./tokens.ts";

/**
 * What a pattern says. A tool alone is that of any toolkit; a string may hold both with a dot in between.
 *
 * @param words - what stands before the dot; several words are one name
 * @param member - what stands after it
 */
export function patternOf(words: readonly IToken[], member: IToken | undefined, reading: Reading): ToolPattern {
  const [first, ...others] = words;
  const last = member ?? others.at(-1) ?? first;
  if (first === undefined || last === undefined) throw new RangeError("a pattern has at least one word");
  const range = reading.source.range(first.startOffset, last.startOffset + last.image.length);
  if (others.length > 0) {
    const tool = words.map(({ image }) => image).join(" ");
    noteSpelling(reading, range, JSON.stringify(tool));
    return { type: "tool_pattern", toolkit: "any", tool, range };
  }
  const name = nameOf(first, reading);
  const dot = member === undefined && tokenMatcher(first, Text) ? name.indexOf(".") : -1;
  const toolkit = member !== undefined ? name : dot < 0 ? "any" : name.slice(0, dot);
  const tool = member !== undefined ? nameOf(member, reading) : name.slice(dot + 1);
  if (!toolkitName.test(toolkit)) refuse(first, "the name of a toolkit", reading);
  else if (!toolName.test(tool)) refuse(last, "the name of a tool", reading);
  return { type: "tool_pattern", toolkit, tool, range };
}

const toolkitName = new RegExp(textPatterns.toolkit.pattern, "u");
const toolName = new RegExp(textPatterns.tool.pattern, "u");

function nameOf(token: IToken, reading: Reading): string {
  if (tokenMatcher(token, Text)) return stringOf(token, reading);
  checkCase(token, ["any"], reading);
  return token.image;
}

function refuse(token: IToken, expected: string, reading: Reading): void {
  const message = `expected ${expected} (got ${token.image})`;
  report(reading, "invalid_tool", message, rangeOf(reading, token), { expected });
}
