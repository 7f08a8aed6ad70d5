import { parseProgram } from "@helve/agentspec";
import { describe, expect, it } from "vitest";
import { issuesOf, linesOf, plain, ruleOf } from "./read.ts";

describe("comments", () => {
  it.each(["// p\n", "# p\n", "/* p\n p */", "/**/"])("treats the comment %j as white space", (comment) => {
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

describe("characters and quotes that are not allowed", () => {
  it.each([
    ["~p enforce stop", '1:27: "~" is not allowed in a rule: write !'],
    ["p '$ enforce stop", `1:29: "'$" is not allowed in a rule: write strings in "double quotes"`],
    ["p $ q enforce stop", '1:29: "$" is not allowed in a rule: remove it'],
    ["p 😀 enforce stop", '1:29: "😀" is not allowed in a rule: remove it'],
    ['p(“x", 1) enforce stop', '1:29: "“" is not allowed in a rule: write strings in "double quotes"'],
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
  ])("reports a string in other quotes as one issue with a quick fix: %s", (written, value) => {
    const text = `rule @r trigger T.X check p(${written}, 1) enforce stop end`;
    const [issue, ...others] = issuesOf(text);
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      message: `${JSON.stringify(written)} is not allowed in a rule: write strings in "double quotes"`,
      quickFix: { text: JSON.stringify(value), range: { start: { offset: 28 }, end: { offset: 28 + written.length } } },
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
  ])("parses a string in single quotes and lists it as an alternative form: %s", (written, value) => {
    const program = parseProgram(`rule @r trigger T.X check p(${written}, 1) enforce stop end`);
    expect(plain(program.rules[0]?.check)).toMatchObject({
      operands: [{ arguments: [{ value }, { value: 1 }] }],
    });
    expect(program.alternativeForms).toMatchObject([{ text: written, canonical: JSON.stringify(value) }]);
  });

  it("parses full-width and alternative signs and offers a quick fix for each", () => {
    const text = "rule @r trigger T.X check ！p（1，［2］） ~q({“k”：1}) enforce stop end";
    const right = 'rule @r trigger T.X check !p(1,[2]) !q({"k":1}) enforce stop end';
    expect(applyQuickFixes(text)).toBe(right);
    expect(issuesOf(text)).toHaveLength(9);
  });

  it("reports a Markdown code fence around the rules", () => {
    const rule = "rule @r trigger T.X check enforce stop end";
    const text = `\`\`\`agentspec\n${rule}\n\`\`\`\n`;
    expect(linesOf(text)).toEqual([
      '1:1: "```agentspec" is not allowed in a rule: remove the code fence',
      '3:1: "```" is not allowed in a rule: remove the code fence',
    ]);
    expect(applyQuickFixes(text)).toBe(`\n${rule}\n\n`);
  });

  it.each(["'\\", "`\\", "“\\", "‘\\", "`", "'", "“", "&", "，", "p stop "])(
    "takes linear time on 1,000,000 characters of %j",
    (unit) => {
      expect(issuesOf(`rule @r trigger T.X check ${unit.repeat(900_000 / unit.length)}`).length).toBeGreaterThan(0);
    },
  );

  it("shortens a long quoted text in the message without splitting a character", () => {
    const [line] = linesOf(`rule @r trigger T.X check p(\`${"😀".repeat(40)}\`) enforce stop end`);
    expect(line).toContain(`"\`${"😀".repeat(19)}…"`);
  });

  it("reports an unclosed comment, which extends to the end of the text", () => {
    expect(linesOf("rule @r /* trigger T.X check enforce stop end")).toEqual([
      '1:8: expected "trigger" (got the end of the text)',
      "1:9: the comment is not closed: expected */ before the end of the text",
    ]);
  });

  it("ends an unclosed string at the end of its line and parses the next line", () => {
    expect(
      linesOf(`
        rule @r trigger T.X
        check p("x)
        enforce ask
        end
      `),
    ).toEqual([
      '3:17: the string is not closed: expected " before the end of the line',
      expect.stringMatching(
        /^4:17: expected one of user_inspection, .* \(got "ask"\): did you mean "user_inspection"\?$/,
      ),
    ]);
  });
});

/** Applies all quick fixes of a text. */
function applyQuickFixes(text: string): string {
  return issuesOf(text).reduceRight((rest, { quickFix }) => {
    if (quickFix === undefined) return rest;
    return rest.slice(0, quickFix.range.start.offset) + quickFix.text + rest.slice(quickFix.range.end.offset);
  }, text);
}
