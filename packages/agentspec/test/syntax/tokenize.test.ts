import { parseProgram } from "@helve/agentspec";
import { describe, expect, it } from "vitest";
import { issuesOf, linesOf, plain, ruleOf } from "./read.ts";

describe("comments", () => {
  it.each(["// p\n", "# p\n", "/* p\n p */", "/**/"])("%j counts as white space", (comment) => {
    const words = [
      "rule @",
      "r",
      "trigger",
      "T",
      ".",
      "X",
      "check",
      "p",
      "(",
      '"// # /*"',
      ")",
      "enforce",
      "stop",
      "end",
    ];
    expect(plain(ruleOf(`${comment}${words.join(comment)}${comment}`))).toEqual(plain(ruleOf(words.join(" "))));
  });
});

describe("what is no token", () => {
  it.each([
    ["~p enforce stop", '1:27: "~" means nothing in a rule: write !'],
    ["p '$ enforce stop", `1:29: "'$" means nothing in a rule: a string stands in "double quotes"`],
    ["p $ q enforce stop", '1:29: "$" means nothing in a rule: leave it out'],
    ["p 😀 enforce stop", '1:29: "😀" means nothing in a rule: leave it out'],
    ['p(“x", 1) enforce stop', '1:29: "“" means nothing in a rule: a string stands in "double quotes"'],
    ['p("x) q enforce stop', '1:29: the string is not closed: expected " before the end of the line'],
  ])("%s", (rest, first) => {
    const [line] = linesOf(`rule @r trigger T.X check ${rest} end`);
    expect(line).toEqual(typeof first === "string" ? first : expect.stringMatching(first));
  });

  it.each([
    ["“rm -rf”", "rm -rf"],
    ["‘x’", "x"],
    ["`x`", "x"],
    ["`a#b`", "a#b"],
    ["“”", ""],
    [String.raw`“it\”s "so"”`, 'it”s "so"'],
    [String.raw`‘\d\n’`, "\\d\n"],
    [String.raw`‘C:\’`, "C:\\"],
  ])("a string in other quotes is one mistake: %s", (written, meant) => {
    const text = `rule @r trigger T.X check p(${written}, 1) enforce stop end`;
    const [issue, ...others] = issuesOf(text);
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      message: `${JSON.stringify(written)} means nothing in a rule: a string stands in "double quotes"`,
      quickFix: { text: JSON.stringify(meant), range: { start: { offset: 28 }, end: { offset: 28 + written.length } } },
    });
  });

  it.each([
    ["'rm'", "rm"],
    ["'a#b'", "a#b"],
    ["'http://x'", "http://x"],
    [String.raw`'it\'s "so"'`, 'it\'s "so"'],
    [String.raw`'\d\n'`, "\\d\n"],
    ["''", ""],
    [String.raw`'C:\'`, "C:\\"],
  ])("a string in single quotes is one, and noted as another spelling: %s", (written, meant) => {
    const program = parseProgram(`rule @r trigger T.X check p(${written}, 1) enforce stop end`);
    expect(plain(program.rules[0]?.check)).toMatchObject({
      operands: [{ arguments: [{ value: meant }, { value: 1 }] }],
    });
    expect(program.alternativeForms).toMatchObject([{ found: written, write: JSON.stringify(meant) }]);
  });

  it("signs that stand for others are read as those", () => {
    const text = "rule @r trigger T.X check ！p（1，［2］） ~q({“k”：1}) enforce stop end";
    const right = 'rule @r trigger T.X check !p(1,[2]) !q({"k":1}) enforce stop end';
    expect(mended(text)).toBe(right);
    expect(issuesOf(text)).toHaveLength(9);
  });

  it("a fence around the rules is to be left out", () => {
    const rule = "rule @r trigger T.X check enforce stop end";
    const text = `\`\`\`agentspec\n${rule}\n\`\`\`\n`;
    expect(linesOf(text)).toEqual([
      '1:1: "```agentspec" means nothing in a rule: leave the fence out',
      '3:1: "```" means nothing in a rule: leave the fence out',
    ]);
    expect(mended(text)).toBe(`\n${rule}\n\n`);
  });

  it.each(["'\\", "`\\", "“\\", "‘\\", "`", "'", "“", "&", "，", "p stop "])(
    "takes linear time on 1,000,000 characters of %j",
    (unit) => {
      expect(issuesOf(`rule @r trigger T.X check ${unit.repeat(900_000 / unit.length)}`).length).toBeGreaterThan(0);
    },
  );

  it("a long one is cut short, between characters", () => {
    const [line] = linesOf(`rule @r trigger T.X check p(\`${"😀".repeat(40)}\`) enforce stop end`);
    expect(line).toContain(`"\`${"😀".repeat(19)}…"`);
  });

  it("an open comment takes the rest of the text with it", () => {
    expect(linesOf("rule @r /* trigger T.X check enforce stop end")).toEqual([
      '1:8: expected "trigger" (got the end of the text)',
      "1:9: the comment is not closed: expected */ before the end of the text",
    ]);
  });

  it("an open string ends with its line, so that the next line is read", () => {
    expect(
      linesOf(`
        rule @r trigger T.X
        check p("x)
        enforce ask
        end
      `),
    ).toEqual([
      '3:17: the string is not closed: expected " before the end of the line',
      expect.stringMatching(/^4:17: expected one of user_inspection, .* \(got "ask"\)$/),
    ]);
  });
});

/** A text with all its fixes made. */
function mended(text: string): string {
  return issuesOf(text).reduceRight((rest, { quickFix: fix }) => {
    if (fix === undefined) return rest;
    return rest.slice(0, fix.range.start.offset) + fix.text + rest.slice(fix.range.end.offset);
  }, text);
}
