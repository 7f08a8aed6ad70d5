import { describe, expect, it } from "vitest";
import { linesOf, plain, ruleOf } from "./read.ts";

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
    ["p & q enforce stop", '1:29: "&" means nothing in a rule: leave it out'],
    ["p 😀 enforce stop", '1:29: "😀" means nothing in a rule: leave it out'],
    ['p(“x", 1) enforce stop', '1:29: "“" means nothing in a rule: a string stands in "double quotes"'],
    ['p("x) q enforce stop', '1:29: the string is not closed: expected " before the end of the line'],
  ])("%s", (rest, first) => {
    expect(linesOf(`rule @r trigger T.X check ${rest} end`)[0]).toBe(first);
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
      '4:17: expected one of user_inspection, llm_self_reflect, invoke_action, stop (got "ask")',
    ]);
  });
});
