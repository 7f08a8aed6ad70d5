import { parseProgramJson } from "@helve/agentspec";
import { describe, expect, it } from "vitest";
import { issuesOf, ruleOf } from "./read.ts";

const rule = (trigger: string) => `rule @r trigger ${trigger} check p enforce stop end`;

describe("a tool in quotes", () => {
  it.each([
    ['"Kitchen.Switch On"', "Kitchen", "Switch On"],
    ['"a.b.c"', "a", "b.c"],
    ['a."b..c"', "a", "b..c"],
    ['"x y"."end"', "x y", "end"],
  ])("can have a toolkit before its first dot: %s", (written, toolkit, tool) => {
    const read = ruleOf(rule(written));
    expect(read.trigger.patterns).toMatchObject([{ toolkit, tool }]);
    expect(() => parseProgramJson({ type: "program", rules: [read] })).not.toThrow();
  });

  it.each([
    ['""', '""', "tool"],
    ['"a."', '"a."', "tool"],
    ['"a..b"', '"a..b"', "tool"],
    ['a."b."', '"b."', "tool"],
    ['a.".b"', '".b"', "tool"],
    ['".a"', '".a"', "toolkit"],
    ['"a.b".c', '"a.b"', "toolkit"],
    ['"".c', '""', "toolkit"],
  ])("is rejected if its name is invalid: %s", (written, wrong, kind) => {
    const text = rule(written);
    expect(issuesOf(text)).toMatchObject([
      {
        code: "invalid_tool",
        message: `expected the name of a ${kind} (got ${wrong})`,
        range: { start: { offset: text.indexOf(wrong) } },
      },
    ]);
  });
});

it.each(['invoke_action("")', 'invoke_action("", {})'])("rejects an invoked tool without a name: %s", (enforce) => {
  expect(issuesOf(`rule @r trigger any enforce ${enforce} end`)).toMatchObject([
    { code: "invalid_tool", message: 'expected the name of a tool (got "")' },
  ]);
});
