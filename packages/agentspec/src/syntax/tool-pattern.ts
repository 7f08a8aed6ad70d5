import { type IToken, tokenMatcher } from "chevrotain";
import { stringOf } from "./meaning.ts";
import { noteSpelling, type Reading, rangeOf, report } from "./reading.ts";
import { checkCase } from "./spelling.ts";
import { Text } from "./tokens.ts";
import type { ToolPattern } from "./tree/index.ts";

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
  if (member !== undefined) return { type: "tool_pattern", toolkit: name, tool: nameOf(member, reading), range };
  const dot = tokenMatcher(first, Text) ? name.indexOf(".") : -1;
  if (dot < 0) return { type: "tool_pattern", toolkit: "any", tool: name, range };
  return { type: "tool_pattern", toolkit: name.slice(0, dot), tool: name.slice(dot + 1), range };
}

function nameOf(token: IToken, reading: Reading): string {
  if (!tokenMatcher(token, Text)) {
    checkCase(token, ["any"], reading);
    return token.image;
  }
  const name = stringOf(token, reading);
  if (name === "" || name.startsWith(".") || name.endsWith(".")) {
    const expected = "the name of a tool";
    report(reading, "invalid_tool", `expected ${expected} (got ${token.image})`, rangeOf(reading, token), { expected });
  }
  return name;
}
