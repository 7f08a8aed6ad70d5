import { formatProgram } from "@helve/agentspec";
import { describe, expect, it } from "vitest";
import { applyEdits, formattingEdits, formattingEditsOnType, openProgram } from "../src/index.ts";

const ugly = "rule a trigger X   check !p enforce stop end";
const pretty = "rule @a\ntrigger X\ncheck !p\nenforce stop\nend";

const formatted = (text: string, start?: number, end?: number) =>
  applyEdits(text, formattingEdits(openProgram(text), start, end));

describe("formattingEdits", () => {
  it("formats a text as formatProgram does, with an edit for each part that changes", () => {
    const text = `on unknown   ignore\n// a\n${ugly}\n\n\n\ntest "t" when X({}) expect stop end`;
    expect(formatted(text)).toBe(formatProgram(text));
    const done = formatProgram(text);
    expect(formattingEdits(openProgram(done))).toEqual([]);
    const one = done.replace("trigger X", "trigger   X");
    expect(formattingEdits(openProgram(one))).toHaveLength(1);
  });

  it("formats the rules of a part of the text, and in a text with mistakes those without mistakes", () => {
    const text = `${ugly}\n${ugly.replace("a", "b")}\nrule @c trigger (`;
    expect(formatted(text, 0, 3)).toBe(`${pretty}${text.slice(ugly.length)}`);
    expect(formatted(text)).toBe(`${pretty}\n${pretty.replace("@a", "@b")}\nrule @c trigger (`);
  });

  it("keeps the meaning of names that are declared before the rules", () => {
    const text = `let limit = 3\nrule @a trigger X check args.n   > limit enforce stop end`;
    expect(formatted(text, text.length, text.length)).toContain("check args.n > limit\n");
  });

  it("keeps the line endings", () => {
    const text = `${ugly}\r\n\r\n${ugly.replace("a", "b")}\r\n`;
    expect(formatted(text)).toBe(formatProgram(text).replaceAll("\n", "\r\n"));
  });
});

describe("formattingEditsOnType", () => {
  it("formats a rule when its end is followed by a line break", () => {
    const text = `${ugly}\n`;
    expect(applyEdits(text, formattingEditsOnType(openProgram(text), text.length))).toBe(`${pretty}\n`);
    expect(formattingEditsOnType(openProgram(ugly), ugly.length)).toEqual([]);
    const inComment = `${ugly}\n/*\n`;
    expect(formattingEditsOnType(openProgram(inComment), inComment.length)).toEqual([]);
    const inside = ugly.replace("check", "\ncheck");
    expect(formattingEditsOnType(openProgram(inside), inside.indexOf("check"))).toEqual([]);
  });
});
