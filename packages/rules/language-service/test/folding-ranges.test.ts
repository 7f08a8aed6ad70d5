import { expect, it } from "vitest";
import { foldingRanges, openProgram } from "../src/index.ts";

it("folds rules, tests, long let bindings and comments", () => {
  const text = [
    "// One",
    "// two",
    "",
    "/* three",
    "   four */",
    "rule @a",
    "trigger X",
    "let n = [",
    "  1]",
    "check args.x in n // alone",
    "// in the rule",
    "enforce stop",
    "end",
    'test "t"',
    "when X({}) expect stop",
    "end",
    "rule @b trigger X check enforce stop end",
  ].join("\r\n");
  expect(foldingRanges(openProgram(text)).map(({ startLine, endLine, kind }) => [startLine, endLine, kind])).toEqual([
    [1, 2, "comment"],
    [4, 5, "comment"],
    [6, 13, "region"],
    [8, 9, "region"],
    [14, 16, "region"],
  ]);
});
