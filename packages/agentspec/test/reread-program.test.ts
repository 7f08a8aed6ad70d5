import { readProgram } from "@helve/agentspec";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rereadProgram } from "../src/internal.ts";

/** Rules and tests as they are written, and with mistakes. */
const blocks = [
  "rule @a\ntrigger X\ncheck p\nenforce stop\nend\n",
  "/// Documented.\nrule @b_2\ntrigger Kit.Tool\nlet n = 1 // one\ncheck args.x > n\nenforce user_inspection\nend // done\n",
  'rule c trigger X check args.t matches "a" enforce llm_self_examine end\r\n',
  'test "one"\nwhen Kit.Tool({ "x": 2 })\nexpect user_inspection by @b_2\nend\n',
  "rule @broken\ntrigger\n",
  "rule @d trigger X check limit > 2 enforce stop end rule @e trigger X check enforce stop end\n",
  "Some prose.\n\n",
  "// a comment\n/* and\n another */\n",
  "rule @f\n/// inside\ntrigger X\nchek p\nenforce stop\nend\n",
] as const;
const heads = ["", "", "on unknown stop\n", "let limit = 3\n\n", "// head\n\n", "default deny\nlet limit = [\n1]\n"];
const snippets = [
  ...[
    "\n",
    "\r\n",
    "\r",
    " ",
    "x",
    "@",
    '"',
    "end",
    "end\n",
    "rule ",
    "rule @a ",
    "test ",
    "/*",
    "*/",
    "//",
    "///",
    "let n = 2\n",
    "(",
    "}",
  ],
  ...["on error stop\n", "default deny\n", "trust prompt\n", "check ", "enforce stop", "😀", "```", "_2", "one", "-"],
];

const text = fc
  .tuple(fc.constantFrom(...heads), fc.array(fc.constantFrom(...blocks), { maxLength: 7 }))
  .map(([head, parts]) => {
    // Most names are there once, as in real files.
    const named = parts.map((part, index) =>
      part.replace(/@(\w+)|"one"|rule c/g, (name) =>
        index % 4 === 3 ? name : name.replace(/(\w+)("?)$/, `$1${index}$2`),
      ),
    );
    return head + named.join("\n");
  });

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(12),
  inserted: fc.constantFrom("", ...snippets, ...blocks),
});

describe("rereadProgram", () => {
  it("reads a changed text as readProgram reads it", () => {
    fc.assert(
      fc.property(text, fc.array(edit, { maxLength: 6 }), (start, edits) => {
        let before = start;
        let previous = readProgram(before);
        for (const { at, removed, inserted } of edits) {
          const offset = Math.floor(at * before.length);
          const after = before.slice(0, offset) + inserted + before.slice(offset + removed);
          const read = rereadProgram(before, previous, after);
          expect(read).toStrictEqual(readProgram(after));
          [before, previous] = [after, read];
        }
      }),
      { numRuns: runs(400, 50_000) },
    );
  });

  const long = Array.from({ length: 30 }, (_, n) => `// ${n}\n${blocks[1].replace("b_2", `long_${n}`)}`).join("\n");

  it("reads only the rules around the change", () => {
    const first = readProgram(long);
    const changed = long.replace("long_20", "longer_20");
    const read = rereadProgram(long, first, changed);
    expect(read.partialProgram.rules[0]).toBe(first.partialProgram.rules[0]);
    expect(read).toEqual(readProgram(changed));
    const broken = changed.replace("rule @longer_20\ntrigger", "rule @longer_20\ntriger (");
    const again = rereadProgram(changed, read, broken);
    expect(again.partialProgram.rules[0]).toBe(first.partialProgram.rules[0]);
    expect(again).toEqual(readProgram(broken));
    const unfinished = long.replace("// 20\n", "rule @new\ntrigger\n\n// 20\n");
    const third = rereadProgram(long, first, unfinished);
    expect(third.partialProgram.rules[0]).toBe(first.partialProgram.rules[0]);
    expect(third).toEqual(readProgram(unfinished));
  });

  it("finds a name that another rule has", () => {
    const changed = long.replace("@long_20", "@long_3");
    const read = rereadProgram(long, readProgram(long), changed);
    expect(read.issues.map(({ code }) => code)).toEqual(["duplicate_rule"]);
    expect(rereadProgram(changed, read, long)).toEqual(readProgram(long));
  });
});
