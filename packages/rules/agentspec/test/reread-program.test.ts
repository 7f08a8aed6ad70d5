import { readProgram } from "@helve/agentspec";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EarlierReading, rereadProgram } from "../src/internal.ts";

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
      fc.property(text, fc.array(edit, { maxLength: 6 }), fc.nat(3), (start, edits, kept) => {
        let before = start;
        let earlier: readonly EarlierReading[] = [{ text: before, reading: readProgram(before) }];
        for (const { at, removed, inserted } of edits) {
          const offset = Math.floor(at * before.length);
          const after = before.slice(0, offset) + inserted + before.slice(offset + removed);
          const reading = rereadProgram(earlier, after);
          expect(reading).toStrictEqual(readProgram(after));
          earlier = [...earlier.slice(-kept), { text: after, reading }];
          before = after;
        }
      }),
      { numRuns: runs(400, 50_000) },
    );
  });

  const long = Array.from({ length: 30 }, (_, n) => `// ${n}\n${blocks[1].replace("b_2", `long_${n}`)}`).join("\n");
  const first = readProgram(long);
  const rulesOf = ({ partialProgram }: ReturnType<typeof readProgram>) => partialProgram.rules;

  it("reads only the rules around the change", () => {
    const changed = long.replace("long_20", "longer_20");
    const read = rereadProgram([{ text: long, reading: first }], changed);
    expect(rulesOf(read)[0]).toBe(rulesOf(first)[0]);
    expect(read).toEqual(readProgram(changed));
    const broken = changed.replace("rule @longer_20\ntrigger", "rule @longer_20\ntrigger (");
    const again = rereadProgram([{ text: changed, reading: read }], broken);
    expect(rulesOf(again)[0]).toBe(rulesOf(first)[0]);
    expect(again).toEqual(readProgram(broken));
    const unfinished = long.replace("// 20\n", "rule @new\ntrigger\n\n// 20\n");
    const third = rereadProgram([{ text: long, reading: first }], unfinished);
    expect(rulesOf(third)[0]).toBe(rulesOf(first)[0]);
    expect(third).toEqual(readProgram(unfinished));
  });

  it("finds a name that another rule has, and its first place when that moves", () => {
    const changed = long.replace("@long_20", "@long_3");
    const read = rereadProgram([{ text: long, reading: first }], changed);
    expect(read.issues.map(({ code }) => code)).toEqual(["duplicate_rule"]);
    expect(rulesOf(read)[0]).toBe(rulesOf(first)[0]);
    expect(rereadProgram([{ text: changed, reading: read }], long)).toEqual(first);
    const moved = changed.replace("// 2\n", "// 2\n\n");
    const below = rereadProgram([{ text: changed, reading: read }], moved);
    expect(below.issues[0]?.message).toContain("at 31:7:");
    expect(below).toEqual(readProgram(moved));
  });

  it("reads the rules after a comment from the reading before it was opened", () => {
    const opened = long.replace("// 10\n", "/* 10\n");
    const hidden = rereadProgram([{ text: long, reading: first }], opened);
    expect(rulesOf(hidden)).toEqual(rulesOf(first).slice(0, 10));
    expect(rulesOf(hidden)[0]).toBe(rulesOf(first)[0]);
    const closed = long.replace("// 10\n", "/*1*/\n");
    const earlier = [
      { text: long, reading: first },
      { text: opened, reading: hidden },
    ];
    const read = rereadProgram(earlier, closed);
    expect(rulesOf(read)[29]).toBe(rulesOf(first)[29]);
    expect(read).toEqual(readProgram(closed));
  });

  it("reads a comment up to the end of another one", () => {
    const closed = long.replace("// 20\n", "/* 20 */\n");
    const reading = readProgram(closed);
    const opened = closed.replace("// 10\n", "/* 10\n");
    const read = rereadProgram([{ text: closed, reading }], opened);
    expect(rulesOf(read)).toHaveLength(20);
    expect(rulesOf(read)[19]).toBe(rulesOf(reading)[29]);
    expect(read).toEqual(readProgram(opened));
  });

  it("keeps the rules when the header changes", () => {
    const headed = long.replace("// 0\n", "# 0 \n");
    const withHeader = long.replace("// 0\n", "default deny\n");
    let before = { text: headed, reading: readProgram(headed) };
    for (const text of [withHeader, long.replace("// 0\n", "let m=3\n"), long.replace("// 0\n", "defau\n"), long]) {
      const reading = rereadProgram([before], text);
      expect(reading).toEqual(readProgram(text));
      before = { text, reading };
    }
    const later = long.replace("// 20\n", "on unknown stop\n// 20\n");
    const misplaced = rereadProgram([before], later);
    expect(misplaced.issues.map(({ code }) => code)).toEqual(["misplaced_header"]);
    expect(rulesOf(misplaced)[0]).toBe(rulesOf(before.reading)[0]);
    expect(misplaced).toEqual(readProgram(later));
  });

  it("reads rules again that use a shared binding that is new", () => {
    const using = long.replace("args.x > n", "args.x > top");
    const reading = readProgram(using);
    expect(reading.issues).toHaveLength(1);
    const bound = `let top = 3\n${using}`;
    expect(rereadProgram([{ text: using, reading }], bound)).toEqual(readProgram(bound));
  });

  it("does not share a binding of a rule with a syntax error", () => {
    const broken = long.replace("trigger Kit.Tool\nlet n = 1", "trigger (\nlet other = 1").replaceAll("> n", "> other");
    const codes = readProgram(broken).issues.map(({ code }) => code);
    expect(codes.filter((code) => code === "invalid_value").length).toBeGreaterThan(20);
  });
});
