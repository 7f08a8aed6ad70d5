import { parseProgram, readProgram, type Template } from "@helve/agentspec";
import { describe, expect, it } from "vitest";
import { issuesOf, plain } from "./read.ts";

const hole = (inner: string) => `$\{${inner}}`;

function messageOf(literal: string): Template {
  const [enforcement] = parseProgram(ruleWith(literal)).rules[0]?.enforce ?? [];
  if (enforcement?.type !== "warn" || enforcement.message === undefined) throw new Error("no message");
  return enforcement.message;
}

const before = "rule @r trigger A.b enforce warn(";

function ruleWith(literal: string): string {
  return `${before}${literal}) end`;
}

const text = (said: string) => ({ type: "text", text: said });
const reference = (root: string, ...path: (string | number)[]) => ({ type: "reference", root, path });

describe("a message", () => {
  it.each([
    ['""', []],
    ['"plain"', [text("plain")]],
    [`"${hole("args.to")}"`, [reference("args", "to")]],
    [`"to ${hole("args.to[0].end")}!"`, [text("to "), reference("args", "to", 0, "end"), text("!")]],
    [`"${hole("state")}${hole("prompt")}"`, [reference("state"), reference("prompt")]],
    [`"${hole(String.raw`args[\"x y\"]`)}"`, [reference("args", "x y")]],
    [`'${hole('args["x y"]')}'`, [reference("args", "x y")]],
    [`"${hole("to")}"`, [reference("args", "to")]],
    [`"costs $5, $$, $${hole("x")}"`, [text(`costs $5, $, ${hole("x")}`)]],
    [`"$$${hole("args.x")}$"`, [text("$"), reference("args", "x"), text("$")]],
    ['"$"', [text("$")]],
  ])("%s", (literal, parts) => {
    expect(plain(messageOf(literal).parts)).toEqual(parts);
  });

  it("is parsed if its closing quote is missing", () => {
    const { issues } = readProgram(`${before}"to \${prompt`);
    expect(issues.map(({ message, range }) => [message, range?.start.offset, range?.end.offset])).toEqual([
      ['the string is not closed: expected " before the end of the line', 33, 45],
      [
        `expected a reference, such as ${hole("args.command")} (got "\${prompt"): write $$ for a dollar sign before {`,
        37,
        45,
      ],
    ]);
  });

  it("has parts with correct ranges, also after escapes", () => {
    const literal = String.raw`"\u00e4\n`.concat(`${hole("args.a")} \\" ${hole("args.b")}$$."`);
    const { parts, range } = messageOf(literal);
    const all = ruleWith(literal);
    const at = ({ start, end }: Template["range"]) => all.slice(start.offset, end.offset);
    expect(at(range)).toBe(literal);
    expect(parts.map((part) => at(part.range))).toEqual([
      String.raw`\u00e4\n`,
      hole("args.a"),
      String.raw` \" `,
      hole("args.b"),
      "$$.",
    ]);
  });

  it.each([
    [hole(""), hole("")],
    [hole("1"), hole("1")],
    [hole("args."), hole("args.")],
    [hole("args.x "), hole("args.x ")],
    [hole("args[-1]"), hole("args[-1]")],
    [hole("true"), hole("true")],
    ["${args.x", "${args.x"],
    ["${", "${"],
  ])("reports a placeholder that is not a reference: %s", (inner, found) => {
    expect(issuesOf(ruleWith(`"say ${inner}"`))).toMatchObject([
      {
        code: "invalid_template",
        message: expect.stringContaining(`(got ${JSON.stringify(found)})`),
        range: { start: { offset: before.length + 5 } },
      },
    ]);
  });
});
