import { parseProgram } from "@helve/agentspec";
import { describe, expect, it } from "vitest";

describe("comments", () => {
  it("are kept with the node they belong to and their place", () => {
    const text = `# all rules
default deny // so far

// of the rule
rule @r /* in its head */
trigger A.b // on the trigger
check
  // of p
  p // on p
  // of q
  q(1, /* of two */ 2)
  // under the check
enforce
  user_inspection(a /* fix */, b)
  stop // on stop
  // under the rule
end // on the rule
// at last`;
    const { comments = [] } = parseProgram(text);
    expect(comments.map((comment) => [comment.text, comment.attachment.place, comment.attachment.path])).toEqual([
      ["# all rules", "before", "/header"],
      ["// so far", "after", "/header"],
      ["// of the rule", "before", "/rules/0"],
      ["/* in its head */", "before", "/rules/0/trigger"],
      ["// on the trigger", "after", "/rules/0/trigger"],
      ["// of p", "before", "/rules/0/check"],
      ["// on p", "after", "/rules/0/check/operands/0"],
      ["// of q", "before", "/rules/0/check/operands/1"],
      ["/* of two */", "after", "/rules/0/check/operands/1/arguments/0"],
      ["// under the check", "before", "/rules/0/enforce/0"],
      ["/* fix */", "inside", "/rules/0/enforce/0"],
      ["// on stop", "after", "/rules/0/enforce/1"],
      ["// under the rule", "below", "/rules/0"],
      ["// on the rule", "after", "/rules/0"],
      ["// at last", "below", ""],
    ]);
    for (const { range, text: written } of comments) {
      expect(text.slice(range.start.offset, range.end.offset)).toBe(written);
    }
  });

  it("are absent from a program without comments", () => {
    expect(parseProgram("rule @r trigger A.b enforce stop end")).not.toHaveProperty("comments");
  });
});

describe("a doc comment", () => {
  it.each([
    ["/// What it is for.", "What it is for."],
    ["/// One.\n///   Two.\n///\n/// Three.", "One.\n  Two.\n\nThree."],
    ["/** What it is for. */", "What it is for."],
    ["/**\n * One.\n *\n * Two.\n */", "One.\n\nTwo."],
    ["// something else\n/// What it is for.", "What it is for."],
    ["/// What\r\n/// it is for.", "What\nit is for."],
  ])("%j becomes the rule's doc", (comment, doc) => {
    const { rules, comments = [] } = parseProgram(`${comment}\n\nrule @r trigger A.b enforce stop end`);
    expect(rules[0]?.doc).toBe(doc);
    expect(comments.map(({ text }) => text)).toEqual(comment.startsWith("// ") ? ["// something else"] : []);
  });

  it.each([
    "// one line",
    "//// a ruler",
    "/* a block */",
    "/**/",
    "/***/",
    "///",
    "/// not directly\n// before it",
    "/// of the header\ndefault deny",
  ])("%j is not a doc comment", (comment) => {
    const { rules, comments } = parseProgram(`${comment}\nrule @r trigger A.b enforce stop end`);
    expect(rules[0]).not.toHaveProperty("doc");
    expect(comments?.map(({ text }) => text).join("\n")).toBe(comment.replace("\ndefault deny", ""));
  });

  it("belongs only to the rule after it", () => {
    const rule = (name: string) => `rule @${name} trigger A.b enforce stop end`;
    const { rules } = parseProgram(`/// of a\n${rule("a")} ${rule("b")}\n/// of c\n${rule("c")}`);
    expect(rules.map(({ doc }) => doc)).toEqual(["of a", undefined, "of c"]);
  });
});
